// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/claims.h"

#include "core/assets/assets.h"
#include "core/experiment/take.h"
#include "core/experiment/toml_tree.h"
#include "core/experiment/units.h"

#include <algorithm>
#include <array>

namespace sluice::experiment {

namespace {

constexpr std::array<std::string_view, 3> kUses{"cal", "test", "report"};
constexpr std::array<std::string_view, 4> kCompares{"percent", "ratio", "difference", "share"};
constexpr std::array<std::string_view, 3> kOvers{"mean", "max", "min"};
constexpr std::array<std::string_view, 2> kExpects{"within", "outside"};

template <std::size_t N>
std::vector<std::string_view> views(const std::array<std::string_view, N>& a) {
    return {a.begin(), a.end()};
}

std::string file_id(std::string_view path) {
    path.remove_prefix(path.rfind('/') == std::string_view::npos ? 0 : path.rfind('/') + 1);
    return std::string(path.substr(0, path.rfind('.')));
}

class CardReader {
public:
    CardReader(const TomlValue& root, const std::string& file)
        : r_(root, file)
        , file_(file) { }

    ClaimCard read() {
        r_.integer("format", 1, 1);
        card_.id = r_.text("id");
        card_.group = r_.text("group");
        card_.title = r_.text("title");
        card_.about = r_.text("about");
        card_.leaves_out = r_.texts_or_none("leaves-out");
        if (const TomlValue* quotes = tables("quote"))
            for (const TomlValue& t : quotes->items) {
                TableReader q(t, file_, "quote");
                card_.quotes.push_back({q.text("text"), q.text("source"), q.text_or("note", "")});
                q.finish();
            }
        if (const TomlValue* runs = r_.table_if("run"))
            for (const TomlMember& m : runs->members)
                read_run(m);
        const TomlValue* rows = tables("row");
        if (!rows)
            r_.need("row");
        for (const TomlValue& t : rows->items)
            read_row(t);
        r_.finish();
        return std::move(card_);
    }

private:
    const TomlValue* tables(std::string_view key) {
        const TomlValue* v = r_.get(key);
        if (!v)
            return nullptr;
        if (v->kind != TomlValue::Kind::array || v->items.empty())
            r_.wrong(key, *v, "tables [[" + std::string(key) + "]]");
        for (const TomlValue& t : v->items)
            if (t.kind != TomlValue::Kind::table)
                r_.wrong(key, t, "tables [[" + std::string(key) + "]]");
        return v;
    }

