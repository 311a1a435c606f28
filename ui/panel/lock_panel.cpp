// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/lock_panel.h"

#include "core/lock/report_text.h"
#include "ui/kit/controls.h"
#include "ui/kit/format.h"
#include "ui/panel/lock_order_view.h"
#include "ui/panel/lock_table_model.h"
#include "ui/player/computed_run.h"
#include "ui/player/lock_reader.h"
#include "ui/player/player.h"
#include "ui/theme/dress.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTableView>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace sluice::ui {

namespace {

/// Records read at a time, so that the window never waits.
constexpr RecordIndex kSlice = 300'000;

void plain_table(QTableView* table) {
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(px(22));
    table->horizontalHeader()->setStretchLastSection(false);
}

} // namespace

LockPanel::LockPanel(Player& player, std::function<QString(bool)> label_of, QWidget* parent)
    : QWidget(parent)
    , player_(player)
    , label_of_(std::move(label_of))
    , model_(new LockTableModel(this))
    , switch_(new Segmented({tr("This run"), tr("As lockmeter text")}))
    , copy_(new QPushButton(icon("copy"), tr("Copy")))
    , order_switch_(new QPushButton(tr("As table")))
    , stack_(new QStackedWidget)
    , order_stack_(new QStackedWidget)
    , table_(new QTableView)
    , text_(new QPlainTextEdit)
    , order_(new LockOrderView)
    , order_table_(new QTableWidget(0, 5)) {
    setObjectName("locks");
    setAccessibleName(tr("Locks"));
    set_surface(this, Token::panel);
    switch_->setObjectName("lock_form");
    copy_->setObjectName("copy_lockmeter");
    set_button_kind(copy_, ButtonKind::small);
    copy_->setToolTip(tr("Copies the text"));
    table_->setObjectName("lock_table");
    table_->setModel(model_);
    plain_table(table_);
    table_->setAccessibleName(tr("Locks up to the playhead; Enter on a call site shows its line"));
    table_->setTextElideMode(Qt::ElideMiddle);
    table_->viewport()->installEventFilter(this);
    table_->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
    table_->horizontalHeader()->setSectionsClickable(true);
    table_->horizontalHeader()->setSortIndicatorShown(true);
    table_->horizontalHeader()->setSortIndicatorClearable(true);
    text_->setObjectName("lockmeter_text");
    text_->setReadOnly(true);
    text_->setLineWrapMode(QPlainTextEdit::NoWrap);
    text_->setAccessibleName(tr("Locks as lockmeter's text"));
    text_->setTabChangesFocus(true);
    set_text(text_, type::note, Weight::regular, Token::ink, Face::mono);
    stack_->addWidget(table_);
    stack_->addWidget(text_);
    stack_->setMinimumHeight(px(110));
    auto* note
        = make_label(tr("Used: share of the time that somebody held it. Contended: share of the requests that had "
                        "to wait. Click a call site to see its line."),
            type::note, Weight::regular, Token::ink2);
    note->setWordWrap(true);

    plain_table(order_table_);
    order_table_->setObjectName("lock_order_table");
    order_table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    order_table_->setHorizontalHeaderLabels({tr("Run"), tr("Held"), tr("Taken inside"), tr("Times"), tr("First at")});
    order_table_->setAccessibleName(tr("Which lock is taken while which is held"));
    auto* order_area = new QScrollArea;
    order_area->setWidget(order_);
    order_area->setWidgetResizable(true);
    order_area->setFrameShape(QFrame::NoFrame);
    order_area->setFocusPolicy(Qt::NoFocus);
    set_surface(order_, Token::panel);
    order_stack_->addWidget(order_area);
    order_stack_->addWidget(order_table_);
    order_stack_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    order_switch_->setObjectName("lock_order_form");
    set_button_kind(order_switch_, ButtonKind::small);
    order_switch_->setCheckable(true);

    auto* head = new QHBoxLayout;
    head->setContentsMargins(px(10), px(8), px(10), px(6));
    head->addWidget(switch_);
    head->addStretch();
    head->addWidget(copy_);
    auto* order_head = new QHBoxLayout;
    order_head->setContentsMargins(px(12), px(2), px(10), px(2));
    order_head->addWidget(make_label(tr("Lock order"), type::control, Weight::bold));
    order_head->addStretch();
    order_head->addWidget(order_switch_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, px(4));
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(stack_, 1);
    note->setContentsMargins(px(12), px(4), px(12), px(4));
    column->addWidget(note);
    column->addLayout(order_head);
    column->addWidget(order_stack_, 0);

    connect(switch_, &Segmented::chosen, this, [this](int form) { show_text(form == 1); });
    connect(copy_, &QPushButton::clicked, this, [this] {
        QApplication::clipboard()->setText(text_->toPlainText());
        emit said(tr("The lock table is in the clipboard."));
    });
    connect(order_switch_, &QPushButton::toggled, this, [this](bool on) { order_stack_->setCurrentIndex(on ? 1 : 0); });
    connect(table_->horizontalHeader(), &QHeaderView::sortIndicatorChanged, model_, &LockTableModel::sort);
    connect(table_, &QTableView::activated, this, [this](const QModelIndex& i) { activate(i.row()); });
    connect(table_, &QTableView::clicked, this, [this](const QModelIndex& i) { activate(i.row()); });
    connect(model_, &QAbstractItemModel::modelReset, this, [this] {
        table_->clearSpans();
        for (int r = 0; r < model_->rowCount(); ++r)
            if (!model_->row(r).has_values)
                table_->setSpan(r, 0, 1, LockTableModel::columns);
    });
    later_.setSingleShot(true);
    later_.setInterval(150);
    connect(&later_, &QTimer::timeout, this, &LockPanel::refresh);
    const auto soon = [this] {
        if (!later_.isActive())
            later_.start();
    };
    connect(&player_, &Player::moment_changed, this, soon);
    connect(&player_, &Player::run_changed, this, [this, soon] {
        take_runs();
        soon();
    });
    show_text(false);
}

