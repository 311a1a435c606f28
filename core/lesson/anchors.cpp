// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/anchors.h"

#include "core/lesson/finding.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace sluice::lesson {
namespace {

constexpr std::array kAnchors{
    Anchor{"scene", "Scene", "The machine at the playhead: nodes, CPUs, stacks, tanks, roads."},
    Anchor{"scene.cpu<N>", "CPU card", "One CPU: its task, its quicklist with the limit, its preemption bar."},
    Anchor{"scene.node<N>", "Node", "One node: its tank of memory and its CPUs."},
    Anchor{"narration", "Narration line", "The sentence above the scene."},
    Anchor{"code", "Code", "The listing of the chosen policy, with the line where each CPU stands."},
    Anchor{"knobs", "Knobs", "What can be changed, and what was changed."},
    Anchor{"runs", "Runs", "The runs computed so far, with knobs and results."},
    Anchor{"twin", "Compare", "Runs A and B beside each other on equal axes."},
    Anchor{"inspect", "Inspect", "What is selected: a page with its life, a CPU, a zone, a lock."},
    Anchor{"events", "Events", "The records around the playhead as a table."},
    Anchor{"locks", "Locks", "Lock table with call sites, as lockmeter has it, and the order of locks."},
    Anchor{"timeline", "Timeline", "The whole run with drains, stalls, changes and breakpoints."},
    Anchor{"why", "Why", "The chain of causes behind one delay."},
    Anchor{"claims", "Claims", "Published numbers beside the model's."},
    Anchor{"chart.latency", "Wake-up delay", "Delays over time: median, band and single delays."},
    Anchor{"chart.quicklist", "Quicklist pages", "Pages on quicklists over time, per CPU or node."},
    Anchor{"chart.free", "Free memory", "Free pages of each node over time."},
    Anchor{"chart.section_length", "Pages per section", "Pages freed in each stretch without preemption."},
    Anchor{"chart.delays", "Histogram of delays", "How many delays are how long; before and after a change."},
    Anchor{"chart.zeroing", "Zeroing avoided", "Table pages taken already clear, and those that had to be cleared."},
    Anchor{
        "chart.lock_waits", "Waits for a lock", "How many CPUs waited how long for a lock; before and after a change."},
    Anchor{"chart.lock_use", "Use of a lock", "How long a lock was held and how many had to wait for it, over time."},
    Anchor{"chart.cpu_time", "Where CPU time goes", "Shares of CPU time spent holding locks and spinning for them."},
    Anchor{"chart.lru_sizes", "LRU lists", "Pages on the active and the inactive list over time."},
    Anchor{"chart.offlru", "Pages off the LRU", "Pages in use that wait in vectors or are isolated, over time."},
    Anchor{"chart.dirty", "Dirty pages", "Pages that are dirty and pages that are being written, over time."},
    Anchor{"chart.lowmem", "Lowmem of buffer heads", "Memory of lowmem that buffer heads take, over time."},
    Anchor{"chart.free_rate", "Pages freed in a second", "Pages of giants freed in a second, by CPU or worker."},
    Anchor{"chart.giant_states", "Where the time of the exit goes",
        "Time that the exiting thread and its workers spin, hold a lock, and work outside."},
    Anchor{"chart.exit_phases", "Phases of the exit", "Time of each phase of an exit."},
    Anchor{"chart.cpu_cost", "CPU seconds spent, seconds waited", "CPU time of an exit beside the time that it takes."},
    Anchor{"chart.corunner_loss", "What co-runners lose", "Work that tasks beside an exit lose."},
    Anchor{"chart.sweep", "Sweep", "One point per value of a knob, with the learner's line."},
};

int number_after(std::string_view name, std::string_view prefix) {
    if (!name.starts_with(prefix) || name.size() == prefix.size())
        return -1;
    int number = -1;
    const auto* end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(name.data() + prefix.size(), end, number);
    return error == std::errc{} && stop == end && number >= 0 && number < 1024 ? number : -1;
}

} // namespace

std::span<const Anchor> anchors() {
    return kAnchors;
}

int anchor_cpu(std::string_view name) {
    return number_after(name, "scene.cpu");
}
int anchor_node(std::string_view name) {
    return number_after(name, "scene.node");
}

bool is_anchor(std::string_view name) {
    if (anchor_cpu(name) >= 0 || anchor_node(name) >= 0)
        return true;
    return name.find('<') == std::string_view::npos
        && std::ranges::any_of(kAnchors, [name](const Anchor& a) { return a.name == name; });
}

std::string nearest_anchor(std::string_view name) {
    std::vector<std::string_view> names;
    for (const auto& anchor : kAnchors)
        names.push_back(anchor.name);
    return nearest_name(name, std::span<const std::string_view>(names));
}

} // namespace sluice::lesson
