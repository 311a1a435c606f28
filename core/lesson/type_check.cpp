// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/evaluate.h"
#include "core/lesson/resolve.h"

#include <algorithm>

namespace sluice::lesson {
namespace {

using experiment::Shape;
using experiment::Unit;
using Base = Type::Base;

/// Ends a type check at the first mistake: what follows from it would only confuse.
struct TypeError {
    std::size_t at;
    std::string message, expected, found, nearest;
};

bool plain(Unit unit) {
    return unit == Unit::none || unit == Unit::count || unit == Unit::boolean;
}
bool compatible(Unit a, Unit b) {
    return a == b || (plain(a) && plain(b));
}

std::string unit_text(Unit unit) {
    switch (unit) {
    case Unit::none:
        return "a plain number";
    case Unit::count:
        return "a count";
    case Unit::pages:
        return "pages";
    case Unit::bytes:
        return "bytes";
    case Unit::ns:
        return "a time";
    case Unit::percent:
        return "%";
    case Unit::per_second:
        return "1/s";
    case Unit::boolean:
        return "yes or no";
    }
    return "";
}

/// Walks a tree once and gives its type.
class Checker {
public:
    Checker(const Vocabulary& vocabulary)
        : vocabulary_(vocabulary) { }

    Type of(const Node& node) {
        switch (node.kind) {
        case Node::Kind::number:
            return {.base = Base::number, .unit = node.unit};
        case Node::Kind::text:
            return {.base = Base::word};
        case Node::Kind::reference:
            return reference(node);
        case Node::Kind::family:
            return family(node);
        case Node::Kind::call:
            return call(node);
        case Node::Kind::unary:
            return unary(node);
        case Node::Kind::binary:
            return binary(node);
        case Node::Kind::window:
            return window(node);
        case Node::Kind::list:
            throw TypeError{node.at, "A list stands only in sweep().", "a value", "a list", {}};
        case Node::Kind::plus:
            throw TypeError{node.at, "\"+\" without a left side stands only in a window.", {}, {}, {}};
        }
        return {};
    }

    /// As a number: a counter is its sum, a level its last value, events their count.
    Type number(const Node& node) {
        Type type = of(node);
        if (type.base == Base::series) {
            if (type.shape == Shape::samples)
                throw TypeError{node.at, "A distribution is no number.", "max(…), mean(…), p(99, …) or count(…) of it",
                    type.text(), {}};
            if (type.shape == Shape::events)
                type.unit = Unit::count;
            type.base = Base::number;
        }
        if (type.base != Base::number)
            throw TypeError{node.at, "A number is needed here.", "a number", type.text(), {}};
        return type;
    }

private:
    Type reference(const Node& node) {
        const auto name = resolve(node, vocabulary_);
        switch (name.what) {
        case Resolved::What::run:
            return {.base = Base::run};
        case Resolved::What::each_value:
            return {.base = Base::number, .unit = *vocabulary_.each_value};
        case Resolved::What::metric:
            return {.base = Base::series, .unit = name.info->unit, .shape = name.info->shape};
        case Resolved::What::moment:
            return {.base = Base::number, .unit = Unit::ns};
        case Resolved::What::event:
            if (name.info->shape == Shape::level)
                throw TypeError{node.at, "A level has no events to count.", "a metric of events or samples",
                    std::string(name.info->name), {}};
            return {.base = Base::number, .unit = node.member == "value" ? name.info->unit : Unit::ns};
        case Resolved::What::unknown:
            break;
        }
        throw TypeError{node.at, name.message, {}, {}, name.nearest};
    }

    Type family(const Node& node) {
        const Type run = family_run(node);
        const auto name = resolve(node, vocabulary_, true);
        if (name.what != Resolved::What::metric)
            throw TypeError{node.at, name.message.empty() ? "A metric is needed after the runs." : name.message,
                "a metric", {}, name.nearest};
        return {.base = Base::series, .unit = name.info->unit, .shape = name.info->shape, .axis = run.axis};
    }

