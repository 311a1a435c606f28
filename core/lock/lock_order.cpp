// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/lock_order.h"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>

#include <algorithm>

namespace sluice::lock {

struct LockOrder::Graph {
    using Adjacency
        = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property, LockOrderEdge>;
    Adjacency adjacency{64};
    std::vector<LockOrderEdge> edges;
    std::vector<LockCycle> cycles;
    std::array<std::string, 64> names;
    std::uint64_t nesting = 0; ///< bit per class

    /// The shortest way from one class to another along known edges; empty if there is none.
    LockCycle path(LockClass from, LockClass to) const {
        std::array<LockOrderEdge, 64> reached_by;
        std::array<bool, 64> reached{};
        reached[from] = true;
        struct Visitor : boost::default_bfs_visitor {
            std::array<LockOrderEdge, 64>& by;
            std::array<bool, 64>& seen;
            Visitor(std::array<LockOrderEdge, 64>& b, std::array<bool, 64>& s)
                : by(b)
                , seen(s) { }
            void tree_edge(const Adjacency::edge_descriptor& e, const Adjacency& g) const {
                by[g[e].to] = g[e];
                seen[g[e].to] = true;
            }
        };
        boost::breadth_first_search(adjacency, from, boost::visitor(Visitor(reached_by, reached)));
        LockCycle way;
        if (!reached[to])
            return way;
        for (LockClass at = to; at != from; at = reached_by[at].from)
            way.push_back(reached_by[at]);
        std::reverse(way.begin(), way.end());
        return way;
    }
};

LockOrder::LockOrder()
    : graph_(std::make_unique<Graph>()) { }

LockOrder::~LockOrder() = default;

void LockOrder::name(LockClass lock_class, std::string name) {
    graph_->names[lock_class] = std::move(name);
}

void LockOrder::allow_nesting(LockClass lock_class) {
    graph_->nesting |= std::uint64_t{1} << lock_class;
}

const std::vector<LockCycle>& LockOrder::cycles() const {
    return graph_->cycles;
}

std::vector<LockOrderEdge> LockOrder::edges() const {
    return graph_->edges;
}

LockCycle LockOrder::add(std::span<const LockClass> held, LockClass taken, std::uint16_t site) {
    LockCycle found;
    for (const LockClass h : held) {
        const std::uint64_t bit = std::uint64_t{1} << taken;
        if (known_[h] & bit)
            continue;
        known_[h] |= bit;
        const LockOrderEdge edge{h, taken, site};
        graph_->edges.push_back(edge);
        LockCycle cycle;
        if (h == taken) {
            if (!(graph_->nesting & bit))
                cycle = {edge};
        } else {
            if (LockCycle back = graph_->path(taken, h); !back.empty()) {
                cycle = {edge};
                cycle.insert(cycle.end(), back.begin(), back.end());
            }
            boost::add_edge(h, taken, edge, graph_->adjacency);
        }
        if (!cycle.empty()) {
            graph_->cycles.push_back(cycle);
            if (found.empty())
                found = std::move(cycle);
        }
    }
    return found;
}

std::string LockOrder::describe(const LockCycle& cycle) const {
    const auto name_of = [this](LockClass c) {
        return graph_->names[c].empty() ? "lock class " + std::to_string(c) : graph_->names[c];
    };
    std::string text;
    for (const LockOrderEdge& e : cycle)
        text += (text.empty() ? "" : " → ") + name_of(e.from);
    if (!cycle.empty())
        text += " → " + name_of(cycle.back().to);
    return text;
}

} // namespace sluice::lock
