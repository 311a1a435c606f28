// SPDX-License-Identifier: GPL-3.0-or-later
// What the timeline of a run shows, as plain numbers.
#pragma once

#include "ui/chart/chart_data.h"

#include <cstdint>

namespace sluice::ui {

enum class MarkKind : std::uint8_t {
    beat, ///< of a lesson: flag
    knob, ///< a knob was changed: diamond
    branch, ///< a run was branched off: fork
    breakpoint, ///< ring with a point
};

struct TimelineMark {
    MarkKind kind = MarkKind::beat;
    double at = 0; ///< ns
    QString label; ///< "trigger: idle loop only"
    int id = 0; ///< the owner's, handed back by mark_activated
};

/// A drain or a stall.
struct TimelineSpan {
    double from = 0; ///< ns
    double to = 0; ///< ns; for one that still lasts, the moment up to which it is known
    QString what; ///< "drain on CPU 0", "preemption off on CPU 0"
    QString cause; ///< "idle loop"
};

struct TimelineData {
    double from = 0; ///< ns
    double to = 0; ///< ns, the end of the run
    double head = 0; ///< ns, how far the run has been computed
    std::vector<TimelineMark> marks; ///< rising in time, as drains and stalls are
    std::vector<TimelineSpan> drains;
    std::vector<TimelineSpan> stalls;
    QString jumps; ///< what the row of drains holds in this run: "pieces"; empty: "drains"
    QString stall_rule; ///< what counts as a stall, for the sentence: "above half a tick"
};

/// Marks, drains and stalls up to `limit`, in order of time: time, what, length, cause.
[[nodiscard]] ChartTable table_of(const TimelineData& data, double limit = std::numeric_limits<double>::infinity());

/// "60 ms; 14 drains, 4 stalls above half a tick, longest 3,258 µs."
[[nodiscard]] QString describe(const TimelineData& data, double limit = std::numeric_limits<double>::infinity());

/// A block of pixels that stands for one span or several.
struct SpanBlock {
    double left = 0;
    double right = 0;
    std::size_t first = 0; ///< index of the first span in it
    std::size_t count = 0;
};

/// Spans of `range` as blocks at least 3 px wide; spans whose blocks would touch become one. At most one block for each
/// 4 px, however many spans there are. Lengths are in px from the left end of the axis.
[[nodiscard]] std::vector<SpanBlock> blocks_of(
    const std::vector<TimelineSpan>& spans, const Range& range, double width, double limit);

} // namespace sluice::ui
