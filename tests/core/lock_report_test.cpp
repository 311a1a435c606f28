// SPDX-License-Identifier: GPL-3.0-or-later
// The lock table: folds against records made by hand and against the locks' own statistics, and both texts read back.
#include "core/experiment/files.h"
#include "core/experiment/locks.h"
#include "core/experiment/run.h"
#include "core/experiment/session_file.h"
#include "core/lock/report_text.h"
#include "tests/support/catch.h"
#include "tests/support/locks.h"

#include <cmath>
#include <filesystem>
#include <sstream>
#include <unistd.h>

using namespace sluice;
using namespace sluice::lock;
using test::LockStream;

namespace {

std::vector<std::string> words(const std::string& line) {
    std::istringstream in(line);
    std::vector<std::string> out;
    for (std::string w; in >> w;)
        out.push_back(w);
    return out;
}

std::vector<std::string> lines(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> out;
    for (std::string l; std::getline(in, l);)
        out.push_back(l);
    return out;
}

/// "5.4us" in ns, "33.3%" from 0 to 1.
double number(std::string text) {
    double scale = 0;
    if (text.ends_with("us"))
        scale = 1e3;
    else if (text.ends_with("ms"))
        scale = 1e6;
    else if (text.ends_with("%"))
        scale = 0.01;
    REQUIRE(scale > 0);
    return std::stod(text) * scale;
}

/// One row of lockmeter's text, taken apart by its columns.
struct TextRow {
    double utilisation, contention, hold, hold_max, wait, wait_max, spinning, nowait, spin;
    std::uint64_t total;
};
TextRow read_row(const std::string& line) {
    const auto field = [&](std::size_t at, std::size_t n) {
        const auto w = words(line.substr(at, n));
        return w.empty() ? std::string("0us") : w[0];
    };
    REQUIRE(line.size() > 77);
    CHECK(line[19] == '(');
    CHECK(line[26] == ')');
    const bool waits = line[34] == '(';
    return {line.substr(0, 6) == "      " ? -1 : number(field(0, 6)), number(field(6, 6)), number(field(12, 7)),
        number(field(20, 6)), number(field(27, 7)), waits ? number(field(35, 6)) : 0, waits ? number(field(43, 5)) : 0,
        number(field(59, 6)), number(field(65, 6)), std::stoull(field(49, 10))};
}

/// Rounded as the text rounds: to 0.1 us, 1 us, 1 ms.
bool close(double text, double value) {
    const double step = value < 9.95e3 ? 100 : value < 1e7 ? 1e3 : 1e6;
    return std::abs(text - value) <= 0.51 * step;
}
/// To 0.01 %, 0.1 %, 1 %.
bool close_share(double text, double value) {
    const double step = value < 0.0999 ? 1e-4 : value < 0.9995 ? 1e-3 : 1e-2;
    return std::abs(text - value) <= 0.51 * step;
}

void compare(const std::string& line, const LockReport& report, const LockRow& row, bool total) {
    INFO(line);
    const TextRow t = read_row(line);
    if (total)
        CHECK(t.utilisation == -1);
    else
        CHECK(close_share(t.utilisation, report.utilisation(row)));
    CHECK(close_share(t.contention, row.contention()));
    CHECK(close(t.hold, row.hold.mean()));
    CHECK(close(t.hold_max, static_cast<double>(row.hold.most)));
    CHECK(close(t.wait, row.wait.mean()));
    CHECK(close(t.wait_max, static_cast<double>(row.wait.most)));
    CHECK(close_share(t.spinning, row.wait.count ? report.spinning(row) : 0));
    CHECK(t.total == row.taken);
    CHECK(close_share(t.nowait, row.taken ? 1 - row.contention() : 0));
    CHECK(close_share(t.spin, row.contention()));
}

/// CPU 0 and 1 fight for zone 0; CPU 0 takes the page-table lock (number 2) around it.
LockStream two_cpus() {
    LockStream s;
    s.take(100, 0, 2, 3); // page table
    s.take(110, 0, 0, 1);
    s.wait(120, 1, 0, 2);
    s.drop(150, 0, 0, 1, 40);
    s.take(160, 1, 0, 2, 40, 1);
    s.drop(190, 1, 0, 2, 30);
    s.drop(200, 0, 2, 3, 100);
    s.take(300, 1, 1, 1); // the other zone
    return s; // held to the end, at 400
}

experiment::RunInput input(const char* scenario) {
    experiment::FileError error;
    experiment::RunInput in;
    const auto read = experiment::shipped_scenario(scenario, error);
    INFO(error.text());
    REQUIRE(read);
    in.scenario = std::make_shared<const experiment::Scenario>(*read);
    return in;
}

std::unique_ptr<journal::Journal> journal_of(const experiment::RunInput& in) {
    auto j = std::make_unique<journal::Journal>();
    experiment::Run run(in, *j);
    while (run.state() == experiment::Run::State::running)
        run.advance(in.scenario->length);
    return j;
}

} // namespace

