// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/sweep_runner.h"

#include <QThread>
#include <QTimer>

#include <algorithm>

namespace sluice::ui {

using experiment::Sweep;

SweepRunner::SweepRunner(const std::string& folder, const std::string& program, QObject* parent)
    : QObject(parent) {
    if (folder.empty())
        cache_ = std::make_unique<experiment::MemoryRunCache>();
    else
        cache_ = std::make_unique<experiment::FolderRunCache>(folder, program);
    pool_.setMaxThreadCount(std::max(1, QThread::idealThreadCount()));
}

SweepRunner::~SweepRunner() {
    cancel();
    pool_.waitForDone();
}

bool SweepRunner::start(experiment::SweepPlan plan, experiment::FileError& error) {
    // The cache belongs to one sweep at a time. What is under way is given up within some milliseconds.
    cancel();
    pool_.waitForDone();
    std::shared_ptr<Sweep> next = Sweep::make(std::move(plan), experiment::measure_unless, cache_.get(), error);
    if (!next)
        return false;
    sweep_ = next;
    clock_.start();
    running_ = true;
    next->on_run([this](std::size_t) { tell(); });
    const int threads
        = static_cast<int>(std::min<std::size_t>(next->total(), static_cast<std::size_t>(pool_.maxThreadCount())));
    auto left = std::make_shared<std::atomic<int>>(threads);
    for (int t = 0; t < threads; ++t)
        pool_.start([this, next, left] {
            next->work();
            if (--*left > 0)
                return;
            QMetaObject::invokeMethod(
                this,
                [this, next] {
                    if (sweep_ != next)
                        return;
                    running_ = false;
                    emit changed();
                    emit finished();
                },
                Qt::QueuedConnection);
        });
    emit changed();
    return true;
}

void SweepRunner::cancel() {
    if (sweep_)
        sweep_->cancel();
}

double SweepRunner::seconds_left() const {
    if (!sweep_ || !running_)
        return -1;
    const std::size_t computed = sweep_->done() - sweep_->from_cache();
    if (computed == 0)
        return -1;
    return static_cast<double>(clock_.elapsed()) / 1000 * static_cast<double>(sweep_->total() - sweep_->done())
        / static_cast<double>(computed);
}

void SweepRunner::tell() {
    if (told_.exchange(true))
        return;
    QMetaObject::invokeMethod(
        this,
        [this] {
            QTimer::singleShot(30, this, [this] {
                told_ = false;
                emit changed();
            });
        },
        Qt::QueuedConnection);
}

} // namespace sluice::ui
