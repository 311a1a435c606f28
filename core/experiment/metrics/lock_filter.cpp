// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/metrics/lock_filter.h"

#include <charconv>

namespace sluice::experiment {

namespace {

std::optional<std::uint32_t> number(std::string_view digits) {
    std::uint32_t value = 0;
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (code != std::errc() || end != digits.data() + digits.size() || value > 0xffff)
        return std::nullopt;
    return value;
}

std::string expected(const lock::LockDirectory& locks) {
    std::string words;
    for (const lock::LockGroup& g : locks.groups()) {
        words += "“" + g.key + "”, ";
        if (g.count > 1 && g.count < lock::LockGroup::kOpen)
            words += "“" + g.key + "0” to “" + g.key + std::to_string(g.count - 1) + "”, ";
    }
    return words + "or a lock's number";
}

} // namespace

LockFilter::LockFilter(Labels& l) {
    const auto text = l.word("lock");
    if (!text)
        return;
    given_ = true;
    if (const auto id = number(*text)) {
        first_ = last_ = *id;
        return;
    }
    const lock::LockDirectory& locks = l.context().locks;
    for (const lock::LockGroup& g : locks.groups()) {
        if (!text->starts_with(g.key))
            continue;
        if (text->size() == g.key.size()) {
            first_ = g.first;
            last_ = std::uint64_t{g.first} + g.count - 1;
            return;
        }
        const auto nth = number(std::string_view(*text).substr(g.key.size()));
        if (nth && *nth < g.count) {
            first_ = last_ = std::uint64_t{g.first} + *nth;
            return;
        }
    }
    l.fail("lock=" + *text + ": expected " + expected(locks) + ".");
}

} // namespace sluice::experiment
