// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/page_free/mapping.h"

#include <algorithm>

namespace sluice::page_free {

namespace {

RecordIndex put_on_list(memory::Frames& frames, Frame first, std::uint64_t count) {
    Record r;
    r.at = frames.now();
    r.kind = Kind::list;
    r.a = first;
    r.count = static_cast<std::uint32_t>(count);
    r.to = static_cast<std::uint16_t>(List::active_anon);
    r.end = End::head;
    return frames.recorder().write(r);
}

/// Pages that a node can give without falling below twice its high watermarks.
std::uint64_t room_above_marks(const memory::PageAllocator& pages, NodeId node) {
    std::uint64_t room = 0;
    for (std::size_t z = 0; z < pages.machine().zones.size(); ++z) {
        const machine::Zone& zone = pages.machine().zones[z];
        const std::uint64_t free = pages.zone_free(static_cast<ZoneId>(z));
        if (zone.node == node && free > 2 * zone.high)
            room += free - 2 * zone.high;
    }
    return room;
}

/// Nodes in the order in which an allocation on `home` falls back to them.
std::vector<NodeId> nearest_first(const machine::Machine& machine, NodeId home) {
    std::vector<NodeId> nodes;
    for (const ZoneId z : machine.zonelists[home])
        if (nodes.empty() || nodes.back() != machine.zones[z].node)
            nodes.push_back(machine.zones[z].node);
    return nodes;
}

} // namespace

void Mapping::adopt(memory::PageAllocator& pages, Frame first, std::uint64_t count) {
    pages_ += count;
    while (count > 0) {
        // A piece ends where a table's worth of aligned memory ends, so that whole pieces stay whole.
        const std::uint64_t n = std::min<std::uint64_t>(count, kTablePages - first % kTablePages);
        const RecordIndex index = put_on_list(pages.frames(), first, n);
        pieces_.push_back({first, static_cast<std::uint32_t>(n), false, key_at(index, End::head)});
        first += n;
        count -= n;
    }
}

/// Puts adopted pieces in an order in which the nodes take turns.
void Mapping::deal_out(const memory::PageAllocator& pages) {
    std::vector<std::vector<Piece>> by_node(pages.machine().nodes);
    for (const Piece& p : pieces_)
        by_node[pages.node_of(p.first)].push_back(p);
    std::size_t n = 0;
    for (std::size_t turn = 0; n < pieces_.size(); ++turn)
        for (const std::vector<Piece>& of : by_node)
            if (turn < of.size())
                pieces_[n++] = of[turn];
}

std::uint64_t Mapping::place_on(memory::PageAllocator& pages, NodeId node, std::uint64_t count, bool above_marks) {
    return pages.place(
        node, above_marks ? std::min(count, room_above_marks(pages, node)) : count, place::anonymous,
        [&](Frame first, std::uint64_t n) { adopt(pages, first, n); }, above_marks);
}

std::uint64_t Mapping::place(
    memory::PageAllocator& pages, NodeId home, std::uint64_t count, PageOrder order, std::uint64_t seed) {
    const std::vector<NodeId> nodes = nearest_first(pages.machine(), home);
    std::uint64_t placed = 0;
    const auto place_some = [&](NodeId node, std::uint64_t most, bool above_marks) {
        const std::uint64_t n = place_on(pages, node, std::min(most, count - placed), above_marks);
        placed += n;
        return n > 0;
    };
    if (order == PageOrder::interleaved)
        deal_out(pages);
    // Nodes are filled to their watermarks before any is filled below them.
    for (const bool above_marks : {true, false}) {
        if (order == PageOrder::interleaved) {
            for (bool any = true; any && placed < count;) {
                any = false;
                for (const NodeId node : nodes)
                    any = place_some(node, kTablePages, above_marks) || any;
            }
        } else {
            for (const NodeId node : nodes)
                place_some(node, count, above_marks);
        }
    }
    if (order == PageOrder::random) {
        engine::Random random(engine::hash_pair(seed, engine::hash_name("page order")));
        for (std::size_t i = pieces_.size(); i > 1; --i)
            std::swap(
                pieces_[i - 1], pieces_[static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(i - 1)))]);
    }
    return placed;
}

bool Mapping::place_tables(memory::PageAllocator& pages, NodeId home) {
    std::uint64_t left = pieces_.size();
    for (const bool above_marks : {true, false})
        for (const NodeId node : nearest_first(pages.machine(), home))
            left -= pages.place(
                node, above_marks ? std::min(left, room_above_marks(pages, node)) : left, place::page_table,
                [&](Frame first, std::uint64_t count) {
                    tables_.push_back({first, count});
                },
                above_marks);
    return left == 0;
}

} // namespace sluice::page_free
