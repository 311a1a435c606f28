// SPDX-License-Identifier: GPL-3.0-or-later
// The library of vectors: how often each function takes the LRU lock, the race rule of release, deferred additions.
#include "tests/support/files_world.h"

using namespace sluice;
using engine::Co;
using pagevec::CallVector;
using test::FilesWorld;

namespace {

experiment::FilePolicies with_slots(std::uint32_t slots) {
    experiment::FilePolicies p;
    p.vectors.slot_count = slots;
    return p;
}

} // namespace

TEST_CASE("add returns the slots that are left, and 0 when a flush is due", "[pagevec]") {
    for (const std::uint32_t slots : {1u, 14u, 15u, 16u, 31u, 64u}) {
        FilesWorld w(with_slots(slots));
        std::vector<std::uint32_t> left;
        w.run(0, [&](cpu::Thread& t) -> Co<> {
            CallVector v(w.files.vectors, t, vector_id::Use::call);
            for (std::uint32_t i = 0; i < slots; ++i) {
                const Frame f = co_await w.file_page(t, i);
                left.push_back(w.files.vectors.add(t, v, f));
            }
            co_await w.files.vectors.lru_add(t, v, FlushReason::full);
        });
        INFO(slots);
        REQUIRE(left.size() == slots);
        CHECK(left.back() == 0);
        for (std::size_t i = 0; i + 1 < left.size(); ++i)
            CHECK(left[i] == slots - 1 - i);
        CHECK(w.taken(lru::site::pagevec_lru_add) == 1);
        CHECK(w.files.lru.size(0, List::inactive) == slots);
        w.check();
    }
}

TEST_CASE("a thousand faults take the lock once for each full vector", "[pagevec]") {
    for (const auto& [slots, deferred] : {std::pair{16u, true}, {1u, true}, {14u, true}, {31u, true}, {16u, false}}) {
        experiment::FilePolicies p = with_slots(slots);
        p.vectors.deferred_add = deferred;
        FilesWorld w(p);
        w.run(0, [&](cpu::Thread& t) -> Co<> {
            for (int i = 0; i < 1000; ++i) {
                const Frame f = co_await w.pages.allocate(t, place::anonymous);
                w.files.lru.page(f).anonymous = true;
                w.frames.hold(0, f, Holder::mapping, t.id(), true);
                co_await w.files.vectors.cache_add(t, f, false);
            }
        });
        INFO(slots << " slots, deferred " << deferred);
        CHECK(w.taken() == (deferred ? 1000 / slots : 1000));
        CHECK(w.files.vectors.deferred(0) == (deferred ? 1000 % slots : 0));
        w.check();
    }
}

TEST_CASE("a vector that alternates between two zones takes a lock for each page", "[pagevec]") {
    for (const auto scope : {lru::Scope::global, lru::Scope::zone, lru::Scope::node}) {
        for (const bool mixed : {false, true}) {
            experiment::FilePolicies p;
            p.lru.scope = scope;
            FilesWorld w(p);
            w.run(0, [&](cpu::Thread& t) -> Co<> {
                CallVector v(w.files.vectors, t, vector_id::Use::call);
                for (std::uint32_t i = 0; i < 16; ++i) {
                    w.highest = mixed && i % 2 ? machine::ZoneKind::dma : machine::ZoneKind::highmem;
                    const Frame f = co_await w.file_page(t, i);
                    w.files.vectors.add(t, v, f);
                }
                co_await w.files.vectors.lru_add(t, v, FlushReason::full);
            });
            const bool relocks = mixed && scope == lru::Scope::zone;
            INFO(static_cast<int>(scope) << mixed);
            CHECK(w.taken() == (relocks ? 16 : 1));
            CHECK(w.files.lru.relocks() == (relocks ? 15 : 0));
            w.check();
        }
    }
}

TEST_CASE("release frees pages whose last reference it drops, under one visit to the lock", "[pagevec]") {
    FilesWorld w;
    const std::uint64_t before = w.pages.total_free();
    w.run(0, [&](cpu::Thread& t) -> Co<> {
        CallVector v(w.files.vectors, t, vector_id::Use::release);
        for (std::uint32_t i = 0; i < 8; ++i) {
            const Frame f = co_await w.pages.allocate(t, place::anonymous);
            w.frames.hold(0, f, Holder::mapping, t.id(), true);
            w.files.lru.move(0, f, List::inactive);
            w.files.vectors.add(t, v, f);
            if (i % 2 == 0) // the others are still mapped somewhere
                w.frames.hold(0, f, Holder::mapping, t.id(), false);
        }
        co_await w.files.vectors.release(t, v);
    });
    CHECK(w.taken(lru::site::pagevec_release) == 1);
    CHECK(w.files.lru.size(0, List::inactive) == 4);
    CHECK(w.pages.total_free() + w.pages.list_size(0, 0) + w.pages.list_size(0, 1) == before - 4);
    w.check();
}

