// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/csv.h"

#include "core/experiment/files.h"

#include <charconv>
#include <filesystem>

namespace sluice::app {

using namespace experiment;

namespace {

/// The shortest digits that give the number back.
void append(std::string& out, double v) {
    char text[400];
    // Plain digits: "100000", not "1e+05". Values of metrics are far from the ends of the range.
    const auto [end, error] = std::to_chars(text, text + sizeof text, v, std::chars_format::fixed);
    out.append(text, error == std::errc{} ? end : text);
}

/// Names of metrics hold braces and commas; file names do not.
std::string file_name(const std::string& query) {
    std::string out;
    for (const char c : query)
        out += c == '{' || c == ',' || c == '=' ? '_' : c;
    std::erase(out, '}');
    return out + ".csv";
}

} // namespace

std::string csv_text(const Series& s) {
    const std::string unit = s.unit == Unit::none ? "" : " [" + std::string(unit_name(s.unit)) + "]";
    std::string out;
    if (s.shape == Shape::events) {
        out = "start [ns],end [ns],value" + unit + "\n";
        for (const Span& span : s.spans) {
            out += std::to_string(span.start) + "," + std::to_string(span.end) + ",";
            append(out, span.value);
            out += "\n";
        }
        return out;
    }
    out = "time [ns],value" + unit + "\n";
    if (s.shape == Shape::level) {
        out += std::to_string(s.from) + ",";
        append(out, s.initial);
        out += "\n";
    }
    for (const Point& p : s.points) {
        out += std::to_string(p.at) + ",";
        append(out, p.value);
        out += "\n";
    }
    return out;
}

std::string write_csv_folder(const std::string& folder, const RunResults& results) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        return "Cannot make the folder “" + folder + "”: " + error.message();
    for (const auto& [query, series] : results.series)
        if (std::string why = write_file(folder + "/" + file_name(query.text()), csv_text(series)); !why.empty())
            return why;
    return "";
}

} // namespace sluice::app
