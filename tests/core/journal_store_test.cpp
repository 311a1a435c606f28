// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/journal/journal.h"
#include "core/journal/machine_state.h"
#include "tests/support/catch.h"
#include "tests/support/synthetic.h"

#include <rapidcheck.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

using namespace sluice;
using journal::Budget;
using journal::Journal;

namespace {

/// A record of which every field can be told from its number.
Record numbered(RecordIndex i, Time at) {
    Record r;
    r.at = at;
    r.kind = Kind::beat;
    r.a = i * 7919 & 0xf'ffff'ffffu;
    r.cpu = static_cast<CpuId>(i % 1000);
    r.count = static_cast<std::uint32_t>(i % 16'000);
    r.prev = static_cast<std::uint32_t>(i * 31);
    r.from = static_cast<std::uint16_t>(i);
    r.to = static_cast<std::uint16_t>(i >> 16);
    r.end = i % 2 ? End::tail : End::head;
    r.cause = i % 5 ? i - i % 5 : kNoRecord;
    return r;
}

void fill(ChunkSink& sink, RecordIndex n, Time step = 10) {
    Recorder recorder(sink, 1);
    for (RecordIndex i = 0; i < n; ++i)
        recorder.write(numbered(i, static_cast<Time>(i) * step));
    recorder.finish();
}

class Folder {
public:
    Folder() {
        char name[] = "/tmp/sluice-test-XXXXXX";
        path_ = mkdtemp(name);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    std::string file(const std::string& name) const { return path_ + "/" + name; }

private:
    std::string path_;
};

std::string contents(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// The error of reading these bytes; empty if they are good.
std::string error_of(const std::string& bytes) {
    std::istringstream in(bytes);
    std::string header, error;
    const auto journal = Journal::load(in, "j.sluice-journal", header, error);
    CHECK((journal == nullptr) == !error.empty());
    return error;
}

} // namespace

TEST_CASE("records come back as they were written", "[journal]") {
    Journal journal;
    CHECK(journal.size() == 0);
    CHECK(journal.head() == 0);
    CHECK(journal.after(5) == 0);
    const RecordIndex n = 3 * Chunk::kCapacity + 5;
    fill(journal, n);
    REQUIRE(journal.size() == n);
    CHECK(journal.head() == static_cast<Time>(n - 1) * 10);
    RecordIndex next = 0;
    bool same = true;
    journal.for_each(0, n, [&](const Record& r, RecordIndex i) {
        same = same && i == next++ && r == numbered(i, static_cast<Time>(i) * 10);
    });
    CHECK(same);
    CHECK(next == n);
    for (RecordIndex i : {RecordIndex{0}, RecordIndex{16'383}, RecordIndex{16'384}, n - 1})
        CHECK(journal.at(i) == numbered(i, static_cast<Time>(i) * 10));
}

TEST_CASE("a chunk ends early when its time runs out, and nothing is lost", "[journal]") {
    Journal journal;
    const Time step = 700'000'000; // seven records a chunk
    fill(journal, 5000, step);
    REQUIRE(journal.size() == 5000);
    for (RecordIndex i = 0; i < 5000; i += 13)
        CHECK(journal.at(i) == numbered(i, static_cast<Time>(i) * step));
    CHECK(journal.after(step * 4321) == 4322);
    CHECK(journal.after(step * 4321 - 1) == 4321);
}

TEST_CASE("chunks that end early count for the pages in use", "[journal]") {
    const auto budget = std::make_shared<Budget>();
    Journal journal(budget);
    fill(journal, 7000, 700'000'000); // 1,000 chunks of seven records
    CHECK(budget->memory_bytes() <= 1001u * 8192u);
    CHECK(budget->file_bytes() == 0);
}

TEST_CASE("after(t) is the first record later than t", "[journal]") {
    CHECK(rc::check([] {
        Journal journal;
        Recorder recorder(journal, 1);
        std::vector<Time> times;
        Time now = 0;
        const auto gaps = *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange(0u, 5u));
        for (std::uint32_t gap : gaps) {
            now += gap < 4 ? gap : 5'000'000'000;
            times.push_back(now);
            recorder.write(numbered(times.size() - 1, now));
        }
        for (Time t = -1; t < now + 3; t = t < 20 ? t + 1 : t * 2) {
            const auto expected = std::upper_bound(times.begin(), times.end(), t) - times.begin();
            RC_ASSERT(journal.after(t) == static_cast<RecordIndex>(expected));
        }
    }));
}

TEST_CASE("a new run shares the chunks of an older one up to where they part", "[journal]") {
    const auto budget = std::make_shared<Budget>();
    auto old = std::make_unique<Journal>(budget);
    fill(*old, 5 * Chunk::kCapacity);
    const std::size_t before = budget->memory_bytes();
    Journal fresh(budget);
    const RecordIndex part = 3 * Chunk::kCapacity + 100;
    CHECK(fresh.share_from(*old, part) == 3 * Chunk::kCapacity);
    CHECK(fresh.size() == 3 * Chunk::kCapacity); // readable at once
    CHECK(budget->memory_bytes() == before);

    Recorder recorder(fresh, 1);
    for (RecordIndex i = 0; i < 4 * Chunk::kCapacity; ++i) {
        Record r = numbered(i, static_cast<Time>(i) * 10);
        if (i >= part)
            r.a ^= 1;
        recorder.write(r);
        if (i == 10)
            CHECK(fresh.size() == 3 * Chunk::kCapacity);
    }
    recorder.finish();
    CHECK(fresh.size() == 4 * Chunk::kCapacity);
    old.reset(); // the shared chunks live on
    for (RecordIndex i : {RecordIndex{0}, part - 1, part, part + 1000}) {
        Record r = numbered(i, static_cast<Time>(i) * 10);
        if (i >= part)
            r.a ^= 1;
        CHECK(fresh.at(i) == r);
    }
    CHECK(budget->memory_bytes() < before);
}

TEST_CASE("chunks beyond the budget go to the file and can be read from there", "[journal]") {
    const std::size_t chunk = journal::ChunkRegion::stride();
    const auto budget = std::make_shared<Budget>(3 * chunk, 100 * chunk);
    {
        Journal journal(budget);
        fill(journal, 10 * Chunk::kCapacity);
        CHECK(budget->memory_bytes() <= 3 * chunk);
        CHECK(budget->file_bytes() == 7 * chunk);
        CHECK(budget->trouble() == "");
        CHECK(journal.kept_from() == 0);
        for (RecordIndex i = 0; i < journal.size(); i += 777)
            CHECK(journal.at(i) == numbered(i, static_cast<Time>(i) * 10));
    }
    CHECK(budget->memory_bytes() == 0);
    CHECK(budget->file_bytes() == 0);
}

TEST_CASE("beyond the file the oldest details are lost, and the journal says so", "[journal]") {
    const std::size_t chunk = journal::ChunkRegion::stride();
    const auto budget = std::make_shared<Budget>(2 * chunk, 3 * chunk);
    Journal journal(budget);
    fill(journal, 10 * Chunk::kCapacity);
    CHECK(budget->memory_bytes() <= 2 * chunk);
    CHECK(budget->file_bytes() <= 3 * chunk);
    const RecordIndex kept = journal.kept_from();
    CHECK(kept == 5 * Chunk::kCapacity);
    CHECK(journal.size() == 10 * Chunk::kCapacity); // numbers stay
    const Record lost = journal.at(Chunk::kCapacity);
    CHECK(lost.kind == Kind::lost);
    CHECK(lost.a == Chunk::kCapacity);
    CHECK(lost.at == static_cast<Time>(Chunk::kCapacity) * 10);
    CHECK(journal.at(Chunk::kCapacity + 1).kind == Kind::none);
    for (RecordIndex i = kept; i < journal.size(); i += 777)
        CHECK(journal.at(i) == numbered(i, static_cast<Time>(i) * 10));
    CHECK(journal.after(static_cast<Time>(kept) * 10) == kept + 1);
}

TEST_CASE("without a file the oldest details are lost at once", "[journal]") {
    const std::size_t chunk = journal::ChunkRegion::stride();
    const auto budget = std::make_shared<Budget>(3 * chunk, 0);
    Journal journal(budget);
    fill(journal, 6 * Chunk::kCapacity);
    CHECK(budget->memory_bytes() <= 3 * chunk);
    CHECK(journal.kept_from() == 3 * Chunk::kCapacity);
}

TEST_CASE("a cursor keeps clear of lost details", "[journal]") {
    const std::size_t chunk = journal::ChunkRegion::stride();
    const auto small = std::make_shared<Budget>(4 * chunk, 0);
    auto cut = std::make_shared<Journal>(small);
    auto full = std::make_shared<Journal>();
    test::Synthetic model({}, *full, 9);
    test::Synthetic twin({}, *cut, 9);
    journal::Cursor cursor(model.machine(), cut);
    while (full->size() < 12 * Chunk::kCapacity) {
        model.step();
        twin.step();
        if (full->size() % 1000 == 0)
            cursor.index(1 << 20); // keyframes are laid while the run is computed
    }
    const RecordIndex kept = cut->kept_from();
    REQUIRE(kept > 4 * Chunk::kCapacity);
    journal::MachineState truth(model.machine());
    const RecordIndex target = full->size() - 100;
    full->for_each(0, target, [&](const Record& r, RecordIndex) { truth.apply(r); });
    cursor.seek(target);
    CHECK(cursor.state() == truth);
    cursor.seek(kept + 5);
    CHECK(cursor.state().position() == kept + 5);
    cursor.seek(10); // gone: the nearest state that can still be told
    CHECK(cursor.state().position() != 10);
    journal::MachineState there(model.machine());
    full->for_each(0, cursor.state().position(), [&](const Record& r, RecordIndex) { there.apply(r); });
    CHECK(cursor.state() == there);
}

TEST_CASE("a saved journal reads back the same", "[journal]") {
    const Folder folder;
    CHECK(rc::check([&] {
        const auto step = *rc::gen::element<Time>(0, 10, 300'000'000); // the last: 14 records a chunk
        const auto n
            = step > 10 ? 2000 : *rc::gen::element<RecordIndex>(0, 1, 100, Chunk::kCapacity, Chunk::kCapacity + 1);
        const auto header = *rc::gen::string<std::string>();
        Journal journal;
        fill(journal, n, step);
        const std::string path = folder.file("run.journal");
        RC_ASSERT(journal.save(path, header) == "");
        std::string read_header, error;
        const auto read = Journal::load(path, read_header, error);
        RC_ASSERT(error == "");
        RC_ASSERT(read != nullptr);
        RC_ASSERT(read_header == header);
        RC_ASSERT(read->size() == n);
        for (RecordIndex i = 0; i < n; ++i)
            RC_ASSERT(read->at(i) == numbered(i, static_cast<Time>(i) * step));
        RC_ASSERT(!std::filesystem::exists(path + ".part"));
    }));
}

TEST_CASE("a failed save leaves the old file and says why", "[journal]") {
    const Folder folder;
    Journal journal;
    fill(journal, 10);
    CHECK(journal.save(folder.file("none/run.journal"), "")
        == "Cannot write " + folder.file("none/run.journal") + ": No such file or directory.");
    // A folder in the way: the rename fails and nothing is left behind.
    std::filesystem::create_directories(folder.file("taken/inside"));
    CHECK(journal.save(folder.file("taken"), "").find("Cannot write") == 0);
    CHECK_FALSE(std::filesystem::exists(folder.file("taken.part")));
    if (std::filesystem::exists("/dev/full")) {
        std::filesystem::create_symlink("/dev/full", folder.file("full.part"));
        const std::string error = journal.save(folder.file("full"), std::string(100'000, 'x'));
        CHECK(error == "Cannot write " + folder.file("full") + ": No space left on device.");
    }
}

TEST_CASE("a damaged journal gives one sentence with file, offset, expected and found", "[journal]") {
    const Folder folder;
    Journal journal;
    fill(journal, Chunk::kCapacity + 50);
    REQUIRE(journal.save(folder.file("j"), "title = \"x\"") == "");
    const std::string good = contents(folder.file("j"));
    CHECK(error_of(good) == "");
    CHECK(error_of("")
        == "j.sluice-journal, byte 0: expected a journal of Sluice, found the end of the file after 0 of 8 bytes.");
    CHECK(error_of("#!/bin/sh\necho")
        == "j.sluice-journal, byte 0: expected a journal of Sluice (“SLUICEJL”), found “#!/bin/s”.");
    std::string other = good;
    other[8] = 9;
    CHECK(error_of(other) == "j.sluice-journal, byte 8: expected version 1, found version 9.");
    CHECK(error_of(good + "x").find("expected the end of the file, found more bytes.") != std::string::npos);
    // Truncated anywhere.
    for (std::size_t n = 0; n < good.size(); n += n < 100 ? 1 : 4999)
        CHECK(error_of(good.substr(0, n)).find("j.sluice-journal, byte ") == 0);
    // One bit flipped anywhere.
    std::mt19937 random(4);
    for (int i = 0; i < 300; ++i) {
        std::string bad = good;
        const std::size_t at = i < 60 ? static_cast<std::size_t>(i) : random() % bad.size();
        bad[at] = static_cast<char>(bad[at] ^ 1 << random() % 8);
        INFO(at);
        CHECK(error_of(bad).find("j.sluice-journal, byte ") == 0);
    }
    std::string header, error;
    CHECK(Journal::load(folder.file("missing"), header, error) == nullptr);
    CHECK(error == "Cannot open " + folder.file("missing") + ": No such file or directory.");
}

TEST_CASE("one thread writes while others read", "[journal]") {
    const std::size_t chunk = journal::ChunkRegion::stride();
    const auto budget = std::make_shared<Budget>(4 * chunk, 50 * chunk); // chunks move to the file under the readers
    Journal journal(budget);
    constexpr RecordIndex n = 20 * Chunk::kCapacity;
    std::atomic<bool> bad{false}, done{false};
    std::vector<std::thread> readers;
    for (int t = 0; t < 2; ++t)
        readers.emplace_back([&, t] {
            std::mt19937_64 random(static_cast<unsigned>(t));
            RecordIndex walked = 0;
            while (!bad && (!done || walked < n)) {
                const RecordIndex size = journal.size();
                if (size == 0)
                    continue;
                const RecordIndex i = random() % size;
                bad = bad || !(journal.at(i) == numbered(i, static_cast<Time>(i) * 10));
                bad = bad || journal.after(static_cast<Time>(i) * 10) != i + 1;
                const RecordIndex to = std::min(size, walked + 1000);
                journal.for_each(walked, to, [&](const Record& r, RecordIndex at) {
                    if (r.prev != static_cast<std::uint32_t>(at * 31))
                        bad = true;
                });
                walked = to;
                if (journal.head() < static_cast<Time>(size - 1) * 10)
                    bad = true;
            }
        });
    fill(journal, n);
    done = true;
    for (auto& t : readers)
        t.join();
    CHECK_FALSE(bad);
    CHECK(budget->file_bytes() > 0);
}
