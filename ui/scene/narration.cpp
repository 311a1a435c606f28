// SPDX-License-Identifier: GPL-3.0-or-later
// Every sentence is one template with named slots, so that it can be translated as a whole; <b> marks the part that is
// set in bold and comes first.
#include "ui/scene/narration.h"

#include "ui/kit/format.h"
#include "ui/scene/narration_giant.h"
#include "ui/scene/narration_lru.h"

#include <QCoreApplication>

#include <initializer_list>
#include <utility>

namespace sluice::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Narration", text);
}
QString count(std::uint64_t n) {
    return format::count(static_cast<std::int64_t>(n));
}
/// A number with its noun, so that no template depends on the number.
QString pages(std::uint64_t n) {
    return n == 0 ? tr("no pages") : n == 1 ? tr("1 page") : tr("%1 pages").arg(count(n));
}

constexpr Time worth_telling = 20'000; ///< ns with preemption off before it is news

using Slots = std::initializer_list<std::pair<const char*, QString>>;

Narration fill(QString sentence, Slots values, const Inspectable& subject) {
    for (const auto& [slot, value] : values)
        sentence.replace(QStringLiteral("{%1}").arg(QLatin1String(slot)), value);
    const qsizetype end = sentence.indexOf(QLatin1String("</b>"));
    Narration out;
    out.subject = subject;
    if (!sentence.startsWith(QLatin1String("<b>")) || end < 0) {
        out.lead = sentence;
        return out;
    }
    out.lead = sentence.mid(3, end - 3);
    out.rest = sentence.mid(end + 4);
    return out;
}

const CpuModel* longest_off(const SceneModel& model) {
    const CpuModel* best = nullptr;
    for (const RoomModel& r : model.rooms)
        for (const CpuModel& c : r.cpus)
            if (c.preempt_off && (!best || c.preempt_off_for > best->preempt_off_for))
                best = &c;
    return best;
}

const CpuModel* longest_waited_for(const SceneModel& model) {
    const CpuModel* best = nullptr;
    for (const RoomModel& r : model.rooms)
        for (const CpuModel& c : r.cpus)
            if (!c.waiter.isEmpty() && (!best || c.waiter_for > best->waiter_for))
                best = &c;
    return best;
}

const LockModel* most_wanted(const SceneModel& model) {
    const LockModel* best = nullptr;
    for (const RoomModel& r : model.rooms)
        for (const LockModel& l : r.locks)
            if (l.held && !l.waiters.empty() && (!best || l.waiters.size() > best->waiters.size()))
                best = &l;
    return best;
}

const TankModel* lowest(const SceneModel& model) {
    for (const RoomModel& r : model.rooms)
        for (const TankModel& t : r.tanks)
            if (t.absent.isEmpty() && t.low > 0 && t.free() < t.low)
                return &t;
    return nullptr;
}

Narration of_section(const CpuModel& c) {
    const Inspectable subject = Inspectable::cpu(c.id);
    const QString cpu = QString::number(c.id), time = format::duration(c.preempt_off_for),
                  node = QString::number(c.node);
    if (c.draining && c.waiters > 1)
        return fill(tr("<b>CPU {cpu} has had preemption off for {time}</b> while it hands page tables back to node "
                       "{node}; {task} and {more} more wait for it."),
            {{"cpu", cpu}, {"time", time}, {"node", node}, {"task", c.waiter},
                {"more", QString::number(c.waiters - 1)}},
            subject);
    if (c.draining && c.waiters == 1)
        return fill(tr("<b>CPU {cpu} has had preemption off for {time}</b> while it hands page tables back to node "
                       "{node}; the task {task} waits for it."),
            {{"cpu", cpu}, {"time", time}, {"node", node}, {"task", c.waiter}}, subject);
    if (c.draining)
        return fill(tr("<b>CPU {cpu} has had preemption off for {time}</b> while it hands page tables back to node "
                       "{node}; nobody waits for it."),
            {{"cpu", cpu}, {"time", time}, {"node", node}}, subject);
    if (!c.waiter.isEmpty())
        return fill(
            tr("<b>CPU {cpu} has had preemption off for {time}</b> in {function}; the task {task} waits for it."),
            {{"cpu", cpu}, {"time", time}, {"function", c.function}, {"task", c.waiter}}, subject);
    return fill(tr("<b>CPU {cpu} has had preemption off for {time}</b> in {function}; nobody waits for it."),
        {{"cpu", cpu}, {"time", time}, {"function", c.function}}, subject);
}

