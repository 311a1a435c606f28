// SPDX-License-Identifier: GPL-3.0-or-later
// Buffer heads: one for each block of a page that was written, 48 bytes of lowmem wherever the page itself lies. Counts
// are kept per CPU and summed only once in 4,096 changes of a CPU, so the limit (a share of ZONE_NORMAL and ZONE_DMA)
// acts with that lag. (Andrew Morton, [patch] limit buffer_head consumption to 10% of ZONE_NORMAL, Aug 2002.)
//
// Buffer heads live in slab pages of lowmem; the model packs them as tightly as they can be.
#pragma once

#include "core/mechanism/buffer_head/policy.h"
#include "core/mechanism/lru/pages.h"

#include <map>
#include <vector>

namespace sluice::buffer_head {

class BufferHeads {
public:
    /// All must outlive it.
    BufferHeads(lru::Pages& pages, memory::PageAllocator& allocator, cpu::Cpus& cpus, const BufferPolicy& policy);

    const BufferPolicy& policy() const { return policy_; }
    void set_policy(const BufferPolicy& policy) { policy_ = policy; }

    /// Buffer heads of one page.
    std::uint32_t per_page() const { return per_page_; }
    /// Attaches buffers to a page that has none. False: no lowmem for them.
    engine::Co<bool> attach(cpu::Thread& t, Frame f);
    /// Drops the buffers of a page, which must be clean (try_to_free_buffers).
    engine::Co<> drop(cpu::Thread& t, Frame f);
    /// Set-up: `pages` pages from `first` on have buffers. False: no lowmem for them, they have none.
    bool place(Frame first, std::uint32_t pages);

    /// Too many, as of the last sum.
    bool over_limit() const { return over_limit_; }
    bool strips(KnobValue where) const { return over_limit_ && policy_.strip & where; }
    std::uint64_t count() const { return total_; }
    /// The most that the limit allows.
    std::uint64_t limit() const;

    /// Empty, or what is wrong; adds the slab pages to `held`.
    std::string check(std::map<Place, std::uint64_t>& held) const;

private:
    void change(cpu::Thread& t, std::int64_t by);
    std::uint64_t slab_room() const { return slabs_.size() * per_slab_; }

    lru::Pages& pages_;
    memory::PageAllocator& allocator_;
    BufferPolicy policy_;
    struct PerCpu {
        std::int64_t nr = 0;
        std::uint32_t ratelimit = 0;
    };
    std::vector<PerCpu> per_cpu_;
    std::vector<Frame> slabs_;
    std::uint64_t per_slab_;
    std::uint32_t per_page_;
    std::uint64_t lowmem_ = 0; ///< pages of ZONE_NORMAL and ZONE_DMA
    std::uint64_t total_ = 0;
    bool over_limit_ = false;
};

} // namespace sluice::buffer_head
