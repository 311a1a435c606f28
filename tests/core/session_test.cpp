// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/files.h"
#include "core/experiment/session_file.h"
#include "core/experiment/this_machine.h"
#include "tests/support/catch.h"

#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace sluice;
using namespace sluice::experiment;
namespace fs = std::filesystem;

namespace {

/// A folder that is gone at the end of the test.
class Folder {
public:
    Folder() {
        std::string name = (fs::temp_directory_path() / "sluice-test-XXXXXX").string();
        path_ = ::mkdtemp(name.data());
    }
    ~Folder() { fs::remove_all(path_); }
    std::string path(const std::string& name) const { return (path_ / name).string(); }
    void write(const std::string& name, const std::string& text) const {
        fs::create_directories((path_ / name).parent_path());
        std::ofstream(path_ / name) << text;
    }

private:
    fs::path path_;
};

Session sample() {
    FileError error;
    auto scenario = shipped_scenario("q4-full-list", error);
    REQUIRE(scenario);
    Session s;
    s.input.scenario = std::make_shared<const Scenario>(*std::move(scenario));
    s.input.seed = 7;
    s.input.interventions = {*parse_intervention(*s.input.scenario, "1ms:drain.shape=merged", error),
        *parse_intervention(*s.input.scenario, "2ms:drain.trigger=idle+tick", error)};
    s.bookmarks = {{3 * kMillisecond, "the long section “here”"}};
    s.notes = "line one\nline two";
    s.layout = "AAEC/w==";
    s.playhead = 2'500'000;
    s.fingerprint = 0x5e1f09c7a4d20b13;
    return s;
}

std::string bad(const std::string& text) {
    FileError error;
    CHECK_FALSE(read_session(text, "a.sluice", error));
    return error.text();
}

std::string with(std::string text, std::string_view what, std::string_view by) {
    const auto at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), by);
}

} // namespace

TEST_CASE("A session keeps everything", "[session]") {
    const Session s = sample();
    FileError error;
    const auto again = read_session(write_session(s), "a.sluice", error);
    INFO(error.text());
    REQUIRE(again);
    CHECK(again->input.run_id() == s.input.run_id());
    CHECK(again->input.seed == 7);
    CHECK(again->input.interventions == s.input.interventions);
    CHECK(again->input.scenario->id == "q4-full-list");
    CHECK(again->bookmarks == s.bookmarks);
    CHECK(again->notes == s.notes);
    CHECK(again->layout == s.layout);
    CHECK(again->playhead == s.playhead);
    CHECK(again->fingerprint == s.fingerprint);
    CHECK(write_session(*again) == write_session(s));
}

TEST_CASE("A fingerprint that differs is said", "[session]") {
    Session s = sample();
    CHECK(fingerprint_warning(s, 0x5e1f09c7a4d20b13).empty());
    CHECK(fingerprint_warning(s, 1)
        == "The run is not the one that was saved: its fingerprint is 0000000000000001, the saved one "
           "5e1f09c7a4d20b13.");
    s.model_version = 0;
    CHECK(fingerprint_warning(s, 1).find("saved with model version 0") != std::string::npos);
    s.fingerprint.reset();
    CHECK(fingerprint_warning(s, 1).empty());
}

TEST_CASE("A broken session file gives one message", "[session][bad-input]") {
    const std::string good = write_session(sample());
    CHECK(bad("") == "a.sluice:1:1: The file is empty.");
    CHECK(bad("{\"format\": 7e727}") == "a.sluice: A number in this file is too large to read.");
    CHECK(bad("{\n  \"format\": ]") == "a.sluice:2:13: This is not valid JSON, so it is no session file.");
    CHECK(bad("[]") == "a.sluice: The file is not what a session file has there: expected an object {…}.");
    CHECK(bad("{}") == "a.sluice: “format” is missing.");
    CHECK(bad(with(good, "\"version\": 1", "\"version\": 2"))
        == "a.sluice: This session was saved by a newer version of Sluice: expected version 1, found version 2.");
    CHECK(bad(with(good, "\"seed\": 7", "\"seed\": \"x\""))
              .starts_with("a.sluice: “seed” is not what a session file has there: expected a whole number"));
    CHECK(bad(with(good, "\"drain.shape\",", "\"drain.shap\","))
        == "a.sluice: Unknown knob “drain.shap”. Did you mean “drain.shape”?");
    CHECK(bad(with(good, "\"at_ns\": 1000000", "\"at_ns\": 999999999999")).find("“interventions.at_ns”")
        != std::string::npos);
    CHECK(bad(with(good, "AAEC/w==", "<script>")).find("“layout”") != std::string::npos);
    CHECK(bad(with(good, "5e1f09c7a4d20b13", "5e1f")).find("“fingerprint”") != std::string::npos);
    CHECK(bad(with(good, "length = ", "lenght = ")).find("a.sluice (scenario):") == 0);
    CHECK_FALSE(bad(good.substr(0, good.size() / 2)).empty());
}

