// SPDX-License-Identifier: GPL-3.0-or-later
// The bar of the run: reset, step back, play, step, next drain, speed, the moment, go to, branch and compare. It holds
// no state: it shows the player's and asks the player.
#pragma once

#include "ui/player/player.h"

#include <QWidget>

#include <utility>
#include <vector>

class QLabel;
class QLineEdit;
class QPushButton;
class QSlider;

namespace sluice::ui {

class NumberReadout;

class RunBar : public QWidget {
    Q_OBJECT
public:
    explicit RunBar(Player& player, QWidget* parent = nullptr);
    /// Puts the cursor into "Go to".
    void focus_go_to();
    /// Words that the scene's pace explains: "one dot = one page".
    void set_pace_note(const QString& note);
    /// The button that jumps ahead: "Next drain".
    static QString landmark_words(Player::Landmark landmark);
    QSize minimumSizeHint() const override;

signals:
    /// The comparison was asked for with nothing to compare.
    void said(const QString& sentence);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void show_playing();
    void show_speed();
    void show_moment();
    void show_run();
    void take_go_to();
    void fold();
    int fold_to(int level, std::vector<std::pair<QWidget*, bool>>& shown);

    Player& player_;
    QPushButton *reset_, *back_, *play_, *step_, *drain_, *branch_, *compare_;
    QSlider* speed_;
    QLabel *speed_words_, *pace_note_;
    NumberReadout* moment_;
    QLineEdit* go_to_;
    QWidget* go_to_box_;
    std::vector<QWidget*> rules_; ///< lines between the groups
    bool folding_ = false;
};

} // namespace sluice::ui
