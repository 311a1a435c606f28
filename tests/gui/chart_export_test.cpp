// SPDX-License-Identifier: GPL-3.0-or-later
// Every format is read back.
#include "tests/gui/chart_samples.h"
#include "tests/support/catch.h"

#include "ui/chart/export.h"
#include "ui/chart/export_panel.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QLocale>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTransform>
#include <QXmlStreamReader>

#include <cmath>
#include <csignal>

#include <sys/resource.h>

namespace sluice::ui {
namespace {

const QString footnote = export_footnote("altix-idle", 1, QString::fromUtf8("5e1f·09c7·a4d2"));

ExportOptions options_of(QSizeF mm, int dpi = 300) {
    ExportOptions options;
    options.size_mm = mm;
    options.dpi = dpi;
    options.footnote = footnote;
    return options;
}

QByteArray content(const QString& path) {
    QFile file(path);
    REQUIRE(file.open(QIODevice::ReadOnly));
    return file.readAll();
}

std::vector<ChartData> all_charts() {
    return {samples::latency(), samples::held_in_quicklists(), samples::free_memory_per_cpu(),
        samples::delays_before_after(), samples::workers_sweep(), chart_of(samples::claim())};
}

/// What an SVG file holds: its size, its words, and the box of all coordinates that are drawn.
struct Svg {
    QRectF view_box;
    QString width;
    QStringList texts;
    QRectF drawn; ///< of lines and shapes, not of words
    int elements = 0;
    QString error;
};

QTransform transform_of(const QString& text) {
    static const QRegularExpression number(QStringLiteral("-?[0-9.]+(?:e[-+]?[0-9]+)?"));
    if (!text.startsWith(QStringLiteral("matrix"))) {
        return {};
    }
    std::vector<double> m;
    for (auto it = number.globalMatch(text.mid(6)); it.hasNext();) {
        m.push_back(it.next().captured().toDouble());
    }
    return m.size() == 6 ? QTransform(m[0], m[1], m[2], m[3], m[4], m[5]) : QTransform();
}

Svg read_svg(const QByteArray& bytes) {
    Svg svg;
    QXmlStreamReader xml(bytes);
    std::vector<QTransform> stack{QTransform()};
    static const QRegularExpression number(QStringLiteral("-?[0-9.]+(?:e[-+]?[0-9]+)?"));
    const auto take = [&](double x, double y) {
        const QPointF p = stack.back().map(QPointF(x, y));
        svg.drawn = svg.elements++ == 0
            ? QRectF(p, QSizeF(0, 0))
            : QRectF(QPointF(std::min(svg.drawn.left(), p.x()), std::min(svg.drawn.top(), p.y())),
                QPointF(std::max(svg.drawn.right(), p.x()), std::max(svg.drawn.bottom(), p.y())));
    };
    while (!xml.atEnd()) {
        const auto token = xml.readNext();
        if (token == QXmlStreamReader::StartElement) {
            const auto attributes = xml.attributes();
            stack.push_back(transform_of(attributes.value("transform").toString()) * stack.back());
            if (xml.name() == QLatin1String("svg")) {
                const QStringList box = attributes.value("viewBox").toString().split(' ');
                svg.view_box = QRectF(box[0].toDouble(), box[1].toDouble(), box[2].toDouble(), box[3].toDouble());
                svg.width = attributes.value("width").toString();
            } else if (xml.name() == QLatin1String("text")) {
                svg.texts << xml.readElementText(QXmlStreamReader::IncludeChildElements).simplified();
                stack.pop_back();
            } else {
                for (const char* name : {"d", "points"}) {
                    std::vector<double> all;
                    const QString text = attributes.value(QLatin1String(name)).toString();
                    for (auto it = number.globalMatch(text); it.hasNext();) {
                        all.push_back(it.next().captured().toDouble());
                    }
                    for (std::size_t i = 0; i + 1 < all.size(); i += 2) {
                        take(all[i], all[i + 1]);
                    }
                }
            }
        } else if (token == QXmlStreamReader::EndElement) {
            stack.pop_back();
        }
    }
    svg.error = xml.hasError() ? xml.errorString() : QString();
    return svg;
}

} // namespace

TEST_CASE("a PNG has the size that was asked for", "[chart][export]") {
    QTemporaryDir dir;
    const QString path = dir.filePath("chart.png");
    const int dpi = GENERATE(72, 150, 300);
    REQUIRE(export_chart(samples::latency(), path, ExportFormat::png, options_of({160, 90}, dpi)).isEmpty());
    const QImage image(path);
    CHECK(image.width() == std::lround(160 / 25.4 * dpi));
    CHECK(image.height() == std::lround(90 / 25.4 * dpi));
    CHECK(image.dotsPerMeterX() == std::lround(dpi / 25.4 * 1000));
    CHECK(image.text("Comment") == footnote);
}

TEST_CASE("an SVG holds real text and nothing outside the page", "[chart][export]") {
    for (const ChartData& data : all_charts()) {
        QString why;
        const QByteArray bytes = rendered(data, ExportFormat::svg, options_of({160, 90}), why);
        INFO(data.title.toStdString());
        REQUIRE(why.isEmpty());
        const Svg svg = read_svg(bytes);
        REQUIRE(svg.error.isEmpty());
        CHECK(svg.view_box == QRectF(0, 0, 605, 340));
        CHECK(svg.width.startsWith("160"));
        CHECK(svg.texts.contains(data.title));
        CHECK(svg.texts.contains(footnote.simplified()));
        CHECK(svg.texts.size() > 6);
        CHECK(svg.elements > 20);
        CHECK(svg.drawn.left() >= svg.view_box.left() - 0.5);
        CHECK(svg.drawn.top() >= svg.view_box.top() - 0.5);
        CHECK(svg.drawn.right() <= svg.view_box.right() + 0.5);
        CHECK(svg.drawn.bottom() <= svg.view_box.bottom() + 0.5);
        const QString keep = qEnvironmentVariable("SLUICE_PICTURES");
        if (!keep.isEmpty()) {
            for (const auto& [format, end] : {std::pair(ExportFormat::svg, "svg"), std::pair(ExportFormat::pdf, "pdf"),
                     std::pair(ExportFormat::png, "png")}) {
                const QString file = keep + "/export-" + data.id + '.' + end;
                CHECK(export_chart(data, file, format, options_of({160, 90}, 150)).isEmpty());
            }
        }
    }
}

TEST_CASE("data outside a fixed range is not drawn outside the axes", "[chart][export]") {
    // Qt 6.4's SVG generator does not clip, so what goes in must already be inside.
    ChartData data = samples::held_in_quicklists();
    data.series[1].kind = SeriesKind::dots;
    const Svg whole = read_svg([&] {
        QString why;
        return rendered(data, ExportFormat::svg, options_of({160, 90}), why);
    }());
    data.x_from = 10e6;
    data.x_to = 40e6;
    data.y_from = 5000;
    data.y_to = 9000;
    QString why;
    const Svg part = read_svg(rendered(data, ExportFormat::svg, options_of({160, 90}), why));
    REQUIRE(part.error.isEmpty());
    // The plot ends where the grid does; grid and ground are the widest things in both.
    CHECK(part.drawn == whole.drawn);
    QString svg = QString::fromUtf8(rendered(data, ExportFormat::svg, options_of({160, 90}), why));
    static const QRegularExpression lines(QStringLiteral("<polyline[^>]*points=\"([^\"]*)\""));
    int points = 0;
    for (auto it = lines.globalMatch(svg); it.hasNext();) {
        for (const QString& pair : it.next().captured(1).simplified().split(' ', Qt::SkipEmptyParts)) {
            const double y = pair.section(',', 1).toDouble();
            CHECK(y >= 20);
            CHECK(y <= 305);
            ++points;
        }
    }
    CHECK(points > 4);
}

TEST_CASE("a PDF has the page size and its words can be searched", "[chart][export]") {
    QTemporaryDir dir;
    const QString path = dir.filePath("chart.pdf");
    REQUIRE(export_chart(samples::latency(), path, ExportFormat::pdf, options_of({160, 90})).isEmpty());
    CHECK(content(path).startsWith("%PDF-"));
    const QString info = QStandardPaths::findExecutable("pdfinfo");
    const QString text = QStandardPaths::findExecutable("pdftotext");
    if (info.isEmpty() || text.isEmpty()) {
        WARN("pdfinfo and pdftotext are not installed: size and words not checked");
        return;
    }
    QProcess process;
    process.start(info, {path});
    REQUIRE(process.waitForFinished());
    const QString described = QString::fromUtf8(process.readAllStandardOutput());
    const auto size = QRegularExpression("Page size:\\s+([0-9.]+) x ([0-9.]+) pts").match(described);
    REQUIRE(size.hasMatch());
    CHECK(size.captured(1).toDouble() == Approx(160 / 25.4 * 72).margin(1));
    CHECK(size.captured(2).toDouble() == Approx(90 / 25.4 * 72).margin(1));
    process.start(text, {path, "-"});
    REQUIRE(process.waitForFinished());
    const QString words = QString::fromUtf8(process.readAllStandardOutput());
    CHECK(words.contains("Wake-up latency"));
    CHECK(words.contains("one timer tick"));
    CHECK(words.contains("10,000"));
    CHECK(words.contains("seed 1"));
}

TEST_CASE("CSV reads back as the same numbers in any locale", "[chart][export]") {
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::German));
    for (const ChartData& data : all_charts()) {
        const QByteArray csv = csv_of(data, footnote);
        const ChartTable table = table_of(data);
        const QList<QByteArray> lines = csv.trimmed().split('\n');
        REQUIRE(lines.size() == static_cast<qsizetype>(table.rows()) + 3);
        CHECK(lines[0] == "# " + data.title.toUtf8());
        CHECK(lines[1].contains("seed 1"));
        CHECK(csv.contains("(") == csv.contains(")"));
        for (std::size_t row = 0; row < table.rows(); ++row) {
            // Cells of words may be quoted; those of numbers never are, and come last.
            const QList<QByteArray> cells = lines[static_cast<qsizetype>(row) + 3].split(',');
            const auto columns = static_cast<qsizetype>(table.columns.size());
            REQUIRE(cells.size() >= columns);
            for (qsizetype c = 1; c <= columns; ++c) {
                const TableColumn& column = table.columns[static_cast<std::size_t>(columns - c)];
                if (!column.words.empty()) {
                    break;
                }
                const QByteArray cell = cells[cells.size() - c];
                const double want = column.numbers[row];
                if (std::isnan(want)) {
                    CHECK(cell.isEmpty());
                } else {
                    CHECK(cell.toDouble() == want);
                }
            }
        }
    }
    QLocale::setDefault(before);
}

