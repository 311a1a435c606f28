// SPDX-License-Identifier: GPL-3.0-or-later
// Which runs the window has, which of them are A and B, and the way back: every change of a knob, every branch and
// every reset of the comparison can be undone (DEFINITIONS.md 1).
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace sluice::ui {

class ComputedRun;

/// The roles at one moment of the learner's work. B is played and edited, A is the reference (may be null).
struct Roles {
    std::shared_ptr<ComputedRun> a, b;
    std::string what; ///< what led here, as a sentence part: "Drain shape: as merged"
};

/// A plain undo list. Runs live as long as an entry names them.
class History {
public:
    static constexpr std::size_t kMost = 32; ///< entries kept, so that memory stays bounded

    void clear(Roles first);
    /// Drops everything that was undone and appends.
    void push(Roles next);
    const Roles& now() const { return entries_[at_]; }
    bool empty() const { return entries_.empty(); }
    bool can_undo() const { return at_ > 0; }
    bool can_redo() const { return at_ + 1 < entries_.size(); }
    void undo() { --at_; }
    void redo() { ++at_; }
    /// Every run that an entry names, oldest first.
    std::vector<std::shared_ptr<ComputedRun>> runs() const;
    /// What undo or redo would take back, for their menu texts.
    const std::string& undo_text() const { return entries_[at_].what; }
    const std::string& redo_text() const { return entries_[at_ + 1].what; }

private:
    std::vector<Roles> entries_;
    std::size_t at_ = 0;
};

} // namespace sluice::ui
