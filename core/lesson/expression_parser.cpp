// SPDX-License-Identifier: GPL-3.0-or-later
// The grammar of docs/EXPRESSIONS.md in Boost.Spirit X3. Semantic actions build the tree, so that every node knows
// where it stands; `>` marks the places at which the parser is sure, which is where an error can say what was expected.
#include "core/lesson/expression.h"

#include <boost/spirit/home/x3.hpp>

#include <algorithm>
#include <array>
#include <charconv>

/// A parser with an action is named, in messages, as the parser alone.
template <typename Subject, typename Action>
struct boost::spirit::x3::get_info<boost::spirit::x3::action<Subject, Action>> {
    using result_type = std::string;
    std::string operator()(const action<Subject, Action>& parser) const { return what(parser.subject); }
};

namespace sluice::lesson {
namespace {

using experiment::Unit;

constexpr std::array kUnits{
    WrittenUnit{"ns", Unit::ns, 1},
    WrittenUnit{"us", Unit::ns, 1e3},
    WrittenUnit{"µs", Unit::ns, 1e3},
    WrittenUnit{"ms", Unit::ns, 1e6},
    WrittenUnit{"s", Unit::ns, 1e9},
    WrittenUnit{"pages", Unit::pages, 1},
    WrittenUnit{"page", Unit::pages, 1},
    WrittenUnit{"bytes", Unit::bytes, 1},
    WrittenUnit{"KiB", Unit::bytes, 1024},
    WrittenUnit{"MiB", Unit::bytes, 1024.0 * 1024},
    WrittenUnit{"GiB", Unit::bytes, 1024.0 * 1024 * 1024},
    WrittenUnit{"%", Unit::percent, 1},
    WrittenUnit{"1/s", Unit::per_second, 1},
};

/// Longer texts and deeper nesting are refused before parsing: the parser recurses, and no lesson needs more.
constexpr std::size_t kMaxLength = 2000;
constexpr int kMaxNesting = 40;

#if defined(__clang__)
// `a >> b > c` is how X3 writes "a, b, and then surely c".
#pragma clang diagnostic ignored "-Woverloaded-shift-op-parentheses"
#endif

namespace grammar {

// Character classes are those of ASCII: the standard ones may not be asked about a byte of a longer letter.
namespace x3 = boost::spirit::x3;
using Iterator = std::string_view::const_iterator;

struct BeginTag { };

/// Notes where the node begins: `eps` has skipped the spaces before it.
const auto here = x3::eps[(
    [](auto& ctx) { _val(ctx).at = static_cast<std::size_t>(_where(ctx).begin() - x3::get<BeginTag>(ctx).get()); })];

Node wrap(Node::Kind kind, std::string name, Node left, Node right) {
    Node out;
    out.kind = kind;
    out.at = left.at;
    out.name = std::move(name);
    out.children.push_back(std::move(left));
    out.children.push_back(std::move(right));
    return out;
}

const auto set_value = [](auto& ctx) { _val(ctx) = std::move(_attr(ctx)); };
const auto add_child = [](auto& ctx) { _val(ctx).children.push_back(std::move(_attr(ctx))); };

/// Joins what stands left of an operator with what was read right of it.
auto fold(const char* name) {
    return [name](auto& ctx) {
        auto left = std::move(x3::_val(ctx));
        x3::_val(ctx) = wrap(Node::Kind::binary, name, std::move(left), std::move(x3::_attr(ctx)));
    };
}

struct UnitSymbols : x3::symbols<const WrittenUnit*> {
    UnitSymbols() {
        for (const auto& unit : kUnits)
            add(std::string(unit.text), &unit);
    }
};
const UnitSymbols unit_symbols;

using Labels = std::map<std::string, std::string>;
using Label = std::pair<std::string, std::string>;

const x3::rule<struct NameId, std::string> name = "a name";
const x3::rule<struct WordId, std::string> word = "a word";
const x3::rule<struct PathId, std::vector<std::string>> path = "a name";
const x3::rule<struct UnitId, const WrittenUnit*> unit = "a unit";
const x3::rule<struct NumberId, Node> number = "a number";
const x3::rule<struct QuotedId, Node> quoted = "a quoted word";
const x3::rule<struct ListId, Node> list = "a list";
const x3::rule<struct ArgumentsId, std::vector<Node>> arguments = "a value or ')'";
const x3::rule<struct CallId, Node> call = "a function";
const x3::rule<struct LabelId, Label> label = "a label";
const x3::rule<struct LabelsId, Labels> labels = "labels";
const x3::rule<struct ReferenceId, Node> reference = "a name";
const x3::rule<struct PrimaryId, Node> primary = "a value";
const x3::rule<struct MomentId, Node> moment = "a moment";
const x3::rule<struct WindowedId, Node> windowed = "a value";
const x3::rule<struct UnaryId, Node> unary = "a value";
const x3::rule<struct ProductId, Node> product = "a value";
const x3::rule<struct SumId, Node> sum = "a value";
const x3::rule<struct ComparisonId, Node> comparison = "a value";
const x3::rule<struct NotId, Node> negation = "a value";
const x3::rule<struct AndId, Node> conjunction = "a value";
const x3::rule<struct OrId, Node> expression = "a value";
const x3::rule<struct IndexId, int> index = "a position, counted from 0";
const x3::rule<struct MemberId, std::string> member = "start, end or value";

const auto letter = x3::char_("a-zA-Z_");
const auto name_char = x3::char_("a-zA-Z0-9_");
const auto name_ends = !name_char;
const auto keyword = (x3::lit("and") | x3::lit("or") | x3::lit("not") | x3::lit("in")) >> name_ends;
// "drain-posted" is one name: a dash belongs to it when a letter follows. A difference is written with spaces.
const auto bare_name = !keyword >> letter >> *(name_char | (x3::lit('-') >> &letter));

const auto take_string = [](auto& ctx) { _val(ctx) = std::string(_attr(ctx).begin(), _attr(ctx).end()); };

const auto name_def = x3::lexeme[x3::raw[bare_name][take_string]];
const auto word_def = x3::lexeme[x3::raw[name_char >> *(name_char | (x3::char_("-+.") >> &name_char))][take_string]];
const auto path_def = x3::lexeme[x3::raw[bare_name % '.'][([](auto& ctx) {
    std::string part;
    for (const char c : _attr(ctx)) {
        if (c != '.') {
            part += c;
        } else {
            _val(ctx).push_back(part);
            part.clear();
        }
    }
    _val(ctx).push_back(part);
})]];
const auto unit_def = x3::lexeme[unit_symbols[set_value] >> name_ends];

const auto number_def = here >> x3::lexeme[x3::raw[+x3::ascii::digit >> -(x3::lit('.') >> +x3::ascii::digit)][([](auto& ctx) {
    _val(ctx).kind = Node::Kind::number;
    const std::string digits(_attr(ctx).begin(), _attr(ctx).end());
    std::from_chars(digits.data(), digits.data() + digits.size(), _val(ctx).value);
})]] >> -unit[([](auto& ctx) {
    _val(ctx).value *= _attr(ctx)->scale;
    _val(ctx).unit = _attr(ctx)->unit;
})];

const auto quoted_def = here >> x3::lexeme['\'' > x3::raw[*(x3::char_ - '\'')][([](auto& ctx) {
    _val(ctx).kind = Node::Kind::text;
    _val(ctx).name = std::string(_attr(ctx).begin(), _attr(ctx).end());
})] > '\''];

const auto set_list = [](auto& ctx) { _val(ctx).kind = Node::Kind::list; };
const auto list_def = here >> x3::lit('[')[set_list] > expression[add_child] > *(',' > expression[add_child]) > ']';

const auto push = [](auto& ctx) { _val(ctx).push_back(std::move(_attr(ctx))); };
const auto arguments_def = x3::lit(')') | (expression[push] > *(',' > expression[push]) > ')');

const auto call_def = here >> name[([](auto& ctx) {
    _val(ctx).kind = Node::Kind::call;
    _val(ctx).name = std::move(_attr(ctx));
})] >> '('
    > arguments[([](auto& ctx) { _val(ctx).children = std::move(_attr(ctx)); })]
    > -(x3::lit('.') > path[([](auto& ctx) {
          _val(ctx).kind = Node::Kind::family;
          _val(ctx).path = std::move(_attr(ctx));
      })]
        > -labels[([](auto& ctx) { _val(ctx).labels = std::move(_attr(ctx)); })]);

const auto label_def = word[([](auto& ctx) {
    _val(ctx) = {"", std::move(_attr(ctx))};
})] > -(x3::lit('=') > word[([](auto& ctx) {
    _val(ctx) = {_val(ctx).second, std::move(_attr(ctx))};
})]);
const auto add_label = [](auto& ctx) { _val(ctx).insert(std::move(_attr(ctx))); };
const auto labels_def = x3::lit('{') > label[add_label] > *(',' > label[add_label]) > '}';

const auto index_def
    = x3::lexeme[x3::uint_parser<unsigned, 10, 1, 6>{}[([](auto& ctx) { _val(ctx) = static_cast<int>(_attr(ctx)); })]];
const auto member_def = x3::lexeme[x3::raw[(x3::lit("start") | "end" | "value") >> name_ends][take_string]];

const auto reference_def = here >> path[([](auto& ctx) {
    _val(ctx).kind = Node::Kind::reference;
    _val(ctx).path = std::move(_attr(ctx));
})] > -labels[([](auto& ctx) { _val(ctx).labels = std::move(_attr(ctx)); })]
    > -(x3::lit('[') > index[([](auto& ctx) { _val(ctx).index = _attr(ctx); })] > ']' > '.'
        > member[([](auto& ctx) { _val(ctx).member = std::move(_attr(ctx)); })]);

const auto primary_def = number[set_value] | quoted[set_value] | (x3::lit('(') > expression[set_value] > ')')
    | list[set_value] | call[set_value] | reference[set_value];

const auto moment_def
    = (here >> x3::lit('+')[([](auto& ctx) { _val(ctx).kind = Node::Kind::plus; })] > sum[add_child]) | sum[set_value];

const auto make_window = [](auto& ctx) {
    Node out;
    out.kind = Node::Kind::window;
    out.at = _val(ctx).at;
    out.children.push_back(std::move(_val(ctx)));
    _val(ctx) = std::move(out);
};
const auto in_word = x3::lexeme[x3::lit("in") >> name_ends];
const auto windowed_def
    = primary[set_value] >> -(in_word[make_window] > '[' > moment[add_child] > ',' > moment[add_child] > ']');

// A row of signs is counted, not recursed into.
const auto negate = [](auto& ctx) {
    if (_val(ctx).value == 0) {
        _val(ctx) = std::move(_attr(ctx));
        return;
    }
    Node out;
    out.kind = Node::Kind::unary;
    out.at = _val(ctx).at;
    out.name = _val(ctx).name;
    out.children.push_back(std::move(_attr(ctx)));
    _val(ctx) = std::move(out);
};
auto flip(const char* sign) {
    return [sign](auto& ctx) {
        x3::_val(ctx).name = sign;
        x3::_val(ctx).value = x3::_val(ctx).value == 0 ? 1 : 0;
    };
}
const auto unary_def = here >> *x3::lit('-')[flip("-")] >> windowed[negate];
const auto product_def = unary[set_value] >> *(('*' > unary[fold("*")]) | ('/' > unary[fold("/")]));
const auto sum_def = product[set_value] >> *(('+' > product[fold("+")]) | ('-' > product[fold("-")]));
const auto comparison_def
    = sum[set_value] >> -(("<=" > sum[fold("<=")]) | (">=" > sum[fold(">=")]) | ("==" > sum[fold("==")])
          | ("!=" > sum[fold("!=")]) | ('<' > sum[fold("<")]) | ('>' > sum[fold(">")]));
const auto not_word = x3::lexeme[x3::lit("not") >> name_ends];
const auto negation_def = here >> *not_word[flip("not")] >> comparison[negate];
const auto and_word = x3::lexeme[x3::lit("and") >> name_ends];
const auto conjunction_def = negation[set_value] >> *(and_word > negation[fold("and")]);
const auto or_word = x3::lexeme[x3::lit("or") >> name_ends];
const auto expression_def = conjunction[set_value] >> *(or_word > conjunction[fold("or")]);

BOOST_SPIRIT_DEFINE(name, word, path, unit, number, quoted, list, arguments, call, label, labels, index, member,
    reference, primary, moment, windowed, unary, product, sum, comparison, negation, conjunction, expression)

} // namespace grammar

/// What stands at `offset`, for messages.
std::string found_at(std::string_view text, std::size_t offset) {
    while (offset < text.size() && (text[offset] == ' ' || text[offset] == '\n'))
        ++offset;
    if (offset >= text.size())
        return "the end";
    auto end = offset + 1;
    const auto is_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    while (is_name(text[offset]) && end < text.size() && is_name(text[end]))
        ++end;
    // A letter outside ASCII is several bytes: keep them together.
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
        ++end;
    return "\"" + std::string(text.substr(offset, std::min<std::size_t>(end - offset, 40))) + "\"";
}

int deepest_nesting(std::string_view text) {
    int depth = 0, deepest = 0;
    for (const char c : text) {
        depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
        deepest = std::max(deepest, depth);
    }
    return deepest;
}

} // namespace

std::span<const WrittenUnit> written_units() {
    return kUnits;
}

const WrittenUnit* find_unit(std::string_view text) {
    const auto* found = std::ranges::find(kUnits, text, &WrittenUnit::text);
    return found == kUnits.end() ? nullptr : found;
}

Expression parse_expression(std::string_view text, std::vector<Finding>& findings, Where where) {
    namespace x3 = boost::spirit::x3;
    Expression out{.text = std::string(text), .where = where, .root = nullptr, .shown_in = nullptr};
    const auto fail = [&](std::size_t offset, std::string message, std::string expected, std::string found) {
        findings.push_back({.level = Finding::Level::error,
            .file = {},
            .where = place_of(text, offset, where),
            .message = std::move(message),
            .expected = std::move(expected),
            .found = std::move(found),
            .nearest = {}});
        return out;
    };
    if (text.size() > kMaxLength)
        return fail(0, "The expression is too long.", "at most 2,000 bytes", std::to_string(text.size()));
    if (deepest_nesting(text) > kMaxNesting)
        return fail(0, "The expression is nested too deeply.", "at most 40 levels", "more");

    Node root;
    auto at = text.begin();
    const auto begin = text.begin();
    const auto take_unit = [&out](auto& ctx) { out.shown_in = x3::_attr(ctx); };
    try {
        const auto take_root = [&root](auto& ctx) { root = std::move(x3::_attr(ctx)); };
        const auto with_root
            = x3::with<grammar::BeginTag>(std::ref(begin))[grammar::expression[take_root] >> -grammar::unit[take_unit]];
        if (!x3::phrase_parse(at, text.end(), with_root, x3::ascii::space))
            return fail(0, "This is no expression.", "a value", found_at(text, 0));
    } catch (const x3::expectation_failure<grammar::Iterator>& error) {
        const auto offset = static_cast<std::size_t>(error.where() - begin);
        return fail(offset, "The expression cannot be read.", error.which(), found_at(text, offset));
    }
    if (at != text.end()) {
        const auto offset = static_cast<std::size_t>(at - begin);
        return fail(
            offset, "The expression goes on after its end.", "an operator, a unit or the end", found_at(text, offset));
    }
    out.root = std::make_shared<const Node>(std::move(root));
    return out;
}

} // namespace sluice::lesson
