// SPDX-License-Identifier: GPL-3.0-or-later
// How much the journals of a window may hold together: 512 MiB of memory, then 4 GiB of an unlinked temporary file,
// then the oldest details are dropped. Journals that share a budget share its file; any thread may close a chunk.
#pragma once

#include "core/record/chunk.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace sluice::journal {

class Budget;

/// Memory for several chunks in one piece, so that the kernel can back it with huge pages.
class ChunkRegion {
public:
    explicit ChunkRegion(std::size_t chunks);
    ~ChunkRegion();
    ChunkRegion(const ChunkRegion&) = delete;
    ChunkRegion& operator=(const ChunkRegion&) = delete;

    /// Bytes from one chunk to the next, a multiple of the page size.
    static std::size_t stride();
    std::size_t chunks() const { return chunks_; }
    std::byte* address(std::size_t i) const { return base_ + i * stride(); }

private:
    std::byte* base_ = nullptr;
    std::size_t chunks_ = 0;
};

/// One chunk in the store. Its address stays valid whatever happens to it: spilling puts the file's pages at the same
/// address, dropping leaves one `lost` record there. So readers need no lock.
class StoredChunk {
public:
    enum class Where : std::uint8_t { memory, file, lost };

    StoredChunk(std::shared_ptr<Budget> budget, std::shared_ptr<ChunkRegion> region, std::size_t slot);
    ~StoredChunk();
    StoredChunk(const StoredChunk&) = delete;
    StoredChunk& operator=(const StoredChunk&) = delete;

    Chunk& chunk() const { return *chunk_; }
    Where where() const { return where_.load(std::memory_order_acquire); }

private:
    friend class Budget;
    std::shared_ptr<Budget> budget_;
    std::shared_ptr<ChunkRegion> region_;
    Chunk* chunk_;
    std::atomic<Where> where_{Where::memory};
    std::size_t bytes_; ///< what it counts for: all of it while it is written, the pages in use when it is closed
    std::int64_t offset_ = -1; ///< in the file
};

class Budget : public std::enable_shared_from_this<Budget> {
public:
    static constexpr std::size_t kMemory = std::size_t{512} << 20;
    static constexpr std::size_t kFile = std::size_t{4} << 30;

    explicit Budget(std::size_t memory = kMemory, std::size_t file = kFile);
    ~Budget();
    Budget(const Budget&) = delete;
    Budget& operator=(const Budget&) = delete;

    std::size_t memory_bytes() const;
    std::size_t file_bytes() const;
    /// Why nothing could be spilled (the file could not be made or written); empty if all went well.
    std::string trouble() const;

private:
    friend class StoredChunk;
    friend class Journal;
    /// A chunk that nothing more will be written to: it may be spilled when memory is short.
    void closed(const std::shared_ptr<StoredChunk>& chunk);
    void opened(StoredChunk& chunk);
    void gone(StoredChunk& chunk);
    void shrink(std::vector<std::shared_ptr<StoredChunk>>& held);
    bool spill(StoredChunk& chunk);
    void drop(StoredChunk& chunk);
    bool open_file();

    mutable std::mutex mutex_;
    const std::size_t memory_limit_, file_limit_;
    std::size_t memory_ = 0, file_ = 0;
    int fd_ = -1;
    std::int64_t file_end_ = 0;
    std::vector<std::int64_t> holes_; ///< places in the file that can be used again
    std::deque<std::weak_ptr<StoredChunk>> in_memory_, in_file_; ///< closed ones, oldest first
    std::string trouble_;
};

} // namespace sluice::journal
