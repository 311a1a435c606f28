// SPDX-License-Identifier: GPL-3.0-or-later
// Workloads over one file of note: mostly reads, a file overwritten beside others, a large file invalidated, and a
// large cache with little lowmem. Knobs: writers, write-size, file-pages, dirty, buffers, pause.
#include "core/workload/file_workload.h"

namespace sluice::workload {

using engine::Co;

namespace {

/// Readers of a hot set (file 0) that now and then read a stretch of file 1, once.
class ReadMostly final : public FileWorkload {
public:
    ReadMostly(const World& world, const Parameters& parameters)
        : FileWorkload(world, parameters) { }

    void start() override {
        files_.cache.create();
        files_.cache.create();
        place_cache(2);
        for (std::uint32_t r = 0; r < parameters_.writers; ++r)
            world_.cpus.spawn(
                {.name = "reader " + std::to_string(r), .task_class = index(TaskClass::reader), .cpu = cpu_of(r)},
                [this](cpu::Thread& t) { return run(t); });
    }

private:
    Co<> run(cpu::Thread& t) {
        for (;;) {
            const auto at = static_cast<std::uint32_t>(t.random().below(parameters_.file_pages));
            bool enough = true;
            if (t.random().chance(39, 40)) {
                enough = co_await read_stream(t, files_.cache.file(0), at, call_pages());
            } else {
                const std::uint32_t stretch = 4 * call_pages();
                once_ += stretch;
                enough = co_await read_stream(t, files_.cache.file(1), once_ - stretch, stretch);
            }
            if (!enough)
                co_return;
        }
    }

    std::uint32_t once_ = 1'000'000; ///< next page of the file that is read once
};

/// Writer 0 overwrites file 0 again and again; the others stream.
class Overwrite final : public FileWorkload {
public:
    Overwrite(const World& world, const Parameters& parameters)
        : FileWorkload(world, parameters) { }

    void start() override {
        for (std::uint32_t w = 0; w < parameters_.writers; ++w)
            files_.cache.create();
        place_cache(static_cast<std::uint16_t>(parameters_.writers));
        for (std::uint32_t w = 0; w < parameters_.writers; ++w)
            world_.cpus.spawn(
                {.name = "writer " + std::to_string(w), .task_class = index(TaskClass::writer), .cpu = cpu_of(w)},
                [this, w](cpu::Thread& t) { return w == 0 ? again(t) : stream(t, static_cast<std::uint16_t>(w)); });
    }

private:
    Co<> again(cpu::Thread& t) {
        page_cache::File& file = files_.cache.file(0);
        const auto from = static_cast<std::uint32_t>(file.pages.size());
        for (std::uint64_t round = 0;; ++round) {
            if (!co_await write_stream(t, file, from, parameters_.file_pages))
                co_return;
            beat(t, Beat::round, round);
            if (parameters_.pause > 0)
                co_await t.sleep_until(t.now() + parameters_.pause);
        }
    }
    Co<> stream(cpu::Thread& t, std::uint16_t number) {
        page_cache::File& file = files_.cache.file(number);
        co_await t.sleep_until(t.now() + 1 + t.random().exponential(2 * kMillisecond));
        co_await write_stream(t, file, static_cast<std::uint32_t>(file.pages.size()), 0);
    }
};

/// Each task reads a file of its own into memory and drops it again.
class Invalidate final : public FileWorkload {
public:
    Invalidate(const World& world, const Parameters& parameters)
        : FileWorkload(world, parameters) { }

    void start() override {
        for (std::uint32_t r = 0; r < parameters_.writers; ++r)
            files_.cache.create();
        place_cache(static_cast<std::uint16_t>(parameters_.writers));
        for (std::uint32_t r = 0; r < parameters_.writers; ++r)
            world_.cpus.spawn(
                {.name = "reader " + std::to_string(r), .task_class = index(TaskClass::reader), .cpu = cpu_of(r)},
                [this, r](cpu::Thread& t) { return run(t, files_.cache.file(static_cast<std::uint16_t>(r))); });
    }

private:
    Co<> run(cpu::Thread& t, page_cache::File& file) {
        for (std::uint64_t round = 0;; ++round) {
            const Time since = t.now();
            const RecordIndex begin = world_.recorder().next();
            co_await files_.cache.invalidate(t, file);
            record_op(t, Op::truncate, since, begin);
            beat(t, Beat::round, round);
            if (!co_await read_stream(t, file, 0, parameters_.file_pages))
                co_return;
        }
    }
};

/// Three files fill a large memory: 0 is overwritten, 1 is written once, 2 is read once.
class Lowmem final : public FileWorkload {
public:
    Lowmem(const World& world, const Parameters& parameters)
        : FileWorkload(world, parameters) { }

    void start() override {
        for (int f = 0; f < 3; ++f)
            files_.cache.create();
        place_cache(1, 1); // what is there already was written once
        spawn("overwriter", TaskClass::writer, 0, [this](cpu::Thread& t) { return overwrite(t); });
        spawn("writer", TaskClass::writer, 1, [this](cpu::Thread& t) -> Co<> {
            page_cache::File& file = files_.cache.file(1);
            co_await write_stream(t, file, static_cast<std::uint32_t>(file.pages.size()), 0);
        });
        spawn("reader", TaskClass::reader, 2,
            [this](cpu::Thread& t) -> Co<> { co_await read_stream(t, files_.cache.file(2), 0, 0); });
    }

private:
    void spawn(std::string_view name, TaskClass c, std::uint32_t cpu, cpu::Body body) {
        world_.cpus.spawn({.name = name, .task_class = index(c), .cpu = cpu_of(cpu)}, std::move(body));
    }
    Co<> overwrite(cpu::Thread& t) {
        for (std::uint64_t round = 0;; ++round) {
            if (!co_await write_stream(t, files_.cache.file(0), 0, parameters_.file_pages))
                co_return;
            beat(t, Beat::round, round);
            if (parameters_.pause > 0)
                co_await t.sleep_until(t.now() + parameters_.pause);
        }
    }
};

} // namespace

std::unique_ptr<Workload> make_read_mostly(const World& world, const Parameters& parameters) {
    return std::make_unique<ReadMostly>(world, parameters);
}
std::unique_ptr<Workload> make_overwrite(const World& world, const Parameters& parameters) {
    return std::make_unique<Overwrite>(world, parameters);
}
std::unique_ptr<Workload> make_invalidate(const World& world, const Parameters& parameters) {
    return std::make_unique<Invalidate>(world, parameters);
}
std::unique_ptr<Workload> make_lowmem(const World& world, const Parameters& parameters) {
    return std::make_unique<Lowmem>(world, parameters);
}

} // namespace sluice::workload
