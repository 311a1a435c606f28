// SPDX-License-Identifier: GPL-3.0-or-later
// Charts of an exit with much memory, from real runs of a smaller one.
#include "core/experiment/scenario_file.h"
#include "tests/support/catch.h"
#include "ui/chart/giant_charts.h"

#include <cmath>

using namespace sluice;
using namespace sluice::ui;

namespace {

struct Ran {
    Ran(const char* knob, const char* value) {
        experiment::FileError error;
        auto s = experiment::shipped_scenario("lab-free-giant", error);
        REQUIRE(s);
        s->length = 400 * kMillisecond;
        REQUIRE(experiment::set_knob(*s, "workload.giant", "4096", error));
        REQUIRE(experiment::set_knob(*s, "free.threshold", "65536", error));
        REQUIRE(experiment::set_knob(*s, knob, value, error));
        input.scenario = std::make_shared<const experiment::Scenario>(*s);
        std::set<experiment::MetricQuery> queries;
        for (const RunChart& c : giant_charts())
            queries.merge(chart_queries(c.name, *input.scenario));
        const std::size_t wanted = queries.size();
        results = experiment::measure(input, {queries.begin(), queries.end()});
        REQUIRE(results.series.size() == wanted);
    }
    ChartSide side(const char* label) const { return side_of(results, *input.scenario, label); }
    experiment::RunInput input;
    experiment::RunResults results;
};

double top(const ChartData& c, std::size_t column) {
    double y = 0;
    for (const Series& s : c.series)
        if (s.kind == SeriesKind::column && column < s.y.size())
            y = std::max(y, s.y[column]);
    return y;
}

} // namespace

TEST_CASE("Charts of a giant agree with each other", "[chart][giant]") {
    const Ran alone("free.parallel", "off"), helped("free.max-active", "2");
    const ChartSide a = alone.side("alone"), b = helped.side("two workers");

    const ChartData cost = make_run_chart("cpu_cost", b, &a);
    REQUIRE(cost.categories.size() == 2);
    REQUIRE(cost.series.size() == 3);
    const auto& time = cost.series.back();
    CHECK(time.kind == SeriesKind::published);
    // Alone, the exit takes its CPU time; with workers it is shorter and costs more.
    CHECK(time.y[0] == Approx(top(cost, 0)).epsilon(0.01));
    CHECK(time.y[1] < time.y[0]);
    CHECK(top(cost, 1) > time.y[1]);
    CHECK(cost.sentence.contains("saves"));
    CHECK(cost.table.rows() == 2);

    const ChartData states = make_run_chart("giant_states", b, &a);
    REQUIRE(states.categories.size() == 3); // without workers there is one column
    CHECK(top(states, 0) == Approx(top(cost, 0)).epsilon(0.001));
    CHECK(top(states, 1) + top(states, 2) == Approx(top(cost, 1)).epsilon(0.001));
    // Each part has a look of its own.
    std::set<int> looks;
    for (const Series& s : states.series)
        looks.insert(s.index);
    CHECK(looks.size() == states.series.size());

    const ChartData phases = make_run_chart("exit_phases", b, &a);
    REQUIRE(phases.series.size() == 6);
    CHECK(top(phases, 0) == Approx(time.y[0]).epsilon(0.01));
    CHECK(top(phases, 1) == Approx(time.y[1]).epsilon(0.01)); // its wait included

    const ChartData rate = make_run_chart("free_rate", b, nullptr);
    REQUIRE(rate.series.size() == 4); // all, who exits, two workers
    CHECK(rate.series[0].kind == SeriesKind::area);
    for (const double y : rate.series[0].y)
        CHECK(y < 100);
    CHECK(make_run_chart("free_rate", b, &a).series.size() == 2);

    // Nobody is beside it.
    const ChartData loss = make_run_chart("corunner_loss", b, &a);
    CHECK(loss.empty());
    CHECK_FALSE(loss.empty_state.text.isEmpty());
}

TEST_CASE("Runs without a giant ask nothing of its charts", "[chart][giant]") {
    experiment::FileError error;
    const auto s = experiment::shipped_scenario("q4-full-list", error);
    REQUIRE(s);
    for (const RunChart& c : giant_charts()) {
        CHECK(chart_queries(c.name, *s).empty());
        ChartSide nothing;
        nothing.scenario = &*s;
        const ChartData chart = make_run_chart(c.name, nothing, nullptr);
        CHECK(chart.id == c.name);
        CHECK(chart.empty());
        CHECK_FALSE(chart.empty_state.title.isEmpty());
    }
}
