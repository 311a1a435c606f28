// SPDX-License-Identifier: GPL-3.0-or-later
// What every mechanism must hold to: numbers that clash with no other's, names that are found again, switches.
#include "core/assets/assets.h"
#include "core/assets/listing_file.h"
#include "core/cpu/listing.h"
#include "core/experiment/knobs.h"
#include "core/experiment/locks.h"
#include "core/experiment/mechanisms.h"
#include "core/experiment/value_reader.h"
#include "core/memory/listing.h"
#include "core/workload/classes.h"
#include "tests/support/catch.h"

#include <map>
#include <set>

using namespace sluice;
using namespace sluice::experiment;

TEST_CASE("Every listing in the tree belongs to a registered mechanism", "[mechanisms]") {
    std::set<std::string> folders;
    for (const std::string_view path : assets::list("core/mechanism/"))
        folders.insert(std::string(path.substr(15, path.find('/', 15) - 15)));
    std::set<std::string> ids;
    for (const Mechanism& m : mechanisms()) {
        CHECK(ids.insert(std::string(m.id)).second);
        CHECK_FALSE(m.title.empty());
        CHECK(m.summary.ends_with('.'));
    }
    for (const std::string& folder : folders) // one without a listing is none of these
        CHECK(ids.contains(folder));
}

TEST_CASE("Steps are unique over all rooms and find their lines", "[mechanisms]") {
    std::set<StepId> seen;
    for (const auto lines : {cpu::listing(), memory::listing(), workload::listing()})
        for (const cpu::ListingLine& line : lines) {
            CHECK(seen.insert(line.id).second);
            CHECK(line.id < step_base::quicklist);
            CHECK(experiment::find_step(line.id).line == nullptr);
            CHECK(step_name(line.id).text == line.text);
        }
    std::set<std::string> listings;
    for (const Mechanism& m : mechanisms()) {
        CHECK(m.steps.first >= step_base::quicklist);
        CHECK(m.steps.first + m.steps.count <= 0x1000);
        CHECK(m.steps.count <= LineSwitches::kMost);
        for (const Mechanism& other : mechanisms())
            if (&other != &m)
                CHECK((other.steps.first >= m.steps.first + m.steps.count
                    || m.steps.first >= other.steps.first + other.steps.count));
        for (const Listing& l : m.listings) {
            CHECK(listings.insert(l.id).second);
            CHECK(find_listing(l.id) == &l);
            std::set<std::string> ids;
            for (const ListingLine& line : l.lines) {
                CHECK(ids.insert(line.id).second);
                CHECK(seen.insert(line.step).second);
                CHECK(m.steps.contains(line.step));
                CHECK(experiment::find_step(line.step).line == &line);
                CHECK(experiment::find_step(line.step).listing == &l);
                CHECK(find_line(l.id + "." + line.id).line == &line);
                CHECK_FALSE(line.text.empty());
            }
        }
    }
    CHECK(find_listing("drain-nothing") == nullptr);
    CHECK(find_line("drain-posted").line == nullptr);
    CHECK(find_line("drain-posted.nothing").line == nullptr);
    CHECK(step_name(0xfff).function.empty());
}

TEST_CASE("Each switchable line has a knob, the others have none", "[mechanisms]") {
    std::size_t switchable = 0, knobs = 0;
    for (const Mechanism& m : mechanisms())
        for (const Listing& l : m.listings)
            for (const ListingLine& line : l.lines) {
                const auto k = find_knob(line_knob_id(l, line));
                CHECK(k.has_value() == line.switchable);
                if (!k)
                    continue;
                ++switchable;
                const Knob& knob = knob_table()[*k];
                CHECK(knob.group == KnobGroup::line);
                CHECK(knob.standard == 1);
                CHECK_FALSE(knob.label.starts_with(' '));
                CHECK(line.text.ends_with(knob.label));
                CHECK_FALSE(knob.source.empty());
            }
    for (const Knob& k : knob_table())
        knobs += k.group == KnobGroup::line;
    CHECK(switchable == knobs);
    CHECK(knobs >= 17);
}

TEST_CASE("Line knobs switch exactly their own line", "[mechanisms]") {
    for (const Mechanism& m : mechanisms()) {
        KnobValues values = standard_values();
        const auto off = find_knob(m.id == "quicklist" ? "line.drain-posted.limit_capped" : "");
        if (!off)
            continue;
        values[*off] = 0;
        const LineSwitches lines(m.steps, m.listings, ValueReader(values));
        for (const Listing& l : m.listings)
            for (const ListingLine& line : l.lines)
                CHECK(lines.on(line.step) == (line_knob_id(l, line) != "line.drain-posted.limit_capped"));
    }
}

TEST_CASE("The listings in force follow the knobs", "[mechanisms]") {
    for (const Mechanism& m : mechanisms()) {
        CHECK((m.current_listings != nullptr || m.listings.empty()));
        if (!m.current_listings)
            continue;
        for (const std::string_view id : m.current_listings(ValueReader(standard_values())))
            CHECK(find_listing(id));
    }
    const std::map<std::string, std::string> in_force{{"2.6.9", "drain-marks"}, {"as-posted", "drain-posted"},
        {"as-described", "drain-described"}, {"2.6.12", "drain-merged"}, {"2.6.27", "drain-generic"}};
    for (const auto& [preset, listing] : in_force) {
        KnobValues values = standard_values();
        for (const auto& [knob, value] : find_preset(preset)->values)
            values[knob] = value;
        const ValueReader knobs(values);
        CHECK(mechanisms().front().current_listings(knobs).front() == listing);
    }
}

TEST_CASE("Call sites and presets clash with no other's", "[mechanisms]") {
    std::set<std::string_view> presets;
    for (const Mechanism& m : mechanisms()) {
        CHECK((m.sites.count == 0) == (m.site_name == nullptr));
        for (const KnobPreset& p : m.presets)
            CHECK(presets.insert(p.id).second);
        if (!m.site_name)
            continue;
        CHECK(m.sites.first >= kFirstMechanismSite);
        for (const Mechanism& other : mechanisms())
            if (&other != &m && other.site_name)
                CHECK((other.sites.first >= m.sites.first + m.sites.count
                    || m.sites.first >= other.sites.first + other.sites.count));
        std::size_t named = 0;
        for (std::uint16_t site = 0; site < 0x400; ++site) {
            const std::string_view name = m.site_name(site);
            CHECK((name.empty() || m.sites.contains(site)));
            if (m.sites.contains(site))
                CHECK(site_name(site) == name);
            named += !name.empty();
        }
        CHECK(named > 0);
    }
    // A filter by site finds one, whatever room it is in.
    std::set<std::string_view> names;
    for (std::uint16_t site = 0; site < 0x400; ++site)
        if (const std::string_view name = site_name(site); !name.empty()) {
            INFO(name);
            CHECK(names.insert(name).second);
        }
    CHECK(names.count("mpage_writepages") == 1);
    CHECK(site_name(0).empty());
    CHECK(site_name(memory::site::give_back) == "give back");
}

TEST_CASE("A fault in a listing file is told with its path", "[mechanisms]") {
    CHECK_THROWS_WITH(assets::read_listings("core/mechanism/nothing/listing.toml"),
        "core/mechanism/nothing/listing.toml: it is not part of this build");
    CHECK_THROWS_WITH(assets::read_listings("assets/glossary.toml"), "assets/glossary.toml: “listing” is missing");
}
