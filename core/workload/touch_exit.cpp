// SPDX-License-Identifier: GPL-3.0-or-later
// One process touches pages on one CPU and exits, there or on another; again as often as `rounds` says (once if 0).
// Knobs: pages (24 if 0), tables, fork-cpu, exit-cpu, rounds, pause.
#include "core/workload/workload.h"

namespace sluice::workload {

using engine::Co;

namespace {

class TouchExit final : public Workload {
public:
    TouchExit(const World& world, const Parameters& parameters)
        : Workload(world, parameters, 0) { }

    void start() override {
        start_with("touch", TaskClass::touch, [this](cpu::Thread& t) { return main(t); });
    }

private:
    Co<> main(cpu::Thread& t) {
        const std::uint64_t rounds = parameters_.rounds ? parameters_.rounds : 1;
        for (std::uint64_t round = 0; round < rounds; ++round) {
            const Time pause = parameters_.pause ? parameters_.pause : 50 * kMicrosecond;
            co_await t.sleep_until(t.now() + pause);
            beat(t, Beat::round, round);
            AddressSpace& mm = processes_.create();
            const Time since = t.now();
            const RecordIndex begin = world_.recorder().next();
            bool enough = co_await processes_.map_tables(t, mm, parameters_.tables);
            if (enough)
                enough = co_await processes_.touch(t, mm, parameters_.pages ? parameters_.pages : 24);
            record_op(t, Op::touch, since, begin);
            co_await t.migrate(parameters_.exit_cpu);
            const Time leaves = t.now();
            const RecordIndex leave = world_.recorder().next();
            co_await exit(t, mm);
            record_op(t, Op::exit, leaves, leave);
            beat(t, Beat::last_exit, round);
            t.set_victim(Victim::allocating);
            if (!enough)
                co_return;
            co_await t.migrate(parameters_.fork_cpu);
        }
    }
};

} // namespace

std::unique_ptr<Workload> make_touch_exit(const World& world, const Parameters& parameters) {
    return std::make_unique<TouchExit>(world, parameters);
}

} // namespace sluice::workload