    void need_run(const Node& node) {
        const bool ok = node.kind == Node::Kind::reference && resolve(node, vocabulary_).what == Resolved::What::run;
        if (ok)
            return;
        const auto name = node.kind == Node::Kind::reference ? joined(node.path) : std::string("a value");
        const std::vector<std::string> known(vocabulary_.runs.begin(), vocabulary_.runs.end());
        throw TypeError{node.at, "A run is needed here.", "the name of a run", name, nearest_name(name, known)};
    }

    /// Checks that the name is a knob; true if it is a number knob.
    bool need_knob(const Node& node) {
        const auto id = node.kind == Node::Kind::reference ? joined(node.path) : std::string();
        if (vocabulary_.number_knobs.contains(id))
            return true;
        if (vocabulary_.word_knobs.contains(id))
            return false;
        std::vector<std::string> known(vocabulary_.word_knobs.begin(), vocabulary_.word_knobs.end());
        for (const auto& [name, unit] : vocabulary_.number_knobs)
            known.push_back(name);
        throw TypeError{node.at, "Unknown knob \"" + id + "\".", "a knob's id", {}, nearest_name(id, known)};
    }

    Type family_run(const Node& node) {
        if (node.name == "sweep") {
            if (node.children.size() != 3)
                throw TypeError{node.at, "sweep() takes a run, a knob and a list of values.", "3 arguments",
                    std::to_string(node.children.size()), {}};
            need_run(node.children[0]);
            const bool numbers = need_knob(node.children[1]);
            const auto& list = node.children[2];
            if (list.kind != Node::Kind::list || list.children.size() < 2 || list.children.size() > 64)
                throw TypeError{list.at, "sweep() needs the values.", "a list of 2 to 64 values", {}, {}};
            for (const auto& value : list.children) {
                const bool word = value.kind == Node::Kind::text;
                if (word ? numbers : value.kind != Node::Kind::number || !numbers)
                    throw TypeError{
                        value.at, "A value does not fit the knob.", numbers ? "a number" : "a quoted word", {}, {}};
            }
            return {.base = Base::run, .axis = Type::Axis::sweep};
        }
        if (node.name == "seeds") {
            if (node.children.size() != 2 || node.children[0].kind != Node::Kind::number || node.children[0].value < 1
                || node.children[0].value > 100)
                throw TypeError{node.at, "seeds() takes how many and a run.", "seeds(10, run)", {}, {}};
            need_run(node.children[1]);
            return {.base = Base::run, .axis = Type::Axis::seeds};
        }
        throw TypeError{
            node.at, "Only sweep() and seeds() have metrics.", "sweep(…) or seeds(…)", node.name + "(…)", {}};
    }

    Type unary(const Node& node) {
        if (node.name == "not") {
            need_truth(node.children[0]);
            return {.base = Base::truth};
        }
        return number(node.children[0]);
    }

    void need_truth(const Node& node) {
        const Type type = of(node);
        if (type.base != Base::truth || type.axis != Type::Axis::none)
            throw TypeError{node.at, "A condition is needed here.", "yes or no", type.text(), {}};
    }

    static Type::Axis joint_axis(const Node& node, const Type& a, const Type& b) {
        if (a.axis != Type::Axis::none && b.axis != Type::Axis::none && a.axis != b.axis)
            throw TypeError{node.at, "A sweep and seeds cannot be mixed.", {}, {}, {}};
        return a.axis != Type::Axis::none ? a.axis : b.axis;
    }

