// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/scenario_file.h"

#include "core/assets/assets.h"
#include "core/experiment/profile.h"
#include "core/experiment/scenario_text.h"
#include "core/experiment/toml_tree.h"
#include "core/experiment/units.h"
#include "core/workload/knobs.h"

#include <algorithm>

namespace sluice::experiment {

namespace {

/// Giants and their page tables must fit beside what the start places.
std::string giants_contradiction(const Scenario& s) {
    std::uint64_t room = 0;
    for (const machine::Zone& z : s.machine.zones)
        room += z.pages - z.reserved;
    for (const Placement& p : s.start)
        if (p.target != Placement::Target::node_free)
            room -= std::min(room, p.pages);
    const auto of = [&s](std::string_view id) { return static_cast<std::uint64_t>(s.knobs[*find_knob(id)]); };
    const std::uint64_t bytes = of("workload.giant") << 20, count = of("workload.giants");
    // A page table of 512 entries for each 2 MiB of 4 KiB pages.
    if (bytes / s.machine.page_size <= room / count / 513 * 512)
        return "";
    return (count == 1 ? "A giant of " : grouped(static_cast<std::int64_t>(count)) + " giants of ") + format_size(bytes)
        + (count == 1 ? " does" : " do") + " not fit into the " + format_size(room * s.machine.page_size)
        + " that the machine has for processes";
}

/// A workload may need disks and costs that not every profile has. Empty, or what is wrong.
std::string workload_contradiction(const Scenario& s) {
    const auto kind = static_cast<workload::Kind>(s.knobs[*find_knob("workload.kind")]);
    const auto lacks = [&](std::string_view does, std::string_view what) {
        return "The workload “" + std::string(workload::name(kind)) + "” " + std::string(does) + ", but the machine “"
            + s.machine.profile + "” has no " + std::string(what);
    };
    if (workload::uses_files(kind) && (!s.machine.costs.has(machine::kCostsOfFiles) || s.machine.disks.count == 0))
        return lacks("uses files", "disks, or no costs of files and LRU lists");
    if (workload::frees_much(kind) && !s.machine.costs.has(machine::kCostsOfFreeing))
        return lacks("frees much memory at once", "costs of that (tlb-flush, release-page, lru-delete, page-cold)");
    return workload::frees_much(kind) ? giants_contradiction(s) : "";
}

constexpr std::string_view kFolder = "assets/scenarios/";
constexpr Time kMinLength = kMicrosecond;

/// A key of a table with its dotted name: {drain = {cap = 1}} and {"drain.cap" = 1} mean the same.
struct FlatMember {
    std::string key;
    const TomlMember* member;
};

void flatten(const TomlValue& table, const std::string& prefix, std::vector<FlatMember>& out) {
    for (const TomlMember& m : table.members) {
        const std::string key = prefix.empty() ? m.key : prefix + "." + m.key;
        if (m.value.kind == TomlValue::Kind::table && !m.value.members.empty())
            flatten(m.value, key, out);
        else
            out.push_back({key, &m});
    }
}

[[noreturn]] void fail_at(const std::string& file, int line, int column, std::string message, std::string expected = "",
    std::string found = "", std::string suggestion = "") {
    throw FileException(
        {file, line, column, std::move(message), std::move(expected), std::move(found), std::move(suggestion)});
}

/// The text that parse_value reads for a TOML value; empty if no knob takes such a value.
std::string knob_text(const TomlValue& v) {
    switch (v.kind) {
    case TomlValue::Kind::text:
        return v.text;
    case TomlValue::Kind::integer:
        return std::to_string(v.integer);
    case TomlValue::Kind::boolean:
        return v.boolean ? "on" : "off";
    case TomlValue::Kind::array: {
        std::string joined;
        for (const TomlValue& item : v.items) {
            if (item.kind != TomlValue::Kind::text)
                return "";
            joined += (joined.empty() ? "" : "+") + item.text;
        }
        return v.items.empty() ? "none" : joined;
    }
    default:
        return "";
    }
}

std::string choice_hint(const Knob& knob, std::string_view word) {
    std::vector<std::string_view> ids;
    for (const KnobChoice& c : knob.choices)
        ids.push_back(c.id);
    return ids.empty() ? "" : did_you_mean(word, ids);
}

FileError unknown_knob(std::string_view id) {
    FileError e;
    e.message = "Unknown knob “" + std::string(id.substr(0, 60)) + "”";
    const auto close = similar_knobs(id);
    e.suggestion = close.empty() ? "`sluice knobs` lists all" : "Did you mean " + one_of(close) + "?";
    if (close.empty())
        e.suggestion += ".";
    return e;
}

FileError wrong_value(const Knob& knob, std::string found, std::string_view word) {
    FileError e;
    e.message = "“" + std::string(knob.id) + "” has a wrong value";
    e.expected = value_domain(knob);
    e.found = std::move(found);
    e.suggestion = choice_hint(knob, word);
    return e;
}

/// A knob and its value from text; throws an error without a place.
std::pair<KnobIndex, KnobValue> knob_from(std::string_view id, std::string_view text, const std::string& found) {
    const auto index = find_knob(id);
    if (!index)
        throw FileException(unknown_knob(id));
    const Knob& knob = knob_table()[*index];
    std::string ignored;
    const auto value = parse_value(knob, text, ignored);
    if (!value)
        throw FileException(wrong_value(knob, found, text));
    return {*index, *value};
}

const Preset& preset_from(std::string_view id) {
    if (const Preset* p = find_preset(id))
        return *p;
    std::vector<std::string> ids;
    for (const Preset& p : presets())
        ids.emplace_back(p.id);
    FileError e;
    e.message = "Unknown preset “" + std::string(id.substr(0, 60)) + "”";
    e.expected = one_of(ids);
    e.suggestion = did_you_mean(id, ids);
    throw FileException(e);
}

/// Runs `f`, adding a place to errors that have none.
template <class F>
void with_place(const std::string& file, int line, int column, F&& f) {
    try {
        f();
    } catch (FileException& e) {
        FileError error = e.error;
        if (error.file.empty()) {
            error.file = file;
            error.line = line;
            error.column = column;
        }
        throw FileException(error);
    }
}

class ScenarioReader {
public:
    ScenarioReader(const TomlValue& root, const std::string& file, const ProfileSource& profiles)
        : root_(root)
        , r_(root, file)
        , file_(file)
        , profiles_(profiles) { }

