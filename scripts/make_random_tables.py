#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes core/engine/random_tables.cpp: the integer tables behind Random::exponential and Random::normal.

Both invert a distribution function at u in (0, 1). u = m * 2^-k with m in [1, 2): k comes from leading zeros, m from the
bits behind them, and a straight line joins neighbouring entries.
"""
import math
import sys
from pathlib import Path
from statistics import NormalDist

LOG_STEPS = 256
NORMAL_OCTAVES = 32
NORMAL_STEPS = 32


def rows(values, per_line):
    return "\n".join(
        "    " + ", ".join(str(v) for v in values[i : i + per_line]) + ","
        for i in range(0, len(values), per_line)
    )


def main():
    logs = [round(math.log1p(i / LOG_STEPS) * 2**32) for i in range(LOG_STEPS + 1)]
    # Octave k covers the tail probabilities [2^-(k+2), 2^-(k+1)]: entry (k, i) is the distance from the mean, in
    # deviations, beyond which lies (1 + i/32) * 2^-(k+2).
    normal = [
        max(0, round(-NormalDist().inv_cdf((1 + i / NORMAL_STEPS) * 2.0 ** -(k + 2)) * 2**24))
        for k in range(NORMAL_OCTAVES)
        for i in range(NORMAL_STEPS + 1)
    ]
    text = f"""// SPDX-License-Identifier: GPL-3.0-or-later
// Made by scripts/make_random_tables.py; do not edit.
#include "core/engine/random_tables.h"

namespace sluice::engine::tables {{

const std::array<std::uint64_t, kLogSteps + 1> kLog = {{
{rows(logs, 8)}
}};

const std::array<std::uint32_t, kNormalOctaves * (kNormalSteps + 1)> kNormal = {{
{rows(normal, 11)}
}};

}} // namespace sluice::engine::tables
"""
    out = Path(__file__).resolve().parent.parent / "core/engine/random_tables.cpp"
    if "--check" in sys.argv:
        sys.exit(0 if "".join(out.read_text().split()) == "".join(text.split()) else "random_tables.cpp differs")
    out.write_text(text)


main()
