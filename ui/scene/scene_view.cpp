// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/scene_view.h"

#include "ui/scene/legend_bar.h"
#include "ui/scene/narration_bar.h"
#include "ui/scene/scene_table.h"
#include "ui/scene/scene_widget.h"
#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace sluice::ui {
namespace {

/// A table that Enter, T and Esc work in as in the picture.
class TwinTable : public QTableView {
public:
    explicit TwinTable(SceneView* view)
        : QTableView(view)
        , view_(view) { }

protected:
    void keyPressEvent(QKeyEvent* event) override {
        if ((event->key() == Qt::Key_T && event->modifiers() == Qt::NoModifier) || event->key() == Qt::Key_Escape)
            return view_->show_table(false);
        if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
            emit activated(currentIndex());
            return;
        }
        QTableView::keyPressEvent(event);
    }

private:
    SceneView* view_;
};

} // namespace

SceneView::SceneView(QWidget* parent)
    : QWidget(parent)
    , narration_(new NarrationBar(this))
    , stack_(new QStackedWidget(this))
    , scene_(new SceneWidget(this))
    , table_view_(new TwinTable(this))
    , table_(new SceneTable(this))
    , legend_(new LegendBar(this)) {
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    box->addWidget(narration_);
    box->addWidget(stack_, 1);
    box->addWidget(legend_);
    stack_->addWidget(scene_);
    stack_->addWidget(table_view_);
    table_view_->setModel(table_);
    table_view_->setObjectName("scene_table");
    table_view_->setAccessibleName(tr("Scene as a table"));
    table_view_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_view_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_view_->setTabKeyNavigation(false);
    table_view_->verticalHeader()->hide();
    table_view_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table_view_->setShowGrid(false);
    setFocusProxy(scene_);

    connect(scene_, &SceneWidget::inspect_requested, this, &SceneView::inspect_requested);
    connect(scene_, &SceneWidget::selection_changed, this, &SceneView::selection_changed);
    connect(scene_, &SceneWidget::table_requested, this, [this] { show_table(true); });
    connect(scene_, &SceneWidget::announce_requested, narration_, &NarrationBar::announce);
    connect(narration_, &NarrationBar::table_toggled, this, &SceneView::show_table);
    connect(narration_, &NarrationBar::zoom_in_requested, scene_, &SceneWidget::zoom_in);
    connect(narration_, &NarrationBar::fit_requested, scene_, &SceneWidget::zoom_machine);
    const auto inspect_row = [this](const QModelIndex& index) {
        if (const Inspectable thing = table_->thing(index.row()); thing.valid()) {
            scene_->set_selection(thing);
            emit inspect_requested(thing);
        }
    };
    connect(table_view_, &QTableView::activated, this, inspect_row);
    connect(table_view_, &QTableView::clicked, this, inspect_row);
}

void SceneView::set_model(SceneModel model, bool announce) {
    narration_->set_narration(model.narration, announce);
    legend_->set_model(model);
    if (table_shown())
        table_->set_model(model);
    scene_->set_model(std::move(model));
    // A paused window shows the same moment again and again; it is told once.
    if (!announce) {
        announced_.clear();
    } else if (announced_ != narration_->shown().text()) {
        announced_ = narration_->shown().text();
        narration_->announce();
    }
}

void SceneView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    // Without the height for both, the picture is worth more than its legend; the inspector names the shapes too.
    legend_->setVisible(height() >= px(216));
}

bool SceneView::table_shown() const {
    return stack_->currentWidget() == table_view_;
}

QRect SceneView::anchor_rect(const QString& anchor) const {
    const auto thing = scene_anchor(anchor);
    if (!thing)
        return {};
    const QRectF r = thing->valid() ? scene_->rect_of(*thing) : QRectF(scene_->rect());
    return r.toAlignedRect();
}

void SceneView::show_table(bool shown) {
    narration_->set_table_shown(shown);
    if (shown == table_shown())
        return;
    if (shown) {
        table_->set_model(scene_->model());
        table_view_->resizeColumnsToContents();
        if (const int row = table_->row_of(scene_->view().selection); row >= 0)
            table_view_->selectRow(row);
        else
            table_view_->setCurrentIndex(table_->index(0, 0));
    }
    stack_->setCurrentWidget(shown ? static_cast<QWidget*>(table_view_) : scene_);
    setFocusProxy(shown ? static_cast<QWidget*>(table_view_) : scene_);
    stack_->currentWidget()->setFocus(Qt::OtherFocusReason);
}

} // namespace sluice::ui