    Type binary(const Node& node) {
        const auto& op = node.name;
        if (op == "and" || op == "or") {
            need_truth(node.children[0]);
            need_truth(node.children[1]);
            return {.base = Base::truth};
        }
        const bool comparison = op == "<" || op == "<=" || op == ">" || op == ">=" || op == "==" || op == "!=";
        if (op == "==" || op == "!=") {
            const Type a = of(node.children[0]);
            if (a.base == Base::word) {
                const Type b = of(node.children[1]);
                if (b.base != Base::word)
                    throw TypeError{
                        node.children[1].at, "A word is compared with a word.", "a quoted word", b.text(), {}};
                return {.base = Base::truth};
            }
        }
        const Type a = number(node.children[0]), b = number(node.children[1]);
        const auto axis = joint_axis(node, a, b);
        if (comparison || op == "+" || op == "-") {
            if (!compatible(a.unit, b.unit))
                throw TypeError{node.children[1].at, "Units do not match.", unit_text(a.unit), unit_text(b.unit), {}};
            if (comparison)
                return {.base = Base::truth, .axis = axis};
            return {.base = Base::number, .unit = a.unit, .axis = axis};
        }
        if (op == "*") {
            if (!plain(a.unit) && !plain(b.unit))
                throw TypeError{node.children[1].at, "Two quantities cannot be multiplied.", "a plain number",
                    unit_text(b.unit), {}};
            return {.base = Base::number, .unit = plain(a.unit) ? b.unit : a.unit, .axis = axis};
        }
        if (plain(b.unit))
            return {.base = Base::number, .unit = a.unit, .axis = axis};
        if (a.unit != b.unit)
            throw TypeError{node.children[1].at, "Units do not match.", unit_text(a.unit) + " or a plain number",
                unit_text(b.unit), {}};
        return {.base = Base::number, .unit = Unit::none, .axis = axis};
    }

    void need_moment(const Node& node) {
        const Type type = number(node.kind == Node::Kind::plus ? node.children[0] : node);
        if (type.unit != Unit::ns || type.axis != Type::Axis::none) {
            // 0 needs no unit.
            if (node.kind == Node::Kind::number && node.value == 0)
                return;
            throw TypeError{
                node.at, "A moment is needed here.", "a time, like 20us or drain[0].start", type.text(), {}};
        }
    }

    Type window(const Node& node) {
        const Type type = of(node.children[0]);
        if (type.base != Base::series)
            throw TypeError{node.children[0].at, "Only a metric has a window.", "run.metric", type.text(), {}};
        if (node.children[1].kind == Node::Kind::plus)
            throw TypeError{node.children[1].at, "\"+\" counts from the window's start.", "a moment", {}, {}};
        need_moment(node.children[1]);
        need_moment(node.children[2]);
        return type;
    }

    Type call(const Node& node) {
        const auto* function = find_function(node.name);
        if (!function)
            throw TypeError{
                node.at, "Unknown function \"" + node.name + "\".", {}, {}, nearest_name(node.name, function_names())};
        const auto count = static_cast<int>(node.children.size());
        if (count < function->least || (function->most >= 0 && count > function->most))
            throw TypeError{node.at, node.name + "() has another number of arguments.",
                function->most < 0 ? "at least " + std::to_string(function->least) : std::to_string(function->least),
                std::to_string(count), {}};
        switch (function->kind) {
        case Function::Kind::reduce:
            return reduction(node, function->call);
        case Function::Kind::moment:
            return moment(node, function->call);
        case Function::Kind::numeric:
            return numeric(node, function->call);
        case Function::Kind::learner:
            return learner(node, function->call);
        case Function::Kind::other:
            return other(node, function->call);
        }
        return {};
    }

    Type reduction(const Node& node, Call call) {
        if (node.children.size() > 1 && call != Call::p) { // min(a, b), max(a, b)
            Type type = number(node.children[0]);
            for (const auto& child : node.children) {
                const Type next = number(child);
                if (!compatible(type.unit, next.unit))
                    throw TypeError{child.at, "Units do not match.", unit_text(type.unit), unit_text(next.unit), {}};
                type.axis = joint_axis(child, type, next);
            }
            return type;
        }
        if (call == Call::p) {
            const auto& q = node.children[0];
            if (q.kind != Node::Kind::number || !plain(q.unit) || q.value < 0 || q.value > 100)
                throw TypeError{q.at, "p() takes a percentage first.", "a number from 0 to 100", {}, {}};
        }
        const auto& what = node.children.back();
        Type type = of(what);
        if (type.base == Base::number && type.axis != Type::Axis::none)
            return over_curve(node, call, type);
        if (type.base != Base::series)
            throw TypeError{what.at, node.name + "() reduces a metric or a curve.", "run.metric", type.text(), {}};
        if (call == Call::shape)
            throw TypeError{what.at, "shape() takes a curve.", "a reduced sweep", type.text(), {}};
        if (call == Call::sum && type.shape == Shape::level)
            throw TypeError{what.at, "A level has no sum.", "mean(…), max(…) or delta(…)", type.text(), {}};
        type.base = Base::number;
        if (call == Call::count)
            type.unit = Unit::count;
        if (call == Call::argmin || call == Call::argmax)
            type.unit = Unit::ns;
        if (call == Call::rate) {
            if (type.shape == Shape::level)
                throw TypeError{what.at, "A level has no rate.", "a counter, samples or events", type.text(), {}};
            type.unit = Unit::per_second;
        }
        return type;
    }

