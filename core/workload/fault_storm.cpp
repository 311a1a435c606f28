// SPDX-License-Identifier: GPL-3.0-or-later
// Anonymous faults: processes that touch pages, exit and start again, so that the LRU is fed one page at a time.
// Knobs: writers (processes), pages (of each; 1,000 if 0), rounds, zone-mix, pause.
#include "core/workload/file_workload.h"

namespace sluice::workload {

using engine::Co;
using machine::Primitive;

namespace {

class FaultStorm final : public FileWorkload {
public:
    FaultStorm(const World& world, const Parameters& parameters)
        : FileWorkload(world, parameters) { }

    void start() override {
        files_.cache.create();
        place_cache(1);
        for (std::uint32_t p = 0; p < parameters_.writers; ++p) {
            world_.cpus.spawn({.name = "toucher " + std::to_string(p),
                                  .task_class = index(TaskClass::toucher),
                                  .cpu = cpu_of(p),
                                  .victim = Victim::allocating},
                [this](cpu::Thread& t) { return run(t); });
        }
    }

private:
    Co<> run(cpu::Thread& t) {
        const std::uint64_t pages = parameters_.pages ? parameters_.pages : 1000;
        for (std::uint64_t round = 0; parameters_.rounds == 0 || round < parameters_.rounds; ++round) {
            std::vector<Frame> mapped;
            bool enough = true;
            while (enough && mapped.size() < pages) {
                const Time since = t.now();
                const RecordIndex begin = world_.recorder().next();
                enough = co_await fault(t, mapped);
                if (enough)
                    record_op(t, Op::fault, since, begin);
                co_await t.cond_resched();
            }
            beat(t, Beat::round, round);
            if (parameters_.pause > 0)
                co_await t.sleep_until(t.now() + parameters_.pause);
            co_await unmap(t, mapped);
            if (!enough)
                co_return;
        }
        // What still waits in the vectors stays there: nobody needs it.
        for (;;)
            co_await t.sleep_until(t.now() + kSecond);
    }

    Co<bool> fault(cpu::Thread& t, std::vector<Frame>& mapped) {
        co_await t.spend(world_.cost(Primitive::touch_page), step_fault, mapped.size() + 1);
        const bool second = parameters_.zone_mix > 0
            && (mapped.size() * parameters_.zone_mix / 100) != ((mapped.size() + 1) * parameters_.zone_mix / 100);
        const Frame f
            = co_await world_.pages.allocate(t, place::anonymous, second ? below_first() : machine::ZoneKind::highmem);
        if (f == memory::kNoFrame)
            co_return false;
        co_await world_.pages.zero(t, f, step_fault);
        lru::Page& p = files_.lru.page(f);
        p.anonymous = true;
        world_.pages.frames().hold(t.cpu(), f, Holder::mapping, t.id(), true);
        mapped.push_back(f);
        const bool active = files_.lru.policy().fault_list == lru::FaultList::active;
        if (!active)
            files_.lru.pages().set(t.cpu(), f, PageFlag::referenced, true);
        co_await files_.vectors.cache_add(t, f, active);
        co_return true;
    }

    machine::ZoneKind below_first() const {
        const machine::Machine& m = world_.machine();
        const machine::ZoneKind first = m.zones[m.zonelists[0].front()].kind;
        return first == machine::ZoneKind::highmem ? machine::ZoneKind::normal : machine::ZoneKind::dma;
    }

    /// zap_pte_range: references are dropped through a vector, or one page at a time.
    Co<> unmap(cpu::Thread& t, std::vector<Frame>& mapped) {
        co_await files_.vectors.drain(t, FlushReason::drain);
        pagevec::CallVector released(files_.vectors, t, vector_id::Use::release);
        memory::Frames& frames = world_.pages.frames();
        for (; !mapped.empty(); mapped.pop_back()) {
            const Frame f = mapped.back();
            co_await t.spend(world_.cost(Primitive::unmap_page), step_unmap, mapped.size());
            if (files_.vectors.policy().call) {
                const bool full = files_.vectors.add(t, released, f) == 0;
                frames.hold(t.cpu(), f, Holder::mapping, t.id(), false);
                if (full)
                    co_await files_.vectors.release(t, released);
            } else {
                frames.hold(t.cpu(), f, Holder::mapping, t.id(), false);
                co_await files_.vectors.put_last(t, f);
            }
            co_await t.cond_resched();
        }
        co_await files_.vectors.release(t, released);
    }
};

} // namespace

std::unique_ptr<Workload> make_fault_storm(const World& world, const Parameters& parameters) {
    return std::make_unique<FaultStorm>(world, parameters);
}

} // namespace sluice::workload
