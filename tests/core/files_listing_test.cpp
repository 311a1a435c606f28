// SPDX-License-Identifier: GPL-3.0-or-later
// Every line at which a CPU stands in a mechanism is a line of one of its listings.
#include "core/experiment/mechanisms.h"
#include "core/experiment/run.h"
#include "core/experiment/scenario_file.h"
#include "core/journal/journal.h"
#include "tests/support/catch.h"

#include <set>

using namespace sluice;
using namespace sluice::experiment;

TEST_CASE("every step of files and LRU lists is a line of a listing", "[files]") {
    std::set<std::string> seen;
    for (const char* kind : {"streaming-writers", "fault-storm", "read-mostly", "overwrite", "invalidate", "lowmem"}) {
        for (const char* preset : {"2.5.31", "2.5.34", "2.6.11"}) {
            INFO(kind << ", " << preset);
            FileError error;
            auto s
                = read_scenario("format = 1\ntitle = \"t\"\nmachine = \"piii-4x500\"\npreset = \"" + std::string(preset)
                        + "\"\nlength = \"40 ms\"\n[set]\n\"machine.node-pages\" = 8192\n[workload]\nkind = \"" + kind
                        + "\"\npages = 3000\ndirty = 30\n[start]\n\"cache.fill\" = 4600\n",
                    "test.toml", error);
            INFO(error.text());
            REQUIRE(s);
            RunInput input;
            input.scenario = std::make_shared<const Scenario>(std::move(*s));
            journal::Journal journal;
            Run run(input, journal);
            run.advance(kNever, 200'000);
            CHECK(run.check_conservation() == "");
            std::set<StepId> unknown;
            journal.for_each(0, journal.size(), [&](const Record& r, RecordIndex) {
                const StepId step = step_of(r.to);
                if (r.kind != Kind::step || step < step_base::quicklist)
                    return;
                if (const ListingPlace at = find_step(step); at.line)
                    seen.insert(at.listing->id);
                else
                    unknown.insert(step);
            });
            CHECK(unknown == std::set<StepId>{});
        }
    }
    for (const char* id : {"mark-page-accessed", "pagevec-lru-add", "lru-cache-add-deferred", "lru-cache-add-direct",
             "pagevec-release", "lru-add-drain", "alloc-buffer-head", "try-to-free-buffers", "generic-file-write",
             "balance-dirty-pages", "mpage-writepages", "end-page-writeback", "generic-file-read",
             "invalidate-inode-pages", "shrink-cache-old", "shrink-cache", "shrink-list", "kswapd"})
        CHECK(seen.count(id) == 1);
}
