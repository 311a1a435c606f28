// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/knobs.h"
#include "core/experiment/near.h"
#include "core/experiment/units.h"
#include "tests/support/catch.h"

#include <fstream>
#include <rapidcheck.h>
#include <set>
#include <sstream>

using namespace sluice;
using namespace sluice::experiment;

namespace {

const Knob& knob(std::string_view id) {
    const auto index = find_knob(id);
    REQUIRE(index);
    return knob_table()[*index];
}

KnobValue parsed(std::string_view id, std::string_view text) {
    std::string error;
    const auto value = parse_value(knob(id), text, error);
    INFO(id << " = " << text << ": " << error);
    REQUIRE(value);
    return *value;
}

std::string refused(std::string_view id, std::string_view text) {
    std::string error;
    const auto value = parse_value(knob(id), text, error);
    CHECK_FALSE(value);
    return error;
}

} // namespace

TEST_CASE("Every knob can be found by its id and keeps its default through text", "[knobs]") {
    std::set<std::string_view> ids;
    const auto table = knob_table();
    REQUIRE(table.size() > 20);
    for (std::size_t i = 0; i < table.size(); ++i) {
        INFO(table[i].id);
        CHECK(ids.insert(table[i].id).second);
        CHECK(find_knob(table[i].id) == KnobIndex(i));
        CHECK(is_value(table[i], table[i].standard));
        std::string error;
        CHECK(parse_value(table[i], format_value(table[i], table[i].standard), error) == table[i].standard);
        CHECK_FALSE(table[i].label.empty());
        CHECK_FALSE(table[i].meaning.empty());
        if (table[i].when == KnobWhen::any)
            CHECK_FALSE(table[i].transition.empty());
    }
    CHECK(standard_values().size() == table.size());
}

TEST_CASE("Every knob of the definitions exists", "[knobs]") {
    for (const char* id : {"quicklist.enabled", "quicklist.levels", "quicklist.offnode", "drain.rule", "drain.shape",
             "drain.cap", "drain.arith", "drain.trigger", "drain.demand-reach", "free.counts-pcp", "pcp.batch",
             "pcp.high", "lock.kind"})
        CHECK(find_knob(id));
}

TEST_CASE("Listing lines come after every other knob", "[knobs]") {
    bool line_seen = false;
    for (const Knob& k : knob_table()) {
        line_seen = line_seen || k.group == KnobGroup::line;
        CHECK(line_seen == (k.group == KnobGroup::line));
    }
    CHECK(line_seen);
}

TEST_CASE("Values are read as files and people write them", "[knobs]") {
    CHECK(parsed("drain.cap", "256") == 256);
    CHECK(parsed("drain.cap", "4,096") == 4096);
    CHECK(parsed("drain.cap", "256 pages") == 256);
    CHECK(parsed("pcp.batch", "auto") == 0);
    CHECK(parsed("quicklist.enabled", "off") == 0);
    CHECK(parsed("quicklist.enabled", "true") == 1);
    CHECK(parsed("drain.rule", "node16-per-cpu") == 3);
    CHECK(parsed("drain.trigger", "idle+unmap") == 3);
    CHECK(parsed("drain.trigger", "unmap + idle") == 3);
    CHECK(parsed("drain.trigger", "none") == 0);
    CHECK(format_value(knob("drain.trigger"), 5) == "idle+tick");
    CHECK(format_value(knob("drain.trigger"), 0) == "none");
    CHECK(format_value(knob("pcp.batch"), 0) == "auto");
}

TEST_CASE("The window's form has its unit after a no-break space", "[knobs]") {
    CHECK(display_value(knob("drain.cap"), 4096) == "4,096\u00a0pages");
    CHECK(display_value(knob("pcp.batch"), 0) == "auto (by formula)");
    CHECK(display_value(knob("drain.shape"), 2) == knob("drain.shape").choices[2].label);
}

