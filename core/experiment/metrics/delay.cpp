// SPDX-License-Identifier: GPL-3.0-or-later
// Delays, each with its cause and its victim.
#include "core/experiment/metrics/probe.h"

namespace sluice::experiment {

namespace {

using Missing = MetricInfo::Missing;

class TickDelay final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"tick.delay", Shape::samples, Unit::ns, {"cpu"},
            "From when a tick was due to when it was handled.", Missing::merge};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::tick});
    explicit TickDelay(Labels& l)
        : Probe(info(), l.context())
        , cpu_(l.cpu()) { }
    void take(const Taken& t) override {
        if (!cpu_ || *cpu_ == t.record.cpu)
            sample(t.record.at, static_cast<double>(t.record.a), t.index);
    }

private:
    std::optional<CpuId> cpu_;
};

class SwitchHeldOff final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"switch.heldoff", Shape::counter, Unit::count, {"cpu"},
            "Ticks that asked for a switch which had to wait for the end of a stretch without preemption.",
            Missing::sum};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::tick});
    explicit SwitchHeldOff(Labels& l)
        : Probe(info(), l.context())
        , cpu_(l.cpu()) { }
    void take(const Taken& t) override {
        if (t.record.to == 1 && (!cpu_ || *cpu_ == t.record.cpu))
            count(t.record.at, 1, t.index);
    }

private:
    std::optional<CpuId> cpu_;
};

/// Samples from `delay` records.
class DelayProbe : public Probe {
public:
    static constexpr std::uint64_t kinds = kinds_of({Kind::delay});
    void take(const Taken& t) override {
        const Record& r = t.record;
        if (wanted(static_cast<Delay>(r.to)) && (!cpu_ || *cpu_ == r.cpu)
            && (!cause_ || static_cast<std::uint8_t>(*cause_) == (r.from & 0xff))
            && (!victim_ || static_cast<std::uint8_t>(*victim_) == r.from >> 8))
            sample(r.at, static_cast<double>(r.a), t.index);
    }

protected:
    DelayProbe(const MetricInfo& info, Labels& l)
        : Probe(info, l.context())
        , cpu_(l.cpu())
        , cause_(l.choice<DelayCause>("cause"))
        , victim_(l.choice<Victim>("class")) { }
    virtual bool wanted(Delay d) const = 0;

private:
    std::optional<CpuId> cpu_;
    std::optional<DelayCause> cause_;
    std::optional<Victim> victim_;
};

class WakeupDelay final : public DelayProbe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"wakeup.delay", Shape::samples, Unit::ns, {"cpu", "cause", "class"},
            "From runnable to running.", Missing::merge};
        return i;
    }
    explicit WakeupDelay(Labels& l)
        : DelayProbe(info(), l) { }
    bool wanted(Delay d) const override { return d == Delay::wakeup; }
};

class SwitchDelay final : public DelayProbe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"switch.delay", Shape::samples, Unit::ns, {"cpu", "cause", "class"},
            "From when a tick or a wake-up asked for a switch to when it was done.", Missing::merge};
        return i;
    }
    explicit SwitchDelay(Labels& l)
        : DelayProbe(info(), l) { }
    bool wanted(Delay d) const override { return d == Delay::switching; }
};

class AllocStall final : public DelayProbe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"alloc.stall", Shape::samples, Unit::ns, {"cpu", "cause", "class"},
            "From asking for a page to getting one, beyond the unloaded cost.", Missing::merge};
        return i;
    }
    explicit AllocStall(Labels& l)
        : DelayProbe(info(), l) { }
    bool wanted(Delay d) const override { return d == Delay::alloc_stall; }
};

class AnyDelay final : public DelayProbe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"delay", Shape::samples, Unit::ns, {"cpu", "cause", "class"},
            "Wake-up delays, tick delays and allocation stalls together, by cause and by who had to wait.",
            Missing::merge};
        return i;
    }
    explicit AnyDelay(Labels& l)
        : DelayProbe(info(), l) { }
    bool wanted(Delay d) const override { return d != Delay::switching; }
};

} // namespace

std::vector<MetricEntry> delay_metrics() {
    return {entry<TickDelay>(), entry<WakeupDelay>(), entry<AllocStall>(), entry<AnyDelay>(), entry<SwitchDelay>(),
        entry<SwitchHeldOff>()};
}

} // namespace sluice::experiment
