// SPDX-License-Identifier: GPL-3.0-or-later
// A wave of exits on one CPU, a pause, then a wave of forks on it; the forked processes are the next wave of exits. The
// processes of the first wave hold their tables from the start (of the node of the fork CPU).
// Knobs: processes, tables, forks (as many as exits if 0), rounds (1 if 0), fork-cpu, exit-cpu, exit-spread is not
// read, pause (10 ms if 0), sensor-period (250 us if 0).
#include "core/workload/workload.h"

#include <algorithm>

namespace sluice::workload {

using engine::Co;
using machine::Primitive;

namespace {

class ExitWave final : public Workload {
public:
    ExitWave(const World& world, const Parameters& parameters)
        : Workload(world, parameters, 250 * kMicrosecond) { }

    void start() override {
        const NodeId node = world_.machine().cpus[parameters_.fork_cpu].node;
        for (std::uint32_t i = 0; i < parameters_.processes; ++i) {
            AddressSpace& mm = processes_.create();
            alive_.push_back(&mm);
            if (!processes_.place_tables(mm, node, parameters_.tables))
                break;
        }
        start_with("parent", TaskClass::parent, [this](cpu::Thread& t) { return main(t); });
    }

private:
    Co<> main(cpu::Thread& t) {
        const std::uint64_t rounds = parameters_.rounds ? parameters_.rounds : 1;
        const Time pause = parameters_.pause ? parameters_.pause : 10 * kMillisecond;
        for (std::uint64_t round = 0; round < rounds; ++round) {
            co_await t.sleep_until(t.now() + std::min(pause, kMillisecond));
            co_await exits(t, round);
            co_await t.sleep_until(t.now() + pause);
            if (!co_await forks(t, round))
                co_return;
        }
    }

    Co<> exits(cpu::Thread& t, std::uint64_t round) {
        beat(t, Beat::exit_wave, round);
        left_ = alive_.size();
        cpu::Thread* self = &t;
        for (AddressSpace* mm : alive_) {
            world_.cpus.spawn({.name = "child",
                                  .task_class = index(TaskClass::child),
                                  .cpu = parameters_.exit_cpu,
                                  .victim = Victim::exiting,
                                  .parent = &t},
                [this, self, mm](cpu::Thread& child) { return run_child(child, *mm, *self); });
        }
        alive_.clear();
        t.step(step_wait_child, left_);
        while (left_ > 0)
            co_await t.block();
        beat(t, Beat::last_exit, round);
    }

    Co<> run_child(cpu::Thread& t, AddressSpace& mm, cpu::Thread& parent) {
        const Time since = t.now();
        const RecordIndex begin = world_.recorder().next();
        t.owe(variation(t));
        co_await exit(t, mm);
        record_op(t, Op::exit, since, begin);
        if (--left_ == 0)
            t.wake(parent, WakeKind::unblock);
    }

    Co<bool> forks(cpu::Thread& t, std::uint64_t round) {
        beat(t, Beat::fork_wave, round);
        const std::uint32_t n = parameters_.forks ? parameters_.forks : parameters_.processes;
        for (std::uint32_t i = 0; i < n; ++i) {
            const Time since = t.now();
            const RecordIndex begin = world_.recorder().next();
            co_await t.spend(world_.cost(Primitive::fork_base) + variation(t), step_fork);
            AddressSpace& mm = processes_.create();
            alive_.push_back(&mm);
            if (!co_await processes_.map_tables(t, mm, parameters_.tables))
                co_return false;
            record_op(t, Op::fork, since, begin);
        }
        beat(t, Beat::round, round);
        co_return true;
    }

    std::vector<AddressSpace*> alive_;
    std::size_t left_ = 0;
};

} // namespace

std::unique_ptr<Workload> make_exit_wave(const World& world, const Parameters& parameters) {
    return std::make_unique<ExitWave>(world, parameters);
}

} // namespace sluice::workload
