// SPDX-License-Identifier: GPL-3.0-or-later
// The window: start page, laboratory and claims behind one menu, one status line and one set of keys. It opens and
// saves files, remembers layouts, and says what went wrong without a box.
#pragma once

#include "core/experiment/scenario.h"
#include "ui/lesson/progress.h"

#include <QMainWindow>

#include <map>
#include <memory>
#include <vector>

class QLabel;
class QStackedWidget;

namespace sluice::lesson {
struct Lesson;
}

namespace sluice::ui {

class Banner;
class ClaimsPage;
class LabPage;
class Player;
class StartPage;
class SweepPage;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    Player& player() { return *player_; }
    LabPage& lab() { return *lab_; }
    StartPage& start() { return *start_; }
    ClaimsPage& claims();
    SweepPage& sweeps();

    /// A scenario of the program, a *.toml scenario or a *.sluice experiment. False if it could not be opened; a banner
    /// says why and what was open stays.
    bool open_path(const QString& path);
    bool open_scenario(const QString& id);
    /// "q4", "q4#find".
    bool open_lesson(const QString& id, bool afresh = false);
    bool save_experiment(const QString& path);
    /// 0 start page, 1 laboratory, 2 claims, 3 sweep.
    int page() const;

public slots:
    void show_start();
    void show_lab();
    void show_claims();
    void show_sweeps();
    void show_keys();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    struct Command {
        QString menu, text, keys, tip;
        std::function<void()> run;
        std::function<bool()> enabled; ///< may be empty
    };

    void build_menus();
    void build_status();
    void fill_start();
    void show_status();
    void say(const QString& sentence);
    void show_said();
    void update_commands();
    void ask_open();
    void ask_save();
    void add_recent(const QString& path, const QString& title);
    void open_this_machine();
    void open_empty();
    void cycle_region(bool back);
    void set_where(const QString& words);
    void restore_layout();
    void keep_layout();
    void set_projector(bool on);
    std::shared_ptr<const lesson::Lesson> find_lesson(const QString& id) const;

    std::unique_ptr<Player> player_;
    ProgressStore progress_;
    std::vector<std::shared_ptr<const lesson::Lesson>> lessons_;
    QStackedWidget* pages_;
    StartPage* start_;
    LabPage* lab_;
    ClaimsPage* claims_ = nullptr; ///< made when first shown
    SweepPage* sweeps_ = nullptr; ///< made when first shown
    QLabel *where_, *accounted_, *between_, *fingerprint_, *said_, *records_;
    QLabel* said_over_; ///< what is said, over the foot of a window that has no room for a status line
    std::vector<std::pair<QAction*, std::function<bool()>>> conditional_;
    Banner* banner_; ///< what went wrong, above any page
    QString where_words_;
    QString file_; ///< of the experiment, if it has one
    bool projector_ = false;
};

/// Runs the program's window. `open`: what to show first (lesson id, scenario id or path), empty for the start page.
int run_window(int argc, char** argv, const std::string& open);

} // namespace sluice::ui
