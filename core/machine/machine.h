// SPDX-License-Identifier: GPL-3.0-or-later
// The machine of a run: page size, tick, nodes with their zones, CPUs, distances, and what each primitive costs.
// Plain data, made once from a profile; nothing in it changes during a run.
#pragma once

#include "core/machine/cost.h"
#include "core/record/ids.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sluice::machine {

enum class ZoneKind : std::uint8_t { dma, normal, highmem };

struct Zone {
    ZoneKind kind = ZoneKind::normal;
    NodeId node = 0;
    Frame first = 0; ///< first frame; zones are aligned to the largest buddy block
    std::uint64_t pages = 0; ///< frames present
    std::uint64_t reserved = 0; ///< kernel text, mem_map …: at the start of the zone, home `kernel` from the beginning
    std::uint64_t min = 0, low = 0, high = 0; ///< watermarks, pages
};

struct Cpu {
    NodeId node = 0;
    std::uint16_t core = 0; ///< CPUs of one core are hyperthread siblings
};

struct Link {
    NodeId a = 0, b = 0;
    std::uint32_t cost = 1; ///< hops or relative latency, ≥ 1
};

/// The disks of a machine, all alike.
struct Disks {
    std::uint32_t count = 0;
    std::uint64_t bytes_per_second = 0; ///< streaming
    Time seek = 0; ///< mean of the random part of one request, ns
    std::uint32_t request_pages = 32; ///< pages of one request at most
    std::uint32_t queue = 16; ///< requests; a fuller queue is congested
};

struct Machine {
    std::string profile; ///< "zx1-2005"
    std::string title; ///< "HP zx1, Itanium 2"
    std::uint32_t page_size = 4096; ///< bytes, a power of two
    std::uint32_t hz = 1000; ///< timer ticks a second
    std::uint32_t max_order = 10; ///< largest buddy block is 1 << max_order pages
    std::uint32_t table_entries = 512; ///< entries of one page-table page (PTRS_PER_PGD)
    std::uint32_t slice_ticks = 100; ///< ticks that a thread runs while others of its priority wait
    std::uint32_t sibling_percent = 100; ///< time that work takes while the core's other thread runs too, per cent
    std::uint64_t cache_bytes = 0; ///< last-level cache of a node; 0: not known, everything stays in it
    std::vector<Zone> zones; ///< node by node
    std::vector<Cpu> cpus;
    std::uint32_t nodes = 1;
    std::vector<Link> links;
    std::vector<std::uint32_t> distance; ///< nodes × nodes, shortest paths over the links (10 = local, +10 a unit)
    std::vector<std::vector<ZoneId>> zonelists; ///< per node: order in which an allocation tries the zones
    Costs costs;
    Disks disks;
    bool topology_changed = false; ///< CPUs, nodes or memory differ from the profile; costs stay

    Time tick_period() const { return kSecond / hz; }
    std::uint32_t distance_between(NodeId a, NodeId b) const { return distance[a * nodes + b]; }
    std::uint32_t cpus_on_node(NodeId node) const;
    ZoneId zone_of(Frame frame) const; ///< zones are sorted by first frame
    std::uint64_t total_pages() const;
};

/// Fills `distance` and `zonelists` from `nodes`, `links` and `zones` (Boost.Graph: Dijkstra from each node; nearest
/// node first, ties by number, and within a node HIGHMEM before NORMAL before DMA). Returns an error sentence if a node
/// cannot be reached.
std::string derive_topology(Machine& machine);

} // namespace sluice::machine
