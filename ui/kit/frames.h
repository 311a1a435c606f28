// SPDX-License-Identifier: GPL-3.0-or-later
// Frames around content: cards, the head of a dock, tips.
#pragma once

#include "ui/theme/theme.h"

#include <QLabel>
#include <QWidget>

class QHBoxLayout;
class QToolButton;
class QVBoxLayout;

namespace sluice::ui {

/// A card: ground, 1 px edge, radius 4 (or 6 for boxes). strong: 2 px accent border, for the one to look at.
class CardFrame : public QWidget {
    Q_OBJECT
public:
    explicit CardFrame(QWidget* parent = nullptr, Token ground = Token::card);
    void set_strong(bool strong);
    void set_ground(Token ground, Token border);
    /// A head line in chrome with a bold title and a rule below it, as on panels of cards.
    void set_title(const QString& title);
    QVBoxLayout* body() const { return body_; }

protected:
    void paintEvent(QPaintEvent*) override;
    void changeEvent(QEvent* event) override;

private:
    Token ground_;
    Token border_ = Token::edge;
    bool strong_ = false;
    QLabel* title_ = nullptr;
    QVBoxLayout* outer_;
    QVBoxLayout* body_;
};

/// A label of one line that shortens its text with an ellipsis and then shows all of it in its tip.
class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(const QString& text = {}, QWidget* parent = nullptr);
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent*) override;
};

/// A 1 px separator line that follows the theme.
class Rule : public QWidget {
    Q_OBJECT
public:
    explicit Rule(QWidget* parent = nullptr, Qt::Orientation orientation = Qt::Horizontal);

protected:
    void paintEvent(QPaintEvent*) override;
};

/// The head of a dock or panel, 30 px: icon, bold title, a note at the right, small buttons.
class DockHead : public QWidget {
    Q_OBJECT
public:
    DockHead(const QString& icon, const QString& title, QWidget* parent = nullptr);
    void set_title(const QString& title);
    void set_note(const QString& note);
    /// An icon button at the right with a tip and an accessible name.
    QToolButton* add_button(const QString& icon, const QString& name, const QString& key = {});
    /// Any small widget at the right, for a Segmented.
    void add_widget(QWidget* widget);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent*) override;
    void changeEvent(QEvent* event) override;

private:
    QString icon_;
    QLabel* title_;
    ElidedLabel* note_;
    QHBoxLayout* row_;
};

/// The parts of a tip.
struct Tip {
    QString title;
    QString key; ///< the shortcut, as text
    QString sentence;
    QString source; ///< kernel version, file or message a value comes from
    /// Rich text for QWidget::setToolTip, all parts escaped.
    QString html() const;
};
/// Sets the tip, and the accessible name and description from the same words.
void set_tip(QWidget* widget, const Tip& tip);

} // namespace sluice::ui
