// SPDX-License-Identifier: GPL-3.0-or-later
// A lock as a door: posts and lintel, a padlock, the holder's token inside, the tokens of those who wait outside.
#include "ui/kit/format.h"
#include "ui/scene/paint.h"
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

/// A plate with the number of a CPU or the mark of the thread there; a main thread's is dark.
void token(const Paint& paint, const QRectF& rect, const QString& mark, bool waits) {
    if (mark.startsWith(QLatin1Char('m'))) {
        paint.box(rect, paint.t[Token::ink], paint.t[waits ? Token::stall : Token::ink], 3 * paint.s, waits ? 2 : 1);
        paint.text(rect, Qt::AlignHCenter, mark, Token::card, Paint::Face::note_bold);
        return;
    }
    paint.box(rect, paint.t[waits ? Token::stallsoft : Token::accentsoft],
        paint.t[waits ? Token::stall : Token::accent], 3 * paint.s);
    paint.text(rect, Qt::AlignHCenter, mark, waits ? Token::stall : Token::accent, Paint::Face::note_bold);
}

QString holder(const LockModel& lock) {
    return lock.holder_mark.isEmpty() ? QString::number(lock.holder) : lock.holder_mark;
}
QString waiter(const LockModel& lock, std::size_t i) {
    const auto k = static_cast<qsizetype>(i);
    return k < lock.waiter_marks.size() ? lock.waiter_marks[k] : QString::number(lock.waiters[i]);
}

/// Two posts across a lane, the token between them, those who wait below.
void upright(const Paint& paint, const QRectF& r, const LockModel& lock) {
    const double s = paint.s;
    const QColor ink = paint.t[lock.held ? Token::ink : Token::ink3];
    const double padlock = 12 * s;
    paint_icon(
        paint.p, QRectF(r.center().x() - padlock / 2, r.top(), padlock, padlock), lock.held ? "lock" : "unlock", ink);
    const double post = (lock.held ? 5 : 3) * s, inside = 18 * s;
    const double top = r.top() + padlock + 3 * s;
    paint.p.fillRect(QRectF(r.left(), top, r.width(), post), ink);
    if (lock.held && lock.irq_off)
        fill_pattern(paint.p, QRectF(r.left(), top, r.width(), post), Pattern::stall, paint.t);
    const double low = top + post + inside + 4 * s;
    paint.p.fillRect(QRectF(r.left(), low, r.width(), post), ink);
    const QRectF middle(r.center().x() - 13 * s, top + post + 2 * s, 26 * s, inside);
    if (lock.held)
        token(paint, middle, holder(lock), false);
    else
        paint.line(
            {r.center().x(), top + post}, {r.center().x(), low}, paint.t[Token::goodfill], 1.5 * s, Qt::DashLine);
    double y = low + post + 4 * s;
    const auto fits = static_cast<std::size_t>(std::max(0.0, (r.bottom() - y) / (20 * s)));
    const std::size_t n = lock.waiters.size();
    const std::size_t shown = n > fits && fits > 0 ? fits - 1 : std::min(n, fits);
    for (std::size_t i = 0; i < shown; ++i, y += 20 * s)
        token(paint, QRectF(r.center().x() - 13 * s, y, 26 * s, 18 * s), waiter(lock, i), true);
    if (shown < n)
        paint.text({r.left() - 6 * s, y, r.width() + 12 * s, 16 * s}, Qt::AlignHCenter, tr("+%1").arg(n - shown),
            Token::stall, Paint::Face::note_bold);
}

/// How long visits and waits took lately.
void paint_lately(const Paint& paint, const QRectF& r, const LockModel& lock) {
    const double s = paint.s;
    QStringList lines;
    if (lock.visit > 0)
        lines << tr("A visit takes %1.").arg(format::duration(lock.visit));
    if (lock.wait > 0)
        lines << tr("Each waits %1 on average.").arg(format::duration(lock.wait));
    const QString both = lines.join(QLatin1Char(' '));
    if (paint.width(Paint::Face::note, both) <= r.width())
        lines = {both};
    for (int i = 0; i < lines.size() && (i + 1) * 15 * s <= r.height() + 2 * s; ++i)
        paint.text({r.left(), r.top() + i * 15 * s, r.width(), 15 * s}, Qt::AlignLeft, lines[i], Token::ink2);
}

