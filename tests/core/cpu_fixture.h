// SPDX-License-Identifier: GPL-3.0-or-later
// A small machine with round costs, and a recorder whose records tests can read back.
#pragma once

#include "core/cpu/cpus.h"

#include <memory>
#include <vector>

namespace sluice::test {

/// Keeps every chunk.
class VectorSink : public ChunkSink {
public:
    Chunk& open(RecordIndex first, Time base) override {
        chunks_.push_back(std::make_unique<Chunk>());
        chunks_.back()->reset(first, base);
        return *chunks_.back();
    }
    void close(Chunk&) override { }

    std::vector<Record> records() const {
        std::vector<Record> all;
        for (const auto& c : chunks_)
            for (std::uint32_t i = 0; i < c->size(); ++i)
                all.push_back(c->at(i));
        return all;
    }
    /// The records from one index on.
    std::vector<Record> records_from(std::size_t index) const {
        std::vector<Record> some;
        for (const auto& c : chunks_)
            if (const std::size_t end = c->first() + c->size(); end > index)
                for (; index < end; ++index)
                    some.push_back(c->at(static_cast<std::uint32_t>(index - c->first())));
        return some;
    }
    std::vector<Record> records(Kind kind) const {
        std::vector<Record> some;
        for (const Record& r : records())
            if (r.kind == kind)
                some.push_back(r);
        return some;
    }

private:
    std::vector<std::unique_ptr<Chunk>> chunks_;
};

/// Costs in ps; everything not named is free.
inline machine::Machine machine_of(std::uint32_t cpus, std::uint32_t nodes = 1, bool free_of_charge = false) {
    machine::Machine m;
    m.profile = "test";
    m.hz = 1000;
    m.nodes = nodes;
    for (std::uint32_t i = 0; i < cpus; ++i)
        m.cpus.push_back({static_cast<NodeId>(i * nodes / cpus), static_cast<std::uint16_t>(i)});
    for (std::uint32_t a = 0; a < nodes; ++a)
        for (std::uint32_t b = 0; b < nodes; ++b)
            m.distance.push_back(a == b ? 10 : 20);
    if (free_of_charge)
        return m;
    using machine::Primitive;
    const auto set = [&m](Primitive p, Time ns) { m.costs.set(p, {ns * 1000, machine::Certainty::estimated, "test"}); };
    set(Primitive::lock_local, 40);
    set(Primitive::lock_transfer_near, 100);
    set(Primitive::lock_transfer_hop, 200);
    set(Primitive::lock_waiter, 10);
    set(Primitive::irq_toggle, 8);
    set(Primitive::preempt_toggle, 4);
    set(Primitive::context_switch, 1500);
    set(Primitive::idle_exit, 2000);
    set(Primitive::tick_handler, 3000);
    set(Primitive::wakeup, 700);
    set(Primitive::ipi_send, 300);
    set(Primitive::ipi_handle, 600);
    return m;
}

/// An engine with CPUs on a test machine.
struct World {
    explicit World(machine::Machine m, cpu::Options options = {})
        : machine(std::move(m))
        , recorder(sink, static_cast<std::uint32_t>(machine.cpus.size()))
        , cpus(engine, machine, recorder, options) { }

    machine::Machine machine;
    VectorSink sink;
    Recorder recorder;
    engine::Engine engine;
    cpu::Cpus cpus;
};

} // namespace sluice::test