TEST_CASE("Locks are numbered group by group and named after what they belong to", "[lock]") {
    LockDirectory d;
    d.add({0, "zone", "zone.lock", 2, {"NORMAL of node 0", "NORMAL of node 1"}});
    d.add({2, "lru", "pagemap_lru_lock", 1});
    d.add({1, "page_table", "page_table_lock", LockGroup::kOpen});
    CHECK(d.first(2) == 2);
    CHECK(d.first(1) == 3);
    CHECK(d.name(1) == "zone.lock (NORMAL of node 1)");
    CHECK(d.name(2) == "pagemap_lru_lock");
    CHECK(d.name(9) == "page_table_lock (6)");
    CHECK(d.group_of(2)->key == "lru");
    CHECK(d.find("page_table")->lock_class == 1);
    CHECK(d.find("nothing") == nullptr);
    CHECK(d.class_name(2) == "pagemap_lru_lock");
    CHECK(d.class_name(9) == "class 9");
}

TEST_CASE("The columns of a lock are counted from its records", "[lock]") {
    const LockStream s = two_cpus();
    const LockReport r = s.report(0, 400);
    REQUIRE(r.locks.size() == 2);
    const ReportLock& zone = *r.find("zone");
    CHECK(zone.locks == 2);
    CHECK(zone.row.taken == 3);
    CHECK(zone.row.contended == 1);
    CHECK(zone.row.bounces == 1);
    CHECK(zone.row.contended_bounces == 1);
    CHECK(zone.row.held == 40 + 30 + 100);
    CHECK(zone.row.waited == 40);
    CHECK(zone.row.hold.count == 2);
    CHECK(zone.row.hold.total == 70);
    CHECK(zone.row.hold.least == 30);
    CHECK(zone.row.hold.most == 40);
    CHECK(zone.row.wait.total == 40);
    CHECK(r.utilisation(zone.row) == Approx(170.0 / 400));
    CHECK(r.spinning(zone.row) == Approx(40.0 / 400 / 2));
    REQUIRE(zone.sites.size() == 2);
    CHECK(zone.sites[0].name == "give back"); // most waited for first
    CHECK(zone.sites[0].row.contended == 1);
    CHECK(zone.sites[0].held_against == 0);
    CHECK(zone.sites[1].held_against == 1);
    CHECK(r.find("page_table")->row.held == 100);
    CHECK(r.total.taken == 4);

    const LockReport each = s.report(0, 400, Grouping::by_lock);
    REQUIRE(each.locks.size() == 3);
    CHECK(each.locks[0].name == "zone.lock (NORMAL of node 0)");
    CHECK(each.locks[0].row.taken == 2);
}

TEST_CASE("A window counts what lies in it, and parts of holds and waits at its ends", "[lock]") {
    const LockStream s = two_cpus();
    const LockReport r = s.report(130, 170);
    const ReportLock& zone = *r.find("zone");
    CHECK(zone.row.taken == 1); // at 160; the one at 110 was before
    CHECK(zone.row.held == 20 + 10); // 130 to 150, 160 to 170
    CHECK(zone.row.waited == 30); // 130 to 160
    CHECK(zone.row.wait.most == 40); // the wait that ended in the window, as long as it was
    CHECK(zone.row.hold.count == 1);
    CHECK(r.find("page_table")->row.held == 40);
    CHECK(r.find("page_table")->row.taken == 0);

    // Windows that follow each other add up. The closed ends meet at 170, where nothing happens.
    const LockReport first = s.report(0, 170), second = s.report(170, 400), all = s.report(0, 400);
    CHECK(first.total.held + second.total.held == all.total.held);
    CHECK(first.total.waited + second.total.waited == all.total.waited);
    CHECK(first.total.taken + second.total.taken == all.total.taken);
}

TEST_CASE("The order of locks is counted, and a cycle is named", "[lock]") {
    LockStream s = two_cpus();
    OrderFold fold = s.order();
    REQUIRE(fold.edges().size() == 1);
    CHECK(fold.edges()[0] == OrderEdge{kPageTableLockClass, kZoneLockClass, 1, 1, 1});
    CHECK(fold.depth(kZoneLockClass) == 1);
    CHECK(fold.depth(kPageTableLockClass) == 0);
    CHECK(fold.innermost(kZoneLockClass));
    CHECK_FALSE(fold.innermost(kPageTableLockClass));
    CHECK(fold.cycles().empty());

    s.take(310, 1, 2, 4); // the page-table lock, while CPU 1 holds zone 1
    fold = s.order();
    CHECK(fold.edges().size() == 2);
    REQUIRE(fold.cycles().size() == 1);
    CHECK(describe_cycle(fold.cycles()[0], s.names().locks) == "zone.lock → page_table_lock → zone.lock");
}

