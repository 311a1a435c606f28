// SPDX-License-Identifier: GPL-3.0-or-later
// The store of a run's records: chunks in order, written by one thread while others read. A new run may share the chunks
// of an older one up to the moment where they part.
#pragma once

#include "core/record/chunk.h"
#include "core/record/recorder.h"

#include <algorithm>
#include <memory>
#include <string>

namespace sluice::journal {

class Journal final : public ChunkSink {
public:
    Journal();
    ~Journal() override;

    Chunk& open(RecordIndex first, Time base) override;
    void close(Chunk& chunk) override;

    /// Records that can be read now. Grows while the run is computed; safe from any thread.
    RecordIndex size() const;
    /// Time of the last readable record, 0 if there is none.
    Time head() const;
    /// A record by index < size(). O(log chunks), O(1) when walking.
    Record at(RecordIndex index) const;
    /// Index of the first record later than `t` (size() if none): records before it have happened at the playhead t.
    RecordIndex after(Time t) const;
    /// Calls f(record, index) for every record in [from, to), in order.
    template <class F>
    void for_each(RecordIndex from, RecordIndex to, F&& f) const;

    /// Memory held by chunks, bytes.
    std::size_t bytes() const;

    /// Writes a versioned, checksummed file under a temporary name and renames it. Returns an error sentence or "".
    /// `header` is free text kept with it (the run's input as TOML).
    std::string save(const std::string& path, const std::string& header) const;
    /// Reads one back. On error returns nullptr and a sentence that names the file and the offset.
    static std::unique_ptr<Journal> load(const std::string& path, std::string& header, std::string& error);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
    const Chunk* chunk_of(RecordIndex index) const;
};

template <class F>
void Journal::for_each(RecordIndex from, RecordIndex to, F&& f) const {
    while (from < to) {
        const Chunk* c = chunk_of(from);
        const RecordIndex stop = std::min<RecordIndex>(to, c->first() + c->size());
        for (; from < stop; ++from)
            f(c->at(static_cast<std::uint32_t>(from - c->first())), from);
    }
}

} // namespace sluice::journal
