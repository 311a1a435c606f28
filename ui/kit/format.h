// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as the window writes them: commas for thousands, a real minus sign, a no-break space before the unit.
// Independent of the locale, so that pictures and texts agree everywhere.
#pragma once

#include <QString>

#include <cstdint>

namespace sluice::ui::format {

inline constexpr QChar nbsp = QChar(0x00A0);
inline constexpr QChar thin_space = QChar(0x202F); ///< narrow no-break space
inline constexpr QChar minus = QChar(0x2212);

/// 6250 -> "6,250".
QString count(std::int64_t value);
/// At most `decimals` decimals, trailing zeros kept: real(2.5, 2) -> "2.50".
QString real(double value, int decimals);
/// "6,250 pages", with a no-break space.
QString with_unit(const QString& number, const QString& unit);
QString count(std::int64_t value, const QString& unit);

/// The unit of durations. It is fixed for a run, so that it does not flip while playing.
enum class TimeUnit { us, ms, s };
/// µs below 10 ms, ms below 10 s, then s.
TimeUnit time_unit(std::int64_t longest_ns);
QString unit_name(TimeUnit unit);
/// A duration in the unit that suits it: "2,286 µs", "41.207 ms", "12.4 s".
QString duration(std::int64_t ns);
QString duration(std::int64_t ns, TimeUnit unit, int decimals);
/// A moment of a run, always with all decimals down to the ns: "41.207 000" without the unit, groups by thin spaces.
QString moment(std::int64_t ns, TimeUnit unit);

/// Bytes in KiB, MiB, GiB, TiB: "3.75 GiB".
QString bytes(std::uint64_t bytes);
/// "-17.6 %" with a real minus sign.
QString percent(double percent, int decimals = 1);
/// "1.2 M" never: 1,234,567 stays whole; only rates of events use this: "8.1 million".
QString large(double value);

/// Reads what count() writes and what people type: "4,096", "4 096", "1e3"; false if it is no number.
bool parse_number(const QString& text, double& value);
/// Time typed into a field: "41.2ms", "+250us", "3 s", "-1 ms"; a bare number is in `bare`. relative: it had a sign.
bool parse_time(const QString& text, TimeUnit bare, std::int64_t& ns, bool& relative);

} // namespace sluice::ui::format
