// SPDX-License-Identifier: GPL-3.0-or-later
// The language of lessons: an expression names a run, a metric and a window, and reduces it to a number, a yes or no, a
// curve or an order. Grammar and meaning are in docs/EXPRESSIONS.md. This header: text → tree.
#pragma once

#include "core/experiment/metric.h"
#include "core/lesson/finding.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::lesson {

/// One node of a parsed expression. A plain tree: small, copied rarely, walked by the type check and the evaluator.
struct Node {
    enum class Kind {
        number, ///< `value`, with `unit`
        text, ///< `name`: a quoted word
        reference, ///< `path`, `labels`, `index`, `member`: a metric, an anchor, a run
        call, ///< `name`(children)
        family, ///< `name`(children) followed by `path`…: sweep(…).metric, seeds(…).metric
        unary, ///< `name` is "-" or "not"
        binary, ///< `name` is the operator
        window, ///< children: what, from, to
        list, ///< children
        plus, ///< "+20us" in a window: after the window's start
    };
    Kind kind = Kind::number;
    std::size_t at = 0; ///< byte offset in the text
    std::string name;
    double value = 0;
    experiment::Unit unit = experiment::Unit::none;
    std::vector<std::string> path; ///< segments between dots, without the last one if it is an anchor's `member`
    std::map<std::string, std::string> labels; ///< a label without a name stands under ""
    std::optional<int> index; ///< drain[0]
    std::string member; ///< "start", "end" or "value" after an index
    std::vector<Node> children;
};

/// A unit as written: how many base units (ns, bytes, percent …) it is.
struct WrittenUnit {
    std::string_view text; ///< "ms"
    experiment::Unit unit;
    double scale; ///< 1 ms = 1e6 ns
};
/// Every unit that an expression may contain.
std::span<const WrittenUnit> written_units();
const WrittenUnit* find_unit(std::string_view text);

/// A parsed expression. Cheap to copy.
struct Expression {
    std::string text;
    Where where; ///< of the first byte of `text` in its file
    std::shared_ptr<const Node> root; ///< null when the text could not be parsed
    const WrittenUnit* shown_in = nullptr; ///< the trailing unit, or null

    explicit operator bool() const { return root != nullptr; }
};

/// Reads an expression. On an error `root` is null and one finding is added (its `file` is left empty).
Expression parse_expression(std::string_view text, std::vector<Finding>& findings, Where where = {1, 1});

} // namespace sluice::lesson
