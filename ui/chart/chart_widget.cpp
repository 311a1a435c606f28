// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chart/chart_widget.h"

#include "ui/chart/chart_table_model.h"
#include "ui/chart/plot_canvas.h"
#include "ui/theme/dress.h"

#include <QContextMenuEvent>
#include <QFontMetrics>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QTableView>

#include <algorithm>

namespace sluice::ui {

ChartWidget::ChartWidget(QWidget* parent)
    : QWidget(parent)
    , canvas_(new PlotCanvas(this)) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    canvas_->set_overlay([this](QPainter& painter) {
        if (data_.empty() && !data_.empty_state.title.isEmpty()) {
            paint_empty(painter);
        } else {
            paint_over(painter);
        }
    });
}

ChartWidget::~ChartWidget() {
    // The canvas outlives this part of the object; it must not paint through it.
    canvas_->set_overlay({});
}

void ChartWidget::set_style(const ChartStyle& style) {
    style_ = style;
    canvas_->set_style(style);
    if (table_) {
        table_->setFont(style_.body());
    }
    schedule_layout();
}

void ChartWidget::set_data(ChartData data) {
    data_ = std::move(data);
    setAccessibleName(data_.title);
    refresh();
}

void ChartWidget::refresh() {
    model_stale_ = true;
    if (table_shown()) {
        static_cast<void>(table_model());
    }
    update_sentence();
    place_empty_button();
    schedule_layout();
}

QString ChartWidget::sentence() const {
    return describe(shown_data());
}

void ChartWidget::update_sentence() {
    const QString text = sentence();
    if (text != accessibleDescription()) {
        setAccessibleDescription(text);
    }
}

QAbstractItemModel* ChartWidget::table_model() {
    if (!model_) {
        model_ = make_table_model();
    }
    if (model_stale_) {
        model_stale_ = false;
        model_->set_table(make_table());
    }
    return model_;
}

ChartTableModel* ChartWidget::make_table_model() {
    return new ChartTableModel(this);
}

bool ChartWidget::table_shown() const {
    return table_ && table_->isVisibleTo(this);
}

void ChartWidget::set_table_shown(bool shown) {
    if (shown == table_shown()) {
        return;
    }
    if (!table_) {
        table_ = new QTableView(this);
        table_->setFont(style_.body());
        table_->setAccessibleName(tr("%1 as a table").arg(data_.title));
        table_->setSelectionMode(QAbstractItemView::SingleSelection);
        // Models say which cells can be typed into; most have none.
        table_->setEditTriggers(
            QAbstractItemView::EditKeyPressed | QAbstractItemView::AnyKeyPressed | QAbstractItemView::DoubleClicked);
        table_->setTabKeyNavigation(false);
        table_->setFrameShape(QFrame::NoFrame);
        table_->verticalHeader()->setVisible(false);
        table_->verticalHeader()->setDefaultSectionSize(style_.scaled(26));
        table_->horizontalHeader()->setStretchLastSection(true);
        table_->installEventFilter(this);
    }
    if (shown) {
        table_->setModel(table_model());
        table_->setGeometry(rect());
        table_->horizontalHeader()->resizeSections(QHeaderView::ResizeToContents);
    }
    table_->setVisible(shown);
    if (shown) {
        table_->raise();
        table_->setFocus();
    } else {
        setFocus();
    }
    emit table_toggled(shown);
}

QSize ChartWidget::sizeHint() const {
    return {640, style_.scaled(168)};
}

QSize ChartWidget::minimumSizeHint() const {
    return {240, style_.scaled(110)};
}

void ChartWidget::schedule_layout() {
    if (layout_scheduled_) {
        return;
    }
    layout_scheduled_ = true;
    QMetaObject::invokeMethod(
        this,
        [this] {
            layout_scheduled_ = false;
            lay_out();
        },
        Qt::QueuedConnection);
}

void ChartWidget::resizeEvent(QResizeEvent*) {
    canvas_->setGeometry(rect());
    if (table_) {
        table_->setGeometry(rect());
    }
    place_empty_button();
    // Inside, so that neighbours do not cover the ring.
    set_focus_rect(this, rect().adjusted(5, 5, -5, -5));
    // At once: between the old plot and the new size there must be no picture.
    lay_out();
}

void ChartWidget::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    lay_out();
}

void ChartWidget::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_T && event->modifiers() == Qt::NoModifier) {
        set_table_shown(!table_shown());
        return;
    }
    QWidget::keyPressEvent(event);
}

void ChartWidget::contextMenuEvent(QContextMenuEvent* event) {
    emit menu_requested(event->globalPos());
}

bool ChartWidget::event(QEvent* event) {
    // T belongs to the chart that has the focus, even where the window uses the letter too.
    if (event->type() == QEvent::ShortcutOverride) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_T && key->modifiers() == Qt::NoModifier) {
            event->accept();
        }
    }
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        set_style(ChartStyle(theme()));
    }
    return QWidget::event(event);
}

bool ChartWidget::eventFilter(QObject* watched, QEvent* event) {
    if (watched == table_ && (event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride)) {
        auto* key = static_cast<QKeyEvent*>(event);
        if ((key->key() == Qt::Key_T || key->key() == Qt::Key_Escape) && key->modifiers() == Qt::NoModifier) {
            if (event->type() == QEvent::KeyPress) {
                set_table_shown(false);
            } else {
                event->accept();
            }
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void ChartWidget::place_empty_button() {
    const bool wanted = data_.empty() && !data_.empty_state.button.isEmpty();
    if (!wanted) {
        if (button_) {
            button_->hide();
        }
        return;
    }
    if (!button_) {
        button_ = new QPushButton(this);
        set_button_kind(button_, ButtonKind::primary);
        connect(button_, &QPushButton::clicked, this, &ChartWidget::empty_action);
    }
    button_->setText(data_.empty_state.button);
    button_->adjustSize();
    const int middle = height() / 2 + style_.scaled(height() < style_.scaled(190) ? 26 : 44);
    button_->move((width() - button_->width()) / 2, std::min(middle, height() - button_->height() - 4));
    button_->show();
}

void ChartWidget::paint_empty(QPainter& painter) {
    painter.fillRect(rect(), style_.colours.panel);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool low = height() < style_.scaled(190);
    double y = height() / 2.0 - style_.scaled(low ? 24 : 16);
    if (!low) {
        // Axes without a line: what will stand here.
        const QPointF corner(width() / 2.0 - 44, y - style_.scaled(34));
        painter.setPen(QPen(style_.colours.edge, 1.5));
        painter.drawLine(corner + QPointF(0, -24), corner);
        painter.drawLine(corner, corner + QPointF(88, 0));
        QPainterPath curve(corner + QPointF(6, -4));
        curve.cubicTo(corner + QPointF(30, -4), corner + QPointF(40, -14), corner + QPointF(86, -15));
        painter.setPen(QPen(style_.colours.edge, 1.5, Qt::DotLine));
        painter.drawPath(curve);
    }
    painter.setFont(style_.size(14, true));
    painter.setPen(style_.colours.ink);
    const QRectF heading(12, y - style_.scaled(20), width() - 24, style_.scaled(20));
    painter.drawText(heading, Qt::AlignHCenter | Qt::AlignVCenter, data_.empty_state.title);
    painter.setFont(style_.body());
    painter.setPen(style_.colours.ink2);
    const double text_width = std::min<double>(width() - 24, style_.scaled(low ? 520 : 300));
    painter.drawText(QRectF((width() - text_width) / 2, y + 4, text_width, style_.scaled(low ? 34 : 52)),
        Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, data_.empty_state.text);
}

} // namespace sluice::ui
