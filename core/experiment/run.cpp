// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/run.h"

#include "core/cpu/cpus.h"
#include "core/experiment/file_rooms.h"
#include "core/experiment/locks.h"
#include "core/experiment/policies.h"
#include "core/experiment/value_reader.h"
#include "core/mechanism/page_free/page_free.h"
#include "core/mechanism/quicklist/quicklists.h"
#include "core/memory/page_allocator.h"
#include "core/workload/workload.h"

#include <algorithm>

namespace sluice::experiment {

namespace {

/// Interventions at the very start are scenario values.
KnobValues with_early_interventions(const RunInput& input) {
    KnobValues knobs = input.scenario->knobs;
    for (const Intervention& i : input.interventions) {
        if (i.at <= 0)
            knobs.at(i.knob) = i.value;
    }
    return knobs;
}

/// From 2.6.22 on the idle loop trims on each turn, before that once for each time that a CPU becomes idle.
bool trims_every_turn(const quicklist::QuicklistPolicy& policy) {
    return policy.shape == quicklist::DrainShape::generic;
}

cpu::Options cpu_options(const RunInput& input, const KnobValues& knobs) {
    cpu::Options options;
    options.seed = input.seed;
    options.slice_ticks = input.scenario->machine.slice_ticks;
    // Since 2.6.21 (dynticks) an idle CPU has no tick.
    options.tick_in_idle = !workload::frees_much(workload_parameters(knobs, input.scenario->length).kind);
    options.idle_hook_every_turn = trims_every_turn(quicklist::read_policy(ValueReader(knobs)));
    return options;
}

} // namespace

struct Run::Impl {
    Impl(RunInput in, ChunkSink& sink)
        : input(std::move(in))
        , machine(input.scenario->machine)
        , knobs(with_early_interventions(input))
        , recorder(sink, static_cast<std::uint32_t>(machine.cpus.size()))
        , cpus(engine, machine, recorder, cpu_options(input, knobs))
        , frames(machine, recorder, engine)
        , pages(frames, {.lists = page_list_policy(knobs), .lock_kind = lock_kind(knobs), .seed = input.seed})
        , tables(pages, cpus, quicklist::read_policy(ValueReader(knobs))) {
        const Scenario& s = *input.scenario;
        engine.set_describe([this] {
            const std::string off = lines_off(knobs);
            return off.empty() ? std::string("no line is switched off") : "switched off: " + off;
        });
        for (; next < input.interventions.size() && input.interventions[next].at <= 0; ++next)
            record_intervention();
        const workload::Parameters parameters = workload_parameters(knobs, s.length);
        workload::World world{cpus, pages, tables, lock_kind(knobs), input.seed};
        const lock::LockDirectory locks = lock_directory(s);
        world.first_lock = locks.first(lock::kPageTableLockClass);
        if (workload::uses_files(parameters.kind)) {
            files = std::make_unique<FileRooms>(pages, cpus, file_policies(knobs),
                FileRooms::Locks{locks.first(lock::kLruLockClass), locks.first(lock::kInodeLockClass),
                    locks.first(lock::kPageLockClass)},
                input.seed);
            world.files = &files->view();
        }
        if (workload::frees_much(parameters.kind)) {
            page_free = std::make_unique<page_free::PageFree>(pages, tables, cpus, free_policy(knobs),
                page_free::PageFree::Options{lock_kind(knobs), locks.first(lock::kLruLockClass),
                    workload::index(workload::TaskClass::kworker), input.seed});
            world.page_free = page_free.get();
        }
        workload = workload::make_workload(world, parameters);
        place(s);
        pages.check_marks();
        tables.record_limits();
        workload->start();
        if (files)
            files->start();
        cpus.start();
    }

    void place(const Scenario& s) {
        for (const Placement& p : s.start) {
            const auto to_home = [&](Place home, std::uint64_t n) {
                const auto adopt = [&](Frame first, std::uint64_t count) {
                    if (home == place::file || page_free)
                        workload->adopt(first, count);
                };
                pages.place(p.where, n, home, adopt, files != nullptr);
            };
            switch (p.target) {
            case Placement::Target::quicklist:
                tables.place(p.where, p.pages);
                break;
            case Placement::Target::anonymous:
                to_home(place::anonymous, p.pages);
                break;
            case Placement::Target::file:
                to_home(place::file, p.pages);
                break;
            case Placement::Target::node_free:
                break;
            }
        }
        // What shall remain free is settled last, whatever the order in the file.
        for (const Placement& p : s.start) {
            if (p.target != Placement::Target::node_free)
                continue;
            const std::uint64_t free = pages.node_free(p.where, false);
            if (free > p.pages)
                pages.place(p.where, free - p.pages, place::kernel, [](Frame, std::uint64_t) {});
        }
    }

