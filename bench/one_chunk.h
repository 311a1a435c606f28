// SPDX-License-Identifier: GPL-3.0-or-later
// A sink that keeps nothing: records are built, packed and hashed, and the chunk is written over.
#pragma once

#include "core/record/recorder.h"

#include <memory>

namespace sluice::bench {

class OneChunk : public ChunkSink {
public:
    Chunk& open(RecordIndex first, Time base) override {
        chunk_->reset(first, base);
        return *chunk_;
    }
    void close(Chunk&) override { }

private:
    std::unique_ptr<Chunk> chunk_ = std::make_unique<Chunk>();
};

} // namespace sluice::bench
