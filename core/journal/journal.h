// SPDX-License-Identifier: GPL-3.0-or-later
// The store of a run's records: chunks in order, written by one thread while others read without locks. A new run may
// share the chunks of an older one up to the moment where they part.
#pragma once

#include "core/journal/budget.h"
#include "core/record/chunk.h"
#include "core/record/recorder.h"

#include <algorithm>
#include <iosfwd>
#include <memory>
#include <string>

namespace sluice::journal {

class Journal final : public ChunkSink {
public:
    /// With a budget of its own.
    Journal();
    /// Journals of one window share a budget.
    explicit Journal(std::shared_ptr<Budget> budget);
    ~Journal() override;
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    Chunk& open(RecordIndex first, Time base) override;
    void close(Chunk& chunk) override;

    /// Before anything is written: takes over the closed chunks of `old` whose records all lie before `index`. Their
    /// records can be read at once. The run that writes here must make the same records up to `index` (the caller
    /// asserts that the fingerprints there are equal); they are not stored again.
    /// Returns the number of records shared.
    RecordIndex share_from(const Journal& old, RecordIndex index);
    /// Records taken over from an older journal.
    RecordIndex shared() const;

    /// Records that can be read now. Grows while the run is computed; safe from any thread.
    RecordIndex size() const;
    /// Time of the last readable record, 0 if there is none.
    Time head() const;
    /// A record by index < size(). O(log chunks), O(1) when most chunks are full.
    Record at(RecordIndex index) const;
    /// Index of the first record later than `t` (size() if none): records before it have happened at the playhead t.
    RecordIndex after(Time t) const;
    /// Calls f(record, index) for every record in [from, to), in order.
    template <class F>
    void for_each(RecordIndex from, RecordIndex to, F&& f) const;
    /// The records of [from, to) in pieces that lie together: f(chunk, first in chunk, end in chunk).
    template <class F>
    void for_each_piece(RecordIndex from, RecordIndex to, F&& f) const;

    /// The details of all records before this index were dropped for want of memory (a `lost` record stands for each
    /// chunk); 0 if all are there.
    RecordIndex kept_from() const;

    /// Bytes of the records that can be read.
    std::size_t bytes() const;
    const std::shared_ptr<Budget>& budget() const;

    /// Writes a versioned, checksummed file under a temporary name and renames it. Returns an error sentence or "".
    /// `header` is free text kept with it (the run's input as TOML).
    std::string save(const std::string& path, const std::string& header) const;
    /// Reads one back. On error returns nullptr and a sentence that names the file and the offset.
    static std::unique_ptr<Journal> load(const std::string& path, std::string& header, std::string& error);
    /// The same from a stream; `name` is what the sentence calls it.
    static std::unique_ptr<Journal> load(
        std::istream& in, const std::string& name, std::string& header, std::string& error);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
    const Chunk* chunk_of(RecordIndex index) const;
};

template <class F>
void Journal::for_each_piece(RecordIndex from, RecordIndex to, F&& f) const {
    while (from < to) {
        const Chunk* c = chunk_of(from);
        const RecordIndex stop = std::min<RecordIndex>(to, c->first() + c->size());
        f(*c, static_cast<std::uint32_t>(from - c->first()), static_cast<std::uint32_t>(stop - c->first()));
        from = stop;
    }
}

template <class F>
void Journal::for_each(RecordIndex from, RecordIndex to, F&& f) const {
    for_each_piece(from, to, [&](const Chunk& c, std::uint32_t i, std::uint32_t end) {
        for (; i < end; ++i)
            f(c.at(i), c.first() + i);
    });
}

} // namespace sluice::journal
