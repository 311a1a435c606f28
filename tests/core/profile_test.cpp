// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assets/assets.h"
#include "core/experiment/profile.h"
#include "tests/support/catch.h"

using namespace sluice;
using namespace sluice::experiment;

namespace {

std::string zx1() {
    return std::string(assets::text("assets/machines/zx1-2005.toml").value());
}

std::string with(std::string text, std::string_view line, std::string_view replacement) {
    const auto at = text.find(line);
    REQUIRE(at != std::string::npos);
    return text.replace(at, line.size(), replacement);
}

std::string bad(const std::string& text) {
    FileError error;
    CHECK_FALSE(read_profile(text, "m.toml", error));
    return error.text();
}

} // namespace

TEST_CASE("Every profile of the program is right and survives a trip through text", "[profile]") {
    REQUIRE(shipped_profiles().size() >= 2);
    for (const std::string& id : shipped_profiles()) {
        const auto m = shipped_profile(id);
        INFO(id);
        REQUIRE(m);
        CHECK(m->profile == id);
        FileError error;
        const auto again = read_profile(machine_to_toml(*m, ""), "x.toml", error);
        INFO(error.text());
        REQUIRE(again);
        CHECK(machine_to_toml(*again, "") == machine_to_toml(*m, ""));
        CHECK(again->zonelists == m->zonelists);
        for (const auto& z : m->zones) {
            CHECK(z.min > 0);
            CHECK(z.min < z.low);
            CHECK(z.low < z.high);
        }
    }
}

TEST_CASE("The zx1 has the machine of the sources", "[profile]") {
    const auto m = shipped_profile("zx1-2005");
    REQUIRE(m);
    CHECK(m->page_size == 16384);
    CHECK(m->hz == 1024);
    CHECK(m->table_entries == 2048);
    CHECK(m->total_pages() == 65536);
    CHECK(m->cpus.size() == 2);
    CHECK(m->zones[0].min == 256); // sqrt(1 GiB in KiB × 16) = 4,096 KiB
    CHECK(m->zones[0].low == 320);
    CHECK(m->zones[0].high == 384);
}

TEST_CASE("Each mistake in a profile gives one message", "[profile][bad-input]") {
    CHECK(bad(with(zx1(), "cpus-per-node = 2", "cpus-per-node = 0"))
              .ends_with("“topology.cpus-per-node” has a wrong value: expected a whole number from 1 to 1,024, found "
                         "the number 0."));
    CHECK(bad(with(zx1(), "nodes = 1", "nodes = 10000"))
              .ends_with("“topology.nodes” has a wrong value: expected a whole number from 1 to 1,024, found the "
                         "number 10,000."));
    CHECK(bad(with(zx1(), "memory = \"1 GiB\"", "memory = \"1 PiB\""))
              .ends_with("“zone.memory” has a wrong value: expected a size from 16 KiB to 64 TiB, like \"512 MiB\", "
                         "found the text “1 PiB”."));
    CHECK(bad(with(zx1(), "memory = \"1 GiB\"", "memory = \"1 GB\"")).find("“zone.memory”") != std::string::npos);
    CHECK(bad(with(zx1(), "page-size = \"16 KiB\"", "page-size = \"12 KiB\""))
        == "m.toml:5:13: “page-size” has a wrong value: expected a power of two, found the text “12 KiB”.");
    CHECK(bad(with(zx1(), "reserved = \"0\"", "reserved = \"1 GiB\""))
              .ends_with("Zone 0 reserves 65,536 of its 65,536 pages, so none is left."));
    CHECK(
        bad(with(zx1(), "wakeup = ", "wakup = ")).ends_with("Unknown key “wakup” in “costs”. Did you mean “wakeup”?"));
    CHECK(bad(with(zx1(), "quicklist-pop = { ns = 70, certainty = \"estimated\"", "quicklist-pop = { ns = 70"))
              .ends_with("“costs.quicklist-pop.certainty” is missing."));
    CHECK(bad(with(zx1(), "certainty = \"derived\"", "certainty = \"guessed\""))
              .ends_with(
                  "“costs.page-zero.certainty” has a wrong value: expected “measured”, “derived” or “estimated”, found "
                  "the text “guessed”."));
    CHECK(bad(with(zx1(), "page-zero = { ns = 12500", "page-zero = { ns = -1")).find("“costs.page-zero.ns”")
        != std::string::npos);
    CHECK(bad(with(zx1(), "page-zero = { ns = 12500", "page-zero = { us = 12"))
              .find("“costs.page-zero” needs one amount: expected either “ns” or “ps”, found neither")
        != std::string::npos);
    CHECK(bad(with(zx1(), "hz = 1024", "hz = 1")).find("“hz” has a wrong value") != std::string::npos);
    CHECK(bad("") == "m.toml:1:1: “format” is missing.");
}

TEST_CASE("A machine that contradicts itself is named", "[profile][bad-input]") {
    const auto exact = [](std::string_view topology) {
        std::string text = zx1();
        const auto from = text.find("[topology]"), to = text.find("[costs]");
        return text.replace(from, to - from, "[topology]\n" + std::string(topology) + "\n");
    };
    CHECK(
        bad(exact("nodes = 2\ncpus = [[0, 0]]\nzones = [[\"normal\", 0, 0, 1024, 0, 8, 10, 12]]\nlinks = [[0, 1, 1]]"))
            .ends_with("Node 1 has neither CPUs nor memory."));
    CHECK(bad(exact("nodes = 1\ncpus = [[1, 0]]\nzones = [[\"normal\", 0, 0, 1024, 0, 8, 10, 12]]\nlinks = []"))
              .ends_with("CPU 0 is on node 1, but there are only 1 nodes."));
    CHECK(bad(exact("nodes = 1\ncpus = [[0, 0]]\nzones = [[\"normal\", 0, 0, 1024, 0, 18, 10, 12]]\nlinks = []"))
              .ends_with("Zone 0 has watermarks out of order: min ≤ low ≤ high ≤ pages must hold."));
    CHECK(bad(exact("nodes = 1\ncpus = [[0, 0]]\nzones = [[\"normal\", 0, 0, 2048, 0, 8, 10, 12], [\"highmem\", 0, "
                    "1024, 1024, 0, 8, 10, 12]]\nlinks = []"))
              .find("Zone 1 overlaps the zone before it")
        != std::string::npos);
    CHECK(bad(exact("nodes = 2\ncpus = [[0, 0], [1, 1]]\nzones = [[\"normal\", 0, 0, 1024, 0, 8, 10, 12]]\nlinks = []"))
              .find("Node 1 cannot be reached")
        != std::string::npos);
    CHECK(bad(exact("nodes = 1\ncpus = []\nzones = [[\"normal\", 0, 0, 1024, 0, 8, 10, 12]]\nlinks = []"))
              .ends_with("The machine has no CPU."));
    CHECK(
        bad(exact("nodes = 1\ncpus = [[0, 0]]\nzones = [[\"normal\", 0, 0, 99]]\nlinks = []")).find("“topology.zones”")
        != std::string::npos);
}
