// SPDX-License-Identifier: GPL-3.0-or-later
// Giants: processes with very much memory that exit at once, beside tasks that only compute and want to lose nothing.
// Knobs: giant, giants, co-runners, pause (before the exits; 200 ms if 0 and there are co-runners), fork-cpu (whose
// node the first giant runs on), sensor-period (none if 0).
#include "core/mechanism/page_free/page_free.h"
#include "core/workload/workload.h"

#include <algorithm>

namespace sluice::workload {

using engine::Co;
using machine::Primitive;

namespace {

/// Work of a co-runner between two looks at the clock.
constexpr Cost kUnit = 1'000'000'000;
constexpr Time kAlone = 200 * kMillisecond; ///< co-runners run alone before the exits
constexpr Time kAfter = 50 * kMillisecond; ///< and after the last of them

class FreeGiant final : public Workload {
public:
    FreeGiant(const World& world, const Parameters& parameters)
        : Workload(world, parameters, 0) { }

    void adopt(Frame first, std::uint64_t count) override {
        if (giants_.empty())
            giants_.emplace_back();
        giants_.front().adopt(world_.pages, first, count);
    }

    void start() override {
        page_free::PageFree& free = *world_.page_free;
        const std::uint64_t pages = (parameters_.giant << 20) / world_.machine().page_size;
        while (giants_.size() < std::max(1u, parameters_.giants))
            giants_.emplace_back();
        for (std::size_t i = 0; i < giants_.size(); ++i) {
            page_free::Mapping& giant = giants_[i];
            giant.place(world_.pages, home(i), pages, free.policy().order, world_.seed + i);
            giant.place_tables(world_.pages, home(i));
            free.watch(giant);
        }
        start_sensors();
        start_co_runners();
        for (std::size_t i = 0; i < giants_.size(); ++i) {
            world_.cpus.spawn({.name = "giant " + std::to_string(i),
                                  .task_class = index(TaskClass::giant),
                                  .cpu = world_.cpus.idlest_cpu(home(i)),
                                  .victim = Victim::exiting},
                [this, i](cpu::Thread& t) { return run(t, giants_[i]); });
        }
    }

private:
    /// Giants run on the nodes with CPUs in turn, and have their memory there.
    NodeId home(std::size_t giant) const {
        const machine::Machine& m = world_.machine();
        NodeId node = static_cast<NodeId>((m.cpus[parameters_.fork_cpu].node + giant) % m.nodes);
        while (m.cpus_on_node(node) == 0)
            node = static_cast<NodeId>((node + 1) % m.nodes);
        return node;
    }

    /// One thread of each core first, then the others, as a scheduler spreads them.
    void start_co_runners() {
        const auto& cpus = world_.machine().cpus;
        std::vector<std::pair<std::uint32_t, CpuId>> order; // threads of the core before it, CPU
        std::vector<std::uint32_t> seen(cpus.size());
        for (std::size_t i = 0; i < cpus.size(); ++i)
            order.emplace_back(cpus[i].core < seen.size() ? seen[cpus[i].core]++ : 0u, static_cast<CpuId>(i));
        std::sort(order.begin(), order.end());
        const std::size_t n = (cpus.size() * parameters_.co_runners + 50) / 100;
        for (std::size_t i = 0; i < n; ++i)
            world_.cpus.spawn({.name = "co-runner " + std::to_string(i),
                                  .task_class = index(TaskClass::co_runner),
                                  .cpu = order[i].second},
                [this](cpu::Thread& t) { return compute(t); });
    }

    Co<> compute(cpu::Thread& t) {
        while (done_at_ == kNever || t.now() < done_at_ + kAfter) {
            const Time since = t.now();
            const RecordIndex begin = world_.recorder().next();
            co_await t.user(kUnit);
            record_op(t, Op::unit, since, begin);
        }
    }

    Co<> run(cpu::Thread& t, page_free::Mapping& memory) {
        const Time alone = parameters_.pause > 0 ? parameters_.pause : parameters_.co_runners > 0 ? kAlone : 0;
        if (alone > 0)
            co_await t.sleep_until(t.now() + alone);
        const Time since = t.now();
        const RecordIndex begin = world_.recorder().next();
        beat(t, Beat::exit_wave, memory.pages());
        co_await t.spend(world_.cost(Primitive::exit_base), step_exit);
        co_await world_.page_free->unmap_all(t, memory);
        record_op(t, Op::exit, since, begin);
        if (++exited_ == giants_.size()) {
            beat(t, Beat::last_exit, exited_);
            done_at_ = t.now();
        }
    }

    std::deque<page_free::Mapping> giants_;
    std::size_t exited_ = 0;
    Time done_at_ = kNever;
};

} // namespace

std::unique_ptr<Workload> make_free_giant(const World& world, const Parameters& parameters) {
    return std::make_unique<FreeGiant>(world, parameters);
}

} // namespace sluice::workload
