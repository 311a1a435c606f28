// SPDX-License-Identifier: GPL-3.0-or-later
// What happened and what can be done about it, without a modal box: banners, progress, empty states.
#pragma once

#include "ui/theme/theme.h"

#include <QFrame>
#include <QStringList>
#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;
class QVBoxLayout;
class QHBoxLayout;

namespace sluice::ui {

enum class BannerKind : std::uint8_t { error, warning, good, notice };

/// Says what is wrong, where, what was expected, and what is untouched.
class Banner : public QWidget {
    Q_OBJECT
public:
    explicit Banner(BannerKind kind, QWidget* parent = nullptr);
    void set_kind(BannerKind kind);
    /// title: one bold sentence. place: "half-node.toml, line 14, column 9" or empty. message: words; parts between
    /// backquotes are shown in mono. untouched: what is as before, or empty.
    void set_message(const QString& title, const QString& place, const QString& message, const QString& untouched);
    /// Adds a button; its index comes with action_chosen().
    QPushButton* add_action(const QString& text);
    void clear_actions();
    void set_closable(bool closable);
    QString title() const;
    QString message() const;

signals:
    void action_chosen(int index);
    void closed();

protected:
    void paintEvent(QPaintEvent*) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fit_margins();
    BannerKind kind_;
    QString message_text_;
    QLabel* title_;
    QLabel* place_;
    QLabel* message_;
    QLabel* untouched_;
    QWidget* actions_;
    QHBoxLayout* action_row_;
    QToolButton* close_;
    int action_count_ = 0;
};

/// A running job: what, n of m, time left, what is kept, Cancel.
class ProgressRow : public QWidget {
    Q_OBJECT
public:
    explicit ProgressRow(QWidget* parent = nullptr);
    void set_title(const QString& title);
    void set_note(const QString& note);
    /// total 0: not known. seconds_left below 0: not known.
    void set_progress(qint64 done, qint64 total, double seconds_left = -1);
    QPushButton* cancel_button() const { return cancel_; }

signals:
    void cancelled();

private:
    QLabel* title_;
    QLabel* count_;
    QLabel* note_;
    QProgressBar* bar_;
    QPushButton* cancel_;
};

/// Nothing to show yet: a sketch, a title, a sentence that says when there will be, and a button that gets there.
class EmptyState : public QWidget {
    Q_OBJECT
public:
    enum class Sketch { chart, table, scene, list, search };
    explicit EmptyState(QWidget* parent = nullptr);
    void set_texts(Sketch sketch, const QString& title, const QString& sentence, const QString& button = {},
        const QString& icon = {});
    QPushButton* button() const { return button_; }

signals:
    void pressed();

private:
    class Drawing;
    Drawing* drawing_;
    QLabel* title_;
    QLabel* sentence_;
    QPushButton* button_;
};

/// The answer to a prediction, or another short outcome: icon, bold line, line, optional link.
class AnswerBox : public QWidget {
    Q_OBJECT
public:
    enum class Kind : std::uint8_t { right, other, kept };
    explicit AnswerBox(QWidget* parent = nullptr);
    void set_answer(Kind kind, const QString& title, const QString& sentence, const QString& link = {});

signals:
    void link_pressed();

protected:
    void paintEvent(QPaintEvent*) override;
    void changeEvent(QEvent* event) override;

private:
    void fit_margins();
    Kind kind_ = Kind::kept;
    QLabel* title_;
    QLabel* sentence_;
    QPushButton* link_;
};

} // namespace sluice::ui
