// SPDX-License-Identifier: GPL-3.0-or-later
// The names of what records say, as expressions, files and tables write them: lower case, words joined by '_'.
#pragma once

#include "core/record/record.h"

#include <optional>
#include <span>
#include <string_view>

namespace sluice {

/// All names of an enumeration, by value. Specialised for the enumerations of record.h.
template <class E>
std::span<const std::string_view> names_of();

template <>
std::span<const std::string_view> names_of<Kind>();
template <>
std::span<const std::string_view> names_of<TaskState>();
template <>
std::span<const std::string_view> names_of<WakeKind>();
template <>
std::span<const std::string_view> names_of<SectionKind>();
template <>
std::span<const std::string_view> names_of<SectionCause>();
template <>
std::span<const std::string_view> names_of<Trigger>();
template <>
std::span<const std::string_view> names_of<Op>();
template <>
std::span<const std::string_view> names_of<Delay>();
template <>
std::span<const std::string_view> names_of<DelayCause>();
template <>
std::span<const std::string_view> names_of<Victim>();
template <>
std::span<const std::string_view> names_of<IpiKind>();
template <>
std::span<const std::string_view> names_of<Beat>();
template <>
std::span<const std::string_view> names_of<PageFlag>();
template <>
std::span<const std::string_view> names_of<FlushReason>();
template <>
std::span<const std::string_view> names_of<ScanKind>();
template <>
std::span<const std::string_view> names_of<IoEvent>();
template <>
std::span<const std::string_view> names_of<List>();

/// "quicklist_drain"; "?" for a value out of range.
template <class E>
std::string_view name_of(E value) {
    const auto names = names_of<E>();
    const auto i = static_cast<std::size_t>(value);
    return i < names.size() ? names[i] : std::string_view("?");
}

template <class E>
std::optional<E> from_name(std::string_view name) {
    const auto names = names_of<E>();
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == name)
            return static_cast<E>(i);
    return std::nullopt;
}

} // namespace sluice
