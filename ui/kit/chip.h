// SPDX-License-Identifier: GPL-3.0-or-later
// Small signs: the state of a CPU as icon, word and ground; a key cap with its word; the steps of a lesson as bars.
#pragma once

#include "ui/theme/theme.h"

#include <QWidget>

class QPainter;

namespace sluice::ui {

enum class ChipKind : std::uint8_t { user, kernel, spinning, waiting, idle };

/// What a chip of a kind looks like; the scene paints with it as well.
struct ChipLook {
    const char* icon;
    QString word;
    Token ink;
    Token ground;
};
ChipLook chip_look(ChipKind kind);
/// Size of a chip at the theme's scale; compact: the icon alone.
QSize chip_size(ChipKind kind, bool compact, const Theme& theme = ui::theme());
void draw_chip(QPainter& painter, QRectF rect, ChipKind kind, bool compact, const Theme& theme = ui::theme());

class StateChip : public QWidget {
    Q_OBJECT
public:
    explicit StateChip(ChipKind kind, QWidget* parent = nullptr);
    void set_kind(ChipKind kind);
    ChipKind kind() const { return kind_; }
    void set_compact(bool compact);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent*) override;
    void changeEvent(QEvent* event) override;

private:
    ChipKind kind_;
    bool compact_ = false;
};

/// A key cap and what the key does: [F1] all keys.
class KeyHint : public QWidget {
    Q_OBJECT
public:
    KeyHint(const QString& keys, const QString& word, QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent*) override;

private:
    QString keys_;
    QString word_;
};

/// The steps of a lesson: filled bars for those done, a framed one for the present one, "step 4 of 7" beside them.
class StepDots : public QWidget {
    Q_OBJECT
public:
    explicit StepDots(QWidget* parent = nullptr);
    /// current: 0-based; done: how many are complete.
    void set_steps(int count, int current, int done);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// A bar was pressed, or chosen with the arrow keys and Enter.
    void step_chosen(int step);

protected:
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    QRect bar_rect(int step) const;
    QString words() const;
    int count_ = 0;
    int current_ = 0;
    int done_ = 0;
    int cursor_ = 0;
};

} // namespace sluice::ui
