// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/lru_builder.h"

#include "ui/kit/format.h"
#include "ui/scene/lru_sample.h"

#include <QCoreApplication>

#include <algorithm>
#include <bit>

namespace sluice::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Scene", text);
}

/// One set of lists for the machine, for each zone, or for each node: the choices of the knob lru.scope.
enum class Scope : std::uint8_t { machine, zone, node };

constexpr std::uint64_t lowmem_bytes = 896ull << 20; ///< what a 32-bit kernel maps for itself

bool in_reclaim(StepId step) {
    return step >= step_base::reclaim && step < step_base::reclaim + 0x80;
}

PageGlyph glyph_of(Frame frame, const journal::PageInfo& page) {
    PageGlyph g;
    g.frame = frame;
    g.look = page.place == place::anonymous ? PageLook::anonymous : page.dirty ? PageLook::dirty : PageLook::file;
    g.used = page.referenced;
    g.writing = page.writeback;
    return g;
}

QString list_name(List list, bool split) {
    switch (list) {
    case List::active:
        return split ? tr("active file") : tr("active");
    case List::inactive:
        return split ? tr("inactive file") : tr("inactive");
    case List::active_anon:
        return tr("active anon");
    case List::inactive_anon:
        return tr("inactive anon");
    case List::isolated:
    case List::none:
        break;
    }
    return tr("isolated");
}

class LruBuilder {
public:
    LruBuilder(SceneModel& model, const journal::MachineState& state, const journal::Journal& journal,
        const RunIndex& index, const SceneNames& names, const SceneSettings& settings)
        : model_(model)
        , state_(state)
        , machine_(state.machine())
        , journal_(journal)
        , index_(index)
        , names_(names)
        , settings_(settings) { }

    LruModel build() {
        out_.capacity = static_cast<std::uint32_t>(std::clamp<std::int64_t>(knob("pagevec.slots", 16), 1, 64));
        out_.buffer_limit = knob("bh.limit", 0) != 0 ? static_cast<int>(knob("bh.percent", 10)) : 0;
        const auto& zones = state_.cache().zones();
        for (const auto& z : zones)
            split_ = split_ || z.pages[static_cast<std::size_t>(List::active_anon)] > 0
                || z.pages[static_cast<std::size_t>(List::inactive_anon)] > 0;
        split_ = knob("lru.split", split_) != 0;
        for (const auto& z : zones) {
            out_.dirty += z.flagged[static_cast<std::size_t>(PageFlag::dirty)];
            out_.writing += z.flagged[static_cast<std::size_t>(PageFlag::writeback)];
        }
        const auto off = state_.cache().off_lru();
        out_.deferred = off.deferred;
        out_.adding = off.adding;
        out_.call = off.call;
        out_.isolated = off.isolated;
        add_sets();
        add_glyphs();
        add_trays();
        choose_set();
        add_cpus();
        add_actors();
        const auto queues = state_.cache().disks();
        const std::size_t disks = std::min<std::size_t>(index_.disks(state_.position()), queues.size());
        for (std::size_t d = 0; d < disks; ++d)
            out_.disks.push_back({static_cast<std::uint32_t>(d), queues[d]});
        return std::move(out_);
    }

private:
    std::int64_t knob(const char* id, std::int64_t standard) const {
        return settings_.knob ? settings_.knob(id).value_or(standard) : standard;
    }

    QString class_name(TaskId task) const {
        if (task == 0)
            return {};
        if (task <= machine_.cpus.size())
            return tr("idle loop");
        const QString name = names_.task_class ? names_.task_class(state_.task(task).task_class) : QString();
        return name.isEmpty() ? tr("task") : name;
    }

    bool is_kswapd(TaskId task) const {
        return task > machine_.cpus.size() && class_name(task).startsWith(QLatin1String("kswapd"));
    }

    QString zone_title(ZoneId id) const {
        const TankModel* t = model_.tank(id);
        const QString name = t ? t->name : QString();
        return machine_.nodes > 1 ? tr("%1 of node %2").arg(name).arg(machine_.zones[id].node) : name;
    }

