// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/lru/pages.h"

#include <algorithm>
#include <cassert>

namespace sluice::lru {

Pages::Pages(memory::PageAllocator& allocator)
    : allocator_(allocator) {
    Frame end = 0;
    for (const machine::Zone& z : allocator.machine().zones)
        end = std::max(end, z.first + z.pages);
    chunks_.resize(static_cast<std::size_t>((end >> kShift) + 1));
}

void Pages::set(CpuId cpu, Frame f, PageFlag flag, bool on, std::uint32_t pages) {
    const auto bit = static_cast<std::uint8_t>(1u << static_cast<unsigned>(flag));
    if (at(f).has(flag) == on)
        return;
    for (Frame i = f; i < f + pages; ++i) {
        Page& p = at(i);
        assert(p.has(flag) != on);
        p.flags = static_cast<std::uint8_t>(p.flags ^ bit);
    }
    Record r;
    r.at = frames().now();
    r.kind = Kind::page_flag;
    r.cpu = cpu;
    r.a = f;
    r.count = pages;
    r.from = static_cast<std::uint16_t>(flag);
    r.to = on;
    frames().recorder().write(r);
}

void Pages::set_file(CpuId cpu, Frame f, std::uint16_t file, std::uint32_t index, std::uint32_t pages) {
    Record r;
    r.at = frames().now();
    r.kind = Kind::cache;
    r.cpu = cpu;
    r.a = f;
    r.count = pages;
    r.from = at(f).file;
    r.to = file;
    r.prev = index;
    for (std::uint32_t i = 0; i < pages; ++i) {
        Page& p = at(f + i);
        assert(p.file == r.from);
        p.file = file;
        p.index = index + i;
    }
    frames().recorder().write(r);
}

} // namespace sluice::lru
