// SPDX-License-Identifier: GPL-3.0-or-later
// The lesson beside the run: where one is, what to find out, the questions, what the run said, and the way on. The
// session (core/lesson) decides; the panel shows it and reports what the learner does.
#pragma once

#include "core/lesson/session.h"
#include "ui/lesson/progress.h"

#include <QThreadPool>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <vector>

class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace sluice::ui {

class ComputedRun;
class DockHead;
class Player;
class QuestionCard;
class StepDots;

class LessonPanel : public QWidget {
    Q_OBJECT
public:
    LessonPanel(
        Player& player, ProgressStore& progress, std::shared_ptr<lesson::RunStore> store, QWidget* parent = nullptr);
    ~LessonPanel() override;

    /// Opens a lesson, where the learner left it or at a step ("find"). `afresh` forgets earlier answers.
    void open(std::shared_ptr<const lesson::Lesson> lesson, const QString& step = {}, bool afresh = false);
    void close();
    bool has_lesson() const { return session_ != nullptr; }
    const lesson::LessonSession* session() const { return session_.get(); }
    /// False while a question of the step waits for an answer: nothing later than the playhead may be shown then.
    bool future_allowed() const;

    void note_opened(const QString& kind);
    void note_seen(const QString& anchor);
    void line_chosen(const QString& listing, const QString& line);
    void focus_question();
    /// Offers a button that folds the lesson to a rail.
    void set_foldable(bool foldable);

public slots:
    void next_step();
    void previous_step();
    void reset_step();

signals:
    void step_changed(); ///< another step or lesson: `session()` has it
    void answered(); ///< a question was kept or skipped
    void show_requested(const QStringList& anchors);
    void knobs_requested(const QStringList& ids);
    void finished(const QString& lesson);
    void fold_requested(); ///< to the rail
    void left(); ///< back to the start page was asked for
    void lesson_link(const QString& id);
    void said(const QString& sentence);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fold();
    void focus_way_on();
    void build_step();
    void build_opening(QVBoxLayout* column);
    void build_closing(QVBoxLayout* column);
    void start_step();
    void refresh();
    void compute();
    void keep_progress(bool finished = false);
    std::vector<lesson::Setting> settings_now() const;
    std::string name_of(const ComputedRun& run) const;
    void note_comparison();

    Player& player_;
    ProgressStore& progress_;
    std::shared_ptr<lesson::RunStore> store_;
    std::unique_ptr<lesson::LessonSession> session_;
    DockHead* head_;
    QLabel* title_;
    StepDots* dots_;
    QVBoxLayout* top_; ///< holds title and dots
    QScrollArea* scroll_;
    QLabel* waits_;
    QPushButton *back_, *next_;
    QToolButton* fold_;
    std::vector<QuestionCard*> questions_;
    std::vector<QWidget*> reveals_;
    QLineEdit* takeaway_ = nullptr;
    QTimer check_;
    QThreadPool pool_;
    std::shared_ptr<lesson::ComputeJob> job_;
    bool moment_pending_ = false; ///< its start moment waits for results
    /// Of the lesson's run that B was opened from: the learner's settings are what differs from it.
    std::shared_ptr<const experiment::Scenario> opened_;
};

} // namespace sluice::ui
