// SPDX-License-Identifier: GPL-3.0-or-later
// Charts as files: PNG, SVG and PDF of a size in millimetres, painted afresh and independent of any screen, and CSV.
#pragma once

#include "ui/chart/chart_data.h"

#include <QByteArray>
#include <QSizeF>
#include <QString>

#include <optional>

namespace sluice::ui {

enum class ExportFormat { png, svg, pdf, csv };

struct ExportOptions {
    QSizeF size_mm{160, 90}; ///< each side from 30 to 1,000 mm
    int dpi = 300; ///< PNG only: 36 to 1,200
    bool dark = false; ///< paper is white unless a screen is meant
    QString footnote; ///< run fingerprint, seed, scenario
};

/// "png", "SVG" …, or the end of a file name; nothing for any other word.
[[nodiscard]] std::optional<ExportFormat> export_format_of(const QString& name_or_path);

/// Reads "160x90mm" or "160x90"; nothing if it is no size or out of range.
[[nodiscard]] std::optional<QSizeF> export_size_of(const QString& text);

/// The line beneath a chart that says where its numbers come from.
[[nodiscard]] QString export_footnote(const QString& scenario, quint64 seed, const QString& fingerprint);

/// The table as CSV: UTF-8, header with units, point as decimal mark whatever the locale, the shortest digits that read
/// back as the same number. Lines that begin with # hold title and footnote.
[[nodiscard]] QByteArray csv_of(const ChartData& data, const QString& footnote = {});

/// The file as bytes; empty, with `why` filled, if the options are out of range or nothing could be painted.
[[nodiscard]] QByteArray rendered(
    const ChartData& data, ExportFormat format, const ExportOptions& options, QString& why);

/// Writes a chart to a file. The old file stays until the new one is complete.
/// \return a blank string, or one sentence that says what was wrong and that nothing was changed
[[nodiscard]] QString export_chart(
    const ChartData& data, const QString& path, ExportFormat format, const ExportOptions& options = {});

/// Writes bytes by way of a temporary file beside the target; straight into a target that is a device or a pipe.
/// Result as export_chart.
[[nodiscard]] QString write_atomically(const QString& path, const QByteArray& bytes);

} // namespace sluice::ui