    void add_sets() {
        const auto scope = static_cast<Scope>(std::clamp<std::int64_t>(knob("lru.scope", 0), 0, 2));
        const std::size_t n = scope == Scope::machine ? 1
            : scope == Scope::zone                    ? machine_.zones.size()
                                                      : machine_.nodes;
        const bool fair = knob("lock.kind", 0) != 0;
        zones_.resize(n);
        for (std::size_t z = 0; z < machine_.zones.size(); ++z) {
            const std::size_t set = scope == Scope::machine ? 0 : scope == Scope::zone ? z : machine_.zones[z].node;
            zones_[set].push_back(static_cast<ZoneId>(z));
        }
        for (std::size_t i = 0; i < n; ++i) {
            LruSetModel s;
            s.number = static_cast<std::uint32_t>(i);
            s.fair = fair;
            s.lock = names_.lru_lock ? names_.lru_lock(s.number) : static_cast<LockId>(machine_.zones.size() + i);
            switch (scope) {
            case Scope::machine:
                s.lock_name = QStringLiteral("pagemap_lru_lock");
                break;
            case Scope::zone:
                s.lock_name = QStringLiteral("zone->lru_lock");
                s.name = zone_title(static_cast<ZoneId>(i));
                break;
            case Scope::node:
                s.lock_name = QStringLiteral("pgdat->lru_lock");
                s.name = n > 1 ? tr("node %1").arg(i) : QString();
                break;
            }
            add_lock(s);
            for (const List l : {List::active, List::inactive, List::active_anon, List::inactive_anon}) {
                if (!split_ && (l == List::active_anon || l == List::inactive_anon))
                    continue;
                BeltModel b;
                b.list = l;
                b.name = list_name(l, split_);
                for (const ZoneId z : zones_[i])
                    b.pages += state_.cache().zones()[z].pages[static_cast<std::size_t>(l)];
                s.belts.push_back(std::move(b));
            }
            out_.sets.push_back(std::move(s));
        }
    }

    void add_lock(LruSetModel& s) const {
        const RecordIndex position = state_.position();
        s.longest_hold = index_.longest_hold(s.lock, position);
        s.taken = index_.taken(s.lock, position);
        if (s.lock >= state_.locks().size())
            return;
        const journal::LockState& l = state_.locks()[s.lock];
        s.held = l.held;
        s.waiters = l.waiters;
        if (!l.held)
            return;
        s.holder = l.holder;
        s.held_for = std::max<Time>(0, model_.moment - l.since);
        s.longest_hold = std::max(s.longest_hold, s.held_for);
        if (l.holder < state_.cpus().size()) {
            const journal::CpuState& c = state_.cpus()[l.holder];
            s.irq_off = c.flags & cpu_flag::irq_off;
            s.holder_task = class_name(c.task);
        }
    }

    void add_glyphs() {
        std::uint64_t longest = 0, frames = 0;
        for (const LruSetModel& s : out_.sets)
            for (const BeltModel& b : s.belts)
                longest = std::max(longest, b.pages);
        for (const machine::Zone& z : machine_.zones)
            frames += z.pages;
        std::uint64_t n
            = std::max((longest + belt_glyphs - 1) / belt_glyphs, (frames + most_looked_at - 1) / most_looked_at);
        n = std::bit_ceil(std::max<std::uint64_t>(1, n));
        out_.pages_per_glyph = n;
        if (longest == 0)
            return;
        for (LruSetModel& s : out_.sets)
            for (BeltModel& b : s.belts) {
                std::uint64_t files = 0;
                for (const ZoneId z : zones_[s.number])
                    files += state_.zones()[z].file;
                const bool anonymous = b.list == List::active_anon || b.list == List::inactive_anon || files == 0;
                b.usual = anonymous ? PageLook::anonymous : PageLook::file;
            }
        for (LruSetModel& s : out_.sets) {
            const auto sample = sample_lists(state_, zones_[s.number], n);
            for (BeltModel& b : s.belts)
                for (const SampledPage& p : sample[static_cast<std::size_t>(b.list)])
                    b.glyphs.push_back(glyph_of(p.frame, p.info));
        }
    }

