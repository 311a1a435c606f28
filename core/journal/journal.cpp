// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/journal/journal.h"

#include <array>
#include <atomic>
#include <cassert>
#include <mutex>
#include <vector>

namespace sluice::journal {

namespace {

/// What readers need to find a chunk; never changes once published.
struct Entry {
    Chunk* chunk = nullptr;
    RecordIndex first = 0;
    Time base = 0;
};

/// Entries by number, in blocks that never move, so that readers need no lock while the writer appends.
class ChunkTable {
public:
    ~ChunkTable() {
        for (auto& b : blocks_)
            delete b.load(std::memory_order_relaxed);
    }
    std::size_t size() const { return size_.load(std::memory_order_acquire); }
    /// i < size() as seen by this thread.
    const Entry& operator[](std::size_t i) const {
        return (*blocks_[i / kBlock].load(std::memory_order_relaxed))[i % kBlock];
    }
    void push_back(const Entry& e) {
        const std::size_t n = size_.load(std::memory_order_relaxed);
        auto& slot = blocks_.at(n / kBlock);
        Block* block = slot.load(std::memory_order_relaxed);
        if (!block) {
            block = new Block;
            slot.store(block, std::memory_order_relaxed);
        }
        (*block)[n % kBlock] = e;
        size_.store(n + 1, std::memory_order_release);
    }

private:
    static constexpr std::size_t kBlock = 1024;
    using Block = std::array<Entry, kBlock>;
    std::array<std::atomic<Block*>, 4096> blocks_{}; ///< 4 M chunks: 68 G records
    std::atomic<std::size_t> size_{0};
};

} // namespace

struct Journal::Impl {
    std::shared_ptr<Budget> budget;
    ChunkTable table;
    mutable std::mutex owners; ///< guards `chunks`; taken once a chunk
    std::vector<std::shared_ptr<StoredChunk>> chunks; ///< by number
    std::shared_ptr<ChunkRegion> region;
    std::size_t next_slot = 0;
    std::unique_ptr<Chunk> scratch; ///< takes records that are shared already
    std::atomic<RecordIndex> shared{0};
    mutable std::atomic<std::size_t> lost_chunks{0}; ///< the first so many are known to be lost

    const Entry& find(RecordIndex index) const {
        // Chunks hold at most kCapacity records, so the chunk's number is at least this; nearly always it is this.
        const std::size_t n = table.size();
        std::size_t lo = std::min<std::size_t>(index / Chunk::kCapacity, n - 1);
        if (lo + 1 >= n || table[lo + 1].first > index)
            return table[lo];
        std::size_t hi = n; // the answer is in [lo, hi)
        while (hi - lo > 1) {
            const std::size_t mid = lo + (hi - lo) / 2;
            (table[mid].first <= index ? lo : hi) = mid;
        }
        return table[lo];
    }
};

Journal::Journal()
    : Journal(std::make_shared<Budget>()) { }

Journal::Journal(std::shared_ptr<Budget> budget)
    : impl_(std::make_unique<Impl>()) {
    impl_->budget = std::move(budget);
}

Journal::~Journal() = default;

Chunk& Journal::open(RecordIndex first, Time base) {
    Impl& j = *impl_;
    if (first < j.shared.load(std::memory_order_relaxed)) {
        if (!j.scratch)
            j.scratch = std::make_unique<Chunk>();
        j.scratch->reset(first, base);
        return *j.scratch;
    }
    j.scratch.reset();
    if (!j.region || j.next_slot == j.region->chunks()) {
        // Small journals stay small; large ones get pieces of about 50 MiB.
        const std::size_t n = j.region ? std::min<std::size_t>(2 * j.region->chunks(), 128) : 4;
        j.region = std::make_shared<ChunkRegion>(n);
        j.next_slot = 0;
    }
    auto stored = std::make_shared<StoredChunk>(j.budget, j.region, j.next_slot++);
    Chunk& chunk = stored->chunk();
    chunk.reset(first, base);
    {
        const std::lock_guard lock(j.owners);
        j.chunks.push_back(std::move(stored));
    }
    j.table.push_back({&chunk, first, base});
    return chunk;
}

void Journal::close(Chunk& chunk) {
    Impl& j = *impl_;
    if (&chunk == j.scratch.get())
        return;
    assert(!j.chunks.empty() && &j.chunks.back()->chunk() == &chunk);
    j.budget->closed(j.chunks.back());
}

RecordIndex Journal::share_from(const Journal& old, RecordIndex index) {
    Impl& j = *impl_;
    assert(j.table.size() == 0);
    // The last chunk of `old` may be open still; the one before it is closed.
    const std::size_t closed = old.impl_->table.size();
    RecordIndex end = 0;
    const std::lock_guard lock(old.impl_->owners);
    for (std::size_t i = 0; i + 1 < closed; ++i) {
        const Entry& e = old.impl_->table[i];
        if (e.first + e.chunk->size() > index)
            break;
        j.chunks.push_back(old.impl_->chunks[i]);
        j.table.push_back(e);
        end = e.first + e.chunk->size();
    }
    j.shared.store(end, std::memory_order_relaxed);
    return end;
}

RecordIndex Journal::shared() const {
    return impl_->shared.load(std::memory_order_relaxed);
}

RecordIndex Journal::size() const {
    const std::size_t n = impl_->table.size();
    if (n == 0)
        return 0;
    const Entry& e = impl_->table[n - 1];
    return e.first + e.chunk->size();
}

Time Journal::head() const {
    const RecordIndex n = size();
    return n == 0 ? 0 : at(n - 1).at;
}

const Chunk* Journal::chunk_of(RecordIndex index) const {
    return impl_->find(index).chunk;
}

Record Journal::at(RecordIndex index) const {
    const Entry& e = impl_->find(index);
    return e.chunk->at(static_cast<std::uint32_t>(index - e.first));
}

RecordIndex Journal::after(Time t) const {
    const ChunkTable& table = impl_->table;
    std::size_t lo = 0, hi = table.size(); // chunks before lo begin at or before t, those from hi on later
    while (lo < hi) {
        const std::size_t mid = lo + (hi - lo) / 2;
        if (table[mid].base <= t)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo == 0)
        return 0;
    const Entry& e = table[lo - 1];
    std::uint32_t a = 0, b = e.chunk->size();
    while (a < b) {
        const std::uint32_t mid = a + (b - a) / 2;
        if (e.chunk->at(mid).at <= t)
            a = mid + 1;
        else
            b = mid;
    }
    return e.first + a;
}

RecordIndex Journal::kept_from() const {
    const ChunkTable& table = impl_->table;
    const std::size_t n = table.size();
    std::size_t i = impl_->lost_chunks.load(std::memory_order_relaxed);
    while (i + 1 < n && table[i].chunk->at(0).kind == Kind::lost)
        ++i;
    impl_->lost_chunks.store(i, std::memory_order_relaxed);
    return i == 0 ? 0 : table[i].first;
}

std::size_t Journal::bytes() const {
    return size() * sizeof(PackedRecord);
}

const std::shared_ptr<Budget>& Journal::budget() const {
    return impl_->budget;
}

} // namespace sluice::journal