    void record_intervention() {
        Record r;
        r.at = std::max<Time>(0, input.interventions[next].at);
        r.kind = Kind::knob;
        r.a = next;
        recorder.write(r);
    }

    void intervene() {
        const Intervention& i = input.interventions[next];
        record_intervention();
        // A start knob cannot change any more; the scenario reader refuses such an intervention.
        if (knob_table()[i.knob].when == KnobWhen::any) {
            knobs.at(i.knob) = i.value;
            const quicklist::QuicklistPolicy policy = quicklist::read_policy(ValueReader(knobs));
            tables.set_policy(policy);
            cpus.set_idle_hook_every_turn(trims_every_turn(policy));
            pages.set_policy(page_list_policy(knobs));
            if (files)
                files->set_policies(file_policies(knobs));
            if (page_free)
                page_free->set_policy(free_policy(knobs));
        }
        ++next;
    }

    State advance(Time until, std::uint64_t max_events) {
        const Time length = input.scenario->length;
        until = std::min(until, length);
        while (state == State::running && max_events > 0) {
            const Time stop = next < input.interventions.size() ? std::min(until, input.interventions[next].at) : until;
            const std::uint64_t before = engine.events();
            const engine::Engine::Stop why = engine.advance(stop, max_events);
            max_events -= std::min(max_events, engine.events() - before);
            if (why == engine::Engine::Stop::stuck) {
                state = State::stuck;
                finish();
                break;
            }
            if (why == engine::Engine::Stop::limit)
                break;
            // No event is left up to `stop`.
            if (next < input.interventions.size() && input.interventions[next].at <= stop) {
                intervene();
                continue;
            }
            if (stop >= length) {
                state = State::finished;
                finish();
            }
            break;
        }
        return state;
    }

    void finish() {
        Record r;
        r.at = engine.now();
        r.kind = Kind::end_of_run;
        r.a = engine.events();
        recorder.write(r);
        recorder.finish();
    }

    Snapshot snapshot() {
        Snapshot s;
        cpus.snapshot(s);
        pages.snapshot(s);
        tables.snapshot(s);
        if (files)
            files->snapshot(s);
        if (page_free)
            page_free->snapshot(s);
        for (const lock::Spinlock& l : workload->processes().locks())
            lock::add_to_snapshot(l, s);
        return s;
    }

    std::string check() const {
        std::map<Place, std::uint64_t> held;
        if (std::string wrong = tables.check_pages(held); !wrong.empty())
            return wrong;
        if (files)
            if (std::string wrong = files->check(held); !wrong.empty())
                return wrong;
        return pages.check(held);
    }

    RunInput input;
    const machine::Machine& machine;
    KnobValues knobs; ///< in force now
    engine::Engine engine;
    Recorder recorder;
    cpu::Cpus cpus;
    memory::Frames frames;
    memory::PageAllocator pages;
    quicklist::Quicklists tables;
    std::unique_ptr<FileRooms> files; ///< null: the workload uses none
    std::unique_ptr<page_free::PageFree> page_free; ///< null: the workload frees nothing large
    std::unique_ptr<workload::Workload> workload;
    std::size_t next = 0; ///< next intervention
    State state = State::running;
};

Run::Run(RunInput input, ChunkSink& sink)
    : impl_(std::make_unique<Impl>(std::move(input), sink)) { }
Run::~Run() = default;

Run::State Run::advance(Time until, std::uint64_t max_events) {
    return impl_->advance(until, max_events);
}
Run::State Run::step() {
    return impl_->advance(kNever, 1);
}
Run::State Run::state() const {
    return impl_->state;
}
const std::string& Run::message() const {
    return impl_->engine.message();
}
Time Run::now() const {
    return impl_->engine.now();
}
std::uint64_t Run::events() const {
    return impl_->engine.events();
}
RecordIndex Run::records() const {
    return impl_->recorder.next();
}
std::uint64_t Run::fingerprint() const {
    return impl_->recorder.fingerprint();
}
Snapshot Run::snapshot() const {
    return impl_->snapshot();
}
std::string Run::check_conservation() const {
    return impl_->check();
}
const RunInput& Run::input() const {
    return impl_->input;
}

std::string format_fingerprint(std::uint64_t fingerprint) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string out;
    for (int i = 15; i >= 0; --i) {
        out += digits[fingerprint >> (i * 4) & 15];
        if (i % 4 == 0 && i > 0)
            out += "·";
    }
    return out;
}

} // namespace sluice::experiment