    Scenario read() {
        r_.integer("format", 1, 1);
        s_.id = file_name();
        s_.title = r_.text("title");
        s_.note = r_.text_or("note", "");
        s_.base = read_machine();
        s_.machine = s_.base;
        s_.knobs = standard_values();
        s_.length = r_.time("length", kMinLength, kMaxLength);
        if (const TomlValue* p = r_.get("preset")) {
            if (p->kind != TomlValue::Kind::text)
                r_.wrong("preset", *p, "the name of a preset in quotes");
            with_place(file_, p->line, p->column, [&] {
                for (const auto& [knob, value] : preset_from(p->text).values)
                    s_.knobs[knob] = value;
            });
        }
        if (const TomlValue* t = r_.table_if("set"))
            read_knobs(*t, "");
        if (const TomlValue* t = r_.table_if("workload"))
            read_knobs(*t, "workload.");
        if (const TomlValue* t = r_.table_if("start"))
            read_start(*t);
        if (const TomlValue* t = r_.table_if("measure")) {
            TableReader m(*t, file_, "measure");
            s_.measure_from = m.time("from", 0, s_.length - 1);
            m.finish();
        }
        r_.finish();
        if (const auto kind = find_knob("workload.kind"))
            s_.workload = format_value(knob_table()[*kind], s_.knobs[*kind]);
        const TomlValue* at = r_.get("set") ? r_.get("set") : &root_;
        if (std::string why = rebuild_machine(s_); !why.empty())
            r_.fail(*at, why);
        if (std::string why = workload_contradiction(s_); !why.empty())
            r_.fail(root_.find("machine") ? *root_.find("machine") : root_, why, "a machine such as “piii-4x500”");
        check_cpus();
        return std::move(s_);
    }

private:
    std::string file_name() const {
        std::string id = file_.substr(file_.rfind('/') == std::string::npos ? 0 : file_.rfind('/') + 1);
        id = id.substr(0, id.rfind('.'));
        return id.empty() ? "unnamed" : id;
    }

