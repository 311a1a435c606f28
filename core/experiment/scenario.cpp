// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/scenario.h"

#include "core/experiment/profile.h"
#include "core/experiment/scenario_text.h"
#include "core/experiment/units.h"

#include <algorithm>
#include <array>

namespace sluice::experiment {

namespace {

/// FNV-1a, 64 bit, with a last mix (the finaliser of MurmurHash3) so that close texts differ in every digit.
class Hash {
public:
    void add(std::string_view s) {
        for (const char c : s)
            h_ = (h_ ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
        add_end();
    }
    void add(std::uint64_t n) {
        for (int i = 0; i < 8; ++i)
            h_ = (h_ ^ (n >> (8 * i) & 0xff)) * 0x100000001b3ull;
    }
    std::uint64_t value() const {
        std::uint64_t h = h_;
        h = (h ^ h >> 33) * 0xff51afd7ed558ccdull;
        h = (h ^ h >> 33) * 0xc4ceb9fe1a85ec53ull;
        return h ^ h >> 33;
    }

private:
    void add_end() { h_ = (h_ ^ 0x1ff) * 0x100000001b3ull; }
    std::uint64_t h_ = 0xcbf29ce484222325ull;
};

const machine::Machine& base_of(const Scenario& s) {
    return s.base.cpus.empty() ? s.machine : s.base;
}

KnobValue value_of(const KnobValues& values, std::string_view id) {
    const auto k = find_knob(id);
    return k && *k < values.size() ? values[*k] : 0;
}

} // namespace

std::string format_placement_key(const Placement& p) {
    constexpr std::array<std::string_view, 4> names{"quicklist.cpu", "process.node", "cache.node", "free.node"};
    return std::string(names[static_cast<std::size_t>(p.target)]) + std::to_string(p.where);
}

std::string quoted_toml(std::string_view s) {
    std::string out = "\"";
    for (const char c : s) {
        if (c == '"' || c == '\\')
            out += '\\';
        if (c == '\n')
            out += "\\n";
        else if (c == '\t')
            out += "\\t";
        else if (static_cast<unsigned char>(c) >= 0x20)
            out += c;
    }
    return out + "\"";
}

std::string body_to_toml(const Scenario& s) {
    std::string out = "length = " + quoted_toml(format_time(s.length)) + "\n";
    out += "\n[set]\n";
    const auto table = knob_table();
    for (std::size_t i = 0; i < table.size() && i < s.knobs.size(); ++i) {
        const Knob& k = table[i];
        // Every knob that could make a difference is written; switched-off lines only when they are off, since most are
        // on.
        if (k.group == KnobGroup::line && s.knobs[i] == k.standard)
            continue;
        const std::string value = format_value(k, s.knobs[i]);
        const bool bare = k.kind == KnobKind::number && value != "auto";
        out += quoted_toml(k.id) + " = " + (bare ? value : quoted_toml(value)) + "\n";
    }
    if (!s.start.empty()) {
        out += "\n[start]\n";
        for (const Placement& p : s.start)
            out += quoted_toml(format_placement_key(p)) + " = " + std::to_string(p.pages) + "\n";
    }
    if (s.measure_from != 0)
        out += "\n[measure]\nfrom = " + quoted_toml(format_time(s.measure_from)) + "\n";
    return out;
}

std::string Scenario::to_toml() const {
    std::string out = "format = 1\ntitle = " + quoted_toml(title) + "\n";
    if (!note.empty())
        out += "note = " + quoted_toml(note) + "\n";
    return out + body_to_toml(*this) + "\n" + machine_to_toml(base_of(*this), "machine");
}

std::uint64_t Scenario::hash() const {
    Hash h;
    h.add(body_to_toml(*this));
    machine::Machine m = base_of(*this);
    m.title.clear(); // a name, like the scenario's title
    h.add(machine_to_toml(m, "machine"));
    return h.value();
}

std::string RunInput::run_id() const {
    Hash h;
    h.add(scenario ? scenario->hash() : 0);
    h.add(seed);
    for (const Intervention& i : interventions) {
        h.add(static_cast<std::uint64_t>(i.at));
        h.add(knob_table()[i.knob].id);
        h.add(static_cast<std::uint64_t>(i.value));
    }
    h.add(static_cast<std::uint64_t>(kModelVersion));
    std::string digits;
    for (int shift = 44; shift >= 0; shift -= 4) {
        digits += "0123456789abcdef"[h.value() >> shift & 15];
        if (shift == 32 || shift == 16)
            digits += "·";
    }
    return digits;
}

std::string rebuild_machine(Scenario& scenario) {
    Reshape shape;
    shape.nodes = static_cast<std::uint32_t>(value_of(scenario.knobs, "machine.nodes"));
    shape.cpus_per_node = static_cast<std::uint32_t>(value_of(scenario.knobs, "machine.cpus-per-node"));
    shape.node_pages = static_cast<std::uint64_t>(value_of(scenario.knobs, "machine.node-pages"));
    constexpr std::array<std::uint32_t, 4> page_sizes{0, 4096, 16384, 65536}; // choices of machine.page-size
    shape.page_size = page_sizes[static_cast<std::size_t>(
        std::clamp<KnobValue>(value_of(scenario.knobs, "machine.page-size"), 0, 3))];
    machine::Machine built;
    if (std::string why = reshape_machine(base_of(scenario), shape, built); !why.empty())
        return why;
    if (std::string why = placement_contradiction(scenario.start, built); !why.empty())
        return why;
    if (scenario.base.cpus.empty())
        scenario.base = scenario.machine;
    scenario.machine = std::move(built);
    return "";
}

std::string placement_contradiction(const std::vector<Placement>& start, const machine::Machine& m) {
    std::vector<std::uint64_t> room(m.nodes);
    for (const machine::Zone& z : m.zones)
        room[z.node] += z.pages - z.reserved;
    std::vector<std::uint64_t> wanted(m.nodes);
    for (const Placement& p : start) {
        const std::string key = "“" + format_placement_key(p) + "”";
        const bool on_cpu = p.target == Placement::Target::quicklist;
        if (on_cpu && p.where >= m.cpus.size())
            return "The start places pages with " + key + ", but the machine has only "
                + grouped(static_cast<std::int64_t>(m.cpus.size())) + " CPUs";
        if (!on_cpu && p.where >= m.nodes)
            return "The start places pages with " + key + ", but the machine has only " + grouped(m.nodes) + " nodes";
        const std::uint32_t node = on_cpu ? m.cpus[p.where].node : p.where;
        if (p.pages > room[node] - std::min(room[node], wanted[node]))
            return "The start needs more pages on node " + std::to_string(node) + " than the "
                + grouped(static_cast<std::int64_t>(room[node])) + " that it has: " + key + " is too large";
        wanted[node] += p.pages;
    }
    return "";
}

} // namespace sluice::experiment