TEST_CASE("a page that reclaim takes while release waits for the lock is left to reclaim", "[pagevec]") {
    FilesWorld w;
    Frame page = memory::kNoFrame;
    bool seen_at_zero = false;
    w.run(
        0,
        [&](cpu::Thread& t) -> Co<> {
            page = co_await w.pages.allocate(t, place::anonymous);
            w.files.lru.move(0, page, List::inactive);
            co_await w.files.lru.lock(t, 0, lru::site::shrink_cache);
            // CPU 1 drops the last reference meanwhile and waits outside.
            co_await t.spend(100'000'000);
            seen_at_zero = w.files.lru.pages().count(page) == 0;
            w.frames.hold(0, page, Holder::isolation, t.id(), true);
            w.files.lru.move(0, page, List::isolated);
            co_await w.files.lru.unlock(t, 0);
            co_await t.spend(100'000'000);
            w.frames.hold(0, page, Holder::isolation, t.id(), false);
            co_await w.files.lru.lock(t, 0, lru::site::shrink_cache);
            w.files.lru.move(0, page, List::none);
            co_await w.files.lru.unlock(t, 0);
            co_await w.files.vectors.put_last(t, page);
        },
        20'000);
    w.run(1, [&](cpu::Thread& t) -> Co<> {
        CallVector v(w.files.vectors, t, vector_id::Use::release);
        w.files.vectors.add(t, v, page);
        co_await w.files.vectors.release(t, v);
    });
    CHECK(seen_at_zero);
    CHECK(place::is_pcp(w.frames.home(page)));
    w.check();
}

TEST_CASE("delete takes pages off their lists, deactivate moves inactive ones to the head", "[pagevec]") {
    FilesWorld w;
    w.run(0, [&](cpu::Thread& t) -> Co<> {
        CallVector v(w.files.vectors, t, vector_id::Use::call);
        std::vector<Frame> pages;
        for (std::uint32_t i = 0; i < 4; ++i) {
            const Frame f = co_await w.file_page(t, i);
            w.files.lru.move(0, f, i == 3 ? List::active : List::inactive);
            pages.push_back(f);
        }
        w.files.vectors.add(t, v, pages[0]);
        w.files.vectors.add(t, v, pages[3]);
        co_await w.files.vectors.deactivate_inactive(t, v, lru::site::writepages);
        CHECK(w.files.lru.tail(0, List::inactive) == pages[1]); // page 0 went to the head
        CHECK(w.files.lru.page(pages[3]).list == List::active);
        w.files.vectors.add(t, v, pages[1]);
        w.files.vectors.add(t, v, pages[3]);
        co_await w.files.vectors.lru_del(t, v);
        CHECK(w.files.lru.page(pages[1]).list == List::none);
        CHECK(w.files.lru.page(pages[3]).list == List::none);
    });
    CHECK(w.taken(lru::site::pagevec_lru_del) == 1);
    CHECK(w.taken(lru::site::writepages) == 1);
    w.check();
}

TEST_CASE("strip drops the buffers of pages that it can lock, and takes no LRU lock", "[pagevec]") {
    FilesWorld w;
    w.run(0, [&](cpu::Thread& t) -> Co<> {
        CallVector v(w.files.vectors, t, vector_id::Use::call);
        std::vector<Frame> pages;
        for (std::uint32_t i = 0; i < 3; ++i) {
            const Frame f = co_await w.file_page(t, i);
            co_await w.files.buffers.attach(t, f);
            w.files.vectors.add(t, v, f);
            pages.push_back(f);
        }
        w.files.lru.page(pages[1]).locked = true;
        co_await w.files.vectors.strip(t, v);
        CHECK(!w.files.lru.page(pages[0]).has(PageFlag::buffers));
        CHECK(w.files.lru.page(pages[1]).has(PageFlag::buffers));
        CHECK(!w.files.lru.page(pages[2]).has(PageFlag::buffers));
        w.files.lru.page(pages[1]).locked = false;
        co_await w.files.vectors.release(t, v);
    });
    CHECK(w.taken() == 0);
    CHECK(w.files.buffers.count() == 1);
    w.check();
}
