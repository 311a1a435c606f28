// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/cost.h"

namespace sluice::machine {

std::string_view name(Primitive p) {
    static constexpr std::array<std::string_view, static_cast<std::size_t>(Primitive::count_of_primitives)> names{
        "page-zero", "quicklist-pop", "quicklist-push", "pcp-pop", "pcp-push", "buddy-take", "buddy-give", "drain-page",
        "limit-check", "lock-local", "lock-transfer-near", "lock-transfer-hop", "lock-waiter", "irq-toggle",
        "preempt-toggle", "context-switch", "idle-exit", "tick-handler", "wakeup", "ipi-send", "ipi-handle",
        "fork-base", "exec-base", "exit-base", "process-variation", "table-setup", "table-teardown", "touch-page",
        "unmap-page", "user-work", "lru-add", "lru-move", "lru-isolate", "lru-put-back", "lru-check", "page-lock-work",
        "inode-lock-work", "buffer-attach", "buffer-drop", "cache-remove", "write-page", "write-page-variation",
        "read-page", "submit-page", "io-complete", "io-complete-page", "tlb-flush", "release-page", "lru-delete", "page-cold"};
    const auto i = static_cast<std::size_t>(p);
    return i < names.size() ? names[i] : std::string_view{};
}

} // namespace sluice::machine
