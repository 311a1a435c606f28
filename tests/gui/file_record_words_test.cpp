// SPDX-License-Identifier: GPL-3.0-or-later
// Every kind of record that a run writes has a sentence in the event list.
#include "core/experiment/run.h"
#include "core/experiment/scenario_file.h"
#include "core/journal/journal.h"
#include "core/record/names.h"
#include "tests/support/catch.h"
#include "ui/panel/record_words.h"

#include <set>

using namespace sluice;

TEST_CASE("every record of a run of files has a sentence without gaps", "[panel]") {
    std::set<Kind> kinds;
    for (const char* id : {"lab-writers", "lab-fault-storm", "lab-overwrite"}) {
        experiment::FileError error;
        auto s = experiment::shipped_scenario(id, error);
        REQUIRE(s);
        experiment::RunInput input;
        input.scenario = std::make_shared<const experiment::Scenario>(std::move(*s));
        journal::Journal journal;
        experiment::Run run(input, journal);
        run.advance(kNever, 60'000);
        std::string wrong;
        journal.for_each(0, journal.size(), [&](const Record& r, RecordIndex i) {
            if (i % 7 && kinds.count(r.kind))
                return;
            kinds.insert(r.kind);
            const QString words = ui::record_sentence(r, {});
            if (words.isEmpty() || words.contains('%'))
                wrong = std::string(name_of(r.kind)) + ": “" + words.toStdString() + "”";
        });
        INFO(id);
        CHECK(wrong == "");
    }
    for (const Kind k : {Kind::list, Kind::hold, Kind::page_flag, Kind::cache, Kind::pagevec_flush, Kind::scan, Kind::io})
        CHECK(kinds.count(k) == 1);
}