TEST_CASE("A failed write leaves the old file", "[files]") {
    const Folder folder;
    folder.write("a.txt", "old");
    CHECK(write_file(folder.path("a.txt"), "new").empty());
    std::string error;
    CHECK(read_file(folder.path("a.txt"), error) == "new");
    CHECK(write_file(folder.path("missing/a.txt"), "new")
        == "Cannot write “" + folder.path("missing/a.txt") + "”: No such file or directory");
    CHECK_FALSE(read_file(folder.path("none"), error));
    CHECK(error == "Cannot read “" + folder.path("none") + "”: No such file or directory");
    CHECK_FALSE(read_file(folder.path(""), error));
    CHECK(error.ends_with("it is a folder"));
    CHECK_FALSE(read_file(folder.path("a.txt"), error, 2));
    // /dev/full takes no byte: the message is the system's, the target is untouched.
    CHECK_FALSE(write_file("/dev/full/x", "new").empty());
}

TEST_CASE("The computer at hand becomes a profile", "[this-machine]") {
    const Folder folder;
    folder.write("proc/zoneinfo",
        "Node 0, zone      DMA\n  per-node stats\n      nr_dirty 3\n  pages free     3000\n        min      16\n       "
        " low      20\n"
        "        high     24\n        spanned  4095\n        present  3996\n        managed  3975\n  pagesets\n    "
        "cpu: 0\n"
        "              count: 0\n              high:  7\n  start_pfn:           1\n"
        "Node 0, zone   Normal\n  pages free     90000\nmin 500\nlow 600\nhigh 700\n        spanned  200000\n        "
        "present  200000\n"
        "        managed  190000\n"
        "Node 0, zone  Movable\n  pages free     0\n        min      0\n        present  0\n"
        "Node 0, zone   Device\n  pages free     0\n        present  512\n"
        "Node 2, zone   Normal\n  pages free     90000\n        min      500\n        low      600\n        high     "
        "700\n"
        "        present  100000\n        managed  100000\n");
    folder.write("sys/devices/system/node/online", "0,2\n");
    folder.write("sys/devices/system/node/node0/cpulist", "0-3\n");
    folder.write("sys/devices/system/node/node0/distance", "10 32\n");
    folder.write("sys/devices/system/node/node2/cpulist", "\n");
    folder.write("sys/devices/system/node/node2/distance", "32 10\n");
    for (int c = 0; c < 4; ++c)
        folder.write("sys/devices/system/cpu/cpu" + std::to_string(c) + "/topology/thread_siblings_list",
            c % 2 ? "1,3\n" : "0,2\n");
    std::vector<std::string> skipped;
    FileError error;
    const auto m = read_this_machine(folder.path(""), 4096, skipped, error);
    INFO(error.text());
    REQUIRE(m);
    CHECK(m->profile == "this-machine");
    CHECK(m->nodes == 2);
    REQUIRE(m->cpus.size() == 4);
    CHECK(m->cpus[0].core == m->cpus[2].core);
    CHECK(m->cpus[0].core != m->cpus[1].core);
    REQUIRE(m->zones.size() == 3);
    CHECK(m->zones[0].kind == machine::ZoneKind::dma);
    CHECK(m->zones[0].high == 24); // not the 7 of a CPU's page list
    CHECK(m->zones[1].min == 500);
    CHECK(m->zones[1].reserved == 10000);
    CHECK(m->zones[1].first == 4096);
    CHECK(m->zones[2].node == 1);
    CHECK(m->distance_between(0, 1) == 30);
    CHECK(skipped == std::vector<std::string>{"zone Device of node 0"});
    for (std::size_t i = 0; i < static_cast<std::size_t>(machine::Primitive::count_of_primitives); ++i)
        CHECK(m->costs.entry(static_cast<machine::Primitive>(i)).certainty == machine::Certainty::estimated);
}

TEST_CASE("A computer without NUMA folders is one node", "[this-machine]") {
    const Folder folder;
    folder.write("proc/zoneinfo", "Node 0, zone Normal\n  pages free 900\n min 5\n low 6\n high 7\n present 4096\n");
    folder.write("sys/devices/system/cpu/online", "0-1\n");
    std::vector<std::string> skipped;
    FileError error;
    const auto m = read_this_machine(folder.path(""), 16384, skipped, error);
    INFO(error.text());
    REQUIRE(m);
    CHECK(m->cpus.size() == 2);
    CHECK(m->page_size == 16384);
}

TEST_CASE("A computer that cannot be read gives one message", "[this-machine][bad-input]") {
    const Folder folder;
    std::vector<std::string> skipped;
    FileError error;
    CHECK_FALSE(read_this_machine(folder.path("x"), 4096, skipped, error));
    CHECK(error.message.starts_with("Cannot read “"));
    folder.write("proc/zoneinfo", "nothing of use\n");
    CHECK_FALSE(read_this_machine(folder.path(""), 4096, skipped, error));
    CHECK(error.message == "No memory zone is listed here");
    folder.write("proc/zoneinfo", "Node 0, zone Normal\n present 4096\n");
    CHECK_FALSE(read_this_machine(folder.path(""), 4096, skipped, error));
    CHECK(error.message == "Cannot find out which CPUs this computer has");
}

TEST_CASE("Lists of CPUs are read as the kernel writes them", "[this-machine]") {
    CHECK(parse_number_list("0-3,8\n") == std::vector<unsigned>{0, 1, 2, 3, 8});
    CHECK(parse_number_list("") == std::vector<unsigned>{});
    CHECK_FALSE(parse_number_list("3-1"));
    CHECK_FALSE(parse_number_list("0-"));
    CHECK_FALSE(parse_number_list("0-99999999"));
}