TEST_CASE("a target that cannot be written leaves the old file and says why", "[chart][export]") {
    QTemporaryDir dir;
    const ChartData data = samples::latency();
    const QString missing = dir.filePath("no/such/folder/chart.svg");
    const QString why = export_chart(data, missing, ExportFormat::svg, options_of({160, 90}));
    CHECK(why.contains("does not exist"));
    CHECK(why.endsWith('.'));
    CHECK_FALSE(QFile::exists(missing));

    const QString full = export_chart(data, "/dev/full", ExportFormat::csv);
    CHECK_FALSE(full.isEmpty());
    INFO(full.toStdString());
    CHECK(full.contains("No space left"));
    CHECK_FALSE(QFileInfo("/dev/full").isFile());

    CHECK_FALSE(export_chart(data, dir.path(), ExportFormat::png).isEmpty());
    CHECK_FALSE(export_chart(data, "", ExportFormat::png).isEmpty());

    // A request that cannot be met does not touch the file that is there.
    const QString old = dir.filePath("old.png");
    REQUIRE(write_atomically(old, "what was there").isEmpty());
    CHECK(export_chart(data, old, ExportFormat::png, options_of({2, 90})).contains("30 to 1,000"));
    CHECK(export_chart(data, old, ExportFormat::png, options_of({160, 90}, 7)).contains("36 to 1,200"));
    CHECK(content(old) == "what was there");
    CHECK(QDir(dir.path()).entryList(QDir::Files).size() == 1);
    REQUIRE(export_chart(data, old, ExportFormat::png, options_of({40, 30}, 72)).isEmpty());
    CHECK(QImage(old).width() == 113);
    CHECK(QDir(dir.path()).entryList(QDir::Files).size() == 1);
}

