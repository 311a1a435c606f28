// SPDX-License-Identifier: GPL-3.0-or-later
// lmbench's lat_proc: fork and exit, or fork and execve, in a loop; the parent waits for each child. Parent and child
// share a CPU unless the knobs say otherwise. Each operation has an exponential part (caches, placement), so that the
// mean over some 30 of them, which is what lmbench prints, varies by 0.6 to 1.0 us. Knobs: operation, tables, pages,
// rounds, fork-cpu, exit-cpu, pause.
#include "core/workload/workload.h"

namespace sluice::workload {

using engine::Co;
using machine::Primitive;

namespace {

class LatProc final : public Workload {
public:
    LatProc(const World& world, const Parameters& parameters)
        : Workload(world, parameters, 0) { }

    void start() override {
        start_with("lat_proc", TaskClass::lat_proc, [this](cpu::Thread& t) { return parent(t); });
    }

private:
    Co<> parent(cpu::Thread& t) {
        for (std::uint64_t round = 0; parameters_.rounds == 0 || round < parameters_.rounds; ++round) {
            const Time since = t.now();
            const RecordIndex begin = world_.recorder().next();
            co_await t.spend(world_.cost(Primitive::fork_base) + variation(t), step_fork);
            AddressSpace& mm = processes_.create();
            bool enough = co_await processes_.map_tables(t, mm, parameters_.tables);
            const bool exec = parameters_.operation == Operation::fork_exec;
            cpu::Thread* self = &t;
            t.owe(world_.cost(Primitive::wakeup));
            world_.cpus.spawn({.name = "child",
                                  .task_class = index(TaskClass::child),
                                  .cpu = parameters_.exit_cpu,
                                  .victim = Victim::other,
                                  .parent = &t},
                [this, self, &mm, exec, &enough](
                    cpu::Thread& child) { return run_child(child, mm, *self, exec, enough); });
            t.step(step_wait_child);
            co_await t.block();
            record_op(t, exec ? Op::fork_exec : Op::fork_exit, since, begin);
            if (!enough)
                co_return;
            if (parameters_.pause)
                co_await t.sleep_until(t.now() + parameters_.pause);
        }
    }

    /// `enough` becomes false when memory runs out: the parent then stops.
    Co<> run_child(cpu::Thread& t, AddressSpace& mm, cpu::Thread& parent, bool exec, bool& enough) {
        AddressSpace* own = &mm;
        if (parameters_.pages && enough)
            enough = co_await processes_.touch(t, mm, parameters_.pages);
        if (exec && enough) {
            co_await t.spend(world_.cost(Primitive::exec_base), step_exec);
            AddressSpace& fresh = processes_.create();
            enough = co_await processes_.map_tables(t, fresh, parameters_.tables);
            co_await processes_.unmap(t, mm);
            processes_.release(mm);
            own = &fresh;
        }
        co_await exit(t, *own);
        t.step(step_wake_parent);
        t.wake(parent, WakeKind::unblock);
    }
};

} // namespace

std::unique_ptr<Workload> make_lat_proc(const World& world, const Parameters& parameters) {
    return std::make_unique<LatProc>(world, parameters);
}

} // namespace sluice::workload
