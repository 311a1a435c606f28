// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chart/export_panel.h"

#include "ui/kit/controls.h"
#include "ui/theme/dress.h"

#include <QCheckBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QStandardPaths>

namespace sluice::ui {

namespace {

constexpr ExportFormat formats[] = {ExportFormat::png, ExportFormat::svg, ExportFormat::pdf, ExportFormat::csv};
const char* const folder_key = "export/folder";

QString ending_of(ExportFormat format) {
    switch (format) {
    case ExportFormat::png:
        return QStringLiteral("png");
    case ExportFormat::svg:
        return QStringLiteral("svg");
    case ExportFormat::pdf:
        return QStringLiteral("pdf");
    case ExportFormat::csv:
        break;
    }
    return QStringLiteral("csv");
}

QString folder() {
    const QString kept = QSettings().value(QLatin1String(folder_key)).toString();
    return !kept.isEmpty() && QDir(kept).exists() ? kept
                                                  : QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
}

QDoubleSpinBox* side(double value, const QString& name, QWidget* parent) {
    auto* box = new QDoubleSpinBox(parent);
    box->setRange(30, 1000);
    box->setDecimals(0);
    box->setValue(value);
    box->setSuffix(QStringLiteral("\u00a0mm"));
    box->setAccessibleName(name);
    return box;
}

} // namespace

ExportPanel::ExportPanel(QWidget* parent)
    : QWidget(parent)
    , proposed_(QStringLiteral("chart"))
    , format_(new Segmented(
          {QStringLiteral("PNG"), QStringLiteral("SVG"), QStringLiteral("PDF"), QStringLiteral("CSV")}, this))
    , size_label_(make_label(tr("Size"), type::control, Weight::regular, Token::ink2, this))
    , width_(side(160, tr("Width"), this))
    , times_(make_label(QStringLiteral("×"), type::control, Weight::regular, Token::ink2, this))
    , height_(side(90, tr("Height"), this))
    , dpi_label_(make_label(tr("Points an inch"), type::control, Weight::regular, Token::ink2, this))
    , dpi_(new QSpinBox(this))
    , dark_(new QCheckBox(tr("Dark ground"), this))
    , path_(new QLineEdit(this))
    , write_(new QPushButton(tr("Export the chart"), this))
    , outcome_(make_label({}, type::control, Weight::regular, Token::ink2, this)) {
    setAccessibleName(tr("Export a chart"));
    dpi_->setRange(36, 1200);
    dpi_->setValue(300);
    dpi_->setAccessibleName(dpi_label_->text());
    path_->setAccessibleName(tr("File"));
    path_->setMinimumWidth(px(260));
    path_->setPlaceholderText(tr("where to"));
    set_button_kind(write_, ButtonKind::primary);
    outcome_->setWordWrap(true);
    outcome_->setVisible(false);
    format_->setAccessibleName(tr("Format"));
    auto* browse = new QPushButton(tr("Choose…"), this);
    auto* close = new QPushButton(tr("Close"), this);

    auto* size_row = new QHBoxLayout;
    size_row->setSpacing(px(6));
    size_row->addWidget(width_);
    size_row->addWidget(times_);
    size_row->addWidget(height_);
    size_row->addStretch(1);
    auto* path_row = new QHBoxLayout;
    path_row->setSpacing(px(6));
    path_row->addWidget(path_, 1);
    path_row->addWidget(browse);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(px(8));
    buttons->addWidget(write_);
    buttons->addWidget(close);
    buttons->addStretch(1);

    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(px(12), px(12), px(12), px(12));
    grid->setHorizontalSpacing(px(12));
    grid->setVerticalSpacing(px(8));
    grid->addWidget(make_label(tr("Format"), type::control, Weight::regular, Token::ink2, this), 0, 0);
    grid->addWidget(format_, 0, 1);
    grid->addWidget(size_label_, 1, 0);
    grid->addLayout(size_row, 1, 1);
    grid->addWidget(dpi_label_, 2, 0);
    auto* dpi_row = new QHBoxLayout;
    dpi_row->setSpacing(px(12));
    dpi_row->addWidget(dpi_);
    dpi_row->addWidget(dark_);
    dpi_row->addStretch(1);
    grid->addLayout(dpi_row, 2, 1);
    grid->addWidget(make_label(tr("File"), type::control, Weight::regular, Token::ink2, this), 3, 0);
    grid->addLayout(path_row, 3, 1);
    grid->addLayout(buttons, 4, 1);
    grid->addWidget(outcome_, 5, 0, 1, 2);
    grid->setRowStretch(6, 1);
    grid->setColumnStretch(1, 1);

    connect(format_, &Segmented::chosen, this, [this] { show_format(); });
    connect(browse, &QPushButton::clicked, this, &ExportPanel::choose_path);
    connect(write_, &QPushButton::clicked, this, &ExportPanel::write);
    connect(path_, &QLineEdit::returnPressed, this, &ExportPanel::write);
    connect(close, &QPushButton::clicked, this, &ExportPanel::closed);
    show_format();
}

void ExportPanel::set_source(std::function<ChartData()> source) {
    source_ = std::move(source);
}

void ExportPanel::set_footnote(const QString& footnote) {
    footnote_ = footnote;
}

void ExportPanel::set_proposed_name(const QString& name) {
    proposed_ = name.isEmpty() ? QStringLiteral("chart") : name;
    path_->setText(folder() + u'/' + proposed_ + u'.' + ending_of(format()));
}

void ExportPanel::set_format(ExportFormat format) {
    for (int i = 0; i < 4; ++i) {
        if (formats[i] == format) {
            format_->set_current(i);
        }
    }
    show_format();
}

ExportFormat ExportPanel::format() const {
    return formats[format_->current()];
}

void ExportPanel::set_path(const QString& path) {
    path_->setText(path);
}

QString ExportPanel::path() const {
    return path_->text().trimmed();
}

ExportOptions ExportPanel::options() const {
    ExportOptions options;
    options.size_mm = {width_->value(), height_->value()};
    options.dpi = dpi_->value();
    options.dark = dark_->isChecked();
    options.footnote = footnote_;
    return options;
}

QString ExportPanel::outcome() const {
    return outcome_->text();
}

/// What a format does not have goes grey and says why; the end of the file's name follows the format.
void ExportPanel::show_format() {
    const ExportFormat f = format();
    const bool numbers = f == ExportFormat::csv;
    for (QWidget* widget : {static_cast<QWidget*>(width_), static_cast<QWidget*>(height_),
             static_cast<QWidget*>(size_label_), static_cast<QWidget*>(times_), static_cast<QWidget*>(dark_)}) {
        widget->setEnabled(!numbers);
        widget->setToolTip(numbers ? tr("CSV holds numbers, not a picture.") : QString());
    }
    for (QWidget* widget : {static_cast<QWidget*>(dpi_), static_cast<QWidget*>(dpi_label_)}) {
        widget->setEnabled(f == ExportFormat::png);
        widget->setToolTip(f == ExportFormat::png ? QString() : tr("Only PNG is made of points."));
    }
    const QString text = path();
    const QFileInfo info(text);
    if (!text.isEmpty() && export_format_of(info.fileName()) && export_format_of(info.fileName()) != f) {
        path_->setText(text.left(text.size() - info.suffix().size()) + ending_of(f));
    }
}

void ExportPanel::choose_path() {
    auto* dialog = new QFileDialog(this, tr("Export the chart"), QFileInfo(path()).absolutePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(ending_of(format()));
    dialog->selectFile(QFileInfo(path()).fileName());
    connect(dialog, &QFileDialog::fileSelected, this, &ExportPanel::set_path);
    dialog->open();
}

void ExportPanel::show_outcome(const QString& text, bool wrong) {
    set_text(outcome_, type::control, Weight::regular, wrong ? Token::stall : Token::good);
    outcome_->setText(text);
    outcome_->setVisible(true);
    outcome_->setAccessibleName(text);
}

void ExportPanel::write() {
    if (!source_) {
        return;
    }
    const QString target = path();
    const QString wrong = export_chart(source_(), target, format(), options());
    if (!wrong.isEmpty()) {
        show_outcome(wrong, true);
        emit failed(wrong);
        return;
    }
    QSettings().setValue(QLatin1String(folder_key), QFileInfo(target).absolutePath());
    show_outcome(tr("%1 was written.").arg(target), false);
    emit written(target);
}

void ExportPanel::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        emit closed();
        return;
    }
    QWidget::keyPressEvent(event);
}

} // namespace sluice::ui
