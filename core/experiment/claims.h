// SPDX-License-Identifier: GPL-3.0-or-later
// Claims: what the sources published, beside what the model gives. A card (assets/claims/*.toml) is one claim, its rows
// are the single numbers. A row that the model misses stays and says why; costs are never bent to a row.
//
//     [run]
//     posted = { scenario = "q4-full-list", preset = "as-posted", set = { "drain.cap" = 256 } }
//     [[row]]
//     id = "A2.posted"
//     published = 256
//     unit = "pages"
//     range = [9309, 9309]                  # what counts as reproduced
//     use = "test"
//     expect = "within"
//     value = { take = "max", of = "drain.section.pages", run = "posted" }
//
// `take` is a name of take.h. With `against = "other run"` (or `against-of`, another metric) and `as = "percent" |
// "ratio" | "difference"` the row compares two numbers. `window = ["10 ms", "20 ms"]` narrows the time. `over` says how
// seeds are joined: "mean" (default), "max", "min".
#pragma once

#include "core/experiment/file_error.h"
#include "core/experiment/metric.h"
#include "core/experiment/scenario_file.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::experiment {

/// calibration: the row may be used to choose costs. test: it may not. report: no verdict is passed.
enum class ClaimUse : std::uint8_t { calibration, test, report };
enum class Verdict : std::uint8_t { within, outside, calibrated, reported };

/// "cal", "test", "report".
std::string_view use_name(ClaimUse use);
/// "within", "outside", "calibrated", "reported": JSON and claim files.
std::string_view verdict_name(Verdict verdict);
/// "Holds", "Missed", "Used to set costs", "Reported": the window and the lessons. The one table.
std::string_view verdict_words(Verdict verdict);

struct ClaimWindow {
    Time from = 0, to = 0;
};

/// One number of one run.
struct ClaimTerm {
    std::string run;
    std::string take; ///< a name of take.h
    MetricQuery of;
};

struct ClaimRow {
    std::string id; ///< "A2.posted"
    std::string label; ///< "As posted"
    std::string condition; ///< "15,559 tables, 100,000 free pages", or empty
    std::optional<double> published;
    std::string published_text; ///< as printed: "256 entries", or words when there is no number
    std::optional<double> low, high; ///< what counts as reproduced, in `unit`; one may be open
    std::string unit;
    ClaimUse use = ClaimUse::test;
    bool expect_within = true;
    std::string because; ///< why it is expected to be missed
    ClaimTerm term;
    std::optional<ClaimTerm> against;
    /// percent: 100 × (a ÷ b − 1). share: 100 × a ÷ b.
    enum class Compare : std::uint8_t { none, percent, ratio, difference, share } compare = Compare::none;
    std::optional<ClaimWindow> window;
    enum class Over : std::uint8_t { mean, max, min } over = Over::mean;
};

struct ClaimRun {
    std::string name;
    std::shared_ptr<const Scenario> scenario; ///< resolved, settings included
    std::uint64_t first_seed = 1;
    bool one_seed = false; ///< the run has no luck in it; further seeds would be equal
};

struct ClaimQuote {
    std::string text; ///< at most two sentences
    std::string source; ///< id in assets/sources
    std::string note; ///< "Ten runs each; machine not named."
};

/// One file.
struct ClaimCard {
    std::string id; ///< "A2"
    std::string group; ///< "Quicklists, 2005"
    std::string title; ///< "256 entries per pass"
    std::string about; ///< what was measured, one sentence
    std::vector<ClaimQuote> quotes;
    std::vector<std::string> leaves_out; ///< one sentence each
    std::vector<ClaimRun> runs;
    std::vector<ClaimRow> rows;
};

/// What a row came to.
struct ClaimResult {
    std::string id;
    std::optional<double> model; ///< joined over seeds, in the row's unit; nothing if a run gave no value
    std::optional<double> least, greatest; ///< over seeds
    std::uint64_t seeds = 0;
    Verdict verdict = Verdict::outside;
    bool as_expected = true;
    std::string profile; ///< machine
    std::string run_id; ///< of the first seed of the row's run
    std::uint64_t fingerprint = 0;
    std::string problem; ///< "the run is stuck: …", or empty
};

/// Where a source stands: assets/sources/*.toml.
struct Source {
    std::string id, title, author, date;
    std::string url; ///< or commit; may be empty
    std::string message_id; ///< of a mail, without brackets; may be empty
    std::vector<std::string> quotes;
};

std::optional<ClaimCard> read_claim(std::string_view text, const std::string& file, FileError& error);
std::optional<Source> read_source(std::string_view text, const std::string& file, FileError& error);
/// All cards of the program, by id. An error only in a broken build: a test reads all.
std::vector<ClaimCard> shipped_claims(FileError& error);
std::vector<Source> shipped_sources(FileError& error);

/// Computes a run and answers queries; `measure` of metric.h unless a test gives another.
using Measure = std::function<RunResults(const RunInput&, const std::vector<MetricQuery>&)>;

struct ClaimOptions {
    std::uint64_t seeds = 3; ///< ≥ 1
    unsigned threads = 1; ///< runs computed at once
    /// Runs finished, runs in all; called from the computing threads, one at a time. May be empty.
    std::function<void(std::size_t done, std::size_t total)> progress;
    std::function<bool()> cancelled; ///< asked between runs; may be empty
};

/// Computes the rows of a card whose ids begin with one of `ids` (all if empty), in order.
std::vector<ClaimResult> evaluate_claims(const std::vector<ClaimCard>& cards, const std::vector<std::string>& ids,
    const ClaimOptions& options, const Measure& measure);

/// From a metric's unit to a row's, a word of the files; 1 for a pair that is not known.
double unit_factor(Unit from, std::string_view to);

/// A row's number as it is printed: "9,309 pages", "−0.01 %".
std::string claim_number(double value, std::string_view unit);

} // namespace sluice::experiment
