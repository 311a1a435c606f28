// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates a checked tree. Runs come in families: one run, one per value of a sweep, one per seed; every operation
// works on all members of a family at once, and a reduction of a family of numbers gives one number.
#include "core/lesson/evaluator_runs.h"

#include "core/lesson/curve.h"
#include "core/lesson/resolve.h"

#include <algorithm>
#include <cmath>

namespace sluice::lesson {
namespace {

using namespace evaluation;

class Evaluator final : public RunReader {
public:
    using RunReader::RunReader;

    Many of(const Node& node) override {
        switch (node.kind) {
        case Node::Kind::number:
            return single({.base = Base::number, .unit = node.unit}, node.value);
        case Node::Kind::text: {
            Many out = single({.base = Base::word}, 0);
            out.items[0].word = node.name;
            return out;
        }
        case Node::Kind::reference:
            return reference(node);
        case Node::Kind::family:
            return family(node);
        case Node::Kind::call:
            return call(node);
        case Node::Kind::unary: {
            Many out = node.name == "not" ? of(node.children[0]) : number(node.children[0]);
            for (auto& item : out.items)
                item.number = node.name == "not" ? (item.number == 0 ? 1 : 0) : -item.number;
            return out;
        }
        case Node::Kind::binary:
            return binary(node);
        case Node::Kind::window:
            return window(node);
        case Node::Kind::list:
        case Node::Kind::plus:
            break;
        }
        throw EvalError{node.at, "No value."};
    }

    Many number(const Node& node) override {
        Many out = of(node);
        if (out.type.base != Base::series)
            return out;
        for (auto& item : out.items) {
            if (!item.view.series)
                continue;
            const auto* how = out.type.shape == Shape::counter ? "sum"
                : out.type.shape == Shape::level               ? "last"
                                                               : "count";
            item.number = reduced(how, item.view).value_or(experiment::Reduced{}).value;
        }
        if (out.type.shape == Shape::events)
            out.type.unit = Unit::count;
        out.type.base = Base::number;
        return out;
    }

private:
    template <typename Operation>
    static Many lift(Type type, const Many& a, const Many& b, Operation operation) {
        Many out;
        const auto n = std::max(a.items.size(), b.items.size());
        type.axis = a.type.axis != Type::Axis::none ? a.type.axis : b.type.axis;
        out.type = type;
        for (std::size_t i = 0; i < n; ++i) {
            const auto& left = a.items[a.items.size() == 1 ? 0 : std::min(i, a.items.size() - 1)];
            const auto& right = b.items[b.items.size() == 1 ? 0 : std::min(i, b.items.size() - 1)];
            Item item;
            item.x = a.items.size() > 1 ? left.x : right.x;
            item.number = operation(left.number, right.number);
            out.items.push_back(std::move(item));
        }
        return out;
    }

    Many binary(const Node& node) {
        const auto& op = node.name;
        if (op == "and" || op == "or") {
            // Both sides are always evaluated while collecting; otherwise the left may settle it, so that a condition
            // is not kept waiting by a run that cannot change it.
            Many left = tolerant_truth(node.children[0]);
            if (!collecting_ && (left.items[0].number != 0) == (op == "or"))
                return left;
            Many right = tolerant_truth(node.children[1]);
            return collecting_ ? left : right;
        }
        if (op == "==" || op == "!=") {
            Many a = of(node.children[0]);
            if (a.type.base == Base::word) {
                const Many b = of(node.children[1]);
                const bool equal = a.items[0].word == b.items[0].word;
                return single({.base = Base::truth}, equal == (op == "==") ? 1 : 0);
            }
        }
        const Many a = number(node.children[0]), b = number(node.children[1]);
        const auto truth = [&](auto compare) {
            return lift(
                {.base = Base::truth}, a, b, [compare](double x, double y) { return compare(x, y) ? 1.0 : 0.0; });
        };
        if (op == "<")
            return truth(std::less<>{});
        if (op == "<=")
            return truth(std::less_equal<>{});
        if (op == ">")
            return truth(std::greater<>{});
        if (op == ">=")
            return truth(std::greater_equal<>{});
        if (op == "==")
            return truth(std::equal_to<>{});
        if (op == "!=")
            return truth(std::not_equal_to<>{});
        const auto is_plain = [](Unit u) { return u == Unit::none || u == Unit::count; };
        if (op == "+")
            return lift(a.type, a, b, std::plus<>{});
        if (op == "-")
            return lift(a.type, a, b, std::minus<>{});
        if (op == "*")
            return lift(is_plain(a.type.unit) ? b.type : a.type, a, b, std::multiplies<>{});
        Type type = a.type;
        if (!is_plain(b.type.unit))
            type.unit = Unit::none;
        return lift(type, a, b, [this, &node](double x, double y) {
            if (y == 0 && !collecting_)
                throw EvalError{node.at, "Division by zero."};
            return collecting_ ? 0 : x / y;
        });
    }

