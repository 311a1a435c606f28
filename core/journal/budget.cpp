// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/journal/budget.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace sluice::journal {

namespace {

std::size_t page_size() {
    static const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return size;
}

/// mmap past the interception of sanitizers: what is mapped has the same contents as what it replaces, so a reader on
/// another thread sees no change, which a race detector cannot know.
bool replace_mapping(void* address, std::size_t length, int protection, int flags, int fd, std::int64_t offset) {
    return syscall(SYS_mmap, address, length, protection, flags | MAP_FIXED, fd, offset) != -1;
}

bool write_all(int fd, const std::byte* data, std::size_t size, std::int64_t offset) {
    while (size > 0) {
        const ssize_t n = pwrite(fd, data, size, offset);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        data += n;
        offset += n;
        size -= static_cast<std::size_t>(n);
    }
    return true;
}

} // namespace

std::size_t ChunkRegion::stride() {
    return (sizeof(Chunk) + page_size() - 1) / page_size() * page_size();
}

ChunkRegion::ChunkRegion(std::size_t chunks)
    : chunks_(chunks) {
    void* p
        = mmap(nullptr, chunks * stride(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        throw std::bad_alloc();
    base_ = static_cast<std::byte*>(p);
    if (chunks * stride() >= std::size_t{8} << 20)
        madvise(base_, chunks * stride(), MADV_HUGEPAGE); // a wish: without it pages are 4 KiB
}

ChunkRegion::~ChunkRegion() {
    munmap(base_, chunks_ * stride());
}

StoredChunk::StoredChunk(std::shared_ptr<Budget> budget, std::shared_ptr<ChunkRegion> region, std::size_t slot)
    : budget_(std::move(budget))
    , region_(std::move(region))
    , chunk_(new (region_->address(slot)) Chunk)
    , bytes_(ChunkRegion::stride()) {
    budget_->opened(*this);
}

StoredChunk::~StoredChunk() {
    budget_->gone(*this);
}

Budget::Budget(std::size_t memory, std::size_t file)
    : memory_limit_(memory)
    , file_limit_(file) { }

Budget::~Budget() {
    if (fd_ >= 0)
        close(fd_);
}

std::size_t Budget::memory_bytes() const {
    const std::lock_guard lock(mutex_);
    return memory_;
}

std::size_t Budget::file_bytes() const {
    const std::lock_guard lock(mutex_);
    return file_;
}

std::string Budget::trouble() const {
    const std::lock_guard lock(mutex_);
    return trouble_;
}

void Budget::opened(StoredChunk& chunk) {
    const std::lock_guard lock(mutex_);
    memory_ += chunk.bytes_;
}

void Budget::closed(const std::shared_ptr<StoredChunk>& chunk) {
    // Chunks whose last owner let go meanwhile must end after the lock is dropped: their end takes it.
    std::vector<std::shared_ptr<StoredChunk>> held;
    const std::lock_guard lock(mutex_);
    // A chunk that ended early (its time ran out) keeps the pages in use only.
    const std::size_t page = page_size();
    const std::size_t used = sizeof(Chunk) - (Chunk::kCapacity - chunk->chunk_->size()) * sizeof(PackedRecord);
    const std::size_t bytes = (used + page - 1) / page * page;
    if (bytes < chunk->bytes_)
        madvise(reinterpret_cast<std::byte*>(chunk->chunk_) + bytes, chunk->bytes_ - bytes, MADV_DONTNEED);
    memory_ -= chunk->bytes_ - bytes;
    chunk->bytes_ = bytes;
    in_memory_.push_back(chunk);
    shrink(held);
}

void Budget::gone(StoredChunk& chunk) {
    const std::lock_guard lock(mutex_);
    const std::size_t size = ChunkRegion::stride();
    if (chunk.where_ == StoredChunk::Where::memory) {
        memory_ -= chunk.bytes_;
        madvise(chunk.chunk_, size, MADV_DONTNEED); // its region may live on
    } else {
        replace_mapping(chunk.chunk_, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (chunk.where_ == StoredChunk::Where::file) {
            file_ -= chunk.bytes_;
            holes_.push_back(chunk.offset_);
        }
    }
}

/// Brings memory and file under their limits, oldest chunks first.
void Budget::shrink(std::vector<std::shared_ptr<StoredChunk>>& held) {
    while (memory_ > memory_limit_ && !in_memory_.empty()) {
        if (auto chunk = in_memory_.front().lock()) {
            if (spill(*chunk))
                in_file_.push_back(in_memory_.front());
            else
                drop(*chunk); // no file: the oldest details go at once
            held.push_back(std::move(chunk));
        }
        in_memory_.pop_front();
    }
    while (file_ > file_limit_ && !in_file_.empty()) {
        if (auto chunk = in_file_.front().lock()) {
            drop(*chunk);
            held.push_back(std::move(chunk));
        }
        in_file_.pop_front();
    }
}

bool Budget::open_file() {
    if (fd_ >= 0)
        return true;
    const char* directory = std::getenv("TMPDIR"); // else /var/tmp: /tmp is often memory
    std::string path = std::string(directory && *directory ? directory : "/var/tmp") + "/sluice-journal-XXXXXX";
    fd_ = mkostemp(path.data(), O_CLOEXEC);
    if (fd_ < 0) {
        trouble_ = "Cannot make a temporary file " + path + " for old records: " + std::strerror(errno) + ".";
        return false;
    }
    unlink(path.c_str());
    return true;
}

bool Budget::spill(StoredChunk& chunk) {
    if (file_limit_ == 0 || !open_file())
        return false;
    const std::size_t size = chunk.bytes_;
    std::int64_t offset = file_end_;
    if (!holes_.empty()) { // places in the file have room for any chunk
        offset = holes_.back();
        holes_.pop_back();
    } else {
        file_end_ += static_cast<std::int64_t>(ChunkRegion::stride());
    }
    const auto* bytes = reinterpret_cast<const std::byte*>(chunk.chunk_);
    if (!write_all(fd_, bytes, size, offset)
        || !replace_mapping(chunk.chunk_, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd_, offset)) {
        trouble_ = std::string("Cannot write old records to the temporary file: ") + std::strerror(errno) + ".";
        holes_.push_back(offset);
        return false;
    }
    chunk.offset_ = offset;
    chunk.where_.store(StoredChunk::Where::file, std::memory_order_release);
    memory_ -= size;
    file_ += size;
    return true;
}

/// What is left is a chunk of as many records, the first of which says that they are lost. Nothing may be written to
/// the old place (readers may be in it), so a fresh mapping takes its place at once.
void Budget::drop(StoredChunk& chunk) {
    const std::size_t size = ChunkRegion::stride();
    Record lost;
    lost.at = chunk.chunk_->base();
    lost.kind = Kind::lost;
    lost.a = chunk.chunk_->size();

    // Only the first page is written; the others read as zero, that is Kind::none at the time of the chunk's base.
    void* fresh = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (fresh == MAP_FAILED)
        return;
    auto* copy = new (fresh) Chunk;
    copy->reset(chunk.chunk_->first(), chunk.chunk_->base());
    copy->push(pack(lost, chunk.chunk_->first(), chunk.chunk_->base()));
    copy->set_size(static_cast<std::uint32_t>(lost.a));
    chunk.where_.store(StoredChunk::Where::lost, std::memory_order_release);
    if (syscall(SYS_mremap, fresh, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, chunk.chunk_) == -1)
        munmap(fresh, size);
    if (chunk.offset_ >= 0) {
        file_ -= chunk.bytes_;
        holes_.push_back(chunk.offset_);
        chunk.offset_ = -1;
    } else {
        memory_ -= chunk.bytes_;
    }
}

} // namespace sluice::journal
