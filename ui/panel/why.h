// SPDX-License-Identifier: GPL-3.0-or-later
// Why one wake-up was late, as data: the stretch that it waited for, what that CPU did, which knob and which line made
// it so. Read from the chain of causes in the journal; nothing is guessed.
#pragma once

#include "core/journal/journal.h"
#include "ui/scene/scene_builder.h"

#include <QString>

#include <optional>
#include <vector>

namespace sluice::ui {

class ComputedRun;

struct WhyCause {
    enum class Kind { event, section, wait, end, knob, line } kind = Kind::event;
    Time from = 0, to = 0; ///< ns; equal for a moment
    QString when; ///< "38.92 to 42.18 ms"
    QString title; ///< "Preemption off 3,258 µs"
    QString note; ///< "9,309 pages in one section"
    RecordIndex record = kNoRecord; ///< where to go
    bool critical = true; ///< on the path: shorten it and the task runs earlier
    QString target; ///< knob id or listing line that can be opened
};

struct Why {
    RecordIndex delay = kNoRecord;
    QString sentence; ///< "sensord ran 2,849 µs late because CPU 0 freed 9,309 page tables in one go"
    QString share; ///< "99.5 % of the delay is one section with preemption off; the rest is the switch."
    CpuId cpu = 0;
    QString task;
    Time woken = 0, runs = 0; ///< ns
    std::optional<Time> section_from, section_to; ///< the stretch that it waited for
    QString section_words; ///< "preemption off, 9,309 pages"
    struct Tick {
        Time at;
        bool held_off;
    };
    std::vector<Tick> ticks; ///< on that CPU, in the shown stretch
    std::vector<WhyCause> causes; ///< critical ones in order of time, then the others
};

/// Explains the delay record at `delay`. Empty if that record is no delay.
std::optional<Why> explain(const ComputedRun& run, RecordIndex delay, const SceneNames& names);

/// The longest wake-up delay that ended in (after, until], kNoRecord if there is none.
RecordIndex longest_delay(const journal::Journal& journal, Time after, Time until);
/// The longest wake-up delay that has begun but not ended at `t`, as the record that will end it; kNoRecord if none.
RecordIndex delay_under_way(const journal::Journal& journal, Time t);
/// The next or previous delay of at least `least` ns beside `from`.
RecordIndex neighbour_delay(const journal::Journal& journal, RecordIndex from, Time least, bool later, Time until);

} // namespace sluice::ui
