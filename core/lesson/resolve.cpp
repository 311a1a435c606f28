// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/resolve.h"

#include <algorithm>
#include <array>

namespace sluice::lesson {
namespace {

constexpr std::array kFunctions{
    Function{"min", 1, -1, Function::Kind::reduce},
    Function{"max", 1, -1, Function::Kind::reduce},
    Function{"mean", 1, 1, Function::Kind::reduce},
    Function{"median", 1, 1, Function::Kind::reduce},
    Function{"p", 2, 2, Function::Kind::reduce},
    Function{"sum", 1, 1, Function::Kind::reduce},
    Function{"count", 1, 1, Function::Kind::reduce},
    Function{"first", 1, 1, Function::Kind::reduce},
    Function{"last", 1, 1, Function::Kind::reduce},
    Function{"argmin", 1, 1, Function::Kind::reduce},
    Function{"argmax", 1, 1, Function::Kind::reduce},
    Function{"rate", 1, 1, Function::Kind::reduce},
    Function{"shape", 1, 1, Function::Kind::reduce},
    Function{"at", 2, 2, Function::Kind::moment},
    Function{"delta", 3, 3, Function::Kind::moment},
    Function{"time_of", 1, 1, Function::Kind::moment},
    Function{"pct", 2, 2, Function::Kind::numeric},
    Function{"ratio", 2, 2, Function::Kind::numeric},
    Function{"within", 3, 3, Function::Kind::numeric},
    Function{"sign", 1, 1, Function::Kind::numeric},
    Function{"bands", 2, -1, Function::Kind::numeric},
    Function{"rank", 1, 1, Function::Kind::numeric},
    Function{"noise", 1, 1, Function::Kind::other},
    Function{"band", 1, 1, Function::Kind::other},
    Function{"neutral", 2, 2, Function::Kind::other},
    Function{"same", 2, 2, Function::Kind::other},
    Function{"knob", 2, 2, Function::Kind::other},
    Function{"sweep", 3, 3, Function::Kind::other},
    Function{"seeds", 2, 2, Function::Kind::other},
    Function{"answered", 1, 1, Function::Kind::learner},
    Function{"opened", 1, 1, Function::Kind::learner},
    Function{"seen", 1, 1, Function::Kind::learner},
    Function{"marker", 1, 1, Function::Kind::learner},
    Function{"compared", 2, 2, Function::Kind::learner},
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
