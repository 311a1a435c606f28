// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/charts_area.h"

#include "ui/chart/timeline.h"
#include "ui/kit/controls.h"
#include "ui/kit/format.h"
#include "ui/panel/record_words.h"
#include "ui/player/computed_run.h"
#include "ui/player/player.h"
#include "ui/theme/dress.h"
#include "ui/theme/icons.h"

#include <QActionGroup>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sluice::ui {

namespace {

constexpr RecordIndex kSlice = 400'000; ///< records measured in one go
constexpr int kShowEvery = 4; ///< readings between two new pictures while a run is computed
constexpr int kLeft = 68, kRight = 168; ///< px, shared gutter of timeline and charts
constexpr int kTwoCharts = 300; ///< least height for two charts below the timeline, px at 100 %

std::set<experiment::MetricQuery> all_queries(const experiment::Scenario& scenario) {
    std::set<experiment::MetricQuery> all;
    for (const RunChart& c : run_charts())
        all.merge(chart_queries(c.name, scenario));
    return all;
}

} // namespace

ChartsArea::ChartsArea(Player& player, QWidget* parent)
    : QWidget(parent)
    , player_(player)
    , timeline_(new Timeline) {
    setObjectName("charts");
    setAccessibleName(tr("Charts"));
    set_surface(this, Token::panel);
    timeline_->setObjectName("timeline");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(timeline_);
    switch_ = new Segmented({QString(), QString()});
    switch_row_ = new QWidget;
    auto* row = new QHBoxLayout(switch_row_);
    row->setContentsMargins(px(kLeft), px(4), 0, 0);
    row->addWidget(switch_);
    row->addStretch();
    column->addWidget(switch_row_);
    for (int i = 0; i < 2; ++i) {
        auto* c = charts_[static_cast<std::size_t>(i)] = new TimeChart;
        column->addWidget(c, 1);
        auto* more = more_[static_cast<std::size_t>(i)] = new QToolButton(c);
        more->setIcon(icon("more", Token::ink2));
        more->setAutoRaise(true);
        more->setAccessibleName(tr("Choose the chart, or export it"));
        more->setToolTip(tr("Choose the chart, or export it"));
        more->setFixedSize(px(24), px(24));
        connect(more, &QToolButton::clicked, this, [this, i] { open_menu(i); });
        connect(c, &TimeChart::seek_requested, this, &ChartsArea::seek_requested);
        connect(c, &TimeChart::range_changed, this, &ChartsArea::set_range);
        connect(c, &ChartWidget::empty_action, this, &ChartsArea::first_drain_requested);
        connect(c, &ChartWidget::menu_requested, this, [this, i] { open_menu(i); });
    }
    connect(charts_[0], &TimeChart::cursor_moved, charts_[1],
        [this](double t) { charts_[1]->set_cursor(t == t ? std::optional(t) : std::nullopt); });
    connect(charts_[1], &TimeChart::cursor_moved, charts_[0],
        [this](double t) { charts_[0]->set_cursor(t == t ? std::optional(t) : std::nullopt); });
    connect(timeline_, &Timeline::seek_requested, this, &ChartsArea::seek_requested);
    connect(timeline_, &Timeline::range_changed, this, &ChartsArea::set_range);
    connect(timeline_, &Timeline::mark_activated, this, &ChartsArea::knob_mark_activated);
    connect(switch_, &Segmented::chosen, this, [this] { fold(); });

    connect(&player_, &Player::run_changed, this, &ChartsArea::take_runs);
    connect(&player_, &Player::moment_changed, this, &ChartsArea::show_moment);
    connect(&player_, &Player::marks_changed, this, [this] {
        dirty_ = true;
        timer_.start();
    });
    connect(&player_, &Player::head_changed, this, [this] {
        timeline_->set_head(static_cast<double>(player_.head()));
        if (!timer_.isActive())
            timer_.start();
    });
    connect(&player_, &Player::playing_changed, this, [this](bool on) {
        timeline_->set_playing(on);
        for (TimeChart* c : charts_)
            c->set_playing(on);
    });
    // Charts grow four times a second while a run is computed; reading goes on in between.
    timer_.setInterval(60);
    connect(&timer_, &QTimer::timeout, this, &ChartsArea::read);
    fold();
}