    static Type over_curve(const Node& node, Call call, Type type) {
        if (call == Call::shape) {
            if (type.axis != Type::Axis::sweep)
                throw TypeError{node.at, "Only a sweep has a shape.", "sweep(…)", {}, {}};
            return {.base = Base::word};
        }
        if (call == Call::argmin || call == Call::argmax || call == Call::count)
            return {.base = Base::number, .unit = call == Call::count ? Unit::count : Unit::none};
        if (call == Call::rate || call == Call::sum)
            throw TypeError{node.at, node.name + "() does not take a curve.", "a metric", {}, {}};
        type.axis = Type::Axis::none;
        return type;
    }

    Type moment(const Node& node, Call call) {
        const auto& what = node.children[0];
        if (call == Call::time_of) {
            const bool pick = picks(what);
            const Type type = of(pick ? what.children[0] : what);
            if (type.base != Base::series || type.axis != Type::Axis::none)
                throw TypeError{what.at, "time_of() takes the first, last, least or greatest of a metric.",
                    "time_of(max(run.metric))", type.text(), {}};
            return {.base = Base::number, .unit = Unit::ns};
        }
        Type type = of(what);
        if (call == Call::at && type.base == Base::number && type.axis == Type::Axis::sweep) {
            const Type x = number(node.children[1]);
            if (!plain(x.unit))
                throw TypeError{
                    node.children[1].at, "A curve is read at a value of its knob.", "a plain number", x.text(), {}};
            type.axis = Type::Axis::none;
            return type;
        }
        if (type.base != Base::series)
            throw TypeError{what.at, node.name + "() takes a metric.", "run.metric", type.text(), {}};
        for (std::size_t i = 1; i < node.children.size(); ++i)
            need_moment(node.children[i]);
        type.base = Base::number;
        return type;
    }

    Type numeric(const Node& node, Call call) {
        Type first = number(node.children[0]);
        if (call == Call::sign)
            return {.base = Base::number, .axis = first.axis};
        if (call == Call::rank) {
            if (!vocabulary_.each && !vocabulary_.each_value)
                throw TypeError{node.at, "rank() stands only in a question of order.", {}, {}, {}};
            return {.base = Base::ranking, .unit = first.unit};
        }
        Type out{.base = Base::number, .unit = Unit::none, .axis = first.axis};
        for (std::size_t i = 1; i < node.children.size(); ++i) {
            const Type next = number(node.children[i]);
            const bool tolerance = call == Call::within && i == 2 && next.unit == Unit::percent;
            if (!compatible(first.unit, next.unit) && !tolerance)
                throw TypeError{
                    node.children[i].at, "Units do not match.", unit_text(first.unit), unit_text(next.unit), {}};
            out.axis = joint_axis(node, out, next);
        }
        if (call == Call::pct)
            out.unit = Unit::percent;
        if (call == Call::within)
            out.base = Base::truth;
        return out;
    }