    /// In a condition, what cannot be said yet (no drain so far) is "no".
    Many tolerant_truth(const Node& node) {
        try {
            return of(node);
        } catch (const EvalError& error) {
            if (error.pending || !scope_.playhead)
                throw;
            return single({.base = Base::truth}, 0);
        }
    }

    Many call(const Node& node) {
        const auto* function = find_function(node.name);
        if (!function)
            throw EvalError{node.at, "Unknown function."};
        switch (function->kind) {
        case Function::Kind::reduce:
            return reduction(node, function->call);
        case Function::Kind::moment:
            return moments(node, function->call);
        case Function::Kind::numeric:
            return numeric(node, function->call);
        case Function::Kind::learner:
            return learner(node, function->call);
        case Function::Kind::other:
            return other(node, function->call);
        }
        return {};
    }

    Many reduction(const Node& node, Call call) {
        if (node.children.size() > 1 && call != Call::p) {
            Many out = number(node.children[0]);
            for (std::size_t i = 1; i < node.children.size(); ++i) {
                const bool least = call == Call::min;
                out = lift(out.type, out, number(node.children[i]),
                    [least](double x, double y) { return least ? std::min(x, y) : std::max(x, y); });
            }
            return out;
        }
        Many what = of(node.children.back());
        if (what.type.base == Base::number)
            return over_family(node, call, what);
        Many out;
        out.type = {.base = Base::number, .unit = what.type.unit, .axis = what.type.axis};
        if (call == Call::count)
            out.type.unit = Unit::count;
        if (call == Call::argmin || call == Call::argmax)
            out.type.unit = Unit::ns;
        if (call == Call::rate)
            out.type.unit = Unit::per_second;
        for (const auto& item : what.items) {
            Item reduced;
            reduced.x = item.x;
            if (item.view.series)
                reduced.number = reduced_number(node, call, item);
            out.items.push_back(std::move(reduced));
        }
        return out;
    }

    double reduced_number(const Node& node, Call call, const Item& item) const {
        std::optional<experiment::Reduced> value;
        if (call == Call::p) {
            value = experiment::percentile(*item.view.series, node.children[0].value, item.view.window());
        } else if (call == Call::argmin || call == Call::argmax) {
            value = reduced(call == Call::argmin ? "min" : "max", item.view);
            if (value)
                value->value = static_cast<double>(value->at);
        } else if (call == Call::rate) {
            if (const auto found = experiment::rate(*item.view.series, item.view.window()))
                value = experiment::Reduced{.value = *found};
        } else {
            value = reduced(node.name, item.view);
        }
        if (!value)
            throw EvalError{
                node.at, "Nothing was measured there: " + node.name + "() of " + item.run.text() + " has no value."};
        return value->value;
    }

    /// Reduces the numbers of a sweep or of seeds to one.
    Many over_family(const Node& node, Call call, const Many& what) {
        if (call == Call::shape) {
            std::vector<CurvePoint> curve;
            for (const auto& item : what.items)
                curve.push_back({item.x, item.number});
            Many out = single({.base = Base::word}, 0);
            out.items[0].word = std::string(curve_shape(curve));
            return out;
        }
        // One sample for each member, at its position.
        experiment::Series members;
        members.shape = Shape::samples;
        for (const auto& item : what.items)
            members.points.push_back({static_cast<Time>(members.points.size()), item.number});
        members.to = static_cast<Time>(members.points.size());
        const bool position = call == Call::argmin || call == Call::argmax;
        const auto found = call == Call::p
            ? experiment::percentile(members, node.children[0].value)
            : experiment::reduce(members, position ? node.name.substr(3) : node.name, experiment::whole(members));
        if (!found)
            throw EvalError{node.at, "There is nothing to reduce."};
        Many out = single({.base = Base::number, .unit = what.type.unit}, found->value);
        if (call == Call::count)
            out.type.unit = Unit::count;
        if (position) {
            out.type.unit = Unit::none;
            out.items[0].number = what.items[static_cast<std::size_t>(found->at)].x;
        }
        return out;
    }