void ChartsArea::take_runs() {
    // Another subject begins with its own charts; what was chosen stays within one.
    if (player_.has_run())
        if (const std::pair<QString, QString> usual = usual_charts(player_.scenario()); usual != usual_) {
            usual_ = usual;
            choose(0, usual.first);
            choose(1, usual.second);
        }
    if (!player_.has_run()) {
        a_.reset();
        b_.reset();
        return;
    }
    const auto take = [](std::unique_ptr<RunMeasure>& into, const ComputedRun* run) {
        if (!run)
            into.reset();
        else if (!into || &into->run() != run)
            into = std::make_unique<RunMeasure>(*run, all_queries(run->scenario()));
    };
    // A run that changes its role keeps what was measured.
    if (player_.a() && b_ && &b_->run() == player_.a())
        a_ = std::move(b_);
    take(b_, &player_.b());
    take(a_, player_.a() == &player_.b() ? nullptr : player_.a());
    dirty_ = true;
    const auto length = static_cast<double>(player_.length());
    set_range(0, length);
    read();
    show_data();
    timer_.start();
}

QString ChartsArea::label_of(bool of_a) const {
    if (!player_.has_run() || !player_.a() || player_.a() == &player_.b())
        return tr("This run");
    // What the two differ in, as the knobs say it.
    const ComputedRun &a = *player_.a(), &b = player_.b(), &me = of_a ? a : b;
    QStringList parts;
    const auto table = experiment::knob_table();
    const Time end = player_.length();
    for (experiment::KnobIndex k = 0; k < table.size() && parts.size() < 2; ++k)
        if (a.knob_at(k, end) != b.knob_at(k, end))
            parts << QString::fromStdString(experiment::display_value(table[k], me.knob_at(k, end)));
    if (a.input().seed != b.input().seed)
        parts << tr("seed %1").arg(me.input().seed);
    return parts.isEmpty() ? tr("same knobs") : parts.join(", ").toLower();
}

std::optional<ChartSide> ChartsArea::side(bool of_a) const {
    const RunMeasure* m = of_a ? a_.get() : b_.get();
    if (!m)
        return std::nullopt;
    return ChartSide{[m](const experiment::MetricQuery& q) { return m->series(q); }, &m->run().scenario(),
        label_of(of_a), std::max<Time>(m->run().head(), 0)};
}

void ChartsArea::read() {
    bool grew = false, behind = false;
    for (RunMeasure* m : {b_.get(), a_.get()})
        if (m) {
            grew = m->read(kSlice) || grew;
            behind = behind || !m->caught_up() || !m->run().finished();
        }
    dirty_ = dirty_ || grew;
    if (dirty_ && (++reads_ % kShowEvery == 0 || !behind)) {
        show_data();
        dirty_ = false;
    }
    if (!behind && !dirty_)
        timer_.stop();
}

void ChartsArea::show_data() {
    const auto b = side(false), a = side(true);
    if (!b)
        return;
    for (std::size_t i = 0; i < charts_.size(); ++i)
        charts_[i]->set_data(make_run_chart(names_[i], *b, a ? &*a : nullptr));
    show_timeline();
    show_moment();
    emit data_changed();
}

