// SPDX-License-Identifier: GPL-3.0-or-later
// A property tried on more cases than RapidCheck's hundred.
#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <iostream>
#include <utility>

namespace sluice::test {

/// Like rc::check, with so many cases. A failure is shrunk and printed.
template <class Testable>
bool check_cases(int cases, Testable&& testable) {
    rc::detail::TestParams params = rc::detail::configuration().testParams;
    params.maxSuccess = std::max(params.maxSuccess, cases);
    const auto result = rc::detail::checkTestable(std::forward<Testable>(testable), rc::detail::TestMetadata(), params);
    if (result.template is<rc::detail::SuccessResult>())
        return true;
    rc::detail::printResultMessage(result, std::cerr);
    std::cerr << "\n(seed " << params.seed << ")\n";
    return false;
}

} // namespace sluice::test
