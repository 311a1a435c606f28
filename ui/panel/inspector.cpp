// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/inspector.h"

#include "ui/kit/format.h"
#include "ui/panel/record_words.h"
#include "ui/player/player.h"
#include "ui/theme/dress.h"
#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace sluice::ui {

namespace {

constexpr std::size_t kMostStays = 200;
constexpr std::size_t kMostRuns = 64;

QString pages(std::uint64_t n) {
    return format::count(static_cast<std::int64_t>(n), n == 1 ? Inspector::tr("page") : Inspector::tr("pages"));
}

QTableWidget* plain_table(int columns) {
    auto* t = new QTableWidget(0, columns);
    t->verticalHeader()->hide();
    t->verticalHeader()->setDefaultSectionSize(px(22));
    t->setShowGrid(false);
    t->setEditTriggers(QAbstractItemView::NoEditTriggers);
    t->setSelectionBehavior(QAbstractItemView::SelectRows);
    t->setTabKeyNavigation(false);
    return t;
}

} // namespace

Inspector::Inspector(Player& player, SceneNames names, QWidget* parent)
    : QWidget(parent)
    , player_(player)
    , names_(std::move(names)) {
    setObjectName("inspect");
    setAccessibleName(tr("Inspect"));
    set_surface(this, Token::panel);
    title_ = make_label(tr("Nothing is selected"), type::card, Weight::bold);
    note_ = make_label(tr("Click a CPU, a zone, a lock or a page in the scene, or enter a frame number."),
        type::control, Weight::regular, Token::ink2);
    note_->setWordWrap(true);
    find_ = new QLineEdit;
    find_->setObjectName("find_page");
    find_->setPlaceholderText(tr("Frame, such as 0x2f1a4"));
    find_->setAccessibleName(tr("Find a page by its frame number"));
    facts_ = plain_table(2);
    facts_->setObjectName("facts");
    facts_->setAccessibleName(tr("What is selected"));
    facts_->horizontalHeader()->hide();
    facts_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    facts_->horizontalHeader()->setStretchLastSection(true);
    list_title_ = make_label({}, type::control, Weight::bold);
    list_ = plain_table(3);
    list_->setObjectName("life");
    list_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    list_->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    list_->horizontalHeader()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    list_->setAccessibleName(tr("Its life so far; Enter goes to the moment"));
    why_ = new QPushButton(tr("Why was the longest wake-up late?"));
    set_button_kind(why_, ButtonKind::link);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(px(14), px(10), px(14), px(10));
    column->setSpacing(px(6));
    column->addWidget(title_);
    column->addWidget(note_);
    column->addWidget(find_);
    column->addWidget(facts_, 2);
    column->addWidget(list_title_);
    column->addWidget(list_, 3);
    column->addWidget(why_, 0, Qt::AlignLeft);
    column->addStretch(1);

    connect(find_, &QLineEdit::returnPressed, this, [this] {
        bool ok = false;
        const Frame f = find_->text().trimmed().toULongLong(&ok, 0);
        const bool inside = ok && player_.has_run() && [&] {
            for (const auto& z : player_.scenario().machine.zones)
                if (f >= z.first && f < z.first + z.pages)
                    return true;
            return false;
        }();
        set_wrong(find_, !inside);
        if (inside)
            emit inspect_requested(Inspectable::page(f));
        else
            note_->setText(tr("“%1” is no page of this machine.").arg(find_->text().trimmed()));
    });
    const auto go = [this](int row) {
        if (row < 0)
            return;
        if (static_cast<std::size_t>(row) < list_times_.size())
            emit seek_requested(list_times_[static_cast<std::size_t>(row)]);
        else if (static_cast<std::size_t>(row) < list_frames_.size())
            emit inspect_requested(Inspectable::page(list_frames_[static_cast<std::size_t>(row)]));
    };
    connect(list_, &QTableWidget::cellActivated, this, [go](int row, int) { go(row); });
    connect(list_, &QTableWidget::cellClicked, this, [go](int row, int) { go(row); });
    connect(why_, &QPushButton::clicked, this, &Inspector::why_requested);
    later_.setSingleShot(true);
    later_.setInterval(100);
    connect(&later_, &QTimer::timeout, this, &Inspector::refresh);
    connect(&player_, &Player::moment_changed, this, [this] {
        if (!later_.isActive())
            later_.start();
    });
    refresh();
}

void Inspector::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void Inspector::show_thing(const Inspectable& thing) {
    thing_ = thing;
    set_wrong(find_, false);
    refresh();
    if (thing.what == Inspectable::What::page && isVisible())
        emit opened("life");
}

