// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/controls.h"
#include "ui/kit/format.h"
#include "ui/kit/knob_row.h"
#include "ui/theme/dress.h"
#include "ui/theme/icons.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace sluice::ui {
namespace {

constexpr int slider_steps = 1000;

// A wheel over a panel scrolls the panel; it must not change a knob that happens to lie under the pointer.
template <class Base>
class Calm : public Base {
public:
    using Base::Base;

protected:
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

} // namespace

NumberKnob::NumberKnob(const QString& id, const QString& title, const Range& range, QWidget* parent)
    : KnobRow(id, title, parent)
    , range_(range)
    , value_(range.low)
    , slider_(new Calm<QSlider>(Qt::Horizontal, this))
    , field_(new QLineEdit(this))
    , unit_(make_label(range.unit, type::control, Weight::regular, Token::ink2, this))
    , low_(make_label({}, type::note, Weight::regular, Token::ink2, this))
    , high_(make_label(format::count(range.high), type::note, Weight::regular, Token::ink2, this)) {
    const bool direct = !range_.log_scale && range_.high - range_.low <= slider_steps;
    slider_->setRange(0, direct ? static_cast<int>(range_.high - range_.low) : slider_steps);
    slider_->setSingleStep(direct ? static_cast<int>(std::max<qint64>(1, range_.step)) : 10);
    slider_->setPageStep(slider_->singleStep() * 10);
    slider_->setAccessibleName(title);
    field_->setAlignment(Qt::AlignRight);
    field_->setAccessibleName(tr("%1, value").arg(title));
    set_text(field_, type::control, Weight::bold);
    set_quiet_field(field_);
    fit_field();
    // Between the stretch and the effect note: the value stands at the right as in a table.
    head_->insertWidget(3, field_);
    head_->insertWidget(4, unit_);
    body_->insertWidget(1, slider_);
    low_->setText(range_.low == 0 && !range_.zero_word.isEmpty() ? range_.zero_word : format::count(range_.low));
    auto* bounds = new QHBoxLayout;
    bounds->addWidget(low_);
    bounds->addStretch(1);
    bounds->addWidget(high_);
    body_->insertLayout(2, bounds);
    connect(slider_, &QSlider::valueChanged, this, [this](int position) {
        if (showing_)
            return;
        const qint64 wanted = from_slider(position);
        set_wrong_message({});
        set_wrong(field_, false);
        value_ = wanted;
        show_value();
        emit value_asked(wanted);
        if (!slider_->isSliderDown())
            emit value_settled(wanted);
    });
    connect(slider_, &QSlider::sliderReleased, this, [this] { emit value_settled(value_); });
    connect(field_, &QLineEdit::editingFinished, this, &NumberKnob::take_text);
    show_value();
}

NumberKnob::~NumberKnob() {
    // A field that loses the focus because its window goes still finishes its editing, when this is half gone.
    field_->disconnect(this);
}

void NumberKnob::fit_field() {
    const QString most = format::count(range_.high);
    const int widest = std::max(
        field_->fontMetrics().horizontalAdvance(most), field_->fontMetrics().horizontalAdvance(range_.zero_word));
    field_->setFixedWidth(widest + px(22));
}

void NumberKnob::changeEvent(QEvent* event) {
    KnobRow::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        fit_field();
}

QWidget* NumberKnob::control() const {
    return slider_;
}

int NumberKnob::to_slider(qint64 value) const {
    const double low = static_cast<double>(range_.low);
    const double high = static_cast<double>(range_.high);
    const double span = high - low;
    if (span <= 0)
        return 0;
    if (!range_.log_scale)
        return static_cast<int>(std::lround((static_cast<double>(value) - low) / span * slider_->maximum()));
    // log(1 + x) from the low end, so that ranges that begin at 0 work as well.
    const double base = range_.low > 0 ? std::log(static_cast<double>(value) / low) / std::log(high / low)
                                       : std::log1p(static_cast<double>(value) - low) / std::log1p(span);
    return static_cast<int>(std::lround(std::clamp(base, 0.0, 1.0) * slider_->maximum()));
}

qint64 NumberKnob::from_slider(int position) const {
    const double share = static_cast<double>(position) / std::max(1, slider_->maximum());
    const double low = static_cast<double>(range_.low);
    const double high = static_cast<double>(range_.high);
    double value = low + share * (high - low);
    if (range_.log_scale) {
        value = range_.low > 0 ? low * std::pow(high / low, share) : low + std::expm1(share * std::log1p(high - low));
        // Two leading figures are what a hand can aim at; powers of two are kept when they are that near.
        const double nearest = std::pow(2.0, std::round(std::log2(std::max(1.0, value))));
        if (std::abs(nearest - value) < 0.015 * value)
            value = nearest;
        else if (value >= 100) {
            const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1);
            value = std::round(value / unit) * unit;
        }
    }
    return std::clamp(static_cast<qint64>(std::llround(value)), range_.low, range_.high);
}

void NumberKnob::set_value(qint64 value) {
    value_ = std::clamp(value, range_.low, range_.high);
    set_wrong_message({});
    set_wrong(field_, false);
    show_value();
}

void NumberKnob::show_value() {
    showing_ = true;
    if (from_slider(slider_->value()) != value_)
        slider_->setValue(to_slider(value_));
    const bool word = value_ == 0 && !range_.zero_word.isEmpty();
    field_->setText(word ? range_.zero_word : format::count(value_));
    unit_->setVisible(!range_.unit.isEmpty() && !word);
    slider_->setAccessibleDescription(word ? range_.zero_word : format::count(value_, range_.unit));
    showing_ = false;
}

