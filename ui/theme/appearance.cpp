// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/appearance.h"

#include "ui/theme/dress.h"
#include "ui/theme/focus_ring.h"
#include "ui/theme/style.h"

#include <QApplication>
#include <QPixmapCache>
#include <QPointer>
#include <QSettings>
#include <QStyleHints>
#include <QWidget>

#include <algorithm>
#include <vector>

namespace sluice::ui {

void set_current_theme(const Theme& value);

namespace {
constexpr const char* scheme_key = "appearance/scheme";
constexpr const char* scale_key = "appearance/text_scale";
constexpr const char* motion_key = "appearance/reduced_motion";
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
    const double scale = text_scale_ / 100.0;
    set_current_theme(dark ? Theme::dark(scale) : Theme::light(scale));
    QApplication::setPalette(theme().palette());
    QApplication::setFont(theme().font(type::control));
    // A widget that builds itself again deletes others of the list.
    std::vector<QPointer<QWidget>> widgets;
    for (QWidget* widget : QApplication::allWidgets())
        widgets.emplace_back(widget);
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