TEST_CASE("lockmeter's text has the report's numbers in lockmeter's columns", "[lock]") {
    const auto in = input("lab-busy-server");
    const auto journal = journal_of(in);
    for (const auto grouping : {Grouping::by_class, Grouping::by_lock}) {
        const LockReport report = experiment::lock_report(*journal, *in.scenario, 0, in.scenario->length, grouping);
        REQUIRE(report.total.contended > 100);
        const std::string text = lockmeter_text(report, {"sluice test"});
        const auto all = lines(text);
        CHECK(std::count(all.begin(), all.end(), "SPINLOCKS         HOLD            WAIT") == 1);
        const auto head = std::find(all.begin(), all.end(),
            "  UTIL  CON    MEAN(  MAX )   MEAN(  MAX )(% CPU)     TOTAL NOWAIT SPIN RJECT  NAME");
        REQUIRE(head != all.end());
        CHECK(std::count(all.begin(), all.end(), "System: sluice test") == 1);
        CHECK(std::count(all.begin(), all.end(), "All (" + std::to_string(report.cpus) + ") CPUs") == 1);
        auto line = head + 2;
        CHECK(line->ends_with("  *TOTAL*"));
        compare(*line, report, report.total, true);
        line += 2;
        for (const ReportLock& l : report.locks) {
            compare(*line, report, l.row, false);
            CHECK(line->substr(77).starts_with("  " + l.name.substr(0, l.name.find(' '))));
            ++line;
            for (const ReportSite& s : l.sites) {
                compare(*line, report, s.row, false);
                CHECK(words(line->substr(77)).size() == 1);
                CHECK(line->substr(77, 5).starts_with("    "));
                ++line;
            }
            CHECK(line->empty());
            ++line;
        }
        CHECK(line == all.end());
    }
}

TEST_CASE("lock_stat's text has the report's numbers in its columns", "[lock]") {
    const LockReport report = two_cpus().report(0, 400);
    const auto all = lines(lock_stat_text(report));
    CHECK(all[0] == "lock_stat version 0.4");
    CHECK(all[1] == std::string(40 + 1 + 12 * 15, '-'));
    CHECK(words(all[2])
        == std::vector<std::string>{"class", "name", "con-bounces", "contentions", "waittime-min", "waittime-max",
            "waittime-total", "waittime-avg", "acq-bounces", "acquisitions", "holdtime-min", "holdtime-max",
            "holdtime-total", "holdtime-avg"});
    REQUIRE(all.size() > 6);
    CHECK(all[2].size() == all[5].size());
    CHECK(words(all[5])
        == std::vector<std::string>{
            "zone.lock:", "1", "1", "0.04", "0.04", "0.04", "0.04", "1", "3", "0.03", "0.04", "0.07", "0.04"});
    CHECK(all[6] == std::string(31, ' ') + "---------");
    CHECK(words(all[7]) == std::vector<std::string>{"zone.lock", "1", "[<0000000000000002>]", "give_back"});
    CHECK(all[8] == all[6]);
    CHECK(words(all[9]) == std::vector<std::string>{"zone.lock", "1", "[<0000000000000001>]", "refill"});
    CHECK(words(all[11]).at(0) == "page_table_lock:");
}

TEST_CASE("A saved journal gives the same lock table with nothing but its header", "[lock]") {
    const auto in = input("lab-busy-server");
    const auto journal = journal_of(in);
    experiment::Session session;
    session.input = in;
    const std::string path
        = (std::filesystem::temp_directory_path() / ("sluice-locks-" + std::to_string(::getpid()))).string();
    REQUIRE(journal->save(path, experiment::write_session(session)).empty());
    std::string header, error;
    const auto loaded = journal::Journal::load(path, header, error);
    std::filesystem::remove(path);
    REQUIRE(loaded);
    experiment::FileError wrong;
    const auto read = experiment::read_session(header, path, wrong);
    REQUIRE(read);
    const Time half = in.scenario->length / 2;
    CHECK(lock_stat_text(experiment::lock_report(*loaded, *read->input.scenario, 0, half))
        == lock_stat_text(experiment::lock_report(*journal, *in.scenario, 0, half)));
    CHECK(experiment::lock_report(*loaded, *read->input.scenario, 0, half).total.taken > 0);
    CHECK(experiment::lock_order(*loaded, *read->input.scenario, half).edges()
        == experiment::lock_order(*journal, *in.scenario, half).edges());
}
