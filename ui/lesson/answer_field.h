// SPDX-License-Identifier: GPL-3.0-or-later
// Where a learner enters an answer: one class per type of question behind one interface. Every type can be answered by
// keyboard alone.
#pragma once

#include "core/lesson/session.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace sluice::ui {

class Player;

class AnswerField : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    /// The answer as entered, or nothing and a sentence that says what is missing.
    virtual std::optional<lesson::Response> response(QString& missing) const = 0;
    /// Shows a kept answer.
    virtual void show_response(const lesson::Response& response) = 0;
    /// A kept answer can be seen but not changed.
    virtual void set_locked(bool locked) = 0;
    /// After the verdict: what the run says beside what was answered. Most types need nothing.
    virtual void show_verdict(const lesson::Verdict&) { }
    /// The first control.
    virtual QWidget* first() = 0;

signals:
    void edited();
    /// Return was pressed in a field.
    void submitted();
};

/// What a field may need of the window.
struct AnswerContext {
    Player* player = nullptr;
    lesson::LessonSession* session = nullptr;
};

AnswerField* make_answer_field(
    const lesson::Prediction& prediction, const AnswerContext& context, QWidget* parent = nullptr);

} // namespace sluice::ui
