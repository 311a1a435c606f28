// SPDX-License-Identifier: GPL-3.0-or-later
// Journal files. All numbers are little-endian.
//   "SLUICEJL"  version u32  header length u32  header  hash u64 of all before
//   for each chunk: "CHNK"  records u32  first u64  base time i64  packed records  hash u64 of all before since "CHNK"
//   "END."  chunks u32  records u64  hash u64 of all before since "END."
#include "core/journal/journal_file.h"

#include "core/journal/journal.h"

#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <istream>
#include <vector>

#include <unistd.h>

namespace sluice::journal {

static_assert(std::endian::native == std::endian::little, "journal files are written as they lie in memory");

namespace {

constexpr std::uint32_t kVersion = 1;
constexpr std::uint32_t kMaxHeader = 16u << 20;
constexpr char kMagic[] = "SLUICEJL";
constexpr char kChunk[] = "CHNK";
constexpr char kEnd[] = "END.";

/// A 64-bit hash in the manner of a multiply-and-shift chain over words; it finds damage, not forgery.
class Hash {
public:
    void add(const void* data, std::size_t size) {
        const auto* p = static_cast<const unsigned char*>(data);
        for (; size >= 8; p += 8, size -= 8) {
            std::uint64_t w;
            std::memcpy(&w, p, 8);
            mix(w);
        }
        if (size > 0) {
            std::uint64_t w = 0;
            std::memcpy(&w, p, size);
            mix(w ^ static_cast<std::uint64_t>(size) << 56);
        }
    }
    std::uint64_t value() const { return h_; }

private:
    void mix(std::uint64_t w) {
        h_ = (h_ ^ w) * 0xff51'afd7'ed55'8ccdu;
        h_ ^= h_ >> 32;
    }
    std::uint64_t h_ = 0x5105'1ce0'f11e'0001u;
};

class Writer {
public:
    explicit Writer(std::FILE* file)
        : file_(file) { }
    void put(const void* data, std::size_t size) {
        hash_.add(data, size);
        ok_ = ok_ && std::fwrite(data, 1, size, file_) == size;
    }
    template <class T>
    void put(T value) {
        put(&value, sizeof value);
    }
    void seal() {
        const std::uint64_t h = hash_.value();
        ok_ = ok_ && std::fwrite(&h, sizeof h, 1, file_) == 1;
        hash_ = Hash();
    }
    bool ok() const { return ok_; }

private:
    std::FILE* file_;
    Hash hash_;
    bool ok_ = true;
};

class Reader {
public:
    Reader(std::istream& in, const std::string& name)
        : in_(in)
        , name_(name) { }

    bool get(void* data, std::size_t size, const char* what) {
        in_.read(static_cast<char*>(data), static_cast<std::streamsize>(size));
        const auto n = static_cast<std::size_t>(in_.gcount());
        if (n != size)
            return fail(
                what, "the end of the file after " + std::to_string(n) + " of " + std::to_string(size) + " bytes");
        hash_.add(data, size);
        offset_ += size;
        return true;
    }
    template <class T>
    bool get(T& value, const char* what) {
        return get(&value, sizeof value, what);
    }
    bool check_hash() {
        const std::uint64_t expected = hash_.value();
        std::uint64_t found = 0;
        if (!get(found, "a checksum"))
            return false;
        hash_ = Hash();
#ifndef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION // a fuzzer cannot guess checksums
        if (found != expected) {
            offset_ -= sizeof found;
            char text[64];
            std::snprintf(text, sizeof text, "checksum %016llx", static_cast<unsigned long long>(expected));
            const std::string wanted = text;
            std::snprintf(text, sizeof text, "%016llx: the file is damaged", static_cast<unsigned long long>(found));
            return fail(wanted, text);
        }
#else
        static_cast<void>(expected);
#endif
        return true;
    }
    /// Notes what is wrong at the present offset (or `back` bytes before); always false.
    bool fail(const std::string& expected, const std::string& found, std::size_t back = 0) {
        if (error.empty())
            error = name_ + ", byte " + std::to_string(offset_ - back) + ": expected " + expected + ", found " + found
                + ".";
        return false;
    }
    bool at_end() {
        return in_.peek() == std::istream::traits_type::eof();
    }

