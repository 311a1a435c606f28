// SPDX-License-Identifier: GPL-3.0-or-later
// Whether this build checks memory or threads, which makes runs ten to fifty times slower: tests that follow long runs
// follow a shorter part of each then, and none is left out.
#pragma once

namespace sluice::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
#else
inline constexpr bool kSanitized = false;
#endif

/// How much of something to do: all of it, or less in a build with sanitizers.
template <class N>
constexpr N unless_sanitized(N all, N less) {
    return kSanitized ? less : all;
}

} // namespace sluice::test