void ChartsArea::show_timeline() {
    TimelineData t;
    t.to = static_cast<double>(player_.length());
    t.head = static_cast<double>(player_.head());
    t.stall_rule = tr("above half a tick");
    const auto& all = player_.interventions();
    const auto table = experiment::knob_table();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Knob& k = table[all[i].knob];
        t.marks.push_back({MarkKind::knob, static_cast<double>(all[i].at),
            tr("%1: %2").arg(QString::fromUtf8(k.label.data(), static_cast<qsizetype>(k.label.size())),
                QString::fromStdString(experiment::display_value(k, all[i].value))),
            static_cast<int>(i)});
    }
    for (const Time at : player_.breakpoints())
        t.marks.push_back({MarkKind::breakpoint, static_cast<double>(at), {}, -1});
    std::size_t beats = 0;
    for (const BeatMark& beat : player_.marks().beats())
        if (beat.beat != Beat::round && ++beats <= 12) {
            Record r;
            r.kind = Kind::beat;
            r.to = static_cast<std::uint16_t>(beat.beat);
            r.a = beat.number;
            t.marks.push_back({MarkKind::beat, static_cast<double>(beat.at), record_sentence(r, {}), -1});
        }
    std::sort(t.marks.begin(), t.marks.end(), [](const TimelineMark& x, const TimelineMark& y) { return x.at < y.at; });
    for (const DrainMark& d : player_.marks().drains())
        t.drains.push_back({static_cast<double>(d.start), static_cast<double>(d.end ? d.end : player_.head()),
            tr("drain on CPU %1, %2").arg(d.cpu).arg(format::count(static_cast<qint64>(d.pages), tr("pages"))), {}});
    add_landmarks(t);
    for (const StallMark& s : player_.marks().stalls())
        t.stalls.push_back({static_cast<double>(s.start), static_cast<double>(s.end),
            tr("preemption off on CPU %1").arg(s.cpu), cause_words(s.cause)});
    std::sort(
        t.stalls.begin(), t.stalls.end(), [](const TimelineSpan& x, const TimelineSpan& y) { return x.from < y.from; });
    const Range range = timeline_->time_range();
    timeline_->set_data(std::move(t));
    timeline_->set_time_range(range.from, range.to);
}

/// Runs of files and giants drain no quicklists: the row shows what their subject jumps to. Of very many, some: a block
/// of pixels stands for its first one anyhow.
void ChartsArea::add_landmarks(TimelineData& t) const {
    const Player::Landmark kind = player_.landmark();
    if (kind == Player::Landmark::drain || !t.drains.empty())
        return;
    const bool pieces = kind == Player::Landmark::piece && !player_.marks().pieces().empty();
    const auto& all = kind == Player::Landmark::flush ? player_.marks().flushes()
        : pieces                                      ? player_.marks().pieces()
                                                      : player_.marks().rounds();
    t.jumps = kind == Player::Landmark::flush ? tr("flushes") : pieces ? tr("pieces") : tr("rounds");
    const QString what = kind == Player::Landmark::flush ? tr("a vector is emptied")
        : pieces                                         ? tr("a piece is free")
                                                         : tr("a round of the gather ends");
    constexpr std::size_t most = 2000;
    const std::size_t every = all.size() / most + 1;
    for (std::size_t i = 0; i < all.size(); i += every)
        t.drains.push_back({static_cast<double>(all[i]), static_cast<double>(all[i]), what, {}});
}

void ChartsArea::show_moment() {
    const auto t = static_cast<double>(player_.playhead());
    timeline_->set_playhead(t);
    for (TimeChart* c : charts_)
        if (c->isVisible())
            c->set_playhead(t);
}

void ChartsArea::set_waiting(Time so_far) {
    std::optional<OpenSample> open;
    if (so_far > 0)
        open = OpenSample{.since = static_cast<double>(player_.playhead() - so_far),
            .value = static_cast<double>(so_far) / 1000,
            .text = tr("%1 so far").arg(format::duration(so_far))};
    for (std::size_t i = 0; i < charts_.size(); ++i)
        charts_[i]->set_open_sample(names_[i] == "latency" ? open : std::nullopt);
}

void ChartsArea::set_range(double from, double to) {
    timeline_->set_time_range(from, to);
    for (TimeChart* c : charts_)
        c->set_time_range(from, to);
}

void ChartsArea::set_reveal(Reveal reveal) {
    timeline_->set_reveal(reveal);
    for (TimeChart* c : charts_)
        c->set_reveal(reveal);
}

void ChartsArea::choose(int place, const QString& name) {
    const auto i = static_cast<std::size_t>(place);
    if (names_[i] == name)
        return;
    names_[i] = name;
    const auto b = side(false), a = side(true);
    if (b)
        charts_[i]->set_data(make_run_chart(name, *b, a ? &*a : nullptr));
    show_moment();
    emit seen("chart." + name);
}

