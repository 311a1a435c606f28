// SPDX-License-Identifier: GPL-3.0-or-later
// What is measured of a process with much memory that exits: the numbers must agree with each other and with the model.
#include "core/experiment/metric_set.h"
#include "core/experiment/scenario_file.h"
#include "core/experiment/take.h"
#include "tests/support/catch.h"

#include <cmath>

using namespace sluice;
using namespace sluice::experiment;

namespace {

/// 4 GiB instead of 320.
constexpr double kPages = 4096.0 * 256;

RunInput giant(const std::vector<std::pair<const char*, const char*>>& set) {
    FileError error;
    auto scenario = shipped_scenario("lab-free-giant", error);
    INFO(error.text());
    REQUIRE(scenario);
    scenario->length = 600 * kMillisecond;
    REQUIRE(set_knob(*scenario, "workload.giant", "4096", error));
    for (const auto& [knob, value] : set) {
        const bool known = set_knob(*scenario, knob, value, error);
        INFO(error.text());
        REQUIRE(known);
    }
    return {std::make_shared<const Scenario>(*std::move(scenario)), 1, {}};
}

struct Asked {
    explicit Asked(const RunInput& input, const std::vector<std::string>& texts) {
        std::vector<MetricQuery> queries;
        for (const std::string& text : texts) {
            const auto q = parse_query(text);
            REQUIRE(q);
            CHECK_FALSE(check_query(*q));
            queries.push_back(*q);
        }
        results = measure(input, queries);
        REQUIRE(results.stuck.empty());
    }
    double operator()(const std::string& how, const std::string& text) const {
        INFO(text);
        const auto at = results.series.find(*parse_query(text));
        REQUIRE(at != results.series.end());
        const auto v = take(how, at->second);
        return v ? *v : std::nan("");
    }
    RunResults results;
};

} // namespace

TEST_CASE("The phases of an exit without workers are the exit", "[giant][metric]") {
    const Asked of(giant({{"free.parallel", "off"}}),
        {"exit.time", "time", "time{phase=zap}", "time{phase=flush}", "time{phase=lists}", "time{phase=zone}",
            "time{phase=tables}", "time{phase=wait}", "time{task=kworker}", "gather.pages", "gather.rounds",
            "free.rate", "free.rate{node=0}", "free.rate{node=3}", "worker.busy"});
    const double exit = of("sum", "exit.time");
    CHECK(of("count", "exit.time") == 1);
    CHECK(exit > 50e6);
    double phases = 0;
    for (const char* phase : {"zap", "flush", "lists", "zone", "tables"}) {
        const double t = of("sum", std::string("time{phase=") + phase + "}");
        CHECK(t > 0);
        phases += t;
    }
    CHECK(phases == of("sum", "time"));
    CHECK(phases == Approx(exit).epsilon(0.001));
    CHECK(of("sum", "time{phase=wait}") == 0);
    CHECK(of("sum", "time{task=kworker}") == 0);
    // 8 + 19 × 510 pages in a full round.
    CHECK(of("max", "gather.pages") == 9698);
    CHECK(of("sum", "gather.pages") == kPages);
    CHECK(of("sum", "gather.rounds") == std::ceil(kPages / 9698));
    // Rate times time is what was freed; the giant runs on node 0.
    CHECK(of("sum", "free.rate") == Approx(kPages).epsilon(0.01));
    CHECK(of("sum", "free.rate{node=0}") == of("sum", "free.rate"));
    CHECK(of("sum", "free.rate{node=3}") == 0);
    CHECK(of("max", "worker.busy") == 0);
}

TEST_CASE("Workers are busy while they have pieces, and waited for", "[giant][metric]") {
    const Asked of(giant({{"free.max-active", "2"}, {"free.threshold", "65536"}}),
        {"exit.time", "time{phase=wait}", "time{phase=zone,task=kworker}", "time{phase=zap,task=kworker}",
            "time{phase=zone,task=giant}", "worker.busy", "worker.busy{w=1}", "worker.busy{w=3}", "free.rate",
            "free.rate{w=0}", "free.rate{w=1}", "free.rate{w=2}", "cpu.seconds{task=kworker}", "time{task=kworker}"});
    CHECK(of("max", "worker.busy") == 200);
    CHECK(of("max", "worker.busy{w=1}") == 100);
    CHECK(of("max", "worker.busy{w=3}") == 0);
    CHECK(of("mean", "worker.busy{w=1}") < of("mean", "worker.busy"));
    CHECK(of("sum", "time{phase=wait}") > 0);
    CHECK(of("sum", "time{phase=wait}") < of("sum", "exit.time"));
    CHECK(of("sum", "time{phase=zap,task=kworker}") == 0);
    CHECK(of("sum", "time{phase=zone,task=kworker}") > 5 * of("sum", "time{phase=zone,task=giant}"));
    // Each worker frees its part, the thread that exits what lies on its stack and the rest below a piece.
    double parts = 0;
    for (const char* w : {"free.rate{w=0}", "free.rate{w=1}", "free.rate{w=2}"}) {
        CHECK(of("sum", w) > 0);
        parts += of("sum", w);
    }
    CHECK(parts == Approx(of("sum", "free.rate")).epsilon(1e-9));
    CHECK(of("sum", "free.rate{w=0}") < 0.2 * parts);
    // All but the way to the first line of a piece is in some phase.
    CHECK(of("sum", "time{task=kworker}") == Approx(of("sum", "cpu.seconds{task=kworker}")).epsilon(0.02));
    CHECK(of("sum", "free.rate") == Approx(kPages).epsilon(0.01));
}

TEST_CASE("Co-runners lose nothing beside an exit that has CPUs of its own", "[giant][metric]") {
    const std::vector<std::pair<const char*, const char*>> few{
        {"workload.co-runners", "25"}, {"workload.pause", "50000"}, {"free.parallel", "off"}};
    const Asked alone(giant(few), {"corunner.loss", "corunner.loss{c=0}", "corunner.loss{c=35}"});
    CHECK(alone("count", "corunner.loss") == 36); // a quarter of 144
    CHECK(alone("count", "corunner.loss{c=0}") == 1);
    CHECK(alone("count", "corunner.loss{c=35}") == 1);
    CHECK(std::abs(alone("mean", "corunner.loss")) < 2);

    // On every CPU somebody has to share.
    const Asked full(giant({{"workload.co-runners", "100"}, {"workload.pause", "50000"}, {"free.max-active", "32"},
                         {"free.threshold", "16384"}}),
        {"corunner.loss"});
    CHECK(full("count", "corunner.loss") == 144);
    CHECK(full("max", "corunner.loss") > 20);
    CHECK(full("mean", "corunner.loss") > alone("mean", "corunner.loss") + 1);
    CHECK(full("max", "corunner.loss") <= 100);
}

TEST_CASE("Labels of what is measured of a giant are checked", "[giant][metric]") {
    const auto wrong = [](const std::string& text) {
        const auto query = parse_query(text);
        REQUIRE(query);
        return MetricSet(metric_context(giant({}).scenario), {*query}).error(0);
    };
    CHECK(wrong("time{phase=zapp}").find("zap") != std::string::npos);
    CHECK_FALSE(wrong("time{task=lat_proc}").empty());
    CHECK_FALSE(wrong("worker.busy{w=0}").empty());
    CHECK_FALSE(wrong("free.rate{node=4}").empty());
    CHECK(wrong("time{phase=wait}").empty());
}
