// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/resolve.h"

#include <algorithm>
#include <array>

namespace sluice::lesson {
namespace {

constexpr std::array kFunctions{
    Function{"min", Call::min, 1, -1, Function::Kind::reduce},
    Function{"max", Call::max, 1, -1, Function::Kind::reduce},
    Function{"mean", Call::mean, 1, 1, Function::Kind::reduce},
    Function{"median", Call::median, 1, 1, Function::Kind::reduce},
    Function{"p", Call::p, 2, 2, Function::Kind::reduce},
    Function{"sum", Call::sum, 1, 1, Function::Kind::reduce},
    Function{"count", Call::count, 1, 1, Function::Kind::reduce},
    Function{"first", Call::first, 1, 1, Function::Kind::reduce},
    Function{"last", Call::last, 1, 1, Function::Kind::reduce},
    Function{"argmin", Call::argmin, 1, 1, Function::Kind::reduce},
    Function{"argmax", Call::argmax, 1, 1, Function::Kind::reduce},
    Function{"rate", Call::rate, 1, 1, Function::Kind::reduce},
    Function{"shape", Call::shape, 1, 1, Function::Kind::reduce},
    Function{"at", Call::at, 2, 2, Function::Kind::moment},
    Function{"delta", Call::delta, 3, 3, Function::Kind::moment},
    Function{"time_of", Call::time_of, 1, 1, Function::Kind::moment},
    Function{"pct", Call::pct, 2, 2, Function::Kind::numeric},
    Function{"ratio", Call::ratio, 2, 2, Function::Kind::numeric},
    Function{"within", Call::within, 3, 3, Function::Kind::numeric},
    Function{"sign", Call::sign, 1, 1, Function::Kind::numeric},
    Function{"bands", Call::bands, 2, -1, Function::Kind::numeric},
    Function{"rank", Call::rank, 1, 1, Function::Kind::numeric},
    Function{"noise", Call::noise, 1, 1, Function::Kind::other},
    Function{"band", Call::band, 1, 1, Function::Kind::other},
    Function{"neutral", Call::neutral, 2, 2, Function::Kind::other},
    Function{"same", Call::same, 2, 2, Function::Kind::other},
    Function{"knob", Call::knob, 2, 2, Function::Kind::other},
    Function{"sweep", Call::sweep, 3, 3, Function::Kind::other},
    Function{"seeds", Call::seeds, 2, 2, Function::Kind::other},
    Function{"answered", Call::answered, 1, 1, Function::Kind::learner},
    Function{"opened", Call::opened, 1, 1, Function::Kind::learner},
    Function{"seen", Call::seen, 1, 1, Function::Kind::learner},
    Function{"marker", Call::marker, 1, 1, Function::Kind::learner},
    Function{"compared", Call::compared, 2, 2, Function::Kind::learner},
};

bool is_run(const Vocabulary& vocabulary, std::string_view name) {
    return vocabulary.runs.contains(name) || (name == "here" && vocabulary.condition)
        || (name == "choice" && vocabulary.choice) || (name == "each" && vocabulary.each);
}

} // namespace

const Function* find_function(std::string_view name) {
    const auto* found = std::ranges::find(kFunctions, name, &Function::name);
    return found == kFunctions.end() ? nullptr : found;
}

bool picks(const Node& node) {
    if (node.kind != Node::Kind::call || node.children.size() != 1)
        return false;
    const Function* f = find_function(node.name);
    return f && (f->call == Call::first || f->call == Call::last || f->call == Call::min || f->call == Call::max);
}

std::vector<std::string> function_names() {
    std::vector<std::string> out;
    for (const auto& function : kFunctions)
        out.emplace_back(function.name);
    return out;
}

std::string joined(std::span<const std::string> path) {
    std::string out;
    for (const auto& part : path) {
        if (!out.empty())
            out += '.';
        out += part;
    }
    return out;
}

const experiment::MetricInfo* find_metric(const Vocabulary& vocabulary, std::string_view name) {
    const auto found = std::ranges::find(vocabulary.metrics, name, &experiment::MetricInfo::name);
    return found == vocabulary.metrics.end() ? nullptr : &*found;
}

Resolved resolve(const Node& node, const Vocabulary& vocabulary, bool in_family) {
    Resolved out;
    std::span<const std::string> rest(node.path);
    if (!in_family && !rest.empty()) {
        if (rest[0] == "each" && vocabulary.each_value && rest.size() == 1) {
            out.what = Resolved::What::each_value;
            return out;
        }
        if (is_run(vocabulary, rest[0])) {
            out.run = rest[0];
            rest = rest.subspan(1);
            if (rest.empty()) {
                out.what = Resolved::What::run;
                return out;
            }
        }
    }
    const auto name = joined(rest);
    if (!node.index && node.labels.empty() && (vocabulary.anchors.contains(name) || name == "start" || name == "end")) {
        out.what = Resolved::What::moment;
        out.anchor = name;
        return out;
    }
    out.info = find_metric(vocabulary, name);
    if (!out.info) {
        std::vector<std::string> known;
        if (out.run.empty() && !in_family && rest.size() > 1 && find_metric(vocabulary, joined(rest.subspan(1)))) {
            known.assign(vocabulary.runs.begin(), vocabulary.runs.end());
            out.message = "Unknown run \"" + rest[0] + "\".";
            out.nearest = nearest_name(rest[0], known);
            return out;
        }
        for (const auto& metric : vocabulary.metrics)
            known.emplace_back(metric.name);
        known.insert(known.end(), vocabulary.anchors.begin(), vocabulary.anchors.end());
        if (out.run.empty())
            known.insert(known.end(), vocabulary.runs.begin(), vocabulary.runs.end());
        out.message = "Unknown name \"" + name + "\".";
        out.nearest = nearest_name(name, known);
        return out;
    }
    out.what = node.index ? Resolved::What::event : Resolved::What::metric;
    out.query.name = std::string(out.info->name);
    for (const auto& [label, value] : node.labels) {
        std::string key = label;
        if (key.empty() && !out.info->labels.empty())
            key = std::string(out.info->labels.front());
        if (std::ranges::find(out.info->labels, key) == out.info->labels.end()) {
            out.what = Resolved::What::unknown;
            out.message = "The metric " + out.query.name + " has no label \"" + (label.empty() ? value : label) + "\".";
            out.nearest = nearest_name(label, std::span<const std::string_view>(out.info->labels));
            return out;
        }
        out.query.labels[key] = value;
    }
    return out;
}

} // namespace sluice::lesson
