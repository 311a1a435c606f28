// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/appearance.h"

#include "ui/theme/dress.h"
#include "ui/theme/focus_ring.h"
#include "ui/theme/style.h"

#include <QApplication>
#include <QBoxLayout>
#include <QGridLayout>
#include <QPixmapCache>
#include <QPointer>
#include <QSettings>
#include <QStyleHints>
#include <QWidget>

#include <algorithm>
#include <cmath>
#include <vector>

namespace sluice::ui {

void set_current_theme(const Theme& value);

namespace {
constexpr const char* scheme_key = "appearance/scheme";
constexpr const char* scale_key = "appearance/text_scale";
constexpr const char* motion_key = "appearance/reduced_motion";

void rescale(QLayout* layout, double ratio) {
    const auto scaled = [ratio](int n) { return static_cast<int>(std::lround(n * ratio)); };
    const QMargins m = layout->contentsMargins();
    layout->setContentsMargins(scaled(m.left()), scaled(m.top()), scaled(m.right()), scaled(m.bottom()));
    if (auto* grid = qobject_cast<QGridLayout*>(layout)) {
        grid->setHorizontalSpacing(scaled(grid->horizontalSpacing()));
        grid->setVerticalSpacing(scaled(grid->verticalSpacing()));
    } else {
        layout->setSpacing(scaled(layout->spacing()));
    }
    for (int i = 0; i < layout->count(); ++i) {
        QLayoutItem* item = layout->itemAt(i);
        if (QLayout* inner = item->layout())
            rescale(inner, ratio);
        else if (QSpacerItem* gap = item->spacerItem())
            gap->changeSize(scaled(gap->sizeHint().width()), scaled(gap->sizeHint().height()),
                gap->sizePolicy().horizontalPolicy(), gap->sizePolicy().verticalPolicy());
    }
    layout->invalidate();
}

/// Margins and fixed sizes were given in px of the old scale when a widget was made. Lines of 1 px stay as they are,
/// and windows keep their size.
void rescale(QWidget* widget, double ratio) {
    const auto scaled
        = [ratio](int n) { return n <= 1 || n >= QWIDGETSIZE_MAX ? n : static_cast<int>(std::lround(n * ratio)); };
    if (!widget->isWindow()) {
        const QSize least = widget->minimumSize(), most = widget->maximumSize();
        const QSize new_least(scaled(least.width()), scaled(least.height()));
        const QSize new_most(scaled(most.width()), scaled(most.height()));
        if (new_most != most)
            widget->setMaximumSize(new_most);
        if (new_least != least)
            widget->setMinimumSize(new_least);
    }
    // Only layouts of ours: those of main windows, docks and tool bars ask the style.
    if (QLayout* layout = widget->layout();
        layout && (qobject_cast<QBoxLayout*>(layout) || qobject_cast<QGridLayout*>(layout)))
        rescale(layout, ratio);
}
} // namespace

Appearance::Appearance(QObject* parent)
    : QObject(parent) { }

Appearance& Appearance::instance() {
    // Owned by the application, so that a second QApplication in one process gets its own.
    static QPointer<Appearance> self;
    if (!self)
        self = new Appearance(qApp);
    return *self;
}

void Appearance::install() {
    const QSettings settings;
    const QString scheme = settings.value(scheme_key).toString();
    scheme_ = scheme == QLatin1String("dark") ? Scheme::dark
        : scheme == QLatin1String("light")    ? Scheme::light
                                              : Scheme::system;
    bool ok = false;
    const int percent = settings.value(scale_key, 100).toInt(&ok);
    text_scale_ = ok ? std::clamp(percent, 100, 300) : 100;
    reduced_motion_ = settings.value(motion_key, false).toBool();
    if (!installed_) {
        installed_ = true;
        QApplication::setStyle(new Style);
        new FocusRing(qApp);
        qApp->installEventFilter(this);
    }
    apply();
    emit motion_changed(reduced_motion_);
}

bool Appearance::system_is_dark() {
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    return QGuiApplication::styleHints()->colorScheme() == Qt::ColorScheme::Dark;
#else
    // Before Qt 6.5 the desktop's choice shows only in its palette, which ours hides: take ours away to look.
    QApplication::setPalette(QPalette());
    return QApplication::palette().color(QPalette::Window).lightness() < 128;
#endif
}

void Appearance::apply() {
    if (applying_)
        return;
    applying_ = true;
    const bool dark = scheme_ == Scheme::dark || (scheme_ == Scheme::system && system_is_dark());
    const double scale = text_scale_ / 100.0, before = theme().scale();
    // A widget that builds itself again deletes others of the list.
    std::vector<QPointer<QWidget>> widgets;
    for (QWidget* widget : QApplication::allWidgets())
        widgets.emplace_back(widget);
    // Before the theme changes: margins that were not given are asked of the style, in the old scale still.
    if (std::abs(scale - before) > 1e-9)
        for (const auto& widget : widgets)
            if (widget)
                rescale(widget, scale / before);
    set_current_theme(dark ? Theme::dark(scale) : Theme::light(scale));
    QApplication::setPalette(theme().palette());
    QApplication::setFont(theme().font(type::control));
    for (const auto& widget : widgets)
        if (widget)
            dress(widget);
    // Qt tells the widgets only once the event loop runs; what is switched before must be right as well. Sizes come
    // from the style, and the style's answers have changed.
    QEvent font_change(QEvent::ApplicationFontChange);
    QEvent palette_change(QEvent::ApplicationPaletteChange);
    QEvent style_change(QEvent::StyleChange);
    for (const auto& widget : widgets) {
        for (QEvent* change : {&font_change, &palette_change, &style_change})
            if (widget)
                QApplication::sendEvent(widget, change);
        if (widget) {
            widget->updateGeometry();
            widget->update();
        }
    }
    applying_ = false;
    emit changed();
}

void Appearance::save() const {
    QSettings settings;
    settings.setValue(scheme_key, scheme_ == Scheme::dark ? "dark" : scheme_ == Scheme::light ? "light" : "system");
    settings.setValue(scale_key, text_scale_);
    settings.setValue(motion_key, reduced_motion_);
}

void Appearance::set_scheme(Scheme scheme) {
    if (scheme == scheme_)
        return;
    scheme_ = scheme;
    save();
    apply();
}

void Appearance::set_text_scale(int percent) {
    percent = std::clamp(percent, 100, 300);
    if (percent == text_scale_)
        return;
    text_scale_ = percent;
    save();
    apply();
}

void Appearance::set_reduced_motion(bool reduced) {
    if (reduced == reduced_motion_)
        return;
    reduced_motion_ = reduced;
    save();
    emit motion_changed(reduced);
}

bool Appearance::eventFilter(QObject* object, QEvent* event) {
    if (!applying_ && object == qApp && event->type() == QEvent::ApplicationPaletteChange && scheme_ == Scheme::system)
        apply();
    return QObject::eventFilter(object, event);
}

} // namespace sluice::ui
