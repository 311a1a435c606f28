// SPDX-License-Identifier: GPL-3.0-or-later
// The knobs of the run, made from the one table: a preset, three to five rows open, the rest folded by group. A change
// takes effect at the playhead; what it was, and the way back, stand beside it.
#pragma once

#include "core/experiment/knobs.h"

#include <QWidget>

#include <map>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace sluice::ui {

class FoldHead;
class KnobRow;
class Player;

class KnobsPanel : public QWidget {
    Q_OBJECT
public:
    explicit KnobsPanel(Player& player, QWidget* parent = nullptr);

    /// Which knobs stand open, at most five; the others are folded. Empty: the usual ones of the workload.
    void set_open(const std::vector<experiment::KnobIndex>& knobs);
    /// In a lesson step only the open knobs may be changed, or none; `reason` says so on the others. Empty: all free.
    void set_fixed(const QString& reason, bool open_ones_too);
    /// Opens the fold that holds the knob and gives it the keyboard.
    void reveal(experiment::KnobIndex knob);
    /// To the knob that was changed last (key K).
    void focus_last_changed();

signals:
    void knob_touched(int index);

private:
    struct Fold {
        FoldHead* head = nullptr;
        QWidget* body = nullptr;
        QVBoxLayout* rows = nullptr;
    };

    KnobRow* make_row(experiment::KnobIndex index);
    void build();
    void show_values();
    void show_row(experiment::KnobIndex index);
    void show_preset();
    void ask(experiment::KnobIndex index, KnobValue value);
    void take_preset(int row);
    void set_fold_open(Fold& fold, bool open);
    void filter(const QString& text);
    /// How many interventions of B and A lie behind the playhead.
    std::size_t passed() const;

    Player& player_;
    QComboBox* preset_;
    QWidget* differs_;
    QLabel* differs_words_;
    QPushButton* reset_;
    QLineEdit* search_;
    QLabel *why_fixed_, *none_;
    QScrollArea* scroll_;
    QWidget* list_ = nullptr;
    QVBoxLayout* list_rows_ = nullptr;
    std::map<experiment::KnobIndex, KnobRow*> rows_;
    std::map<KnobGroup, Fold> folds_;
    std::vector<experiment::KnobIndex> open_;
    bool usual_ = true; ///< nobody has chosen what stands open
    QString fixed_reason_;
    bool all_fixed_ = false;
    std::size_t shown_passed_ = 0;
    int last_changed_ = -1;
};

} // namespace sluice::ui
