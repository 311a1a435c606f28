// SPDX-License-Identifier: GPL-3.0-or-later
// A strip of 40 px at the side of a narrow window: one button for each region that is folded away.
#pragma once

#include <QWidget>

#include <vector>

class QToolButton;

namespace sluice::ui {

class Rail : public QWidget {
    Q_OBJECT
public:
    explicit Rail(Qt::Edge side, QWidget* parent = nullptr);
    /// A button that can be on, with a tip that is also its name.
    QToolButton* add(const QString& icon, const QString& name, const QString& key = {});
    /// A dot beside the icon: the lesson speaks of what is behind this button.
    void set_wanted(QToolButton* button, bool wanted);
    /// Short words below the buttons: "1/6".
    void set_note(const QString& note);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void place();

    Qt::Edge side_;
    QString note_;
    std::vector<QToolButton*> buttons_;
};

} // namespace sluice::ui
