// SPDX-License-Identifier: GPL-3.0-or-later
// Computes a sweep in the background on all cores, and tells the window's thread when there is more to see.
#pragma once

#include "core/experiment/sweep.h"

#include <QElapsedTimer>
#include <QObject>
#include <QThreadPool>

#include <atomic>
#include <memory>

namespace sluice::ui {

class SweepRunner : public QObject {
    Q_OBJECT
public:
    /// Finished runs are kept in `folder` in the name of `program`; an empty folder keeps them with this object.
    SweepRunner(const std::string& folder, const std::string& program, QObject* parent = nullptr);
    ~SweepRunner() override; ///< gives up what is under way

    /// Begins a sweep in place of the one before. False and `error` if some value is impossible; the sweep before
    /// stays.
    bool start(experiment::SweepPlan plan, experiment::FileError& error);
    void cancel();
    bool running() const { return running_; }
    /// The latest one, finished or not; null before the first.
    const experiment::Sweep* sweep() const { return sweep_.get(); }
    /// Seconds until the rest is computed, judged by what has been; below 0: not known.
    double seconds_left() const;

signals:
    void changed(); ///< more runs are finished; at most some thirty times a second
    void finished(); ///< all done, or cancelled

private:
    void tell();

    std::unique_ptr<experiment::RunCache> cache_;
    std::shared_ptr<experiment::Sweep> sweep_;
    QThreadPool pool_;
    QElapsedTimer clock_;
    bool running_ = false;
    std::atomic<bool> told_ = false; ///< changed() is on its way
};

} // namespace sluice::ui