Narration of_work(const SceneModel& model) {
    int working = 0;
    std::uint64_t listed = 0;
    const CpuModel* first = nullptr;
    for (const RoomModel& r : model.rooms)
        for (const CpuModel& c : r.cpus) {
            listed += c.quicklist;
            if (c.chip == CpuChip::idle || c.chip == CpuChip::waiting)
                continue;
            ++working;
            // Kernel code is more to look at than user code.
            if (!first || (first->chip == CpuChip::user && c.chip != CpuChip::user))
                first = &c;
        }
    const auto all = static_cast<int>(model.cpu_count());
    if (!first) {
        if (model.moment == 0)
            return fill(
                tr("<b>Nothing has happened yet;</b> CPUs at rest: {cpus}."), {{"cpus", QString::number(all)}}, {});
        if (all == 1)
            return fill(tr("<b>The CPU is idle;</b> its quicklist holds {pages}."), {{"pages", pages(listed)}}, {});
        if (all == 2)
            return fill(
                tr("<b>Both CPUs are idle;</b> their quicklists hold {pages}."), {{"pages", pages(listed)}}, {});
        return fill(tr("<b>All {cpus} CPUs are idle;</b> their quicklists hold {pages}."),
            {{"cpus", QString::number(all)}, {"pages", pages(listed)}}, {});
    }
    const QString cpu = QString::number(first->id);
    const Inspectable subject = Inspectable::cpu(first->id);
    if (first->chip == CpuChip::user)
        return fill(working == 1
                ? tr("<b>CPU {cpu} runs user code;</b> all quicklists together hold {pages}.")
                : tr("<b>CPU {cpu} runs user code,</b> and {more} more at work; all quicklists together hold {pages}."),
            {{"cpu", cpu}, {"pages", pages(listed)}, {"more", QString::number(working - 1)}}, subject);
    return fill(working == 1
            ? tr("<b>CPU {cpu} is in {function};</b> its quicklist holds {own}, all together {pages}.")
            : tr("<b>CPU {cpu} is in {function},</b> and {more} more at work; all quicklists together hold {pages}."),
        {{"cpu", cpu}, {"function", first->function}, {"own", pages(first->quicklist)}, {"pages", pages(listed)},
            {"more", QString::number(working - 1)}},
        subject);
}

} // namespace

QString between_words(const SceneModel& model) {
    if (const auto& lru = model.lru) {
        QStringList parts;
        const std::uint64_t most = lru->cpus.size() * (lru->capacity - 1);
        if (most > 0)
            parts << tr("Deferred: %1 of at most %2").arg(count(lru->deferred), count(most));
        if (lru->adding > 0)
            parts << tr("being added: %1").arg(count(lru->adding));
        if (lru->isolated > 0)
            parts << tr("isolated: %1").arg(count(lru->isolated));
        return parts.join(QStringLiteral(" · "));
    }
    if (const auto& g = model.giant)
        return g->parallel ? tr("Unmapped, not free yet: %1 in %2")
                                 .arg(pages(g->in_flight + g->queued),
                                     g->pieces_in_flight + g->pieces_queued == 1
                                         ? tr("1 piece")
                                         : tr("%1 pieces").arg(count(g->pieces_in_flight + g->pieces_queued)))
                           : tr("Unmapped, not free yet: %1").arg(pages(g->in_flight));
    return {};
}

Narration narrate(const SceneModel& model) {
    if (model.giant)
        return narrate_giant(model);
    if (model.lru)
        if (Narration n = narrate_lru(model); !n.lead.isEmpty())
            return n;
    if (const CpuModel* c = longest_waited_for(model); c && c->preempt_off_for >= worth_telling)
        return of_section(*c);
    if (const CpuModel* c = longest_off(model); c && c->preempt_off_for >= worth_telling)
        return of_section(*c);
    if (const LockModel* l = most_wanted(model)) {
        const Slots values
            = {{"cpu", QString::number(l->holder)}, {"lock", l->name}, {"time", format::duration(l->held_for)},
                {"n", QString::number(l->waiters.size())}, {"waiter", QString::number(l->waiters.front())}};
        return fill(l->waiters.size() == 1 ? tr("<b>CPU {cpu} has held the {lock} for {time};</b> CPU {waiter} spins.")
                                           : tr("<b>CPU {cpu} has held the {lock} for {time};</b> {n} CPUs spin."),
            values, Inspectable::lock(l->id));
    }
    if (const TankModel* t = lowest(model)) {
        const bool below_min = t->free() < t->min;
        return fill(below_min ? tr("<b>Node {node} has only {free} free pages,</b> fewer than its min mark of {min}.")
                              : tr("<b>Node {node} has only {free} free pages,</b> fewer than its low mark of {low}."),
            {{"node", QString::number(t->node)}, {"free", count(t->free())}, {"min", count(t->min)},
                {"low", count(t->low)}},
            Inspectable::zone(t->zone));
    }
    for (const RoomModel& r : model.rooms)
        for (const CpuModel& c : r.cpus)
            if (c.draining && c.limit > 0 && c.quicklist > c.limit)
                return fill(tr("<b>CPU {cpu} hands page tables back to node {node}</b> now; its quicklist holds "
                               "{pages}, the limit is {limit}."),
                    {{"cpu", QString::number(c.id)}, {"node", QString::number(c.node)}, {"pages", pages(c.quicklist)},
                        {"limit", count(c.limit)}},
                    Inspectable::cpu(c.id));
    return of_work(model);
}

} // namespace sluice::ui
