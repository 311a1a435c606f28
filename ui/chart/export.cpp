// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chart/export.h"

#include "ui/chart/export_paint.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSaveFile>

#include <charconv>
#include <cmath>

namespace sluice::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("sluice::ui::Export", text);
}

QByteArray csv_cell(const QString& text) {
    QByteArray cell = text.toUtf8();
    if (cell.contains(',') || cell.contains('"') || cell.contains('\n') || cell.contains('\r')) {
        cell.replace("\"", "\"\"");
        cell = '"' + cell + '"';
    }
    return cell;
}

QByteArray csv_number(double value) {
    if (std::isnan(value)) {
        return {};
    }
    char digits[64];
    const auto end = std::to_chars(digits, digits + sizeof digits, value);
    return QByteArray(digits, static_cast<qsizetype>(end.ptr - digits));
}

} // namespace

std::optional<ExportFormat> export_format_of(const QString& name_or_path) {
    const QString suffix = name_or_path.section(u'.', -1).toLower();
    if (suffix == QStringLiteral("png")) {
        return ExportFormat::png;
    }
    if (suffix == QStringLiteral("svg")) {
        return ExportFormat::svg;
    }
    if (suffix == QStringLiteral("pdf")) {
        return ExportFormat::pdf;
    }
    if (suffix == QStringLiteral("csv")) {
        return ExportFormat::csv;
    }
    return std::nullopt;
}

std::optional<QSizeF> export_size_of(const QString& text) {
    static const QRegularExpression form(
        QStringLiteral("^\\s*(\\d+(?:\\.\\d+)?)\\s*[x×]\\s*(\\d+(?:\\.\\d+)?)\\s*(?:mm)?\\s*$"));
    const QRegularExpressionMatch match = form.match(text);
    if (!match.hasMatch()) {
        return std::nullopt;
    }
    const QSizeF size(match.captured(1).toDouble(), match.captured(2).toDouble());
    return export_size_fits(size) ? std::optional(size) : std::nullopt;
}

QString export_footnote(const QString& scenario, quint64 seed, const QString& fingerprint) {
    return tr("Sluice · %1 · seed %2 · fingerprint %3").arg(scenario).arg(seed).arg(fingerprint);
}

QByteArray csv_of(const ChartData& data, const QString& footnote) {
    const ChartTable table = table_of(data);
    QByteArray csv;
    for (const QString& comment : {data.title, footnote}) {
        if (!comment.isEmpty()) {
            csv += "# " + comment.simplified().toUtf8() + '\n';
        }
    }
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        csv += (c ? "," : "") + csv_cell(table.columns[c].header());
    }
    csv += '\n';
    for (std::size_t row = 0; row < table.rows(); ++row) {
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            const TableColumn& column = table.columns[c];
            csv += c ? "," : "";
            if (row < column.words.size()) {
                csv += csv_cell(column.words[row]);
            } else if (row < column.numbers.size()) {
                csv += csv_number(column.numbers[row]);
            }
        }
        csv += '\n';
    }
    return csv;
}

QByteArray rendered(const ChartData& data, ExportFormat format, const ExportOptions& options, QString& why) {
    if (format == ExportFormat::csv) {
        return csv_of(data, options.footnote);
    }
    if (!export_size_fits(options.size_mm)) {
        why = tr("A chart is from 30 to 1,000 mm wide and high; %1 × %2 mm was asked for.")
                  .arg(options.size_mm.width())
                  .arg(options.size_mm.height());
        return {};
    }
    if (options.dpi < 36 || options.dpi > 1200) {
        why = tr("A picture has from 36 to 1,200 points an inch; %1 were asked for.").arg(options.dpi);
        return {};
    }
    return painted(data, format, options, why);
}

QString write_atomically(const QString& path, const QByteArray& bytes) {
    const auto failed = [&](const QString& reason) {
        const bool old = QFileInfo(path).isFile();
        return old ? tr("%1 was not written: %2. The file that was there is untouched.").arg(path, reason)
                   : tr("%1 was not written: %2.").arg(path, reason);
    };
    const QFileInfo target(path);
    if (path.isEmpty() || target.isDir()) {
        return failed(tr("it is not the name of a file"));
    }
    if (!target.dir().exists()) {
        return failed(tr("the folder %1 does not exist").arg(target.dir().path()));
    }
    if (target.exists() && !target.isFile()) {
        // A device or a pipe: a file put in its place would not be what was meant.
        QFile device(path);
        const bool done
            = device.open(QIODevice::WriteOnly | QIODevice::Unbuffered) && device.write(bytes) == bytes.size();
        return done ? QString() : failed(device.errorString());
    }
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return failed(file.errorString());
    }
    if (file.write(bytes) != bytes.size() || !file.flush()) {
        const QString reason = file.errorString();
        file.cancelWriting();
        return failed(reason);
    }
    if (!file.commit()) {
        return failed(file.errorString());
    }
    return {};
}

QString export_chart(const ChartData& data, const QString& path, ExportFormat format, const ExportOptions& options) {
    QString why;
    const QByteArray bytes = rendered(data, format, options, why);
    if (bytes.isEmpty()) {
        return why.isEmpty() ? tr("%1 was not written: the chart could not be painted.").arg(path) : why;
    }
    return write_atomically(path, bytes);
}

} // namespace sluice::ui
