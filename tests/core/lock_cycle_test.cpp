// SPDX-License-Identifier: GPL-3.0-or-later
// Two policies, each of them right, of which the mixture takes two locks in both orders.
#include "core/experiment/locks.h"
#include "core/experiment/run.h"
#include "core/experiment/scenario_file.h"
#include "core/journal/journal.h"
#include "core/lock/order_fold.h"
#include "tests/support/catch.h"

using namespace sluice;
using namespace sluice::experiment;

namespace {

/// The cycles of a run in words, as soon as there is one; at most `events` are looked at.
std::string cycles_of(std::uint64_t seed, bool scan_under_lock, bool rotate, std::uint64_t events) {
    FileError error;
    auto s = shipped_scenario("claim-writers-numaq", error);
    REQUIRE(s);
    REQUIRE(set_knob(*s, "reclaim.lock", scan_under_lock ? "scan" : "isolate", error));
    REQUIRE(set_knob(*s, "lru.rotate", rotate ? "on" : "off", error));
    RunInput input;
    input.seed = seed;
    input.scenario = std::make_shared<const Scenario>(std::move(*s));
    const lock::LockDirectory locks = lock_directory(*input.scenario);
    lock::OrderFold order(locks);
    journal::Journal journal;
    Run run(input, journal);
    for (RecordIndex seen = 0; run.state() == Run::State::running && run.events() < events && order.cycles().empty();) {
        run.advance(kNever, 20'000);
        journal.for_each(seen, journal.size(), [&](const Record& r, RecordIndex i) { order.take(r, i); });
        seen = journal.size();
    }
    std::string out;
    for (const lock::LockCycle& cycle : order.cycles())
        out += describe_cycle(cycle, locks) + "\n";
    return out;
}

} // namespace

TEST_CASE("a scan under the LRU lock and rotation in interrupts make a cycle of locks", "[lock][files]") {
    // 2.5.31 takes page_lock under the LRU lock. Rotation takes the LRU lock at the end of writeback, in an interrupt,
    // which may have come while its CPU held page_lock: 2.6 keeps interrupts off under that lock, 2.5.31 does not.
    CHECK(cycles_of(2, true, true, ~0ull) == "page_lock → pagemap_lru_lock → page_lock\n");
    constexpr std::uint64_t some = 300'000;
    CHECK(cycles_of(2, true, false, some) == "");
    CHECK(cycles_of(2, false, true, some) == "");
}
