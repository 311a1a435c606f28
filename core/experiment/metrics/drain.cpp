// SPDX-License-Identifier: GPL-3.0-or-later
// Drains and stretches with preemption or interrupts off.
#include "core/experiment/metrics/probe.h"

#include <map>

namespace sluice::experiment {

namespace {

using Missing = MetricInfo::Missing;

/// A drain is a call that freed at least one page.
class DrainProbe : public Probe {
public:
    static constexpr std::uint64_t kinds = kinds_of({Kind::drain_end});
    void take(const Taken& t) override {
        const Record& r = t.record;
        if (r.a > 0 && (!cpu_ || *cpu_ == r.cpu) && (!node_ || *node_ == context().machine->cpus[r.cpu].node)
            && (!trigger_ || static_cast<std::uint16_t>(*trigger_) == r.to))
            drained(t);
    }

protected:
    DrainProbe(const MetricInfo& info, Labels& l)
        : Probe(info, l.context())
        , cpu_(l.cpu())
        , node_(l.node())
        , trigger_(l.choice<Trigger>("trigger")) { }
    virtual void drained(const Taken& t) = 0;

private:
    std::optional<CpuId> cpu_;
    std::optional<NodeId> node_;
    std::optional<Trigger> trigger_;
};

class DrainEvents final : public DrainProbe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"drain.events", Shape::counter, Unit::count, {"cpu", "node", "trigger"},
            "Calls that freed at least one page.", Missing::sum};
        return i;
    }
    explicit DrainEvents(Labels& l)
        : DrainProbe(info(), l) { }
    void drained(const Taken& t) override { count(t.record.at, 1, t.index); }
};

class DrainPages final : public DrainProbe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"drain.pages", Shape::counter, Unit::pages, {"cpu", "node", "trigger"},
            "Pages freed by drains.", Missing::sum};
        return i;
    }
    explicit DrainPages(Labels& l)
        : DrainProbe(info(), l) { }
    void drained(const Taken& t) override { count(t.record.at, static_cast<double>(t.record.a), t.index); }
};

class DrainSections final : public DrainProbe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"drain.sections", Shape::counter, Unit::count, {"cpu", "node", "trigger"},
            "Stretches without preemption that drains were made of.", Missing::sum};
        return i;
    }
    explicit DrainSections(Labels& l)
        : DrainProbe(info(), l) { }
    void drained(const Taken& t) override { count(t.record.at, t.record.count, t.index); }
};

/// The drains themselves, as stretches of time: drain[0] is the first.
class Drains final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"drain", Shape::events, Unit::pages, {"cpu", "node", "trigger"},
            "Drains that freed at least one page, from begin to end, with the pages freed.", Missing::merge};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::drain_begin, Kind::drain_end});
    explicit Drains(Labels& l)
        : Probe(info(), l.context())
        , cpu_(l.cpu())
        , node_(l.node())
        , trigger_(l.choice<Trigger>("trigger")) { }
    void take(const Taken& t) override {
        const Record& r = t.record;
        if ((cpu_ && *cpu_ != r.cpu) || (node_ && *node_ != context().machine->cpus[r.cpu].node)
            || (trigger_ && static_cast<std::uint16_t>(*trigger_) != r.to))
            return;
        if (r.kind == Kind::drain_begin) {
            begun_[t.index] = r.at;
            return;
        }
        const auto begin = begun_.find(r.cause);
        const Time start = begin == begun_.end() ? r.at : begin->second;
        if (begin != begun_.end())
            begun_.erase(begin);
        if (r.a > 0)
            span(start, r.at, static_cast<double>(r.a), t.index);
    }

private:
    std::optional<CpuId> cpu_;
    std::optional<NodeId> node_;
    std::optional<Trigger> trigger_;
    std::map<RecordIndex, Time> begun_; ///< by drain_begin; a CPU may have several under way
};

class DrainSectionPages final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"drain.section.pages", Shape::samples, Unit::pages, {"cpu"},
            "Pages that a drain freed in one stretch without preemption.", Missing::merge};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::section});
    explicit DrainSectionPages(Labels& l)
        : Probe(info(), l.context())
        , cpu_(l.cpu()) { }
    void take(const Taken& t) override;

private:
    std::optional<CpuId> cpu_;
};

bool is_drain_section(const Record& r) {
    return static_cast<SectionKind>(r.from) == SectionKind::preemption
        && static_cast<SectionCause>(r.to) == SectionCause::quicklist_drain && r.prev > 0;
}

void DrainSectionPages::take(const Taken& t) {
    if (is_drain_section(t.record) && (!cpu_ || *cpu_ == t.record.cpu))
        sample(t.record.at, t.record.prev, t.index);
}

class DrainSectionTime final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"drain.section.time", Shape::samples, Unit::ns, {"cpu"},
            "Length of each stretch without preemption in which a drain freed pages.", Missing::merge};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::section});
    explicit DrainSectionTime(Labels& l)
        : Probe(info(), l.context())
        , cpu_(l.cpu()) { }
    void take(const Taken& t) override {
        if (is_drain_section(t.record) && (!cpu_ || *cpu_ == t.record.cpu))
            sample(t.record.at, static_cast<double>(t.record.a), t.index);
    }

private:
    std::optional<CpuId> cpu_;
};

class SectionTime : public Probe {
public:
    static constexpr std::uint64_t kinds = kinds_of({Kind::section});
    void take(const Taken& t) override {
        const Record& r = t.record;
        if (static_cast<SectionKind>(r.from) == kind_ && (!cpu_ || *cpu_ == r.cpu)
            && (!cause_ || static_cast<std::uint16_t>(*cause_) == r.to))
            sample(r.at, static_cast<double>(r.a), t.index);
    }

protected:
    SectionTime(const MetricInfo& info, Labels& l, SectionKind kind)
        : Probe(info, l.context())
        , kind_(kind)
        , cpu_(l.cpu())
        , cause_(l.choice<SectionCause>("cause")) { }

private:
    SectionKind kind_;
    std::optional<CpuId> cpu_;
    std::optional<SectionCause> cause_;
};

class PreemptOffTime final : public SectionTime {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"preempt_off.time", Shape::samples, Unit::ns, {"cause", "cpu"},
            "Length of each stretch with preemption off.", Missing::merge};
        return i;
    }
    explicit PreemptOffTime(Labels& l)
        : SectionTime(info(), l, SectionKind::preemption) { }
};

class IrqOffTime final : public SectionTime {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"irq_off.time", Shape::samples, Unit::ns, {"cause", "cpu"},
            "Length of each stretch with interrupts off.", Missing::merge};
        return i;
    }
    explicit IrqOffTime(Labels& l)
        : SectionTime(info(), l, SectionKind::interrupts) { }
};

} // namespace

std::vector<MetricEntry> drain_metrics() {
    return {entry<Drains>(), entry<DrainEvents>(), entry<DrainPages>(), entry<DrainSections>(),
        entry<DrainSectionPages>(), entry<DrainSectionTime>(), entry<PreemptOffTime>(), entry<IrqOffTime>()};
}

} // namespace sluice::experiment
