// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/buddy.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace sluice::memory {

Buddy::Buddy(Frames& frames, ZoneId zone)
    : frames_(frames)
    , zone_(frames.machine().zones[zone])
    , id_(zone)
    , max_order_(frames.machine().max_order) {
    const std::uint64_t block = std::uint64_t{1} << max_order_;
    frames_.settle(zone_.first, zone_.reserved, place::kernel, 0);
    free_ = zone_.pages - zone_.reserved;
    untouched_ = std::min((zone_.reserved + block - 1) / block * block, zone_.pages / block * block);
    untouched_end_ = std::max(untouched_, zone_.pages / block * block);

    // What the largest blocks leave at both ends, as the largest aligned blocks that fit.
    std::vector<std::pair<std::uint64_t, unsigned>> rest;
    const auto cover = [&rest](std::uint64_t from, std::uint64_t to) {
        while (from < to) {
            const auto aligned = from ? static_cast<unsigned>(std::countr_zero(from)) : 63u;
            const auto fits = static_cast<unsigned>(std::bit_width(to - from)) - 1;
            const unsigned order = std::min(aligned, fits);
            rest.emplace_back(from, order);
            from += std::uint64_t{1} << order;
        }
    };
    cover(zone_.reserved, std::max(zone_.reserved, untouched_));
    cover(std::max(untouched_end_, zone_.reserved), zone_.pages);
    // Pushed from the last to the first, so that each list ascends; all have key 0.
    for (auto it = rest.rbegin(); it != rest.rend(); ++it)
        push(static_cast<std::uint32_t>(it->first), std::min(it->second, max_order_), 0);
}

void Buddy::push(std::uint32_t offset, unsigned order, Key key) {
    FrameInfo& info = frames_.block(zone_.first + offset, std::uint64_t{1} << order);
    List& list = lists_[order];
    info.home = place::free(order);
    info.key = key;
    info.prev = kNone;
    info.next = list.head;
    if (list.head != kNone)
        first_of(list.head).prev = offset;
    list.head = offset;
    ++list.blocks;
}

void Buddy::remove(std::uint32_t offset, unsigned order) {
    FrameInfo& info = first_of(offset);
    List& list = lists_[order];
    if (info.prev != kNone)
        first_of(info.prev).next = info.next;
    else
        list.head = info.next;
    if (info.next != kNone)
        first_of(info.next).prev = info.prev;
    info.home = place::unknown;
    --list.blocks;
}

std::uint32_t Buddy::pop(unsigned order, Key& key) {
    std::uint32_t offset = lists_[order].head;
    if (offset != kNone) {
        key = first_of(offset).key;
        remove(offset, order);
        return offset;
    }
    if (order != max_order_ || untouched_ == untouched_end_)
        return kNone;
    offset = static_cast<std::uint32_t>(untouched_);
    untouched_ += std::uint64_t{1} << max_order_;
    key = 0;
    return offset;
}

std::uint32_t Buddy::pop_at_least(unsigned& order, Key& key) {
    for (; order <= max_order_; ++order) {
        const std::uint32_t offset = pop(order, key);
        if (offset != kNone)
            return offset;
    }
    order = kOrders;
    return kNone;
}

void Buddy::split(CpuId cpu, std::uint32_t offset, unsigned have, unsigned want, Key key) {
    for (unsigned order = have; order > want;) {
        --order;
        const std::uint32_t upper = offset + (1u << order);
        const RecordIndex index = frames_.write_move(
            cpu, zone_.first + upper, std::uint64_t{1} << order, place::free(have), place::free(order), End::head, key);
        push(upper, order, key_at(index, End::head));
    }
}

Frame Buddy::take(CpuId cpu, Place to, End end, RecordIndex cause) {
    unsigned order = 0;
    Key key = 0;
    const std::uint32_t offset = pop_at_least(order, key);
    if (offset == kNone)
        return kNoFrame;
    const Frame f = zone_.first + offset;
    split(cpu, offset, order, 0, key);
    const RecordIndex index = frames_.write_move(cpu, f, 1, place::free(order), to, end, key, cause);
    frames_.settle(f, 1, to, key_at(index, end));
    --free_;
    return f;
}