    void add_trays() {
        struct Taken {
            Key key;
            Frame frame;
        };
        std::vector<std::vector<Taken>> taken(out_.sets.size());
        std::vector<std::size_t> set_of(machine_.zones.size(), 0);
        for (std::size_t i = 0; i < zones_.size(); ++i)
            for (const ZoneId z : zones_[i])
                set_of[z] = i;
        for (const Frame f : state_.cache().isolated())
            taken[set_of[machine_.zone_of(f)]].push_back({state_.page(f).list_key, f});
        for (LruSetModel& s : out_.sets) {
            auto& pages = taken[s.number];
            TrayModel& t = s.tray;
            t.pages = pages.size();
            t.batch = static_cast<std::uint64_t>(knob("reclaim.batch", 32));
            // By the record that took them: keys count down for those put at a head.
            std::sort(pages.begin(), pages.end(), [](const Taken& a, const Taken& b) {
                const Key ka = std::abs(a.key), kb = std::abs(b.key);
                return ka != kb ? ka < kb : a.frame < b.frame;
            });
            std::vector<TaskId> who;
            for (const Taken& p : pages) {
                if (t.glyphs.size() < tray_glyphs)
                    t.glyphs.push_back(glyph_of(p.frame, state_.page(p.frame)));
                if (p.key == 0)
                    continue;
                const auto record = static_cast<RecordIndex>(std::abs(p.key)) - 1;
                const CpuId cpu = journal_.at(record).cpu;
                const TaskId task = index_.task_at(cpu, record);
                if (std::find(who.begin(), who.end(), task) == who.end())
                    who.push_back(task);
                t.cpu = cpu;
            }
            t.tasks = static_cast<int>(who.size());
            if (who.size() == 1)
                t.who = class_name(who.front());
        }
    }

    void choose_set() {
        const auto key = [](const LruSetModel& s) { return std::pair(s.waiters.size(), s.taken); };
        for (std::size_t i = 1; i < out_.sets.size(); ++i)
            if (key(out_.sets[i]) > key(out_.sets[out_.shown]))
                out_.shown = i;
    }

    VectorModel vector_of(CpuId cpu, TaskId task, bool spinning) const {
        using vector_id::Use;
        const auto& all = state_.cache().vectors();
        VectorModel v;
        v.capacity = out_.capacity;
        v.id = vector_id::make(Use::deferred, cpu);
        const journal::VectorState* best = nullptr;
        for (const std::uint32_t id : {vector_id::make(Use::call, task), vector_id::make(Use::release, task),
                 vector_id::make(Use::deferred, cpu), vector_id::make(Use::deferred_active, cpu)}) {
            const auto it = all.find(id);
            if (it == all.end())
                continue;
            if (!best || (it->second.flushing && !best->flushing)) {
                v.others += best && !best->pages.empty();
                best = &it->second;
                v.id = id;
            } else if (!it->second.pages.empty()) {
                ++v.others;
            }
        }
        switch (vector_id::use(v.id)) {
        case Use::deferred:
            v.whose = tr("deferred");
            break;
        case Use::deferred_active:
            v.whose = tr("deferred, active");
            break;
        case Use::call:
            v.whose = tr("of its call");
            break;
        case Use::release:
            v.whose = tr("to release");
            break;
        }
        if (!best)
            return v;
        for (const Frame f : best->pages)
            v.pages.push_back(glyph_of(f, state_.page(f)));
        const bool full = v.pages.size() >= v.capacity;
        v.state = best->flushing && !(spinning && full) ? VectorState::flushing
            : full                                      ? VectorState::full
            : v.pages.empty()                           ? VectorState::empty
                                                        : VectorState::collecting;
        return v;
    }

    void add_cpus() {
        for (RoomModel& room : model_.rooms)
            for (CpuModel& c : room.cpus) {
                const journal::CpuState& s = state_.cpus()[c.id];
                LruCpuModel l;
                l.cpu = c.id;
                l.node = c.node;
                // Who has joined the queue of an LRU lock spins, even if no step says so yet.
                bool spinning = s.flags & cpu_flag::spinning;
                for (const LruSetModel& set : out_.sets)
                    spinning = spinning || std::find(set.waiters.begin(), set.waiters.end(), c.id) != set.waiters.end();
                if (spinning && !c.restless)
                    c.chip = CpuChip::spinning;
                l.vector = vector_of(c.id, s.task, spinning);
                const LruSetModel* held = nullptr;
                for (const LruSetModel& set : out_.sets)
                    if (set.held && set.holder == c.id)
                        held = &set;
                if (spinning) {
                    const Time since = index_.spinning_since(c.id, state_.position()).value_or(model_.moment);
                    l.note = tr("spinning for %1").arg(format::duration(std::max<Time>(0, model_.moment - since)));
                    l.tone = LruTone::stall;
                } else if (held) {
                    l.note = tr("holds the lock, %1 so far").arg(format::duration(held->held_for));
                    l.tone = LruTone::holding;
                } else if (c.chip == CpuChip::waiting) {
                    l.note = c.note;
                } else if (c.chip == CpuChip::idle || s.task <= machine_.cpus.size()) {
                    l.note = tr("nothing to do");
                } else if (out_.capacity == 1) {
                    l.note = tr("takes the lock for each page");
                } else if (l.vector.state == VectorState::flushing) {
                    l.note = tr("empties its vector");
                } else {
                    l.note = tr("no lock before slot %1").arg(out_.capacity);
                }
                out_.cpus.push_back(std::move(l));
            }
    }

