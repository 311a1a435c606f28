// SPDX-License-Identifier: GPL-3.0-or-later
// Operations of the workload, and executions of listing lines.
#include "core/experiment/metrics/probe.h"

#include <charconv>

namespace sluice::experiment {

namespace {

using Missing = MetricInfo::Missing;

class OpProbe : public Probe {
public:
    static constexpr std::uint64_t kinds = kinds_of({Kind::op});
    void take(const Taken& t) override {
        if ((!op_ || static_cast<std::uint16_t>(*op_) == t.record.to) && (!cpu_ || *cpu_ == t.record.cpu))
            done(t);
    }

protected:
    OpProbe(const MetricInfo& info, Labels& l)
        : Probe(info, l.context())
        , op_(l.choice<Op>("name"))
        , cpu_(l.cpu()) { }
    virtual void done(const Taken& t) = 0;

private:
    std::optional<Op> op_;
    std::optional<CpuId> cpu_;
};

class Operations final : public OpProbe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"op", Shape::events, Unit::ns, {"cpu", "name"},
            "Operations of the workload from begin to end, with their length.", Missing::merge};
        return i;
    }
    explicit Operations(Labels& l)
        : OpProbe(info(), l) { }
    void done(const Taken& t) override {
        const auto length = static_cast<Time>(t.record.a);
        span(t.record.at - length, t.record.at, static_cast<double>(length), t.index);
    }
};

class OpTime final : public OpProbe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"op.time", Shape::samples, Unit::ns, {"cpu", "name"},
            "Duration of each operation of the workload.", Missing::merge};
        return i;
    }
    explicit OpTime(Labels& l)
        : OpProbe(info(), l) { }
    void done(const Taken& t) override { sample(t.record.at, static_cast<double>(t.record.a), t.index); }
};

/// Between two ends of operations the rate is one over the time between them, so the time-weighted mean of the level is
/// the number of operations over the time.
class OpRate final : public OpProbe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"op.rate", Shape::level, Unit::per_second, {"cpu", "name"},
            "Operations of the workload that end in a second.", Missing::sum};
        return i;
    }
    explicit OpRate(Labels& l)
        : OpProbe(info(), l)
        , before_(series().from) { }
    void done(const Taken& t) override {
        const Time at = t.record.at;
        if (at < series().from)
            return;
        if (at == before_) { // several end at once: the stretch before had them all
            ++together_;
        } else {
            started_ = before_;
            together_ = 1;
        }
        if (at > started_) {
            const double rate = static_cast<double>(kSecond) * together_ / static_cast<double>(at - started_);
            auto& points = series().points;
            if (!points.empty() && points.back().at >= started_)
                points.back().value = rate;
            else
                points.push_back({started_, rate, t.index});
            points.back().record = t.index;
            last_ = at;
        }
        before_ = at;
    }
    void flush(Time now) override {
        // Nothing ended since: the rate is not known yet, and 0 so far.
        if (last_ > 0 && now > last_ && (series().points.empty() || series().points.back().at < last_))
            series().points.push_back({last_, 0, kNoRecord});
    }

private:
    Time before_, started_ = 0, last_ = 0;
    int together_ = 0;
};

/// Executions of a listing line: how many, or the number of each one's record, which tells lines of one moment apart.
template <bool records>
class LineHits final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo hits{"line.hits", Shape::counter, Unit::count, {"cpu", "line"},
            "Executions of a listing line (line: its id, or its step number).", Missing::sum};
        static const MetricInfo numbers{"line.record", Shape::samples, Unit::count, {"cpu", "line"},
            "Number of the record of each execution of a listing line: the order in which lines were executed.",
            Missing::merge};
        return records ? numbers : hits;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::step});
    explicit LineHits(Labels& l)
        : Probe(info(), l.context())
        , cpu_(l.cpu()) {
        const auto text = l.word("line");
        if (!text)
            return;
        std::uint32_t number = 0;
        const auto [end, code] = std::from_chars(text->data(), text->data() + text->size(), number);
        if (code == std::errc() && end == text->data() + text->size() && number < 4096)
            step_ = static_cast<StepId>(number);
        else if (context().line)
            step_ = context().line(*text);
        if (!step_)
            l.fail("line=" + *text + ": no listing has this line.");
    }
    void take(const Taken& t) override {
        if ((step_ && *step_ != step_of(t.record.to)) || (cpu_ && *cpu_ != t.record.cpu))
            return;
        if (records)
            sample(t.record.at, static_cast<double>(t.index), t.index);
        else
            count(t.record.at, 1, t.index);
    }

private:
    std::optional<CpuId> cpu_;
    std::optional<StepId> step_;
};

} // namespace

std::vector<MetricEntry> run_metrics() {
    return {entry<Operations>(), entry<OpTime>(), entry<OpRate>(), entry<LineHits<false>>(), entry<LineHits<true>>()};
}

} // namespace sluice::experiment
