// SPDX-License-Identifier: GPL-3.0-or-later
// The page that answers Why: the sentence, the time strip to scale, the causes from left to right, all with a table
// twin.
#pragma once

#include "ui/panel/why.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QStackedWidget;
class QTableWidget;

namespace sluice::ui {

class Player;

/// Paints strip and causes; arrows walk along the causes, Enter goes to their moment or opens their knob.
class WhyPicture : public QWidget {
    Q_OBJECT
public:
    explicit WhyPicture(QWidget* parent = nullptr);
    void set_why(Why why, std::function<QString(Time)> moment);
    const Why& why() const { return why_; }
    int current() const { return current_; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void cause_chosen(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void paint_strip(QPainter& p, const QRect& area) const;
    void paint_causes(QPainter& p, const QRect& area) const;
    QRect strip_rect() const;
    std::vector<QRect> boxes() const;

    Why why_;
    std::function<QString(Time)> moment_;
    int current_ = 0;
    int hovered_ = -1;
};

class WhyView : public QWidget {
    Q_OBJECT
public:
    WhyView(Player& player, SceneNames names, QWidget* parent = nullptr);
    /// Explains this delay of B; kNoRecord: the longest that has ended. False if there is none.
    bool show_delay(RecordIndex delay);
    /// The question "why?" of a moment: the longest delay so far. A wait that is still going on is longer than it
    /// looks; with `future` its end, which lies after the playhead, may be told.
    bool show_longest(bool future);
    RecordIndex delay() const { return picture_->why().delay; }

    QSize minimumSizeHint() const override;

signals:
    void closed();
    void opened(); ///< an explanation is shown
    void seek_requested(qint64 t);
    void knob_requested(const QString& id);
    void said(const QString& sentence);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void choose(int cause);
    void fill_table();
    void go(bool later);

    Player& player_;
    SceneNames names_;
    QLabel *sentence_, *share_;
    QPushButton *earlier_, *later_, *table_button_;
    QStackedWidget* pages_;
    WhyPicture* picture_;
    QTableWidget* table_;
};

} // namespace sluice::ui
