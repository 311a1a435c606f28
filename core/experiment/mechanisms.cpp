// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/mechanisms.h"

#include "core/cpu/listing.h"
#include "core/experiment/value_reader.h"
#include "core/mechanism/buffer_head/knobs.h"
#include "core/mechanism/buffer_head/listing.h"
#include "core/mechanism/lru/knobs.h"
#include "core/mechanism/lru/listing.h"
#include "core/mechanism/lru/lru.h"
#include "core/mechanism/page_cache/knobs.h"
#include "core/mechanism/page_cache/listing.h"
#include "core/mechanism/page_cache/page_cache.h"
#include "core/mechanism/page_free/knobs.h"
#include "core/mechanism/page_free/listing.h"
#include "core/mechanism/page_free/page_free.h"
#include "core/mechanism/pagevec/knobs.h"
#include "core/mechanism/pagevec/listing.h"
#include "core/mechanism/quicklist/knobs.h"
#include "core/mechanism/quicklist/listing.h"
#include "core/mechanism/reclaim/knobs.h"
#include "core/mechanism/reclaim/listing.h"
#include "core/memory/listing.h"
#include "core/workload/classes.h"
#include "core/workload/knobs.h"

#include <algorithm>
#include <unordered_map>

namespace sluice::experiment {

namespace {

bool uses_files(const KnobReader& knobs) {
    return workload::uses_files(knobs.as<workload::Kind>("workload.kind"));
}
bool frees_much(const KnobReader& knobs) {
    return workload::frees_much(knobs.as<workload::Kind>("workload.kind"));
}
/// A giant may have a quicklist on top; its scenarios switch it off or on themselves.
bool uses_tables(const KnobReader& knobs) {
    return !uses_files(knobs) && (!frees_much(knobs) || knobs.on("quicklist.enabled"));
}

constexpr std::string_view kOpenQuicklist[] = {"drain.rule", "drain.shape", "drain.cap", "drain.trigger"};
constexpr std::string_view kOpenPagevec[] = {"pagevec.slots", "pagevec.deferred-add"};
constexpr std::string_view kOpenLru[] = {"lru.scope", "lru.irq-off"};
constexpr std::string_view kOpenFree[]
    = {"free.parallel", "free.max-active", "free.gate", "free.order", "gather.limit"};
constexpr std::string_view kOpenReclaim[] = {"reclaim.lock"};

} // namespace

std::span<const Mechanism> mechanisms() {
    static const std::vector<Mechanism> all{
        {.id = "quicklist",
            .title = "Quicklist",
            .summary = "Each CPU keeps freed page-table pages, still zero, for the next fork.",
            .plays = uses_tables,
            .open_knobs = kOpenQuicklist,
            .knobs = quicklist::knobs(),
            .presets = quicklist::presets(),
            .steps = quicklist::kSteps,
            .listings = quicklist::listings(),
            .current_listings = quicklist::current_listings},
        {.id = "pagevec",
            .title = "Pagevec",
            .summary = "Pages are gathered in a small vector, and one lock serves them all.",
            .plays = uses_files,
            .open_knobs = kOpenPagevec,
            .knobs = pagevec::knobs(),
            .steps = pagevec::kSteps,
            .listings = pagevec::listings(),
            .current_listings = pagevec::current_listings},
        {.id = "lru",
            .title = "LRU lists",
            .summary = "Active and inactive lists order pages by when they were used.",
            .plays = uses_files,
            .open_knobs = kOpenLru,
            .knobs = lru::knobs(),
            .steps = lru::kSteps,
            .listings = lru::listings(),
            .current_listings = lru::current_listings,
            .sites = {16, 32},
            .site_name = lru::site_name},
        {.id = "reclaim",
            .title = "Reclaim",
            .summary = "Pages that were not used lately are taken off the lists when memory is short.",
            .plays = uses_files,
            .open_knobs = kOpenReclaim,
            .knobs = reclaim::knobs(),
            .presets = reclaim::presets(),
            .steps = reclaim::kSteps,
            .listings = reclaim::listings(),
            .current_listings = reclaim::current_listings},
        {.id = "buffer_head",
            .title = "Buffer heads",
            .summary = "A page of a file carries a structure for each block on the disk.",
            .plays = uses_files,
            .knobs = buffer_head::knobs(),
            .steps = buffer_head::kSteps,
            .listings = buffer_head::listings(),
            .current_listings = buffer_head::current_listings},
        {.id = "page_cache",
            .title = "Page cache",
            .summary = "The pages of a file are found by their place in it, and written back when they are dirty.",
            .plays = uses_files,
            .knobs = page_cache::knobs(),
            .steps = page_cache::kSteps,
            .listings = page_cache::listings(),
            .current_listings = page_cache::current_listings,
            .sites = {48, 16},
            .site_name = page_cache::site_name},
        {.id = "page_free",
            .title = "Freeing",
            .summary = "What an exit unmaps is gathered and freed in rounds, by itself or by workers.",
            .plays = frees_much,
            .open_knobs = kOpenFree,
            .knobs = page_free::knobs(),
            .presets = page_free::presets(),
            .steps = page_free::kSteps,
            .listings = page_free::listings(),
            .current_listings = page_free::current_listings,
            .sites = {72, 8},
            .site_name = page_free::site_name},
    };
    return all;
}

bool plays(const Mechanism& mechanism, const KnobValues& values) {
    return !mechanism.plays || mechanism.plays(ValueReader(values));
}

std::vector<KnobIndex> usual_knobs(const KnobValues& values) {
    std::vector<KnobIndex> open;
    for (const Mechanism& m : mechanisms())
        if (plays(m, values))
            for (const std::string_view id : m.open_knobs)
                if (const auto index = find_knob(id); index && open.size() < 5)
                    open.push_back(*index);
    return open;
}

bool suits(const Preset& preset, const KnobValues& values) {
    for (const Mechanism& m : mechanisms())
        for (const KnobPreset& p : m.presets)
            if (p.id == preset.id)
                return plays(m, values);
    return true;
}

const Listing* find_listing(std::string_view id) {
    for (const Mechanism& m : mechanisms())
        for (const Listing& l : m.listings)
            if (l.id == id)
                return &l;
    return nullptr;
}

ListingPlace find_step(StepId step) {
    static const auto places = [] {
        std::unordered_map<StepId, ListingPlace> found;
        for (const Mechanism& m : mechanisms())
            for (const Listing& l : m.listings)
                for (const ListingLine& line : l.lines)
                    found.emplace(line.step, ListingPlace{&l, &line});
        return found;
    }();
    const auto it = places.find(step);
    return it == places.end() ? ListingPlace{} : it->second;
}

ListingPlace find_line(std::string_view name) {
    if (name.starts_with("line."))
        name.remove_prefix(5);
    const std::size_t dot = name.rfind('.');
    if (dot == std::string_view::npos)
        return {};
    const Listing* listing = find_listing(name.substr(0, dot));
    if (listing)
        for (const ListingLine& line : listing->lines)
            if (line.id == name.substr(dot + 1))
                return {listing, &line};
    return {};
}

StepName step_name(StepId step) {
    if (const ListingPlace at = find_step(step); at.line) {
        std::string_view text = at.line->text;
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
        return {at.listing->title, static_cast<unsigned>(at.line - at.listing->lines.data()) + 1, text};
    }
    for (const auto lines : {cpu::listing(), memory::listing(), workload::listing()})
        for (const cpu::ListingLine& line : lines)
            if (line.id == step)
                return {line.function, 0, line.text};
    return {};
}

} // namespace sluice::experiment