TEST_CASE("a disk that fills up while writing leaves the old file and no other", "[chart][export]") {
    QTemporaryDir dir;
    const QString old = dir.filePath("old.csv");
    REQUIRE(write_atomically(old, "old").isEmpty());
    // A limit on the size of files does to a test what a full disk does to a reader.
    const auto before = std::signal(SIGXFSZ, SIG_IGN);
    rlimit limit{};
    REQUIRE(getrlimit(RLIMIT_FSIZE, &limit) == 0);
    rlimit small = limit;
    small.rlim_cur = 4096;
    REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
    const QString why = export_chart(samples::free_memory_per_cpu(), old, ExportFormat::csv);
    setrlimit(RLIMIT_FSIZE, &limit);
    std::signal(SIGXFSZ, before);
    INFO(why.toStdString());
    CHECK(why.contains("was not written"));
    CHECK(why.contains("untouched"));
    CHECK(content(old) == "old");
    CHECK(QDir(dir.path()).entryList(QDir::Files | QDir::Hidden).size() == 1);
}

TEST_CASE("a folder without leave to write keeps its old file", "[chart][export]") {
    QTemporaryDir dir;
    const QString old = dir.filePath("old.csv");
    REQUIRE(write_atomically(old, "old").isEmpty());
    QFile::setPermissions(dir.path(), QFile::ReadOwner | QFile::ExeOwner);
    const QString why = write_atomically(old, "new");
    QFile::setPermissions(dir.path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    // The administrator may write anywhere; then the new content is complete.
    CHECK(content(old) == (why.isEmpty() ? "new" : "old"));
}

TEST_CASE("sizes and formats are read from words", "[chart][export]") {
    CHECK(*export_size_of("160x90mm") == QSizeF(160, 90));
    CHECK(*export_size_of(QString::fromUtf8(" 100 × 50.5 ")) == QSizeF(100, 50.5));
    for (const char* bad : {"", "160", "160x", "axb", "-1x90", "160x90cm", "1x1mm", "160x90000mm", "1e3x90"}) {
        CHECK_FALSE(export_size_of(bad));
    }
    CHECK(export_format_of("a/b.c/Figure.SVG") == ExportFormat::svg);
    CHECK(export_format_of("pdf") == ExportFormat::pdf);
    CHECK_FALSE(export_format_of("figure.tiff"));
}

TEST_CASE("the export panel writes and says what became of it", "[chart][export]") {
    QTemporaryDir dir;
    ExportPanel panel;
    panel.set_source([] { return samples::latency(); });
    panel.set_footnote(footnote);
    panel.set_format(ExportFormat::svg);
    panel.set_path(dir.filePath("figure.svg"));
    panel.write();
    CHECK(panel.outcome().contains("was written"));
    CHECK(content(dir.filePath("figure.svg")).contains("seed 1"));
    // The end of the name follows the format.
    panel.set_format(ExportFormat::csv);
    CHECK(panel.path() == dir.filePath("figure.csv"));
    panel.set_path(dir.filePath("gone/figure.csv"));
    panel.write();
    CHECK(panel.outcome().contains("does not exist"));
}

} // namespace sluice::ui