void NumberKnob::take_text() {
    const QString text = field_->text().trimmed();
    double wanted = 0;
    const bool word = !range_.zero_word.isEmpty() && text.compare(range_.zero_word, Qt::CaseInsensitive) == 0;
    const bool number = word || format::parse_number(text, wanted);
    const QString bounds = tr("From %1 to %2.").arg(format::count(range_.low), format::count(range_.high));
    const QString kept = tr("the run keeps %1.").arg(format::count(value_));
    QString fault;
    if (!number)
        fault = tr("\"%1\" is not a number; %2").arg(text, kept);
    else if (wanted < static_cast<double>(range_.low))
        fault = tr("%1 is below %2; %3").arg(text, format::count(range_.low), kept);
    else if (wanted > static_cast<double>(range_.high))
        fault = tr("%1 is above %2; %3").arg(text, format::count(range_.high), kept);
    else if (wanted != std::floor(wanted))
        fault = tr("%1 is not a whole number; %2").arg(text, kept);
    if (!fault.isEmpty()) {
        set_wrong_message(bounds + QLatin1Char(' ') + fault);
        set_wrong(field_, true);
        return;
    }
    set_wrong_message({});
    set_wrong(field_, false);
    const auto value = static_cast<qint64>(wanted);
    const bool differs = value != value_;
    value_ = value;
    show_value();
    if (differs) {
        emit value_asked(value);
        emit value_settled(value);
    }
}

void NumberKnob::set_control_enabled(bool enabled) {
    slider_->setEnabled(enabled);
    field_->setEnabled(enabled);
}

ChoiceKnob::ChoiceKnob(const QString& id, const QString& title, std::vector<Choice> choices, QWidget* parent)
    : KnobRow(id, title, parent)
    , choices_(std::move(choices))
    , box_(new Calm<QComboBox>(this)) {
    for (const Choice& choice : choices_) {
        box_->addItem(choice.title, choice.id);
        box_->setItemData(box_->count() - 1, choice.tip, Qt::ToolTipRole);
    }
    box_->setAccessibleName(title);
    box_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box_->setMinimumContentsLength(8);
    box_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    body_->insertWidget(1, box_);
    connect(box_, &QComboBox::activated, this, [this] { emit choice_asked(value()); });
}

void ChoiceKnob::set_value(const QString& choice_id) {
    const QSignalBlocker blocked(box_);
    box_->setCurrentIndex(box_->findData(choice_id));
}

QString ChoiceKnob::value() const {
    return box_->currentData().toString();
}
QWidget* ChoiceKnob::control() const {
    return box_;
}
void ChoiceKnob::set_control_enabled(bool enabled) {
    box_->setEnabled(enabled);
}

SetKnob::SetKnob(const QString& id, const QString& title, std::vector<ChoiceKnob::Choice> choices, QWidget* parent)
    : KnobRow(id, title, parent)
    , choices_(std::move(choices)) {
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(px(12));
    grid->setVerticalSpacing(0);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    for (std::size_t i = 0; i < choices_.size(); ++i) {
        auto* box = new QCheckBox(choices_[i].title, this);
        box->setToolTip(choices_[i].tip);
        box->setAccessibleName(QStringLiteral("%1, %2").arg(title, choices_[i].title));
        connect(box, &QCheckBox::clicked, this, [this] { emit set_asked(value()); });
        grid->addWidget(box, static_cast<int>(i / 2), static_cast<int>(i % 2));
        boxes_.push_back(box);
    }
    body_->insertLayout(1, grid);
}

void SetKnob::set_value(const QStringList& choice_ids) {
    for (std::size_t i = 0; i < boxes_.size(); ++i)
        boxes_[i]->setChecked(choice_ids.contains(choices_[i].id));
}

QStringList SetKnob::value() const {
    QStringList ids;
    for (std::size_t i = 0; i < boxes_.size(); ++i)
        if (boxes_[i]->isChecked())
            ids.append(choices_[i].id);
    return ids;
}

QWidget* SetKnob::control() const {
    return boxes_.empty() ? nullptr : boxes_.front();
}

QCheckBox* SetKnob::box(const QString& choice_id) const {
    for (std::size_t i = 0; i < boxes_.size(); ++i)
        if (choices_[i].id == choice_id)
            return boxes_[i];
    return nullptr;
}

void SetKnob::set_control_enabled(bool enabled) {
    for (QCheckBox* box : boxes_)
        box->setEnabled(enabled);
}

SwitchKnob::SwitchKnob(const QString& id, const QString& title, QWidget* parent)
    : KnobRow(id, title, parent)
    , switch_(new Switch(this))
    , word_(make_label({}, type::control, Weight::regular, Token::ink, this)) {
    auto* row = new QHBoxLayout;
    row->setSpacing(px(8));
    row->addWidget(switch_);
    row->addWidget(word_);
    row->addStretch(1);
    // What takes effect when stands beside the switch, where there is room, not in the title line.
    head_->removeWidget(effect_);
    row->addWidget(effect_);
    body_->insertLayout(1, row);
    switch_->setAccessibleName(title);
    connect(switch_, &QAbstractButton::toggled, this, [this](bool on) { word_->setText(on ? tr("on") : tr("off")); });
    connect(switch_, &QAbstractButton::clicked, this, [this](bool on) { emit switch_asked(on); });
    word_->setText(tr("off"));
}

void SwitchKnob::set_value(bool on) {
    switch_->setChecked(on);
}
bool SwitchKnob::value() const {
    return switch_->isChecked();
}
QWidget* SwitchKnob::control() const {
    return switch_;
}
void SwitchKnob::set_control_enabled(bool enabled) {
    switch_->setEnabled(enabled);
}

} // namespace sluice::ui
