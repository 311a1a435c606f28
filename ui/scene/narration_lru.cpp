// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/narration_lru.h"

#include "ui/kit/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace sluice::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Narration", text);
}
QString count(std::uint64_t n) {
    return format::count(static_cast<std::int64_t>(n));
}
QString pages(std::uint64_t n) {
    return n == 1 ? tr("1 page") : tr("%1 pages").arg(count(n));
}

/// "CPU 0 and CPU 3", "CPU 0, CPU 1 and CPU 3", "5 CPUs".
QString cpus(std::vector<CpuId> ids) {
    std::sort(ids.begin(), ids.end());
    const auto one = [](CpuId c) { return tr("CPU %1").arg(c); };
    if (ids.size() == 1)
        return one(ids[0]);
    if (ids.size() == 2)
        return tr("%1 and %2").arg(one(ids[0]), one(ids[1]));
    if (ids.size() == 3)
        return tr("%1, %2 and %3").arg(one(ids[0]), one(ids[1]), one(ids[2]));
    return tr("%1 CPUs").arg(ids.size());
}

/// What the holder does with the lists, as "taking 32 pages off the inactive list".
QString doing(const SceneModel& model, const LruSetModel& set) {
    const LruCpuModel* l = model.lru->cpu(set.holder);
    const CpuModel* c = model.cpu(set.holder);
    if (l && l->vector.state == VectorState::flushing && !l->vector.pages.empty()) {
        const QString n = pages(l->vector.pages.size());
        switch (vector_id::use(l->vector.id)) {
        case vector_id::Use::deferred:
        case vector_id::Use::call:
            return tr("putting %1 on the inactive list").arg(n);
        case vector_id::Use::deferred_active:
            return tr("putting %1 on the active list").arg(n);
        case vector_id::Use::release:
            return tr("releasing %1").arg(n);
        }
    }
    if (set.tray.cpu == set.holder && set.tray.pages > 0 && set.tray.tasks == 1)
        return tr("taking %1 off the inactive list").arg(pages(std::max(set.tray.pages, set.tray.batch)));
    return c ? tr("in %1").arg(c->function) : tr("at work");
}

Narration make(const QString& lead, const QString& rest, const Inspectable& subject) {
    Narration n;
    n.lead = lead;
    n.rest = rest.isEmpty() ? QString() : QLatin1Char(' ') + rest;
    n.subject = subject;
    return n;
}

Narration of_door(const SceneModel& model, const LruSetModel& set) {
    const auto full = std::count_if(set.waiters.begin(), set.waiters.end(), [&](CpuId id) {
        const LruCpuModel* c = model.lru->cpu(id);
        return c && c->vector.state == VectorState::full;
    });
    const auto n = static_cast<std::ptrdiff_t>(set.waiters.size());
    const bool all = full == n && model.lru->capacity > 1;
    const QString who = cpus(set.waiters);
    QString wait;
    if (n == 1)
        wait = all ? tr("%1 spins at the door with a full vector.").arg(who) : tr("%1 spins at the door.").arg(who);
    else
        wait = all ? tr("%1 spin at the door with full vectors.").arg(who) : tr("%1 spin at the door.").arg(who);
    const QString lead = set.held ? tr("CPU %1 is inside, %2;").arg(set.holder).arg(doing(model, set))
                                  : tr("%1 changes hands;").arg(set.lock_name);
    return make(lead, wait, Inspectable::lock(set.lock));
}

const TankModel* below(const SceneModel& model, bool min) {
    for (const RoomModel& r : model.rooms)
        for (const TankModel& t : r.tanks)
            if (t.absent.isEmpty() && t.low > 0 && t.free() < (min ? t.min : t.low))
                return &t;
    return nullptr;
}

} // namespace

Narration narrate_lru(const SceneModel& model) {
    const LruModel& lru = *model.lru;
    const LruSetModel* wanted = nullptr;
    for (const LruSetModel& s : lru.sets)
        if (!s.waiters.empty() && (!wanted || s.waiters.size() > wanted->waiters.size()))
            wanted = &s;
    if (wanted)
        return of_door(model, *wanted);
    const auto direct
        = std::count_if(lru.actors.begin(), lru.actors.end(), [](const ActorModel& a) { return !a.kswapd; });
    if (direct > 0) {
        const auto a
            = std::find_if(lru.actors.begin(), lru.actors.end(), [](const ActorModel& x) { return !x.kswapd; });
        const TankModel* t = below(model, false);
        const QString rest = t
            ? tr("%1 has %2 free pages, fewer than its low mark of %3.").arg(t->name, count(t->free()), count(t->low))
            : tr("kswapd does not keep up.");
        return make(direct == 1 ? tr("%1 reclaims pages for itself;").arg(a->name)
                                : tr("%1 tasks reclaim pages for themselves;").arg(direct),
            rest, Inspectable::task(a->task));
    }
    for (const LruSetModel& s : lru.sets)
        if (s.held)
            return make(tr("CPU %1 is inside, %2;").arg(s.holder).arg(doing(model, s)), tr("nobody waits at the door."),
                Inspectable::lock(s.lock));
    if (const TankModel* t = below(model, true))
        return make(tr("%1 has only %2 free pages,").arg(t->name, count(t->free())),
            tr("fewer than its min mark of %1.").arg(count(t->min)), Inspectable::zone(t->zone));
    for (const LruSetModel& s : lru.sets)
        if (s.tray.pages > 0)
            return make(tr("%1 works on %2 without the lock;")
                            .arg(s.tray.who.isEmpty() ? tr("Reclaim") : s.tray.who, pages(s.tray.pages)),
                tr("nobody is inside."), Inspectable::list(s.number, List::isolated));
    std::uint64_t waiting = 0;
    int collecting = 0;
    for (const LruCpuModel& c : lru.cpus)
        if (!c.vector.pages.empty()) {
            waiting += c.vector.pages.size();
            ++collecting;
        }
    if (collecting > 0)
        return make(
            tr("%1 in vectors,").arg(waiting == 1 ? tr("1 page waits") : tr("%1 pages wait").arg(count(waiting))),
            collecting == 1 ? tr("on one CPU; nobody needs the lock now.")
                            : tr("on %1 CPUs; nobody needs the lock now.").arg(collecting),
            {});
    const bool idle = std::none_of(model.rooms.begin(), model.rooms.end(), [](const RoomModel& r) {
        return std::any_of(r.cpus.begin(), r.cpus.end(),
            [](const CpuModel& c) { return c.chip != CpuChip::idle && c.chip != CpuChip::waiting; });
    });
    if (model.moment == 0 && lru.active() + lru.inactive() > 0)
        return make(tr("Nothing has happened yet;"),
            tr("%1 on the active, %2 on the inactive list from the start.")
                .arg(count(lru.active()), count(lru.inactive())),
            {});
    if (lru.active() + lru.inactive() == 0)
        return model.moment == 0 ? Narration{} : make(tr("No page is on an LRU list yet."), {}, {});
    if (idle && lru.writing > 0)
        return make(tr("Every CPU waits;"), tr("%1 being written to the disks.").arg(pages(lru.writing)), {});
    return make(tr("Nobody is at the door;"),
        tr("%1 on the active, %2 on the inactive list.").arg(count(lru.active()), count(lru.inactive())), {});
}

} // namespace sluice::ui
