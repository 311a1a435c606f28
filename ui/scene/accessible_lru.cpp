// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/accessible_lru.h"

#include "ui/kit/format.h"
#include "ui/scene/accessible.h"

#include <QCoreApplication>

#include <algorithm>

namespace sluice::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Scene", text);
}
QString count(std::uint64_t n) {
    return format::count(static_cast<std::int64_t>(n));
}

QString of_cpu(const CpuModel& c, const LruCpuModel& l) {
    QString out = tr("CPU %1: %2, %3, %4; vector (%5): %6 of %7 slots, %8.")
                      .arg(c.id)
                      .arg(chip_word(c.chip), c.function, c.where, l.vector.whose)
                      .arg(l.vector.pages.size())
                      .arg(l.vector.capacity)
                      .arg(vector_state_word(l.vector.state));
    if (!l.note.isEmpty())
        out += QLatin1Char(' ') + tr("It says: %1.").arg(l.note);
    return out;
}

QString of_list(const LruModel& lru, const LruSetModel& set, List list) {
    if (list == List::isolated) {
        if (set.tray.pages == 0)
            return tr("No page is isolated.");
        const QString who = set.tray.tasks > 1 ? tr("%1 tasks").arg(set.tray.tasks)
            : set.tray.who.isEmpty()           ? tr("a task")
                                               : set.tray.who;
        return tr("%1 pages isolated by %2; whoever took them works on them without the lock.")
            .arg(count(set.tray.pages), who);
    }
    const BeltModel* b = set.belt(list);
    if (!b)
        return {};
    const auto n = pages_by_look(*b);
    return tr("List %1: %2 pages, about %3 anonymous, %4 of files and clean, %5 dirty; one glyph stands for %6.")
        .arg(b->name, count(b->pages), count(n[0]), count(n[1]), count(n[2]), count(lru.pages_per_glyph));
}

QString of_page(const PageGlyph& g, const QString& where) {
    QString out = tr("Page 0x%1, %2, %3").arg(g.frame, 0, 16).arg(look_word(g.look), where);
    if (g.used)
        out += tr(", used lately");
    if (g.writing)
        out += tr(", being written");
    return out + QLatin1Char('.');
}

QString of_frame(const LruModel& lru, Frame frame) {
    const auto in = [&](const std::vector<PageGlyph>& all) {
        const auto it = std::find_if(all.begin(), all.end(), [&](const PageGlyph& g) { return g.frame == frame; });
        return it == all.end() ? nullptr : &*it;
    };
    for (const LruCpuModel& c : lru.cpus)
        if (const PageGlyph* g = in(c.vector.pages))
            return of_page(*g, tr("in the vector of CPU %1 (%2)").arg(c.cpu).arg(c.vector.whose));
    for (const LruSetModel& s : lru.sets) {
        for (const BeltModel& b : s.belts)
            if (const PageGlyph* g = in(b.glyphs))
                return of_page(*g, tr("on the list %1").arg(b.name));
        if (const PageGlyph* g = in(s.tray.glyphs))
            return of_page(*g, tr("isolated"));
    }
    return {};
}

/// "half of them": a share in words.
QString share_words(std::uint64_t part, std::uint64_t all) {
    if (part == 0 || all == 0)
        return tr("none of them");
    const double share = static_cast<double>(part) / static_cast<double>(all);
    if (share > 0.97)
        return tr("nearly all of them");
    if (share > 0.45 && share < 0.55)
        return tr("half of them");
    return tr("%1 of them").arg(format::percent(100 * share, share < 0.1 ? 1 : 0));
}

} // namespace

QString look_word(PageLook look) {
    switch (look) {
    case PageLook::anonymous:
        return tr("anonymous");
    case PageLook::dirty:
        return tr("of a file, dirty");
    case PageLook::file:
        break;
    }
    return tr("of a file, clean");
}

std::array<std::uint64_t, 3> pages_by_look(const BeltModel& belt) {
    std::array<std::uint64_t, 3> glyphs{}, out{};
    for (const PageGlyph& g : belt.glyphs)
        ++glyphs[static_cast<std::size_t>(g.look)];
    const std::uint64_t all = belt.glyphs.size();
    if (all == 0)
        return out;
    // Cumulative rounding, so that the parts add up.
    std::uint64_t seen = 0, given = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
        seen += glyphs[i];
        out[i] = belt.pages * seen / all - given;
        given += out[i];
    }
    return out;
}

QString describe_belts(const LruModel& lru) {
    const std::uint64_t all = lru.active() + lru.inactive();
    if (all == 0)
        return tr("No page is on an LRU list yet.");
    return tr("%1 active, %2 inactive, %3 dirty.")
        .arg(count(lru.active()), count(lru.inactive()), share_words(std::min(lru.dirty, all), all));
}

QString describe_lock(const LruSetModel& set) {
    const QString name = set.name.isEmpty() ? set.lock_name : tr("%1 of %2").arg(set.lock_name, set.name);
    if (!set.held)
        return tr("%1: nobody inside.").arg(name);
    const QString held = tr("CPU %1 holds %2 for %3").arg(set.holder).arg(name, format::duration(set.held_for));
    if (set.waiters.empty())
        return tr("%1; nobody waits.").arg(held);
    return set.waiters.size() == 1 ? tr("%1; CPU %2 spins.").arg(held).arg(set.waiters.front())
                                   : tr("%1; %2 spin.").arg(held).arg(set.waiters.size());
}

QString describe_lru(const SceneModel& model, const Inspectable& thing) {
    const LruModel& lru = *model.lru;
    switch (thing.what) {
    case Inspectable::What::cpu:
        if (const CpuModel* c = model.cpu(static_cast<CpuId>(thing.id)))
            if (const LruCpuModel* l = lru.cpu(c->id))
                return of_cpu(*c, *l);
        break;
    case Inspectable::What::lock:
        if (const LruSetModel* s = lru.of_lock(static_cast<LockId>(thing.id)))
            return describe_lock(*s);
        break;
    case Inspectable::What::list:
        if (thing.list_set() < lru.sets.size())
            return of_list(lru, lru.sets[thing.list_set()], thing.list_kind());
        break;
    case Inspectable::What::disk:
        if (thing.id < lru.disks.size())
            return tr("Disk %1: %2 requests in its queue; %3 pages being written on all disks.")
                .arg(thing.id)
                .arg(lru.disks[thing.id].queue)
                .arg(count(lru.writing));
        break;
    case Inspectable::What::task:
        for (const ActorModel& a : lru.actors)
            if (a.task == thing.id)
                return a.kswapd ? tr("%1: %2.").arg(a.name, a.doing) : tr("%1 %2, for itself.").arg(a.name, a.doing);
        break;
    case Inspectable::What::page:
        return of_frame(lru, thing.id);
    case Inspectable::What::zone:
    case Inspectable::What::node:
    case Inspectable::What::nothing:
        break;
    }
    return {};
}

} // namespace sluice::ui
