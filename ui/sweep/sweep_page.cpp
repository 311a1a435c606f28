// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/sweep_page.h"

#include "core/experiment/mechanisms.h"
#include "ui/chart/export_panel.h"
#include "ui/chart/sweep_chart.h"
#include "ui/kit/format.h"
#include "ui/kit/frames.h"
#include "ui/kit/notice.h"
#include "ui/sweep/sweep_data.h"
#include "ui/sweep/sweep_runner.h"
#include "ui/theme/dress.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QShortcut>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableWidget>

#include <algorithm>

namespace sluice::ui {

using experiment::Sweep;

namespace {

QString text(const std::string& s) {
    return QString::fromStdString(s);
}
QString text(std::string_view s) {
    return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}

/// Values worth trying: every choice, or six doublings around the present value.
QString proposed_values(const Knob& knob, KnobValue now) {
    QStringList list;
    switch (knob.kind) {
    case KnobKind::toggle:
        return QStringLiteral("off, on");
    case KnobKind::choice:
        for (std::size_t i = 0; i < knob.choices.size(); ++i)
            list << text(knob.choices[i].id);
        return list.join(QStringLiteral(", "));
    case KnobKind::set:
        list << QStringLiteral("none");
        for (std::size_t i = 0; i < knob.choices.size(); ++i)
            list << text(knob.choices[i].id);
        return list.join(QStringLiteral(", "));
    case KnobKind::number:
        break;
    }
    const KnobValue low = std::max<KnobValue>(knob.low, 1);
    KnobValue from = std::clamp<KnobValue>(now > 0 ? now : low, low, std::max(low, knob.high));
    for (int i = 0; i < 2 && from / 2 >= low; ++i)
        from /= 2;
    KnobValue to = from;
    for (int i = 0; i < 5 && to <= knob.high / 2; ++i)
        to *= 2;
    for (const KnobValue v : experiment::doubling(from, to))
        list << text(experiment::format_value(knob, v));
    return list.join(QStringLiteral(", "));
}

} // namespace

SweepPage::SweepPage(const std::string& folder, const std::string& program, QWidget* parent)
    : QWidget(parent)
    , runner_(new SweepRunner(folder, program, this))
    , scout_(new SweepRunner(folder, program, this)) {
    setObjectName("sweep_page");
    setAccessibleName(tr("Sweep"));
    set_surface(this, Token::canvas);
    experiment::FileError error;
    cards_ = experiment::shipped_claims(error);

    auto* halves = new QSplitter(Qt::Horizontal);
    halves->setChildrenCollapsible(false);
    halves->addWidget(build_form());
    halves->addWidget(build_results());
    halves->setStretchFactor(1, 1);
    halves->setSizes({px(380), px(1000)});
    no_scenario_ = new EmptyState;
    no_scenario_->set_texts(EmptyState::Sketch::chart, tr("No scenario is open"),
        tr("A sweep runs the open scenario once for each value of a knob. Open one first."), tr("To the start page"));
    pages_ = new QStackedWidget;
    pages_->addWidget(no_scenario_);
    pages_->addWidget(halves);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(pages_);

    // A field would take the keys for itself.
    auto* export_key = new QShortcut(QKeySequence(tr("Ctrl+E")), this);
    export_key->setContext(Qt::WidgetWithChildrenShortcut);
    connect(export_key, &QShortcut::activated, this, &SweepPage::export_chart);
    connect(no_scenario_, &EmptyState::pressed, this, &SweepPage::open_wanted);
    connect(no_sweep_, &EmptyState::pressed, this, &SweepPage::run);
    connect(runner_, &SweepRunner::changed, this, &SweepPage::show_all);
    connect(runner_, &SweepRunner::finished, this, [this] {
        const Sweep& s = *runner_->sweep();
        emit said(s.complete() ? tr("The sweep is done: %1 runs.").arg(format::count(static_cast<qint64>(s.total())))
                               : tr("The sweep is cancelled; %1 of %2 runs are kept.")
                                     .arg(format::count(static_cast<qint64>(s.done())),
                                         format::count(static_cast<qint64>(s.total()))));
        if (const std::string why = s.cache_problem(); !why.empty())
            show_error(tr("The runs are not kept for the next time. %1").arg(text(why)), nullptr);
        show_all();
    });
    connect(scout_, &SweepRunner::finished, this, [this] {
        if (blank_)
            show_blank();
    });
    set_base(std::nullopt);
}

void SweepPage::set_base(std::optional<experiment::RunInput> base) {
    const bool same = base && base_ && base->run_id() == base_->run_id();
    base_ = std::move(base);
    pages_->setCurrentIndex(base_ ? 1 : 0);
    if (!base_ || same)
        return;
    const auto& s = *base_->scenario;
    title_->setText(text(s.title));
    QString about = tr("%1 · from seed %2").arg(text(s.machine.title)).arg(base_->seed);
    if (!base_->interventions.empty())
        about += base_->interventions.size() == 1
            ? tr(" · with the change made during the run")
            : tr(" · with %1 changes made during the run").arg(base_->interventions.size());
    about_->setText(about);
    fill_knobs();
    fill_numbers();
    show_error({}, nullptr);
    show_all();
}

void SweepPage::fill_knobs() {
    const QString before = knob();
    const QSignalBlocker quiet(knob_);
    knob_->clear();
    const auto table = experiment::knob_table();
    const auto usual = experiment::usual_knobs(base_->scenario->knobs);
    const auto add = [&](experiment::KnobIndex k) {
        knob_->addItem(QStringLiteral("%1 · %2").arg(text(table[k].label), text(table[k].id)), text(table[k].id));
    };
    // The knobs of the subject first, then the rest as the panel has them; switched-off lines last.
    const auto sized = std::find_if(
        usual.begin(), usual.end(), [&](experiment::KnobIndex k) { return table[k].kind == KnobKind::number; });
    for (const auto k : usual)
        add(k);
    if (!usual.empty())
        knob_->insertSeparator(knob_->count());
    for (const bool lines : {false, true})
        for (experiment::KnobIndex k = 0; k < table.size(); ++k)
            if ((table[k].group == KnobGroup::line) == lines && std::find(usual.begin(), usual.end(), k) == usual.end())
                add(k);
    if (before.isEmpty() || !choose_knob(before))
        knob_->setCurrentIndex(sized == usual.end() ? 0 : static_cast<int>(sized - usual.begin()));
    take_knob();
}

bool SweepPage::choose_knob(const QString& id) {
    const int at = knob_->findData(id);
    if (at >= 0)
        knob_->setCurrentIndex(at);
    return at >= 0;
}

QString SweepPage::knob() const {
    return knob_->currentData().toString();
}

void SweepPage::take_knob() {
    const auto k = experiment::find_knob(knob().toStdString());
    if (!k || !base_)
        return;
    const Knob& of = experiment::knob_table()[*k];
    if (values_for_ != knob()) {
        values_for_ = knob();
        values_->setText(proposed_values(of, base_->scenario->knobs[*k]));
    }
    meaning_->setText(
        tr("%1 Now %2.").arg(text(of.meaning), text(experiment::display_value(of, base_->scenario->knobs[*k]))));
    show_error({}, nullptr);
}

void SweepPage::take_typed_knob() {
    // A knob may be typed as the list has it, or as its id.
    if (const int typed = knob_->findText(knob_->currentText()); typed >= 0)
        knob_->setCurrentIndex(typed);
    else
        choose_knob(knob_->currentText().trimmed());
}

void SweepPage::fill_numbers() {
    const QString before = number_->currentText();
    const QSignalBlocker quiet(number_);
    number_->clear();
    bool kept = false;
    for (const auto& n : experiment::usual_numbers(*base_->scenario)) {
        number_->addItem(text(n.text()));
        kept = kept || text(n.text()) == before;
    }
    if (kept)
        number_->setCurrentText(before);
    else
        number_->setCurrentIndex(0);
    show_meaning();
}

void SweepPage::show_meaning() {
    experiment::FileError ignored;
    const auto n = experiment::parse_sweep_number(number_->currentText().toStdString(), ignored);
    number_meaning_->setText(n ? number_meaning(*n) : QString());
}

void SweepPage::show_error(const QString& said_wrong, QWidget* field) {
    error_->setText(said_wrong);
    error_->setVisible(!said_wrong.isEmpty());
    for (QWidget* f : std::initializer_list<QWidget*>{values_, knob_, number_})
        set_wrong(f, !said_wrong.isEmpty() && f == field);
    if (field && !said_wrong.isEmpty())
        field->setFocus(Qt::OtherFocusReason);
}

std::optional<experiment::SweepPlan> SweepPage::read_plan() {
    experiment::FileError error;
    experiment::SweepPlan plan;
    plan.base = *base_;
    take_typed_knob();
    const auto k = experiment::find_knob(knob().toStdString());
    if (!k || (knob_->findText(knob_->currentText()) < 0 && knob_->currentText().trimmed() != knob())) {
        experiment::parse_axis(knob_->currentText().trimmed().toStdString(), error);
        show_error(text(error.text()), knob_);
        return std::nullopt;
    }
    auto values = experiment::parse_axis_values(experiment::knob_table()[*k], values_->text().toStdString(), error);
    if (!values) {
        show_error(text(error.text()), values_);
        return std::nullopt;
    }
    plan.axes.push_back({*k, std::move(*values)});
    plan.replicas = static_cast<std::uint64_t>(replicas_->value());
    plan.numbers = experiment::usual_numbers(*base_->scenario);
    const auto chosen = experiment::parse_sweep_number(number_->currentText().toStdString(), error);
    if (!chosen) {
        show_error(text(error.text()), number_);
        return std::nullopt;
    }
    if (std::find(plan.numbers.begin(), plan.numbers.end(), *chosen) == plan.numbers.end()) {
        plan.numbers.push_back(*chosen);
        if (number_->findText(text(chosen->text())) < 0)
            number_->addItem(text(chosen->text()));
    }
    number_->setCurrentText(text(chosen->text()));
    return plan;
}

void SweepPage::run() {
    if (!base_)
        return;
    auto plan = read_plan();
    if (!plan)
        return;
    experiment::FileError error;
    if (!runner_->start(*std::move(plan), error)) {
        show_error(text(error.text()), values_);
        return;
    }
    show_error({}, nullptr);
    set_places(sweep_places(runner_->sweep()->plan().axes[0]));
    blank_ = false;
    draw_->setChecked(false);
    show_all();
}

void SweepPage::draw_first() {
    if (!base_)
        return;
    auto plan = read_plan();
    if (!plan)
        return;
    runner_->cancel();
    plan->replicas = 1;
    const auto places = sweep_places(plan->axes[0]);
    plan->axes[0].values = {base_->scenario->knobs[plan->axes[0].knob]};
    experiment::FileError error;
    if (!scout_->start(*std::move(plan), error)) {
        show_error(text(error.text()), values_);
        return;
    }
    show_error({}, nullptr);
    blank_ = true;
    set_places(places);
    draw_->setChecked(false);
    show_blank();
}

void SweepPage::set_places(std::vector<double> places) {
    if (places == places_)
        return; // a curve that was drawn for these values stays
    places_ = std::move(places);
    drawn_.clear();
    chart_->set_prediction_places(places_);
}

void SweepPage::show_drawn(const experiment::SweepNumber& number, double scale) {
    if (drawn_for_ == number.text() && drawn_scale_ == scale)
        return;
    drawn_for_ = number.text();
    drawn_scale_ = scale;
    std::vector<double> values = drawn_[drawn_for_];
    for (double& v : values)
        v *= scale;
    chart_->set_prediction(std::move(values));
}

void SweepPage::show_blank() {
    const Sweep& scout = *scout_->sweep();
    auto plan = read_plan();
    if (!plan)
        return;
    experiment::FileError error;
    const auto empty = Sweep::make(*plan, {}, nullptr, error);
    if (!empty)
        return;
    const auto& numbers = scout.plan().numbers;
    const auto n = static_cast<std::size_t>(std::find_if(numbers.begin(), numbers.end(), [&](const auto& x) {
        return text(x.text()) == number_->currentText();
    }) - numbers.begin());
    if (n >= numbers.size())
        return;
    const auto now = scout.row(0).numbers[n];
    // The unit is the one that the sweep will have, as far as can be known.
    experiment::Published known = experiment::published_for(cards_, *base_, plan->axes[0].knob, plan->numbers[n]);
    if (now)
        known.levels.push_back({{}, {}, now->mean});
    const SweepUnit unit = sweep_unit(*empty, n, known);
    ChartData c = sweep_chart(*empty, n, {}, unit);
    c.references.clear();
    c.note = now ? tr("draw what you expect; the axis reaches to twice what the scenario gives as it is")
                 : tr("the scenario is run as it is, for the scale of the axis");
    c.empty_state = {};
    if (now && now->mean > 0)
        c.references.push_back({2 * now->mean * unit.scale, {}, true});
    chart_->set_data(std::move(c));
    show_drawn(plan->numbers[n], unit.scale);
    table_->hide();
    state_->setText({});
    results_->setCurrentIndex(1);
    show_buttons();
    // Before the scale is known there is nothing to draw against.
    draw_->setEnabled(now.has_value());
    draw_->setChecked(now.has_value());
}

void SweepPage::cancel() {
    runner_->cancel();
}

std::size_t SweepPage::shown_number() const {
    const auto& numbers = runner_->sweep()->plan().numbers;
    experiment::FileError ignored;
    const auto n = experiment::parse_sweep_number(number_->currentText().toStdString(), ignored);
    const auto at = n ? std::find(numbers.begin(), numbers.end(), *n) : numbers.end();
    return at == numbers.end() ? 0 : static_cast<std::size_t>(at - numbers.begin());
}

void SweepPage::show_all() {
    if (blank_) {
        show_blank();
        return;
    }
    const Sweep* sweep = runner_->sweep();
    results_->setCurrentIndex(sweep ? 1 : 0);
    show_buttons();
    if (!sweep)
        return;
    progress_->setVisible(runner_->running());
    progress_->set_progress(
        static_cast<qint64>(sweep->done()), static_cast<qint64>(sweep->total()), runner_->seconds_left());
    const std::size_t n = shown_number();
    const auto& plan = sweep->plan();
    published_ = experiment::published_for(cards_, plan.base, plan.axes[0].knob, plan.numbers[n]);
    const SweepUnit unit = sweep_unit(*sweep, n, published_);
    chart_->set_data(sweep_chart(*sweep, n, published_, unit));
    show_drawn(plan.numbers[n], unit.scale);
    table_->show();
    show_table();
    QString state = tr("%1: %2 of %3 runs")
                        .arg(text(plan.base.scenario->title), format::count(static_cast<qint64>(sweep->done())),
                            format::count(static_cast<qint64>(sweep->total())));
    if (sweep->from_cache())
        state += tr(", %1 known before").arg(format::count(static_cast<qint64>(sweep->from_cache())));
    state_->setText(state);
    state_->setToolTip(state);
}

void SweepPage::show_table() {
    const Sweep& sweep = *runner_->sweep();
    const std::size_t n = shown_number();
    const auto& plan = sweep.plan();
    const SweepUnit unit = sweep_unit(sweep, n, published_);
    const Knob& knob = experiment::knob_table()[plan.axes[0].knob];
    const auto with
        = [&](const QString& name) { return unit.name.isEmpty() ? name : tr("%1, %2").arg(name, unit.name); };
    const QString heading = knob.unit.empty() ? text(knob.label) : tr("%1, %2").arg(text(knob.label), text(knob.unit));
    table_->setHorizontalHeaderLabels(
        {heading, with(tr("Mean")), with(tr("95 % interval")), tr("Runs"), tr("State"), with(tr("Published"))});
    table_->setColumnHidden(5, published_.points.empty());
    table_->setRowCount(static_cast<int>(sweep.rows()));
    double largest = 0;
    for (std::size_t i = 0; i < sweep.rows(); ++i)
        if (const auto e = sweep.row(i).numbers[n])
            largest = std::max(largest, std::abs(e->mean) * unit.scale);
    const int places = largest >= 1000 ? 0 : largest >= 100 ? 1 : largest >= 1 || largest == 0 ? 2 : 4;
    for (int i = 0; i < table_->rowCount(); ++i) {
        const auto row = sweep.row(static_cast<std::size_t>(i));
        const auto& e = row.numbers[n];
        const auto number = [&](double v) { return format::real(v * unit.scale, places); };
        QString state;
        std::size_t known = 0;
        for (const auto& one : row.runs) {
            known += one.from_cache;
            if (!one.problem.empty() && state.isEmpty())
                state = tr("seed %1: %2").arg(one.seed).arg(text(one.problem));
        }
        if (state.isEmpty())
            state = row.complete()   ? known == row.runs.size() ? tr("known before") : tr("done")
                  : runner_->running() ? row.done ? tr("running") : tr("waiting")
                  : row.done ? tr("cancelled, what is done is kept")
                                     : tr("cancelled");
        const KnobValue value = row.values[0];
        const auto said = std::find_if(published_.points.begin(), published_.points.end(),
            [&](const experiment::PublishedPoint& p) { return p.value == value; });
        const bool bare = knob.kind == KnobKind::number && !(value == 0 && !knob.automatic.empty());
        const QString cells[] = {bare ? format::count(value) : text(experiment::display_value(knob, value)),
            e ? number(e->mean) : QStringLiteral("–"),
            e && e->half ? tr("%1 to %2").arg(number(e->low()), number(e->high())) : QStringLiteral("–"),
            tr("%1 of %2").arg(row.done).arg(row.runs.size()), state,
            said == published_.points.end() ? QString() : number(said->number)};
        for (int c = 0; c < 6; ++c) {
            QTableWidgetItem* item = table_->item(i, c);
            if (!item) {
                item = new QTableWidgetItem;
                item->setTextAlignment(c != 4 ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
                table_->setItem(i, c, item);
            }
            if (item->text() != cells[c])
                item->setText(cells[c]);
        }
    }
    table_->resizeColumnsToContents();
}

void SweepPage::show_buttons() {
    const Sweep* sweep = runner_->sweep();
    const bool rest = sweep && !runner_->running() && !sweep->complete();
    run_->setText(rest && !blank_ ? tr("Go on") : tr("Run the sweep"));
    run_->setVisible(!runner_->running());
    first_->setVisible(!runner_->running());
    progress_->setVisible(runner_->running());
    draw_->setEnabled(true);
    open_->setEnabled(sweep && !blank_ && table_->currentRow() >= 0 && !table_->selectedItems().isEmpty());
    export_->setEnabled(sweep && !blank_ && sweep->done() > 0);
}

void SweepPage::open_row() {
    const int row = table_->currentRow();
    if (runner_->sweep() && row >= 0 && static_cast<std::size_t>(row) < runner_->sweep()->rows())
        emit run_requested(runner_->sweep()->input(static_cast<std::size_t>(row)));
}

void SweepPage::export_chart() {
    const Sweep* sweep = runner_->sweep();
    if (!sweep || sweep->done() == 0)
        return;
    const auto& base = sweep->plan().base;
    const std::uint64_t last = base.seed + sweep->plan().replicas - 1;
    auto* panel = new ExportPanel(this);
    panel->setWindowFlags(Qt::Tool);
    panel->setWindowTitle(tr("Export %1").arg(chart_->data().title));
    panel->setAttribute(Qt::WA_DeleteOnClose);
    const QPointer<SweepChart> source(chart_);
    panel->set_source([source] { return source ? source->shown_data() : ChartData{}; });
    panel->set_footnote(
        tr("Sluice · %1 · %2 · run %3")
            .arg(text(base.scenario->title),
                last > base.seed ? tr("seeds %1 to %2").arg(base.seed).arg(last) : tr("seed %1").arg(base.seed),
                text(base.run_id())));
    panel->set_proposed_name(text(base.scenario->id) + '_' + knob());
    connect(
        panel, &ExportPanel::written, this, [this](const QString& path) { emit said(tr("Written: %1").arg(path)); });
    connect(panel, &ExportPanel::failed, this, &SweepPage::said);
    connect(panel, &ExportPanel::closed, panel, &QWidget::close);
    panel->move(chart_->mapToGlobal(QPoint(px(80), px(20))));
    panel->show();
}

void SweepPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (base_)
        values_->setFocus(Qt::OtherFocusReason);
    else
        no_scenario_->button()->setFocus(Qt::OtherFocusReason);
}

void SweepPage::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        emit closed();
    else if (event->key() == Qt::Key_T)
        chart_->set_table_shown(!chart_->table_shown());
    else
        QWidget::keyPressEvent(event);
}

} // namespace sluice::ui
