// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/reduce.h"
#include "tests/support/catch.h"

#include <random>

using namespace sluice;
using namespace sluice::experiment;

namespace {

Series samples(const std::vector<double>& values) {
    Series s;
    s.shape = Shape::samples;
    for (std::size_t i = 0; i < values.size(); ++i)
        s.points.push_back({static_cast<Time>(10 * i), values[i], i});
    s.to = static_cast<Time>(10 * values.size());
    return s;
}

} // namespace

TEST_CASE("samples reduce to numbers", "[metric]") {
    const Series s = samples({5, 1, 9, 3});
    CHECK(reduce(s, Reduction::sum)->value == 18);
    CHECK(reduce(s, Reduction::mean)->value == 4.5);
    CHECK(reduce(s, Reduction::count)->value == 4);
    CHECK(reduce(s, Reduction::first)->value == 5);
    CHECK(reduce(s, Reduction::last)->value == 3);
    CHECK(reduce(s, Reduction::max)->value == 9);
    CHECK(reduce(s, Reduction::max)->at == 20);
    CHECK(reduce(s, Reduction::max)->record == 2);
    CHECK(reduce(s, Reduction::median)->value == 3); // nearest rank: the second of four
    CHECK(reduce(s, Reduction::sum, {10, 20})->value == 10);
    CHECK(reduce(s, Reduction::count, {11, 19})->value == 0);
    CHECK_FALSE(reduce(s, Reduction::mean, {11, 19}));
    CHECK(*rate(s, {0, 20}) == Approx(3 * 1e9 / 20));
}

TEST_CASE("percentiles are nearest-rank", "[metric]") {
    std::vector<double> values;
    for (int i = 1; i <= 1000; ++i)
        values.push_back(i);
    std::shuffle(values.begin(), values.end(), std::mt19937(1));
    const Series s = samples(values);
    CHECK(percentile(s, 0)->value == 1);
    CHECK(percentile(s, 0.1)->value == 1);
    CHECK(percentile(s, 50)->value == 500);
    CHECK(percentile(s, 99)->value == 990);
    CHECK(percentile(s, 99.9)->value == 999);
    CHECK(percentile(s, 99.91)->value == 1000);
    CHECK(percentile(s, 100)->value == 1000);
    CHECK_FALSE(percentile(s, 50)->approximate);
}

TEST_CASE("beyond the exact limit percentiles are right to 0.1 per cent and say so", "[metric]") {
    Series s;
    s.shape = Shape::samples;
    s.bins = std::make_shared<SampleBins>();
    std::vector<double> values;
    std::mt19937 random(3);
    for (int i = 0; i < 200'000; ++i) {
        values.push_back(std::floor(std::exp(std::uniform_real_distribution<>(0, 20)(random))));
        s.bins->add(values.back());
    }
    std::sort(values.begin(), values.end());
    for (double q : {1.0, 25.0, 50.0, 90.0, 99.0, 99.9}) {
        const auto p = percentile(s, q);
        REQUIRE(p);
        CHECK(p->approximate);
        const double exact = values[static_cast<std::size_t>(std::ceil(q / 100 * 200'000)) - 1];
        CHECK(p->value == Approx(exact).epsilon(0.001));
    }
    CHECK(reduce(s, Reduction::max)->value == values.back());
    CHECK(reduce(s, Reduction::count)->value == 200'000);
}

TEST_CASE("levels are weighted with time", "[metric]") {
    Series s;
    s.shape = Shape::level;
    s.from = 0;
    s.to = 100;
    s.initial = 10;
    s.points = {{20, 30, 1}, {90, 0, 2}};
    CHECK(reduce(s, Reduction::mean)->value == Approx((10 * 20 + 30 * 70 + 0 * 10) / 100.0));
    CHECK(reduce(s, Reduction::min)->value == 0);
    CHECK(reduce(s, Reduction::max)->value == 30);
    CHECK(reduce(s, Reduction::first)->value == 10);
    CHECK(reduce(s, Reduction::last)->value == 0);
    CHECK(reduce(s, Reduction::mean, {10, 30})->value == Approx(20));
    CHECK(reduce(s, Reduction::first, {30, 40})->value == 30);
    CHECK(percentile(s, 50)->value == 30);
    CHECK(percentile(s, 29)->value == 10);
    CHECK(percentile(s, 10)->value == 0);
    CHECK(value_at(s, 19) == 10);
    CHECK(value_at(s, 20) == 30);
    CHECK(delta(s, 0, 95) == -10);
}

TEST_CASE("counters and events", "[metric]") {
    Series c;
    c.shape = Shape::counter;
    c.to = 2 * kSecond;
    c.points = {{kSecond / 2, 3, 0}, {kSecond, 4, 1}};
    CHECK(value_at(c, kSecond / 2) == 3);
    CHECK(value_at(c, kSecond) == 7);
    CHECK(delta(c, kSecond / 2, kSecond) == 4);
    CHECK(rate(c, whole(c)) == 3.5);

    Series e;
    e.shape = Shape::events;
    e.to = 100;
    e.spans = {{10, 50, 7, 0}, {60, 70, 9, 1}};
    CHECK(reduce(e, Reduction::count)->value == 2);
    CHECK(reduce(e, Reduction::sum, {0, 20})->value == 7);
    CHECK(reduce(e, Reduction::last)->at == 60);
}

TEST_CASE("histograms count every sample once", "[metric]") {
    std::vector<double> values;
    std::mt19937 random(5);
    for (int i = 0; i < 1000; ++i)
        values.push_back(1 + static_cast<double>(random() % 100'000));
    const Series s = samples(values);
    const Histogram h = histogram(s, whole(s), 20);
    CHECK(h.edges.size() == 21);
    CHECK(h.total() == 1000);
    CHECK(h.below + h.above == 0);
    for (std::size_t i = 0; i < h.counts.size(); ++i) {
        const auto n = std::count_if(values.begin(), values.end(),
            [&](double v) { return v >= h.edges[i] * (1 - 1e-12) && v < h.edges[i + 1] * (1 - 1e-12); });
        CHECK(static_cast<std::uint64_t>(n) == h.counts[i]);
        CHECK(h.edges[i + 1] / h.edges[i] == Approx(h.edges[1] / h.edges[0]));
    }
    CHECK(histogram(s, whole(s), 10, 1000, 2000).below > 0);
    CHECK(histogram(samples({}), {0, 10}, 5).counts.empty());
}

TEST_CASE("bands follow the samples in each window", "[metric]") {
    std::vector<double> values;
    for (int i = 0; i < 300; ++i)
        values.push_back(i);
    const Series s = samples(values); // one every 10 ns
    const auto b = bands(s, whole(s), 1000);
    REQUIRE(b.size() == 3);
    CHECK(b[0].from == 0);
    CHECK(b[0].count == 100);
    CHECK(b[0].low == 0);
    CHECK(b[0].middle == 49);
    CHECK(b[0].high == 98);
    CHECK(b[2].middle == 249);
}
