// SPDX-License-Identifier: GPL-3.0-or-later
// One question of a lesson: asked, answered with a confidence and a reason, kept, and at last set beside what the run
// says. Hints follow attempts; a third hint is a worked step on other numbers.
#pragma once

#include "ui/kit/frames.h"
#include "ui/lesson/answer_field.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace sluice::ui {

class AnswerBox;
class Segmented;

class QuestionCard : public CardFrame {
    Q_OBJECT
public:
    QuestionCard(const lesson::Prediction& prediction, const AnswerContext& context, QWidget* parent = nullptr);
    /// Shows the state that the session has now.
    void refresh();
    const std::string& id() const { return prediction_.id; }
    void focus_answer();
    /// For questions that are answered elsewhere too: a line chosen in the code view.
    void choose_line(const QString& line);

signals:
    void kept(); ///< an answer was locked or the question skipped
    void said(const QString& sentence);

private:
    void keep();
    void show_hints();

    lesson::Prediction prediction_;
    AnswerContext context_;
    AnswerField* field_;
    QWidget* asking_;
    Segmented* confidence_;
    QLineEdit* reason_;
    QPushButton *keep_, *skip_, *hint_;
    AnswerBox* verdict_;
    QLabel *explain_, *facts_;
    QVBoxLayout* hints_;
    std::size_t hints_shown_ = 0;
};

} // namespace sluice::ui
