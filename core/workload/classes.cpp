// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/classes.h"

#include <array>

namespace sluice::workload {

std::string_view class_name(std::uint16_t index) {
    static constexpr std::array<std::string_view, static_cast<std::size_t>(TaskClass::count_of_classes)> names{"events",
        "sensord", "lat_proc", "child", "parent", "worker", "httpd", "hog", "touch", "busy", "writer", "reader",
        "toucher", "kswapd", "giant", "kworker", "co-runner"};
    return index < names.size() ? names[index] : std::string_view{};
}

std::span<const cpu::ListingLine> listing() {
    static constexpr cpu::ListingLine lines[] = {
        {step_fork, "fork", "copy the process"},
        {step_map, "fork", "fill a page table of the copy"},
        {step_exec, "execve", "replace the program"},
        {step_exit, "exit", "leave: files, signals, accounts"},
        {step_unmap, "exit_mmap", "drop a page of the process"},
        {step_unmap_tables, "exit_mmap", "clear a page table"},
        {step_flush, "tlb_finish_mmu", "free the pages that were gathered"},
        {step_fault, "page_fault", "map a page that is touched for the first time"},
        {step_wait_child, "wait", "wait for the child"},
        {step_request, "httpd", "answer a request"},
        {step_read, "read", "read a file page into memory"},
        {step_wake_parent, "exit", "tell the parent"},
    };
    return lines;
}

} // namespace sluice::workload
