// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/event_list.h"

#include "ui/kit/format.h"
#include "ui/panel/record_words.h"
#include "ui/player/player.h"
#include "ui/theme/dress.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace sluice::ui {

namespace {
/// How far a narrow filter looks, so that the window never waits.
constexpr RecordIndex kLook = 100'000;
} // namespace

EventModel::EventModel(Player& player, SceneNames names, QObject* parent)
    : QAbstractTableModel(parent)
    , player_(player)
    , names_(std::move(names)) { }

void EventModel::set_filter(const Filter& filter) {
    if (filter_ == filter)
        return;
    filter_ = filter;
    refresh();
}

void EventModel::set_future_shown(bool shown) {
    if (future_shown_ == shown)
        return;
    future_shown_ = shown;
    refresh();
}

bool EventModel::matches(const Record& r) const {
    if (filter_.group >= 0 && static_cast<int>(group_of(r)) != filter_.group)
        return false;
    if (filter_.cpu >= 0 && r.cpu != filter_.cpu)
        return false;
    if (filter_.frame != ~std::uint64_t{0}) {
        const bool paged = r.kind == Kind::move || r.kind == Kind::list || r.kind == Kind::hold || r.kind == Kind::zero
            || r.kind == Kind::merge;
        const std::uint64_t n = r.kind == Kind::merge ? std::uint64_t{2} << r.count
            : r.kind == Kind::zero                    ? 1
                                                      : r.count;
        if (!paged || filter_.frame < r.a || filter_.frame >= r.a + n)
            return false;
    }
    return filter_.words.isEmpty() || record_sentence(r, names_).contains(filter_.words, Qt::CaseInsensitive);
}

void EventModel::refresh() {
    beginResetModel();
    rows_.clear();
    now_row_ = 0;
    if (player_.has_run()) {
        const journal::Journal& j = player_.journal();
        const RecordIndex now = player_.state().position();
        for (RecordIndex i = now, looked = 0; i-- > 0 && rows_.size() < kBefore && looked < kLook; ++looked)
            if (matches(j.at(i)))
                rows_.push_back(i);
        std::reverse(rows_.begin(), rows_.end());
        now_row_ = static_cast<int>(rows_.size());
        if (future_shown_) {
            const RecordIndex end = j.size();
            RecordIndex looked = 0;
            for (RecordIndex i = now;
                 i < end && rows_.size() < static_cast<std::size_t>(now_row_ + kAfter) && looked < kLook; ++i, ++looked)
                if (matches(j.at(i)))
                    rows_.push_back(i);
        }
    }
    endResetModel();
}

int EventModel::row_of(RecordIndex record) const {
    const auto at = std::lower_bound(rows_.begin(), rows_.end(), record);
    return at != rows_.end() && *at == record ? static_cast<int>(at - rows_.begin()) : -1;
}

int EventModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}
int EventModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QVariant EventModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case time:
        return tr("Time, %1").arg(format::unit_name(format::time_unit(player_.length())));
    case cpu:
        return tr("CPU");
    case what:
        return tr("What happened");
    case amount:
        return tr("How much");
    }
    return {};
}

QVariant EventModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !player_.has_run())
        return {};
    const RecordIndex record = rows_[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole)
        return index.column() == what ? QVariant(Qt::AlignLeft | Qt::AlignVCenter)
                                      : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ForegroundRole)
        return index.row() < now_row_ ? color(Token::ink) : color(Token::ink3);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != Qt::AccessibleTextRole)
        return {};
    const Record r = player_.journal().at(record);
    if (role == Qt::ToolTipRole) {
        const QString much = record_amount(r);
        return much.isEmpty() ? record_sentence(r, names_)
                              : QStringLiteral("%1 (%2)").arg(record_sentence(r, names_), much);
    }
    switch (index.column()) {
    case time:
        return format::moment(r.at, format::time_unit(player_.length()));
    case cpu:
        return QString::number(r.cpu);
    case what:
        return record_sentence(r, names_);
    case amount:
        return record_amount(r);
    }
    return {};
}

