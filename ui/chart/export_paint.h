// SPDX-License-Identifier: GPL-3.0-or-later
// The page of an exported chart: heading, plot, key and footnote, painted into PNG, SVG or PDF bytes.
#pragma once

#include "ui/chart/export.h"

namespace sluice::ui {

/// True for sides from 30 to 1,000 mm.
[[nodiscard]] bool export_size_fits(const QSizeF& mm);

/// Paints the chart; options must fit, the format must not be csv. Empty, with `why` filled, on failure.
[[nodiscard]] QByteArray painted(
    const ChartData& data, ExportFormat format, const ExportOptions& options, QString& why);

} // namespace sluice::ui
