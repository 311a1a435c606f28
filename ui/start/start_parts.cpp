// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/start_parts.h"

#include "ui/kit/format.h"
#include "ui/kit/logo.h"
#include "ui/theme/dress.h"
#include "ui/theme/icons.h"
#include "ui/theme/patterns.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QPainter>
#include <QResizeEvent>

#include <algorithm>

namespace sluice::ui {
namespace {

QString minutes(int count) {
    return format::count(count, QCoreApplication::translate("StartPage", "min"));
}

constexpr int column_px = 104; // the least width of a column of lessons: two words of a title fit

// The small pictures of ready scenarios, 50 x 44 px at 100 %.
void draw_sketch(QPainter& p, QRectF box, ScenarioSketch sketch) {
    const Theme& t = theme();
    p.save();
    p.translate(box.topLeft());
    p.scale(t.scale(), t.scale());
    const QPen edge(t[Token::edge], 1);
    const auto square = [&](double x, double y) { p.fillRect(QRectF(x, y, 5, 5), t[Token::pt]); };
    p.setRenderHint(QPainter::Antialiasing);
    switch (sketch) {
    case ScenarioSketch::exit_wave:
        p.setPen(edge);
        p.setBrush(t[Token::well]);
        p.drawRoundedRect(QRectF(4.5, 0.5, 12, 42), 2, 2);
        p.fillRect(QRectF(5, 21, 11, 21), t[Token::pt]);
        for (int y : {27, 33, 39})
            p.fillRect(QRectF(5, y, 11, 1), t[Token::card]);
        p.fillRect(QRectF(1, 26, 19, 2), t[Token::ink]);
        p.setRenderHint(QPainter::Antialiasing, false);
        square(24, 5);
        square(31, 5);
        square(38, 10);
        square(38, 20);
        p.setRenderHint(QPainter::Antialiasing);
        p.setPen(edge);
        p.setBrush(t[Token::card]);
        p.drawRoundedRect(QRectF(32.5, 29.5, 17, 13), 2, 2);
        p.setPen(QPen(t[Token::free], 1.2));
        p.drawEllipse(QPointF(38, 38), 1.7, 1.7);
        p.drawEllipse(QPointF(43, 34), 1.7, 1.7);
        break;
    case ScenarioSketch::lock:
        p.setPen(Qt::NoPen);
        p.setBrush(t[Token::ink]);
        p.drawRect(QRectF(18, 2, 23, 5));
        p.drawRect(QRectF(18, 2, 5, 22));
        p.drawRect(QRectF(36, 2, 5, 22));
        p.setPen(QPen(t[Token::stall], 1));
        p.setBrush(t[Token::stallsoft]);
        p.drawRoundedRect(QRectF(2.5, 11.5, 10, 11), 2, 2);
        p.setPen(QPen(t[Token::accent], 1));
        p.setBrush(t[Token::accentsoft]);
        p.drawRoundedRect(QRectF(24.5, 12.5, 10, 11), 2, 2);
        p.setPen(edge);
        p.setBrush(t[Token::well]);
        p.drawRoundedRect(QRectF(2.5, 30.5, 46, 12), 6, 6);
        for (int i = 0; i < 4; ++i) {
            const QPointF c(10 + 10.5 * i, 36.5);
            const bool disc = i == 2;
            const bool dirty = i % 2 == 1;
            p.setPen(QPen(t[disc ? Token::anonedge : dirty ? Token::dirtyedge : Token::fileedge], 1));
            p.setBrush(t[disc ? Token::anon : dirty ? Token::dirty : Token::file]);
            if (disc)
                p.drawEllipse(c, 2.8, 2.8);
            else
                p.drawPolygon(
                    QPolygonF({c + QPointF(0, -3.4), c + QPointF(3.4, 0), c + QPointF(0, 3.4), c + QPointF(-3.4, 0)}));
        }
        break;
    case ScenarioSketch::many_cpus:
        for (int row = 0; row < 4; ++row)
            for (int column = 0; column < 5; ++column) {
                const bool busy = (row == 0 && column == 2) || (row == 1 && (column == 3 || column == 4))
                    || (row == 2 && column == 1) || (row == 3 && column == 3);
                p.setPen(busy ? QPen(t[Token::pt], 1) : edge);
                p.setBrush(busy ? t[Token::pt] : t[Token::card]);
                p.drawRoundedRect(QRectF(2.5 + 9.5 * column, 1.5 + 10.5 * row, 7, 8), 1.5, 1.5);
            }
        break;
    case ScenarioSketch::flask:
        paint_icon(p, QRectF(14, 10, 24, 24), QStringLiteral("flask"), t[Token::ink2]);
        break;
    }
    p.restore();
}

} // namespace

Logo::Logo(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize Logo::sizeHint() const {
    return {px(52), px(52)};
}

void Logo::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    draw_logo(painter, QRectF(rect()));
}

LessonNode::LessonNode(const StartLesson& lesson, int number, QWidget* parent)
    : QAbstractButton(parent)
    , lesson_(lesson)
    , number_(number) {
    setText(lesson.title);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
    const QString state = lesson.state == LessonState::done ? tr("done")
        : lesson.state == LessonState::begun ? tr("at step %1 of %2").arg(lesson.step + 1).arg(lesson.steps)
                                             : tr("not begun");
    setAccessibleName(tr("Lesson %1: %2").arg(number).arg(lesson.title));
    setAccessibleDescription(QStringLiteral("%1, %2").arg(state, minutes(lesson.minutes)));
}

int LessonNode::radius() {
    return px(13);
}
int LessonNode::middle() {
    return px(20);
}

QString LessonNode::time_words() const {
    if (lesson_.state == LessonState::begun && lesson_.steps > 0)
        return tr("%1 of %2").arg(lesson_.step + 1).arg(lesson_.steps)
            + (lesson_.minutes_left > 0 ? QStringLiteral(" · ") + tr("%1 left").arg(minutes(lesson_.minutes_left))
                                        : QString());
    return minutes(lesson_.minutes);
}

int LessonNode::height_for(int width) const {
    const QFontMetrics title(theme().font(type::control, lesson_.state == LessonState::begun));
    const QFontMetrics note(theme().font(type::note));
    const int text
        = title.boundingRect(QRect(0, 0, width - px(12), 1000), Qt::AlignHCenter | Qt::TextWordWrap, lesson_.title)
              .height();
    return middle() + radius() + px(11) + text + note.height() + px(4);
}

void LessonNode::resizeEvent(QResizeEvent*) {
    // The ring of the keyboard goes round the circle as the eye expects, not round the column of text.
    const int r = radius() + px(3);
    set_focus_rect(this, QRect(width() / 2 - r, middle() - r, 2 * r, 2 * r));
}

void LessonNode::focusInEvent(QFocusEvent* event) {
    QAbstractButton::focusInEvent(event);
    update();
}

void LessonNode::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QPointF c(width() / 2.0, middle());
    const double r = radius();
    const bool filled = lesson_.state != LessonState::fresh;
    painter.setPen(QPen(underMouse() ? color(Token::ink)
            : filled                 ? color(Token::accentfill)
                                     : color(Token::edge),
        1.5));
    painter.setBrush(filled ? color(Token::accentfill) : color(Token::card));
    painter.drawEllipse(c, r, r);
    if (lesson_.state == LessonState::begun) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(color(Token::accentfill), 1.5));
        painter.drawEllipse(c, r + px(4), r + px(4));
    }
    const QRectF inner(c.x() - px(8), c.y() - px(8), px(16), px(16));
    if (lesson_.state == LessonState::done)
        paint_icon(painter, inner, QStringLiteral("check"), color(Token::onaccent));
    else if (lesson_.state == LessonState::begun)
        paint_icon(painter, inner.translated(1, 0), QStringLiteral("play"), color(Token::onaccent));
    else {
        painter.setFont(theme().font(type::control));
        painter.setPen(color(Token::ink2));
        painter.drawText(QRectF(c.x() - r, c.y() - r, 2 * r, 2 * r), Qt::AlignCenter, QString::number(number_));
    }
    const bool bold = lesson_.state == LessonState::begun;
    const QFont font = theme().font(type::control, bold);
    painter.setFont(font);
    painter.setPen(color(Token::ink));
    const int top = middle() + radius() + px(10);
    QRect used;
    painter.drawText(QRect(px(6), top, width() - px(12), height() - top),
        Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, lesson_.title, &used);
    painter.setFont(theme().font(type::note));
    painter.setPen(color(bold ? Token::accent : Token::ink3));
    painter.drawText(QRect(0, used.bottom() + px(1), width(), px(18)), Qt::AlignHCenter | Qt::AlignTop, time_words());
}

