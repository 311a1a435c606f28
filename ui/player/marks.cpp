// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/player/marks.h"

#include <algorithm>

namespace sluice::ui {

bool Marks::read(const journal::Journal& journal, RecordIndex most) {
    const RecordIndex end = std::min(journal.size(), position_ + most);
    const std::size_t before = drains_.size() + stalls_.size() + beats_.size();
    bool closed = false;
    journal.for_each(position_, end, [&](const Record& r, RecordIndex index) {
        switch (r.kind) {
        case Kind::drain_begin:
            drains_.push_back({.start = r.at, .cpu = r.cpu, .record = index});
            break;
        case Kind::drain_end: {
            const auto mine = std::find_if(
                drains_.rbegin(), drains_.rend(), [&](const DrainMark& d) { return d.record == r.cause; });
            if (mine != drains_.rend()) {
                mine->end = r.at;
                mine->pages = r.a;
                mine->sections = r.count;
                closed = true;
            }
            break;
        }
        case Kind::pagevec_flush:
            if (r.from == 1)
                flushes_.push_back(r.at);
            break;
        case Kind::piece:
            if (r.to >= static_cast<std::uint16_t>(PieceState::freed))
                pieces_.push_back(r.at);
            break;
        case Kind::gather_flush:
            rounds_.push_back(r.at);
            break;
        case Kind::section:
            if (r.from == static_cast<std::uint16_t>(SectionKind::preemption) && static_cast<Time>(r.a) >= stall_from_)
                stalls_.push_back(
                    {r.at - static_cast<Time>(r.a), r.at, r.cpu, static_cast<SectionCause>(r.to), r.prev, index});
            break;
        case Kind::beat:
            beats_.push_back({r.at, static_cast<Beat>(r.to), r.a});
            break;
        default:
            break;
        }
    });
    position_ = end;
    return closed || drains_.size() + stalls_.size() + beats_.size() != before;
}

} // namespace sluice::ui
