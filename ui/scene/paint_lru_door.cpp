// SPDX-License-Identifier: GPL-3.0-or-later
// The door of the room of the LRU lists: who is inside, who stands outside, and the doors of the other locks.
#include "ui/kit/format.h"
#include "ui/scene/paint_lru.h"
#include "ui/theme/icons.h"
#include "ui/theme/patterns.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace sluice::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Scene", text);
}

constexpr double token_pitch = 33;

QString first_that_fits(const Paint& paint, const QStringList& texts, double width) {
    for (const QString& t : texts)
        if (paint.width(Paint::Face::note, t) <= width)
            return t;
    return texts.back();
}

void paint_small_door(const Paint& paint, const LruDoorBox& box, const LruSetModel& set) {
    const double s = paint.s, post = 3 * s;
    const QRectF& g = box.gate;
    const QColor ink = paint.t[set.held ? Token::ink : Token::ink3];
    paint.p.fillRect(QRectF(g.left(), g.top(), g.width(), g.height()), paint.t[Token::canvas]);
    paint.p.fillRect(QRectF(g.left(), g.top(), post, g.height()), ink);
    paint.p.fillRect(QRectF(g.right() - post, g.top(), post, g.height()), ink);
    if (set.held && set.irq_off)
        fill_pattern(paint.p, QRectF(g.left(), g.top(), g.width(), 4 * s), Pattern::stall, paint.t);
    else
        paint.p.fillRect(QRectF(g.left(), g.top(), g.width(), post), ink);
    const QRectF inside(g.left() + post, g.top() + post, g.width() - 2 * post, g.height() - post);
    if (!set.waiters.empty())
        paint.text(inside, Qt::AlignHCenter, tr("+%1").arg(set.waiters.size()), Token::stall, Paint::Face::note_bold);
    else if (set.held)
        paint.text(inside, Qt::AlignHCenter, QString::number(set.holder), Token::accent, Paint::Face::note_bold);
}

} // namespace

QRectF holder_rect(const LruDoorBox& box, double s) {
    return {std::round(box.gate.center().x() - 15 * s), std::round(box.gate.bottom() - 26 * s), 30 * s, 22 * s};
}

QRectF token_rect(const LruDoorBox& box, std::size_t nth, std::size_t all, double s) {
    const double width = 30 * s, pitch = token_pitch * s;
    const auto places = static_cast<std::size_t>(std::max(0.0, (box.tokens.width() + 3 * s) / pitch));
    // The last place says how many more there are.
    const std::size_t drawn = all > places ? (places > 0 ? places - 1 : 0) : all;
    if (nth >= drawn)
        return {};
    return {std::round(box.tokens.right() - static_cast<double>(nth) * pitch - width), box.tokens.top(), width,
        box.tokens.height()};
}

void paint_lru_door(const Paint& paint, const LruDoorBox& box, const LruSetModel& set) {
    using Face = Paint::Face;
    if (!box.large)
        return paint_small_door(paint, box, set);
    const double s = paint.s;
    const QRectF& g = box.gate;
    const double post = 7 * s, lintel = 9 * s;
    const QColor ink = paint.t[Token::ink];
    // The opening is a hole in the wall.
    paint.p.fillRect(
        QRectF(g.left() + post, g.top() + lintel, g.width() - 2 * post, g.height() - lintel), paint.t[Token::room]);
    paint.p.fillRect(QRectF(g.left(), g.top(), post, g.height()), ink);
    paint.p.fillRect(QRectF(g.right() - post, g.top(), post, g.height()), ink);
    paint.p.fillRect(QRectF(g.left(), g.top(), g.width(), lintel), ink);
    if (set.held && set.irq_off)
        fill_pattern(paint.p, QRectF(g.left() + 1, g.top() + 1, g.width() - 2, lintel - 2), Pattern::stall, paint.t);
    paint_icon(
        paint.p, QRectF(g.center().x() - 7 * s, g.top() - 17 * s, 14 * s, 14 * s), set.held ? "lock" : "unlock", ink);
    if (set.held)
        paint_token(paint, holder_rect(box, s), set.holder, false);
    else
        paint.line({g.left() + post, g.bottom() - 8 * s}, {g.right() - post, g.bottom() - 8 * s},
            paint.t[Token::goodfill], 1.5 * s, Qt::DashLine);

    const std::size_t n = set.waiters.size();
    std::size_t drawn = 0;
    for (; drawn < n; ++drawn) {
        const QRectF r = token_rect(box, drawn, n, s);
        if (r.isEmpty())
            break;
        paint_token(paint, r, set.waiters[drawn], true);
    }
    if (drawn < n) {
        const double right = box.tokens.right() - static_cast<double>(drawn) * token_pitch * s;
        paint.text({right - 30 * s, box.tokens.top(), 30 * s, box.tokens.height()}, Qt::AlignHCenter,
            tr("+%1").arg(n - drawn), Token::stall, Face::note_bold);
    }
    const QRectF& q = box.queue_words;
    if (n > 0) {
        // Beside the last token, so that the words belong to it.
        const double left
            = box.tokens.right() - static_cast<double>(std::max<std::size_t>(drawn + (drawn < n), 1)) * token_pitch * s;
        const QRectF words(q.left(), q.top(), std::max(q.width(), left - q.left() - 6 * s), q.height());
        paint.text({words.left(), words.top(), words.width(), 15 * s}, Qt::AlignRight, tr("%1 spinning").arg(n),
            Token::stall, Face::control_bold);
        paint.text({words.left(), words.top() + 15 * s, words.width(), 15 * s}, Qt::AlignRight,
            first_that_fits(paint,
                set.fair ? QStringList{tr("in order of arrival"), tr("in order")}
                    : n > 1
                    ? QStringList{tr("test and set: either may be next"), tr("either may be next"), tr("any order")}
                    : QStringList{tr("test and set")},
                words.width()),
            Token::ink2);
    } else {
        paint.text({q.left(), q.top() + 15 * s, box.tokens.right() - q.left(), 15 * s}, Qt::AlignRight,
            tr("nobody waits"), Token::ink2);
    }
    const QString name = set.name.isEmpty() ? set.lock_name : tr("%1, %2").arg(set.lock_name, set.name);
    paint.text(
        {box.name.left(), box.name.top(), box.name.width(), 15 * s}, Qt::AlignLeft, name, Token::ink, Face::mono);
    const QString held = format::duration(set.held_for), most = format::duration(set.longest_hold);
    QStringList states;
    if (set.held && set.irq_off)
        states << tr("held %1 of at most %2, interrupts off").arg(held, most)
               << tr("interrupts off, held %1").arg(held);
    else if (set.held)
        states << tr("one at a time · held %1 of at most %2").arg(held, most);
    else if (set.longest_hold > 0)
        states << tr("nobody inside · held at most %1").arg(most);
    if (set.held)
        states << tr("held %1 of at most %2").arg(held, most) << tr("held %1").arg(held);
    else
        states << tr("nobody inside");
    const QString state = first_that_fits(paint, states, box.name.width());
    paint.text({box.name.left(), box.name.top() + 15 * s, box.name.width(), 15 * s}, Qt::AlignLeft, state, Token::ink2);
}

} // namespace sluice::ui
