// SPDX-License-Identifier: GPL-3.0-or-later
// The half of the evaluator that reads runs: metrics, anchors, events, families of runs and windows. What it gives is
// reduced and compared in evaluator.cpp; only that file includes this one.
#pragma once

#include "core/experiment/reduce.h"
#include "core/lesson/evaluate.h"
#include "core/lesson/resolve.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace sluice::lesson::evaluation {

using experiment::Shape;
using experiment::Unit;
using Base = Type::Base;

struct EvalError {
    std::size_t at;
    std::string message;
    bool pending = false;
};

/// A series between two moments, both included.
struct SeriesView {
    const experiment::Series* series = nullptr; ///< null while needs are being collected
    Time from = 0, to = 0;
    experiment::Window window() const { return {from, to}; }
};

/// By the function's name; nothing if the window holds no value.
inline std::optional<experiment::Reduced> reduced(std::string_view function, const SeriesView& view) {
    return experiment::reduce(*view.series, function, view.window());
}

/// One member of a family.
struct Item {
    double x = 0; ///< value of the knob, or number of the seed
    double number = 0;
    std::string word;
    RunRef run; ///< of series and runs
    SeriesView view; ///< series is null while needs are being collected
};

struct Many {
    Type type;
    std::vector<Item> items; ///< exactly one without an axis
};

/// Reads runs for the tree's leaves. `of` and `number`, which walk the tree, are the evaluator's.
class RunReader {
public:
    RunReader(const Vocabulary& vocabulary, const Scope& scope, Needs* collecting)
        : vocabulary_(vocabulary)
        , scope_(scope)
        , collecting_(collecting)
        , seed_(scope.seed_offset)
        , implied_(scope.implied_run) { }
    virtual ~RunReader() = default;
    virtual Many of(const Node& node) = 0;
    virtual Many number(const Node& node) = 0;

protected:
    static Many single(Type type, double value) {
        Many out;
        out.type = type;
        out.items.resize(1);
        out.items[0].number = value;
        return out;
    }

    RunRef run_ref(const std::string& name) const {
        RunRef out;
        out.name = name.empty() ? implied_ : name == "each" ? scope_.each_run : name;
        out.seed_offset = seed_;
        return out;
    }

    /// A run named inside a window or at() means the run that the metric belongs to, sweep member included.
    RunRef implied_ref(const std::string& name) const {
        return name.empty() && implied_run_ ? *implied_run_ : run_ref(name);
    }

    const experiment::RunResults* results(
        const RunRef& run, const std::optional<experiment::MetricQuery>& query, std::size_t at) {
        if (run.name.empty())
            throw EvalError{at, "It is not said whose moment this is."};
        if (collecting_) {
            auto& queries = (*collecting_)[run];
            if (query)
                queries.insert(*query);
            return nullptr;
        }
        const auto* found = scope_.runs ? scope_.runs->results(run) : nullptr;
        if (!found || (query && !found->series.contains(*query)))
            throw EvalError{at, "Waits for " + run.text() + ".", true};
        if (!found->stuck.empty())
            throw EvalError{at, "The run " + run.text() + " did not finish: " + found->stuck};
        return found;
    }

    SeriesView view_of(const RunRef& run, const experiment::MetricQuery& query, std::size_t at) {
        const auto* found = results(run, query, at);
        if (!found)
            return {};
        const auto& series = found->series.at(query);
        const Time to = scope_.playhead ? std::min(series.to, *scope_.playhead) : series.to;
        return {&series, series.from, to};
    }

    Many reference(const Node& node) {
        const auto name = resolve(node, vocabulary_);
        if (name.what == Resolved::What::each_value)
            return single({.base = Base::number, .unit = *vocabulary_.each_value}, scope_.each_value.value_or(0));
        const auto run = implied_ref(name.run);
        if (name.what == Resolved::What::run) {
            Many out = single({.base = Base::run}, 0);
            out.items[0].run = run;
            return out;
        }
        if (name.what == Resolved::What::moment)
            return single(
                {.base = Base::number, .unit = Unit::ns}, static_cast<double>(anchor(run, name.anchor, node.at)));
        if (name.what == Resolved::What::event)
            return event(node, name, run);
        if (name.what != Resolved::What::metric)
            throw EvalError{node.at, name.message};
        Many out = single({.base = Base::series, .unit = name.info->unit, .shape = name.info->shape}, 0);
        out.items[0].run = run;
        out.items[0].view = view_of(run, name.query, node.at);
        return out;
    }

