// SPDX-License-Identifier: GPL-3.0-or-later
// The command line, called in-process: exit codes, messages, JSON.
#include "app/cli.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <unistd.h>

using namespace sluice;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

struct Ran {
    int code;
    std::string out, err;
};

Ran run(std::vector<std::string> args) {
    std::ostringstream out, err;
    const int code = app::main_cli(args, out, err);
    return {code, out.str(), err.str()};
}

class Folder {
public:
    Folder() {
        std::string name = (fs::temp_directory_path() / "sluice-cli-XXXXXX").string();
        path_ = ::mkdtemp(name.data());
    }
    ~Folder() { fs::remove_all(path_); }
    std::string path(const std::string& name) const { return (path_ / name).string(); }
    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(path(name)) << text;
        return path(name);
    }

private:
    fs::path path_;
};

std::string read(const std::string& path) {
    std::ifstream in(path);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

} // namespace

TEST_CASE("Help is there for everything", "[cli]") {
    const Ran all = run({"--help"});
    CHECK(all.code == 0);
    for (const char* command : {"run", "sweep", "journal", "chart", "scene", "claims", "knobs"}) {
        CHECK(all.out.find(command) != std::string::npos);
        const Ran one = run({command, "--help"});
        CHECK(one.code == 0);
        CHECK(one.out.starts_with("Usage: sluice " + std::string(command)));
        CHECK(one.err.empty());
    }
    CHECK(run({"--version"}).out == "sluice 0.1.0\n");
}

TEST_CASE("Wrong use gives exit code 2 and what was meant", "[cli][bad-input]") {
    const Ran command = run({"rnu"});
    CHECK(command.code == 2);
    CHECK(
        command.err == "sluice: there is no command “rnu”. Did you mean “run”?\n`sluice --help` lists the commands.\n");
    CHECK(run({"run", "--sed", "2"})
              .err.starts_with("sluice: run: unknown option “--sed”. Did you mean “--set” or “--seed”?"));
    CHECK(run({"run", "q4-full-list", "--seed"}).err.starts_with("sluice: run: “--seed” needs a value: N.\n"));
    CHECK(run({"run", "a", "b"}).err.starts_with("sluice: run: “b” is one argument too many.\n"));
    CHECK(run({"run", "q4-full-list", "--json=yes"}).err.starts_with("sluice: run: “--json” takes no value.\n"));
    CHECK(run({"run", "q4-full-list", "--seed", "1", "--seed", "2"})
              .err.starts_with("sluice: run: “--seed” is given twice.\n"));
    CHECK(run({"run"}).code == 2);
    CHECK(run({"chart"}).code == 2);
    CHECK(run({"chart", "q4-full-list", "--out", "a.png"}).code == 2); // no frontend in this build
}

TEST_CASE("A scenario that is not there, or wrong, gives one line", "[cli][bad-input]") {
    const Ran missing = run({"run", "q4-full-lst"});
    CHECK(missing.code == 2);
    CHECK(missing.err == "sluice: There is no scenario “q4-full-lst”. Did you mean “q4-full-list”?\n");
    CHECK(missing.out.empty());
    const Ran file = run({"run", "/nowhere/a.toml"});
    CHECK(file.code == 2);
    CHECK(file.err == "sluice: Cannot read “/nowhere/a.toml”: No such file or directory.\n");
    const Folder folder;
    const std::string broken = folder.write("b.toml", "format = 1\ntitel = \"x\"\n");
    CHECK(run({"run", broken}).err == "sluice: " + broken + ":2:1: Unknown key “titel”. Did you mean “title”?\n");
    CHECK(run({"run", folder.write("c.sluice", "{")}).code == 2);
    CHECK(run({"run", "q4-full-list", "--set", "drain.cap"}).err
        == "sluice: --set: “drain.cap” sets nothing: expected KNOB=VALUE, like drain.cap=256.\n");
    CHECK(run({"run", "q4-full-list", "--set", "drain.shape=mergd"}).err
        == "sluice: --set drain.shape=mergd: “drain.shape” has a wrong value: expected “posted”, “described”, “merged” "
           "or "
           "“generic”, found “mergd”. Did you mean “merged”?\n");
    CHECK(run({"run", "q4-full-list", "--at", "1h:drain.cap=16"}).code == 2);
    CHECK(run({"run", "q4-full-list", "--seed", "-1"}).code == 2);
    CHECK(run({"run", "q4-full-list", "--preset", "2.6.13"}).code == 2);
}

