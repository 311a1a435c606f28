// SPDX-License-Identifier: GPL-3.0-or-later
// What runs on the machine. Each workload is a small class in a file of its own; this is what they share.
#pragma once

#include "core/workload/classes.h"
#include "core/workload/process.h"

#include <memory>

namespace sluice::workload {

class Workload {
public:
    virtual ~Workload() = default;
    /// Set-up at t = 0: writes records, lets no time pass, spawns the first threads.
    virtual void start() = 0;
    /// Set-up: pages that the scenario placed for it, before `start`: of files, or of a giant.
    virtual void adopt(Frame first, std::uint64_t count) {
        static_cast<void>(first);
        static_cast<void>(count);
    }

    const Processes& processes() const { return processes_; }

protected:
    /// A period of this length is the sensor's unless the knob says otherwise; 0: no sensor.
    Workload(const World& world, const Parameters& parameters, Time sensor_period);

    /// A wakeful task on each CPU (with more than 16: on the nodes of fork and exit) that sleeps and computes a little,
    /// so that delays of wake-ups are sampled.
    void start_sensors();
    /// A task on each CPU that only computes, if the parameters ask for it.
    void start_busy_tasks();
    /// What most workloads begin with: sensors, busy tasks, and one task on the CPU of the fork that runs `main`.
    void start_with(std::string_view name, TaskClass task_class, cpu::Body main);
    void beat(cpu::Thread& t, Beat beat, std::uint64_t number);
    /// Records an operation that began with record `begin` at `since`.
    void record_op(cpu::Thread& t, Op op, Time since, RecordIndex begin);

    /// exit: tears down `mm`, gives it back.
    engine::Co<> exit(cpu::Thread& t, AddressSpace& mm);
    /// The other CPUs than that of the fork, in turn; the exit CPU if exits do not spread.
    CpuId next_exit_cpu();
    Cost variation(cpu::Thread& t) {
        return t.random().exponential(world_.cost(machine::Primitive::process_variation));
    }

    World world_;
    Parameters parameters_;
    Processes processes_;

private:
    Time sensor_period_;
    std::uint64_t exits_placed_ = 0;
};

/// The workload that the parameters name. CPU numbers beyond the machine are taken as its last CPU.
std::unique_ptr<Workload> make_workload(const World& world, Parameters parameters);

std::unique_ptr<Workload> make_touch_exit(const World& world, const Parameters& parameters);
std::unique_ptr<Workload> make_lat_proc(const World& world, const Parameters& parameters);
std::unique_ptr<Workload> make_exit_wave(const World& world, const Parameters& parameters);
std::unique_ptr<Workload> make_fork_here_exit_there(const World& world, const Parameters& parameters);
std::unique_ptr<Workload> make_migrating_workers(const World& world, const Parameters& parameters);
std::unique_ptr<Workload> make_busy_server(const World& world, const Parameters& parameters);
std::unique_ptr<Workload> make_streaming_writers(const World& world, const Parameters& parameters);
std::unique_ptr<Workload> make_fault_storm(const World& world, const Parameters& parameters);
std::unique_ptr<Workload> make_read_mostly(const World& world, const Parameters& parameters);
std::unique_ptr<Workload> make_overwrite(const World& world, const Parameters& parameters);
std::unique_ptr<Workload> make_invalidate(const World& world, const Parameters& parameters);
std::unique_ptr<Workload> make_lowmem(const World& world, const Parameters& parameters);
std::unique_ptr<Workload> make_free_giant(const World& world, const Parameters& parameters);

constexpr std::uint16_t index(TaskClass c) {
    return static_cast<std::uint16_t>(c);
}

} // namespace sluice::workload
