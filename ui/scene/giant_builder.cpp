// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/giant_builder.h"

#include "core/mechanism/page_free/steps.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace sluice::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Scene", text);
}

constexpr RecordIndex most_records = 20'000; ///< that are read for "lately"

class GiantBuilder {
public:
    GiantBuilder(SceneModel& model, const journal::MachineState& state, const journal::Journal& journal,
        const RunIndex& index, const SceneNames& names, const SceneSettings& settings)
        : model_(model)
        , state_(state)
        , machine_(state.machine())
        , journal_(journal)
        , index_(index)
        , names_(names)
        , settings_(settings) { }

    void build() {
        add_lru_locks();
        mark_tasks();
        count_pages();
        read_locks();
        name_tokens();
        find_narrow();
        join_roads();
        model_.giant = std::move(out_);
    }

private:
    QString class_of(TaskId id) const {
        return names_.task_class ? names_.task_class(state_.task(id).task_class) : QString();
    }

    std::int64_t knob(const char* id, std::int64_t otherwise) const {
        return settings_.knob ? settings_.knob(id).value_or(otherwise) : otherwise;
    }

    /// Beside its zone locks a room gets the lock of its LRU lists.
    void add_lru_locks() {
        for (RoomModel& r : model_.rooms) {
            LockModel l;
            l.id = names_.lru_lock ? names_.lru_lock(r.node)
                                   : static_cast<LockId>(machine_.zones.size() + r.node); // they follow the zone locks
            const LockText text = names_.lock ? names_.lock(l.id) : LockText{};
            l.name = text.name.isEmpty() ? tr("lru_lock") : text.name;
            l.fair = text.fair;
            if (l.id < state_.locks().size()) {
                const journal::LockState& s = state_.locks()[l.id];
                l.held = s.held;
                l.holder = s.holder;
                l.held_for = s.held ? std::max<Time>(0, model_.moment - s.since) : 0;
                l.waiters = s.waiters;
                l.irq_off
                    = s.held && s.holder < state_.cpus().size() && (state_.cpus()[s.holder].flags & cpu_flag::irq_off);
            }
            r.locks.push_back(std::move(l));
        }
    }

    /// Letters: workers by their number, main threads by m. A worker's number is its place among all workers, for they
    /// are numbered as they are made and none ever ends.
    void mark_tasks() {
        std::map<TaskId, QString> marks;
        int workers = 0, giants = 0;
        std::optional<TaskId> first;
        for (const TaskId id : state_.tasks()) {
            if (id <= machine_.cpus.size())
                continue;
            const QString name = class_of(id);
            if (name == QLatin1String("kworker")) {
                marks[id] = QStringLiteral("w%1").arg(++workers);
            } else if (name == QLatin1String("giant")) {
                marks[id] = ++giants == 1 ? QStringLiteral("m") : QStringLiteral("m%1").arg(giants);
                if (!first)
                    first = id;
            }
        }
        out_.giants = giants;
        for (RoomModel& r : model_.rooms)
            for (CpuModel& c : r.cpus) {
                const journal::CpuState& s = state_.cpus()[c.id];
                const auto it = marks.find(s.task);
                if (it == marks.end())
                    continue;
                c.mark = it->second;
                c.main = it->second.startsWith(QLatin1Char('m'));
                const bool spins = s.flags & cpu_flag::spinning;
                if (!c.main) {
                    ++out_.workers;
                    out_.spinning += spins;
                } else if (s.task == first) {
                    out_.main = c.id;
                    out_.main_spins = spins;
                }
            }
        // Where a main thread waits for its pieces, its CPU says so.
        if (first && !out_.main && state_.task(*first).state == TaskState::waiting)
            for (RoomModel& r : model_.rooms)
                for (CpuModel& c : r.cpus)
                    if (c.id == state_.task(*first).cpu && c.chip == CpuChip::waiting)
                        c.mark = marks[*first];
        out_.doing = doing(first);
    }

