// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/disk.h"

#include <string>
#include <utility>

namespace sluice::device {

using engine::Co;

Disk::Disk(cpu::Cpus& cpus, std::uint32_t number, std::uint64_t seed)
    : cpus_(cpus)
    , spec_(cpus.machine().disks)
    , number_(number)
    , random_(seed, "disk " + std::to_string(number))
    , timer_(cpus.engine().add_timer()) { }

Disk::~Disk() {
    cpus_.engine().remove_timer(timer_);
}

void Disk::record(CpuId cpu, IoEvent event, std::uint32_t pages, std::uint32_t before) {
    Record r;
    r.at = cpus_.engine().now();
    r.kind = Kind::io;
    r.cpu = cpu;
    r.a = number_;
    r.to = static_cast<std::uint16_t>(event);
    r.count = pages;
    r.prev = before;
    cpus_.recorder().write(r);
}

void Disk::submit(cpu::Thread& t, Request request) {
    record(t.cpu(), IoEvent::submit, request.pages, queued());
    queue_.push_back(std::move(request));
    if (queue_.size() == 1)
        start_next();
}

void Disk::start_next() {
    const std::uint64_t bytes = std::uint64_t{queue_.front().pages} * cpus_.machine().page_size;
    const Time transfer = static_cast<Time>(bytes * 1'000'000'000ull / spec_.bytes_per_second);
    cpus_.engine().arm(timer_, cpus_.engine().now() + transfer + random_.exponential(spec_.seek), &Disk::on_done, this);
}

void Disk::on_done(void* disk) {
    Disk& d = *static_cast<Disk*>(disk);
    const auto cpu = static_cast<CpuId>(d.random_.below(d.cpus_.count()));
    d.cpus_.interrupt(cpu, d.cpus_.machine().costs[machine::Primitive::io_complete], [&d](cpu::Thread& irq) -> Co<> {
        const Request request = std::move(d.queue_.front());
        d.record(irq.cpu(), IoEvent::complete, request.pages, d.queued());
        d.queue_.pop_front();
        if (!d.queue_.empty())
            d.start_next();
        if (request.done)
            co_await request.done(irq);
        if (!d.sleepers_.empty() && !d.congested()) {
            cpu::Thread& sleeper = *d.sleepers_.front();
            d.sleepers_.pop_front();
            irq.wake(sleeper, WakeKind::io);
        }
    });
}

Co<> Disk::wait_for_room(cpu::Thread& t) {
    while (congested()) {
        sleepers_.push_back(&t);
        co_await t.block();
    }
}

} // namespace sluice::device