TEST_CASE("A wrong value names what was expected and what was probably meant", "[knobs]") {
    CHECK(refused("drain.cap", "8") == "expected a whole number from 16 to 4,096 pages, found “8”");
    CHECK(refused("drain.cap", "many") == "expected a whole number from 16 to 4,096 pages, found “many”");
    CHECK(refused("drain.cap", "-256") == "expected a whole number from 16 to 4,096 pages, found “-256”");
    CHECK(refused("drain.cap", "99999999999999999999999999") != "");
    CHECK(refused("drain.shape", "mergd")
        == "expected “posted”, “described”, “merged” or “generic”, found “mergd”. Did you mean “merged”?");
    CHECK(refused("drain.trigger", "idle+unmp")
        == "expected “none” or members of idle, unmap, tick, demand joined by “+”, found “idle+unmp”. Did you mean "
           "“unmap”?");
    CHECK(refused("drain.trigger", "idle+") != "");
    CHECK(refused("drain.trigger", "") != "");
    CHECK(refused("quicklist.enabled", "maybe") == "expected “on” or “off”, found “maybe”");
    CHECK(refused("machine.nodes", "0") == "expected “auto” or a whole number from 1 to 1,024 nodes, found “0”");
    CHECK(
        refused("machine.nodes", "10000") == "expected “auto” or a whole number from 1 to 1,024 nodes, found “10000”");
}

TEST_CASE("Every value of every knob survives a trip through text", "[knobs]") {
    CHECK(rc::check("format and parse are inverse", [] {
        const auto table = knob_table();
        const Knob& k = table[*rc::gen::inRange<std::size_t>(0, table.size())];
        KnobValue v = 0;
        switch (k.kind) {
        case KnobKind::toggle:
            v = *rc::gen::inRange<KnobValue>(0, 2);
            break;
        case KnobKind::choice:
            v = *rc::gen::inRange<KnobValue>(0, static_cast<KnobValue>(k.choices.size()));
            break;
        case KnobKind::set:
            v = *rc::gen::inRange<KnobValue>(0, KnobValue{1} << k.choices.size());
            break;
        case KnobKind::number:
            v = *rc::gen::inRange<KnobValue>(k.low, k.high + 1);
            break;
        }
        std::string error;
        RC_ASSERT(parse_value(k, format_value(k, v), error) == v);
    }));
}

TEST_CASE("A misspelt knob finds its near misses, nearest first", "[knobs]") {
    CHECK(similar_knobs("drain.shap").front() == "drain.shape");
    CHECK(similar_knobs("drain_trigger").front() == "drain.trigger");
    CHECK(similar_knobs("quicklist").size() == 3);
    CHECK(similar_knobs("xyzzyxyzzyxyzzy").empty());
    CHECK(edit_distance("abcd", "abdc") == 1);
    CHECK(edit_distance("", "abc") == 3);
    CHECK(edit_distance("a_b", "A-b") == 0);
}

