// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/knobs.h"

namespace sluice::machine {

namespace {

constexpr std::string_view kProfile = "Machine profile";

constexpr KnobChoice kPageSizes[] = {
    {"profile", "As the profile", "The page size of the profile."},
    {"4K", "4 KiB", "Pages of 4 KiB."},
    {"16K", "16 KiB", "Pages of 16 KiB."},
    {"64K", "64 KiB", "Pages of 64 KiB."},
};

constexpr KnobChoice kLocks[] = {
    {"tas", "Test-and-set", "Waiters retry; whoever is first gets it, and all of them disturb the holder."},
    {"ticket", "Ticket", "First come, first served; all waiters watch one word."},
    {"queued", "Queued", "First come, first served; each waiter watches its own word."},
};
constexpr KernelValue kLocksKernels[] = {{"2.6.9", "tas"}, {"2.6.25", "ticket"}, {"4.2", "queued"}};

constexpr Knob kKnobs[] = {
    {.id = "machine.nodes",
        .label = "Nodes",
        .meaning = "Groups of CPUs with their own memory.",
        .unit = "nodes",
        .source = kProfile,
        .when = KnobWhen::start,
        .group = KnobGroup::machine,
        .low = 0,
        .high = 1024,
        .standard = 0,
        .logarithmic = true,
        .automatic = "as the profile"},
    {.id = "machine.cpus-per-node",
        .label = "CPUs a node",
        .meaning = "CPUs that share the memory of one node.",
        .unit = "CPUs",
        .source = kProfile,
        .when = KnobWhen::start,
        .group = KnobGroup::machine,
        .low = 0,
        .high = 256,
        .standard = 0,
        .logarithmic = true,
        .automatic = "as the profile"},
    {.id = "machine.node-pages",
        .label = "Pages a node",
        .meaning = "Memory of one node.",
        .unit = "pages",
        .source = kProfile,
        .when = KnobWhen::start,
        .group = KnobGroup::machine,
        .low = 0,
        .high = 1ll << 32,
        .standard = 0,
        .logarithmic = true,
        .automatic = "as the profile"},
    {.id = "machine.page-size",
        .label = "Page size",
        .meaning = "Bytes of one page; memory stays, clearing a page costs in proportion.",
        .unit = "",
        .source = kProfile,
        .kind = KnobKind::choice,
        .when = KnobWhen::start,
        .group = KnobGroup::machine,
        .high = 3,
        .standard = 0,
        .choices = kPageSizes},
    {.id = "lock.kind",
        .label = "Lock kind",
        .meaning = "How spinlocks choose among those who wait.",
        .unit = "",
        .source = "arch/*/include/asm/spinlock.h",
        .kind = KnobKind::choice,
        .when = KnobWhen::start,
        .group = KnobGroup::machine,
        .high = 2,
        .standard = 0,
        .choices = kLocks,
        .kernels = kLocksKernels},
};

} // namespace

std::span<const Knob> knobs() {
    return kKnobs;
}

} // namespace sluice::machine