LessonTrack::LessonTrack(const std::vector<StartLesson>& lessons, int columns, QWidget* parent)
    : QWidget(parent)
    , columns_(std::max({6, columns, static_cast<int>(lessons.size())})) {
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    int number = 0;
    for (const StartLesson& lesson : lessons) {
        auto* node = new LessonNode(lesson, ++number, this);
        connect(node, &QAbstractButton::clicked, this, [this, id = lesson.id] { emit chosen(id); });
        nodes_.push_back(node);
    }
}

int LessonTrack::columns_for(int width) const {
    const int columns = std::clamp(width / px(column_px), 1, columns_);
    const auto n = static_cast<int>(nodes_.size());
    if (n <= columns)
        return columns;
    // Rows of about the same length: no lesson stands alone below the others.
    const int rows = (n + columns - 1) / columns;
    return (n + rows - 1) / rows;
}

int LessonTrack::row_height(int column_width) const {
    int height = 0;
    for (const LessonNode* node : nodes_)
        height = std::max(height, node->height_for(column_width));
    return height;
}

int LessonTrack::heightForWidth(int width) const {
    const int columns = columns_for(width);
    const int rows = (static_cast<int>(nodes_.size()) + columns - 1) / columns;
    return rows * row_height(width / columns);
}

QSize LessonTrack::sizeHint() const {
    return {px(720), heightForWidth(px(720))};
}
QSize LessonTrack::minimumSizeHint() const {
    return {px(2 * column_px), px(80)};
}

