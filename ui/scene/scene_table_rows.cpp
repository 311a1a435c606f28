// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/scene_table_rows.h"

#include "ui/kit/format.h"
#include "ui/scene/accessible.h"
#include "ui/scene/accessible_lru.h"

#include <QCoreApplication>

#include <algorithm>

namespace sluice::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("sluice::ui::SceneTable", text);
}
QString pages(std::uint64_t n) {
    return format::count(static_cast<std::int64_t>(n));
}

QString zone_words(const RoomModel& r, const TankModel& t, bool one_node) {
    return one_node ? tr("zone %1").arg(t.name) : tr("Node %1, %2").arg(r.node).arg(t.name);
}

QString parts_of(const TankModel& t) {
    QStringList parts;
    for (int i = 0; i < tank_part_count; ++i)
        if (t.parts[static_cast<std::size_t>(i)] > 0 && static_cast<TankPart>(i) != TankPart::free)
            parts << QStringLiteral("%1 %2").arg(
                part_word(static_cast<TankPart>(i)), pages(t.parts[static_cast<std::size_t>(i)]));
    return parts.join(QStringLiteral(", "));
}

QString marks_of(const TankModel& t) {
    return tr("min %1, low %2, high %3").arg(pages(t.min), pages(t.low), pages(t.high));
}

/// Cells by column, the others empty.
QStringList cells(std::initializer_list<std::pair<int, QString>> given) {
    QStringList out;
    for (int i = 0; i < scene_columns; ++i)
        out << QString();
    for (const auto& [column, text] : given)
        out[column] = text;
    return out;
}

void add_lock_rows(std::vector<SceneRow>& rows, const SceneModel& model, const LruSetModel& set) {
    const Inspectable thing = Inspectable::lock(set.lock);
    const QString name = set.name.isEmpty() ? set.lock_name : tr("%1, %2").arg(set.lock_name, set.name);
    const auto function = [&](CpuId id) {
        const CpuModel* c = model.cpu(id);
        return c ? c->function : QString();
    };
    QStringList waiting;
    for (const CpuId c : set.waiters)
        waiting << tr("CPU %1").arg(c);
    rows.push_back({thing,
        cells({{0, name}, {1, set.held ? tr("held") : tr("free")}, {2, set.held ? function(set.holder) : QString()},
            {3, set.held ? tr("CPU %1 is inside").arg(set.holder) : QString()},
            {7, set.held ? format::duration(set.held_for) : QString()}, {8, waiting.join(QStringLiteral(", "))}})});
    int place = 0;
    for (const CpuId id : set.waiters) {
        const LruCpuModel* c = model.lru->cpu(id);
        rows.push_back({Inspectable::cpu(id),
            cells({{0, tr("CPU %1 at %2").arg(id).arg(name)}, {1, tr("outside")}, {2, function(id)},
                {3, set.fair ? tr("place %1").arg(++place) : tr("any of them may be next")},
                {7, c ? c->note : QString()}})});
    }
}

} // namespace

std::vector<SceneRow> scene_rows(const SceneModel& model) {
    std::vector<SceneRow> rows;
    if (const auto& g = model.giant) {
        const auto row = [&](const QString& what, std::uint64_t n, std::uint64_t pieces) {
            rows.push_back({{},
                cells({{0, tr("giant")}, {1, what}, {3, tr("%1 of %2 pages").arg(pages(n), pages(g->pages))},
                    {2, g->parallel && pieces > 0 ? tr("%1 pieces").arg(pages(pieces)) : QString()}})});
        };
        row(tr("freed"), g->freed, g->pieces_freed);
        row(tr("in flight"), g->in_flight, g->pieces_in_flight);
        row(tr("queued"), g->queued, g->pieces_queued);
        row(tr("still mapped"), g->mapped, 0);
    }
    for (const RoomModel& r : model.rooms)
        for (const CpuModel& c : r.cpus) {
            QString waits = c.waiter.isEmpty() ? QString() : tr("%1: %2").arg(c.waiter, format::duration(c.waiter_for));
            rows.push_back({Inspectable::cpu(c.id),
                {c.mark.isEmpty() ? tr("CPU %1").arg(c.id) : tr("CPU %1, %2").arg(c.id).arg(c.mark), chip_word(c.chip),
                    c.function, c.where, pages(c.quicklist), c.limit ? pages(c.limit) : tr("none"), pages(c.pcp),
                    c.preempt_off ? format::duration(c.preempt_off_for) : tr("on"), waits}});
        }
    for (const RoomModel& r : model.rooms)
        for (const TankModel& t : r.tanks) {
            if (!t.absent.isEmpty()) {
                rows.push_back({Inspectable::node(r.node), cells({{0, zone_words(r, t, false)}, {1, t.absent}})});
                continue;
            }
            rows.push_back({Inspectable::zone(t.zone),
                {zone_words(r, t, false), tr("%1 of %2 free").arg(pages(t.free()), pages(t.pages)), parts_of(t),
                    marks_of(t), pages(t.part(TankPart::quicklists)), {}, pages(t.part(TankPart::cpu_lists)), {}, {}}});
        }
    for (const RoomModel& r : model.rooms)
        for (const LockModel& l : r.locks) {
            QStringList waiting;
            for (const CpuId c : l.waiters)
                waiting << tr("CPU %1").arg(c);
            const QString name
                = model.giant && model.rooms.size() > 1 ? tr("%1, node %2").arg(l.name).arg(r.node) : l.name;
            rows.push_back({Inspectable::lock(l.id),
                {name, l.held ? tr("held") : tr("free"), l.held ? tr("CPU %1").arg(l.holder) : QString(), {}, {}, {},
                    {}, l.held ? format::duration(l.held_for) : QString(), waiting.join(QStringLiteral(", "))}});
        }
    return rows;
}

