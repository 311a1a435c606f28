// SPDX-License-Identifier: GPL-3.0-or-later
// The work queue of the proposal: unbound, at most max_active pieces at a time, workers as threads that compete for the
// CPUs of the node on which the piece was queued (an unbound queue has a pool of workers for each node).
#include "core/mechanism/page_free/page_free.h"

#include "core/mechanism/page_free/records.h"
#include "core/mechanism/page_free/steps.h"

namespace sluice::page_free {

using engine::Co;
using machine::Primitive;

void PageFree::start_work(cpu::Thread& t, NodeId node) {
    Pool& pool = pools_[node];
    while (!pool.queue.empty() && pool.active < policy_.max_active) {
        std::size_t number = 0;
        while (number < workers_.size() && workers_[number].busy)
            ++number;
        const bool fresh = number == workers_.size();
        Worker& w = fresh ? workers_.emplace_back() : workers_[number];
        w.busy = true;
        w.work = std::move(pool.queue.front());
        pool.queue.pop_front();
        ++pool.active;
        const CpuId cpu = cpus_.idlest_cpu(node);
        if (fresh) {
            t.owe(cost(Primitive::wakeup));
            w.thread = &cpus_.spawn(
                {.name = "kworker " + std::to_string(number + 1), .task_class = options_.worker_class, .cpu = cpu},
                [this, number](cpu::Thread& worker) { return worker_main(worker, number); });
        } else {
            t.wake_on(*w.thread, cpu, WakeKind::unblock);
        }
    }
}

Co<> PageFree::worker_main(cpu::Thread& t, std::size_t number) {
    Worker& w = workers_[number];
    const auto shown = static_cast<std::uint32_t>(number + 1);
    for (;;) {
        while (!w.busy)
            co_await t.block();
        const Work& work = w.work;
        record_piece(
            pages_.frames(), t.cpu(), work.number, work.pages, PieceState::queued, PieceState::being_freed, shown);
        // How long it takes to begin varies, so that workers do not go in step.
        co_await t.spend(t.random().exponential(cost(Primitive::process_variation)), step::take, work.number);
        co_await free_all(t, w.work.gather, true);
        record_piece(
            pages_.frames(), t.cpu(), work.number, work.pages, PieceState::being_freed, PieceState::freed, shown);
        Owner& owner = *work.owner;
        if (--owner.pieces == 0)
            t.wake(*owner.thread, WakeKind::unblock);
        // The next piece that waits is taken without going to sleep.
        const NodeId node = work.node;
        Pool& pool = pools_[node];
        if (!pool.queue.empty() && pool.active <= policy_.max_active) {
            w.work = std::move(pool.queue.front());
            pool.queue.pop_front();
        } else {
            w.busy = false;
            --pool.active;
        }
        start_work(t, node);
        co_await t.cond_resched();
    }
}

} // namespace sluice::page_free
