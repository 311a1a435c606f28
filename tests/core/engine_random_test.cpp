// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/random.h"
#include "core/engine/random_tables.h"
#include "tests/support/catch.h"

#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <vector>

using sluice::engine::Random;

namespace tables = sluice::engine::tables;

TEST_CASE("random numbers are the same everywhere", "[engine][golden]") {
    Random r(42, "cpu 0");
    std::vector<std::uint64_t> raw;
    for (int i = 0; i < 3; ++i)
        raw.push_back(r.next());
    CHECK(raw == std::vector<std::uint64_t>{0x53c6'ad16'69ef'4dc4u, 0xd70e'cfe0'a640'8183u, 0x2e56'fcae'4fe6'8743u});
    std::vector<std::int64_t> drawn;
    for (int i = 0; i < 3; ++i) {
        drawn.push_back(static_cast<std::int64_t>(r.below(1000)));
        drawn.push_back(r.between(-5, 5));
        drawn.push_back(r.exponential(4000));
        drawn.push_back(r.normal(1000, 100));
    }
    CHECK(drawn == std::vector<std::int64_t>{621, -2, 7698, 1021, 75, 3, 5423, 964, 877, 0, 5471, 1061});
    CHECK(sluice::engine::hash_name("quicklist") == 0x1a5a'a5c5'c3c2'b93cu);
    CHECK(sluice::engine::hash_pair(1, 2) != sluice::engine::hash_pair(2, 1));
}

TEST_CASE("streams of different names and seeds differ", "[engine]") {
    CHECK(Random(1, "a").next() != Random(1, "b").next());
    CHECK(Random(1, "a").next() != Random(2, "a").next());
    CHECK(Random(1, "a").next() == Random(1, "a").next());
}

TEST_CASE("the integer tables are what they say", "[engine]") {
    for (unsigned i = 0; i <= tables::kLogSteps; ++i) {
        const double exact = std::log1p(i / double{tables::kLogSteps}) * 4294967296.0;
        CHECK(std::abs(static_cast<double>(tables::kLog[i]) - exact) <= 1.0);
    }
    // Going back from a table entry to its tail probability needs only erfc.
    for (unsigned k = 0; k < tables::kNormalOctaves; ++k)
        for (unsigned i = 0; i <= tables::kNormalSteps; ++i) {
            const double z = tables::kNormal[k * (tables::kNormalSteps + 1) + i] / 16777216.0;
            const double tail = (1 + i / double{tables::kNormalSteps}) * std::ldexp(1.0, -static_cast<int>(k) - 2);
            CHECK(std::abs(std::erfc(z / std::sqrt(2.0)) / 2 / tail - 1) < 2e-6);
        }
}

TEST_CASE("below and between stay inside and reach every value", "[engine]") {
    CHECK(rc::check([](std::uint64_t seed) {
        Random r(seed);
        const auto n = *rc::gen::inRange<std::uint64_t>(1, 50);
        std::vector<int> seen(n);
        for (std::uint64_t i = 0; i < n * 40; ++i)
            ++seen.at(r.below(n));
        RC_ASSERT(std::none_of(seen.begin(), seen.end(), [](int c) { return c == 0; }));
        const auto low = *rc::gen::arbitrary<std::int64_t>(), high = *rc::gen::arbitrary<std::int64_t>();
        const auto v = r.between(std::min(low, high), std::max(low, high));
        RC_ASSERT(v >= std::min(low, high) && v <= std::max(low, high));
    }));
    CHECK(Random(1).below(0) == 0);
}

TEST_CASE("exponential and normal have the moments and tails they should", "[engine]") {
    Random r(7, "moments");
    constexpr int n = 400'000;
    double sum = 0, square = 0;
    int beyond_three = 0, beyond_seven = 0;
    for (int i = 0; i < n; ++i) {
        const auto x = static_cast<double>(r.exponential(10'000));
        sum += x;
        square += x * x;
        beyond_three += x > 30'000;
        beyond_seven += x > 70'000;
    }
    CHECK(sum / n == Approx(10'000).epsilon(0.006));
    CHECK(std::sqrt(square / n - sum / n * sum / n) == Approx(10'000).epsilon(0.01));
    CHECK(beyond_three / double{n} == Approx(std::exp(-3.0)).epsilon(0.03));
    CHECK(beyond_seven / double{n} == Approx(std::exp(-7.0)).epsilon(0.2));

    sum = square = 0;
    int beyond_two = 0;
    double below_mean = 0;
    for (int i = 0; i < n; ++i) {
        const auto x = static_cast<double>(r.normal(5'000, 1'000));
        sum += x;
        square += (x - 5'000) * (x - 5'000);
        beyond_two += std::abs(x - 5'000) > 2'000;
        below_mean += x < 5'000;
    }
    CHECK(sum / n == Approx(5'000).epsilon(0.002));
    CHECK(std::sqrt(square / n) == Approx(1'000).epsilon(0.01));
    CHECK(beyond_two / double{n} == Approx(std::erfc(std::sqrt(2.0))).epsilon(0.03));
    CHECK(below_mean / n == Approx(0.5).epsilon(0.01));
    CHECK(r.normal(7, 0) == 7);
    CHECK(r.exponential(0) == 0);
}
