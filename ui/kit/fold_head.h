// SPDX-License-Identifier: GPL-3.0-or-later
// The head of something that folds: an arrow, words at the left, a note at the right; the whole width can be pressed.
#pragma once

#include "ui/theme/theme.h"

#include <QAbstractButton>

namespace sluice::ui {

class FoldHead : public QAbstractButton {
    Q_OBJECT
public:
    explicit FoldHead(const QString& words, QWidget* parent = nullptr);
    void set_note(const QString& note);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent*) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QString note_;
};

} // namespace sluice::ui
