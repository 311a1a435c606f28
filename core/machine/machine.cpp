// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/machine.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <limits>
#include <numeric>
#include <string>

namespace sluice::machine {

namespace {

using Weight = boost::property<boost::edge_weight_t, std::uint64_t>;
using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, boost::no_property, Weight>;

constexpr std::uint32_t kLocal = 10; ///< distance of a node to itself, as ACPI's tables write it
constexpr std::uint32_t kUnit = 10; ///< added per unit of link cost

} // namespace

std::uint32_t Machine::cpus_on_node(NodeId node) const {
    return static_cast<std::uint32_t>(
        std::count_if(cpus.begin(), cpus.end(), [node](const Cpu& c) { return c.node == node; }));
}

ZoneId Machine::zone_of(Frame frame) const {
    const auto after
        = std::upper_bound(zones.begin(), zones.end(), frame, [](Frame f, const Zone& z) { return f < z.first; });
    return static_cast<ZoneId>(after - zones.begin() - 1);
}

std::uint64_t Machine::total_pages() const {
    return std::accumulate(
        zones.begin(), zones.end(), std::uint64_t{0}, [](std::uint64_t sum, const Zone& z) { return sum + z.pages; });
}

std::string derive_topology(Machine& m) {
    Graph graph(m.nodes);
    for (const Link& l : m.links)
        boost::add_edge(l.a, l.b, Weight(l.cost), graph);
    // Sparse links: a search from each node beats Floyd and Warshall's n³ by far at 1,024 nodes.
    constexpr auto kFar = std::numeric_limits<std::uint64_t>::max() / 4;
    std::vector<std::uint32_t> distance(std::size_t{m.nodes} * m.nodes);
    std::vector<std::uint64_t> hops(m.nodes);
    for (std::uint32_t a = 0; a < m.nodes; ++a) {
        boost::dijkstra_shortest_paths(graph, a, boost::distance_map(hops.data()).distance_inf(kFar));
        for (std::uint32_t b = 0; b < m.nodes; ++b) {
            if (hops[b] >= kFar)
                return "Node " + std::to_string(b) + " cannot be reached from node " + std::to_string(a)
                    + ": add a link";
            distance[std::size_t{a} * m.nodes + b] = kLocal + kUnit * static_cast<std::uint32_t>(hops[b]);
        }
    }
    m.distance = std::move(distance);

    m.zonelists.assign(m.nodes, {});
    for (std::uint32_t node = 0; node < m.nodes; ++node) {
        std::vector<ZoneId>& list = m.zonelists[node];
        list.resize(m.zones.size());
        std::iota(list.begin(), list.end(), ZoneId{0});
        const auto rank = [&](ZoneId z) {
            const Zone& zone = m.zones[z];
            return std::tuple(
                m.distance_between(static_cast<NodeId>(node), zone.node), zone.node, -static_cast<int>(zone.kind), z);
        };
        std::sort(list.begin(), list.end(), [&](ZoneId a, ZoneId b) { return rank(a) < rank(b); });
    }
    return "";
}

} // namespace sluice::machine
