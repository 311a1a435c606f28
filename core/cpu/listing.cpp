// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cpu/listing.h"

#include <array>

namespace sluice::cpu {

std::span<const ListingLine> listing() {
    static constexpr std::array lines{
        ListingLine{step_user, "user", "run the program"},
        ListingLine{step_kernel, "kernel", "run kernel code that has no listing here"},
        ListingLine{step_idle, "cpu_idle", "sleep until an interrupt"},
        ListingLine{step_idle_exit, "cpu_idle", "wake up"},
        ListingLine{step_schedule, "schedule", "switch to the next thread"},
        ListingLine{step_tick, "timer_interrupt", "count the tick, charge the running thread"},
        ListingLine{step_timer_wake, "timer_interrupt", "wake the thread whose time has come"},
        ListingLine{step_ipi, "ipi", "do what another CPU asked for"},
        ListingLine{step_resched_ipi, "reschedule_ipi", "note that a switch is wanted"},
        ListingLine{step_device, "device_interrupt", "serve the device"},
    };
    return lines;
}

} // namespace sluice::cpu
