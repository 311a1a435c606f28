// SPDX-License-Identifier: GPL-3.0-or-later
// Lockmeter's columns (Bryant and Hawkes, "Lockmeter", 2000), per lock and per call site.
#include "core/experiment/metrics/lock_filter.h"

namespace sluice::experiment {

namespace {

using Missing = MetricInfo::Missing;

/// Which acquisitions a query means: lock, call site (a name or a number) and CPU.
class AcquisitionFilter {
public:
    explicit AcquisitionFilter(Labels& l)
        : locks_(l)
        , cpu_(l.cpu()) {
        if (const auto site = l.word("site"))
            site_ = l.context().site ? l.context().site(*site) : std::nullopt;
        if (!site_)
            site_ = l.number("site", 0x10000, "call site");
    }
    bool accepts(const Record& r) const {
        return locks_.accepts(r.a) && (!site_ || *site_ == r.to) && (!cpu_ || *cpu_ == r.cpu);
    }

private:
    LockFilter locks_;
    std::optional<std::uint32_t> site_;
    std::optional<CpuId> cpu_;
};

class LockProbe : public Probe {
protected:
    LockProbe(const MetricInfo& info, Labels& l)
        : Probe(info, l.context())
        , filter_(l) { }
    bool accepts(const Taken& t) const { return filter_.accepts(t.record); }

private:
    AcquisitionFilter filter_;
};

class LockAcquisitions final : public LockProbe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"lock.acquisitions", Shape::counter, Unit::count, {"cpu", "lock", "site"},
            "Times a lock was taken.", Missing::sum};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::lock_take});
    explicit LockAcquisitions(Labels& l)
        : LockProbe(info(), l) { }
    void take(const Taken& t) override {
        if (accepts(t))
            count(t.record.at, 1, t.index);
    }
};

class LockContended final : public LockProbe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"lock.contended", Shape::counter, Unit::count, {"cpu", "lock", "site"},
            "Acquisitions that had to wait because the lock was held.", Missing::sum};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::lock_take});
    explicit LockContended(Labels& l)
        : LockProbe(info(), l) { }
    void take(const Taken& t) override {
        if (t.record.from > 0 && accepts(t))
            count(t.record.at, 1, t.index);
    }
};

class LockContention final : public LockProbe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"lock.contention", Shape::samples, Unit::percent, {"cpu", "lock", "site"},
            "100 for an acquisition that had to wait, 0 for one that did not: the mean is the contention.",
            Missing::merge};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::lock_take});
    explicit LockContention(Labels& l)
        : LockProbe(info(), l) { }
    void take(const Taken& t) override {
        if (accepts(t))
            sample(t.record.at, t.record.from > 0 ? 100 : 0, t.index);
    }
};

class LockUtilisation final : public LockProbe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"lock.utilisation", Shape::level, Unit::percent, {"cpu", "lock", "site"},
            "100 while a lock is held: the mean is the share of time held (several locks add up).", Missing::sum};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::lock_take, Kind::lock_drop});
    explicit LockUtilisation(Labels& l)
        : LockProbe(info(), l) { }
    void take(const Taken& t) override {
        if (!accepts(t))
            return;
        held_ += t.record.kind == Kind::lock_take ? 1 : -1;
        level(t.record.at, 100.0 * held_, t.index);
    }

private:
    int held_ = 0;
};

class LockHold final : public LockProbe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"lock.hold", Shape::samples, Unit::ns, {"cpu", "lock", "site"},
            "How long each holder kept a lock.", Missing::merge};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::lock_drop});
    explicit LockHold(Labels& l)
        : LockProbe(info(), l) { }
    void take(const Taken& t) override {
        if (accepts(t))
            sample(t.record.at, t.record.prev, t.index);
    }
};

class LockWait final : public LockProbe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"lock.wait", Shape::samples, Unit::ns, {"cpu", "lock", "site"},
            "How long each waiter spun for a lock (acquisitions that waited).", Missing::merge};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::lock_take});
    explicit LockWait(Labels& l)
        : LockProbe(info(), l) { }
    void take(const Taken& t) override {
        if (t.record.from > 0 && accepts(t))
            sample(t.record.at, t.record.prev, t.index);
    }
};

class LockHandover final : public LockProbe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"lock.handover", Shape::samples, Unit::ns, {"cpu", "lock", "site"},
            "Cost of bringing a lock's cache line from the CPU that held it last (acquisitions from another CPU).",
            Missing::merge};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::lock_take});
    explicit LockHandover(Labels& l)
        : LockProbe(info(), l) { }
    void take(const Taken& t) override {
        if (t.record.count == 0 || !accepts(t))
            return;
        const machine::Costs& costs = context().machine->costs;
        const Cost cost = costs[machine::Primitive::lock_transfer_near]
            + static_cast<Cost>(t.record.count - 1) * costs[machine::Primitive::lock_transfer_hop];
        sample(t.record.at, static_cast<double>(to_time(cost)), t.index);
    }
};

/// The loop that walks a batch of pages from several zones drops one lock and asks for the next in the same moment.
class LockRelocks final : public LockProbe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"lock.relocks", Shape::counter, Unit::count, {"cpu", "lock", "site"},
            "Times a CPU dropped a lock and went on with another one of the same kind, at the same call site.",
            Missing::sum};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::lock_take, Kind::lock_drop});
    explicit LockRelocks(Labels& l)
        : LockProbe(info(), l)
        , dropped_(l.context().machine->cpus.size()) { }
    void take(const Taken& t) override {
        const Record& r = t.record;
        if (r.cpu >= dropped_.size())
            return;
        Dropped& last = dropped_[r.cpu];
        if (r.kind == Kind::lock_drop) {
            last = {r.at, r.a, r.to};
            return;
        }
        const Time asked = r.at - static_cast<Time>(r.prev);
        const lock::LockGroup* group = context().locks.group_of(r.a);
        if (asked == last.at && r.a != last.lock && r.to == last.site && group && group->contains(last.lock)
            && accepts(t))
            count(r.at, 1, t.index);
    }

private:
    struct Dropped {
        Time at = -1;
        std::uint64_t lock = 0;
        std::uint16_t site = 0;
    };
    std::vector<Dropped> dropped_; ///< by CPU: what it let go of last
};

} // namespace

std::vector<MetricEntry> lock_metrics() {
    return {entry<LockAcquisitions>(), entry<LockContended>(), entry<LockContention>(), entry<LockUtilisation>(),
        entry<LockHold>(), entry<LockWait>(), entry<LockHandover>(), entry<LockRelocks>()};
}

} // namespace sluice::experiment