TEST_CASE("run prints the same JSON results every time", "[cli]") {
    const Ran first = run({"run", "q4-full-list", "--json"});
    REQUIRE(first.code == 0);
    json a = json::parse(first.out);
    CHECK(a.at("fingerprint").get<std::string>().size() == 16);
    CHECK(a.at("seed") == 1);
    CHECK(a.at("events").get<std::uint64_t>() > 1000);
    CHECK(a.at("simulated_ns") == 60'000'000);
    CHECK(a.at("cpu_s").get<double>() >= 0);
    CHECK(a.at("metrics").at("drain.section.pages").at("max") == 9309);
    CHECK(a.at("metrics").at("drain.section.pages").at("unit") == "pages");
    CHECK(a.at("metrics").at("drain.sections").at("value") == 1);
    json b = json::parse(run({"run", "q4-full-list", "--json"}).out);
    a.erase("cpu_s");
    b.erase("cpu_s");
    CHECK(a == b);
    const json merged = json::parse(run({"run", "q4-full-list", "--json", "--set", "drain.shape=merged"}).out);
    CHECK(merged.at("metrics").at("drain.pages").at("value") == 8762);
    CHECK(merged.at("metrics").at("drain.sections").at("value") == 548);
    CHECK(merged.at("metrics").at("drain.section.pages").at("max") == 16);
    CHECK(merged.at("fingerprint") != a.at("fingerprint"));
}

TEST_CASE("run answers metrics with labels", "[cli]") {
    const json a = json::parse(
        run({"run", "q4-full-list", "--json", "--metric", "drain.pages{cpu=0}", "--metric", "drain.pages{cpu=1}"}).out);
    CHECK(a.at("metrics").at("drain.pages{cpu=0}").at("value") == 9309);
    CHECK(a.at("metrics").at("drain.pages{cpu=1}").at("value") == 0);
    CHECK(run({"run", "q4-full-list", "--metric", "drain.pages{"}).code == 2);
    const Ran wrong = run({"run", "q4-full-list", "--metric", "drain.pagse"});
    CHECK(wrong.code == 2);
    CHECK(wrong.err.find("drain.pages") != std::string::npos);
}

TEST_CASE("A resolved scenario and a session give the same run", "[cli]") {
    const Folder folder;
    const std::string session = folder.path("a.sluice");
    const json named = json::parse(run({"run", "q4-full-list", "--json", "--seed", "3", "--session", session}).out);
    const std::string resolved = folder.write("r.toml", run({"run", "q4-full-list", "--resolve"}).out);
    const json again = json::parse(run({"run", resolved, "--json", "--seed", "3"}).out);
    CHECK(again.at("fingerprint") == named.at("fingerprint"));
    const Ran from_session = run({"run", session, "--json"});
    CHECK(json::parse(from_session.out).at("fingerprint") == named.at("fingerprint"));
    CHECK(from_session.err.empty());
    // A saved fingerprint that is not the run's own is said, and the answer still given.
    std::string text = read(session);
    const std::string digits = named.at("fingerprint");
    text.replace(text.find(digits), digits.size(), "0000000000000001");
    const Ran changed = run({"run", folder.write("b.sluice", text), "--json"});
    CHECK(changed.code == 0);
    CHECK(changed.err.starts_with("sluice: The run is not the one that was saved"));
}

TEST_CASE("A change during the run makes another run", "[cli]") {
    const json a = json::parse(run({"run", "q4-full-list", "--json"}).out);
    const json b = json::parse(run({"run", "q4-full-list", "--json", "--at", "1us:drain.shape=merged"}).out);
    CHECK(a.at("fingerprint") != b.at("fingerprint"));
    CHECK(b.at("metrics").at("drain.section.pages").at("max") == 16);
}

TEST_CASE("run writes CSV, journal and session, or says why not", "[cli]") {
    const Folder folder;
    REQUIRE(run({"run", "q4-full-list", "--csv", folder.path("csv"), "--journal", folder.path("j")}).code == 0);
    const std::string drains = read(folder.path("csv/drain.csv"));
    CHECK(drains.starts_with("start [ns],end [ns],value [pages]\n"));
    CHECK(drains.ends_with(",9309\n"));
    CHECK(read(folder.path("csv/quicklist.pages.csv")).starts_with("time [ns],value [pages]\n"));
    CHECK(fs::file_size(folder.path("j")) > 1000);
    const Ran full = run({"run", "q4-full-list", "--csv", "/proc/nowhere"});
    CHECK(full.code == 2);
    CHECK(full.err.find("Cannot make the folder") != std::string::npos);
    CHECK(run({"run", "q4-full-list", "--journal", "/nowhere/j"}).code == 2);
    CHECK(run({"run", "q4-full-list", "--session", "/nowhere/s.sluice"}).code == 2);
}

