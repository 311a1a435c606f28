// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/journal/machine_state.h"

#include <algorithm>
#include <optional>

namespace sluice::journal {

namespace {
constexpr RecordIndex kFirstInterval = RecordIndex{1} << 16;
/// Keyframes may take a quarter of the bytes of the records that they stand for.
constexpr std::size_t kShare = 4;
/// A walk of so many records costs about as much as copying a keyframe.
constexpr RecordIndex kCopyCost = 256;

RecordIndex distance(RecordIndex a, RecordIndex b) {
    return a < b ? b - a : a - b;
}
} // namespace

struct Cursor::Impl {
    Impl(std::shared_ptr<const machine::Machine> machine, std::shared_ptr<const Journal> j)
        : journal(std::move(j))
        , state(machine) {
        keyframes.push_back(std::make_unique<MachineState>(state));
        bytes_at_start = state.shared_bytes();
    }

    void forward(MachineState& s, RecordIndex to) {
        journal->for_each(s.position(), to, [&](const Record& r, RecordIndex index) {
            if (checked && contradiction.empty()) {
                contradiction = s.contradiction(r);
                if (!contradiction.empty())
                    contradiction = "Record " + std::to_string(index) + ": " + contradiction + ".";
            }
            s.apply(r);
        });
    }
    void back(MachineState& s, RecordIndex to) {
        while (s.position() > to)
            s.undo(journal->at(s.position() - 1), *journal);
    }

    /// Walks forward, laying keyframes where the road is new.
    void advance(MachineState& s, RecordIndex to) {
        while (s.position() < to) {
            const RecordIndex next = keyframes.back()->position() + interval;
            const RecordIndex stop = s.position() < next ? std::min(to, next) : to;
            forward(s, stop);
            if (s.position() == next)
                lay(s);
        }
    }

    void lay(const MachineState& s) {
        own_bytes += s.own_bytes(keyframes.back().get());
        keyframes.push_back(std::make_unique<MachineState>(s));
        if (keyframes.size() > 4 && bytes() * kShare > s.position() * sizeof(PackedRecord))
            thin();
    }

    /// Drops every second keyframe (never the first): the interval doubles.
    void thin() {
        std::vector<std::unique_ptr<MachineState>> kept;
        for (std::size_t i = 0; i < keyframes.size(); i += 2)
            kept.push_back(std::move(keyframes[i]));
        keyframes = std::move(kept);
        interval *= 2;
        own_bytes = 0;
        for (std::size_t i = 1; i < keyframes.size(); ++i)
            own_bytes += keyframes[i]->own_bytes(keyframes[i - 1].get());
    }

    std::size_t bytes() const {
        const std::size_t shared = state.shared_bytes();
        return own_bytes + (shared > bytes_at_start ? shared - bytes_at_start : 0);
    }

    void seek(RecordIndex target) {
        target = std::min(target, journal->size());
        // Records whose details were dropped cannot be walked over; only a keyframe goes there.
        const RecordIndex kept = journal->kept_from();
        const auto after = std::upper_bound(keyframes.begin(), keyframes.end(), target,
            [](RecordIndex i, const std::unique_ptr<MachineState>& k) { return i < k->position(); });
        const MachineState* nearest = (after - 1)->get();
        if (after != keyframes.end()
            && (nearest->position() < kept
                || distance((*after)->position(), target) < distance(nearest->position(), target)))
            nearest = after->get();
        const bool cut = kept > 0 && std::min(state.position(), target) < kept;
        if (cut || distance(nearest->position(), target) + kCopyCost < distance(state.position(), target))
            state = *nearest;
        if (kept > 0 && target < kept && nearest->position() != target)
            target = std::max(target, std::min(nearest->position(), kept));
        if (state.position() < target)
            advance(state, target);
        else
            back(state, target);
    }

    std::shared_ptr<const Journal> journal;
    MachineState state;
    std::optional<MachineState> scout; ///< lays keyframes ahead
    std::vector<std::unique_ptr<MachineState>> keyframes; ///< by position, the first at 0
    RecordIndex interval = kFirstInterval;
    std::size_t own_bytes = 0;
    std::size_t bytes_at_start = 0;
    Time moment = 0;
#ifdef NDEBUG
    bool checked = false;
#else
    bool checked = true;
#endif
    std::string contradiction;
};

Cursor::Cursor(std::shared_ptr<const machine::Machine> machine, std::shared_ptr<const Journal> journal)
    : impl_(std::make_unique<Impl>(std::move(machine), std::move(journal))) { }

Cursor::~Cursor() = default;

const MachineState& Cursor::state() const {
    return impl_->state;
}

void Cursor::seek(RecordIndex index) {
    impl_->seek(index);
    impl_->moment = impl_->state.now();
}

void Cursor::seek_time(Time t) {
    impl_->seek(impl_->journal->after(t));
    impl_->moment = t;
}

Time Cursor::time() const {
    return impl_->moment;
}

bool Cursor::step_forward() {
    if (impl_->state.position() >= impl_->journal->size())
        return false;
    impl_->advance(impl_->state, impl_->state.position() + 1);
    impl_->moment = impl_->state.now();
    return true;
}

bool Cursor::step_back() {
    if (impl_->state.position() <= impl_->journal->kept_from())
        return false;
    impl_->back(impl_->state, impl_->state.position() - 1);
    impl_->moment = impl_->state.now();
    return true;
}

void Cursor::index(RecordIndex budget) {
    Impl& c = *impl_;
    const RecordIndex end = c.journal->size();
    const RecordIndex from = c.keyframes.back()->position();
    if (end < from + c.interval)
        return; // no keyframe is due
    if (!c.scout || c.scout->position() < from || c.scout->position() > end)
        c.scout = *c.keyframes.back();
    if (c.journal->kept_from() > c.scout->position())
        return; // what lies between was dropped
    c.advance(*c.scout, std::min(end, c.scout->position() + budget));
}

std::size_t Cursor::keyframe_bytes() const {
    return impl_->bytes();
}
std::size_t Cursor::keyframes() const {
    return impl_->keyframes.size();
}

void Cursor::set_checked(bool on) {
    impl_->checked = on;
}
const std::string& Cursor::contradiction() const {
    return impl_->contradiction;
}

} // namespace sluice::journal