    std::string error;

private:
    std::istream& in_;
    std::string name_;
    std::uint64_t offset_ = 0;
    Hash hash_;
};

std::string cannot_open(const std::string& path) {
    return "Cannot open " + path + ": " + std::strerror(errno) + ".";
}

std::string printable(const char* data, std::size_t size) {
    std::string s = "“";
    for (std::size_t i = 0; i < size; ++i)
        s += data[i] >= 32 && data[i] < 127 ? data[i] : '?';
    return s + "”";
}

/// Records of one chunk: kinds known, times in order, causes in the past.
bool check_records(Reader& in, const std::vector<PackedRecord>& records, RecordIndex first, Time base) {
    Time before = base;
    for (std::size_t i = 0; i < records.size(); ++i) {
        const std::size_t back = (records.size() - i) * sizeof(PackedRecord);
        const Record r = unpack(records[i], first + i, base);
        const std::string at = "in record " + std::to_string(first + i);
        if (r.kind >= Kind::count_of_kinds)
            return in.fail("a known kind " + at, std::to_string(static_cast<unsigned>(r.kind)), back);
        if (r.end > End::tail)
            return in.fail("head or tail " + at, std::to_string(static_cast<unsigned>(r.end)), back);
        if (r.at < before)
            return in.fail(
                "a time not before " + std::to_string(before) + " ns " + at, std::to_string(r.at) + " ns", back);
        if (r.cause != kNoRecord && (records[i].w1 >> 36) > first + i)
            return in.fail("a cause in the past " + at, std::to_string(records[i].w1 >> 36) + " records back", back);
        before = r.at;
    }
    return true;
}

bool read_header(Reader& in, std::string& header) {
    char magic[8];
    std::uint32_t version = 0, length = 0;
    if (!in.get(magic, 8, "a journal of Sluice"))
        return false;
    if (std::memcmp(magic, kMagic, 8) != 0) {
        in.fail("a journal of Sluice (“SLUICEJL”)", printable(magic, 8), 8);
        return false;
    }
    if (!in.get(version, "a version"))
        return false;
    if (version != kVersion) {
        in.fail("version " + std::to_string(kVersion), "version " + std::to_string(version), 4);
        return false;
    }
    if (!in.get(length, "the header's length"))
        return false;
    if (length > kMaxHeader) {
        in.fail("a header of at most " + std::to_string(kMaxHeader) + " bytes", std::to_string(length), 4);
        return false;
    }
    header.assign(length, '\0');
    return in.get(header.data(), length, "the header") && in.check_hash();
}

std::unique_ptr<Journal> read(Reader& in, std::string& header) {
    if (!read_header(in, header))
        return nullptr;
    auto journal = std::make_unique<Journal>();
    RecordIndex next = 0;
    Time last = 0;
    std::uint32_t chunks = 0;
    std::vector<PackedRecord> records;
    for (;;) {
        char tag[4];
        if (!in.get(tag, 4, "a chunk or the end mark"))
            return nullptr;
        if (std::memcmp(tag, kEnd, 4) == 0)
            break;
        if (std::memcmp(tag, kChunk, 4) != 0) {
            in.fail("“CHNK” or “END.”", printable(tag, 4), 4);
            return nullptr;
        }
        std::uint32_t n = 0;
        RecordIndex first = 0;
        Time base = 0;
        if (!in.get(n, "a number of records"))
            return nullptr;
        if (n == 0 || n > Chunk::kCapacity) {
            in.fail("1 to " + std::to_string(Chunk::kCapacity) + " records", std::to_string(n), 4);
            return nullptr;
        }
        if (!in.get(first, "the first record's number"))
            return nullptr;
        if (first != next) {
            in.fail("record " + std::to_string(next), "record " + std::to_string(first), 8);
            return nullptr;
        }
        if (!in.get(base, "a time"))
            return nullptr;
        constexpr Time kLatest = Time{1} << 62;
        if (base < last || base > kLatest) {
            in.fail("a time not before " + std::to_string(last) + " ns", std::to_string(base) + " ns", 8);
            return nullptr;
        }
        records.resize(n);
        if (!in.get(records.data(), n * sizeof(PackedRecord), "records"))
            return nullptr;
        if (!check_records(in, records, first, base) || !in.check_hash())
            return nullptr;
        Chunk& chunk = journal->open(first, base);
        std::memcpy(static_cast<void*>(chunk.data()), records.data(), n * sizeof(PackedRecord));
        chunk.set_size(n);
        last = chunk.at(n - 1).at;
        journal->close(chunk);
        next += n;
        ++chunks;
    }
    std::uint32_t expected_chunks = 0;
    RecordIndex expected_records = 0;
    if (!in.get(expected_chunks, "the number of chunks") || !in.get(expected_records, "the number of records")
        || !in.check_hash())
        return nullptr;
    if (expected_chunks != chunks || expected_records != next) {
        in.fail(std::to_string(expected_records) + " records in " + std::to_string(expected_chunks) + " chunks",
            std::to_string(next) + " in " + std::to_string(chunks));
        return nullptr;
    }
    if (!in.at_end()) {
        in.fail("the end of the file", "more bytes");
        return nullptr;
    }
    return journal;
}

} // namespace

std::string Journal::save(const std::string& path, const std::string& header) const {
    const std::string temporary = path + ".part";
    auto failed = [&](std::FILE* file) {
        const std::string why = std::strerror(errno);
        if (file) {
            std::fclose(file);
            std::remove(temporary.c_str());
        }
        return "Cannot write " + path + ": " + why + ".";
    };
    if (header.size() > kMaxHeader)
        return "Cannot write " + path + ": the header has more than 16 MiB.";
    std::FILE* file = std::fopen(temporary.c_str(), "wb");
    if (!file)
        return failed(nullptr);
    Writer out(file);
    out.put(kMagic, 8);
    out.put(kVersion);
    out.put(static_cast<std::uint32_t>(header.size()));
    out.put(header.data(), header.size());
    out.seal();
    std::uint32_t chunks = 0;
    const RecordIndex n = size(); // what is written meanwhile is left out
    for_each_piece(0, n, [&](const Chunk& c, std::uint32_t from, std::uint32_t to) {
        out.put(kChunk, 4);
        out.put(to - from);
        out.put(c.first() + from);
        out.put(c.base());
        out.put(c.data() + from, (to - from) * sizeof(PackedRecord));
        out.seal();
        ++chunks;
    });
    out.put(kEnd, 4);
    out.put(chunks);
    out.put(n);
    out.seal();
    if (!out.ok() || std::fflush(file) != 0 || fsync(fileno(file)) != 0)
        return failed(file);
    if (std::fclose(file) != 0 || std::rename(temporary.c_str(), path.c_str()) != 0) {
        const std::string message = failed(nullptr);
        std::remove(temporary.c_str());
        return message;
    }
    return "";
}

std::unique_ptr<Journal> Journal::load(
    std::istream& stream, const std::string& name, std::string& header, std::string& error) {
    Reader in(stream, name);
    std::string text;
    auto journal = read(in, text);
    error = in.error;
    if (journal)
        header = std::move(text);
    return journal;
}

std::unique_ptr<Journal> Journal::load(const std::string& path, std::string& header, std::string& error) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        error = cannot_open(path);
        return nullptr;
    }
    return load(file, path, header, error);
}

std::optional<std::string> journal_header(const std::string& path, std::string& error) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        error = cannot_open(path);
        return std::nullopt;
    }
    Reader in(file, path);
    std::string header;
    if (read_header(in, header))
        return header;
    error = in.error;
    return std::nullopt;
}

bool is_journal_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    char magic[8] = {};
    return file.read(magic, 8) && std::memcmp(magic, kMagic, 8) == 0;
}

} // namespace sluice::journal
