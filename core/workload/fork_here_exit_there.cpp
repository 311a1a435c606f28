// SPDX-License-Identifier: GPL-3.0-or-later
// A parent forks on one CPU; its children do a little work and exit on the other CPUs in turn. What exits free stays on
// lists that no fork takes from, until each has reached its limit: `steady` is recorded when, over 100 exits, less than
// a tenth of the freed tables stayed. Knobs: tables, rounds (forks; until the end if 0), fork-cpu, exit-cpu,
// exit-spread, pause (between forks, 100 us if 0), busy, sensor-period (1 ms if 0).
#include "core/workload/workload.h"

namespace sluice::workload {

using engine::Co;
using machine::Primitive;

namespace {

class ForkHereExitThere final : public Workload {
public:
    ForkHereExitThere(const World& world, const Parameters& parameters)
        : Workload(world, parameters, kMillisecond) { }

    void start() override {
        start_with("parent", TaskClass::parent, [this](cpu::Thread& t) { return main(t); });
    }

private:
    static constexpr std::uint64_t kWindow = 100; ///< exits between two looks at the lists
    static constexpr std::uint32_t kMostAlive = 64; ///< children at once; the parent then waits for one

    Co<> main(cpu::Thread& t) {
        const Time pause = parameters_.pause ? parameters_.pause : 100 * kMicrosecond;
        cpu::Thread* self = &t;
        for (std::uint64_t i = 0; parameters_.rounds == 0 || i < parameters_.rounds; ++i) {
            const Time since = t.now();
            const RecordIndex begin = world_.recorder().next();
            co_await t.spend(world_.cost(Primitive::fork_base) + variation(t), step_fork);
            AddressSpace& mm = processes_.create();
            const bool enough = co_await processes_.map_tables(t, mm, parameters_.tables);
            record_op(t, Op::fork, since, begin);
            ++alive_;
            world_.cpus.spawn({.name = "child",
                                  .task_class = index(TaskClass::child),
                                  .cpu = next_exit_cpu(),
                                  .victim = Victim::exiting,
                                  .parent = &t},
                [this, self, &mm](cpu::Thread& child) { return run_child(child, mm, *self); });
            if (!enough)
                co_return;
            t.step(step_wait_child, alive_);
            while (alive_ >= kMostAlive)
                co_await t.block();
            co_await t.sleep_until(t.now() + pause);
        }
    }

    Co<> run_child(cpu::Thread& t, AddressSpace& mm, cpu::Thread& parent) {
        co_await t.user(world_.cost(Primitive::user_work) / 2 + variation(t));
        const Time since = t.now();
        const RecordIndex begin = world_.recorder().next();
        co_await exit(t, mm);
        record_op(t, Op::exit, since, begin);
        look_at_lists(t);
        if (alive_-- == kMostAlive)
            t.wake(parent, WakeKind::unblock);
    }

    void look_at_lists(cpu::Thread& t) {
        if (++exits_ % kWindow != 0)
            return;
        std::uint64_t held = 0;
        for (std::uint32_t cpu = 0; cpu < world_.cpus.count(); ++cpu)
            held += world_.tables.size(static_cast<CpuId>(cpu));
        const std::uint64_t moved = held > held_ ? held - held_ : held_ - held;
        if (!steady_ && exits_ > kWindow && moved * 10 < kWindow * parameters_.tables) {
            steady_ = true;
            beat(t, Beat::steady, exits_);
        }
        held_ = held;
    }

    std::uint32_t alive_ = 0;
    std::uint64_t exits_ = 0;
    std::uint64_t held_ = 0; ///< pages on all lists at the last look
    bool steady_ = false;
};

} // namespace

std::unique_ptr<Workload> make_fork_here_exit_there(const World& world, const Parameters& parameters) {
    return std::make_unique<ForkHereExitThere>(world, parameters);
}

} // namespace sluice::workload
