// SPDX-License-Identifier: GPL-3.0-or-later
// The field case of 2004: an application forks workers, whose tables lie on the main node; each worker binds itself to
// a CPU of its own (sched_setaffinity), works and exits there. The lists of those CPUs then hold pages of the main
// node. Knobs: processes, tables, fork-cpu, rounds (1 if 0), pause (before a worker exits, 2 ms if 0), exit-spread,
// sensor-period (1 ms if 0).
#include "core/workload/workload.h"

namespace sluice::workload {

using engine::Co;
using machine::Primitive;

namespace {

class MigratingWorkers final : public Workload {
public:
    MigratingWorkers(const World& world, const Parameters& parameters)
        : Workload(world, parameters, kMillisecond) { }

    void start() override {
        start_with("parent", TaskClass::parent, [this](cpu::Thread& t) { return main(t); });
    }

private:
    Co<> main(cpu::Thread& t) {
        cpu::Thread* self = &t;
        const std::uint64_t rounds = parameters_.rounds ? parameters_.rounds : 1;
        for (std::uint64_t round = 0; round < rounds; ++round) {
            beat(t, Beat::fork_wave, round);
            for (std::uint32_t i = 0; i < parameters_.processes; ++i) {
                const Time since = t.now();
                const RecordIndex begin = world_.recorder().next();
                co_await t.spend(world_.cost(Primitive::fork_base) + variation(t), step_fork);
                AddressSpace& mm = processes_.create();
                const bool enough = co_await processes_.map_tables(t, mm, parameters_.tables);
                record_op(t, Op::fork, since, begin);
                ++alive_;
                const CpuId to = next_exit_cpu();
                world_.cpus.spawn({.name = "worker",
                                      .task_class = index(TaskClass::worker),
                                      .cpu = parameters_.fork_cpu,
                                      .victim = Victim::exiting,
                                      .parent = &t},
                    [this, self, &mm, to](cpu::Thread& worker) { return run_worker(worker, mm, to, *self); });
                if (!enough)
                    co_return;
                co_await t.cond_resched();
            }
            t.step(step_wait_child, alive_);
            while (alive_ > 0)
                co_await t.block();
            beat(t, Beat::last_exit, round);
        }
    }

    Co<> run_worker(cpu::Thread& t, AddressSpace& mm, CpuId to, cpu::Thread& parent) {
        co_await t.migrate(to);
        co_await t.user(world_.cost(Primitive::user_work));
        co_await t.sleep_until(t.now() + (parameters_.pause ? parameters_.pause : 2 * kMillisecond));
        const Time since = t.now();
        const RecordIndex begin = world_.recorder().next();
        co_await exit(t, mm);
        record_op(t, Op::exit, since, begin);
        if (--alive_ == 0)
            t.wake(parent, WakeKind::unblock);
    }

    std::uint32_t alive_ = 0;
};

} // namespace

std::unique_ptr<Workload> make_migrating_workers(const World& world, const Parameters& parameters) {
    return std::make_unique<MigratingWorkers>(world, parameters);
}

} // namespace sluice::workload