    Many moments(const Node& node, Call call) {
        const auto& first = node.children[0];
        if (call == Call::time_of) {
            const bool pick = picks(first);
            const auto what = of(pick ? first.children[0] : first).items[0];
            Many out = single({.base = Base::number, .unit = Unit::ns}, 0);
            if (!what.view.series)
                return out;
            const auto found = reduced(pick ? std::string_view(first.name) : "first", what.view);
            if (!found)
                throw EvalError{node.at, "It does not happen in " + what.run.text() + "."};
            out.items[0].number = static_cast<double>(found->at);
            return out;
        }
        Many what = of(first);
        if (what.type.base == Base::number) { // at(curve, x)
            const double x = number(node.children[1]).items[0].number;
            const auto found = std::ranges::find(what.items, x, &Item::x);
            if (found == what.items.end())
                throw EvalError{node.children[1].at, "The sweep has no run there."};
            return single({.base = Base::number, .unit = what.type.unit}, found->number);
        }
        Many out;
        out.type = {.base = Base::number, .unit = what.type.unit, .axis = what.type.axis};
        for (auto& item : what.items) {
            Item reduced;
            reduced.x = item.x;
            std::optional<double> value;
            const Time t0 = moment(node.children[1], item);
            const Time t1 = call == Call::delta ? moment(node.children[2], item) : t0;
            if (item.view.series) {
                if (scope_.playhead && std::max(t0, t1) > *scope_.playhead)
                    throw EvalError{node.at, "That moment has not been reached yet."};
                const auto left = experiment::value_at(*item.view.series, t0);
                const auto right = call == Call::delta ? experiment::value_at(*item.view.series, t1) : left;
                if (left && right)
                    value = call == Call::delta ? *right - *left : *left;
                if (!value)
                    throw EvalError{node.at, "Nothing was measured by then."};
            }
            reduced.number = value.value_or(0);
            out.items.push_back(std::move(reduced));
        }
        return out;
    }

    Many numeric(const Node& node, Call call) {
        const Many first = number(node.children[0]);
        if (call == Call::rank) {
            Many out = first;
            out.type.base = Base::ranking;
            return out;
        }
        if (call == Call::sign)
            return lift({.base = Base::number}, first, first, [](double x, double) {
                return x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0;
            });
        const Many second = number(node.children[1]);
        if (call == Call::pct || call == Call::ratio) {
            const bool percent = call == Call::pct;
            return lift({.base = Base::number, .unit = percent ? Unit::percent : Unit::none}, first, second,
                [&](double x, double y) {
                    if (collecting_)
                        return 0.0;
                    if (y == 0)
                        throw EvalError{node.at, "Division by zero."};
                    return percent ? 100 * (x - y) / y : x / y;
                });
        }
        if (call == Call::within) {
            const Many third = number(node.children[2]);
            const bool relative = third.type.unit == Unit::percent && first.type.unit != Unit::percent;
            const Many distance = lift(first.type, first, second, [](double x, double y) { return std::abs(x - y); });
            const Many allowed = lift(second.type, second, third,
                [relative](double y, double t) { return relative ? std::abs(y) * t / 100 : t; });
            return lift(
                {.base = Base::truth}, distance, allowed, [](double d, double t) { return d <= t ? 1.0 : 0.0; });
        }
        Many out = lift({.base = Base::number}, first, first, [](double, double) { return 0.0; });
        for (std::size_t i = 1; i < node.children.size(); ++i) { // bands
            const Many border = number(node.children[i]);
            for (std::size_t k = 0; k < out.items.size(); ++k)
                out.items[k].number += first.items[k].number >= border.items[0].number ? 1 : 0;
        }
        return out;
    }

    /// mean + noise, or noise: twice the standard deviation over seeds.
    Many over_seeds(const Node& node, Call call) {
        const auto n = std::max<std::uint64_t>(1, scope_.seeds);
        const auto before = seed_;
        Type type;
        std::vector<double> values;
        for (std::uint64_t k = 0; k < n; ++k) {
            seed_ = before + k;
            const Many one = number(node.children[0]);
            type = one.type;
            values.push_back(one.items[0].number);
        }
        seed_ = before;
        double mean = 0, square = 0;
        for (const double value : values)
            mean += value / static_cast<double>(n);
        for (const double value : values)
            square += (value - mean) * (value - mean);
        const double noise = n > 1 ? 2 * std::sqrt(square / static_cast<double>(n - 1)) : 0;
        return single(type, call == Call::band ? mean + noise : noise);
    }

