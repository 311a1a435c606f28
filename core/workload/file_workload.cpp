// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/file_workload.h"

#include <algorithm>

namespace sluice::workload {

using engine::Co;

FileWorkload::FileWorkload(const World& world, const Parameters& parameters)
    : Workload(world, parameters, 0)
    , files_(*world.files) { }

void FileWorkload::place_cache(std::uint16_t n, std::uint16_t first) {
    std::uint64_t total = 0;
    for (const FrameRun& r : adopted_)
        total += r.count;
    const std::uint64_t dirty = total * parameters_.dirty / 100;
    std::uint64_t placed = 0;
    std::uint16_t next = 0;
    for (const FrameRun& r : adopted_) {
        for (std::uint64_t done = 0; done < r.count;) {
            // A run ends where the dirty ones end.
            std::uint64_t count = std::min<std::uint64_t>(r.count - done, 256);
            if (placed < dirty)
                count = std::min(count, dirty - placed);
            files_.cache.place(files_.cache.file(static_cast<std::uint16_t>(first + next)), r.first + done,
                static_cast<std::uint32_t>(count), placed < dirty, parameters_.buffers, List::inactive);
            next = static_cast<std::uint16_t>((next + 1) % n);
            done += count;
            placed += count;
        }
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
