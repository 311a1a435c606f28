// SPDX-License-Identifier: GPL-3.0-or-later
// A machine with the rooms of files, LRU lists and reclaim and nothing that runs on it: tests spawn threads of their
// own.
#pragma once

#include "core/experiment/file_rooms.h"
#include "core/experiment/profile.h"
#include "core/journal/journal.h"
#include "core/lock/lock_stats.h"
#include "tests/support/catch.h"

#include <functional>

namespace sluice::test {

struct FilesWorld {
    explicit FilesWorld(const experiment::FilePolicies& policies = {}, std::string_view profile = "piii-4x500")
        : machine(*experiment::shipped_profile(profile))
        , recorder(journal, static_cast<std::uint32_t>(machine.cpus.size()))
        , cpus(engine, machine, recorder, {.seed = 1})
        , frames(machine, recorder, engine)
        , pages(frames, {.lists = {}, .lock_kind = lock::LockKind::tas, .seed = 1})
        , rooms(pages, cpus, policies, {10, 20, 30}, 1)
        , files(rooms.view()) { }

    /// Runs `body` on a CPU until `time` ns have passed.
    void run(CpuId cpu, std::function<engine::Co<>(cpu::Thread&)> body, Time time = kSecond) {
        cpus.spawn({.name = "test", .cpu = cpu}, std::move(body));
        if (!started)
            cpus.start();
        started = true;
        engine.advance(engine.now() + time);
    }
    /// A page of a file that is in its cache and on no list.
    engine::Co<Frame> file_page(cpu::Thread& t, std::uint32_t index) {
        if (files.cache.files() == 0)
            files.cache.create();
        const Frame f = co_await pages.allocate(t, place::file, highest);
        files.lru.pages().set_file(t.cpu(), f, 1, index);
        page_cache::File& file = files.cache.file(0);
        if (file.pages.size() <= index)
            file.pages.resize(index + 1u, memory::kNoFrame);
        file.pages[index] = f;
        ++file.cached;
        co_return f;
    }
    /// Times that a lock of the LRU (ids from 10 on) was taken at a call site, 0: at any.
    std::uint64_t taken(std::uint16_t site = 0) {
        std::uint64_t n = 0;
        journal.for_each(0, journal.size(), [&](const Record& r, RecordIndex) {
            n += r.kind == Kind::lock_take && r.a >= 10 && r.a < 20 && (site == 0 || r.to == site);
        });
        return n;
    }
    void check() {
        std::map<Place, std::uint64_t> held;
        CHECK(rooms.check(held) == "");
        CHECK(pages.check(held) == "");
    }

    machine::ZoneKind highest = machine::ZoneKind::highmem;
    machine::Machine machine;
    engine::Engine engine;
    journal::Journal journal;
    Recorder recorder;
    cpu::Cpus cpus;
    memory::Frames frames;
    memory::PageAllocator pages;
    experiment::FileRooms rooms;
    const workload::Files& files;
    bool started = false;
};

} // namespace sluice::test
