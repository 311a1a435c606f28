// SPDX-License-Identifier: GPL-3.0-or-later
// A server: on every CPU requests wake a task at random times; now and then a burst of helper processes, forked on one
// CPU, exits on another. In the last quarter a task reads file pages until it has asked for `pressure` per cent of what
// was free or on quicklists when it began. Knobs: load, processes (of a burst: a 75th of the knob, 8 by default),
// tables, pause (mean between bursts, 2 ms if 0), pressure, fork-cpu, sensor-period (500 us if 0).
#include "core/workload/workload.h"

#include <algorithm>

namespace sluice::workload {

using engine::Co;
using machine::Primitive;

namespace {

class BusyServer final : public Workload {
public:
    BusyServer(const World& world, const Parameters& parameters)
        : Workload(world, parameters, 500 * kMicrosecond) { }

    void start() override {
        start_sensors();
        start_busy_tasks();
        for (std::uint32_t cpu = 0; cpu < world_.cpus.count(); ++cpu) {
            world_.cpus.spawn({.name = "httpd",
                                  .task_class = index(TaskClass::httpd),
                                  .cpu = static_cast<CpuId>(cpu),
                                  .priority = cpu::Priority::wakeful,
                                  .victim = Victim::waker},
                [this](cpu::Thread& t) { return serve(t); });
        }
        world_.cpus.spawn({.name = "parent",
                              .task_class = index(TaskClass::parent),
                              .cpu = parameters_.fork_cpu,
                              .victim = Victim::allocating},
            [this](cpu::Thread& t) { return bursts(t); });
        if (parameters_.pressure > 0)
            world_.cpus.spawn({.name = "hog",
                                  .task_class = index(TaskClass::hog),
                                  .cpu = parameters_.fork_cpu,
                                  .victim = Victim::allocating},
                [this](cpu::Thread& t) { return press(t); });
    }

private:
    /// Requests arrive at random; each takes a random time, so that CPUs do not fall in step.
    Co<> serve(cpu::Thread& t) {
        const Cost unit = world_.cost(Primitive::user_work);
        const Time busy = to_time(unit);
        const Time idle = busy * (100 - parameters_.load) / parameters_.load;
        for (;;) {
            co_await t.sleep_until(t.now() + 1 + t.random().exponential(idle));
            const Time since = t.now();
            const RecordIndex begin = world_.recorder().next();
            t.step(step_request);
            co_await t.user(unit / 2 + t.random().exponential(unit / 2));
            record_op(t, Op::request, since, begin);
        }
    }

    Co<> bursts(cpu::Thread& t) {
        const Time pause = parameters_.pause ? parameters_.pause : 2 * kMillisecond;
        const std::uint32_t size = std::max<std::uint32_t>(1, parameters_.processes / 75);
        for (std::uint64_t number = 0;; ++number) {
            co_await t.sleep_until(t.now() + pause / 2 + t.random().exponential(pause / 2));
            // The CPU of the exits is drawn before anything can fail, so that all policies see the same bursts.
            const auto cpu = static_cast<CpuId>(t.random().below(world_.cpus.count()));
            std::vector<AddressSpace*> burst;
            bool enough = true;
            for (std::uint32_t i = 0; i < size && enough; ++i) {
                const Time since = t.now();
                const RecordIndex begin = world_.recorder().next();
                co_await t.spend(world_.cost(Primitive::fork_base) + variation(t), step_fork);
                AddressSpace& mm = processes_.create();
                burst.push_back(&mm);
                enough = co_await processes_.map_tables(t, mm, parameters_.tables);
                record_op(t, Op::fork, since, begin);
            }
            beat(t, Beat::exit_wave, number);
            for (AddressSpace* mm : burst) {
                world_.cpus.spawn({.name = "child",
                                      .task_class = index(TaskClass::child),
                                      .cpu = cpu,
                                      .victim = Victim::exiting,
                                      .parent = &t},
                    [this, mm](cpu::Thread& child) { return run_child(child, *mm); });
            }
        }
    }

    Co<> run_child(cpu::Thread& t, AddressSpace& mm) {
        const Time since = t.now();
        const RecordIndex begin = world_.recorder().next();
        t.owe(variation(t));
        co_await exit(t, mm);
        record_op(t, Op::exit, since, begin);
    }

    Co<> press(cpu::Thread& t) {
        const Time from = parameters_.length / 4 * 3;
        co_await t.sleep_until(from);
        beat(t, Beat::pressure, parameters_.pressure);
        std::uint64_t there = world_.pages.total_free();
        for (std::uint32_t cpu = 0; cpu < world_.cpus.count(); ++cpu)
            there += world_.tables.size(static_cast<CpuId>(cpu));
        const std::uint64_t wanted = there * parameters_.pressure / 100;
        // The first half of the quarter asks, the second half shows what it did. Pages come in clusters, as reads do.
        const Time span = parameters_.length / 8;
        const Cost per_page = world_.cost(Primitive::touch_page) / 4;
        while (files_.size() < wanted) {
            const Time due = from
                + static_cast<Time>(
                    static_cast<std::uint64_t>(span) * files_.size() / std::max<std::uint64_t>(1, wanted));
            if (due > t.now())
                co_await t.sleep_until(due);
            const std::uint64_t cluster = std::min<std::uint64_t>(32, wanted - files_.size());
            for (std::uint64_t i = 0; i < cluster; ++i) {
                const Frame f = co_await world_.pages.allocate(t, place::file);
                if (f == memory::kNoFrame) {
                    co_await give_up(t);
                    co_return;
                }
                files_.push_back(f);
                co_await t.spend(per_page, step_read, files_.size());
            }
        }
    }

    /// Killed for want of memory: its pages go back.
    Co<> give_up(cpu::Thread& t) {
        while (!files_.empty()) {
            const Frame f = files_.back();
            files_.pop_back();
            co_await world_.pages.free(t, f);
        }
    }

    std::vector<Frame> files_;
};

} // namespace

std::unique_ptr<Workload> make_busy_server(const World& world, const Parameters& parameters) {
    return std::make_unique<BusyServer>(world, parameters);
}

} // namespace sluice::workload