TEST_CASE("journal prints what a file holds, and its run can be computed again", "[cli]") {
    const Folder folder;
    const std::string path = folder.path("full.journal");
    const json made = json::parse(run({"run", "q4-full-list", "--seed", "2", "--journal", path, "--json"}).out);
    const Ran all = run({"journal", path, "--json"});
    REQUIRE(all.code == 0);
    CHECK(all.err.empty());
    const json end = json::parse(all.out);
    CHECK(end.at("fingerprint") == made.at("fingerprint"));
    CHECK(end.at("seed") == 2);
    CHECK(end.at("counts").at("drain_end") == 1);
    CHECK(end.at("counts").at("end_of_run") == 1);
    std::uint64_t records = 0;
    for (const auto& [kind, n] : end.at("counts").items())
        records += n.get<std::uint64_t>();
    CHECK(records == end.at("records"));
    CHECK_FALSE(end.contains("events"));
    // The drain of 15,559 pages to 6,250 is over at the end and has not begun at the start.
    const json start = json::parse(run({"journal", path, "--at", "0", "--events", "3", "--json"}).out);
    CHECK(start.at("state").at("cpus").at(0).at("quicklist") == 15559);
    CHECK(start.at("events").size() == 3);
    CHECK(start.at("events").at(2).at("record") == start.at("state").at("records").get<std::uint64_t>() - 1);
    CHECK(end.at("state").at("cpus").at(0).at("quicklist").get<std::uint64_t>() < 9309);
    const Ran text = run({"journal", path, "--at", "1 ms", "--events", "2"});
    CHECK(text.out.find("check_pgt_cache line ") != std::string::npos);
    CHECK(text.out.find("preemption off") != std::string::npos);
    // The file stands for its run.
    CHECK(json::parse(run({"run", path, "--json"}).out).at("fingerprint") == made.at("fingerprint"));
    CHECK(run({"journal", path, "--at", "soon"}).code == 2);
    CHECK(run({"journal", path, "--events", "x"}).code == 2);
    CHECK(run({"journal", "/nowhere/j"}).code == 2);
    std::string damaged = read(path);
    damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
    const Ran broken = run({"journal", folder.write("b.journal", damaged)});
    CHECK(broken.code == 2);
    CHECK(broken.err.find("the file is damaged") != std::string::npos);
}

TEST_CASE("knobs lists the table in three forms", "[cli]") {
    CHECK(run({"knobs"}).out.find("drain.cap") != std::string::npos);
    CHECK(run({"knobs", "--markdown"}).out.starts_with("# Knobs\n"));
    const json all = json::parse(run({"knobs", "--json"}).out);
    bool found = false;
    for (const json& k : all)
        if (k.at("id") == "drain.cap") {
            found = true;
            CHECK(k.at("default") == "256");
            CHECK(k.at("low") == 16);
        }
    CHECK(found);
}

TEST_CASE("run prints lock tables", "[cli]") {
    const Ran meter = run({"run", "lab-busy-server", "--lockmeter"});
    REQUIRE(meter.code == 0);
    CHECK(meter.out.find("\nSPINLOCKS         HOLD            WAIT\n") != std::string::npos);
    CHECK(meter.out.find("  zone.lock\n") != std::string::npos);
    CHECK(meter.out.find("    refill\n") != std::string::npos);
    CHECK(meter.out.find("fingerprint") == std::string::npos); // nothing but the table
    const Ran stat = run({"run", "lab-busy-server", "--lock-stat", "--lock-order"});
    CHECK(stat.out.starts_with("lock_stat version 0.4\n"));
    CHECK(stat.out.find("\nno cycle\n") != std::string::npos);
    const Ran each = run({"run", "lab-busy-server", "--lockmeter", "--each-lock"});
    CHECK(each.out.find("zone.lock_(NORMAL") != std::string::npos);

    const auto locks = [](std::vector<std::string> args) {
        const Ran ran = run(std::move(args));
        INFO(ran.err);
        REQUIRE(ran.code == 0);
        return json::parse(ran.out);
    };
    const json all = locks({"run", "lab-busy-server", "--json"});
    std::uint64_t taken = 0;
    for (const json& l : all["locks"]) {
        taken += l["taken"].get<std::uint64_t>();
        std::uint64_t at_sites = 0;
        for (const json& s : l["sites"])
            at_sites += s["taken"].get<std::uint64_t>();
        CHECK(at_sites == l["taken"]);
    }
    CHECK(taken > 0);
    CHECK(taken == all["metrics"]["lock.acquisitions"]["value"]);
    CHECK(all["lock_order"]["cycles"].empty());
    // Two halves of the run make the whole.
    std::uint64_t halves = 0;
    for (const json& part : {locks({"run", "lab-busy-server", "--json", "--until", "2ms"}),
             locks({"run", "lab-busy-server", "--json", "--from", "2000001ns"})})
        for (const json& l : part["locks"])
            halves += l["taken"].get<std::uint64_t>();
    CHECK(halves == taken);
    CHECK(run({"run", "lab-busy-server", "--lockmeter", "--until", "9 h"}).err.find("a moment of the run")
        != std::string::npos);
    CHECK(run({"run", "lab-busy-server", "--lockmeter", "--from", "2ms", "--until", "1ms"}).code == 2);
}

