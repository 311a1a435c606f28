// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/machine.h"
#include "tests/support/catch.h"

#include <set>

using namespace sluice;
using namespace sluice::machine;

namespace {
Machine three_nodes() {
    Machine m;
    m.nodes = 3;
    m.links = {{0, 1, 1}, {1, 2, 3}};
    m.zones = {{ZoneKind::dma, 0, 0, 1024, 0, 0, 0, 0}, {ZoneKind::normal, 0, 1024, 2048, 0, 0, 0, 0},
        {ZoneKind::normal, 1, 4096, 1024, 0, 0, 0, 0}, {ZoneKind::normal, 2, 8192, 1024, 0, 0, 0, 0}};
    m.cpus = {{0, 0}, {0, 1}, {1, 2}};
    return m;
}
}

TEST_CASE("Distances are shortest paths over the links", "[machine]") {
    Machine m = three_nodes();
    REQUIRE(derive_topology(m).empty());
    CHECK(m.distance_between(0, 0) == 10);
    CHECK(m.distance_between(0, 1) == 20);
    CHECK(m.distance_between(0, 2) == 50);
    CHECK(m.distance_between(2, 0) == 50);
    m.links.push_back({0, 2, 2});
    REQUIRE(derive_topology(m).empty());
    CHECK(m.distance_between(0, 2) == 30);
}

TEST_CASE("An allocation tries the nearest node first, and NORMAL before DMA", "[machine]") {
    Machine m = three_nodes();
    REQUIRE(derive_topology(m).empty());
    CHECK(m.zonelists[0] == std::vector<ZoneId>{1, 0, 2, 3});
    CHECK(m.zonelists[2] == std::vector<ZoneId>{3, 2, 1, 0});
}

TEST_CASE("A node without a link is named", "[machine]") {
    Machine m = three_nodes();
    m.links.pop_back();
    CHECK(derive_topology(m).find("Node 2") != std::string::npos);
}

TEST_CASE("A frame belongs to the zone that covers it", "[machine]") {
    const Machine m = three_nodes();
    CHECK(m.zone_of(0) == 0);
    CHECK(m.zone_of(1023) == 0);
    CHECK(m.zone_of(1024) == 1);
    CHECK(m.zone_of(4096) == 2);
    CHECK(m.zone_of(8200) == 3);
    CHECK(m.cpus_on_node(0) == 2);
    CHECK(m.cpus_on_node(2) == 0);
    CHECK(m.total_pages() == 5120);
}

TEST_CASE("Every primitive has a name of its own", "[machine]") {
    std::set<std::string_view> names;
    for (unsigned i = 0; i < static_cast<unsigned>(Primitive::count_of_primitives); ++i)
        names.insert(name(static_cast<Primitive>(i)));
    CHECK(names.size() == static_cast<std::size_t>(Primitive::count_of_primitives));
    CHECK_FALSE(names.contains(""));
    CHECK(name(Primitive::page_zero) == "page-zero");
    CHECK(name(Primitive::user_work) == "user-work");
}
