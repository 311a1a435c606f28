// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/accessible.h"

#include "ui/kit/format.h"
#include "ui/scene/accessible_lru.h"
#include "ui/scene/paint_lru.h"
#include "ui/scene/paint_roads.h"

#include <QCoreApplication>

#include <algorithm>

namespace sluice::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Scene", text);
}
QString pages(std::uint64_t n) {
    return format::count(static_cast<std::int64_t>(n));
}

QString of_cpu(const CpuModel& c) {
    QString out = tr("CPU %1: %2, %3, %4.").arg(c.id).arg(chip_word(c.chip), c.function, c.where);
    out += QLatin1Char(' ');
    if (!c.mark.isEmpty())
        return out
            + (c.mark.startsWith(QLatin1Char('m'))
                    ? tr("A main thread (%1); %2 pages on the CPU's page list.").arg(c.mark, pages(c.pcp))
                    : tr("Worker %1; %2 pages on the CPU's page list.").arg(c.mark.mid(1), pages(c.pcp)));
    out += c.limit > 0
        ? tr("%1 pages on its quicklist, limit %2; %3 on its page list.")
              .arg(pages(c.quicklist), pages(c.limit), pages(c.pcp))
        : tr("%1 pages on its quicklist, no limit; %2 on its page list.").arg(pages(c.quicklist), pages(c.pcp));
    if (c.preempt_off) {
        out += QLatin1Char(' ');
        out += tr("Preemption off for %1.").arg(format::duration(c.preempt_off_for));
    }
    if (!c.waiter.isEmpty()) {
        out += QLatin1Char(' ');
        out += tr("%1 has waited for it for %2.").arg(c.waiter, format::duration(c.waiter_for));
    }
    return out;
}

/// Where free memory stands among the marks.
QString mark_words(const TankModel& t) {
    if (t.free() < t.min)
        return tr("below min");
    if (t.free() < t.low)
        return tr("below low");
    if (t.free() < t.high)
        return tr("below high");
    return t.free() > 4 * t.high ? tr("far above high") : tr("above high");
}

} // namespace

QString chip_word(CpuChip chip) {
    switch (chip) {
    case CpuChip::user:
        return tr("user");
    case CpuChip::kernel:
        return tr("kernel");
    case CpuChip::spinning:
        return tr("spinning");
    case CpuChip::waiting:
        return tr("waiting");
    case CpuChip::idle:
        break;
    }
    return tr("idle");
}

QString part_word(TankPart part) {
    switch (part) {
    case TankPart::free:
        return tr("free");
    case TankPart::cpu_lists:
        return tr("on CPU lists");
    case TankPart::quicklists:
        return tr("quicklists");
    case TankPart::tables:
        return tr("page tables");
    case TankPart::processes:
        return tr("processes");
    case TankPart::file:
        return tr("file pages");
    case TankPart::dirty:
        return tr("dirty");
    case TankPart::buffer_heads:
        return tr("buffer heads");
    case TankPart::kernel:
        return tr("kernel");
    case TankPart::in_flight:
        break;
    }
    return tr("being freed");
}

