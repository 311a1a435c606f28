// SPDX-License-Identifier: GPL-3.0-or-later
// Disks: a queue of requests, one under way at a time, a completion interrupt on some CPU, and tasks that sleep until
// the queue has room. A request takes its bytes at the streaming rate plus a random part; the interrupt goes to a CPU
// drawn from the disk's own stream (an IO-APIC of 2002 spreads them).
//
//     if (disk.congested()) co_await disk.wait_for_room(t);
//     disk.submit(t, {.pages = 32, .done = [..](cpu::Thread& irq) -> engine::Co<> { .. }});
#pragma once

#include "core/cpu/cpus.h"
#include "core/record/snapshot.h"

#include <deque>
#include <functional>

namespace sluice::device {

struct Request {
    std::uint32_t pages = 0;
    /// Runs in the completion interrupt, after its fixed cost: end of writeback of each page.
    std::function<engine::Co<>(cpu::Thread& irq)> done;
};

class Disk {
public:
    /// `cpus` must outlive it. `number` names it in records.
    Disk(cpu::Cpus& cpus, std::uint32_t number, std::uint64_t seed);
    ~Disk();
    Disk(const Disk&) = delete;
    Disk& operator=(const Disk&) = delete;

    std::uint32_t number() const { return number_; }
    /// Requests in the queue, the one under way included.
    std::uint32_t queued() const { return static_cast<std::uint32_t>(queue_.size()); }
    bool congested() const { return queued() >= spec_.queue; }
    std::uint32_t request_pages() const { return spec_.request_pages; }

    void submit(cpu::Thread& t, Request request);
    /// Sleeps until the queue has room. Sleepers are woken one by one, first come, first served, at each request that
    /// is done: were they woken when the queue is half empty, writers of equal disks would come and go in step.
    engine::Co<> wait_for_room(cpu::Thread& t);

    void snapshot(Snapshot& out) const {
        if (queued())
            out.disks[number_] = queued();
    }

private:
    void start_next();
    void record(CpuId cpu, IoEvent event, std::uint32_t pages, std::uint32_t before);
    static void on_done(void* disk);

    cpu::Cpus& cpus_;
    const machine::Disks& spec_;
    std::uint32_t number_;
    engine::Random random_;
    engine::TimerId timer_;
    std::deque<Request> queue_;
    std::deque<cpu::Thread*> sleepers_;
};

} // namespace sluice::device
