// SPDX-License-Identifier: GPL-3.0-or-later
// The first thing a person sees: the lesson to go on with, the paths of lessons, scenarios to play with, recent files.
#pragma once

#include "ui/start/start_model.h"

#include <QWidget>

class QBoxLayout;
class QPushButton;
class QScrollArea;

namespace sluice::ui {

class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(QWidget* parent = nullptr);
    /// Builds the page again from the model; the focus goes to the main button.
    void set_model(const StartModel& model);
    /// The main button, or the one that opens a file if there is no lesson.
    QPushButton* main_button() const { return main_; }
    bool is_folded() const { return folded_; }

signals:
    void lesson_requested(const QString& lesson_id, bool from_start);
    void scenario_requested(const QString& scenario_id);
    void machine_requested();
    void empty_scenario_requested();
    void recent_requested(const QString& path);
    void open_file_requested();
    void claims_requested();
    void tour_requested();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void rebuild();
    void refold();
    QWidget* make_header(QWidget* parent);
    QWidget* make_next(QWidget* parent);
    QWidget* make_path(const StartPath& path, QWidget* parent);
    QWidget* make_laboratory(QWidget* parent);
    QWidget* make_recent(QWidget* parent);
    QWidget* make_claims(QWidget* parent);
    QWidget* make_hints(QWidget* parent);
    /// Moves the focus to the nearest thing to press in the direction of an arrow key.
    bool move_focus(QWidget* from, int key);

    StartModel model_;
    QScrollArea* scroll_;
    QWidget* content_ = nullptr;
    QWidget* hints_ = nullptr;
    QBoxLayout* columns_ = nullptr;
    std::vector<QBoxLayout*> rows_; ///< become columns in a very narrow window
    std::vector<QWidget*> extras_; ///< are left out there
    QPushButton* main_ = nullptr;
    bool folded_ = false;
    bool rebuild_waits_ = false;
};

} // namespace sluice::ui
