// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/buffer_head/buffer_heads.h"

#include "core/mechanism/buffer_head/steps.h"

#include <algorithm>

namespace sluice::buffer_head {

using engine::Co;
using machine::Primitive;

BufferHeads::BufferHeads(
    lru::Pages& pages, memory::PageAllocator& allocator, cpu::Cpus& cpus, const BufferPolicy& policy)
    : pages_(pages)
    , allocator_(allocator)
    , policy_(policy)
    , per_cpu_(cpus.count()) {
    const machine::Machine& m = allocator.machine();
    per_slab_ = m.page_size / kBytes;
    per_page_ = std::max<std::uint32_t>(1, m.page_size / std::max<std::uint32_t>(policy.block_size, 1));
    for (const machine::Zone& z : m.zones)
        if (z.kind != machine::ZoneKind::highmem)
            lowmem_ += z.pages - std::min(z.reserved, z.pages);
}

std::uint64_t BufferHeads::limit() const {
    return lowmem_ * policy_.percent / 100 * per_slab_;
}

void BufferHeads::change(cpu::Thread& t, std::int64_t by) {
    PerCpu& c = per_cpu_[t.cpu()];
    c.nr += by;
    total_ = static_cast<std::uint64_t>(static_cast<std::int64_t>(total_) + by);
    c.ratelimit += static_cast<std::uint32_t>(by < 0 ? -by : by);
    if (c.ratelimit < kRatelimit)
        return;
    c.ratelimit = 0;
    std::int64_t sum = 0;
    for (const PerCpu& p : per_cpu_)
        sum += p.nr;
    t.step(step::sum, static_cast<std::uint64_t>(sum));
    over_limit_ = policy_.limit == Limit::percent && sum > static_cast<std::int64_t>(limit());
    t.step(step::over, over_limit_);
}

Co<bool> BufferHeads::attach(cpu::Thread& t, Frame f) {
    co_await t.spend(pages_.cost(Primitive::buffer_attach), step::attach, total_ + per_page_);
    // Others may take the room meanwhile, or attach buffers to this page.
    for (;;) {
        if (pages_.at(f).has(PageFlag::buffers))
            co_return true;
        if (total_ + per_page_ <= slab_room())
            break;
        const Frame slab = co_await allocator_.allocate(t, place::buffer_heads, machine::ZoneKind::normal);
        if (slab == memory::kNoFrame)
            co_return false;
        slabs_.push_back(slab);
    }
    pages_.set(t.cpu(), f, PageFlag::buffers, true);
    change(t, per_page_);
    co_return true;
}

Co<> BufferHeads::drop(cpu::Thread& t, Frame f) {
    co_await t.spend(pages_.cost(Primitive::buffer_drop), step::drop);
    if (!pages_.at(f).has(PageFlag::buffers))
        co_return;
    pages_.set(t.cpu(), f, PageFlag::buffers, false);
    change(t, -static_cast<std::int64_t>(per_page_));
    if (slab_room() >= total_ + 2 * per_slab_) {
        const Frame slab = slabs_.back();
        slabs_.pop_back();
        allocator_.frames().move(t.cpu(), slab, 1, place::being_freed, End::head);
        co_await allocator_.free(t, slab);
    }
}

bool BufferHeads::place(Frame first, std::uint32_t pages) {
    const std::uint64_t more = std::uint64_t{pages} * per_page_;
    while (slab_room() < total_ + more) {
        const std::uint64_t wanted = (total_ + more - slab_room() + per_slab_ - 1) / per_slab_;
        const std::uint64_t got = allocator_.place_low(wanted, place::buffer_heads, [this](Frame f, std::uint64_t n) {
            for (std::uint64_t i = 0; i < n; ++i)
                slabs_.push_back(f + i);
        });
        if (got == 0)
            return false;
    }
    pages_.set(0, first, PageFlag::buffers, true, pages);
    total_ += more;
    per_cpu_[0].nr += static_cast<std::int64_t>(more);
    over_limit_ = policy_.limit == Limit::percent && total_ > limit();
    return true;
}

std::string BufferHeads::check(std::map<Place, std::uint64_t>& held) const {
    held[place::buffer_heads] += slabs_.size();
    std::uint64_t with_buffers = 0;
    pages_.for_each([&](Frame, const lru::Page& p) { with_buffers += p.has(PageFlag::buffers); });
    if (with_buffers * per_page_ != total_)
        return "there are " + std::to_string(total_) + " buffer heads for " + std::to_string(with_buffers)
            + " pages with buffers";
    return total_ > slab_room() ? "buffer heads lie outside their slab pages" : "";
}

} // namespace sluice::buffer_head
