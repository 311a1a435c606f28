// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/this_machine.h"

#include "core/experiment/files.h"
#include "core/experiment/profile.h"
#include "core/experiment/toml_tree.h"
#include "core/experiment/units.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>
#include <unistd.h>

namespace sluice::experiment {

using machine::Machine;
using machine::Zone;
using machine::ZoneKind;

namespace {

constexpr unsigned kMaxOrder = 10;
constexpr unsigned kAnyHz = 250; ///< the running kernel's HZ cannot be read without privileges; Debian's is 250

/// A zone as /proc/zoneinfo lists it.
struct RawZone {
    unsigned node = 0;
    std::string name;
    std::uint64_t present = 0, managed = 0, min = 0, low = 0, high = 0;
    bool has_managed = false;
};

struct RawNode {
    unsigned number = 0;
    std::vector<unsigned> cpus;
    std::vector<unsigned> distances;
};

[[noreturn]] void fail(const std::string& file, std::string message, std::string expected = "") {
    FileError e;
    e.file = file;
    e.message = std::move(message);
    e.expected = std::move(expected);
    throw FileException(e);
}

std::string text_or_empty(const std::string& path) {
    std::string ignored;
    return read_file(path, ignored).value_or("");
}

std::vector<std::string> words(const std::string& line) {
    std::istringstream in(line);
    std::vector<std::string> out;
    for (std::string w; in >> w;)
        out.push_back(w);
    return out;
}

std::optional<std::uint64_t> number(std::string_view s) {
    std::uint64_t n = 0;
    if (s.empty() || s.size() > 18)
        return std::nullopt;
    for (const char c : s) {
        if (c < '0' || c > '9')
            return std::nullopt;
        n = n * 10 + static_cast<std::uint64_t>(c - '0');
    }
    return n;
}

/// Kernels differ in indentation, in what stands between, and in whether "managed" exists; only the words count.
std::vector<RawZone> parse_zoneinfo(const std::string& text) {
    std::vector<RawZone> zones;
    bool counters = false; // below "pagesets" the words min, low, high mean other things
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        const auto w = words(line);
        if (w.size() >= 4 && w[0] == "Node" && w[2] == "zone") {
            RawZone z;
            z.node = static_cast<unsigned>(number(w[1].substr(0, w[1].find(','))).value_or(0));
            z.name = w[3];
            zones.push_back(z);
            counters = true;
            continue;
        }
        if (w.empty() || zones.empty())
            continue;
        if (w[0] == "pagesets")
            counters = false;
        if (!counters || w.size() != 2)
            continue;
        const auto n = number(w[1]);
        if (!n)
            continue;
        RawZone& z = zones.back();
        if (w[0] == "min")
            z.min = *n;
        else if (w[0] == "low")
            z.low = *n;
        else if (w[0] == "high")
            z.high = *n;
        else if (w[0] == "present")
            z.present = *n;
        else if (w[0] == "managed") {
            z.managed = *n;
            z.has_managed = true;
        }
    }
    return zones;
}

std::vector<RawNode> read_nodes(const std::string& root) {
    const std::string base = root + "/sys/devices/system/node/";
    std::vector<RawNode> nodes;
    for (const unsigned n : parse_number_list(text_or_empty(base + "online")).value_or(std::vector<unsigned>{})) {
        RawNode node;
        node.number = n;
        const std::string folder = base + "node" + std::to_string(n) + "/";
        node.cpus = parse_number_list(text_or_empty(folder + "cpulist")).value_or(std::vector<unsigned>{});
        for (const std::string& w : words(text_or_empty(folder + "distance")))
            node.distances.push_back(static_cast<unsigned>(number(w).value_or(20)));
        nodes.push_back(std::move(node));
    }
    if (nodes.empty()) { // a kernel without NUMA
        RawNode only;
        const std::string file = root + "/sys/devices/system/cpu/online";
        only.cpus = parse_number_list(text_or_empty(file)).value_or(std::vector<unsigned>{});
        if (only.cpus.empty())
            fail(file, "Cannot find out which CPUs this computer has", "a list such as 0-7");
        nodes.push_back(std::move(only));
    }
    return nodes;
}

ZoneKind kind_of(const std::string& name, bool& known) {
    known = true;
    if (name == "Normal")
        return ZoneKind::normal;
    if (name == "DMA" || name == "DMA32")
        return ZoneKind::dma;
    if (name == "HighMem" || name == "Movable") // neither holds page tables
        return ZoneKind::highmem;
    known = false;
    return ZoneKind::normal;
}

Machine build(const std::string& root, std::uint32_t page_size, std::vector<std::string>& skipped) {
    const std::string zoneinfo = root + "/proc/zoneinfo";
    std::string error;
    const auto text = read_file(zoneinfo, error);
    if (!text)
        fail(zoneinfo, error);
    const auto raw_zones = parse_zoneinfo(*text);
    if (raw_zones.empty())
        fail(zoneinfo, "No memory zone is listed here", "lines such as “Node 0, zone Normal”");
    const auto raw_nodes = read_nodes(root);

    auto defaults = shipped_profile("modern-2s");
    if (!defaults)
        fail("assets/machines/modern-2s.toml", "The costs of a modern server are missing from the program");
    Machine m;
    m.profile = "this-machine";
    m.page_size = page_size;
    m.hz = kAnyHz;
    m.max_order = kMaxOrder;
    m.table_entries = page_size / 8;
    m.costs = defaults->costs;
    for (std::size_t i = 0; i < static_cast<std::size_t>(machine::Primitive::count_of_primitives); ++i) {
        const auto p = static_cast<machine::Primitive>(i);
        machine::CostEntry e = m.costs.entry(p);
        e.certainty = machine::Certainty::estimated;
        e.source = "Not measured here; modern-2s: " + e.source;
        m.costs.set(p, e);
    }

    // Nodes may be numbered with gaps; a node without CPUs and memory does not appear.
    std::map<unsigned, NodeId> index;
    std::map<unsigned, const RawNode*> by_number;
    for (const RawNode& n : raw_nodes) {
        const bool memory = std::any_of(raw_zones.begin(), raw_zones.end(), [&](const RawZone& z) {
            bool known = false;
            kind_of(z.name, known);
            return z.node == n.number && z.present > 0 && known;
        });
        if (n.cpus.empty() && !memory)
            continue;
        index.emplace(n.number, static_cast<NodeId>(index.size()));
        by_number.emplace(n.number, &n);
    }
    m.nodes = static_cast<std::uint32_t>(index.size());

    std::map<unsigned, std::uint16_t> core_of_first; // first sibling → core
    for (const auto& [node, id] : index)
        for (const unsigned cpu : by_number[node]->cpus) {
            const auto siblings = parse_number_list(text_or_empty(
                root + "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/thread_siblings_list"));
            const unsigned first = siblings && !siblings->empty() ? siblings->front() : cpu;
            const auto core
                = core_of_first.emplace(first, static_cast<std::uint16_t>(core_of_first.size())).first->second;
            m.cpus.push_back({id, core});
        }

    std::uint64_t frame = 0;
    const std::uint64_t block = std::uint64_t{1} << kMaxOrder;
    for (const auto& [node, id] : index)
        for (const RawZone& raw : raw_zones) {
            if (raw.node != node || raw.present == 0)
                continue;
            bool known = false;
            Zone z;
            z.kind = kind_of(raw.name, known);
            if (!known) {
                skipped.push_back("zone " + raw.name + " of node " + std::to_string(node));
                continue;
            }
            z.node = id;
            z.first = frame; // frames are numbered without the holes of the real machine
            z.pages = raw.present;
            z.reserved
                = raw.has_managed && raw.managed > 0 && raw.managed < raw.present ? raw.present - raw.managed : 0;
            z.min = raw.min;
            z.low = std::max(raw.low, raw.min);
            z.high = std::max(raw.high, z.low);
            frame = (frame + z.pages + block - 1) / block * block;
            m.zones.push_back(z);
        }

    // Distances of /sys are in tenths of a local access.
    for (const auto& [node, id] : index) {
        unsigned column = 0;
        for (const RawNode& other : raw_nodes) {
            const auto to = index.find(other.number);
            if (to != index.end() && to->second > id) {
                const auto& d = by_number[node]->distances;
                const unsigned distance = column < d.size() ? d[column] : 20;
                m.links.push_back({id, to->second, std::max(1u, (distance - std::min(distance, 5u)) / 10)});
            }
            ++column;
        }
    }
    m.title = "This computer: " + grouped(static_cast<std::int64_t>(m.cpus.size()))
        + (m.cpus.size() == 1 ? " CPU, " : " CPUs, ") + grouped(m.nodes) + (m.nodes == 1 ? " node, " : " nodes, ")
        + grouped(static_cast<std::int64_t>(m.total_pages() * page_size >> 20)) + " MiB";
    return m;
}

} // namespace

