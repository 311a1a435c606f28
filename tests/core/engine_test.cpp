// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engine.h"
#include "core/engine/random.h"
#include "tests/support/catch.h"

#include <rapidcheck.h>

#include <algorithm>
#include <vector>

using namespace sluice;
using engine::Co;
using engine::Engine;
using engine::Sleeper;

namespace {

struct Seen {
    Time at;
    int who;
    bool operator==(const Seen&) const = default;
};

Co<> walker(Engine& e, int who, std::vector<Time> pauses, std::vector<Seen>& seen) {
    Sleeper clock(e);
    for (const Time p : pauses) {
        co_await clock.sleep(p);
        seen.push_back({e.now(), who});
    }
}

std::vector<Seen> walk(const std::vector<std::vector<Time>>& all, bool inline_advance, std::uint64_t batch,
    std::uint64_t* events = nullptr) {
    Engine e;
    e.set_inline_advance(inline_advance);
    std::vector<Seen> seen;
    for (std::size_t i = 0; i < all.size(); ++i)
        e.start(walker(e, static_cast<int>(i), all[i], seen));
    while (e.advance(kNever, batch) == Engine::Stop::limit) { }
    if (events)
        *events = e.events();
    return seen;
}

} // namespace

TEST_CASE("events of one moment happen in the order in which they were asked for", "[engine]") {
    const auto seen = walk({{5, 5}, {5, 5}, {10}}, true, ~std::uint64_t{0});
    CHECK(seen == std::vector<Seen>{{5, 0}, {5, 1}, {10, 2}, {10, 0}, {10, 1}});
}

TEST_CASE("inline advance and step size change nothing", "[engine]") {
    CHECK(rc::check([] {
        const auto all = *rc::gen::container<std::vector<std::vector<Time>>>(
            rc::gen::container<std::vector<Time>>(rc::gen::inRange<Time>(0, 6)));
        std::uint64_t with = 0, without = 0, single = 0;
        const auto a = walk(all, true, ~std::uint64_t{0}, &with);
        const auto b = walk(all, false, ~std::uint64_t{0}, &without);
        const auto c = walk(all, true, 1, &single);
        RC_ASSERT(a == b);
        RC_ASSERT(a == c);
        RC_ASSERT(with == without);
        RC_ASSERT(with == single);
        RC_ASSERT(std::is_sorted(a.begin(), a.end(), [](const Seen& x, const Seen& y) { return x.at < y.at; }));
    }));
}

TEST_CASE("advance stops at a moment, and time is that moment", "[engine]") {
    Engine e;
    std::vector<Seen> seen;
    e.start(walker(e, 0, {10, 10, 10}, seen));
    CHECK(e.advance(20) == Engine::Stop::until);
    CHECK(seen == std::vector<Seen>{{10, 0}, {20, 0}});
    CHECK(e.advance(25) == Engine::Stop::until);
    CHECK(e.now() == 25);
    CHECK(e.step() != Engine::Stop::stuck);
    CHECK(e.now() == 30);
    CHECK(e.advance(100) == Engine::Stop::empty);
    CHECK(e.now() == 100);
}

TEST_CASE("a cancelled or moved timer does not ring at its old time", "[engine]") {
    Engine e;
    std::vector<Time> rang;
    const auto ring = [](void* p) { static_cast<std::vector<Time>*>(p)->push_back(7); };
    const auto a = e.add_timer(), b = e.add_timer();
    e.arm(a, 10, ring, &rang);
    e.arm(b, 20, ring, &rang);
    e.cancel(a);
    e.arm(b, 30, ring, &rang);
    CHECK_FALSE(e.armed(a));
    CHECK(e.due(b) == 30);
    CHECK(e.advance(29) == Engine::Stop::until);
    CHECK(rang.empty());
    CHECK(e.events() == 0);
    e.advance(30);
    CHECK(rang.size() == 1);
    CHECK(e.events() == 1);
}

TEST_CASE("a run in which time stands still is stopped with a message", "[engine]") {
    for (const bool inline_advance : {true, false}) {
        Engine e;
        e.set_inline_advance(inline_advance);
        e.set_stall_limit(1000);
        e.set_describe([] { return std::string("line 3 of check_pgt_cache is switched off"); });
        std::vector<Seen> seen;
        std::vector<Time> pauses(5000, 0);
        pauses[0] = 3'200'000;
        e.start(walker(e, 0, pauses, seen));
        CHECK(e.advance(kNever) == Engine::Stop::stuck);
        CHECK(e.message()
            == "1000 events passed at 3.200 ms without time passing; line 3 of check_pgt_cache is switched off");
        CHECK(e.step() == Engine::Stop::stuck);
        CHECK(e.events() == 1002);
    }
}

TEST_CASE("nested coroutines that never wait do not grow the stack", "[engine]") {
    struct Local {
        static Co<int> one() { co_return 1; }
        static Co<> many(int n, int& sum) {
            for (int i = 0; i < n; ++i)
                sum += co_await one();
        }
    };
    Engine e;
    int sum = 0;
    e.start(Local::many(2'000'000, sum));
    e.advance(kNever);
    CHECK(sum == 2'000'000);
}

TEST_CASE("coroutines that ended can be swept, the others end with the engine", "[engine]") {
    static int alive = 0;
    struct Guard {
        Guard() { ++alive; }
        ~Guard() { --alive; }
    };
    struct Local {
        static Co<> sleep(Engine& e, Time t) {
            const Guard g;
            Sleeper s(e);
            co_await s.sleep(t);
        }
    };
    {
        Engine e;
        e.start(Local::sleep(e, 10));
        e.start(Local::sleep(e, 1000));
        e.advance(100);
        e.sweep();
        CHECK(alive == 1);
    }
    CHECK(alive == 0);
}