QString describe(const SceneModel& model, const Inspectable& thing) {
    if (model.lru)
        if (const QString words = describe_lru(model, thing); !words.isEmpty())
            return words;
    switch (thing.what) {
    case Inspectable::What::cpu:
        if (const CpuModel* c = model.cpu(static_cast<CpuId>(thing.id)))
            return of_cpu(*c);
        break;
    case Inspectable::What::zone:
        if (const TankModel* t = model.tank(static_cast<ZoneId>(thing.id)))
            return tr("Node %1, %2: %3 of %4 pages free, %5.")
                .arg(t->node)
                .arg(t->name, pages(t->free()), pages(t->pages), mark_words(*t));
        break;
    case Inspectable::What::lock:
        if (const LockModel* l = model.lock(static_cast<LockId>(thing.id))) {
            if (l->used >= 0) {
                QString out = tr("%1: used %2 of the time; %3 wait.")
                                  .arg(l->name, format::percent(100 * l->used, 0))
                                  .arg(l->waiters.size());
                if (l->visit > 0)
                    out += QLatin1Char(' ') + tr("A visit takes %1.").arg(format::duration(l->visit));
                if (l->wait > 0)
                    out += QLatin1Char(' ') + tr("A wait takes %1.").arg(format::duration(l->wait));
                return out;
            }
            if (!l->held)
                return tr("%1: nobody inside.").arg(l->name);
            return tr("CPU %1 holds %2 for %3; %4 spin.")
                .arg(l->holder)
                .arg(l->name, format::duration(l->held_for))
                .arg(l->waiters.size());
        }
        break;
    case Inspectable::What::node:
        for (const RoomModel& r : model.rooms)
            if (r.node == thing.id)
                return r.words.isEmpty()
                    ? tr("Node %1, %2, %3 CPUs.").arg(r.node).arg(format::bytes(r.bytes)).arg(r.cpus.size())
                    : tr("Node %1, %2, %3 CPUs; %4.")
                          .arg(r.node)
                          .arg(format::bytes(r.bytes))
                          .arg(r.cpus.size())
                          .arg(r.words);
        break;
    case Inspectable::What::page:
        return tr("Page 0x%1, on its way.").arg(thing.id, 0, 16);
    case Inspectable::What::list:
    case Inspectable::What::disk:
    case Inspectable::What::task:
    case Inspectable::What::nothing:
        break;
    }
    return {};
}

QString title(const SceneModel& model, const Inspectable& thing) {
    switch (thing.what) {
    case Inspectable::What::node:
        return tr("Node %1").arg(thing.id);
    case Inspectable::What::cpu:
        return tr("CPU %1").arg(thing.id);
    case Inspectable::What::zone:
        if (const TankModel* t = model.tank(static_cast<ZoneId>(thing.id)))
            return tr("Zone %1 of node %2").arg(t->name).arg(t->node);
        break;
    case Inspectable::What::lock:
        if (model.lru)
            if (const LruSetModel* s = model.lru->of_lock(static_cast<LockId>(thing.id)))
                return s->name.isEmpty() ? s->lock_name : tr("%1, %2").arg(s->lock_name, s->name);
        for (const RoomModel& r : model.rooms)
            for (const LockModel& l : r.locks)
                if (l.id == thing.id)
                    return model.rooms.size() > 1 ? tr("%1 of node %2").arg(l.name).arg(r.node) : l.name;
        break;
    case Inspectable::What::page:
        return tr("Page 0x%1").arg(thing.id, 0, 16);
    case Inspectable::What::list:
        if (thing.list_kind() == List::isolated)
            return tr("Isolated pages");
        if (model.lru && thing.list_set() < model.lru->sets.size())
            if (const BeltModel* b = model.lru->sets[thing.list_set()].belt(thing.list_kind()))
                return tr("List %1").arg(b->name);
        break;
    case Inspectable::What::disk:
        return tr("Disk %1").arg(thing.id);
    case Inspectable::What::task:
        if (model.lru)
            for (const ActorModel& a : model.lru->actors)
                if (a.task == thing.id)
                    return a.name;
        break;
    case Inspectable::What::nothing:
        break;
    }
    return {};
}

std::optional<Frame> page_at(const SceneModel& model, const SceneLayout& layout, const QPointF& point) {
    if (layout.lru) {
        for (const PageSpot& spot : page_spots(model, *layout.lru, layout.scale))
            if (spot.rect.contains(point))
                return spot.frame;
    }
    std::optional<Frame> best;
    double least = 6 * layout.scale;
    for (const Dot& dot : dots_of(model, road_paths(layout, model))) {
        const QPointF d = dot.at - point;
        const double distance = std::max(std::abs(d.x()), std::abs(d.y()));
        if (distance <= least) {
            least = distance;
            best = dot.frame;
        }
    }
    return best;
}

} // namespace sluice::ui
