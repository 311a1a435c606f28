// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/profile.h"

#include "core/assets/assets.h"
#include "core/experiment/scenario_text.h"
#include "core/experiment/toml_tree.h"
#include "core/experiment/units.h"

#include <algorithm>
#include <array>
#include <bit>

namespace sluice::experiment {

using machine::Certainty;
using machine::CostEntry;
using machine::Machine;
using machine::Primitive;
using machine::Zone;
using machine::ZoneKind;

namespace {

constexpr std::array<std::string_view, 3> kZoneKinds{"dma", "normal", "highmem"};
constexpr std::array<std::string_view, 3> kCertainties{"measured", "derived", "estimated"};
constexpr auto kPrimitives = static_cast<std::size_t>(Primitive::count_of_primitives);
/// A minute: no primitive takes longer, and sums of costs stay far below 2^63 ps.
constexpr Cost kMaxCost = 60'000'000'000'000;
constexpr std::string_view kFolder = "assets/machines/";

std::vector<std::string_view> views(const std::array<std::string_view, 3>& a) {
    return {a.begin(), a.end()};
}

std::uint64_t aligned(std::uint64_t frame, std::uint32_t max_order) {
    const std::uint64_t block = std::uint64_t{1} << max_order;
    return (frame + block - 1) / block * block;
}

std::uint64_t square_root(std::uint64_t n) {
    std::uint64_t r = 0;
    for (std::uint64_t bit = 1ull << 31; bit != 0; bit >>= 1)
        if ((r + bit) * (r + bit) <= n)
            r += bit;
    return r;
}

/// Adds node `to` and all its links when nodes form a hypercube; connected for any number of nodes, since clearing the
/// lowest bit of a number always names an earlier node.
void hypercube(Machine& m) {
    m.links.clear();
    for (std::uint32_t a = 0; a < m.nodes; ++a)
        for (std::uint32_t bit = 1; bit < m.nodes; bit <<= 1)
            if ((a ^ bit) > a && (a ^ bit) < m.nodes)
                m.links.push_back({static_cast<NodeId>(a), static_cast<NodeId>(a ^ bit), 1});
}

void full_mesh(Machine& m) {
    m.links.clear();
    for (std::uint32_t a = 0; a < m.nodes; ++a)
        for (std::uint32_t b = a + 1; b < m.nodes; ++b)
            m.links.push_back({static_cast<NodeId>(a), static_cast<NodeId>(b), 1});
}

/// What makes a machine contradict itself, as a sentence; "" if nothing does.
std::string contradiction(const Machine& m) {
    if (!std::has_single_bit(m.page_size))
        return "The page size must be a power of two";
    if (m.cpus.empty())
        return "The machine has no CPU";
    if (m.cpus.size() > kMaxCpus)
        return "The machine has " + grouped(static_cast<std::int64_t>(m.cpus.size()))
            + " CPUs, more than the limit of 1,024";
    if (m.nodes > kMaxNodes)
        return "The machine has " + grouped(m.nodes) + " nodes, more than the limit of 1,024";
    if (m.zones.empty())
        return "The machine has no memory";
    std::vector<bool> cpu_on(m.nodes), memory_on(m.nodes);
    for (std::size_t c = 0; c < m.cpus.size(); ++c) {
        if (m.cpus[c].node >= m.nodes)
            return "CPU " + std::to_string(c) + " is on node " + std::to_string(m.cpus[c].node)
                + ", but there are only " + grouped(m.nodes) + " nodes";
        cpu_on[m.cpus[c].node] = true;
    }
    std::uint64_t end = 0, total = 0;
    NodeId node = 0;
    for (std::size_t z = 0; z < m.zones.size(); ++z) {
        const Zone& zone = m.zones[z];
        const std::string which = "Zone " + std::to_string(z);
        if (zone.node >= m.nodes)
            return which + " is on node " + std::to_string(zone.node) + ", but there are only " + grouped(m.nodes)
                + " nodes";
        if (zone.node < node)
            return which + " stands after a zone of a later node; zones go node by node";
        node = zone.node;
        memory_on[zone.node] = true;
        if (zone.first < end || zone.first % (std::uint64_t{1} << m.max_order) != 0)
            return which + " overlaps the zone before it or does not begin at a multiple of the largest block";
        if (zone.pages == 0)
            return which + " has no pages";
        if (zone.pages > kMaxMemory / m.page_size)
            return which + " is larger than 64 TiB";
        if (zone.reserved >= zone.pages)
            return which + " reserves " + grouped(static_cast<std::int64_t>(zone.reserved)) + " of its "
                + grouped(static_cast<std::int64_t>(zone.pages)) + " pages, so none is left";
        if (zone.min > zone.low || zone.low > zone.high || zone.high > zone.pages)
            return which + " has watermarks out of order: min ≤ low ≤ high ≤ pages must hold";
        end = zone.first + zone.pages;
        total += zone.pages;
        if (total > kMaxMemory / m.page_size)
            return "The machine has more memory than the limit of 64 TiB";
    }
    if (end > (std::uint64_t{1} << 36))
        return "Page numbers would need more than 36 bits; use larger pages or less memory";
    for (std::uint32_t n = 0; n < m.nodes; ++n)
        if (!cpu_on[n] && !memory_on[n])
            return "Node " + std::to_string(n) + " has neither CPUs nor memory";
    for (const machine::Link& l : m.links)
        if (l.a >= m.nodes || l.b >= m.nodes || l.a == l.b || l.cost == 0)
            return "The link between node " + std::to_string(l.a) + " and node " + std::to_string(l.b)
                + " leads nowhere";
    return "";
}

std::string check_and_derive(Machine& m) {
    if (std::string why = contradiction(m); !why.empty())
        return why;
    return machine::derive_topology(m);
}

void read_costs(Machine& m, const TomlValue& table, const std::string& file) {
    TableReader r(table, file, "costs");
    // Costs of a group come all or not at all.
    const auto missing = [&r](const machine::CostGroup& group) {
        for (auto p = static_cast<unsigned>(group.first); p <= static_cast<unsigned>(group.last); ++p)
            if (r.has(machine::name(static_cast<Primitive>(p))))
                return false;
        return true;
    };
    const bool no_files = missing(machine::kCostsOfFiles), no_freeing = missing(machine::kCostsOfFreeing);
    for (std::size_t i = 0; i < kPrimitives; ++i) {
        const auto p = static_cast<Primitive>(i);
        const std::string_view id = machine::name(p);
        if ((no_files && machine::kCostsOfFiles.contains(p)) || (no_freeing && machine::kCostsOfFreeing.contains(p))) {
            r.get(id);
            continue;
        }
        const TomlValue& v = r.table(id);
        TableReader c(v, file, "costs." + std::string(id));
        CostEntry entry;
        if (c.has("ns") == c.has("ps"))
            c.fail(v, "“costs." + std::string(id) + "” needs one amount", "either “ns” or “ps”",
                c.has("ns") ? "both" : "neither");
        if (c.has("ps")) {
            entry.cost = c.integer("ps", 0, kMaxCost);
        } else {
            entry.cost = c.integer("ns", 0, kMaxCost / 1000) * 1000;
        }
        entry.certainty = static_cast<Certainty>(c.choice("certainty", views(kCertainties)));
        entry.source = c.text("source");
        if (entry.source.empty())
            c.wrong("source", *c.get("source"), "where the cost comes from");
        c.finish();
        m.costs.set(p, std::move(entry));
    }
    r.finish();
}

/// [disks]: what a machine with files has.
void read_disks(Machine& m, const TomlValue& table, const std::string& file) {
    TableReader r(table, file, "disks");
    m.disks.count = static_cast<std::uint32_t>(r.integer("count", 1, 256));
    m.disks.bytes_per_second = static_cast<std::uint64_t>(r.integer("bytes-per-second", 1000, 100'000'000'000));
    m.disks.seek = static_cast<Time>(r.integer("seek-ns", 0, 1'000'000'000));
    m.disks.request_pages = static_cast<std::uint32_t>(r.integer("request-pages", 1, 1024));
    m.disks.queue = static_cast<std::uint32_t>(r.integer("queue", 1, 4096));
    r.text("source");
    r.finish();
}

/// One row of `cpus`, `zones` or `links`: whole numbers, at `from` on, within [0, high].
std::vector<std::int64_t> numbers(
    TableReader& r, std::string_view key, const TomlValue& row, std::size_t from, std::size_t count) {
    if (row.kind != TomlValue::Kind::array || row.items.size() != from + count)
        r.wrong(key, row, "a list of " + std::to_string(from + count) + " values");
    std::vector<std::int64_t> out;
    for (std::size_t i = from; i < row.items.size(); ++i) {
        const TomlValue& v = row.items[i];
        if (v.kind != TomlValue::Kind::integer || v.integer < 0 || v.integer > (std::int64_t{1} << 36))
            r.wrong(key, v, "a whole number from 0 to " + grouped(std::int64_t{1} << 36));
        out.push_back(v.integer);
    }
    return out;
}

const TomlValue& rows(TableReader& r, std::string_view key) {
    const TomlValue& v = r.need(key);
    if (v.kind != TomlValue::Kind::array)
        r.wrong(key, v, "a list of lists");
    return v;
}

/// The exact form: CPUs, zones and links one by one.
void read_exact_topology(Machine& m, TableReader& r) {
    m.nodes = static_cast<std::uint32_t>(r.integer("nodes", 1, kMaxNodes));
    for (const TomlValue& row : rows(r, "cpus").items) {
        const auto n = numbers(r, "cpus", row, 0, 2);
        if (n[0] >= kMaxNodes || n[1] >= kMaxCpus)
            r.wrong("cpus", row, "[node, core] below 1,024");
        m.cpus.push_back({static_cast<NodeId>(n[0]), static_cast<std::uint16_t>(n[1])});
    }
    for (const TomlValue& row : rows(r, "zones").items) {
        if (row.kind != TomlValue::Kind::array || row.items.size() != 8 || row.items[0].kind != TomlValue::Kind::text)
            r.wrong("zones", row, "[kind, node, first, pages, reserved, min, low, high]");
        const auto kind = std::find(kZoneKinds.begin(), kZoneKinds.end(), row.items[0].text);
        if (kind == kZoneKinds.end())
            r.wrong("zones", row.items[0], "“dma”, “normal” or “highmem”");
        const auto n = numbers(r, "zones", row, 1, 7);
        if (n[0] >= kMaxNodes)
            r.wrong("zones", row, "a node below 1,024");
        Zone z;
        z.kind = static_cast<ZoneKind>(kind - kZoneKinds.begin());
        z.node = static_cast<NodeId>(n[0]);
        z.first = static_cast<Frame>(n[1]);
        z.pages = static_cast<std::uint64_t>(n[2]);
        z.reserved = static_cast<std::uint64_t>(n[3]);
        z.min = static_cast<std::uint64_t>(n[4]);
        z.low = static_cast<std::uint64_t>(n[5]);
        z.high = static_cast<std::uint64_t>(n[6]);
        m.zones.push_back(z);
    }
    for (const TomlValue& row : rows(r, "links").items) {
        const auto n = numbers(r, "links", row, 0, 3);
        if (n[0] >= kMaxNodes || n[1] >= kMaxNodes || n[2] > 1'000'000)
            r.wrong("links", row, "[node, node, cost]");
        m.links.push_back({static_cast<NodeId>(n[0]), static_cast<NodeId>(n[1]), static_cast<std::uint32_t>(n[2])});
    }
    m.topology_changed = r.boolean_or("changed", false);
}

/// The form by rule: so many equal nodes, each with the zones of the file.
void read_ruled_topology(Machine& m, TableReader& r, const TomlValue& zones, TableReader& root) {
    m.nodes = static_cast<std::uint32_t>(r.integer("nodes", 1, kMaxNodes));
    const auto cpus = r.integer("cpus-per-node", 1, kMaxCpus);
    const auto threads = r.integer_or("threads-per-core", 1, 16, 1);
    if (cpus * m.nodes > kMaxCpus)
        r.fail(*r.get("cpus-per-node"),
            "The machine has " + grouped(cpus * m.nodes) + " CPUs, more than the limit of 1,024");
    const std::vector<std::string_view> shapes{"hypercube", "all-to-all"};
    const bool mesh = r.has("links") ? r.choice("links", shapes) == 1 : (r.get("links"), false);
    for (std::uint32_t n = 0; n < m.nodes; ++n)
        for (std::int64_t c = 0; c < cpus; ++c)
            m.cpus.push_back({static_cast<NodeId>(n), static_cast<std::uint16_t>((n * cpus + c) / threads)});
    if (zones.kind != TomlValue::Kind::array || zones.items.empty())
        root.wrong("zone", zones, "tables [[zone]]");
    std::vector<Zone> one;
    for (const TomlValue& t : zones.items) {
        if (t.kind != TomlValue::Kind::table)
            root.wrong("zone", t, "a table [[zone]]");
        TableReader z(t, root.file(), "zone");
        Zone zone;
        zone.kind = static_cast<ZoneKind>(z.choice("kind", views(kZoneKinds)));
        zone.pages = z.size("memory", m.page_size, kMaxMemory) / m.page_size;
        zone.reserved = z.has("reserved") ? z.size("reserved", 0, kMaxMemory) / m.page_size : (z.get("reserved"), 0);
        z.finish();
        if (!one.empty() && zone.kind <= one.back().kind)
            z.fail(t, "Zones of a node must be in the order DMA, NORMAL, HIGHMEM");
        one.push_back(zone);
    }
    std::uint64_t frame = 0;
    for (std::uint32_t n = 0; n < m.nodes; ++n)
        for (Zone z : one) {
            z.node = static_cast<NodeId>(n);
            z.first = frame;
            frame = aligned(frame + z.pages, m.max_order);
            m.zones.push_back(z);
        }
    if (mesh)
        full_mesh(m);
    else
        hypercube(m);
    set_watermarks(m);
}

} // namespace

std::vector<std::string> shipped_profiles() {
    std::vector<std::string> ids;
    for (std::string_view path : assets::list(kFolder)) {
        path.remove_prefix(kFolder.size());
        ids.emplace_back(path.substr(0, path.rfind('.')));
    }
    return ids;
}

Machine machine_from_table(const TomlValue& table, const std::string& file, std::string id) {
    TableReader r(table, file);
    r.integer("format", 1, 1);
    Machine m;
    m.profile = r.text_or("profile", std::move(id));
    m.title = r.text("title");
    r.text_or("note", "");
    m.page_size = static_cast<std::uint32_t>(r.size("page-size", kMinPageSize, kMaxPageSize));
    if (!std::has_single_bit(m.page_size))
        r.wrong("page-size", *r.get("page-size"), "a power of two");
    m.hz = static_cast<std::uint32_t>(r.integer("hz", 10, 10'000));
    // A record moves a whole block, and counts up to 2^14 - 1 pages.
    m.max_order = static_cast<std::uint32_t>(r.integer_or("max-order", 0, 13, 10));
    m.table_entries = static_cast<std::uint32_t>(r.integer_or("table-entries", 16, kMaxPageSize / 4, m.page_size / 8));
    m.slice_ticks = static_cast<std::uint32_t>(r.integer_or("slice-ticks", 1, 1000, m.slice_ticks));
    m.sibling_percent = static_cast<std::uint32_t>(r.integer_or("sibling-percent", 100, 400, m.sibling_percent));
    m.cache_bytes
        = r.has("last-level-cache") ? r.size("last-level-cache", 1, kMaxMemory) : (r.get("last-level-cache"), 0);
    const TomlValue& topology = r.table("topology");
    TableReader t(topology, file, "topology");
    const bool exact = t.has("zones");
    if (exact)
        read_exact_topology(m, t);
    else
        read_ruled_topology(m, t, r.need("zone"), r);
    t.finish();
    const TomlValue& costs = r.table("costs");
    const TomlValue* disks = r.has("disks") ? &r.table("disks") : (r.get("disks"), nullptr);
    r.finish();
    read_costs(m, costs, file);
    if (disks)
        read_disks(m, *disks, file);
    if (const std::string why = check_and_derive(m); !why.empty())
        r.fail(topology, why);
    return m;
}

std::optional<Machine> read_profile(std::string_view text, const std::string& file, FileError& error) {
    try {
        std::string id = file;
        if (const auto slash = id.rfind('/'); slash != std::string::npos)
            id.erase(0, slash + 1);
        id = id.substr(0, id.rfind('.'));
        return machine_from_table(toml_tree::parse(text, file), file, id);
    } catch (const FileException& e) {
        error = e.error;
        return std::nullopt;
    }
}

std::optional<Machine> shipped_profile(std::string_view id) {
    const std::string path = std::string(kFolder) + std::string(id) + ".toml";
    const auto text = assets::text(path);
    FileError error;
    return text ? read_profile(*text, path, error) : std::nullopt;
}

std::string machine_to_toml(const Machine& m, const std::string& heading) {
    const std::string prefix = heading.empty() ? "" : heading + ".";
    std::string out;
    if (!heading.empty())
        out += "[" + heading + "]\n";
    out += "format = 1\n";
    out += "profile = " + quoted_toml(m.profile) + "\n";
    out += "title = " + quoted_toml(m.title) + "\n";
    out += "page-size = " + quoted_toml(format_size(m.page_size)) + "\n";
    out += "hz = " + std::to_string(m.hz) + "\n";
    out += "max-order = " + std::to_string(m.max_order) + "\n";
    out += "table-entries = " + std::to_string(m.table_entries) + "\n";
    const Machine usual;
    if (m.slice_ticks != usual.slice_ticks)
        out += "slice-ticks = " + std::to_string(m.slice_ticks) + "\n";
    if (m.sibling_percent != usual.sibling_percent)
        out += "sibling-percent = " + std::to_string(m.sibling_percent) + "\n";
    if (m.cache_bytes != usual.cache_bytes)
        out += "last-level-cache = " + quoted_toml(format_size(m.cache_bytes)) + "\n";
    out += "\n[" + prefix + "topology]\n";
    out += "nodes = " + std::to_string(m.nodes) + "\n";
    if (m.topology_changed)
        out += "changed = true\n";
    const auto list = [&out](std::string_view key, std::size_t count, const auto& row) {
        out += std::string(key) + " = [";
        std::size_t width = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const std::string cell = row(i);
            // Rows of about 110 letters, so that a large machine stays readable.
            out += i == 0 ? "" : width + cell.size() > 110 ? (width = 0, ",\n    ") : ", ";
            out += cell;
            width += cell.size() + 2;
        }
        out += "]\n";
    };
    list("cpus", m.cpus.size(), [&](std::size_t i) {
        return "[" + std::to_string(m.cpus[i].node) + ", " + std::to_string(m.cpus[i].core) + "]";
    });
    list("zones", m.zones.size(), [&](std::size_t i) {
        const Zone& z = m.zones[i];
        std::string s = "[" + quoted_toml(kZoneKinds[static_cast<std::size_t>(z.kind)]);
        for (const std::uint64_t n : {std::uint64_t{z.node}, z.first, z.pages, z.reserved, z.min, z.low, z.high})
            s += ", " + std::to_string(n);
        return s + "]";
    });
    list("links", m.links.size(), [&](std::size_t i) {
        const machine::Link& l = m.links[i];
        return "[" + std::to_string(l.a) + ", " + std::to_string(l.b) + ", " + std::to_string(l.cost) + "]";
    });
    out += "\n[" + prefix + "costs]\n";
    for (std::size_t i = 0; i < kPrimitives; ++i) {
        const auto p = static_cast<Primitive>(i);
        const CostEntry& e = m.costs.entry(p);
        if (e.source.empty())
            continue;
        out += std::string(machine::name(p)) + " = { ";
        out += e.cost % 1000 == 0 ? "ns = " + std::to_string(e.cost / 1000) : "ps = " + std::to_string(e.cost);
        out += ", certainty = " + quoted_toml(kCertainties[static_cast<std::size_t>(e.certainty)]);
        out += ", source = " + quoted_toml(e.source) + " }\n";
    }
    if (m.disks.count) {
        out += "\n[" + prefix + "disks]\n";
        out += "count = " + std::to_string(m.disks.count) + "\n";
        out += "bytes-per-second = " + std::to_string(m.disks.bytes_per_second) + "\n";
        out += "seek-ns = " + std::to_string(m.disks.seek) + "\n";
        out += "request-pages = " + std::to_string(m.disks.request_pages) + "\n";
        out += "queue = " + std::to_string(m.disks.queue) + "\n";
        out += "source = \"as resolved\"\n";
    }
    return out;
}

std::string reshape_machine(const Machine& base, const Reshape& shape, Machine& out) {
    Machine m = base;
    if (shape.hz != 0)
        m.hz = shape.hz;
    if (shape.page_size != 0 && shape.page_size != base.page_size) {
        if (!std::has_single_bit(shape.page_size))
            return "The page size must be a power of two";
        m.page_size = shape.page_size;
        m.table_entries = std::max<std::uint32_t>(
            16, static_cast<std::uint32_t>(std::uint64_t{base.table_entries} * shape.page_size / base.page_size));
        // The one cost that is bytes, not operations.
        CostEntry clearing = base.costs.entry(Primitive::page_zero);
        clearing.cost = clearing.cost * shape.page_size / base.page_size;
        m.costs.set(Primitive::page_zero, std::move(clearing));
        m.topology_changed = true;
    }
    const std::uint32_t nodes = shape.nodes != 0 ? shape.nodes : base.nodes;
    std::vector<Zone> one; // zones of node 0, in the new page size
    std::uint64_t node_pages = 0;
    for (Zone z : base.zones)
        if (z.node == 0) {
            z.pages = z.pages * base.page_size / m.page_size;
            z.reserved = z.reserved * base.page_size / m.page_size;
            node_pages += z.pages;
            one.push_back(z);
        }
    const std::uint32_t cpus = shape.cpus_per_node != 0 ? shape.cpus_per_node : base.cpus_on_node(0);
    const bool same = nodes == base.nodes && cpus == base.cpus_on_node(0)
        && (shape.node_pages == 0 || shape.node_pages == node_pages) && m.page_size == base.page_size;
    if (same) { // nothing of the shape changes; unequal nodes of a real machine stay as they are
        out = std::move(m);
        return "";
    }
    if (cpus == 0)
        return "Node 0 of this machine has no CPU that other nodes could be made like";
    if (one.empty())
        return "Node 0 of this machine has no memory that other nodes could be made like";
    if (std::uint64_t{cpus} * nodes > kMaxCpus)
        return "The machine would have " + grouped(std::int64_t{cpus} * nodes) + " CPUs, more than the limit of 1,024";
    if (shape.node_pages != 0) {
        // The last zone takes what the smaller ones leave, as more memory does in a real machine.
        std::uint64_t before = node_pages - one.back().pages;
        if (shape.node_pages <= before + one.back().reserved)
            return "A node of " + grouped(static_cast<std::int64_t>(shape.node_pages))
                + " pages is smaller than what its zones reserve";
        one.back().pages = shape.node_pages - before;
    }
    const auto threads = std::max<std::ptrdiff_t>(1,
        std::count_if(
            base.cpus.begin(), base.cpus.end(), [&](const machine::Cpu& c) { return c.core == base.cpus[0].core; }));
    m.cpus.clear();
    m.zones.clear();
    std::uint64_t frame = 0;
    for (std::uint32_t n = 0; n < nodes; ++n) {
        for (std::uint32_t c = 0; c < cpus; ++c)
            m.cpus.push_back({static_cast<NodeId>(n),
                static_cast<std::uint16_t>((n * cpus + c) / static_cast<std::uint32_t>(threads))});
        for (Zone z : one) {
            z.node = static_cast<NodeId>(n);
            z.first = frame;
            frame = aligned(frame + z.pages, m.max_order);
            m.zones.push_back(z);
        }
    }
    if (nodes != base.nodes) {
        m.nodes = nodes;
        hypercube(m);
    }
    m.topology_changed = true;
    set_watermarks(m);
    if (std::string why = check_and_derive(m); !why.empty())
        return why;
    out = std::move(m);
    return "";
}

void set_watermarks(Machine& m) {
    std::uint64_t lowmem = 0; // pages that the kernel reaches directly
    for (const Zone& z : m.zones)
        if (z.kind != ZoneKind::highmem)
            lowmem += z.pages - std::min(z.reserved, z.pages);
    const std::uint64_t lowmem_kib = lowmem * (m.page_size / 1024);
    const std::uint64_t min_kib = std::clamp<std::uint64_t>(square_root(lowmem_kib * 16), 128, 65536);
    const std::uint64_t min_pages = min_kib / (m.page_size / 1024);
    for (Zone& z : m.zones) {
        const std::uint64_t present = z.pages - std::min(z.reserved, z.pages);
        // Highmem is not what kernel allocations wait for: a small fixed mark.
        z.min = z.kind == ZoneKind::highmem ? std::clamp<std::uint64_t>(present / 1024, 1, 32)
                                            : min_pages * present / std::max<std::uint64_t>(lowmem, 1);
        z.min = std::min(z.min, present / 4);
        z.low = z.min * 5 / 4;
        z.high = z.min * 3 / 2;
    }
}

} // namespace sluice::experiment