void ChartsArea::show_chart(const QString& name) {
    const auto all = run_charts();
    const auto at = std::find_if(all.begin(), all.end(), [&](const RunChart& c) { return name == c.name; });
    if (at == all.end() || !at->over_time)
        return;
    if (names_[1] == name)
        switch_->set_current(1);
    else if (names_[0] != name)
        choose(0, name);
    if (names_[0] == name)
        switch_->set_current(0);
    fold();
}

ChartWidget* ChartsArea::find_chart(const QString& name) {
    for (std::size_t i = 0; i < names_.size(); ++i)
        if (names_[i] == name)
            return charts_[i];
    return nullptr;
}

TimeChart& ChartsArea::current_chart() {
    for (TimeChart* c : charts_)
        if (c->hasFocus() || c->isAncestorOf(focusWidget()))
            return *c;
    return charts_[0]->isVisible() ? *charts_[0] : *charts_[1];
}

void ChartsArea::open_menu(int place) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    auto* group = new QActionGroup(menu);
    for (const RunChart& c : run_charts()) {
        if (!c.over_time)
            continue;
        QAction* act = menu->addAction(c.title);
        act->setToolTip(c.meaning);
        act->setCheckable(true);
        act->setChecked(names_[static_cast<std::size_t>(place)] == c.name);
        group->addAction(act);
        connect(act, &QAction::triggered, this, [this, place, name = QString(c.name)] { choose(place, name); });
    }
    menu->addSeparator();
    TimeChart* chart = charts_[static_cast<std::size_t>(place)];
    connect(menu->addAction(icon("table"), tr("As table\tT")), &QAction::triggered, this,
        [chart] { chart->set_table_shown(!chart->table_shown()); });
    connect(menu->addAction(icon("fit"), tr("Whole run\tHome")), &QAction::triggered, this,
        [this] { set_range(0, static_cast<double>(player_.length())); });
    const QPoint at = more_[static_cast<std::size_t>(place)]->mapToGlobal(QPoint(0, px(24)));
    connect(menu->addAction(icon("exp"), tr("Export this chart…")), &QAction::triggered, this,
        [this, chart, at] { emit export_requested(chart, at); });
    menu->popup(at);
}

void ChartsArea::set_parts(bool timeline, bool charts) {
    charts_shown_ = charts;
    timeline_->setVisible(timeline);
    setVisible(timeline || charts);
    fold();
}

void ChartsArea::fold() {
    QStringList words;
    for (const QString& name : names_)
        for (const RunChart& c : run_charts())
            if (name == c.name)
                words << c.title;
    const int current = switch_->current();
    switch_->set_words(words);
    switch_->set_current(current);
    const bool two = height() - timeline_->sizeHint().height() >= px(kTwoCharts);
    switch_row_->setVisible(charts_shown_ && !two);
    charts_[0]->setVisible(charts_shown_ && (two || switch_->current() == 0));
    charts_[1]->setVisible(charts_shown_ && (two || switch_->current() == 1));
    // The timeline alone has its height; there is nothing to give more room to.
    setMaximumHeight(charts_shown_ ? QWIDGETSIZE_MAX : timeline_->sizeHint().height());
    charts_[0]->set_x_labels(!two);
    const int left = px(kLeft), right = px(width() < px(460) ? 96 : width() < px(700) ? 120 : kRight);
    timeline_->set_gutter(left, right);
    switch_row_->layout()->setContentsMargins(width() < px(460) ? px(8) : left, px(4), 0, 0);
    for (std::size_t i = 0; i < charts_.size(); ++i) {
        charts_[i]->set_gutter(left, right);
        more_[i]->move(charts_[i]->width() - px(28), px(2));
        more_[i]->raise();
    }
    for (std::size_t i = 0; i < charts_.size(); ++i)
        if (charts_[i]->isVisible())
            emit seen("chart." + names_[i]);
}

void ChartsArea::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fold();
    QTimer::singleShot(0, this, &ChartsArea::fold);
}

} // namespace sluice::ui
