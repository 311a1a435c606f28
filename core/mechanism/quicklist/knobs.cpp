// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/quicklist/knobs.h"

namespace sluice::quicklist {

namespace {

constexpr std::string_view kOld = "ia64 of 2.6.9: arch/ia64/mm/init.c, include/asm-ia64/pgalloc.h";
constexpr std::string_view kPosted
    = "Robin Holt, [Patch 3/3] Shrink page table quicklist based on free memory, 26 Feb 2005";
constexpr std::string_view kMerged
    = "Commit fde740e4dd4a, 2.6.12: Percpu quicklist for combined allocator for pgd/pmd/pte";
constexpr std::string_view kGeneric = "Commit 6225e93735ac, 2.6.22: Quicklists for page table pages";
constexpr std::string_view kReply = "Kenneth Chen, reply to the patch, Feb 2005";

constexpr KnobChoice kLevels[] = {
    {"pgd+pmd", "Top two levels", "Only pgd and pmd pages are kept; pte pages go through the page allocator."},
    {"all", "All levels", "Pages of all three levels share one list."},
};
constexpr KernelValue kLevelsKernels[] = {{"2.6.9", "pgd+pmd"}, {"2.6.12", "all"}, {"2.6.24", "all"}};

constexpr KnobChoice kOffNode[] = {
    {"keep", "Keep on the local list",
        "A page goes on the list of the CPU that frees it, whatever node it belongs to."},
    {"home", "Send home at once", "A page of another node goes straight back to the page allocator."},
};
constexpr KernelValue kOffNodeKernels[] = {{"2.6.9", "keep"}, {"2.6.12", "home"}, {"2.6.24", "keep"}};

constexpr KnobChoice kRules[] = {
    {"none", "Never", "The list is never drained."},
    {"marks", "Water marks",
        "Above a high mark, worked out from all memory, drain to 25 in one section; the shape plays no part."},
    {"node16", "Free pages of node ÷ 16", "The limit is a sixteenth of what is free on the CPU's node, at least 25."},
    {"node16-per-cpu", "Free pages of node ÷ 16 ÷ CPUs",
        "The sixteenth is shared by the CPUs of the node, at least 25 each."},
};
constexpr KernelValue kRulesKernels[]
    = {{"2.6.9", "marks"}, {"2.6.12", "node16"}, {"2.6.24", "node16"}, {"2.6.27", "node16-per-cpu"}};

constexpr KnobChoice kShapes[] = {
    {"posted", "To the limit, one section", "The posted arithmetic: min(limit, size + 256), which never caps."},
    {"described", "At most the cap, one section", "What the mail says: max(limit, size − cap)."},
    {"merged", "To the limit, sections of 16", "16 pages at a time, limit computed again, a preemption point between."},
    {"generic", "One section of 16, then return", "At most 16 pages a call; the next call goes on."},
};
constexpr KernelValue kShapesKernels[] = {{"Feb 2005 mail", "posted"}, {"2.6.12", "merged"}, {"2.6.24", "generic"}};

constexpr KnobChoice kArith[] = {
    {"u64", "Unsigned 64-bit",
        "size − cap wraps to a huge number when the list is shorter than the cap: one page is freed."},
    {"signed", "Signed", "size − cap may be negative; the limit then decides."},
};

constexpr KnobChoice kTriggers[] = {
    {"idle", "Idle loop", "Each time a CPU has nothing left to run."},
    {"unmap", "End of unmap", "At the end of tlb_finish_mmu, under the page-table lock."},
    {"tick", "Timer tick", "In the timer interrupt."},
    {"demand", "Low memory", "When an allocation finds a zone below its low watermark."},
};
constexpr KernelValue kTriggersKernels[]
    = {{"2.6.9", "idle+unmap"}, {"2.6.12", "idle+unmap"}, {"2.6.24", "idle+unmap"}};

constexpr KnobChoice kReach[] = {
    {"own", "Own list only", "Only the list of the CPU that is short of memory."},
    {"ipi", "Interrupt the others", "Every CPU drains in an interrupt, with interrupts off."},
    {"work", "Work item on each CPU", "A kernel thread on every CPU drains; the one that asked waits."},
};

constexpr Knob kKnobs[] = {
    {.id = "quicklist.enabled",
        .label = "Quicklist",
        .meaning = "Keep freed page-table pages, still zero, on a list of the CPU.",
        .unit = "",
        .source = kOld,
        .kind = KnobKind::toggle,
        .high = 1,
        .standard = 1,
        .transition = "Off: nothing is put on the lists any more, tables come from the page allocator, and what the "
                      "lists hold is drained by the next trigger."},
    {.id = "quicklist.levels",
        .label = "Levels cached",
        .meaning = "Which levels of a page table go through the list.",
        .unit = "",
        .source = kMerged,
        .kind = KnobKind::choice,
        .when = KnobWhen::start,
        .high = 1,
        .standard = 1,
        .choices = kLevels,
        .kernels = kLevelsKernels},
    {.id = "quicklist.offnode",
        .label = "Off-node page",
        .meaning = "What happens to a freed table page of another node.",
        .unit = "",
        .source = kMerged,
        .kind = KnobKind::choice,
        .high = 1,
        .standard = 1,
        .choices = kOffNode,
        .kernels = kOffNodeKernels,
        .transition = "Pages freed from now on follow the new rule; pages already on lists stay."},
    {.id = "drain.rule",
        .label = "Drain rule",
        .meaning = "How many table pages a CPU may keep.",
        .unit = "",
        .source = kPosted,
        .kind = KnobKind::choice,
        .high = 3,
        .standard = 2,
        .choices = kRules,
        .kernels = kRulesKernels,
        .transition = "The next call computes the limit by the new rule; a drain under way ends by the old one."},
    {.id = "drain.shape",
        .label = "Drain shape",
        .meaning = "How much is freed between two preemption points.",
        .unit = "",
        .source = kPosted,
        .kind = KnobKind::choice,
        .high = 3,
        .standard = 0,
        .choices = kShapes,
        .kernels = kShapesKernels,
        .transition = "The next call has the new shape; a drain under way ends in the old one."},
    {.id = "drain.cap",
        .label = "Cap per pass",
        .meaning = "Most pages that one pass may free, where the shape has a cap.",
        .unit = "pages",
        .source = kPosted,
        .low = 16,
        .high = 4096,
        .standard = 256,
        .transition = "The next call reads the new cap.",
        .logarithmic = true},
    {.id = "drain.arith",
        .label = "Arithmetic",
        .meaning = "Type of the numbers in size − cap.",
        .unit = "",
        .source = kPosted,
        .kind = KnobKind::choice,
        .high = 1,
        .standard = 0,
        .choices = kArith,
        .transition = "The next call uses the new type."},
    {.id = "drain.trigger",
        .label = "Trigger",
        .meaning = "What makes a CPU look at its list.",
        .unit = "",
        .source = kReply,
        .kind = KnobKind::set,
        .high = 15,
        .standard = trigger_bit::idle | trigger_bit::unmap,
        .choices = kTriggers,
        .kernels = kTriggersKernels,
        .transition = "From now on the lists are looked at on the new occasions."},
    {.id = "drain.demand-reach",
        .label = "Reach on low memory",
        .meaning = "Whose lists a drain on low memory reaches.",
        .unit = "",
        .source = kReply,
        .kind = KnobKind::choice,
        .high = 2,
        .standard = 0,
        .choices = kReach,
        .transition = "The next shortage reaches the new set of lists."},
    {.id = "free.counts-pcp",
        .label = "Count CPU page lists as free",
        .meaning = "Pages on CPU page lists count as free of their node when a limit is computed.",
        .unit = "",
        .source = kGeneric,
        .kind = KnobKind::toggle,
        .when = KnobWhen::start,
        .high = 1,
        .standard = 1},
};

} // namespace

std::span<const Knob> knobs() {
    return kKnobs;
}

} // namespace sluice::quicklist
