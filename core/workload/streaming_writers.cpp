// SPDX-License-Identifier: GPL-3.0-or-later
// Writers that stream: each writes one large file to a disk, as fast as it goes, and sleeps when the disk's queue is
// full (the workload of the pagevec series: six processes, six disks). Knobs: writers, write-size, dirty, buffers.
#include "core/workload/file_workload.h"

namespace sluice::workload {

using engine::Co;

namespace {

class StreamingWriters final : public FileWorkload {
public:
    StreamingWriters(const World& world, const Parameters& parameters)
        : FileWorkload(world, parameters) { }

    void start() override {
        for (std::uint32_t w = 0; w < parameters_.writers; ++w)
            files_.cache.create();
        place_cache(static_cast<std::uint16_t>(parameters_.writers));
        for (std::uint32_t w = 0; w < parameters_.writers; ++w) {
            world_.cpus.spawn(
                {.name = "writer " + std::to_string(w), .task_class = index(TaskClass::writer), .cpu = cpu_of(w)},
                [this, w](cpu::Thread& t) { return run(t, static_cast<std::uint16_t>(w)); });
        }
    }

private:
    Co<> run(cpu::Thread& t, std::uint16_t number) {
        page_cache::File& file = files_.cache.file(number);
        // Writers do not start in step.
        co_await t.sleep_until(t.now() + 1 + t.random().exponential(2 * kMillisecond));
        co_await write_stream(t, file, static_cast<std::uint32_t>(file.pages.size()), 0);
    }
};

} // namespace

std::unique_ptr<Workload> make_streaming_writers(const World& world, const Parameters& parameters) {
    return std::make_unique<StreamingWriters>(world, parameters);
}

} // namespace sluice::workload
