// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/file_workload.h"

#include <algorithm>
#include <deque>
#include <vector>

namespace sluice::workload {

using engine::Co;

FileWorkload::FileWorkload(const World& world, const Parameters& parameters)
    : Workload(world, parameters, 0)
    , files_(*world.files) { }

void FileWorkload::place_cache(std::uint16_t n, std::uint16_t first) {
    // The nodes take turns, each with its share of dirty pages: files are spread over the memory of the machine.
    struct Node {
        std::deque<FrameRun> runs;
        std::uint64_t total = 0, placed = 0, dirty = 0;
        bool full() const { return runs.empty(); }
    };
    std::vector<Node> nodes(world_.machine().nodes);
    for (const FrameRun& r : adopted_) {
        Node& node = nodes[world_.machine().zones[world_.pages.zone_of(r.first)].node];
        node.runs.push_back(r);
        node.total += r.count;
        node.dirty = node.total * parameters_.dirty / 100;
    }
    std::uint16_t next = 0;
    for (;;) {
        Node* node = nullptr;
        for (Node& other : nodes)
            if (!other.full() && (!node || other.placed * node->total < node->placed * other.total))
                node = &other;
        if (!node)
            break;
        FrameRun& r = node->runs.front();
        // A run ends where the dirty ones end.
        std::uint64_t count = std::min<std::uint64_t>(r.count, 256);
        const bool dirty = node->placed < node->dirty;
        if (dirty)
            count = std::min(count, node->dirty - node->placed);
        files_.cache.place(files_.cache.file(static_cast<std::uint16_t>(first + next)), r.first,
            static_cast<std::uint32_t>(count), dirty, parameters_.buffers, List::inactive);
        next = static_cast<std::uint16_t>((next + 1) % n);
        node->placed += count;
        r.first += count;
        r.count -= count;
        if (r.count == 0)
            node->runs.pop_front();
    }
    adopted_.clear();
}

std::uint32_t FileWorkload::call_pages() const {
    return std::max<std::uint32_t>(1, parameters_.write_size * 1024 / world_.machine().page_size);
}

Co<> FileWorkload::balance(cpu::Thread& t) {
    if (world_.cpus.load(t.cpu()) < 2)
        co_return;
    for (std::uint32_t i = 1; i < world_.cpus.count(); ++i) {
        const auto other = static_cast<CpuId>((t.cpu() + i) % world_.cpus.count());
        if (world_.cpus.load(other) == 0) {
            co_await t.migrate(other);
            co_return;
        }
    }
}

Co<bool> FileWorkload::write_stream(cpu::Thread& t, page_cache::File& file, std::uint32_t index, std::uint64_t pages) {
    const std::uint32_t n = call_pages();
    for (std::uint64_t done = 0; pages == 0 || done < pages; done += n) {
        co_await balance(t);
        const Time since = t.now();
        const RecordIndex begin = world_.recorder().next();
        if (!co_await files_.cache.write(t, file, index + static_cast<std::uint32_t>(done), n))
            co_return false;
        record_op(t, Op::write, since, begin);
        co_await t.cond_resched();
    }
    co_return true;
}

Co<bool> FileWorkload::read_stream(cpu::Thread& t, page_cache::File& file, std::uint32_t index, std::uint64_t pages) {
    const std::uint32_t n = call_pages();
    for (std::uint64_t done = 0; pages == 0 || done < pages; done += n) {
        co_await balance(t);
        const Time since = t.now();
        const RecordIndex begin = world_.recorder().next();
        if (!co_await files_.cache.read(t, file, index + static_cast<std::uint32_t>(done), n))
            co_return false;
        record_op(t, Op::read, since, begin);
        co_await t.cond_resched();
    }
    co_return true;
}

} // namespace sluice::workload