/// Posts with a lintel, the queue to the right, words above and below.
void with_queue(const Paint& paint, const QRectF& r, const LockModel& lock) {
    using Face = Paint::Face;
    const double s = paint.s;
    const QColor ink = paint.t[Token::ink];
    const double post = 7 * s, width = 46 * s, height = 44 * s;
    const QRectF gate(r.left(), r.top() + 15 * s, width, height);
    paint_icon(paint.p, QRectF(gate.center().x() - 6 * s, r.top(), 12 * s, 12 * s), lock.held ? "lock" : "unlock", ink);
    paint.p.fillRect(QRectF(gate.left(), gate.top(), post, height), ink);
    paint.p.fillRect(QRectF(gate.right() - post, gate.top(), post, height), ink);
    paint.p.fillRect(QRectF(gate.left(), gate.top(), width, post), ink);
    if (lock.held && lock.irq_off)
        fill_pattern(
            paint.p, QRectF(gate.left() + post, gate.top() + post, width - 2 * post, 6 * s), Pattern::stall, paint.t);
    if (lock.held)
        token(paint, QRectF(gate.center().x() - 13 * s, gate.bottom() - 22 * s, 26 * s, 20 * s), holder(lock), false);
    else
        paint.line({gate.left() + post, gate.bottom() - 8 * s}, {gate.right() - post, gate.bottom() - 8 * s},
            paint.t[Token::goodfill], 1.5 * s, Qt::DashLine);

    const double x = gate.right() + 10 * s, w = r.right() - x;
    QString state = tr("nobody inside, door open");
    if (lock.held) {
        state = tr("CPU %1 inside, held %2").arg(lock.holder).arg(format::duration(lock.held_for));
        if (lock.irq_off)
            state = tr("CPU %1 inside, held %2, interrupts off").arg(lock.holder).arg(format::duration(lock.held_for));
    }
    if (lock.used >= 0) {
        const QString used = format::percent(100 * lock.used, 0);
        state = tr("used %1 of the time").arg(used);
        if (paint.width(Face::control_bold, lock.name) + 8 * s + paint.width(Face::note, state) > w)
            state = tr("used %1").arg(used);
        if (paint.width(Face::control_bold, lock.name) + 8 * s + paint.width(Face::note, state) > w)
            state = used;
        if (paint.width(Face::control_bold, lock.name) + 8 * s + paint.width(Face::note, state) > w)
            state.clear();
    }
    const QRectF name
        = paint.text({x, r.top() - 1 * s, w, 16 * s}, Qt::AlignLeft, lock.name, Token::ink, Face::control_bold);
    paint.text({name.right() + 8 * s, r.top() - 1 * s, r.right() - name.right() - 8 * s, 16 * s}, Qt::AlignLeft, state,
        Token::ink2);
    const std::size_t n = lock.waiters.size();
    if (lock.used >= 0 && r.height() >= 86 * s)
        paint_lately(paint, {r.left(), gate.bottom() + 4 * s, r.width(), r.bottom() - gate.bottom() - 4 * s}, lock);
    if (n == 0) {
        paint.text({x, gate.top() + 8 * s, w, 16 * s}, Qt::AlignLeft, tr("nobody waits"), Token::ink2);
        return;
    }
    // In a narrow place the count goes below, so that the tokens get the width.
    const double count_width = 84 * s;
    const bool below = w < 260 * s;
    const double pitch = (below ? 27 : 30) * s;
    auto fits = static_cast<std::size_t>(std::max(0.0, (below ? w : w - count_width) / pitch));
    if (below && fits < n && fits > 0)
        --fits; // for the number of the others
    const std::size_t shown = std::min(n, fits);
    for (std::size_t i = 0; i < shown; ++i)
        token(paint, QRectF(x + static_cast<double>(i) * pitch, gate.top() + 6 * s, 26 * s, 20 * s), waiter(lock, i),
            true);
    const double after = x + static_cast<double>(shown) * pitch + 2 * s;
    if (below) {
        if (shown < n)
            paint.text({after, gate.top() + 6 * s, r.right() - after, 20 * s}, Qt::AlignLeft,
                QStringLiteral("+%1").arg(n - shown), Token::stall, Face::note_bold);
        const QRectF count = paint.text(
            {x, gate.top() + 28 * s, w, 15 * s}, Qt::AlignLeft, tr("%1 waiting").arg(n), Token::stall, Face::note_bold);
        const double left = count.right() + 6 * s;
        const QString order = lock.fair ? tr("in order of arrival") : tr("either may be next");
        paint.text({left, gate.top() + 28 * s, r.right() - left, 15 * s}, Qt::AlignLeft,
            paint.width(Face::note, order) <= r.right() - left ? order
                : lock.fair                                    ? tr("in order")
                                                               : tr("any order"),
            Token::ink2);
        return;
    }
    paint.text({after, gate.top() + 6 * s, r.right() - after, 20 * s}, Qt::AlignLeft, tr("%1 waiting").arg(n),
        Token::stall, Face::note_bold);
    paint.text({x, gate.top() + 28 * s, w, 15 * s}, Qt::AlignLeft,
        lock.fair ? tr("in order of arrival") : tr("test and set: either may be next"), Token::ink2);
}

} // namespace

void paint_door(const Paint& paint, const DoorBox& box, const LockModel& lock, Time) {
    if (box.upright)
        upright(paint, box.rect, lock);
    else
        with_queue(paint, box.rect.adjusted(6 * paint.s, 3 * paint.s, -4 * paint.s, 0), lock);
}

} // namespace sluice::ui