    machine::Machine read_machine() {
        const TomlValue& v = r_.need("machine");
        if (v.kind == TomlValue::Kind::table)
            return machine_from_table(v, file_, "unnamed");
        if (v.kind != TomlValue::Kind::text)
            r_.wrong("machine", v, "the name of a machine profile in quotes");
        if (auto m = shipped_profile(v.text))
            return *std::move(m);
        if (profiles_) {
            if (const auto text = profiles_(v.text)) {
                FileError error;
                auto m = read_profile(*text, v.text + ".toml", error);
                if (!m)
                    throw FileException(error);
                m->profile = v.text;
                return *std::move(m);
            }
        }
        std::vector<std::string> known = shipped_profiles();
        known.emplace_back("this-machine");
        r_.fail(v, "Unknown machine “" + v.text.substr(0, 60) + "”", one_of(known), "", did_you_mean(v.text, known));
    }

    void read_knobs(const TomlValue& table, const std::string& prefix) {
        std::vector<FlatMember> members;
        flatten(table, "", members);
        for (const auto& [key, m] : members) {
            const std::string id = key.starts_with(prefix) ? key : prefix + key;
            with_place(file_, m->line, m->column, [&] {
                if (!find_knob(id))
                    throw FileException(unknown_knob(id));
            });
            with_place(file_, m->value.line, m->value.column, [&, &member = *m] {
                const auto [knob, value] = knob_from(id, knob_text(member.value), member.value.describe());
                if (std::find(set_.begin(), set_.end(), knob) != set_.end())
                    fail_at(file_, member.line, member.column, "“" + id + "” is set twice");
                set_.push_back(knob);
                s_.knobs[knob] = value;
                places_.emplace_back(knob, &member.value);
            });
        }
    }

    /// Pages from a number of pages or a size.
    std::uint64_t pages(const FlatMember& f) {
        const TomlValue& v = f.member->value;
        const std::uint32_t size = page_size();
        if (v.kind == TomlValue::Kind::integer && v.integer >= 0
            && v.integer <= static_cast<std::int64_t>(kMaxMemory / size))
            return static_cast<std::uint64_t>(v.integer);
        if (v.kind == TomlValue::Kind::text)
            if (const auto bytes = parse_size(v.text); bytes && *bytes <= kMaxMemory)
                return *bytes / size;
        fail_at(file_, v.line, v.column, "“" + f.key + "” has a wrong value",
            "a number of pages or a size up to 64 TiB", v.describe());
    }

    std::uint32_t page_size() {
        Scenario probe = s_;
        probe.start.clear();
        return rebuild_machine(probe).empty() ? probe.machine.page_size : s_.base.page_size;
    }

