// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lesson_blocks.h"

#include "core/engine/random.h"

#include <algorithm>
#include <array>

namespace sluice::lesson {
namespace {

using experiment::FileException;
using experiment::TableReader;
using experiment::TomlValue;

constexpr std::array<std::string_view, 7> kTypes{"choice", "number", "order", "curve", "bug", "policy", "breakpoint"};

/// The text of a TOML string begins one byte after its quote.
Where text_place(const TomlValue& value) {
    return {value.line, value.column + 1};
}

Expression expression_of(
    const TomlValue& value, TableReader& reader, std::string_view key, std::vector<Finding>& findings) {
    if (value.kind != TomlValue::Kind::text)
        reader.wrong(key, value, "an expression in quotes");
    return parse_expression(value.text, findings, text_place(value));
}

Expression expression_or_none(TableReader& reader, std::string_view key, std::vector<Finding>& findings) {
    const auto* value = reader.get(key);
    return value ? expression_of(*value, reader, key, findings) : Expression{};
}

/// A knob's value as --set takes it: 256, "merged", true, ["idle", "unmap"].
std::string setting_text(const TomlValue& value, TableReader& reader, std::string_view key) {
    switch (value.kind) {
    case TomlValue::Kind::text:
        return value.text;
    case TomlValue::Kind::integer:
        return std::to_string(value.integer);
    case TomlValue::Kind::boolean:
        return value.boolean ? "on" : "off";
    case TomlValue::Kind::array: {
        std::string out;
        for (const auto& item : value.items) {
            if (item.kind != TomlValue::Kind::text)
                reader.wrong(key, item, "a list of words");
            out += (out.empty() ? "" : "+") + item.text;
        }
        return out.empty() ? "none" : out;
    }
    default:
        break;
    }
    reader.wrong(key, value, "a number, a word, true, false or a list of words");
}

std::vector<Setting> settings_of(const TomlValue& table, TableReader& reader, std::string_view key) {
    if (table.kind != TomlValue::Kind::table)
        reader.wrong(key, table, "a table of knobs, like { \"drain.cap\" = 16 }");
    std::vector<Setting> out;
    for (const auto& member : table.members)
        out.push_back({member.key, setting_text(member.value, reader, member.key)});
    return out;
}

const std::vector<TomlValue>& array_of(const TomlValue& value, TableReader& reader, std::string_view key) {
    if (value.kind != TomlValue::Kind::array)
        reader.wrong(key, value, "a list");
    return value.items;
}

Action action_of(const TomlValue& value, TableReader& reader, std::vector<Finding>& findings) {
    if (value.kind != TomlValue::Kind::text)
        reader.wrong("solution", value, "a list of texts");
    static constexpr std::array<std::string_view, 8> kVerbs{
        "play", "set", "answer", "compare", "open", "see", "run", "mark"};
    static constexpr std::array<int, 8> kWords{-1, 2, 1, 2, 1, 1, 1, -2}; // -1: a moment, -2: a question and a moment
    Action out;
    out.where = text_place(value);
    std::string_view rest(value.text);
    const auto word = [&rest] {
        while (rest.starts_with(' '))
            rest.remove_prefix(1);
        const auto end = std::min(rest.find(' '), rest.size());
        const auto found = std::string(rest.substr(0, end));
        rest.remove_prefix(end);
        return found;
    };
    const auto verb = word();
    const auto found = std::ranges::find(kVerbs, verb);
    if (found == kVerbs.end())
        reader.fail(value, "Unknown action “" + verb + "”", "play, set, answer, compare, open, see, run or mark",
            "“" + verb + "”", nearest_name(verb, kVerbs));
    const auto index = static_cast<std::size_t>(found - kVerbs.begin());
    out.kind = static_cast<Action::Kind>(index);
    if (kWords[index] == -2)
        out.words.push_back(word());
    if (kWords[index] < 0) {
        while (rest.starts_with(' '))
            rest.remove_prefix(1);
        const auto offset = static_cast<int>(rest.data() - value.text.data());
        out.moment = parse_expression(rest, findings, {out.where.line, out.where.column + offset});
        return out;
    }
    while (!rest.empty())
        if (auto next = word(); !next.empty())
            out.words.push_back(std::move(next));
    if (static_cast<int>(out.words.size()) != kWords[index])
        reader.fail(value, "The action “" + verb + "” has another number of words", std::to_string(kWords[index]),
            std::to_string(out.words.size()));
    return out;
}

Axis axis_of(TableReader& reader, std::string_view key) {
    Axis out;
    const auto* table = reader.table_if(key);
    if (!table)
        return out;
    TableReader axis(*table, reader.file(), std::string(key));
    out.label = axis.text_or("label", "");
    out.unit = axis.text_or("unit", "");
    const auto* unit = find_unit(out.unit);
    if (!out.unit.empty() && !unit)
        axis.fail(*table->find("unit"), "Unknown unit “" + out.unit + "”",
            "ns, us, ms, s, pages, bytes, KiB, MiB, GiB, % or 1/s");
    const double scale = unit ? unit->scale : 1;
    out.low = axis.number_if("low").value_or(0) * scale;
    out.high = axis.number_if("high").value_or(0) * scale;
    out.logarithmic = axis.boolean_or("log", false);
    axis.finish();
    return out;
}

Option option_of(const TomlValue& item, TableReader& reader, std::string_view key, std::vector<Finding>& findings) {
    Option out;
    if (item.kind == TomlValue::Kind::text) {
        out.id = out.text = item.text;
        return out;
    }
    if (item.kind != TomlValue::Kind::table)
        reader.wrong(key, item, "texts, or tables with text and when or value");
    TableReader one(item, reader.file(), std::string(key));
    out.text = one.text("text");
    out.id = one.text_or("id", out.text);
    out.when = expression_or_none(one, "when", findings);
    out.value = expression_or_none(one, "value", findings);
    out.say = one.text_or("say", "");
    one.finish();
    return out;
}

void read_accept(TableReader& reader, Prediction& out) {
    const auto* table = reader.table_if("accept");
    if (!table)
        return;
    TableReader accept(*table, reader.file(), "accept");
    out.accept.ratio = accept.number_if("ratio");
    if (out.accept.ratio && *out.accept.ratio < 1)
        accept.wrong("ratio", *table->find("ratio"), "a factor of at least 1");
    out.accept.within = accept.number_if("within");
    if (const auto* unit = find_unit(out.unit); unit && out.accept.within)
        *out.accept.within *= unit->scale;
    out.accept.distance = accept.number_if("distance");
    if (accept.has("time"))
        out.accept.time = accept.time("time", 1, kSecond);
    accept.finish();
}

void read_wrong(TableReader& reader, Prediction& out, std::vector<Finding>& findings) {
    const auto* list = reader.get("wrong");
    if (!list)
        return;
    for (const auto& item : array_of(*list, reader, "wrong")) {
        if (item.kind != TomlValue::Kind::table)
            reader.wrong("wrong", item, "tables with value and say");
        TableReader one(item, reader.file(), "wrong");
        WrongValue wrong;
        wrong.value = expression_of(one.need("value"), one, "value", findings);
        wrong.say = one.text("say");
        one.finish();
        out.wrong.push_back(std::move(wrong));
    }
}

void read_settings_list(TableReader& reader, std::string_view key, std::vector<std::vector<Setting>>& out) {
    if (const auto* list = reader.get(key))
        for (const auto& item : array_of(*list, reader, key))
            out.push_back(settings_of(item, reader, key));
}

/// The same run draws the same values everywhere, whatever else the file says.
void read_draws(TableReader& reader, RunSpec& run, std::vector<Finding>& findings) {
    if (const auto* table = reader.table_if("draw")) {
        run.hidden_until = reader.text("until");
        for (const auto& member : table->members) {
            Draw draw{member.key, {}};
            for (const auto& item : array_of(member.value, reader, "draw"))
                draw.among.push_back(setting_text(item, reader, member.key));
            if (draw.among.size() < 2)
                reader.wrong("draw", member.value, "at least two values of " + member.key);
            engine::Random luck(run.seed, "draw " + run.name + " " + draw.knob);
            run.set.push_back({draw.knob, draw.among[luck.below(draw.among.size())]});
            run.draws.push_back(std::move(draw));
        }
    }
    if (const auto* list = reader.get("told-by"))
        for (const auto& item : array_of(*list, reader, "told-by"))
            run.told_by.push_back(expression_of(item, reader, "told-by", findings));
}

} // namespace

Finding to_finding(const experiment::FileError& error) {
    Finding out;
    out.file = error.file;
    out.where = {error.line, error.column};
    out.message = error.message + (error.message.ends_with('.') ? "" : ".");
    out.expected = error.expected;
    out.found = error.found;
    out.nearest = error.suggestion;
    // "Did you mean “x”?" is written by Finding::text.
    constexpr std::string_view kAsk = "Did you mean ";
    if (out.nearest.starts_with(kAsk))
        out.nearest
            = out.nearest.substr(kAsk.size(), out.nearest.size() - kAsk.size() - (out.nearest.ends_with('?') ? 1 : 0));
    return out;
}

void read_lesson_block(const TomlValue& table, Lesson& lesson, std::vector<Finding>&) {
    TableReader reader(table, lesson.file);
    reader.integer("format", 1, 1);
    lesson.id = reader.text("id");
    lesson.path = reader.text_or("path", "");
    lesson.minutes = static_cast<int>(reader.integer("minutes", 1, 120));
    lesson.needs = reader.texts_or_none("needs");
    lesson.goals = reader.texts_or_none("goals");
    lesson.attacks = reader.text_or("attacks", "");
    lesson.sources = reader.texts_or_none("sources");
    lesson.claims = reader.texts_or_none("claims");
    reader.finish();
}

void read_run_block(const TomlValue& table, Lesson& lesson, std::vector<Finding>& findings) {
    TableReader all(table, lesson.file);
    for (const auto& member : table.members) {
        TableReader reader(all.table(member.key), lesson.file, member.key);
        RunSpec run;
        run.name = member.key;
        run.where = {member.line, member.column};
        run.label = reader.text_or("label", member.key);
        if (run.name == "here" || run.name == "choice" || run.name == "each" || run.name == "start"
            || run.name == "end")
            reader.fail(member.value, "A run cannot be called “" + run.name + "”", "another name");
        if (reader.has("from")) {
            run.from = reader.text("from");
            const auto* base = lesson.find_run(run.from);
            if (!base)
                reader.fail(
                    *member.value.find("from"), "No run above is called “" + run.from + "”", "the name of a run above");
            run.scenario = base->scenario;
            run.seed = base->seed;
            run.set = base->set;
            run.hidden_until = base->hidden_until;
        } else {
            run.scenario = reader.text("scenario");
        }
        run.seed = static_cast<std::uint64_t>(
            reader.integer_or("seed", 0, 1'000'000'000, static_cast<std::int64_t>(run.seed)));
        if (const auto* set = reader.table_if("set"))
            for (auto& setting : settings_of(*set, reader, "set"))
                run.set.push_back(std::move(setting));
        read_draws(reader, run, findings);
        reader.finish();
        lesson.runs.push_back(std::move(run));
    }
}

void read_step_block(const TomlValue& table, const std::string& file, Step& step, std::vector<Finding>& findings) {
    TableReader reader(table, file);
    step.id = reader.text("id");
    step.show = reader.texts_or_none("show");
    step.knobs = reader.texts_or_none("knobs");
    step.scenario_note = reader.text_or("note", "");
    step.speed = reader.text_or("speed", "");
    step.playback_seconds = reader.number_if("watch").value_or(0);
    if (const auto* start = reader.table_if("start")) {
        TableReader inner(*start, file, "start");
        step.start.run = inner.text("run");
        step.start.at = expression_or_none(inner, "at", findings);
        inner.finish();
    }
    step.until = expression_or_none(reader, "until", findings);
    if (const auto* solution = reader.get("solution"))
        for (const auto& item : array_of(*solution, reader, "solution"))
            step.solution.push_back(action_of(item, reader, findings));
    reader.finish();
}

Prediction read_predict_block(const TomlValue& table, const std::string& file, std::vector<Finding>& findings) {
    TableReader reader(table, file);
    Prediction out;
    out.id = reader.text("id");
    out.type = static_cast<PredictionType>(reader.choice("type", {kTypes.begin(), kTypes.end()}));
    out.ask = reader.text("ask");
    out.unit = reader.text_or("unit", "");
    if (!out.unit.empty() && !find_unit(out.unit))
        reader.fail(*table.find("unit"), "Unknown unit “" + out.unit + "”",
            "ns, us, ms, s, pages, bytes, KiB, MiB, GiB, % or 1/s");
    for (const auto* key : {"options", "items"})
        if (const auto* list = reader.get(key))
            for (const auto& item : array_of(*list, reader, key))
                out.options.push_back(option_of(item, reader, key, findings));
    if (const auto* answer = reader.get("answer")) {
        if (answer->kind == TomlValue::Kind::array)
            for (const auto& item : answer->items)
                out.answers.push_back(expression_of(item, reader, "answer", findings));
        else
            out.answers.push_back(expression_of(*answer, reader, "answer", findings));
    }
    out.shown = expression_or_none(reader, "shown", findings);
    out.reveal = expression_or_none(reader, "reveal", findings);
    read_accept(reader, out);
    read_wrong(reader, out, findings);
    out.hints = reader.texts_or_none("hints");
    out.explain = reader.text_or("explain", "");
    out.knob = reader.text_or("knob", "");
    if (const auto* xs = reader.get("at"))
        for (const auto& item : array_of(*xs, reader, "at")) {
            if (item.kind != TomlValue::Kind::integer && item.kind != TomlValue::Kind::real)
                reader.wrong("at", item, "a list of numbers");
            out.xs.push_back(item.kind == TomlValue::Kind::integer ? static_cast<double>(item.integer) : item.real);
        }
    out.x = axis_of(reader, "x");
    out.y = axis_of(reader, "y");
    out.listing = reader.text_or("listing", "");
    out.candidates = reader.texts_or_none("candidates");
    read_settings_list(reader, "passing", out.passing);
    read_settings_list(reader, "failing", out.failing);
    reader.finish();
    return out;
}

} // namespace sluice::lesson
