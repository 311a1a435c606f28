// SPDX-License-Identifier: GPL-3.0-or-later
// `journal`: what a file written by `run --journal` holds, without computing anything.
#include "app/command.h"
#include "app/input.h"
#include "app/numbers.h"
#include "core/experiment/locks.h"
#include "core/experiment/mechanisms.h"
#include "core/experiment/run.h"
#include "core/experiment/units.h"
#include "core/journal/machine_state.h"
#include "core/record/names.h"
#include "core/record/recorder.h"
#include "core/workload/classes.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <ostream>

namespace sluice::app {

using namespace experiment;

namespace {

using nlohmann::ordered_json;

constexpr std::array kOptions{
    Option{"--at", "TIME", "The state at this moment, \"12 ms\" or 250us; the end unless given."},
    Option{"--events", "N", "Prints the last N records up to that moment."},
    Option{"--json", "", "Prints everything as JSON."},
};

constexpr std::size_t kKinds = static_cast<std::size_t>(Kind::count_of_kinds);

struct Opened {
    std::unique_ptr<journal::Journal> journal;
    Session session;
    std::array<std::uint64_t, kKinds> counts{};
    std::uint64_t fingerprint = 0; ///< of the records in the file
};

/// Puts the records through a recorder once more, which folds their fingerprint, into a chunk that is used again.
class Recount final : public ChunkSink {
public:
    Chunk& open(RecordIndex first, Time base) override {
        chunk_->reset(first, base);
        return *chunk_;
    }
    void close(Chunk&) override { }

private:
    std::unique_ptr<Chunk> chunk_ = std::make_unique<Chunk>();
};

std::optional<Opened> open(Context& context, const std::string& path) {
    Opened o;
    std::string header, error;
    o.journal = journal::Journal::load(path, header, error);
    if (!o.journal) {
        context.wrong(error);
        return std::nullopt;
    }
    FileError wrong;
    auto session = read_session(header, path, wrong, profile_source(context.err));
    if (!session) {
        context.wrong(wrong.text());
        return std::nullopt;
    }
    o.session = *std::move(session);
    Recount sink;
    Recorder recorder(sink, static_cast<std::uint32_t>(o.session.input.scenario->machine.cpus.size()));
    o.journal->for_each(0, o.journal->size(), [&](const Record& r, RecordIndex) {
        recorder.write(r);
        ++o.counts[static_cast<std::size_t>(r.kind)];
    });
    o.fingerprint = recorder.fingerprint();
    return o;
}

std::string flags_text(std::uint16_t flags) {
    std::string text;
    const auto add = [&](std::uint16_t flag, std::string_view name) {
        if (flags & flag)
            text += (text.empty() ? "" : ", ") + std::string(name);
    };
    add(cpu_flag::preempt_off, "preemption off");
    add(cpu_flag::irq_off, "interrupts off");
    add(cpu_flag::user, "user");
    add(cpu_flag::spinning, "spinning");
    return text;
}

std::string task_text(const journal::MachineState& state, TaskId task) {
    if (task <= state.cpus().size())
        return "idle";
    const std::string_view name = workload::class_name(state.task(task).task_class);
    return std::string(name.empty() ? "task" : name) + " " + std::to_string(task);
}

ordered_json cpu_json(const journal::MachineState& state, CpuId cpu) {
    const journal::CpuState& c = state.cpus()[cpu];
    const StepName step = step_name(c.step);
    return {{"cpu", cpu}, {"task", c.task}, {"task_name", task_text(state, c.task)}, {"function", step.function},
        {"line", step.line}, {"text", step.text}, {"flags", flags_text(c.flags)}, {"quicklist", c.quicklist},
        {"limit", c.limit}, {"page_lists", c.pcp}};
}

ordered_json zone_json(const journal::MachineState& state, ZoneId zone) {
    const journal::ZoneState& z = state.zones()[zone];
    return {{"zone", zone}, {"node", state.machine().zones[zone].node}, {"free", z.free}, {"page_lists", z.pcp},
        {"quicklist", z.quicklist}, {"page_table", z.page_table}, {"anonymous", z.anonymous}, {"file", z.file},
        {"kernel", z.kernel}};
}

ordered_json lock_json(const journal::LockState& l, std::size_t id) {
    return {{"lock", id}, {"held_by", l.holder}, {"site", site_name(l.site)}, {"since_ns", l.since},
        {"waiters", l.waiters}};
}

ordered_json record_json(const Record& r, RecordIndex index) {
    ordered_json j{{"record", index}, {"at_ns", r.at}, {"cpu", r.cpu}, {"kind", name_of(r.kind)}, {"a", r.a},
        {"count", r.count}, {"from", r.from}, {"to", r.to}, {"prev", r.prev}};
    j["cause"] = r.cause == kNoRecord ? ordered_json(nullptr) : ordered_json(r.cause);
    return j;
}

void print(std::ostream& out, const ordered_json& j) {
    const auto number = [](const ordered_json& n) { return grouped(n.get<std::int64_t>()); };
    const auto padded = [](std::string text, std::size_t width) {
        return text + std::string(text.size() < width ? width - text.size() : 1, ' ');
    };
    out << j["title"].get<std::string>() << " (" << j["machine"].get<std::string>() << ")\n"
        << number(j["cpus"]) << " CPUs, " << number(j["nodes"]) << (j["nodes"] == 1 ? " node, " : " nodes, ") << number(j["pages"]) << " pages of "
        << format_size(j["page_size"].get<std::uint64_t>()) << "\nfingerprint "
        << format_fingerprint(std::stoull(j["fingerprint"].get<std::string>(), nullptr, 16)) << ", seed " << j["seed"]
        << ", model " << j["model"] << '\n'
        << number(j["records"]) << " records up to " << format_time(j["end_ns"]) << "\n\n";
    for (const auto& [kind, n] : j["counts"].items())
        out << "  " << padded(kind, 16) << number(n) << '\n';
    const ordered_json& state = j["state"];
    out << "\nAt " << format_time(state["at_ns"]) << ", after " << number(state["records"]) << " records\n";
    for (const ordered_json& c : state["cpus"]) {
        out << "  CPU " << c["cpu"] << "  " << padded(c["task_name"], 14) << c["function"].get<std::string>();
        if (c["line"] != 0)
            out << " line " << c["line"];
        if (c["function"] != "")
            out << ": ";
        out << c["text"].get<std::string>();
        if (c["flags"] != "")
            out << " (" << c["flags"].get<std::string>() << ')';
        out << "; quicklist " << number(c["quicklist"]) << " of " << number(c["limit"]) << '\n';
    }
    for (const ordered_json& z : state["zones"]) {
        out << "  zone " << z["zone"] << " of node " << z["node"];
        const char* separator = "  ";
        for (const char* part : {"free", "page_lists", "quicklist", "page_table", "anonymous", "file", "kernel"}) {
            out << separator << part << ' ' << number(z[part]);
            separator = ", ";
        }
        out << '\n';
    }
    for (const ordered_json& l : state["locks"])
        out << "  lock " << l["lock"] << " held by CPU " << l["held_by"] << " (" << l["site"].get<std::string>()
            << "), " << l["waiters"].size() << " waiting\n";
    if (j.contains("events"))
        out << '\n';
    for (const ordered_json& r : j.value("events", ordered_json::array()))
        out << "  " << padded(number(r["record"]), 11) << padded(format_time(r["at_ns"]), 14) << "CPU " << r["cpu"]
            << "  " << padded(r["kind"], 13) << "a " << r["a"] << ", count " << r["count"] << ", from " << r["from"]
            << ", to " << r["to"] << ", prev " << r["prev"] << '\n';
}

int run(Context& context, const Arguments& arguments) {
    std::optional<Time> at;
    if (const auto text = arguments.value("--at"); text && !(at = parse_time(*text)))
        return context.wrong("journal: “" + *text + "” is no time. Expected a number with a unit, such as 2 ms.");
    std::optional<std::uint64_t> events;
    if (const auto text = arguments.value("--events"); text && !(events = parse_count(*text, 0, 1'000'000)))
        return context.wrong("journal: “" + *text + "” is no number of records from 0 to 1,000,000.");
    const auto opened = open(context, arguments.positional().front());
    if (!opened)
        return kWrong;
    const journal::Journal& journal = *opened->journal;
    const Scenario& scenario = *opened->session.input.scenario;
    if (const std::string why = fingerprint_warning(opened->session, opened->fingerprint); !why.empty())
        context.err << "sluice: " << why << '\n';

    ordered_json j{{"title", scenario.title}, {"scenario", scenario.id}, {"machine", scenario.machine.title},
        {"cpus", scenario.machine.cpus.size()}, {"nodes", scenario.machine.nodes},
        {"pages", scenario.machine.total_pages()}, {"page_size", scenario.machine.page_size},
        {"fingerprint", hex16(opened->fingerprint)}, {"seed", opened->session.input.seed},
        {"model", opened->session.model_version}, {"records", journal.size()}, {"end_ns", journal.head()},
        {"counts", ordered_json::object()}};
    for (std::size_t k = 0; k < kKinds; ++k)
        if (opened->counts[k] > 0)
            j["counts"][std::string(names_of<Kind>()[k])] = opened->counts[k];

    // Every record up to the moment is applied, each checked against the state: a file cannot be trusted.
    const auto machine = std::shared_ptr<const machine::Machine>(opened->session.input.scenario, &scenario.machine);
    journal::MachineState state(machine);
    const RecordIndex end = at ? journal.after(*at) : journal.size();
    for (RecordIndex i = 0; i < end; ++i) {
        const Record r = journal.at(i);
        if (const std::string wrong = state.contradiction(r); !wrong.empty())
            return context.wrong(arguments.positional().front() + ", record " + std::to_string(i) + ": " + wrong);
        state.apply(r);
    }
    ordered_json& now = j["state"];
    now = {{"at_ns", at ? *at : journal.head()}, {"records", end}, {"cpus", ordered_json::array()},
        {"zones", ordered_json::array()}, {"locks", ordered_json::array()}};
    for (std::size_t c = 0; c < state.cpus().size(); ++c)
        now["cpus"].push_back(cpu_json(state, static_cast<CpuId>(c)));
    for (std::size_t z = 0; z < state.zones().size(); ++z)
        now["zones"].push_back(zone_json(state, static_cast<ZoneId>(z)));
    for (std::size_t l = 0; l < state.locks().size(); ++l)
        if (state.locks()[l].held)
            now["locks"].push_back(lock_json(state.locks()[l], l));
    if (events) {
        auto& list = j["events"] = ordered_json::array();
        journal.for_each(end - std::min<RecordIndex>(end, *events), end,
            [&](const Record& r, RecordIndex i) { list.push_back(record_json(r, i)); });
    }
    if (arguments.has("--json"))
        context.out << j.dump(2) << '\n';
    else
        print(context.out, j);
    return kOk;
}

} // namespace

const Command journal_command{"journal", "FILE", "Prints what a journal file holds.",
    "FILE was written by `sluice run SCENARIO --journal FILE`. Nothing is computed again; the fingerprint is folded "
    "from\n"
    "the records in the file and held against the one that was saved with them.\n\n"
    "Example: sluice journal full.journal --at \"2 ms\" --events 20",
    kOptions, 1, 1, run};

} // namespace sluice::app