    void read_start(const TomlValue& table) {
        struct Family {
            std::string_view prefix;
            Placement::Target target;
        };
        const Family families[]
            = {{"quicklist.cpu", Placement::Target::quicklist}, {"process.node", Placement::Target::anonymous},
                {"cache.node", Placement::Target::file}, {"free.node", Placement::Target::node_free}};
        std::vector<FlatMember> members;
        flatten(table, "", members);
        for (const FlatMember& f : members) {
            const std::uint64_t n = pages(f);
            if (f.key == "cache.fill" || f.key == "process.giant") {
                fill_nodes(f, n);
                continue;
            }
            bool known = false;
            for (const Family& family : families) {
                if (!f.key.starts_with(family.prefix))
                    continue;
                const std::string digits = f.key.substr(family.prefix.size());
                if (digits.empty() || digits.size() > 4 || digits.find_first_not_of("0123456789") != std::string::npos)
                    continue;
                const int where = std::stoi(digits);
                for (const Placement& p : s_.start)
                    if (p.target == family.target && p.where == where)
                        fail_at(file_, f.member->line, f.member->column, "“" + f.key + "” is placed twice");
                s_.start.push_back({family.target, static_cast<std::uint16_t>(where), n});
                known = true;
            }
            if (!known)
                fail_at(file_, f.member->line, f.member->column,
                    "Unknown place “" + f.key.substr(0, 60) + "” in “start”",
                    "“quicklist.cpuN”, “free.nodeN”, “cache.nodeN”, “process.nodeN”, “cache.fill” or “process.giant”");
        }
        std::stable_sort(s_.start.begin(), s_.start.end(), [](const Placement& a, const Placement& b) {
            return std::pair(a.target, a.where) < std::pair(b.target, b.where);
        });
    }

    /// Memory that one owner fills as a kernel does: nodes one after the other, each up to what it has.
    void fill_nodes(const FlatMember& f, std::uint64_t n) {
        Scenario probe = s_;
        probe.start.clear();
        if (!rebuild_machine(probe).empty())
            probe.machine = s_.base;
        const auto target = f.key == "cache.fill" ? Placement::Target::file : Placement::Target::anonymous;
        std::vector<std::uint64_t> room(probe.machine.nodes);
        for (const machine::Zone& z : probe.machine.zones)
            room[z.node] += z.pages - z.reserved;
        for (std::uint32_t node = 0; node < probe.machine.nodes && n > 0; ++node) {
            const std::uint64_t take = std::min(n, room[node]);
            if (take > 0)
                s_.start.push_back({target, static_cast<std::uint16_t>(node), take});
            n -= take;
        }
        if (n > 0)
            fail_at(
                file_, f.member->value.line, f.member->value.column, "“" + f.key + "” does not fit into the machine");
    }

    void check_cpus() {
        for (const std::string_view id : {"workload.fork-cpu", "workload.exit-cpu"}) {
            const auto knob = find_knob(id);
            if (!knob || s_.knobs[*knob] < static_cast<KnobValue>(s_.machine.cpus.size()))
                continue;
            for (const auto& [k, value] : places_)
                if (k == *knob)
                    r_.fail(*value,
                        "“" + std::string(id) + "” names CPU " + grouped(s_.knobs[*knob])
                            + ", but the machine has only " + grouped(static_cast<std::int64_t>(s_.machine.cpus.size()))
                            + " CPUs");
        }
    }

