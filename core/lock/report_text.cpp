// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/report_text.h"

#include <algorithm>
#include <cinttypes>
#include <cstdarg>
#include <cstdio>

namespace sluice::lock {

namespace {

#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
std::string
text_of(const char* format, ...) {
    char buffer[256];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(buffer, sizeof buffer, format, arguments);
    va_end(arguments);
    return buffer;
}

/// One word, as awk wants it: "give back" → "give_back".
std::string word(std::string name) {
    std::replace(name.begin(), name.end(), ' ', '_');
    return name;
}

/// "0%", "0.06%", "33.3%", "100%"; `share` from 0 to 1, more where several locks add up.
std::string percent(double share) {
    const double p = 100 * share;
    if (p == 0)
        return "0%";
    if (p < 9.995)
        return text_of("%.2f%%", p);
    return p < 99.95 ? text_of("%.1f%%", p) : text_of("%.0f%%", p);
}

/// "0us", "5.4us", "2348us", "22ms".
std::string duration(double ns) {
    const double us = ns / 1e3;
    if (us == 0)
        return "0us";
    if (us < 9.95)
        return text_of("%.1fus", us);
    if (us < 9999.5)
        return text_of("%.0fus", us);
    return us < 9999.5e3 ? text_of("%.0fms", us / 1e3) : text_of("%.0fs", us / 1e6);
}

std::string columns(const LockReport& report, const LockRow& row, bool with_utilisation) {
    std::string line
        = with_utilisation ? text_of("%6s", percent(report.utilisation(row)).c_str()) : std::string(6, ' ');
    line += text_of("%6s", percent(row.contention()).c_str());
    line
        += text_of("%7s(%6s)", duration(row.hold.mean()).c_str(), duration(static_cast<double>(row.hold.most)).c_str());
    if (row.wait.count > 0)
        line += text_of("%7s(%6s)(%5s)", duration(row.wait.mean()).c_str(),
            duration(static_cast<double>(row.wait.most)).c_str(), percent(report.spinning(row)).c_str());
    else
        line += text_of("%7s%15s", "0us", "");
    // Nothing in the model gives up on a lock that is busy: a request is served at once or spins.
    line += text_of("%10" PRIu64 "%6s%6s%6s", row.taken, percent(row.taken ? 1 - row.contention() : 0).c_str(),
        percent(row.contention()).c_str(), "0%");
    return line;
}

constexpr int kNameWidth = 40, kColumn = 14;

std::string us(double ns) {
    return text_of(" %14.2f", ns / 1e3);
}

std::string rule(int spaces, int dashes) {
    return std::string(static_cast<std::size_t>(spaces), ' ') + std::string(static_cast<std::size_t>(dashes), '-')
        + '\n';
}

std::string times(const Stretches& s) {
    return us(static_cast<double>(s.least)) + us(static_cast<double>(s.most)) + us(static_cast<double>(s.total))
        + us(s.mean());
}

/// Up to four lines "name count [<site>] function", most first.
std::string points(const ReportLock& lock, std::uint64_t (*count)(const ReportSite&)) {
    std::vector<const ReportSite*> sites;
    for (const ReportSite& s : lock.sites)
        if (count(s) > 0)
            sites.push_back(&s);
    if (sites.empty())
        return {};
    std::stable_sort(
        sites.begin(), sites.end(), [&](const ReportSite* a, const ReportSite* b) { return count(*a) > count(*b); });
    sites.resize(std::min<std::size_t>(sites.size(), 4));
    const std::string name = word(lock.name);
    const int width = std::min<int>(kNameWidth, static_cast<int>(name.size()));
    std::string out = rule(kNameWidth - width, width);
    for (const ReportSite* s : sites)
        out += text_of("%40s %14" PRIu64 " %29s %s\n", name.c_str(), count(*s),
            text_of("[<%016x>]", static_cast<unsigned>(s->site)).c_str(), word(s->name).c_str());
    return out;
}

} // namespace

std::string lockmeter_text(const LockReport& report, const ReportHead& head) {
    std::size_t sites = 0;
    for (const ReportLock& l : report.locks)
        sites += l.sites.size();
    const auto seconds = [](Time t) { return static_cast<double>(t) * 1e-9; };
    std::string out = std::string(91, '_') + '\n';
    out += "System: " + head.system + "\nTotal counts\n\n";
    out += text_of("All (%u) CPUs\n\n", report.cpus);
    out += text_of("Start time: %.9f sec.\n", seconds(report.from));
    out += text_of("End   time: %.9f sec.\n", seconds(report.to));
    out += text_of("Delta Time: %.6f sec.\n", seconds(report.elapsed()));
    out += text_of("Hash table slots in use:      %zu.\n", sites);
    out += "Global read lock slots in use: 0.\n\n";
    out += "SPINLOCKS         HOLD            WAIT\n";
    out += "  UTIL  CON    MEAN(  MAX )   MEAN(  MAX )(% CPU)     TOTAL NOWAIT SPIN RJECT  NAME\n\n";
    out += columns(report, report.total, false) + "  *TOTAL*\n\n";
    for (const ReportLock& l : report.locks) {
        out += columns(report, l.row, true) + "  " + word(l.name) + '\n';
        for (const ReportSite& s : l.sites)
            if (s.row.taken > 0 || s.row.waited > 0)
                out += columns(report, s.row, true) + "    " + word(s.name) + '\n';
        out += '\n';
    }
    return out;
}

std::string lock_stat_text(const LockReport& report) {
    std::string out = "lock_stat version 0.4\n";
    constexpr int width = kNameWidth + 1 + 12 * (kColumn + 1);
    out += rule(0, width);
    out += text_of("%40s ", "class name");
    for (const char* title :
        {"con-bounces", "contentions", "waittime-min", "waittime-max", "waittime-total", "waittime-avg", "acq-bounces",
            "acquisitions", "holdtime-min", "holdtime-max", "holdtime-total", "holdtime-avg"})
        out += text_of(" %14s", title);
    out += '\n' + rule(0, width) + '\n';
    for (const ReportLock& l : report.locks) {
        const LockRow& r = l.row;
        out += text_of("%40s:", word(l.name).c_str());
        out += text_of(" %14" PRIu64 " %14" PRIu64, r.contended_bounces, r.contended) + times(r.wait);
        out += text_of(" %14" PRIu64 " %14" PRIu64, r.bounces, r.taken) + times(r.hold) + '\n';
        out += points(l, [](const ReportSite& s) { return s.row.contended; });
        out += points(l, [](const ReportSite& s) { return s.held_against; });
        out += '\n';
    }
    return out;
}

} // namespace sluice::lock
