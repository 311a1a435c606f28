// SPDX-License-Identifier: GPL-3.0-or-later
// The runs made so far: what each one differs in, what came of it, and which of them are A and B.
#pragma once

#include <QTimer>
#include <QWidget>

#include <map>
#include <memory>
#include <vector>

class QPushButton;
class QTableWidget;

namespace sluice::ui {

class ComputedRun;
class Marks;
class Player;

class RunsPanel : public QWidget {
    Q_OBJECT
public:
    explicit RunsPanel(Player& player, QWidget* parent = nullptr);
    /// What a run differs in from the first one: "Drain shape: To the limit, sections of 16", "as it was opened".
    static QString label_of(const ComputedRun& run, const ComputedRun& first);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void choose(bool as_a);

    Player& player_;
    QTableWidget* table_;
    QPushButton *as_a_, *as_b_;
    std::vector<std::shared_ptr<ComputedRun>> runs_;
    std::map<const ComputedRun*, std::unique_ptr<Marks>> marks_;
    QTimer later_;
};

} // namespace sluice::ui
