// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/sweep_data.h"

#include "ui/kit/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace sluice::ui {

using experiment::Published;
using experiment::Sweep;
using experiment::SweepAxis;
using experiment::SweepNumber;
using experiment::Unit;

namespace {

constexpr std::size_t kMostSeries = 8; ///< beyond it, lines cannot be told apart

QString tr(const char* text) {
    return QCoreApplication::translate("SweepData", text);
}
QString text(const std::string& s) {
    return QString::fromStdString(s);
}
QString text(std::string_view s) {
    return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}

const Knob& knob_of(const SweepAxis& axis) {
    return experiment::knob_table()[axis.knob];
}

/// Values stand at their size on the axis only if all of them are numbers; "auto" is none.
bool on_number_axis(const SweepAxis& axis) {
    const Knob& knob = knob_of(axis);
    return knob.kind == KnobKind::number && axis.values.size() > 1
        && (knob.automatic.empty()
            || std::find(axis.values.begin(), axis.values.end(), KnobValue{0}) == axis.values.end());
}

} // namespace

SweepUnit sweep_unit(const Sweep& sweep, std::size_t number, const Published& published) {
    const Unit unit = sweep.plan().numbers[number].unit;
    SweepUnit out;
    if (unit == Unit::ns) {
        double longest = 0;
        for (std::size_t i = 0; i < sweep.rows(); ++i)
            if (const auto e = sweep.row(i).numbers[number])
                longest = std::max(longest, e->high());
        for (const auto& p : published.points)
            longest = std::max(longest, p.number);
        for (const auto& l : published.levels)
            longest = std::max(longest, l.number);
        const auto chosen = format::time_unit(std::llround(longest));
        out.name = format::unit_name(chosen);
        out.scale = chosen == format::TimeUnit::us ? 1e-3 : chosen == format::TimeUnit::ms ? 1e-6 : 1e-9;
    } else if (unit != Unit::none && unit != Unit::count) {
        out.name = text(experiment::unit_name(unit));
    }
    return out;
}

QString number_title(const SweepNumber& number) {
    const QString of = text(number.of.text());
    // A metric that has one value a run is its own name.
    if (number.of.name == "exit.time")
        return of;
    if (number.take == "sum")
        return tr("sum of %1").arg(of);
    if (number.take == "mean")
        return tr("mean of %1").arg(of);
    if (number.take == "median")
        return tr("median of %1").arg(of);
    if (number.take == "max")
        return tr("greatest %1").arg(of);
    if (number.take == "min")
        return tr("least %1").arg(of);
    if (number.take == "count")
        return tr("number of %1").arg(of);
    return tr("%1 of %2").arg(text(number.take), of);
}

QString number_meaning(const SweepNumber& number) {
    for (const auto& m : experiment::metric_table())
        if (m.name == number.of.name)
            return text(m.meaning);
    return {};
}

std::vector<double> sweep_places(const SweepAxis& axis) {
    std::vector<double> out;
    for (std::size_t i = 0; i < axis.values.size(); ++i)
        out.push_back(on_number_axis(axis) ? static_cast<double>(axis.values[i]) : static_cast<double>(i));
    std::sort(out.begin(), out.end());
    return out;
}

