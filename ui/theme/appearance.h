// SPDX-License-Identifier: GPL-3.0-or-later
// The switch of the appearance: light, dark or as the system, size of text, reduced motion. Kept in the settings.
// Widgets learn of a change by QEvent::PaletteChange, FontChange or StyleChange, or by the changed() signal.
#pragma once

#include "ui/theme/theme.h"

#include <QObject>

namespace sluice::ui {

enum class Scheme { system, light, dark };

class Appearance : public QObject {
    Q_OBJECT
public:
    /// The one object of the program. Needs a QApplication.
    static Appearance& instance();

    /// Sets style, palette, font and focus ring of the application from the settings. Call once, before any window.
    /// Calling it again reads the settings again.
    void install();

    Scheme scheme() const { return scheme_; }
    void set_scheme(Scheme scheme);

    /// Percent, 100 to 300.
    int text_scale() const { return text_scale_; }
    void set_text_scale(int percent);

    /// No trips, no folds; at most 4 pictures a second while playing.
    bool reduced_motion() const { return reduced_motion_; }
    void set_reduced_motion(bool reduced);

    /// Milliseconds for folds, tabs and rails; 0 with reduced motion.
    int fold_ms() const { return reduced_motion_ ? 0 : 160; }

signals:
    void changed();
    void motion_changed(bool reduced);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    explicit Appearance(QObject* parent);
    void apply();
    void save() const;
    bool system_is_dark();

    Scheme scheme_ = Scheme::system;
    int text_scale_ = 100;
    bool reduced_motion_ = false;
    bool installed_ = false;
    bool applying_ = false;
};

} // namespace sluice::ui
