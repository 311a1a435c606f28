// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/workload.h"

#include <algorithm>

namespace sluice::workload {

using engine::Co;
using machine::Primitive;

Workload::Workload(const World& world, const Parameters& parameters, Time sensor_period)
    : world_(world)
    , parameters_(parameters)
    , processes_(world_)
    , sensor_period_(parameters.sensor_period ? parameters.sensor_period : sensor_period) { }

void Workload::start_sensors() {
    if (sensor_period_ <= 0)
        return;
    const Time period = sensor_period_;
    // A tenth of a unit of a request: long enough to be seen, short enough to be no load.
    const Cost work = world_.cost(Primitive::user_work) / 10;
    // On a large machine most CPUs only tick; what happens is on the nodes of the fork and of the exit.
    const auto& cpus = world_.machine().cpus;
    const NodeId nodes[] = {cpus[parameters_.fork_cpu].node, cpus[parameters_.exit_cpu].node};
    for (std::uint32_t cpu = 0; cpu < world_.cpus.count(); ++cpu) {
        if (cpus.size() > 16 && cpus[cpu].node != nodes[0] && cpus[cpu].node != nodes[1])
            continue;
        world_.cpus.spawn({.name = "sensord",
                              .task_class = index(TaskClass::sensord),
                              .cpu = static_cast<CpuId>(cpu),
                              .priority = cpu::Priority::wakeful,
                              .victim = Victim::waker},
            [period, work](cpu::Thread& t) -> Co<> {
                for (;;) {
                    // Half of the period is random, so that samples fall in step with nothing.
                    co_await t.sleep_until(t.now() + period / 2 + t.random().between(1, period));
                    co_await t.user(work);
                }
            });
    }
}

void Workload::start_busy_tasks() {
    if (!parameters_.busy)
        return;
    const Cost work = world_.cost(Primitive::user_work) * 10;
    for (std::uint32_t cpu = 0; cpu < world_.cpus.count(); ++cpu) {
        world_.cpus.spawn({.name = "busy", .task_class = index(TaskClass::busy), .cpu = static_cast<CpuId>(cpu)},
            [work](cpu::Thread& t) -> Co<> {
                for (;;) {
                    co_await t.user(work);
                    // Whoever waits goes first: it only fills what nobody wants.
                    co_await t.yield();
                }
            });
    }
}

void Workload::start_with(std::string_view name, TaskClass task_class, cpu::Body main) {
    start_sensors();
    start_busy_tasks();
    world_.cpus.spawn(
        {.name = name, .task_class = index(task_class), .cpu = parameters_.fork_cpu, .victim = Victim::allocating},
        std::move(main));
}

void Workload::beat(cpu::Thread& t, Beat beat, std::uint64_t number) {
    Record r;
    r.at = t.now();
    r.kind = sluice::Kind::beat;
    r.cpu = t.cpu();
    r.to = static_cast<std::uint16_t>(beat);
    r.a = number;
    world_.recorder().write(r);
}

void Workload::record_op(cpu::Thread& t, Op op, Time since, RecordIndex begin) {
    Record r;
    r.at = t.now();
    r.kind = sluice::Kind::op;
    r.cpu = t.cpu();
    r.a = static_cast<std::uint64_t>(t.now() - since);
    r.to = static_cast<std::uint16_t>(op);
    r.prev = t.id();
    r.from = t.task_class();
    r.cause = begin;
    world_.recorder().write(r);
}

Co<> Workload::exit(cpu::Thread& t, AddressSpace& mm) {
    t.set_victim(Victim::exiting);
    co_await t.spend(world_.cost(Primitive::exit_base), step_exit);
    co_await processes_.unmap(t, mm);
    processes_.release(mm);
}

CpuId Workload::next_exit_cpu() {
    const std::uint32_t n = world_.cpus.count();
    if (!parameters_.exit_spread || n < 2)
        return parameters_.exit_cpu;
    const auto other = static_cast<std::uint32_t>(exits_placed_++ % (n - 1));
    return static_cast<CpuId>(other < parameters_.fork_cpu ? other : other + 1);
}

std::unique_ptr<Workload> make_workload(const World& world, Parameters p) {
    const auto last = static_cast<CpuId>(world.cpus.count() - 1);
    p.fork_cpu = std::min(p.fork_cpu, last);
    p.exit_cpu = std::min(p.exit_cpu, last);
    switch (p.kind) {
    case Kind::touch_exit:
        return make_touch_exit(world, p);
    case Kind::lat_proc:
        return make_lat_proc(world, p);
    case Kind::exit_wave:
        return make_exit_wave(world, p);
    case Kind::fork_here_exit_there:
        return make_fork_here_exit_there(world, p);
    case Kind::migrating_workers:
        return make_migrating_workers(world, p);
    case Kind::busy_server:
        break;
    case Kind::streaming_writers:
        return make_streaming_writers(world, p);
    case Kind::fault_storm:
        return make_fault_storm(world, p);
    case Kind::read_mostly:
        return make_read_mostly(world, p);
    case Kind::overwrite:
        return make_overwrite(world, p);
    case Kind::invalidate:
        return make_invalidate(world, p);
    case Kind::lowmem:
        return make_lowmem(world, p);
    case Kind::free_giant:
        return make_free_giant(world, p);
    }
    return make_busy_server(world, p);
}

} // namespace sluice::workload
