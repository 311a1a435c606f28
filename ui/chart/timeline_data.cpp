// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chart/timeline_data.h"

#include "ui/chart/chart_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace sluice::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("sluice::ui::Timeline", text);
}

QString kind_text(MarkKind kind) {
    switch (kind) {
    case MarkKind::beat:
        return tr("beat");
    case MarkKind::knob:
        return tr("knob changed");
    case MarkKind::branch:
        return tr("branch");
    case MarkKind::breakpoint:
        break;
    }
    return tr("breakpoint");
}

QString micros(double ns) {
    return time_text(ns, {QString(QChar(0x00b5)) + u's', 1e3});
}

} // namespace

ChartTable table_of(const TimelineData& data, double limit) {
    struct Row {
        double at;
        QString what;
        double length_us;
        QString cause;
    };
    std::vector<Row> rows;
    for (const TimelineMark& mark : data.marks) {
        if (mark.at <= limit) {
            rows.push_back({mark.at, kind_text(mark.kind), no_value, mark.label});
        }
    }
    for (const auto* spans : {&data.drains, &data.stalls}) {
        for (const TimelineSpan& span : *spans) {
            if (span.from <= limit) {
                rows.push_back({span.from, span.what, (std::min(span.to, limit) - span.from) / 1000, span.cause});
            }
        }
    }
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.at < b.at; });
    const TimeUnit unit = time_unit_of(data.to);
    ChartTable table;
    table.columns = {{tr("time"), unit.name, {}, {}}, {tr("what"), {}, {}, {}},
        {tr("length"), QString(QChar(0x00b5)) + u's', {}, {}}, {tr("cause"), {}, {}, {}}};
    for (const Row& row : rows) {
        table.columns[0].numbers.push_back(row.at / unit.ns);
        table.columns[1].words.push_back(row.what);
        table.columns[2].numbers.push_back(row.length_us);
        table.columns[3].words.push_back(row.cause);
    }
    return table;
}

QString describe(const TimelineData& data, double limit) {
    const auto known = [&](const std::vector<TimelineSpan>& spans) {
        return std::count_if(spans.begin(), spans.end(), [&](const TimelineSpan& s) { return s.from <= limit; });
    };
    const auto counted = [](qsizetype n, const QString& one, const QString& many) {
        return n == 1 ? one : many.arg(number_text(static_cast<double>(n)));
    };
    const TimeUnit unit = time_unit_of(data.to);
    const auto stalls = known(data.stalls);
    double longest = 0;
    for (const TimelineSpan& span : data.stalls) {
        if (span.from <= limit) {
            longest = std::max(longest, std::min(span.to, limit) - span.from);
        }
    }
    const QString end = number_text(data.to / unit.ns) + nbsp + unit.name;
    QString stalls_text = counted(stalls, tr("1 stall"), tr("%1 stalls"));
    if (!data.stall_rule.isEmpty()) {
        stalls_text += u' ' + data.stall_rule;
    }
    QString text = tr("%1; %2, %3")
                       .arg(end,
                           data.jumps.isEmpty() ? counted(known(data.drains), tr("1 drain"), tr("%1 drains"))
                                                : tr("%1: %2").arg(data.jumps).arg(known(data.drains)),
                           stalls_text);
    if (stalls > 0) {
        text += tr(", longest %1").arg(micros(longest));
    }
    return text + u'.';
}

std::vector<SpanBlock> blocks_of(
    const std::vector<TimelineSpan>& spans, const Range& range, double width, double limit) {
    std::vector<SpanBlock> blocks;
    const double per_ns = width / range.length();
    for (std::size_t i = 0; i < spans.size(); ++i) {
        const TimelineSpan& span = spans[i];
        if (span.from > std::min(range.to, limit)) {
            break;
        }
        const double to = std::min(span.to, limit);
        if (to < range.from) {
            continue;
        }
        double left = std::max(0.0, (span.from - range.from) * per_ns);
        double right = std::min(width, (to - range.from) * per_ns);
        if (right - left < 3) {
            left = std::clamp((left + right) / 2 - 1.5, 0.0, std::max(0.0, width - 3));
            right = left + 3;
        }
        if (!blocks.empty() && left < blocks.back().right + 1) {
            blocks.back().right = std::max(blocks.back().right, right);
            ++blocks.back().count;
        } else {
            blocks.push_back({left, right, i, 1});
        }
    }
    return blocks;
}

} // namespace sluice::ui