std::vector<Inspector::Fact> Inspector::facts_of_cpu() const {
    const auto& c = player_.state().cpus()[thing_.id];
    const StepText at = names_.step ? names_.step(c.step) : StepText{};
    std::vector<Fact> f;
    const auto info = player_.state().task(c.task);
    f.push_back({tr("Task"),
        c.task <= player_.scenario().machine.cpus.size() ? tr("idle task")
                                                         : task_words(c.task, names_, info.task_class)});
    f.push_back({tr("Where"), at.line ? tr("%1, line %2").arg(at.function).arg(at.line) : at.function});
    f.push_back({tr("Preemption"), c.flags & cpu_flag::preempt_off ? tr("off") : tr("on")});
    f.push_back({tr("Interrupts"), c.flags & cpu_flag::irq_off ? tr("off") : tr("on")});
    f.push_back({tr("Quicklist"), pages(c.quicklist)});
    f.push_back({tr("Its limit"), c.limit ? pages(c.limit) : tr("not computed yet")});
    f.push_back({tr("Page list"), pages(c.pcp)});
    f.push_back({tr("Node"), QString::number(player_.scenario().machine.cpus[thing_.id].node)});
    return f;
}

std::vector<Inspector::Fact> Inspector::facts_of_zone() const {
    const auto& z = player_.state().zones()[thing_.id];
    const auto& spec = player_.scenario().machine.zones[thing_.id];
    std::vector<Fact> f{{tr("Free"), pages(z.free)}, {tr("On CPU lists"), pages(z.pcp)},
        {tr("On quicklists"), pages(z.quicklist)}, {tr("Page tables"), pages(z.page_table)},
        {tr("Processes"), pages(z.anonymous)}, {tr("Page cache"), pages(z.file)}, {tr("Kernel"), pages(z.kernel)},
        {tr("Trapped"),
            tr("%1 on lists of other nodes’ CPUs").arg(pages(player_.state().trapped(static_cast<ZoneId>(thing_.id))))},
        {tr("Watermarks"),
            tr("min %1, low %2, high %3")
                .arg(format::count(static_cast<qint64>(spec.min)), format::count(static_cast<qint64>(spec.low)),
                    format::count(static_cast<qint64>(spec.high)))}};
    if (z.gather + z.being_freed > 0)
        f.insert(f.begin() + 1, {tr("Being freed"), pages(z.gather + z.being_freed)});
    QStringList blocks;
    for (unsigned o = 0; o <= player_.scenario().machine.max_order; ++o)
        if (z.blocks[o])
            blocks << tr("%1 of order %2").arg(format::count(static_cast<qint64>(z.blocks[o]))).arg(o);
    f.push_back({tr("Free blocks"), blocks.join(", ")});
    return f;
}

std::vector<Inspector::Fact> Inspector::facts_of_lock() const {
    std::vector<Fact> f;
    const auto locks = player_.state().locks();
    const LockText name = names_.lock ? names_.lock(static_cast<LockId>(thing_.id)) : LockText{};
    if (thing_.id >= locks.size()) {
        f.push_back({tr("State"), tr("free, never taken")});
        return f;
    }
    const auto& l = locks[thing_.id];
    const auto who = [this](CpuId c) {
        const TaskId task = player_.state().cpus()[c].task;
        const QString cpu = tr("CPU %1").arg(c);
        return task <= player_.scenario().machine.cpus.size()
            ? cpu
            : tr("%1 (%2)").arg(cpu, task_words(task, names_, player_.state().task(task).task_class));
    };
    f.push_back({tr("State"),
        l.held ? tr("held by %1 for %2").arg(who(l.holder), format::duration(player_.playhead() - l.since))
               : tr("free")});
    QStringList waiting;
    for (const CpuId c : l.waiters)
        waiting << who(c);
    f.push_back({tr("Spinning"), waiting.isEmpty() ? tr("nobody") : waiting.join(", ")});
    f.push_back({tr("Order"), name.fair ? tr("in order of arrival") : tr("either may be next")});
    return f;
}

std::vector<Inspector::Fact> Inspector::facts_of_node() const {
    const auto& m = player_.scenario().machine;
    std::uint64_t free = 0, all = 0, lists = 0;
    for (std::size_t z = 0; z < m.zones.size(); ++z)
        if (m.zones[z].node == thing_.id) {
            free += player_.state().zones()[z].free;
            all += m.zones[z].pages;
        }
    for (std::size_t c = 0; c < m.cpus.size(); ++c)
        if (m.cpus[c].node == thing_.id)
            lists += player_.state().cpus()[c].quicklist;
    return {{tr("Pages"), tr("%1 of %2").arg(pages(all), format::bytes(m.page_size))}, {tr("Free"), pages(free)},
        {tr("On its CPUs’ quicklists"), pages(lists)},
        {tr("CPUs"), QString::number(m.cpus_on_node(static_cast<NodeId>(thing_.id)))}};
}

