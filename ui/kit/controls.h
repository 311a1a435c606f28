// SPDX-License-Identifier: GPL-3.0-or-later
// Controls that Qt does not have as we need them: a switch, a two- or three-way toggle, a readout that does not shiver.
#pragma once

#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QStringList>
#include <QWidget>

#include <vector>

class QButtonGroup;
class QHBoxLayout;
class QPushButton;

namespace sluice::ui {

/// On or off, with the word beside it left to the owner.
class Switch : public QAbstractButton {
    Q_OBJECT
public:
    explicit Switch(QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent*) override;
    void keyPressEvent(QKeyEvent* event) override;
};

/// One of a few words, all visible: As posted | As merged. Left and right choose, Tab leaves.
class Segmented : public QWidget {
    Q_OBJECT
public:
    explicit Segmented(const QStringList& words, QWidget* parent = nullptr);
    void set_words(const QStringList& words);
    void set_current(int index);
    int current() const { return current_; }
    void set_tip(int index, const QString& tip);

signals:
    /// Only when a person chose.
    void chosen(int index);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QHBoxLayout* row_;
    QButtonGroup* group_;
    std::vector<QPushButton*> buttons_;
    int current_ = 0;
};

/// A number whose width does not change with its digits. widest: the longest text that will be shown.
class NumberReadout : public QWidget {
    Q_OBJECT
public:
    explicit NumberReadout(int size = type::lesson, QWidget* parent = nullptr);
    /// Type size of the number, px at 100 %.
    void set_size(int size);
    void set_widest(const QString& widest);
    void set_value(const QString& number, const QString& unit);
    /// Second line, smaller: "of 60.000 000 ms".
    void set_note(const QString& note);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent*) override;

private:
    int size_;
    QString widest_;
    QString number_;
    QString unit_;
    QString note_;
};

} // namespace sluice::ui