TEST_CASE("sweep compares values of a knob", "[cli][sweep]") {
    const Folder folder;
    ::setenv("XDG_CACHE_HOME", folder.path("cache").c_str(), 1);
    const std::vector<std::string> command{"sweep", "q4-full-list", "--set", "drain.shape=described", "--over",
        "drain.cap=64,256", "--replicas", "2", "--metric", "max(drain.section.pages)", "--jobs", "2", "--json", "--csv",
        folder.path("table.csv")};
    const Ran first = run(command);
    INFO(first.err);
    REQUIRE(first.code == 0);
    const json j = json::parse(first.out);
    CHECK(j["complete"] == true);
    REQUIRE(j["rows"].size() == 2);
    CHECK(j["rows"][1]["values"]["drain.cap"] == 256);
    CHECK(j["rows"][1]["metrics"]["max(drain.section.pages)"]["mean"] == 256);
    CHECK(j["rows"][1]["runs"].size() == 2);
    CHECK(read(folder.path("table.csv"))
        == "drain.cap,metric,unit,mean,low,high,runs\n"
           "64,max(drain.section.pages),pages,64,64,64,2\n"
           "256,max(drain.section.pages),pages,256,256,256,2\n");
    // A run of a sweep is the run of `sluice run`.
    const Ran alone = run(
        {"run", "q4-full-list", "--set", "drain.shape=described", "--set", "drain.cap=256", "--seed", "2", "--json"});
    CHECK(json::parse(alone.out)["fingerprint"] == j["rows"][1]["runs"][1]["fingerprint"]);

    // The second call computes nothing, whatever the number of jobs, and says the same.
    CHECK(first.err.find("known before") == std::string::npos);
    auto again_command = command;
    again_command[11] = "1";
    const Ran again = run(again_command);
    CHECK(again.err.empty());
    CHECK(again.out == first.out);
    again_command.push_back("--no-cache");
    const Ran fresh = run(again_command);
    CHECK(fresh.err.find("4 of 4 runs") != std::string::npos);
    CHECK(fresh.out == first.out);
    // For people: a block for each number.
    const Ran table = run({"sweep", "q4-full-list", "--set", "drain.shape=described", "--over", "drain.cap=64",
        "--metric", "max(drain.section.pages)"});
    CHECK(table.out.find(
              "   drain.cap  mean [pages]  95 % interval  runs\n          64            64              -     1")
        != std::string::npos);
    ::unsetenv("XDG_CACHE_HOME");
}

TEST_CASE("sweep says what is wrong, once", "[cli][sweep]") {
    const auto wrong = [](std::vector<std::string> more, const std::string& part) {
        std::vector<std::string> args{"sweep", "q4-full-list", "--no-cache"};
        args.insert(args.end(), more.begin(), more.end());
        const Ran ran = run(args);
        INFO(ran.err);
        CHECK(ran.code == 2);
        CHECK(ran.out.empty());
        CHECK(ran.err.find(part) != std::string::npos);
        CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
    };
    wrong({}, "over what?");
    wrong({"--over", "drain.capp=64"}, "Did you mean “drain.cap”?");
    wrong({"--over", "drain.cap=5000"}, "found “5000”");
    wrong({"--over", "drain.cap=64", "--metric", "wakeup.dela"}, "Did you mean “wakeup.delay”?");
    wrong({"--over", "drain.cap=64", "--replicas", "0"}, "from 1 to 1,000, found “0”");
    wrong({"--over", "drain.cap=64", "--jobs", "many"}, "found “many”");
    wrong({"--over", "drain.cap=64", "--over", "drain.cap=128"}, "swept twice");
    wrong({"--over", "workload.exit-cpu=1000"}, "the machine has only");
    CHECK(run({"sweep", "q4-ful-list", "--over", "drain.cap=64"}).err.find("q4-full-list") != std::string::npos);
}