EventList::EventList(Player& player, SceneNames names, QWidget* parent)
    : QWidget(parent)
    , player_(player)
    , model_(new EventModel(player, std::move(names), this)) {
    setObjectName("events");
    setAccessibleName(tr("Events"));
    set_surface(this, Token::panel);
    group_ = new QComboBox;
    group_->setAccessibleName(tr("Kind of event"));
    group_->addItem(tr("All events"));
    for (int g = 0; g <= static_cast<int>(RecordGroup::other); ++g)
        group_->addItem(group_label(static_cast<RecordGroup>(g)));
    cpu_ = new QComboBox;
    cpu_->setAccessibleName(tr("CPU"));
    cpu_->addItem(tr("All CPUs"));
    words_ = new QLineEdit;
    words_->setPlaceholderText(tr("Words, such as quicklist"));
    words_->setAccessibleName(tr("Words to look for"));
    words_->setClearButtonEnabled(true);
    narrowed_ = make_label({}, type::note, Weight::regular, Token::ink2);
    narrowed_->setWordWrap(true);
    table_ = new QTableView;
    table_->setObjectName("event_table");
    table_->setModel(model_);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setShowGrid(false);
    table_->setWordWrap(false);
    table_->setTabKeyNavigation(false);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(px(22));
    table_->horizontalHeader()->setStretchLastSection(false);
    table_->horizontalHeader()->setMinimumSectionSize(px(20)); // the number of a CPU
    table_->viewport()->installEventFilter(this);
    table_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // columns do not jump when the list grows
    table_->setAccessibleName(tr("Events around the playhead; Enter goes to the moment"));

    auto* filters = new QHBoxLayout;
    filters->setContentsMargins(px(10), px(8), px(10), px(4));
    filters->addWidget(group_, 2);
    filters->addWidget(cpu_, 1);
    auto* search = new QHBoxLayout;
    search->setContentsMargins(px(10), 0, px(10), px(6));
    search->addWidget(words_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(filters);
    column->addLayout(search);
    column->addWidget(narrowed_);
    narrowed_->setContentsMargins(px(12), 0, px(12), px(4));
    column->addWidget(table_, 1);
    narrowed_->hide();

    connect(group_, &QComboBox::activated, this, &EventList::apply_filter);
    connect(cpu_, &QComboBox::activated, this, &EventList::apply_filter);
    connect(words_, &QLineEdit::textChanged, this, &EventList::apply_filter);
    connect(table_, &QTableView::activated, this, &EventList::activate);
    connect(table_, &QTableView::clicked, this, &EventList::activate);
    // Ten times a second is as fast as a list can be read.
    later_.setInterval(100);
    later_.setSingleShot(true);
    connect(&later_, &QTimer::timeout, this, &EventList::refresh);
    connect(&player_, &Player::moment_changed, this, [this] {
        if (!later_.isActive())
            later_.start();
    });
    connect(&player_, &Player::run_changed, this, [this] {
        cpu_->clear();
        cpu_->addItem(tr("All CPUs"));
        if (player_.has_run())
            for (std::size_t c = 0; c < player_.scenario().machine.cpus.size(); ++c)
                cpu_->addItem(tr("CPU %1").arg(c));
        apply_filter();
        refresh();
        fit_columns();
    });
}

bool EventList::eventFilter(QObject* object, QEvent* event) {
    if (object == table_->viewport() && event->type() == QEvent::Resize)
        fit_columns();
    return QWidget::eventFilter(object, event);
}

/// Nothing is wider than it must be, and what happened gets the rest. In a narrow panel the amount goes: the sentence
/// and the tip say it too.
void EventList::fit_columns() {
    const QFontMetrics head(theme().font(type::note)), cell(theme().font(type::control));
    const int pad = px(13);
    const auto wide = [&](const QString& title, const QString& longest) {
        return std::max(head.horizontalAdvance(title), cell.horizontalAdvance(longest)) + pad;
    };
    const auto title = [&](int c) { return model_->headerData(c, Qt::Horizontal, Qt::DisplayRole).toString(); };
    const Time end = player_.has_run() ? player_.length() : 0;
    const int time = wide(title(EventModel::time), format::moment(end, format::time_unit(end))),
              cpu = wide(title(EventModel::cpu), QString::number(std::max(0, cpu_->count() - 2))),
              amount = wide(title(EventModel::amount), tr("8,888 pages"));
    const int room = table_->viewport()->width() - time - cpu;
    const bool narrow = room - amount < px(200);
    table_->setColumnHidden(EventModel::amount, narrow);
    table_->setColumnWidth(EventModel::time, time);
    table_->setColumnWidth(EventModel::cpu, cpu);
    table_->setColumnWidth(EventModel::amount, amount);
    table_->setColumnWidth(EventModel::what, std::max(px(120), narrow ? room : room - amount));
}

void EventList::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    fit_columns();
    refresh();
}

void EventList::refresh() {
    if (!isVisible())
        return; // read again when shown
    model_->refresh();
    if (model_->now_row() > 0)
        table_->scrollTo(model_->index(model_->now_row() - 1, 0), QAbstractItemView::PositionAtCenter);
}

void EventList::apply_filter() {
    EventModel::Filter f;
    f.group = group_->currentIndex() - 1;
    f.cpu = cpu_->currentIndex() - 1;
    f.words = words_->text().trimmed();
    if (selected_.what == Inspectable::What::page)
        f.frame = selected_.id;
    model_->set_filter(f);
}

void EventList::set_selection(const Inspectable& selected) {
    selected_ = selected;
    if (selected.what == Inspectable::What::cpu && static_cast<int>(selected.id) + 1 < cpu_->count())
        cpu_->setCurrentIndex(static_cast<int>(selected.id) + 1);
    else if (!selected.valid())
        cpu_->setCurrentIndex(0);
    const bool page = selected.what == Inspectable::What::page;
    narrowed_->setVisible(page);
    if (page)
        narrowed_->setText(tr("Only what happened to page %1, which is selected.").arg(frame_words(selected.id)));
    apply_filter();
}

void EventList::set_future_shown(bool shown) {
    model_->set_future_shown(shown);
}

void EventList::activate(const QModelIndex& index) {
    if (!index.isValid())
        return;
    const RecordIndex record = model_->record_at(index.row());
    const Record r = player_.journal().at(record);
    const bool paged = r.kind == Kind::move || r.kind == Kind::zero || r.kind == Kind::merge;
    player_.pause();
    player_.seek(r.at);
    if (r.kind == Kind::delay || r.kind == Kind::section)
        emit why_requested(record);
    else if (paged && r.count == 1)
        emit inspect_requested(Inspectable::page(r.a));
    else
        emit inspect_requested(Inspectable::cpu(r.cpu));
    if (const int row = model_->row_of(record); row >= 0)
        table_->selectRow(row);
}

} // namespace sluice::ui
