// SPDX-License-Identifier: GPL-3.0-or-later
// How the laboratory stands in a window of any size: docks and tabs in a wide one; in a narrow one rails, one panel at
// a time, and charts that come when they are asked for.
#include "core/lesson/session.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/theme/theme.h"
#include "ui/window/charts_area.h"
#include "ui/window/lab_page.h"
#include "ui/window/rail.h"

#include <QDockWidget>
#include <QSplitter>
#include <QTabBar>
#include <QToolBar>
#include <QToolButton>

namespace sluice::ui {

namespace {

constexpr int kLesson = 264, kPanel = 330, kPanelNarrow = 284; ///< widths, px at 100 %

int units(int length) {
    return length * 100 / std::max(1, px(100));
}

} // namespace

Rail* LabPage::add_rail(Qt::Edge side, Qt::ToolBarArea area) {
    auto* rail = new Rail(side);
    auto* bar = new QToolBar(side == Qt::LeftEdge ? tr("Lesson rail") : tr("Panel rail"));
    bar->setObjectName(side == Qt::LeftEdge ? "left_rail_bar" : "right_rail_bar");
    bar->setMovable(false);
    bar->setFloatable(false);
    bar->toggleViewAction()->setVisible(false);
    bar->setContentsMargins(0, 0, 0, 0);
    bar->addWidget(rail);
    addToolBar(area, bar);
    bar->hide();
    rail->setObjectName(side == Qt::LeftEdge ? "left_rail" : "right_rail");
    rail->setAccessibleName(bar->windowTitle());
    return rail;
}

void LabPage::fill_rails() {
    left_rail_ = add_rail(Qt::LeftEdge, Qt::LeftToolBarArea);
    right_rail_ = add_rail(Qt::RightEdge, Qt::RightToolBarArea);
    lesson_button_ = left_rail_->add("book", tr("Lesson"));
    connect(lesson_button_, &QToolButton::clicked, this, [this] { open_panel(lesson_dock_); });
    charts_button_ = right_rail_->add("chart", tr("Charts"), "C");
    connect(charts_button_, &QToolButton::clicked, this, [this](bool on) { show_charts(on); });
    static constexpr const char* kIcons[] = {"knobs", "code", "list", "search", "lock", "clock", "compare"};
    for (std::size_t i = 0; i < panels().size(); ++i) {
        QDockWidget* dock = panels()[i];
        QToolButton* button = right_rail_->add(kIcons[i], dock->windowTitle());
        panel_buttons_.push_back(button);
        connect(
            button, &QToolButton::clicked, this, [this, dock](bool on) { on ? open_panel(dock) : fold_panel(dock); });
    }
    for (QDockWidget* dock : docks()) {
        connect(dock->toggleViewAction(), &QAction::triggered, this, [this, dock](bool on) {
            if (on)
                open_panel(dock);
        });
        connect(dock, &QDockWidget::visibilityChanged, this, &LabPage::show_rails);
    }
    connect(lesson_, &LessonPanel::step_changed, this, &LabPage::show_rails);
}

std::vector<QDockWidget*> LabPage::panels() const {
    return {knobs_dock_, code_dock_, events_dock_, inspect_dock_, locks_dock_, delays_dock_, runs_dock_};
}

void LabPage::show_rails() {
    if (!right_rail_ || !charts_button_)
        return;
    const bool rails = folding_.rails() && !bare_;
    const bool lesson = lesson_->has_lesson();
    if (lesson) {
        const int step = static_cast<int>(lesson_->session()->step_index()) + 1;
        const int all = static_cast<int>(lesson_->session()->lesson().steps.size());
        left_rail_->set_note(QStringLiteral("%1/%2").arg(step).arg(all));
        lesson_button_->setToolTip(tr("Lesson: %1, step %2 of %3")
                                       .arg(QString::fromStdString(lesson_->session()->lesson().title))
                                       .arg(step)
                                       .arg(all));
        lesson_button_->setAccessibleName(lesson_button_->toolTip());
    }
    left_rail_->parentWidget()->setVisible(rails && lesson && lesson_dock_->isHidden());
    right_rail_->parentWidget()->setVisible(rails);
    lesson_button_->setChecked(false);
    lesson_->set_foldable(rails);
    bool open = false;
    for (std::size_t i = 0; i < panel_buttons_.size(); ++i) {
        panel_buttons_[i]->setChecked(!panels()[i]->isHidden());
        if (!panels()[i]->isHidden())
            right_rail_->set_wanted(panel_buttons_[i], false);
        open = open || !panels()[i]->isHidden();
    }
    charts_button_->setChecked(charts_asked_);
    // With room for one thing, a panel stands where scene and charts were.
    const bool covered = folding_.columns == Columns::one && !bare_ && (open || !lesson_dock_->isHidden());
    column_->setVisible(!covered);
}

void LabPage::open_panel(QDockWidget* dock) {
    if (folding_.rails() && laid_out_) {
        for (QDockWidget* other : docks())
            if (other != dock && !other->isFloating())
                other->hide();
        if (folding_.columns == Columns::one)
            column_->hide();
    }
    dock->show();
    dock->raise();
    if (dock->isFloating())
        return;
    const int width = dock == lesson_dock_ ? (folding_.columns == Columns::four ? 300 : kLesson)
        : folding_.columns == Columns::two ? kPanelNarrow
                                           : 0;
    if (width > 0)
        resizeDocks({dock}, {px(width)}, Qt::Horizontal);
    show_rails();
    if (lesson_->has_lesson())
        for (const char* name : {"knobs", "code", "events", "inspect", "locks", "runs"})
            if (find_anchor(name) == dock->widget())
                lesson_->note_seen(name);
}

void LabPage::fold_panel(QDockWidget* dock) {
    dock->hide();
    show_rails();
}

void LabPage::show_charts(bool shown) {
    if (folding_.charts_stay)
        return;
    charts_asked_ = shown;
    if (shown && folding_.columns == Columns::one)
        for (QDockWidget* dock : docks())
            if (!dock->isFloating())
                dock->hide();
    // Below the scene where both fit, else in its place.
    column_->widget(0)->setVisible(!shown || folding_.charts_below);
    charts_->set_parts(shown || folding_.timeline_stays, shown);
    if (shown && folding_.charts_below) {
        const int all = column_->height();
        column_->setSizes({all / 2, all - all / 2});
    }
    right_rail_->set_wanted(charts_button_, false);
    show_rails();
}

void LabPage::show_wanted(const QStringList& anchors) {
    if (!folding_.rails() || !laid_out_) {
        for (auto it = anchors.rbegin(); it != anchors.rend(); ++it)
            show_anchor(*it);
        return;
    }
    // The lesson keeps its place: what it speaks of is marked on the rail, and opened by the learner.
    for (QToolButton* b : panel_buttons_)
        right_rail_->set_wanted(b, false);
    right_rail_->set_wanted(charts_button_, false);
    for (auto it = anchors.rbegin(); it != anchors.rend(); ++it) {
        QWidget* w = find_anchor(*it);
        if (w == charts_) {
            charts_->show_chart(it->mid(6));
            if (folding_.charts_below)
                show_charts(true);
            else if (!charts_asked_)
                right_rail_->set_wanted(charts_button_, true);
            continue;
        }
        bool folded = false;
        for (std::size_t i = 0; i < panel_buttons_.size(); ++i)
            if (w && (panels()[i]->widget() == w || panels()[i]->widget()->isAncestorOf(w))
                && panels()[i]->isHidden()) {
                right_rail_->set_wanted(panel_buttons_[i], true);
                folded = true;
            }
        if (!folded && w != lesson_)
            show_anchor(*it);
    }
}

void LabPage::set_bare(bool bare) {
    bare_ = bare;
    if (!bare) {
        standard_layout();
        return;
    }
    for (QDockWidget* dock : docks())
        dock->hide();
    show_rails();
}

void LabPage::standard_layout() {
    laid_out_ = false;
    fold();
}

void LabPage::fold() {
    const QSize size(units(width()), units(height()));
    const Folding now = folding_of(size);
    if ((laid_out_ && now == folding_) || size.width() < 200 || bare_)
        return;
    const bool same_columns = laid_out_ && now.columns == folding_.columns;
    folding_ = now;
    if (!same_columns) {
        laid_out_ = false;
        for (QDockWidget* d : panels()) {
            removeDockWidget(d);
            addDockWidget(Qt::RightDockWidgetArea, d);
            d->setVisible(!now.rails());
        }
        const bool lesson = lesson_->has_lesson();
        lesson_dock_->setVisible(lesson);
        if (now.columns == Columns::four) {
            splitDockWidget(knobs_dock_, code_dock_, Qt::Vertical);
            for (QDockWidget* d : {events_dock_, inspect_dock_, delays_dock_, runs_dock_})
                tabifyDockWidget(code_dock_, d);
            tabifyDockWidget(knobs_dock_, locks_dock_); // a long table; below it would be the sixth of narrow tabs
        } else if (now.columns == Columns::three) {
            for (QDockWidget* d : {code_dock_, events_dock_, inspect_dock_, locks_dock_, delays_dock_, runs_dock_})
                tabifyDockWidget(knobs_dock_, d);
            for (QDockWidget* d : {locks_dock_, delays_dock_, runs_dock_})
                d->hide(); // four names fit; the View menu has the others
        }
        // Tabs are chosen anew when docks are shown; the first one is meant.
        if (!now.rails())
            QTimer::singleShot(0, this, [this] {
                knobs_dock_->raise();
                if (folding_.columns == Columns::four)
                    code_dock_->raise();
            });
        resizeDocks({lesson_dock_, knobs_dock_}, {px(now.columns == Columns::four ? 300 : kLesson), px(kPanel)},
            Qt::Horizontal);
        if (now.columns == Columns::four)
            resizeDocks({knobs_dock_, code_dock_}, {px(520), px(330)}, Qt::Vertical);
        if (now.columns == Columns::two && !lesson)
            knobs_dock_->show();
    }
    laid_out_ = true;
    if (now.charts_stay) {
        charts_asked_ = false;
        column_->widget(0)->show();
        charts_->set_parts(true, true);
        const int below = px(76) + (size.height() >= 860 ? px(330) : px(180));
        column_->setSizes({std::max(px(320), height() - below - px(60)), below});
    } else {
        show_charts(false);
    }
    if (!same_columns && now.columns == Columns::two && !knobs_dock_->isHidden())
        resizeDocks({knobs_dock_}, {px(kPanelNarrow)}, Qt::Horizontal);
    show_rails();
}

} // namespace sluice::ui