    QString doing(std::optional<TaskId> main) const {
        using namespace page_free;
        if (!main)
            return model_.moment == 0 ? tr("not begun yet") : tr("gone");
        if (!out_.main) {
            const TaskState state = state_.task(*main).state;
            return state == TaskState::runnable ? tr("waits for a CPU")
                : state == TaskState::waiting   ? tr("waits for its pieces")
                                                : tr("not begun yet");
        }
        const journal::CpuState& s = state_.cpus()[*out_.main];
        if (s.flags & cpu_flag::spinning)
            return tr("waits for a lock");
        if (s.step == step::zap)
            return settings_.knob && knob("free.parallel", 0) ? tr("unmaps, hands out pieces") : tr("unmaps, gathers");
        if (s.step == step::wait)
            return tr("waits for its pieces");
        return tr("frees pages");
    }

    void count_pages() {
        out_.parallel = knob("free.parallel", 0) != 0;
        out_.piece = static_cast<std::uint64_t>(knob("free.threshold", 262'144));
        std::map<NodeId, std::uint64_t> on;
        for (const FrameRun& run : index_.placed()) {
            const NodeId node = machine_.zones[machine_.zone_of(run.first)].node;
            out_.pages += run.count;
            if (on.emplace(node, 0).second)
                out_.shares.push_back({node, 0});
            on[node] += run.count;
        }
        for (GiantShare& s : out_.shares)
            s.pages = on[s.node];
        if (knob("free.order", 0) != 0)
            out_.shares.clear();
        std::uint64_t gathered = 0;
        for (const journal::ZoneState& z : state_.zones()) {
            out_.mapped += z.anonymous;
            gathered += z.gather;
        }
        const RunIndex::Pieces p = index_.pieces(state_.position());
        out_.pieces_freed = p.freed;
        out_.pieces_in_flight = p.in_flight;
        out_.pieces_queued = p.queued;
        // Page tables are gathered too, at the very end: the parts never exceed the whole.
        out_.pages = std::max(out_.pages, out_.mapped);
        gathered = std::min(gathered, out_.pages - out_.mapped);
        out_.queued = std::min(p.queued_pages, gathered);
        out_.in_flight = gathered - out_.queued;
        out_.freed = out_.pages - out_.mapped - gathered;
    }

    /// How long visits and waits took within the last second of watching.
    void read_locks() {
        const RecordIndex position = state_.position();
        const Time far = std::max<Time>(0, model_.moment - model_.speed);
        RecordIndex from = far > 0 ? std::min(journal_.after(far), position) : 0;
        if (position - from > most_records)
            from = position - most_records;
        if (from >= position)
            return;
        const Time begin = std::max(journal_.at(from).at, far);
        struct Lately {
            Time held = 0, waited = 0;
            std::int64_t visits = 0, waits = 0;
        };
        std::map<LockId, Lately> lately;
        journal_.for_each(from, position, [&](const Record& r, RecordIndex) {
            if (r.kind == Kind::lock_drop) {
                Lately& l = lately[static_cast<LockId>(r.a)];
                l.held += std::min<Time>(r.prev, std::max<Time>(0, r.at - begin));
                ++l.visits;
            } else if (r.kind == Kind::lock_take && r.from > 0) {
                Lately& l = lately[static_cast<LockId>(r.a)];
                l.waited += r.prev;
                ++l.waits;
            }
        });
        const Time span = std::max<Time>(1, model_.moment - begin);
        std::int64_t most = 0;
        for (RoomModel& room : model_.rooms) {
            std::int64_t visits = 0;
            for (LockModel& l : room.locks) {
                const auto it = lately.find(l.id);
                if (it == lately.end())
                    continue;
                const Lately& x = it->second;
                visits += x.visits;
                l.used = std::min(
                    1.0, static_cast<double>(x.held + (l.held ? l.held_for : 0)) / static_cast<double>(span));
                l.visit = x.visits ? x.held / x.visits : 0;
                l.wait = x.waits ? x.waited / x.waits : 0;
            }
            if (visits > most) {
                most = visits;
                out_.narrow_node = room.node;
            }
        }
        if (most == 0) {
            // Nothing lately: the node with most of what is still mapped.
            std::uint64_t pages = 0;
            for (const RoomModel& room : model_.rooms)
                for (const TankModel& t : room.tanks)
                    if (t.part(TankPart::processes) > pages) {
                        pages = t.part(TankPart::processes);
                        out_.narrow_node = room.node;
                    }
        }
    }

    void name_tokens() {
        const auto name = [&](CpuId id) {
            const CpuModel* c = model_.cpu(id);
            return c && !c->mark.isEmpty() ? c->mark : QString::number(id);
        };
        for (RoomModel& r : model_.rooms)
            for (LockModel& l : r.locks) {
                if (l.held)
                    l.holder_mark = name(l.holder);
                for (const CpuId w : l.waiters)
                    l.waiter_marks << name(w);
            }
    }

    /// "4 workers and the main thread run here", "2 workers run here"; empty if none does.
    static QString threads_of(const RoomModel& r) {
        int workers = 0, mains = 0;
        for (const CpuModel& c : r.cpus)
            if (!c.mark.isEmpty() && c.chip != CpuChip::waiting)
                ++(c.main ? mains : workers);
        const QString w = workers == 1 ? tr("1 worker") : tr("%1 workers").arg(workers);
        if (mains > 0)
            return workers > 0 ? tr("%1 and the main thread").arg(w) : tr("the main thread");
        return workers > 0 ? w : QString();
    }

    /// Who frees a room's pages, if its own CPUs do not.
    void say_threads(RoomModel& room, bool busy) const {
        room.threads = threads_of(room);
        if (!room.threads.isEmpty() || !busy)
            return;
        const RoomModel* from = nullptr;
        int nodes = 0;
        for (const RoomModel& r : model_.rooms)
            if (!threads_of(r).isEmpty()) {
                from = &r;
                ++nodes;
            }
        if (nodes == 1)
            room.threads = tr("freed by %1 on node %2").arg(threads_of(*from)).arg(from->node);
        else if (nodes > 1)
            room.threads = tr("freed from %1 other nodes").arg(nodes);
    }

    /// All ways to a zone's free lists lead through its lock: one arrow stands for them.
    void join_roads() {
        std::map<ZoneId, double> flow;
        for (const RoadModel& r : model_.roads)
            if (r.to.place == RoadEnd::Place::tank && r.from.place != RoadEnd::Place::tank)
                flow[static_cast<ZoneId>(r.to.id)] += r.rate;
        out_.flow.assign(flow.begin(), flow.end());
        model_.roads.clear();
    }

    void find_narrow() {
        std::size_t most = 0;
        for (RoomModel& r : model_.rooms) {
            int waiting = 0;
            for (const LockModel& l : r.locks) {
                waiting += static_cast<int>(l.waiters.size());
                if (l.waiters.size() > most) {
                    most = l.waiters.size();
                    out_.narrow = l.id;
                }
            }
            std::uint64_t mapped = 0, gathered = 0;
            for (const TankModel& t : r.tanks) {
                mapped += t.part(TankPart::processes);
                gathered += t.part(TankPart::in_flight);
            }
            say_threads(r, gathered > 0 || waiting > 0);
            const QString here = threads_of(r);
            r.words = !here.isEmpty() && r.node != out_.narrow_node ? here
                : waiting > 0  ? (waiting == 1 ? tr("1 waits for its locks") : tr("%1 wait for its locks").arg(waiting))
                : gathered > 0 ? tr("being freed, nobody waits")
                : mapped > 0   ? tr("waits for its turn")
                               : tr("nothing left to free");
        }
    }

    SceneModel& model_;
    const journal::MachineState& state_;
    const machine::Machine& machine_;
    const journal::Journal& journal_;
    const RunIndex& index_;
    const SceneNames& names_;
    const SceneSettings& settings_;
    GiantModel out_;
};

} // namespace

void add_giant(SceneModel& model, const journal::MachineState& state, const journal::Journal& journal,
    const RunIndex& index, const SceneNames& names, const SceneSettings& settings) {
    GiantBuilder(model, state, journal, index, names, settings).build();
}

} // namespace sluice::ui