TEST_CASE("Presets set what the definitions say", "[knobs]") {
    const auto value = [](std::string_view preset, std::string_view id) -> std::string {
        const Preset* p = find_preset(preset);
        REQUIRE(p);
        for (const auto& [index, v] : p->values)
            if (knob_table()[index].id == id)
                return format_value(knob_table()[index], v);
        return "";
    };
    REQUIRE(presets().size() == 7 + 11 + 4);
    for (const Preset& p : presets()) {
        // Kernels of the quicklist, or kernels of vectors and LRU lists, or kernels of freeing.
        const bool tables = !value(p.id, "quicklist.enabled").empty();
        INFO(p.id);
        CHECK(tables + !value(p.id, "lru.scope").empty() + !value(p.id, "gather.limit").empty() == 1);
        if (tables) {
            CHECK(value(p.id, "drain.trigger") == "idle+unmap");
            CHECK(value(p.id, "quicklist.enabled") == "on");
        }
    }
    CHECK(value("2.5.31", "reclaim.lock") == "scan");
    CHECK(value("2.5.31", "pagevec.slots") == "1");
    CHECK(value("2.5.32", "pagevec.slots") == "16");
    CHECK(value("2.5.33", "lru.scope") == "zone");
    CHECK(value("2.6.11", "pagevec.vectors") == "two");
    CHECK(value("4.8", "lru.scope") == "node");
    CHECK(value("6.9", "pagevec.slots") == "31");
    CHECK(value("4.10", "free.parallel") == "off");
    CHECK(value("parallel-free", "free.max-active") == "4");
    CHECK(value("idle-only", "free.gate") == "idle");
    CHECK(value("5.19", "gather.limit") == "512");
    CHECK(value("2.6.9", "drain.rule") == "marks");
    CHECK(value("2.6.9", "quicklist.levels") == "pgd+pmd");
    CHECK(value("2.6.9", "quicklist.offnode") == "keep");
    CHECK(value("before-3of3", "drain.rule") == "marks");
    CHECK(value("before-3of3", "quicklist.levels") == "all");
    CHECK(value("before-3of3", "quicklist.offnode") == "home");
    CHECK(value("as-posted", "drain.shape") == "posted");
    CHECK(value("as-posted", "drain.arith") == "u64");
    CHECK(value("as-described", "drain.shape") == "described");
    CHECK(value("as-described", "drain.cap") == "256");
    CHECK(value("as-described", "drain.arith") == "signed");
    CHECK(value("2.6.12", "drain.shape") == "merged");
    CHECK(value("2.6.12", "quicklist.offnode") == "home");
    CHECK(value("2.6.24", "drain.shape") == "generic");
    CHECK(value("2.6.24", "quicklist.offnode") == "keep");
    CHECK(value("2.6.27", "drain.rule") == "node16-per-cpu");
    CHECK_FALSE(find_preset("2.6.8"));
}

TEST_CASE("docs/KNOBS.md is what the table gives", "[knobs]") {
    std::ifstream file(SLUICE_SOURCE_DIR "/docs/KNOBS.md");
    std::istringstream table(knobs_markdown());
    INFO("If this fails: scripts/docs writes the page again");
    int line = 0;
    for (std::string expected, found; std::getline(table, expected); ++line) {
        REQUIRE(std::getline(file, found));
        REQUIRE(found == expected);
    }
    CHECK(line > 100);
    std::string rest;
    CHECK_FALSE(std::getline(file, rest));
}

TEST_CASE("Times and sizes are exact", "[units]") {
    CHECK(parse_time("60 ms") == 60 * kMillisecond);
    CHECK(parse_time("1.5s") == 1500 * kMillisecond);
    CHECK(parse_time("250us") == 250 * kMicrosecond);
    CHECK(parse_time("250 µs") == 250 * kMicrosecond);
    CHECK(parse_time("12\u00a0ms") == 12 * kMillisecond);
    CHECK(parse_time("0") == 0);
    CHECK(parse_time("2 min") == 120 * kSecond);
    CHECK_FALSE(parse_time("60"));
    CHECK_FALSE(parse_time("-5 ms"));
    CHECK_FALSE(parse_time("1.5 ns"));
    CHECK_FALSE(parse_time("5 parsecs"));
    CHECK_FALSE(parse_time("99999999999999 s"));
    CHECK_FALSE(parse_time(""));
    CHECK_FALSE(parse_time("1. s"));
    CHECK(parse_size("512 MiB") == 512ull << 20);
    CHECK(parse_size("1.5 KiB") == 1536u);
    CHECK(parse_size("0.5 GiB") == 512ull << 20);
    CHECK_FALSE(parse_size("0.3 KiB"));
    CHECK_FALSE(parse_size("512 MB"));
    CHECK(parse_cost("12.5 us") == 12'500'000);
    CHECK(format_time(1'500'000) == "1500 us");
    CHECK(format_size(512ull << 20) == "512 MiB");
    CHECK(grouped(15559) == "15,559");
    CHECK(grouped(-1234567) == "-1,234,567");
    CHECK(grouped(999) == "999");
    CHECK(rc::check("format_time is exact", [] {
        const Time t = *rc::gen::inRange<Time>(0, Time{1} << 55);
        RC_ASSERT(parse_time(format_time(t)) == t);
    }));
}
