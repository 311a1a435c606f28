// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of the start page: the track of lessons, rows to press, the strip of abilities, the logo.
#pragma once

#include "ui/start/start_model.h"

#include <QAbstractButton>
#include <QWidget>

namespace sluice::ui {

class Logo : public QWidget {
    Q_OBJECT
public:
    explicit Logo(QWidget* parent = nullptr);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent*) override;
};

/// One lesson of a track: a numbered ring, a check when done, a filled ring with an arrow when it is the present one.
class LessonNode : public QAbstractButton {
    Q_OBJECT
public:
    LessonNode(const StartLesson& lesson, int number, QWidget* parent);
    int height_for(int width) const;
    const StartLesson& lesson() const { return lesson_; }
    /// Radius of the ring and the y of its middle, in px.
    static int radius();
    static int middle();

protected:
    void paintEvent(QPaintEvent*) override;
    void focusInEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QString time_words() const;
    StartLesson lesson_;
    int number_;
};

/// Lessons along a line, in as many rows as the width asks for.
class LessonTrack : public QWidget {
    Q_OBJECT
public:
    /// `columns`: lessons of the longest track on the page, so that the circles of all tracks stand in the same
    /// columns.
    LessonTrack(const std::vector<StartLesson>& lessons, int columns, QWidget* parent);
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void chosen(const QString& lesson_id);

protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    int columns_for(int width) const;
    int row_height(int column_width) const;
    std::vector<LessonNode*> nodes_;
    int columns_ = 0;
};

/// A row to press: a picture or an icon, a title, a note below, words at the right.
class PressRow : public QAbstractButton {
    Q_OBJECT
public:
    PressRow(const QString& title, const QString& note, const QString& right, QWidget* parent);
    void set_icon_name(const QString& name);
    void set_sketch(ScenarioSketch sketch);
    void set_bold(bool bold);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent*) override;

private:
    QString note_;
    QString right_;
    QString icon_;
    std::optional<ScenarioSketch> sketch_;
    bool bold_ = false;
};

/// "What you can do now": short phrases with checks, wrapped.
class AbilityStrip : public QWidget {
    Q_OBJECT
public:
    AbilityStrip(const QStringList& abilities, const QString& next, QWidget* parent);
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent*) override;

private:
    int arrange(int width, QPainter* painter) const;
    QStringList abilities_;
    QString next_;
};

} // namespace sluice::ui
