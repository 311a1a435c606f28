// SPDX-License-Identifier: GPL-3.0-or-later
// A record in words, for the event list, the inspector and the chain of causes.
#pragma once

#include "core/record/record.h"
#include "ui/scene/scene_builder.h"

#include <QString>

namespace sluice::ui {

/// Groups of kinds, for the filter of the event list.
enum class RecordGroup : std::uint8_t { pages, drains, delays, locks, tasks, lines, other };
RecordGroup group_of(const Record& r);
QString group_label(RecordGroup group);

/// "16 pages", "2,286 µs" or empty: the measure that goes with a record.
QString record_amount(const Record& r);
/// One short sentence: "Frame 0x2f1a4 goes from quicklist of CPU 0 to the free list (order 0)".
QString record_sentence(const Record& r, const SceneNames& names);
/// "quicklist of CPU 0", "free list, order 3".
QString place_words(Place place);
QString trigger_words(Trigger trigger);
QString cause_words(SectionCause cause);
QString delay_cause_words(DelayCause cause);
QString task_words(TaskId task, const SceneNames& names, std::uint16_t task_class);
QString frame_words(Frame frame); ///< "0x2f1a4"

} // namespace sluice::ui