    Time anchor(const RunRef& run, const std::string& name, std::size_t at) {
        const auto* found = results(run, std::nullopt, at);
        if (name == "start" || !found)
            return 0;
        const Time end = scope_.playhead ? std::min(found->end, *scope_.playhead) : found->end;
        if (name == "end")
            return end;
        const auto moment = found->anchors.find(name);
        if (moment == found->anchors.end() || (scope_.playhead && moment->second > *scope_.playhead))
            throw EvalError{at, "There is no \"" + name + "\" in " + run.text() + (scope_.playhead ? " yet." : ".")};
        return moment->second;
    }

    Many event(const Node& node, const Resolved& name, const RunRef& run) {
        const bool is_value = node.member == "value";
        Many out = single({.base = Base::number, .unit = is_value ? name.info->unit : Unit::ns}, 0);
        const auto view = view_of(run, name.query, node.at);
        if (!view.series)
            return out;
        const auto i = static_cast<std::size_t>(*node.index);
        const bool spans = view.series->shape == Shape::events;
        const auto count = spans ? view.series->spans.size() : view.series->points.size();
        if (i >= count)
            throw EvalError{
                node.at, "There is no " + joined(node.path) + "[" + std::to_string(i) + "] in " + run.text() + "."};
        experiment::Span span;
        if (spans) {
            span = view.series->spans[i];
        } else {
            const auto& point = view.series->points[i];
            span = {point.at, point.at, point.value, point.record};
        }
        const Time moment = node.member == "start" ? span.start : span.end;
        if (moment > view.to)
            throw EvalError{node.at, joined(node.path) + "[" + std::to_string(i) + "] has not been reached yet."};
        out.items[0].number = is_value ? span.value : static_cast<double>(moment);
        return out;
    }

    Many family_runs(const Node& node) {
        Many out;
        out.type.base = Base::run;
        if (node.name == "sweep") {
            out.type.axis = Type::Axis::sweep;
            const auto base = of(node.children[0]).items[0].run;
            const auto knob = joined(node.children[1].path);
            for (const auto& value : node.children[2].children) {
                Item item;
                item.run = base;
                const bool word = value.kind == Node::Kind::text;
                item.x = word ? static_cast<double>(out.items.size()) : value.value;
                item.run.set.push_back({knob, word ? value.name : std::to_string(std::llround(value.value))});
                out.items.push_back(std::move(item));
            }
            return out;
        }
        out.type.axis = Type::Axis::seeds;
        const auto base = of(node.children[1]).items[0].run;
        for (int k = 0; k < static_cast<int>(node.children[0].value); ++k) {
            Item item;
            item.x = k;
            item.run = base;
            item.run.seed_offset += static_cast<std::uint64_t>(k);
            out.items.push_back(std::move(item));
        }
        return out;
    }

    Many family(const Node& node) {
        Many out = family_runs(node);
        const auto name = resolve(node, vocabulary_, true);
        out.type = {.base = Base::series, .unit = name.info->unit, .shape = name.info->shape, .axis = out.type.axis};
        for (auto& item : out.items)
            item.view = view_of(item.run, name.query, node.at);
        return out;
    }

    /// A moment as seen from the run of `item`.
    Time moment(const Node& node, const Item& item) {
        const auto before = implied_run_;
        implied_run_ = item.run;
        const auto value = number(node).items[0].number;
        implied_run_ = before;
        return static_cast<Time>(std::llround(value));
    }

    Many window(const Node& node) {
        Many out = of(node.children[0]);
        for (auto& item : out.items) {
            const Time from = moment(node.children[1], item);
            const auto& second = node.children[2];
            const Time to
                = second.kind == Node::Kind::plus ? from + moment(second.children[0], item) : moment(second, item);
            item.view.from = std::max(item.view.from, from);
            item.view.to = std::min(item.view.to, to);
        }
        return out;
    }

    const Vocabulary& vocabulary_;
    const Scope& scope_;
    Needs* collecting_;
    std::uint64_t seed_;
    std::string implied_;
    std::optional<RunRef> implied_run_;
};

} // namespace sluice::lesson::evaluation