    void read_run(const TomlMember& member) {
        if (member.value.kind != TomlValue::Kind::table)
            r_.wrong("run", member.value, "a table { scenario = … }");
        TableReader t(member.value, file_, "run." + member.key);
        ClaimRun run;
        run.name = member.key;
        FileError error;
        Scenario scenario;
        if (t.has("from")) {
            const std::string from = t.text("from");
            scenario = *find_run(from, *t.get("from")).scenario;
        } else {
            auto s = shipped_scenario(t.text("scenario"), error);
            if (!s)
                fail(*t.get("scenario"), error);
            scenario = *std::move(s);
        }
        if (t.has("preset") && !set_preset(scenario, t.text("preset"), error))
            fail(*t.get("preset"), error);
        if (const TomlValue* set = t.table_if("set"))
            for (const TomlMember& m : set->members) {
                std::string text
                    = m.value.kind == TomlValue::Kind::integer ? std::to_string(m.value.integer) : m.value.text;
                if (m.value.kind == TomlValue::Kind::boolean)
                    text = m.value.boolean ? "on" : "off";
                if (!set_knob(scenario, m.key, text, error))
                    fail(m.value, error);
            }
        if (t.has("length"))
            scenario.length = t.time("length", kMicrosecond, kMaxLength);
        if (t.has("measure-from"))
            scenario.measure_from = t.time("measure-from", 0, scenario.length - 1);
        run.first_seed = static_cast<std::uint64_t>(t.integer_or("seed", 0, 1'000'000'000, 1));
        run.one_seed = t.boolean_or("one-seed", false);
        t.finish();
        run.scenario = std::make_shared<const Scenario>(std::move(scenario));
        card_.runs.push_back(std::move(run));
    }

    [[noreturn]] void fail(const TomlValue& at, FileError error) const {
        error.file = file_;
        error.line = at.line;
        error.column = at.column;
        throw FileException(error);
    }

    const ClaimRun& find_run(const std::string& name, const TomlValue& at) const {
        std::vector<std::string> known;
        for (const ClaimRun& run : card_.runs) {
            if (run.name == name)
                return run;
            known.push_back(run.name);
        }
        r_.fail(at, "There is no run “" + name + "” before this", "", "", did_you_mean(name, known));
    }

    MetricQuery query(TableReader& v, std::string_view key) {
        const auto q = parse_query(v.text(key));
        if (!q)
            v.wrong(key, *v.get(key), "a metric such as “quicklist.pages{cpu=0}”");
        if (const auto why = check_query(*q))
            v.fail(*v.get(key), *why);
        return *q;
    }

    void read_value(ClaimRow& row, const TomlValue& value) {
        TableReader v(value, file_, "row.value");
        row.term.take = v.text("take");
        if (!is_take(row.term.take))
            v.wrong("take", *v.get("take"), "min, max, mean, median, sum, count, first, last or p0 to p100");
        row.term.of = query(v, "of");
        row.term.run = v.text("run");
        find_run(row.term.run, *v.get("run"));
        if (v.has("against") || v.has("against-of")) {
            ClaimTerm other = row.term;
            if (v.has("against")) {
                other.run = v.text("against");
                find_run(other.run, *v.get("against"));
            }
            if (v.has("against-of"))
                other.of = query(v, "against-of");
            if (v.has("against-take")) {
                other.take = v.text("against-take");
                if (!is_take(other.take))
                    v.wrong("against-take", *v.get("against-take"), "a name as for take");
            }
            row.against = other;
            row.compare = static_cast<ClaimRow::Compare>(v.choice("as", views(kCompares)) + 1);
        }
        if (const TomlValue* w = v.get("window")) {
            std::vector<Time> times;
            for (const TomlValue& item : w->items)
                if (const auto t = parse_time(item.text); t && item.kind == TomlValue::Kind::text)
                    times.push_back(*t);
            if (times.size() != 2 || w->items.size() != 2 || times[0] >= times[1])
                v.wrong("window", *w, "two times in order, like [\"10 ms\", \"20 ms\"]");
            row.window = ClaimWindow{times[0], times[1]};
        }
        if (v.has("over"))
            row.over = static_cast<ClaimRow::Over>(v.choice("over", views(kOvers)));
        v.finish();
    }

    void read_row(const TomlValue& table) {
        TableReader t(table, file_, "row");
        ClaimRow row;
        row.id = t.text("id");
        if (row.id != card_.id && !row.id.starts_with(card_.id + "."))
            t.wrong("id", *t.get("id"), "an id that begins with “" + card_.id + ".”");
        for (const ClaimRow& other : card_.rows)
            if (other.id == row.id)
                t.fail(*t.get("id"), "The row “" + row.id + "” exists twice");
        row.label = t.text("label");
        row.condition = t.text_or("condition", "");
        row.published = t.number_if("published");
        row.published_text = t.text_or("published-text", "");
        if (!row.published && row.published_text.empty())
            t.fail(
                table, "The row “" + row.id + "” says nothing that was published", "“published” or “published-text”");
        row.unit = t.text_or("unit", "");
        row.use = static_cast<ClaimUse>(t.choice("use", views(kUses)));
        row.low = t.number_if("low");
        row.high = t.number_if("high");
        if (row.use != ClaimUse::report && !row.low && !row.high)
            t.fail(table, "The row “" + row.id + "” has no tolerance", "“low”, “high” or both");
        if (row.low && row.high && *row.low > *row.high)
            t.wrong("low", *t.get("low"), "a number not above “high”");
        row.expect_within
            = row.use == ClaimUse::report ? (t.get("expect"), true) : t.choice("expect", views(kExpects)) == 0;
        row.because = t.text_or("because", "");
        if (!row.expect_within && row.because.empty())
            t.fail(table, "The row “" + row.id + "” is expected to be missed and does not say why", "“because”");
        read_value(row, t.table("value"));
        t.finish();
        card_.rows.push_back(std::move(row));
    }

    TableReader r_;
    std::string file_;
    ClaimCard card_;
};

} // namespace

std::string_view use_name(ClaimUse use) {
    return kUses[static_cast<std::size_t>(use)];
}

namespace {
struct VerdictWords {
    std::string_view name, words;
};
constexpr std::array<VerdictWords, 4> kVerdicts{{
    {"within", "Holds"},
    {"outside", "Missed"},
    {"calibrated", "Used to set costs"},
    {"reported", "Reported"},
}};
} // namespace

std::string_view verdict_name(Verdict verdict) {
    return kVerdicts[static_cast<std::size_t>(verdict)].name;
}
std::string_view verdict_words(Verdict verdict) {
    return kVerdicts[static_cast<std::size_t>(verdict)].words;
}

std::optional<ClaimCard> read_claim(std::string_view text, const std::string& file, FileError& error) {
    try {
        const TomlValue root = toml_tree::parse(text, file);
        return CardReader(root, file).read();
    } catch (const FileException& e) {
        error = e.error;
        return std::nullopt;
    }
}

std::optional<Source> read_source(std::string_view text, const std::string& file, FileError& error) {
    try {
        const TomlValue root = toml_tree::parse(text, file);
        TableReader r(root, file);
        r.integer("format", 1, 1);
        Source s;
        s.id = r.text("id");
        if (s.id != file_id(file))
            r.wrong("id", *r.get("id"), "the name of the file, “" + file_id(file) + "”");
        s.title = r.text("title");
        s.author = r.text("author");
        s.date = r.text("date");
        s.url = r.text_or("url", "");
        s.message_id = r.text_or("message-id", "");
        s.quotes = r.texts_or_none("quotes");
        r.texts_or_none("numbers");
        r.finish();
        return s;
    } catch (const FileException& e) {
        error = e.error;
        return std::nullopt;
    }
}

std::vector<ClaimCard> shipped_claims(FileError& error) {
    std::vector<ClaimCard> cards;
    for (const std::string_view path : assets::list("assets/claims/"))
        if (auto card = read_claim(*assets::text(path), std::string(path), error))
            cards.push_back(*std::move(card));
    std::sort(cards.begin(), cards.end(), [](const ClaimCard& a, const ClaimCard& b) { return a.id < b.id; });
    return cards;
}

std::vector<Source> shipped_sources(FileError& error) {
    std::vector<Source> sources;
    for (const std::string_view path : assets::list("assets/sources/"))
        if (auto source = read_source(*assets::text(path), std::string(path), error))
            sources.push_back(*std::move(source));
    return sources;
}

} // namespace sluice::experiment
