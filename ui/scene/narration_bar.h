// SPDX-License-Identifier: GPL-3.0-or-later
// The line above the scene: one sentence about the moment, and the scene's own tools. The sentence changes when the
// fact changes, at most twice a second.
#pragma once

#include "ui/scene/scene_model.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QToolButton;

namespace sluice::ui {

class NarrationBar : public QWidget {
    Q_OBJECT
public:
    explicit NarrationBar(QWidget* parent = nullptr);

    /// Shows the sentence, now or when half a second has passed since the last one. `at_once`: now.
    void set_narration(const Narration& narration, bool at_once = false);
    const Narration& shown() const { return shown_; }
    void set_table_shown(bool shown);
    /// Tells assistive technology the sentence.
    void announce();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void table_toggled(bool shown);
    void zoom_in_requested();
    void fit_requested();

protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void changeEvent(QEvent*) override;

private:
    void show_next();
    void place_buttons();
    QRect text_rect() const;

    Narration shown_, next_;
    QTimer timer_;
    QElapsedTimer since_;
    QToolButton* speak_ = nullptr;
    QToolButton* table_ = nullptr;
    QToolButton* zoom_ = nullptr;
    QToolButton* fit_ = nullptr;
};

} // namespace sluice::ui
