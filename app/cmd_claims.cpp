// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/claims_table.h"
#include "app/command.h"
#include "app/numbers.h"
#include "core/experiment/claims.h"
#include "core/experiment/files.h"
#include "core/experiment/near.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <ostream>
#include <thread>

namespace sluice::app {

using namespace experiment;

namespace {

constexpr std::array kOptions{
    Option{"--json", "", "Prints the table as JSON."},
    Option{"--strict", "", "The answer is no when any test row is outside, expected or not."},
    Option{"--seeds", "N", "Seeds behind each row, 1 to 1,000; 3 unless given."},
    Option{"--jobs", "N", "Runs computed at once; as many as the computer has CPUs unless given."},
    Option{"--list", "", "Lists the rows and computes nothing."},
    Option{"--table", "FILE", "Writes the table into FILE, between its marks."},
    Option{"--check-table", "FILE", "The answer is no when the table in FILE is another."},
};

using Json = nlohmann::ordered_json;

Json published_json(const ClaimRow& row) {
    if (row.published)
        return json_number(*row.published);
    return row.published_text;
}

Json row_json(const ClaimCard& card, const ClaimRow& row, const ClaimResult& r) {
    Json j;
    j["id"] = row.id;
    j["published"] = published_json(row);
    j["model"] = json_number(r.model);
    j["low"] = json_number(row.low);
    j["high"] = json_number(row.high);
    j["unit"] = row.unit;
    j["use"] = use_name(row.use);
    j["verdict"] = verdict_name(r.verdict);
    j["expect"] = row.expect_within ? "within" : "outside";
    j["because"] = row.because;
    j["profile"] = r.profile;
    j["run_id"] = r.run_id;
    j["leaves_out"] = card.leaves_out;
    return j;
}

/// Letters as a terminal counts them: continuation bytes of UTF-8 take no room.
std::size_t width(std::string_view s) {
    return static_cast<std::size_t>(
        std::count_if(s.begin(), s.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string padded(const std::string& s, std::size_t to) {
    return s + std::string(width(s) < to ? to - width(s) : 1, ' ');
}

void print_card(std::ostream& out, const ClaimCard& card, const std::vector<ClaimResult>& results) {
    out << '\n' << card.id << "  " << card.title << '\n';
    for (const ClaimRow& row : card.rows) {
        const auto r
            = std::find_if(results.begin(), results.end(), [&](const ClaimResult& x) { return x.id == row.id; });
        if (r == results.end())
            continue;
        out << "  " << padded(row.id, 24) << padded(row.label, 34) << "published " << padded(published_shown(row), 26)
            << "model " << padded(r->model ? claim_number(*r->model, row.unit) : "no value", 16) << "allowed "
            << padded(range_shown(row), 26) << verdict_name(r->verdict) << (r->as_expected ? "" : "  NOT EXPECTED")
            << '\n';
        if (!r->problem.empty())
            out << "      " << r->problem << '\n';
        if (!row.expect_within)
            out << "      expected to be missed: " << row.because << '\n';
    }
    for (const std::string& left : card.leaves_out)
        out << "    - leaves out: " << left << '\n';
}

/// Writes or compares the table in a file, as the options say.
int table_in_file(Context& context, const Arguments& arguments, const std::string& table) {
    const bool write = arguments.has("--table");
    const std::string path = *arguments.value(write ? "--table" : "--check-table");
    std::string error;
    const auto text = read_file(path, error);
    if (!text)
        return context.wrong(error);
    std::string fresh = *text;
    if (!replace_table(fresh, table))
        return context.wrong(path
            + " has no marks “<!-- claims: begin -->” and “<!-- claims: end -->” on lines of "
              "their own.");
    if (write) {
        error = write_file(path, fresh);
        return error.empty() ? kOk : context.wrong(error);
    }
    if (fresh == *text)
        return kOk;
    context.out << "The table in " << path << " is out of date: scripts/docs --claims writes it again.\n";
    return kNo;
}

int run(Context& context, const Arguments& arguments) {
    FileError error;
    const auto cards = shipped_claims(error);
    if (!error.message.empty())
        return context.wrong(error.text());
    std::vector<std::string> known;
    for (const ClaimCard& card : cards) {
        known.push_back(card.id);
        for (const ClaimRow& row : card.rows) {
            known.push_back(row.id);
            for (auto dot = row.id.find('.', card.id.size() + 1); dot != std::string::npos;
                 dot = row.id.find('.', dot + 1))
                known.push_back(row.id.substr(0, dot));
        }
    }
    for (const std::string& id : arguments.positional())
        if (std::find(known.begin(), known.end(), id) == known.end())
            return context.wrong("claims: there is no claim “" + id + "”. " + did_you_mean(id, known));
    if (arguments.has("--list")) {
        for (const ClaimCard& card : cards)
            for (const ClaimRow& row : card.rows)
                context.out << padded(row.id, 26) << card.title << ": " << row.label << '\n';
        return kOk;
    }
    if ((arguments.has("--table") || arguments.has("--check-table")) && !arguments.positional().empty())
        return context.wrong("claims: the table has all claims; leave out the names, or the table.");
    const auto seeds = context.count(arguments, "claims", "--seeds", 3);
    const auto jobs
        = context.count(arguments, "claims", "--jobs", std::clamp(std::thread::hardware_concurrency(), 1u, 64u));
    if (!seeds || !jobs)
        return kWrong;
    ClaimOptions options;
    options.seeds = *seeds;
    options.threads = static_cast<unsigned>(*jobs);
    const auto results = evaluate_claims(cards, arguments.positional(), options, measure);

    bool as_expected = true, strict = true;
    for (const ClaimResult& r : results)
        as_expected = as_expected && r.as_expected;
    Json all = Json::array();
    std::array<std::size_t, 4> verdicts{};
    for (const ClaimCard& card : cards) {
        bool any = false;
        for (const ClaimRow& row : card.rows)
            for (const ClaimResult& r : results)
                if (r.id == row.id) {
                    any = true;
                    all.push_back(row_json(card, row, r));
                    ++verdicts[static_cast<std::size_t>(r.verdict)];
                    strict = strict && !(row.use == ClaimUse::test && r.verdict == Verdict::outside);
                }
        if (any && !arguments.has("--json"))
            print_card(context.out, card, results);
    }
    if (arguments.has("--json")) {
        context.out << all.dump(2) << '\n';
    } else {
        context.out << '\n' << results.size() << " rows:";
        for (std::size_t v = 0; v < verdicts.size(); ++v)
            context.out << (v ? ", " : " ") << verdicts[v] << ' ' << verdict_name(static_cast<Verdict>(v));
        context.out << ". "
                    << (as_expected ? "Every verdict is the expected one." : "Some verdicts are not the expected ones.")
                    << '\n';
    }
    if (arguments.has("--table") || arguments.has("--check-table"))
        if (const int code = table_in_file(context, arguments, claims_table(cards, results, *seeds)); code != kOk)
            return code;
    return as_expected && (strict || !arguments.has("--strict")) ? kOk : kNo;
}

} // namespace

const Command claims_command{"claims", "[ID…]", "Prints published numbers beside the model's.",
    "ID is a claim (A2) or a row (A2.posted). The answer is no when a verdict is not the one its file expects, in "
    "either\n"
    "direction.",
    kOptions, 0, 1000, run};

} // namespace sluice::app