std::vector<Inspector::Fact> Inspector::facts_of_page() const {
    const auto info = player_.state().page(thing_.id);
    const auto& m = player_.scenario().machine;
    const ZoneId zone = m.zone_of(thing_.id);
    return {{tr("Now"), place_words(info.place)}, {tr("Node"), QString::number(m.zones[zone].node)},
        {tr("Size"), format::bytes(m.page_size)},
        {tr("Since"),
            info.moved_by == kNoRecord ? tr("the start of the run")
                                       : format::with_unit(format::moment(player_.journal().at(info.moved_by).at,
                                                               format::time_unit(player_.length())),
                                           format::unit_name(format::time_unit(player_.length())))}};
}

void Inspector::fill_list() {
    list_times_.clear();
    list_frames_.clear();
    list_->setRowCount(0);
    const auto unit = format::time_unit(player_.length());
    const auto add = [&](const QStringList& cells) {
        const int row = list_->rowCount();
        list_->insertRow(row);
        for (int k = 0; k < cells.size(); ++k)
            list_->setItem(row, k, new QTableWidgetItem(cells[k]));
    };
    if (thing_.what == Inspectable::What::page) {
        list_title_->setText(tr("Its life so far"));
        list_->setHorizontalHeaderLabels({tr("Since, %1").arg(format::unit_name(unit)), tr("Place"), tr("CPU")});
        auto life = player_.state().life(thing_.id, player_.journal());
        if (life.size() > kMostStays)
            life.erase(life.begin(), life.end() - kMostStays);
        for (const auto& stay : life) {
            add({format::moment(stay.at, unit), place_words(stay.place),
                stay.record == kNoRecord ? QString() : QString::number(stay.cpu)});
            list_times_.push_back(stay.at);
        }
        list_->scrollToBottom();
    } else if (thing_.what == Inspectable::What::cpu) {
        list_title_->setText(tr("Pages that it keeps, top first"));
        list_->setHorizontalHeaderLabels({tr("Frame"), tr("List"), tr("Pages")});
        const auto cpu = static_cast<CpuId>(thing_.id);
        for (const Place place : {place::pcp(cpu), place::quicklist(cpu)})
            for (std::size_t z = 0; z < player_.scenario().machine.zones.size() && list_frames_.size() < kMostRuns; ++z)
                for (const auto& run : player_.state().list(static_cast<ZoneId>(z), place, kMostRuns)) {
                    add({frame_words(run.first), place::is_pcp(place) ? tr("page list") : tr("quicklist"),
                        format::count(static_cast<qint64>(run.count))});
                    list_frames_.push_back(run.first);
                }
    }
    const bool any = thing_.what == Inspectable::What::page || thing_.what == Inspectable::What::cpu;
    list_title_->setVisible(any);
    list_->setVisible(any);
}

void Inspector::refresh() {
    if (!isVisible())
        return;
    using What = Inspectable::What;
    const bool has = player_.has_run() && thing_.valid();
    std::vector<Fact> facts;
    why_->setVisible(has && thing_.what == What::cpu);
    if (!has) {
        facts_->setRowCount(0);
        list_->hide();
        list_title_->hide();
        facts_->hide();
        return;
    }
    facts_->show();
    QString title;
    switch (thing_.what) {
    case What::cpu:
        title = tr("CPU %1").arg(thing_.id);
        facts = facts_of_cpu();
        break;
    case What::zone:
        title = tr("Zone %1 of node %2").arg(thing_.id).arg(player_.scenario().machine.zones[thing_.id].node);
        facts = facts_of_zone();
        break;
    case What::lock:
        title = names_.lock ? names_.lock(static_cast<LockId>(thing_.id)).name : tr("Lock %1").arg(thing_.id);
        facts = facts_of_lock();
        break;
    case What::node:
        title = tr("Node %1").arg(thing_.id);
        facts = facts_of_node();
        break;
    case What::page:
        title = tr("Page %1").arg(frame_words(thing_.id));
        facts = facts_of_page();
        add_lru_facts(facts);
        break;
    case What::list:
        title = thing_.list_kind() == List::isolated ? tr("Isolated pages") : tr("An LRU list");
        facts = facts_of_list();
        break;
    case What::disk:
        title = tr("Disk %1").arg(thing_.id);
        facts = facts_of_disk();
        break;
    case What::task:
        title = task_words(
            static_cast<TaskId>(thing_.id), names_, player_.state().task(static_cast<TaskId>(thing_.id)).task_class);
        facts = facts_of_task();
        break;
    case What::nothing:
        break;
    }
    title_->setText(title);
    note_->setText(thing_.what == What::page ? tr("A page is in exactly one place at every moment.") : QString());
    note_->setVisible(!note_->text().isEmpty());
    facts_->setRowCount(static_cast<int>(facts.size()));
    for (std::size_t i = 0; i < facts.size(); ++i) {
        auto* name = new QTableWidgetItem(facts[i].name);
        name->setForeground(color(Token::ink2));
        facts_->setItem(static_cast<int>(i), 0, name);
        auto* value = new QTableWidgetItem(facts[i].value);
        value->setToolTip(facts[i].value);
        facts_->setItem(static_cast<int>(i), 1, value);
    }
    fill_list();
}

} // namespace sluice::ui
