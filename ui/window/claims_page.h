// SPDX-License-Identifier: GPL-3.0-or-later
// What was published beside what the model gives: the list of claims, the card of the chosen one with its chart, the
// quote, what the model leaves out. Computed in the background; a claim that is missed stays and says so.
#pragma once

#include "core/experiment/claims.h"

#include <QThreadPool>
#include <QWidget>

#include <atomic>
#include <map>
#include <memory>
#include <vector>

class QLabel;
class QListWidget;
class QPushButton;
class QStackedWidget;
class QVBoxLayout;

namespace sluice::ui {

class AnswerBox;
class CardFrame;
class ClaimChart;
class ProgressRow;

class ClaimsPage : public QWidget {
    Q_OBJECT
public:
    explicit ClaimsPage(QWidget* parent = nullptr);
    ~ClaimsPage() override;
    /// Chooses a card by id ("A2") or row id ("A2.posted").
    void choose(const QString& id);
    /// Computes what is not known yet.
    void compute_all();

signals:
    void closed();
    void said(const QString& sentence);
    void run_requested(const sluice::experiment::RunInput& input);

protected:
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void compute(const std::vector<std::string>& ids);
    void take(std::vector<experiment::ClaimResult> results);
    void fill_list();
    void show_card(int index);
    QString card_verdict(const experiment::ClaimCard& card, QString& icon) const;

    std::vector<experiment::ClaimCard> cards_;
    std::map<std::string, experiment::Source> sources_;
    std::map<std::string, experiment::ClaimResult> results_;
    QListWidget* list_;
    QLabel *count_, *kicker_, *title_, *about_, *verdict_, *verdict_note_, *rows_, *foot_;
    QVBoxLayout *quotes_, *leaves_;
    CardFrame *card_, *verdict_box_;
    ClaimChart* chart_;
    QPushButton *again_, *open_, *table_;
    ProgressRow* progress_;
    QThreadPool pool_;
    std::shared_ptr<std::atomic<bool>> cancel_;
    bool asked_ = false; ///< computing was begun once
};

} // namespace sluice::ui