    Type other(const Node& node, Call call) {
        if (call == Call::noise || call == Call::band) {
            const Type type = number(node.children[0]);
            if (type.axis != Type::Axis::none)
                throw TypeError{
                    node.children[0].at, node.name + "() runs the seeds itself.", "a single number", type.text(), {}};
            return type;
        }
        if (call == Call::neutral) {
            const auto& line = node.children[0];
            if (!vocabulary_.line || line.kind != Node::Kind::reference || joined(line.path) != "line")
                throw TypeError{line.at, "neutral() asks about the line of a \"find the line\" question.",
                    "neutral(line, run)", {}, {}};
            need_run(node.children[1]);
            return {.base = Base::truth};
        }
        if (call == Call::same) {
            need_run(node.children[0]);
            need_run(node.children[1]);
            return {.base = Base::truth};
        }
        if (call == Call::knob) {
            need_run(node.children[0]);
            if (!need_knob(node.children[1]))
                return {.base = Base::word};
            return {.base = Base::number, .unit = vocabulary_.number_knobs.find(joined(node.children[1].path))->second};
        }
        throw TypeError{node.at, node.name + "(…) is a set of runs.",
            "a metric after it, like " + node.name + "(…).drain.pages", {}, {}};
    }

    Type learner(const Node& node, Call call) {
        if (!vocabulary_.condition)
            throw TypeError{node.at, node.name + "() asks about the learner.", "use it in `until` only", {}, {}};
        if (call == Call::compared) {
            need_run(node.children[0]);
            need_run(node.children[1]);
            return {.base = Base::truth};
        }
        const auto& what = node.children[0];
        if (what.kind != Node::Kind::reference || what.index)
            throw TypeError{what.at, node.name + "() takes a name.", "a name", {}, {}};
        if (call == Call::answered || call == Call::marker) {
            const auto id = joined(what.path);
            if (!vocabulary_.questions.contains(id)) {
                const std::vector<std::string> known(vocabulary_.questions.begin(), vocabulary_.questions.end());
                throw TypeError{
                    what.at, "Unknown question \"" + id + "\".", "the id of a prediction", {}, nearest_name(id, known)};
            }
        }
        if (call == Call::marker)
            return {.base = Base::number, .unit = Unit::ns};
        return {.base = Base::truth};
    }

    const Vocabulary& vocabulary_;
};

} // namespace

std::string Type::text() const {
    std::string what;
    switch (base) {
    case Base::number:
        what = unit_text(unit);
        break;
    case Base::truth:
        what = "yes or no";
        break;
    case Base::word:
        what = "a word";
        break;
    case Base::series:
        what = shape == Shape::samples ? "a distribution of "
            : shape == Shape::events   ? "events with "
                                       : "a series of ";
        what += unit == Unit::none || unit == Unit::count ? "counts" : unit == Unit::ns ? "times" : unit_text(unit);
        break;
    case Base::events:
        what = "events";
        break;
    case Base::ranking:
        what = "an order";
        break;
    case Base::run:
        what = "a run";
        break;
    }
    if (axis == Axis::sweep)
        return "a curve (" + what + ")";
    if (axis == Axis::seeds)
        return "one value per seed (" + what + ")";
    return what;
}

std::optional<Type> check_types(
    const Expression& expression, const Vocabulary& vocabulary, std::vector<Finding>& findings) {
    if (!expression.root)
        return std::nullopt;
    const auto fail
        = [&](std::size_t at, std::string message, std::string expected, std::string found, std::string nearest) {
              findings.push_back({.level = Finding::Level::error,
                  .file = {},
                  .where = place_of(expression.text, at, expression.where),
                  .message = std::move(message),
                  .expected = std::move(expected),
                  .found = std::move(found),
                  .nearest = std::move(nearest)});
          };
    try {
        Checker checker(vocabulary);
        Type type = checker.of(*expression.root);
        if (type.base == Base::series || type.base == Base::number) {
            type = checker.number(*expression.root);
            if (expression.shown_in) {
                const auto shown = expression.shown_in->unit;
                // A plain ratio may be shown in per cent.
                if (type.unit != shown && !(shown == Unit::percent && plain(type.unit))) {
                    fail(expression.text.size(), "The unit at the end does not fit.", unit_text(type.unit),
                        unit_text(shown), {});
                    return std::nullopt;
                }
            }
        }
        return type;
    } catch (const TypeError& error) {
        fail(error.at, error.message, error.expected, error.found, error.nearest);
        return std::nullopt;
    }
}

} // namespace sluice::lesson
