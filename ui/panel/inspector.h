// SPDX-License-Identifier: GPL-3.0-or-later
// What is selected, in words and numbers: a page with its life so far, a CPU, a zone, a lock, a node.
#pragma once

#include "ui/scene/inspectable.h"
#include "ui/scene/scene_builder.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;
class QTableWidget;
class QVBoxLayout;

namespace sluice::ui {

class Player;

class Inspector : public QWidget {
    Q_OBJECT
public:
    Inspector(Player& player, SceneNames names, QWidget* parent = nullptr);
    void show_thing(const Inspectable& thing);
    const Inspectable& thing() const { return thing_; }

signals:
    void seek_requested(qint64 t);
    void inspect_requested(const sluice::ui::Inspectable& thing);
    void why_requested(); ///< of the longest delay so far
    void opened(const QString& kind); ///< "life": the life of a page is shown

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Fact {
        QString name, value;
    };
    void refresh();
    std::vector<Fact> facts_of_cpu() const;
    std::vector<Fact> facts_of_zone() const;
    std::vector<Fact> facts_of_lock() const;
    std::vector<Fact> facts_of_node() const;
    std::vector<Fact> facts_of_page() const;
    std::vector<Fact> facts_of_list() const;
    std::vector<Fact> facts_of_disk() const;
    std::vector<Fact> facts_of_task() const;
    void add_lru_facts(std::vector<Fact>& facts) const;
    void fill_list();

    Player& player_;
    SceneNames names_;
    Inspectable thing_;
    QLabel *title_, *note_, *list_title_;
    QTableWidget *facts_, *list_;
    QLineEdit* find_;
    QPushButton* why_;
    std::vector<Time> list_times_;
    std::vector<Frame> list_frames_;
    QTimer later_;
};

} // namespace sluice::ui
