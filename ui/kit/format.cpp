// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/format.h"

#include <array>
#include <cmath>

namespace sluice::ui::format {
namespace {

// Digits in groups of three from the right.
QString grouped(QString digits) {
    for (qsizetype at = digits.size() - 3; at > 0; at -= 3)
        digits.insert(at, QLatin1Char(','));
    return digits;
}

constexpr double ns_in(TimeUnit unit) {
    return unit == TimeUnit::us ? 1e3 : unit == TimeUnit::ms ? 1e6 : 1e9;
}

} // namespace

QString count(std::int64_t value) {
    const bool negative = value < 0;
    // Through unsigned, so that the smallest value has a magnitude.
    const auto magnitude = negative ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value);
    const QString digits = grouped(QString::number(magnitude));
    return negative ? minus + digits : digits;
}

QString real(double value, int decimals) {
    if (!std::isfinite(value))
        return QStringLiteral("–");
    const QString text = QString::number(std::abs(value), 'f', decimals);
    const qsizetype point = text.indexOf(QLatin1Char('.'));
    const QString whole = grouped(point < 0 ? text : text.left(point));
    const QString fraction = point < 0 ? QString() : text.mid(point);
    // No minus before something that rounds to nothing.
    bool zero = true;
    for (const QChar c : text)
        zero = zero && (c == QLatin1Char('0') || c == QLatin1Char('.'));
    return (value < 0 && !zero ? QString(minus) : QString()) + whole + fraction;
}

QString with_unit(const QString& number, const QString& unit) {
    return unit.isEmpty() ? number : number + nbsp + unit;
}

QString count(std::int64_t value, const QString& unit) {
    return with_unit(count(value), unit);
}

TimeUnit time_unit(std::int64_t longest_ns) {
    const std::int64_t magnitude = longest_ns < 0 ? -longest_ns : longest_ns;
    return magnitude < 10'000'000 ? TimeUnit::us : magnitude < 10'000'000'000 ? TimeUnit::ms : TimeUnit::s;
}

QString unit_name(TimeUnit unit) {
    return unit == TimeUnit::us ? QStringLiteral("µs")
        : unit == TimeUnit::ms  ? QStringLiteral("ms")
                                : QStringLiteral("s");
}

QString duration(std::int64_t ns) {
    const TimeUnit unit = time_unit(ns);
    const double value = std::abs(static_cast<double>(ns)) / ns_in(unit);
    int decimals = 0;
    if (unit == TimeUnit::us)
        decimals = value < 10 && ns % 1000 != 0 ? (value < 1 ? 3 : 2) : value < 100 && ns % 1000 != 0 ? 1 : 0;
    else if (unit == TimeUnit::ms)
        decimals = value < 100 ? 3 : value < 1000 ? 1 : 0;
    else
        decimals = value < 100 ? 1 : 0;
    return duration(ns, unit, decimals);
}

QString duration(std::int64_t ns, TimeUnit unit, int decimals) {
    return with_unit(real(static_cast<double>(ns) / ns_in(unit), decimals), unit_name(unit));
}

QString moment(std::int64_t ns, TimeUnit unit) {
    const int decimals = unit == TimeUnit::us ? 3 : unit == TimeUnit::ms ? 6 : 9;
    const auto per_unit = static_cast<std::uint64_t>(ns_in(unit));
    const bool negative = ns < 0;
    const auto magnitude = negative ? ~static_cast<std::uint64_t>(ns) + 1 : static_cast<std::uint64_t>(ns);
    QString fraction = QString::number(magnitude % per_unit).rightJustified(decimals, QLatin1Char('0'));
    for (int at = decimals - 3; at > 0; at -= 3)
        fraction.insert(at, thin_space);
    return (negative ? QString(minus) : QString()) + grouped(QString::number(magnitude / per_unit)) + QLatin1Char('.')
        + fraction;
}

QString bytes(std::uint64_t bytes) {
    static constexpr std::array names = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    std::size_t at = 0;
    double value = static_cast<double>(bytes);
    while (value >= 1024 && at + 1 < names.size()) {
        value /= 1024;
        ++at;
    }
    // Three figures at most, and none of them a trailing zero: 3.75, 16, 512.
    int decimals = at == 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2;
    while (decimals > 0 && std::fmod(std::round(value * std::pow(10, decimals)), 10) == 0)
        --decimals;
    return with_unit(real(value, decimals), QLatin1String(names[at]));
}

QString percent(double percent, int decimals) {
    return with_unit(real(percent, decimals), QStringLiteral("%"));
}

QString large(double value) {
    const double magnitude = std::abs(value);
    if (magnitude >= 1e9)
        return with_unit(real(value / 1e9, 1), QStringLiteral("billion"));
    if (magnitude >= 1e6)
        return with_unit(real(value / 1e6, 1), QStringLiteral("million"));
    return real(value, magnitude < 10 && magnitude > 0 ? 1 : 0);
}

bool parse_number(const QString& text, double& value) {
    QString plain = text.trimmed();
    for (const QChar c : {QChar(u','), QChar(u' '), nbsp, thin_space, QChar(0x2009), QChar(u'_')})
        plain.remove(c);
    plain.replace(minus, QLatin1Char('-'));
    bool ok = false;
    const double read = plain.toDouble(&ok);
    if (!ok || !std::isfinite(read))
        return false;
    value = read;
    return true;
}

bool parse_time(const QString& text, TimeUnit bare, std::int64_t& ns, bool& relative) {
    QString plain = text.trimmed();
    plain.replace(minus, QLatin1Char('-'));
    const bool sign = plain.startsWith(QLatin1Char('+')) || plain.startsWith(QLatin1Char('-'));
    qsizetype end = plain.size();
    while (end > 0 && !plain.at(end - 1).isDigit() && plain.at(end - 1) != QLatin1Char('.'))
        --end;
    const QString unit = plain.mid(end).trimmed().toLower();
    double per = ns_in(bare);
    if (unit == QLatin1String("ns"))
        per = 1;
    else if (unit == QLatin1String("us") || unit == QStringLiteral("µs") || unit == QStringLiteral("μs"))
        per = 1e3;
    else if (unit == QLatin1String("ms"))
        per = 1e6;
    else if (unit == QLatin1String("s"))
        per = 1e9;
    else if (!unit.isEmpty())
        return false;
    double value = 0;
    if (!parse_number(plain.left(end), value))
        return false;
    const double total = std::round(value * per);
    if (std::abs(total) > 9e18)
        return false;
    ns = static_cast<std::int64_t>(total);
    relative = sign;
    return true;
}

} // namespace sluice::ui::format
