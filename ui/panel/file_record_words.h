// SPDX-License-Identifier: GPL-3.0-or-later
// Records of files, vectors and LRU lists in words; part of record_words.h.
#pragma once

#include "core/record/record.h"

#include <QString>

namespace sluice::ui {

/// The measure that goes with such a record; empty for other kinds.
QString file_record_amount(const Record& r);
/// One short sentence; empty for other kinds.
QString file_record_sentence(const Record& r);

} // namespace sluice::ui