ChartData sweep_chart(
    const Sweep& sweep, std::size_t number, const Published& published, std::optional<SweepUnit> given) {
    const auto& plan = sweep.plan();
    const SweepAxis& axis = plan.axes[0];
    const Knob& knob = knob_of(axis);
    const SweepUnit unit = given ? *given : sweep_unit(sweep, number, published);
    const bool numbers = on_number_axis(axis);
    ChartData c;
    c.id = "sweep";
    c.title = number_title(plan.numbers[number]);
    c.note = plan.replicas > 1 ? tr("mean and 95 % interval over %1 seeds").arg(plan.replicas) : tr("one seed");
    c.unit = unit.name;
    c.x_title = text(knob.label);
    if (numbers) {
        c.x_kind = XKind::number;
        c.x_unit = text(knob.unit);
        std::vector<double> places = sweep_places(axis);
        for (const auto& p : published.points)
            places.push_back(static_cast<double>(p.value));
        std::sort(places.begin(), places.end());
        places.erase(std::unique(places.begin(), places.end()), places.end());
        const double first = places.front(), last = places.back();
        if (knob.logarithmic && first > 0) {
            c.x_scale = Scale::log;
            const double margin = std::pow(last / first, 0.04);
            c.x_from = first / margin;
            c.x_to = last * margin;
        } else {
            c.x_from = first - (last - first) * 0.04;
            c.x_to = last + (last - first) * 0.04;
        }
        c.x_places = std::move(places);
    } else {
        c.x_kind = XKind::category;
        for (const KnobValue v : axis.values)
            c.categories.push_back(text(experiment::display_value(knob, v)));
        c.x_from = -0.5;
        c.x_to = static_cast<double>(axis.values.size()) - 0.5;
    }

    // Published first: the model's points lie above them.
    Series said;
    said.name = published.card.empty() ? tr("published") : tr("published, claim %1").arg(text(published.card));
    said.kind = SeriesKind::published;
    said.role = Role::published;
    for (const auto& p : published.points) {
        double x = static_cast<double>(p.value);
        if (!numbers) {
            const auto at = std::find(axis.values.begin(), axis.values.end(), p.value);
            if (at == axis.values.end())
                continue;
            x = static_cast<double>(at - axis.values.begin());
        }
        said.x.push_back(x);
        said.y.push_back(p.number * unit.scale);
    }
    if (!said.empty())
        c.series.push_back(std::move(said));
    for (const auto& level : published.levels)
        c.references.push_back({level.number * unit.scale,
            tr("published, %1: %2")
                .arg(text(level.label), format::with_unit(format::real(level.number * unit.scale, 2), unit.name)),
            true});

    // One series for each combination of the other knobs: rows whose number is the same modulo their product.
    std::size_t others = 1;
    for (std::size_t a = 1; a < plan.axes.size(); ++a)
        others *= plan.axes[a].values.size();
    for (std::size_t o = 0; o < std::min(others, kMostSeries); ++o) {
        Series s;
        s.kind = SeriesKind::points;
        s.joined = numbers || knob.kind == KnobKind::number; // nothing lies between two words
        s.role = others == 1 ? Role::model : Role::neutral;
        s.index = static_cast<int>(o);
        s.name = tr("model");
        std::vector<std::pair<double, experiment::Estimate>> found;
        bool intervals = false;
        for (std::size_t i = 0; i < axis.values.size(); ++i) {
            const auto row = sweep.row(i * others + o);
            if (others > 1 && i == 0) {
                QStringList words;
                for (std::size_t a = 1; a < plan.axes.size(); ++a)
                    words << QStringLiteral("%1 %2").arg(text(knob_of(plan.axes[a]).label),
                        text(experiment::display_value(knob_of(plan.axes[a]), row.values[a])));
                s.name = words.join(QStringLiteral(", "));
            }
            if (!row.numbers[number])
                continue;
            found.emplace_back(
                numbers ? static_cast<double>(axis.values[i]) : static_cast<double>(i), *row.numbers[number]);
            intervals = intervals || row.numbers[number]->half;
        }
        std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        for (const auto& [x, e] : found) {
            s.x.push_back(x);
            s.y.push_back(e.mean * unit.scale);
            if (intervals) {
                s.low.push_back(e.low() * unit.scale);
                s.high.push_back(e.high() * unit.scale);
            }
        }
        if (!s.empty())
            c.series.push_back(std::move(s));
    }
    if (others > kMostSeries)
        c.remark = tr("The first %1 combinations; the table has all").arg(kMostSeries);
    c.empty_state = {tr("No run has finished yet"), tr("A point appears here with the first run of each value."), {}};
    return c;
}

} // namespace sluice::ui
