// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/runs_panel.h"

#include "ui/kit/format.h"
#include "ui/player/computed_run.h"
#include "ui/player/player.h"
#include "ui/theme/dress.h"
#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace sluice::ui {

namespace {
enum Column { role, what, drained, longest, fingerprint, columns };
constexpr RecordIndex kSlice = 400'000;
}

RunsPanel::RunsPanel(Player& player, QWidget* parent)
    : QWidget(parent)
    , player_(player)
    , table_(new QTableWidget(0, columns)) {
    setObjectName("runs");
    setAccessibleName(tr("Runs"));
    set_surface(this, Token::panel);
    table_->setObjectName("run_table");
    table_->setHorizontalHeaderLabels(
        {tr("Role"), tr("What it has otherwise"), tr("Drained, pages"), tr("Longest section"), tr("Fingerprint")});
    const int widths[] = {44, 150, 96, 100, 150};
    for (int c = 0; c < columns; ++c)
        table_->setColumnWidth(c, px(widths[c]));
    table_->verticalHeader()->hide();
    table_->setShowGrid(false);
    table_->setWordWrap(true);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setTabKeyNavigation(false);
    table_->setAccessibleName(tr("Runs made so far"));
    auto* note = make_label(tr("Each change of a knob makes a run. B is played; A stands behind it, dashed."),
        type::note, Weight::regular, Token::ink2);
    note->setWordWrap(true);
    as_b_ = new QPushButton(tr("Play it as B"));
    as_a_ = new QPushButton(tr("Compare it as A"));
    auto* row = new QHBoxLayout;
    row->addWidget(as_b_);
    row->addWidget(as_a_);
    row->addStretch();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(px(12), px(8), px(12), px(10));
    column->addWidget(note);
    column->addWidget(table_, 1);
    column->addLayout(row);
    connect(as_a_, &QPushButton::clicked, this, [this] { choose(true); });
    connect(as_b_, &QPushButton::clicked, this, [this] { choose(false); });
    connect(table_, &QTableWidget::cellActivated, this, [this] { choose(false); });
    later_.setSingleShot(true);
    later_.setInterval(200);
    connect(&later_, &QTimer::timeout, this, &RunsPanel::refresh);
    const auto soon = [this] {
        if (!later_.isActive())
            later_.start();
    };
    connect(&player_, &Player::run_changed, this, soon);
    connect(&player_, &Player::head_changed, this, soon);
}

QString RunsPanel::label_of(const ComputedRun& run, const ComputedRun& first) {
    const auto table = experiment::knob_table();
    const auto unit = format::time_unit(run.scenario().length);
    QStringList parts;
    for (experiment::KnobIndex k = 0; k < table.size(); ++k)
        if (run.scenario().knobs[k] != first.scenario().knobs[k])
            parts << tr("%1: %2").arg(
                QString::fromUtf8(table[k].label.data(), static_cast<qsizetype>(table[k].label.size())),
                QString::fromStdString(experiment::display_value(table[k], run.scenario().knobs[k])));
    for (const auto& i : run.input().interventions)
        parts << tr("from %1: %2 %3")
                     .arg(format::with_unit(format::moment(i.at, unit), format::unit_name(unit)),
                         QString::fromUtf8(
                             table[i.knob].label.data(), static_cast<qsizetype>(table[i.knob].label.size())),
                         QString::fromStdString(experiment::display_value(table[i.knob], i.value)));
    if (run.input().seed != first.input().seed)
        parts << tr("seed %1").arg(run.input().seed);
    return parts.isEmpty() ? tr("as it was opened") : parts.join("; ");
}

void RunsPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void RunsPanel::refresh() {
    if (!isVisible() || !player_.has_run())
        return;
    runs_ = player_.history().runs();
    std::erase_if(marks_, [&](const auto& m) {
        return std::none_of(runs_.begin(), runs_.end(), [&](const auto& r) { return r.get() == m.first; });
    });
    const int selected = table_->currentRow();
    table_->setRowCount(static_cast<int>(runs_.size()));
    bool behind = false;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
        const ComputedRun& run = *runs_[i];
        auto& marks = marks_[&run];
        if (!marks)
            marks = std::make_unique<Marks>(1);
        marks->read(*run.journal(), kSlice);
        behind = behind || !run.finished() || marks->position() < run.journal()->size();
        std::uint64_t pages = 0;
        for (const DrainMark& d : marks->drains())
            pages += d.pages;
        Time longest_section = 0;
        for (const StallMark& s : marks->stalls())
            longest_section = std::max(longest_section, s.end - s.start);
        const bool a = player_.a() == &run, b = &player_.b() == &run;
        const QStringList cells{a && b ? tr("A and B")
                : a                    ? tr("A")
                : b                    ? tr("B")
                                       : QString(),
            label_of(run, *runs_.front()), format::count(static_cast<qint64>(pages)), format::duration(longest_section),
            run.finished() ? QString::fromStdString(experiment::format_fingerprint(run.fingerprint()))
                           : tr("computing")};
        for (int c = 0; c < columns; ++c) {
            auto* item = new QTableWidgetItem(cells[c]);
            item->setToolTip(cells[c]);
            if (c == drained || c == longest)
                item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            table_->setItem(static_cast<int>(i), c, item);
        }
    }
    table_->resizeRowsToContents();
    table_->setCurrentCell(std::clamp(selected, 0, static_cast<int>(runs_.size()) - 1), 0);
    if (behind)
        later_.start();
}

void RunsPanel::choose(bool as_a) {
    const int row = table_->currentRow();
    if (row < 0 || static_cast<std::size_t>(row) >= runs_.size())
        return;
    const auto run = runs_[static_cast<std::size_t>(row)];
    const Roles now = player_.history().now();
    as_a ? player_.set_roles(run, now.b) : player_.set_roles(now.b == run ? now.a : now.b, run);
}

} // namespace sluice::ui