    void add_actors() {
        for (const TaskId id : state_.tasks()) {
            if (!is_kswapd(id))
                continue;
            ActorModel a;
            a.kswapd = true;
            a.task = id;
            a.name = class_name(id);
            const journal::TaskInfo t = state_.task(id);
            if (t.cpu < state_.cpus().size() && state_.cpus()[t.cpu].task == id) {
                a.cpu = t.cpu;
                a.doing = tr("on CPU %1").arg(t.cpu);
            } else {
                a.doing = t.state == TaskState::runnable ? tr("waits for CPU %1").arg(t.cpu) : tr("sleeps");
            }
            out_.actors.push_back(std::move(a));
        }
        for (std::size_t i = 0; i < state_.cpus().size(); ++i) {
            const journal::CpuState& c = state_.cpus()[i];
            if (!in_reclaim(c.step) || c.task <= machine_.cpus.size() || is_kswapd(c.task))
                continue;
            ActorModel a;
            a.task = c.task;
            a.name = tr("%1 %2").arg(class_name(c.task)).arg(c.task);
            a.cpu = static_cast<CpuId>(i);
            a.doing = tr("reclaims, CPU %1").arg(*a.cpu);
            out_.actors.push_back(std::move(a));
        }
    }

    SceneModel& model_;
    const journal::MachineState& state_;
    const machine::Machine& machine_;
    const journal::Journal& journal_;
    const RunIndex& index_;
    const SceneNames& names_;
    const SceneSettings& settings_;
    LruModel out_;
    std::vector<std::vector<ZoneId>> zones_; ///< by set
    bool split_ = false;
};

/// The zones that machines of that time had and this one lacks, with the reason.
void add_absent(SceneModel& model, const machine::Machine& machine) {
    if (model.rooms.empty())
        return;
    const auto lacks = [&](machine::ZoneKind kind) {
        return std::none_of(
            machine.zones.begin(), machine.zones.end(), [&](const machine::Zone& z) { return z.kind == kind; });
    };
    const std::uint64_t bytes = machine.total_pages() * machine.page_size;
    const auto add = [&](const char* name, const QString& why) {
        TankModel t;
        t.node = model.rooms.front().node;
        t.name = QLatin1String(name);
        t.absent = why;
        model.rooms.front().tanks.push_back(std::move(t));
    };
    if (lacks(machine::ZoneKind::highmem))
        add("HIGHMEM", bytes <= lowmem_bytes ? tr("none below 896 MB") : tr("the kernel maps all memory"));
    if (lacks(machine::ZoneKind::dma))
        add("DMA", tr("devices reach all memory"));
}

} // namespace

bool uses_lru(const journal::MachineState& state, const SceneSettings& settings) {
    const journal::CacheState& cache = state.cache();
    if (settings.lru || !cache.vectors().empty())
        return true;
    for (const journal::FileState& f : cache.files())
        if (f.cached > 0)
            return true;
    for (const journal::ZoneLists& z : cache.zones())
        for (const std::uint64_t n : z.pages)
            if (n > 0)
                return true;
    return false;
}

void add_lru(SceneModel& model, const journal::MachineState& state, const journal::Journal& journal,
    const RunIndex& index, const SceneNames& names, const SceneSettings& settings) {
    model.lru = LruBuilder(model, state, journal, index, names, settings).build();
    add_absent(model, state.machine());
    // Only the ways between places of this picture are drawn.
    std::erase_if(model.roads, [](const RoadModel& r) { return !r.from.of_lists(); });
}

} // namespace sluice::ui
