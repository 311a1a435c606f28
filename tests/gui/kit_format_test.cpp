// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/catch.h"
#include "ui/kit/format.h"

#include <cstdint>
#include <limits>

using namespace sluice::ui;
using format::TimeUnit;

namespace {
// Tests are written with plain spaces; the text has no-break ones.
std::string plain(QString text) {
    text.replace(format::nbsp, QLatin1Char(' '));
    return text.toStdString();
}
} // namespace

TEST_CASE("Whole numbers have commas and a real minus sign", "[kit]") {
    CHECK(plain(format::count(0)) == "0");
    CHECK(plain(format::count(999)) == "999");
    CHECK(plain(format::count(1000)) == "1,000");
    CHECK(plain(format::count(491520)) == "491,520");
    CHECK(plain(format::count(1234567890)) == "1,234,567,890");
    CHECK(plain(format::count(-17)) == "−17");
    CHECK(plain(format::count(-1000)) == "−1,000");
    CHECK(plain(format::count(std::numeric_limits<std::int64_t>::min())) == "−9,223,372,036,854,775,808");
    CHECK(plain(format::count(6250, "pages")) == "6,250 pages");
}

TEST_CASE("A unit never leaves its number", "[kit]") {
    CHECK(format::count(6250, "pages").contains(QChar(0x00A0)));
    CHECK_FALSE(format::count(6250, "pages").contains(QLatin1Char(' ')));
    CHECK_FALSE(format::duration(2'286'000).contains(QLatin1Char(' ')));
    CHECK(format::with_unit("3", "") == "3");
}

TEST_CASE("Decimals are kept, nothing is written for no number", "[kit]") {
    CHECK(plain(format::real(2.5, 2)) == "2.50");
    CHECK(plain(format::real(-17.6, 1)) == "−17.6");
    CHECK(plain(format::real(12345.678, 1)) == "12,345.7");
    // What rounds to nothing has no sign.
    CHECK(plain(format::real(-0.004, 2)) == "0.00");
    CHECK(plain(format::real(std::numeric_limits<double>::quiet_NaN(), 1)) == "–");
    CHECK(plain(format::real(std::numeric_limits<double>::infinity(), 1)) == "–");
    CHECK(plain(format::percent(-17.6)) == "−17.6 %");
}

TEST_CASE("Durations: microseconds below 10 ms, milliseconds below 10 s, then seconds", "[kit]") {
    CHECK(plain(format::duration(0)) == "0 µs");
    CHECK(plain(format::duration(350)) == "0.350 µs");
    CHECK(plain(format::duration(1'200)) == "1.20 µs");
    CHECK(plain(format::duration(5'000)) == "5 µs");
    CHECK(plain(format::duration(41'500)) == "41.5 µs");
    CHECK(plain(format::duration(2'286'000)) == "2,286 µs");
    CHECK(plain(format::duration(9'999'999)) == "10,000 µs");
    CHECK(plain(format::duration(10'000'000)) == "10.000 ms");
    CHECK(plain(format::duration(41'207'000)) == "41.207 ms");
    CHECK(plain(format::duration(9'999'000'000)) == "9,999 ms");
    CHECK(plain(format::duration(10'000'000'000)) == "10.0 s");
    CHECK(plain(format::duration(-2'286'000)) == "−2,286 µs");
    CHECK(format::time_unit(9'999'999) == TimeUnit::us);
    CHECK(format::time_unit(10'000'000) == TimeUnit::ms);
    CHECK(format::time_unit(9'999'999'999) == TimeUnit::ms);
    CHECK(format::time_unit(10'000'000'000) == TimeUnit::s);
}

TEST_CASE("A moment has all its decimals, so that its width stands still", "[kit]") {
    CHECK(format::moment(41'207'000, TimeUnit::ms).toStdString() == "41.207\u202F000");
    CHECK(format::moment(0, TimeUnit::ms).size() == format::moment(9'999'999, TimeUnit::ms).size());
    CHECK(format::moment(1'234'567'891'011, TimeUnit::s).toStdString() == "1,234.567\u202F891\u202F011");
    CHECK(format::moment(1'500, TimeUnit::us).toStdString() == "1.500");
    CHECK(format::moment(-1, TimeUnit::us).toStdString() == "−0.001");
}

TEST_CASE("Bytes in powers of 1,024", "[kit]") {
    CHECK(plain(format::bytes(0)) == "0 B");
    CHECK(plain(format::bytes(1023)) == "1,023 B");
    CHECK(plain(format::bytes(1024)) == "1 KiB");
    CHECK(plain(format::bytes(16384)) == "16 KiB");
    CHECK(plain(format::bytes(4026531840ULL)) == "3.75 GiB");
    CHECK(plain(format::bytes(512ULL << 20)) == "512 MiB");
    CHECK(plain(format::bytes(320ULL << 30)) == "320 GiB");
    CHECK(plain(format::bytes(std::numeric_limits<std::uint64_t>::max())) == "16 EiB");
}

TEST_CASE("Numbers are read as they are written and as people type them", "[kit]") {
    double value = 0;
    const auto reads = [&](const char* text) { return format::parse_number(QString::fromUtf8(text), value); };
    CHECK((reads("4,096") && value == 4096));
    CHECK((reads(" 4 096 ") && value == 4096));
    CHECK((reads("−17.5") && value == -17.5));
    CHECK((reads("1e3") && value == 1000));
    CHECK_FALSE(reads(""));
    CHECK_FALSE(reads("many"));
    CHECK_FALSE(reads("12 pages"));
    CHECK_FALSE(reads("inf"));
    CHECK_FALSE(reads("nan"));
    for (const std::int64_t number : {0LL, 7LL, -1000LL, 123456789LL})
        CHECK((format::parse_number(format::count(number), value) && value == double(number)));
}

TEST_CASE("Times are read with their unit and sign", "[kit]") {
    std::int64_t ns = 0;
    bool relative = false;
    const auto reads
        = [&](const char* text) { return format::parse_time(QString::fromUtf8(text), TimeUnit::ms, ns, relative); };
    CHECK((reads("41.207") && ns == 41'207'000 && !relative));
    CHECK((reads("+250us") && ns == 250'000 && relative));
    CHECK((reads("+250 µs") && ns == 250'000 && relative));
    CHECK((reads("-1 ms") && ns == -1'000'000 && relative));
    CHECK((reads("3 s") && ns == 3'000'000'000 && !relative));
    CHECK((reads("17ns") && ns == 17));
    CHECK((reads("1,000") && ns == 1'000'000'000));
    CHECK_FALSE(reads(""));
    CHECK_FALSE(reads("ms"));
    CHECK_FALSE(reads("5 parsecs"));
    CHECK_FALSE(reads("1e300 s"));
}