Frame Buddy::take_block(CpuId cpu, std::uint64_t pages, Place to, End end, std::uint64_t& count) {
    count = 0;
    if (pages == 0)
        return kNoFrame;
    unsigned want = std::min({static_cast<unsigned>(std::bit_width(pages)) - 1, max_order_, kMaxMoveOrder});
    unsigned have = want;
    Key key = 0;
    std::uint32_t offset = pop_at_least(have, key);
    while (offset == kNone && want > 0) {
        --want;
        have = want;
        offset = pop(have, key);
    }
    if (offset == kNone)
        return kNoFrame;
    const Frame f = zone_.first + offset;
    split(cpu, offset, have, want, key);
    count = std::uint64_t{1} << want;
    const RecordIndex index = frames_.write_move(cpu, f, count, place::free(have), to, end, key);
    frames_.settle(f, count, to, key_at(index, end));
    free_ -= count;
    return f;
}

void Buddy::give(CpuId cpu, Frame first, std::uint64_t count, RecordIndex cause) {
    const Place home = frames_.look(first).home;
    const Key key = frames_.look(first).key;
    frames_.settle(first, count, place::unknown, 0);
    free_ += count;
    for (auto offset = static_cast<std::uint32_t>(first - zone_.first); count > 0;) {
        const auto aligned = offset ? static_cast<unsigned>(std::countr_zero(offset)) : max_order_;
        const unsigned order
            = std::min({aligned, static_cast<unsigned>(std::bit_width(count)) - 1, max_order_, kMaxMoveOrder});
        const std::uint64_t pages = std::uint64_t{1} << order;
        const RecordIndex index
            = frames_.write_move(cpu, zone_.first + offset, pages, home, place::free(order), End::head, key, cause);
        merge(cpu, offset, order, index);
        offset += static_cast<std::uint32_t>(pages);
        count -= pages;
    }
}

void Buddy::merge(CpuId cpu, std::uint32_t offset, unsigned order, RecordIndex index) {
    for (; order < max_order_; ++order) {
        const std::uint32_t other = offset ^ (1u << order);
        if (other + (std::uint64_t{1} << order) > zone_.pages)
            break;
        const FrameInfo& buddy = frames_.look(zone_.first + other);
        if (buddy.home != place::free(order))
            break;
        const Key mine = key_at(index, End::head), others = buddy.key;
        remove(other, order);
        Record r;
        r.at = frames_.now();
        r.kind = Kind::merge;
        r.cpu = cpu;
        r.a = zone_.first + std::min(offset, other);
        r.count = order;
        r.end = End::head;
        const RecordIndex here = frames_.recorder().next();
        r.prev = KeyRef::pack(offset < other ? mine : others, here);
        const std::uint32_t upper = KeyRef::pack(offset < other ? others : mine, here);
        r.from = static_cast<std::uint16_t>(upper);
        r.to = static_cast<std::uint16_t>(upper >> 16);
        r.cause = index;
        index = frames_.recorder().write(r);
        offset = std::min(offset, other);
    }
    push(offset, order, key_at(index, End::head));
}

std::vector<Frame> Buddy::list(unsigned order) const {
    std::vector<Frame> result;
    for (std::uint32_t o = lists_[order].head; o != kNone; o = frames_.look(zone_.first + o).next)
        result.push_back(zone_.first + o);
    if (order == max_order_) {
        for (std::uint64_t o = untouched_; o < untouched_end_; o += std::uint64_t{1} << max_order_)
            result.push_back(zone_.first + o);
    }
    return result;
}

std::string Buddy::check() const {
    const std::string where = "zone " + std::to_string(id_) + ": ";
    std::uint64_t pages = 0;
    for (unsigned order = 0; order <= max_order_; ++order) {
        const std::vector<Frame> blocks_of_order = list(order);
        if (blocks_of_order.size() != blocks(order))
            return where + "the list of order " + std::to_string(order) + " does not have the length it says";
        pages += blocks_of_order.size() << order;
        Key last = -(Key{1} << 62);
        for (const Frame f : blocks_of_order) {
            if ((f - zone_.first) & ((Frame{1} << order) - 1))
                return where + "block at frame " + std::to_string(f) + " is not aligned to its order";
            const bool touched = f - zone_.first < untouched_ || f - zone_.first >= untouched_end_;
            if (!touched)
                continue;
            const FrameInfo& info = frames_.look(f);
            if (info.home != place::free(order))
                return where + "frame " + std::to_string(f) + " is on a free list but its home is another";
            if (info.key < last)
                return where + "the list of order " + std::to_string(order) + " is out of order";
            last = info.key;
        }
    }
    if (pages != free_)
        return where + std::to_string(pages) + " pages are on free lists, but the counter says "
            + std::to_string(free_);
    return "";
}

} // namespace sluice::memory