LockPanel::~LockPanel() = default;

bool LockPanel::eventFilter(QObject* object, QEvent* event) {
    if (object == table_->viewport() && event->type() == QEvent::Resize)
        fit_columns();
    return QWidget::eventFilter(object, event);
}

/// The first five columns are what the table is for: they are as narrow as their numbers and share the width that is
/// left with the name, so that only maxima and counts have to be scrolled to.
void LockPanel::fit_columns() {
    const QFontMetrics head(theme().font(type::note)), cell(theme().font(type::control, true));
    int taken = 0;
    for (int c = 1; c < LockTableModel::columns; ++c) {
        const QString title = model_->headerData(c, Qt::Horizontal, Qt::DisplayRole).toString();
        // Numbers grow; a column does not shrink again while the panel lives.
        int& longest = longest_[static_cast<std::size_t>(c)];
        for (int r = 0; r < model_->rowCount(); ++r)
            longest = std::max(longest, cell.horizontalAdvance(model_->index(r, c).data().toString()));
        const bool main = c <= LockTableModel::wait;
        const int wide
            = std::max({head.horizontalAdvance(title) + px(main ? 12 : 26), longest + px(13), px(main ? 44 : 60)});
        table_->setColumnWidth(c, wide);
        if (main)
            taken += wide;
    }
    table_->setColumnWidth(LockTableModel::name, std::max(px(76), table_->viewport()->width() - taken));
}

void LockPanel::show_text(bool on) {
    stack_->setCurrentWidget(on ? static_cast<QWidget*>(text_) : table_);
    copy_->setVisible(on);
    switch_->set_current(on ? 1 : 0);
    if (b_)
        refresh();
}

bool LockPanel::text_shown() const {
    return stack_->currentWidget() == text_;
}

void LockPanel::take_runs() {
    const auto take = [&](std::unique_ptr<LockReader>& into, const std::shared_ptr<ComputedRun>& run) {
        if (!run)
            into.reset();
        else if (!into || &into->run() != run.get())
            into = std::make_unique<LockReader>(run);
    };
    if (!player_.has_run()) {
        a_.reset();
        b_.reset();
        return;
    }
    const auto& now = player_.history().now();
    if (now.a && b_ && &b_->run() == now.a.get())
        std::swap(a_, b_); // a run that changes its role keeps what was read
    take(b_, now.b);
    take(a_, now.a == now.b ? nullptr : now.a);
}

bool LockPanel::read_both() {
    bool done = true;
    for (LockReader* r : {b_.get(), a_.get()})
        if (r)
            done = r->read(player_.playhead(), kSlice) && done;
    return done;
}

void LockPanel::finish() {
    take_runs();
    while (b_ && !read_both()) { }
    later_.stop();
    refresh();
}

void LockPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void LockPanel::refresh() {
    if (!isVisible() || !player_.has_run())
        return; // read when shown
    take_runs();
    if (!read_both())
        later_.start();
    const lock::LockReport b = b_->report();
    if (text_shown()) {
        const experiment::Scenario& s = player_.scenario();
        const QString words = QString::fromStdString(lock::lockmeter_text(b,
            {"sluice model of " + s.machine.title + ", " + s.id + ", seed "
                + std::to_string(player_.b().input().seed)}));
        if (words != text_->toPlainText())
            text_->setPlainText(words);
    } else if (a_) {
        const lock::LockReport a = a_->report();
        model_->set_reports(b, label_of_(false), &a, label_of_(true));
    } else {
        model_->set_reports(b, {}, nullptr, {});
    }
    fit_columns();
    show_order();
}

void LockPanel::show_order() {
    std::vector<LockOrderPicture> pictures;
    if (a_)
        pictures.push_back(picture_of_order(a_->order(), a_->names(), tr("A  %1").arg(label_of_(true)), false));
    pictures.push_back(
        picture_of_order(b_->order(), b_->names(), a_ ? tr("B  %1").arg(label_of_(false)) : QString(), true));
    int rows = 0;
    for (const LockOrderPicture& p : pictures)
        rows += static_cast<int>(p.edges.size());
    order_table_->setRowCount(rows);
    int row = 0;
    for (const LockOrderPicture& p : pictures)
        for (const auto& e : p.edges) {
            const QString cells[] = {!a_ ? tr("This run")
                    : p.of_b             ? QStringLiteral("B")
                                         : QStringLiteral("A"),
                p.nodes[e.from].name, p.nodes[e.to].name, format::count(static_cast<qint64>(e.count)), e.site};
            for (int c = 0; c < 5; ++c)
                order_table_->setItem(row, c, new QTableWidgetItem(cells[c]));
            ++row;
        }
    order_->set_pictures(std::move(pictures));
    order_stack_->setMaximumHeight(std::max(order_->sizeHint().height(), px(60)));
    order_stack_->setMinimumHeight(std::min(order_->sizeHint().height(), px(52)));
}

void LockPanel::activate(int index) {
    if (index < 0 || index >= model_->rowCount() || !b_)
        return;
    const LockTableModel::Row row = model_->row(index);
    player_.pause();
    if (row.kind == LockTableModel::RowKind::site) {
        const RecordIndex record = row.row.wait.count ? row.row.wait.longest : row.row.hold.longest;
        if (record != kNoRecord)
            emit site_requested(record);
    } else if (const lock::LockGroup* g = b_->names().locks.find(row.key); g && g->count == 1) {
        emit lock_requested(g->first);
    }
}

} // namespace sluice::ui
