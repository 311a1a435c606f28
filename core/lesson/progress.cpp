// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/progress.h"

#include <nlohmann/json.hpp>

namespace sluice::lesson {
namespace {

using nlohmann::json;

constexpr int kFormat = 1;

json to_json(const Response& response) {
    json out{{"number", response.number}, {"option", response.option}, {"order", response.order}};
    for (const auto& point : response.curve)
        out["curve"].push_back({point.x, point.y});
    for (const auto& setting : response.settings)
        out["settings"].push_back({setting.knob, setting.value});
    return out;
}

Response response_of(const json& in) {
    Response out;
    out.number = in.value("number", 0.0);
    out.option = in.value("option", -1);
    out.order = in.value("order", std::vector<int>{});
    for (const auto& point : in.value("curve", json::array()))
        out.curve.push_back({point.at(0).get<double>(), point.at(1).get<double>()});
    for (const auto& setting : in.value("settings", json::array()))
        out.settings.push_back({setting.at(0).get<std::string>(), setting.at(1).get<std::string>()});
    return out;
}

json to_json(const QuestionProgress& question) {
    json out{{"confidence", static_cast<int>(question.confidence)}, {"reason", question.reason},
        {"skipped", question.skipped}, {"revealed", question.revealed}, {"hints", question.hints},
        {"attempts", question.attempts_since_hint}};
    if (question.response)
        out["response"] = to_json(*question.response);
    return out;
}

QuestionProgress question_of(const json& in) {
    QuestionProgress out;
    const int confidence = in.value("confidence", 1);
    out.confidence = static_cast<Confidence>(confidence < 0 || confidence > 2 ? 1 : confidence);
    out.reason = in.value("reason", "");
    out.skipped = in.value("skipped", false);
    out.revealed = in.value("revealed", false);
    out.hints = in.value("hints", std::size_t{0});
    out.attempts_since_hint = in.value("attempts", 0);
    if (in.contains("response"))
        out.response = response_of(in.at("response"));
    return out;
}

} // namespace

std::string write_progress(const Progress& progress) {
    json out{{"format", kFormat}, {"lesson", progress.lesson}, {"hash", progress.hash}, {"step", progress.step},
        {"seed_offset", progress.seed_offset}, {"takeaway", progress.takeaway}, {"answered", progress.record.answered},
        {"opened", progress.record.opened}, {"seen", progress.record.seen}, {"markers", progress.record.markers}};
    out["compared"] = json::array();
    for (const auto& [a, b] : progress.record.compared)
        out["compared"].push_back({a, b});
    out["questions"] = json::object();
    for (const auto& [id, question] : progress.questions)
        out["questions"][id] = to_json(question);
    return out.dump(1, ' ', false, json::error_handler_t::replace);
}

std::optional<Progress> read_progress(std::string_view text) {
    try {
        const auto in = json::parse(text);
        if (in.value("format", 0) != kFormat)
            return std::nullopt;
        Progress out;
        out.lesson = in.at("lesson").get<std::string>();
        out.hash = in.value("hash", std::uint64_t{0});
        out.step = in.value("step", std::size_t{0});
        out.seed_offset = in.value("seed_offset", std::uint64_t{0});
        out.takeaway = in.value("takeaway", "");
        out.record.answered = in.value("answered", std::set<std::string>{});
        out.record.opened = in.value("opened", std::set<std::string>{});
        out.record.seen = in.value("seen", std::set<std::string>{});
        out.record.markers = in.value("markers", std::map<std::string, Time>{});
        for (const auto& pair : in.value("compared", json::array()))
            out.record.compared.emplace(pair.at(0).get<std::string>(), pair.at(1).get<std::string>());
        // items() refers to its object, which must outlive the loop.
        const json questions = in.value("questions", json::object());
        for (const auto& [id, question] : questions.items())
            out.questions[id] = question_of(question);
        return out;
    } catch (const json::exception&) {
        return std::nullopt;
    }
}

} // namespace sluice::lesson