std::vector<SceneRow> lru_rows(const SceneModel& model) {
    const LruModel& lru = *model.lru;
    std::vector<SceneRow> rows;
    for (const LruCpuModel& l : lru.cpus)
        if (const CpuModel* c = model.cpu(l.cpu))
            rows.push_back({Inspectable::cpu(l.cpu),
                cells({{0, tr("CPU %1").arg(l.cpu)}, {1, chip_word(c->chip)}, {2, c->function}, {3, c->where},
                    {4, QString::number(l.vector.pages.size())}, {5, QString::number(l.vector.capacity)},
                    {6, vector_state_word(l.vector.state)}, {7, l.note}, {8, l.vector.whose}})});
    for (const LruSetModel& s : lru.sets)
        add_lock_rows(rows, model, s);
    for (const LruSetModel& s : lru.sets) {
        const auto name
            = [&](const QString& list) { return s.name.isEmpty() ? list : tr("%1 of %2").arg(list, s.name); };
        for (const BeltModel& b : s.belts) {
            const Inspectable thing = Inspectable::list(s.number, b.list);
            rows.push_back({thing, cells({{0, name(tr("list %1").arg(b.name))}, {1, tr("all")}, {4, pages(b.pages)}})});
            const auto by_look = pages_by_look(b);
            for (std::size_t i = 0; i < by_look.size(); ++i)
                if (by_look[i] > 0)
                    rows.push_back({thing,
                        cells({{0, name(tr("list %1").arg(b.name))}, {1, look_word(static_cast<PageLook>(i))},
                            {3, tr("about, from a sample")}, {4, pages(by_look[i])}})});
        }
        const QString who = s.tray.pages == 0 ? QString()
            : s.tray.tasks > 1                ? tr("%1 tasks").arg(s.tray.tasks)
                                              : s.tray.who;
        rows.push_back({Inspectable::list(s.number, List::isolated),
            cells({{0, name(tr("isolated"))}, {1, who.isEmpty() ? QString() : tr("by %1").arg(who)},
                {4, pages(s.tray.pages)}})});
    }
    for (const ActorModel& a : lru.actors)
        rows.push_back({Inspectable::task(a.task), cells({{0, a.name}, {1, a.doing}})});
    for (const DiskModel& d : lru.disks)
        rows.push_back({Inspectable::disk(d.number),
            cells({{0, tr("disk %1").arg(d.number)}, {1, d.queue > 0 ? tr("busy") : tr("idle")},
                {3, tr("%1 in its queue").arg(d.queue)}})});
    for (const RoomModel& r : model.rooms)
        for (const TankModel& t : r.tanks) {
            const QString name = zone_words(r, t, model.rooms.size() == 1);
            if (!t.absent.isEmpty())
                rows.push_back({Inspectable::node(r.node), cells({{0, name}, {1, t.absent}})});
            else
                rows.push_back({Inspectable::zone(t.zone),
                    cells({{0, name}, {1, tr("%1 of %2 free").arg(pages(t.free()), pages(t.pages))}, {2, parts_of(t)},
                        {3, marks_of(t)}, {4, pages(t.pages)}})});
        }
    return rows;
}

QStringList scene_heads(bool lru) {
    if (lru)
        return {tr("what"), tr("state or kind"), tr("function or parts"), tr("where or marks"), tr("pages"),
            tr("slots"), tr("vector"), tr("since, held"), tr("waiting, whose")};
    return {tr("what"), tr("state"), tr("function or parts"), tr("where or marks"), tr("quicklist, pages"),
        tr("limit, pages"), tr("page list, pages"), tr("preemption off or held"), tr("waiting")};
}

} // namespace sluice::ui
