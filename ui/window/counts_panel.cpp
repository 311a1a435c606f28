// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/counts_panel.h"

#include "ui/chart/run_charts.h"
#include "ui/chart/xy_chart.h"
#include "ui/theme/dress.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QVBoxLayout>

namespace sluice::ui {

CountsPanel::CountsPanel(QWidget* parent)
    : QWidget(parent)
    , which_(new QComboBox)
    , chart_(new HistogramChart) {
    set_surface(this, Token::panel);
    which_->setObjectName("counts_choice");
    which_->setAccessibleName(tr("Chart to show"));
    for (const RunChart& c : run_charts())
        if (!c.over_time) {
            which_->addItem(c.title, QString(c.name));
            which_->setItemData(which_->count() - 1, c.meaning, Qt::ToolTipRole);
        }
    auto* head = new QHBoxLayout;
    head->setContentsMargins(px(10), px(6), px(10), px(2));
    head->addWidget(which_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(chart_, 1);
    connect(which_, &QComboBox::activated, this, [this] { emit chosen(name()); });
}

QString CountsPanel::name() const {
    return which_->currentData().toString();
}

void CountsPanel::show_chart(const QString& name) {
    const int at = which_->findData(name);
    if (at < 0 || at == which_->currentIndex())
        return;
    which_->setCurrentIndex(at);
    emit chosen(name);
}

} // namespace sluice::ui