void LessonTrack::resizeEvent(QResizeEvent*) {
    const int columns = columns_for(width());
    const int column = width() / columns;
    const int row = row_height(column);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const int at = static_cast<int>(i);
        nodes_[i]->setGeometry((at % columns) * column, (at / columns) * row, column, row);
    }
}

void LessonTrack::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    for (std::size_t i = 0; i + 1 < nodes_.size(); ++i) {
        const QRect a = nodes_[i]->geometry();
        const QRect b = nodes_[i + 1]->geometry();
        const bool done = nodes_[i]->lesson().state == LessonState::done;
        const int thick = done ? px(3) : px(1.5);
        const int y = a.top() + LessonNode::middle() - thick / 2;
        // At the end of a row the line goes on to the edge, to say that there is more below.
        const int right = b.top() == a.top() ? b.center().x() : width();
        painter.fillRect(
            QRect(a.center().x(), y, right - a.center().x(), thick), color(done ? Token::accentfill : Token::edge));
        if (b.top() != a.top())
            painter.fillRect(QRect(0, b.top() + LessonNode::middle() - thick / 2, b.center().x(), thick),
                color(done ? Token::accentfill : Token::edge));
    }
}

PressRow::PressRow(const QString& title, const QString& note, const QString& right, QWidget* parent)
    : QAbstractButton(parent)
    , note_(note)
    , right_(right) {
    setText(title);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(title);
    setAccessibleDescription(right.isEmpty() ? note : QStringLiteral("%1, %2").arg(note, right));
}

void PressRow::set_icon_name(const QString& name) {
    icon_ = name;
}
void PressRow::set_sketch(ScenarioSketch sketch) {
    sketch_ = sketch;
}
void PressRow::set_bold(bool bold) {
    bold_ = bold;
}

QSize PressRow::sizeHint() const {
    return {px(280), px(sketch_ ? 74 : 48)};
}
QSize PressRow::minimumSizeHint() const {
    return {px(160), px(sketch_ ? 74 : 48)};
}

void PressRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (isDown())
        painter.fillRect(rect(), theme().pressed_ground());
    else if (underMouse())
        painter.fillRect(rect(), theme().hover_ground());
    int left = px(14);
    if (sketch_) {
        draw_sketch(painter, QRectF(left, (height() - px(44)) / 2.0, px(50), px(44)), *sketch_);
        left += px(72);
    } else if (!icon_.isEmpty()) {
        paint_icon(painter, QRectF(left, (height() - px(16)) / 2.0, px(16), px(16)), icon_, color(Token::ink2));
        left += px(26);
    }
    const QFont title = theme().font(type::control, bold_);
    const QFont small = theme().font(sketch_ ? type::control : type::note);
    int room = width() - left - px(14);
    if (!right_.isEmpty()) {
        painter.setFont(theme().font(type::note));
        painter.setPen(color(Token::ink3));
        painter.drawText(QRect(left, 0, room, height()), Qt::AlignRight | Qt::AlignVCenter, right_);
        room -= QFontMetrics(theme().font(type::note)).horizontalAdvance(right_) + px(10);
    }
    const QFontMetrics tm(title);
    const QFontMetrics nm(small);
    // A sentence may take two lines beside a sketch; a title and a note never more than one.
    const int note_height = sketch_
        ? std::min(2 * nm.lineSpacing(), nm.boundingRect(QRect(0, 0, room, 1000), Qt::TextWordWrap, note_).height())
        : nm.height();
    const int total = tm.height() + px(1) + note_height;
    const int top = (height() - total) / 2;
    painter.setFont(title);
    painter.setPen(color(Token::ink));
    painter.drawText(QRect(left, top, room, tm.height()), Qt::AlignLeft | Qt::AlignTop,
        tm.elidedText(text(), Qt::ElideMiddle, room));
    painter.setFont(small);
    painter.setPen(color(sketch_ ? Token::ink2 : Token::ink3));
    const QRect place(left, top + tm.height() + px(1), room, note_height);
    if (sketch_)
        painter.drawText(place, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, note_);
    else
        painter.drawText(place, Qt::AlignLeft | Qt::AlignTop, nm.elidedText(note_, Qt::ElideRight, room));
}

AbilityStrip::AbilityStrip(const QStringList& abilities, const QString& next, QWidget* parent)
    : QWidget(parent)
    , abilities_(abilities)
    , next_(next) {
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("What you can do now"));
    setAccessibleDescription(abilities.join(QStringLiteral("; ")));
}

int AbilityStrip::arrange(int width, QPainter* painter) const {
    const QFont bold = theme().font(type::control, true);
    const QFont plain = theme().font(type::control);
    const int line = std::max(px(20), QFontMetrics(bold).height());
    int x = 0;
    int y = 0;
    const auto put = [&](const QString& words, const QFont& font, Token ink, bool check) {
        const int icon = check ? px(18) : 0;
        const int needed = icon + QFontMetrics(font).horizontalAdvance(words) + 1;
        if (x > 0 && x + needed > width) {
            x = 0;
            y += line;
        }
        if (painter) {
            if (check)
                paint_icon(*painter, QRectF(x, y + (line - px(14)) / 2.0, px(14), px(14)), QStringLiteral("check"),
                    color(Token::good));
            painter->setFont(font);
            painter->setPen(color(ink));
            painter->drawText(QRect(x + icon, y, width - x - icon, line), Qt::AlignLeft | Qt::AlignVCenter, words);
        }
        x += needed + px(26);
    };
    put(tr("What you can do now"), bold, Token::ink, false);
    for (const QString& ability : abilities_)
        put(ability, plain, Token::ink2, true);
    if (!next_.isEmpty())
        put(tr("next: %1").arg(next_), plain, Token::ink3, false);
    return y + line;
}

int AbilityStrip::heightForWidth(int width) const {
    return arrange(width, nullptr);
}
QSize AbilityStrip::sizeHint() const {
    return {px(600), arrange(px(600), nullptr)};
}
QSize AbilityStrip::minimumSizeHint() const {
    return {px(200), px(20)};
}

void AbilityStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    arrange(width(), &painter);
}

} // namespace sluice::ui
