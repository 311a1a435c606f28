// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/quicklist/listing.h"
#include "core/mechanism/quicklist/policy.h"
#include "tests/support/catch.h"

using namespace sluice;
using namespace sluice::quicklist;

namespace {
StepId step_of_line(std::string_view listing, std::string_view line) {
    for (const Listing& l : listings()) {
        for (const ListingLine& x : l.lines) {
            if (l.id == listing && x.id == line)
                return x.step;
        }
    }
    return 0;
}
}

TEST_CASE("The listings' lines have the steps that the model uses", "[quicklist]") {
    for (const auto& [id, s] :
        {std::pair{"drain-posted", step::posted}, std::pair{"drain-described", step::described}}) {
        CHECK(step_of_line(id, "too_few") == s.too_few);
        CHECK(step_of_line(id, "limit_from_free") == s.limit_from_free);
        CHECK(step_of_line(id, "limit_at_least_25") == s.limit_at_least_25);
        CHECK(step_of_line(id, "within_limit") == s.within_limit);
        CHECK(step_of_line(id, "preempt_off") == s.preempt_off);
        CHECK(step_of_line(id, "limit_capped") == s.limit_capped);
        CHECK(step_of_line(id, "repeat") == s.repeat);
        CHECK(step_of_line(id, "take") == s.take);
        CHECK(step_of_line(id, "give") == s.give);
        CHECK(step_of_line(id, "until") == s.until);
        CHECK(step_of_line(id, "preempt_on") == s.preempt_on);
    }
    CHECK(step_of_line("drain-merged", "limit_from_free") == step::merged::limit_from_free);
    CHECK(step_of_line("drain-merged", "quota") == step::merged::quota);
    CHECK(step_of_line("drain-merged", "give") == step::merged::give);
    CHECK(step_of_line("drain-merged", "point_off") == step::merged::point_off);
    CHECK(step_of_line("drain-merged", "preempt_on") == step::merged::preempt_on);
    CHECK(step_of_line("drain-generic", "limit_per_cpu") == step::generic::limit_per_cpu);
    CHECK(step_of_line("drain-generic", "preempt_on") == step::generic::preempt_on);
    CHECK(step_of_line("drain-marks", "above_high") == step::marks::above_high);
    CHECK(step_of_line("drain-marks", "preempt_on") == step::marks::preempt_on);
    CHECK(step_of_line("quicklist-alloc", "clear_word") == step::alloc::clear_word);
    CHECK(step_of_line("quicklist-alloc", "zero") == step::alloc::zero);
    CHECK(step_of_line("quicklist-free", "push") == step::free::push);
    CHECK(step_of_line("quicklist-free", "preempt_on") == step::free::preempt_on);
    CHECK(step_of_line("shrink-on-demand", "wait") == step::shrink::wait);
}

TEST_CASE("The high mark is that of the field report and of small machines", "[quicklist]") {
    // 512 CPUs with 470.6 GiB: the site reported 15,559.
    CHECK(high_mark(30'840'832, 2048) == 15'559);
    // Free pages decide as long as a tenth is larger.
    CHECK(high_mark(204'800, 2048) == 600);
    CHECK(high_mark(3'000, 2048) == 300);
    CHECK(high_mark(100, 2048) == 50);
}

TEST_CASE("The posted assignment never changes a limit that is below the size", "[quicklist]") {
    for (std::uint64_t size : {26ull, 200ull, 15'559ull, 1'000'000ull}) {
        for (std::uint64_t limit = 25; limit < size; limit += 1 + size / 50) {
            for (std::uint64_t cap : {16ull, 128ull, 256ull, 4096ull})
                CHECK(posted_target(limit, size, cap) == limit);
        }
    }
}

TEST_CASE("The described assignment caps, and wraps below the cap when unsigned", "[quicklist]") {
    CHECK(described_target(6250, 15'559, 256, DrainArith::u64) == 15'303);
    CHECK(described_target(6250, 15'559, 256, DrainArith::with_sign) == 15'303);
    CHECK(described_target(25, 200, 256, DrainArith::with_sign) == 25);
    CHECK(described_target(25, 200, 256, DrainArith::u64) == ~std::uint64_t{0} - 55);
    CHECK(described_target(100, 300, 256, DrainArith::u64) == 100);
}
