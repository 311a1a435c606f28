// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sweep_text.h"

#include "app/numbers.h"
#include "core/experiment/units.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace sluice::app {

using namespace experiment;

namespace {

std::string value_text(const SweepPlan& plan, std::size_t axis, KnobValue value) {
    return format_value(knob_table()[plan.axes[axis].knob], value);
}

/// Columns of characters; those beyond ASCII take one each.
std::size_t width(std::string_view s) {
    return static_cast<std::size_t>(
        std::count_if(s.begin(), s.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

/// The unit in which a whole column is written: times by the largest of them.
struct Written {
    std::string unit;
    double scale = 1;
    int places = 2;
};

Written written_for(Unit unit, double largest) {
    Written out;
    out.unit = unit == Unit::none || unit == Unit::count ? "" : std::string(unit_name(unit));
    if (unit == Unit::ns) {
        if (largest < 1e7)
            out = {"µs", 1e-3, 2};
        else if (largest < 1e10)
            out = {"ms", 1e-6, 2};
        else
            out = {"s", 1e-9, 2};
    }
    const double shown = largest * out.scale;
    out.places = shown >= 1e5 ? 0 : shown >= 1000 ? 1 : shown >= 1 || shown == 0 ? 2 : 4;
    return out;
}

std::string number(double v, const Written& w) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", w.places, v * w.scale);
    std::string s = text;
    const auto end = std::min(s.find('.'), s.size());
    const std::size_t begin = s.starts_with('-') ? 1 : 0;
    for (std::size_t at = end; at > begin + 3;)
        s.insert(at -= 3, ",");
    return s;
}

void append(std::string& out, double v) {
    char text[400];
    const auto [end, error] = std::to_chars(text, text + sizeof text, v, std::chars_format::fixed);
    out.append(text, error == std::errc{} ? end : text);
}

std::string csv_field(const std::string& s) {
    return s.find(',') == std::string::npos ? s : "\"" + s + "\"";
}

} // namespace

std::string row_name(const SweepPlan& plan, const Sweep::Row& row) {
    std::string out;
    for (std::size_t a = 0; a < plan.axes.size(); ++a)
        out += (a ? ", " : "") + std::string(knob_table()[plan.axes[a].knob].id) + " = "
            + value_text(plan, a, row.values[a]);
    return out;
}

std::string sweep_table(const Sweep& sweep) {
    const SweepPlan& plan = sweep.plan();
    std::vector<Sweep::Row> rows;
    for (std::size_t i = 0; i < sweep.rows(); ++i)
        if (auto row = sweep.row(i); row.done > 0)
            rows.push_back(std::move(row));
    const Scenario& s = *plan.base.scenario;
    std::string out = s.title + " (" + s.machine.title + ")\n";
    for (std::size_t n = 0; n < plan.numbers.size(); ++n) {
        double largest = 0;
        bool whole = true;
        for (const Sweep::Row& row : rows)
            if (const auto& e = row.numbers[n])
                for (const double v : {e->mean, e->low(), e->high()}) {
                    largest = std::max(largest, std::abs(v));
                    whole = whole && v == std::trunc(v);
                }
        Written unit = written_for(plan.numbers[n].unit, largest);
        if (whole && unit.scale == 1)
            unit.places = 0;
        std::vector<std::vector<std::string>> cells;
        std::vector<std::string> head;
        for (const SweepAxis& axis : plan.axes)
            head.emplace_back(knob_table()[axis.knob].id);
        head.insert(head.end(), {unit.unit.empty() ? "mean" : "mean [" + unit.unit + "]", "95 % interval", "runs"});
        cells.push_back(std::move(head));
        for (const Sweep::Row& row : rows) {
            std::vector<std::string> line;
            for (std::size_t a = 0; a < plan.axes.size(); ++a)
                line.push_back(value_text(plan, a, row.values[a]));
            const auto& e = row.numbers[n];
            line.push_back(e ? number(e->mean, unit) : "-");
            line.push_back(e && e->half ? number(e->low(), unit) + " … " + number(e->high(), unit) : "-");
            line.push_back(std::to_string(e ? e->count : 0));
            cells.push_back(std::move(line));
        }
        std::vector<std::size_t> widths(cells[0].size());
        for (const auto& line : cells)
            for (std::size_t c = 0; c < line.size(); ++c)
                widths[c] = std::max(widths[c], width(line[c]));
        out += "\n" + plan.numbers[n].text() + "\n";
        for (const auto& line : cells) {
            out += " ";
            for (std::size_t c = 0; c < line.size(); ++c)
                out += "  " + std::string(widths[c] - width(line[c]), ' ') + line[c];
            out += "\n";
        }
    }
    if (rows.empty())
        out += "\nNo run has finished.\n";
    return out;
}

std::string sweep_csv(const Sweep& sweep) {
    const SweepPlan& plan = sweep.plan();
    std::string out;
    for (const SweepAxis& axis : plan.axes)
        out += std::string(knob_table()[axis.knob].id) + ",";
    out += "metric,unit,mean,low,high,runs\n";
    for (std::size_t i = 0; i < sweep.rows(); ++i) {
        const Sweep::Row row = sweep.row(i);
        for (std::size_t n = 0; row.done > 0 && n < plan.numbers.size(); ++n) {
            for (std::size_t a = 0; a < plan.axes.size(); ++a)
                out += value_text(plan, a, row.values[a]) + ",";
            out += csv_field(plan.numbers[n].text()) + "," + std::string(unit_name(plan.numbers[n].unit)) + ",";
            const auto& e = row.numbers[n];
            if (e)
                append(out, e->mean);
            out += ",";
            if (e && e->half)
                append(out, e->low());
            out += ",";
            if (e && e->half)
                append(out, e->high());
            out += "," + std::to_string(e ? e->count : 0) + "\n";
        }
    }
    return out;
}

std::string sweep_json(const Sweep& sweep) {
    using Json = nlohmann::ordered_json;
    const SweepPlan& plan = sweep.plan();
    Json j;
    j["scenario"] = plan.base.scenario->id;
    j["title"] = plan.base.scenario->title;
    j["complete"] = sweep.complete();
    j["over"] = Json::array();
    for (const SweepAxis& axis : plan.axes)
        j["over"].push_back(knob_table()[axis.knob].id);
    auto& rows = j["rows"] = Json::array();
    for (std::size_t i = 0; i < sweep.rows(); ++i) {
        const Sweep::Row row = sweep.row(i);
        if (row.done == 0)
            continue;
        Json r;
        for (std::size_t a = 0; a < plan.axes.size(); ++a) {
            const Knob& knob = knob_table()[plan.axes[a].knob];
            const std::string text = format_value(knob, row.values[a]);
            const bool bare = knob.kind == KnobKind::number && text != "auto";
            r["values"][std::string(knob.id)] = bare ? Json(row.values[a]) : Json(text);
        }
        for (std::size_t n = 0; n < plan.numbers.size(); ++n) {
            auto& m = r["metrics"][plan.numbers[n].text()];
            m["unit"] = unit_name(plan.numbers[n].unit);
            const auto& e = row.numbers[n];
            m["mean"] = json_number(e ? std::optional(e->mean) : std::nullopt);
            m["low"] = json_number(e && e->half ? std::optional(e->low()) : std::nullopt);
            m["high"] = json_number(e && e->half ? std::optional(e->high()) : std::nullopt);
            m["runs"] = e ? e->count : 0;
        }
        auto& runs = r["runs"] = Json::array();
        for (const Sweep::One& one : row.runs) {
            if (!one.done)
                continue;
            Json o;
            o["seed"] = one.seed;
            o["run_id"] = one.run_id;
            o["fingerprint"] = hex16(one.kept.fingerprint);
            o["events"] = one.kept.events;
            if (!one.problem.empty())
                o["problem"] = one.problem;
            for (const SweepNumber& n : plan.numbers)
                if (const auto at = one.kept.values.find(n.text()); at != one.kept.values.end())
                    o["metrics"][n.text()] = json_number(at->second);
            runs.push_back(std::move(o));
        }
        rows.push_back(std::move(r));
    }
    return j.dump(2);
}

} // namespace sluice::app