    std::uint64_t fingerprint(const RunRef& run, std::size_t at) {
        const auto* found = results(run, std::nullopt, at);
        return found ? found->fingerprint : 0;
    }

    Many other(const Node& node, Call call) {
        if (call == Call::noise || call == Call::band)
            return over_seeds(node, call);
        if (call == Call::neutral) {
            const auto run = of(node.children[1]).items[0].run;
            auto without = run;
            without.set.push_back({scope_.line, "off"});
            const bool equal = fingerprint(run, node.at) == fingerprint(without, node.at);
            return single({.base = Base::truth}, equal ? 1 : 0);
        }
        if (call == Call::same) {
            const auto a = of(node.children[0]).items[0].run, b = of(node.children[1]).items[0].run;
            const bool equal = fingerprint(a, node.at) == fingerprint(b, node.at);
            return single({.base = Base::truth}, equal ? 1 : 0);
        }
        // knob(run, id)
        const auto run = of(node.children[0]).items[0].run;
        const auto id = joined(node.children[1].path);
        const auto unit = vocabulary_.number_knobs.find(id);
        const bool is_number = unit != vocabulary_.number_knobs.end();
        Many out
            = single({.base = is_number ? Base::number : Base::word, .unit = is_number ? unit->second : Unit::none}, 0);
        if (collecting_)
            return out;
        const auto reading = scope_.runs ? scope_.runs->knob(run, id) : std::nullopt;
        if (!reading)
            throw EvalError{node.at, "The knob " + id + " of " + run.text() + " is not known.", true};
        out.items[0].number = reading->number.value_or(0);
        out.items[0].word = reading->word;
        return out;
    }

    Many learner(const Node& node, Call call) {
        static const LearnerRecord nobody;
        const auto& record = scope_.learner ? *scope_.learner : nobody;
        const auto name = joined(node.children[0].path);
        if (call == Call::marker) {
            const auto found = record.markers.find(name);
            if (found == record.markers.end() && !collecting_)
                throw EvalError{node.at, "The marker has not been placed yet."};
            return single({.base = Base::number, .unit = Unit::ns},
                found == record.markers.end() ? 0 : static_cast<double>(found->second));
        }
        bool yes = false;
        if (call == Call::answered)
            yes = record.answered.contains(name);
        else if (call == Call::opened)
            yes = record.opened.contains(name);
        else if (call == Call::seen)
            yes = record.seen.contains(name);
        else if (call == Call::compared)
            yes = record.compared.contains(std::minmax(name, joined(node.children[1].path)));
        return single({.base = Base::truth}, yes ? 1 : 0);
    }
};

} // namespace

Needs collect(const Expression& expression, const Vocabulary& vocabulary, const Scope& scope) {
    Needs needs;
    if (!expression.root)
        return needs;
    try {
        Evaluator(vocabulary, scope, &needs).number(*expression.root);
    } catch (const EvalError&) {
        // What could be collected is enough: the evaluator will name the mistake.
    }
    return needs;
}

Outcome evaluate(const Expression& expression, const Vocabulary& vocabulary, const Scope& scope) {
    Outcome out;
    if (!expression.root) {
        out.error = "The expression could not be read.";
        return out;
    }
    try {
        const Many many = Evaluator(vocabulary, scope, nullptr).number(*expression.root);
        Value value;
        value.type = many.type;
        value.number = many.items[0].number;
        value.word = many.items[0].word;
        for (const auto& item : many.items) {
            if (!std::isfinite(item.number))
                throw EvalError{0, "The value is not finite."};
            if (many.type.axis != Type::Axis::none)
                value.curve.push_back({item.x, item.number});
        }
        out.value = std::move(value);
    } catch (const EvalError& error) {
        out.error = error.message;
        out.pending = error.pending;
        out.at = error.at;
        // A condition about something that has not happened is "no".
        if (scope.playhead && !error.pending) {
            std::vector<Finding> ignored;
            const auto type = check_types(expression, vocabulary, ignored);
            if (type && type->base == Base::truth)
                out.value = Value{.type = *type, .number = 0, .word = {}, .curve = {}};
        }
    }
    return out;
}

} // namespace sluice::lesson