std::optional<std::vector<unsigned>> parse_number_list(std::string_view text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == ' '))
        text.remove_suffix(1);
    std::vector<unsigned> out;
    if (text.empty())
        return out;
    while (true) {
        const std::string_view part = text.substr(0, text.find(','));
        const auto dash = part.find('-');
        const auto first = number(part.substr(0, dash));
        const auto last = dash == std::string_view::npos ? first : number(part.substr(dash + 1));
        if (!first || !last || *first > *last || *last > 65535)
            return std::nullopt;
        for (auto n = *first; n <= *last; ++n)
            out.push_back(static_cast<unsigned>(n));
        if (part.size() == text.size())
            break;
        text.remove_prefix(part.size() + 1);
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

std::optional<Machine> read_this_machine(
    const std::string& root, std::uint32_t page_size, std::vector<std::string>& skipped, FileError& error) {
    try {
        const Machine m = build(root, page_size, skipped);
        // Through the same checks as any profile.
        return read_profile(machine_to_toml(m, ""), "this-machine.toml", error);
    } catch (const FileException& e) {
        error = e.error;
        return std::nullopt;
    }
}

std::string this_machine_path() {
    const char* data = std::getenv("XDG_DATA_HOME");
    const char* home = std::getenv("HOME");
    const std::string base = data && *data == '/' ? data : std::string(home ? home : ".") + "/.local/share";
    return base + "/sluice/machines/this-machine.toml";
}

ProfileSource this_machine_source(std::function<void(const std::string&)> say) {
    return [say = std::move(say)](std::string_view id) -> std::optional<std::string> {
        if (id != "this-machine")
            return std::nullopt;
        const std::string path = this_machine_path();
        std::string why;
        if (auto text = read_file(path, why))
            return text;
        std::vector<std::string> skipped;
        FileError error;
        const auto machine = read_this_machine("", static_cast<std::uint32_t>(::sysconf(_SC_PAGESIZE)), skipped, error);
        if (!machine) {
            say(error.text());
            return std::nullopt;
        }
        std::string text = "# Read from /proc and /sys of this computer; delete the file to read it again.\n"
            + machine_to_toml(*machine, "");
        std::error_code ignored;
        std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
        why = write_file(path, text);
        say("Read this computer: " + machine->title + ". "
            + (skipped.empty() ? "" : "Left out: " + std::to_string(skipped.size()) + " of its zones. ")
            + (why.empty() ? "Its profile is kept in " + path + "." : why + "."));
        return text;
    };
}

} // namespace sluice::experiment