    const TomlValue& root_;
    TableReader r_;
    std::string file_;
    const ProfileSource& profiles_;
    Scenario s_;
    std::vector<KnobIndex> set_;
    std::vector<std::pair<KnobIndex, const TomlValue*>> places_; ///< where each knob was set
};

/// Calls `f`; a FileException becomes `error` and false.
template <class F>
bool caught(FileError& error, F&& f) {
    try {
        f();
        return true;
    } catch (const FileException& e) {
        error = e.error;
        return false;
    }
}

} // namespace

std::optional<Scenario> read_scenario(
    std::string_view text, const std::string& file, FileError& error, const ProfileSource& profiles) {
    std::optional<Scenario> result;
    caught(error, [&] {
        const TomlValue root = toml_tree::parse(text, file);
        result = ScenarioReader(root, file, profiles).read();
    });
    return result;
}

std::vector<std::string> shipped_scenarios() {
    std::vector<std::string> ids;
    for (std::string_view path : assets::list(kFolder)) {
        path.remove_prefix(kFolder.size());
        ids.emplace_back(path.substr(0, path.rfind('.')));
    }
    return ids;
}

std::optional<Scenario> shipped_scenario(std::string_view id, FileError& error, const ProfileSource& profiles) {
    const std::string path = std::string(kFolder) + std::string(id) + ".toml";
    if (const auto text = assets::text(path))
        return read_scenario(*text, path, error, profiles);
    error = {};
    error.message = "There is no scenario “" + std::string(id.substr(0, 60)) + "”";
    const auto known = shipped_scenarios();
    error.suggestion = did_you_mean(id, known);
    return std::nullopt;
}

std::string set_value(Scenario& scenario, KnobIndex knob, KnobValue value) {
    if (scenario.knobs[knob] == value)
        return "";
    const Knob& k = knob_table()[knob];
    const KnobValue before = std::exchange(scenario.knobs[knob], value);
    if (k.group == KnobGroup::machine)
        if (std::string why = rebuild_machine(scenario); !why.empty()) {
            scenario.knobs[knob] = before;
            return why;
        }
    if (k.id == "workload.kind" || k.id == "workload.giant" || k.id == "workload.giants") {
        if (std::string why = workload_contradiction(scenario); !why.empty()) {
            scenario.knobs[knob] = before;
            return why;
        }
        if (k.id == "workload.kind")
            scenario.workload = format_value(k, value);
    }
    if ((k.id == "workload.fork-cpu" || k.id == "workload.exit-cpu")
        && value >= static_cast<KnobValue>(scenario.machine.cpus.size())) {
        scenario.knobs[knob] = before;
        return "“" + std::string(k.id) + "” names CPU " + grouped(value) + ", but the machine has only "
            + grouped(static_cast<std::int64_t>(scenario.machine.cpus.size())) + " CPUs";
    }
    return "";
}

bool set_knob(Scenario& scenario, std::string_view id, std::string_view text, FileError& error) {
    return caught(error, [&] {
        const auto [knob, value] = knob_from(id, text, "“" + std::string(text.substr(0, 60)) + "”");
        FileError e;
        e.message = set_value(scenario, knob, value);
        if (!e.message.empty())
            throw FileException(e);
    });
}

bool set_preset(Scenario& scenario, std::string_view id, FileError& error) {
    return caught(error, [&] {
        for (const auto& [knob, value] : preset_from(id).values)
            scenario.knobs[knob] = value;
    });
}

std::optional<Intervention> parse_intervention(const Scenario& scenario, std::string_view text, FileError& error) {
    std::optional<Intervention> result;
    caught(error, [&] {
        const std::size_t colon = text.find(':');
        const std::size_t equals = text.find('=', colon == std::string_view::npos ? 0 : colon);
        FileError e;
        if (colon == std::string_view::npos || equals == std::string_view::npos) {
            e.message = "This is no change of a knob";
            e.expected = "TIME:KNOB=VALUE, like 10ms:drain.shape=merged";
            e.found = "“" + std::string(text.substr(0, 60)) + "”";
            throw FileException(e);
        }
        const auto at = parse_time(text.substr(0, colon));
        if (!at || *at > scenario.length) {
            e.message = "The change comes at no time of the run";
            e.expected = "a time from 0 ns to " + format_time(scenario.length);
            e.found = "“" + std::string(text.substr(0, colon)) + "”";
            throw FileException(e);
        }
        const std::string_view id = text.substr(colon + 1, equals - colon - 1);
        const std::string_view value_text = text.substr(equals + 1);
        const auto [knob, value] = knob_from(id, value_text, "“" + std::string(value_text.substr(0, 60)) + "”");
        if (knob_table()[knob].when == KnobWhen::start) {
            e.message = "“" + std::string(id) + "” can only be set at the start of a run";
            e.suggestion = "Use --set " + std::string(id) + "=" + std::string(value_text) + ".";
            throw FileException(e);
        }
        result = Intervention{*at, knob, value};
    });
    return result;
}

std::string format_intervention(const Intervention& i) {
    std::string time = format_time(i.at);
    time.erase(std::remove(time.begin(), time.end(), ' '), time.end());
    const Knob& knob = knob_table()[i.knob];
    return time + ":" + std::string(knob.id) + "=" + format_value(knob, i.value);
}

} // namespace sluice::experiment
