// SPDX-License-Identifier: GPL-3.0-or-later
// A zone as a tank: one column with all of its pages, and beneath it the foot, which shows 0 to 1.25 times the high
// mark on a larger scale, because the marks are too low to be seen on the true one.
#include "ui/kit/format.h"
#include "ui/scene/layout_room.h"
#include "ui/scene/paint.h"
#include "ui/theme/patterns.h"

#include <QCoreApplication>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace sluice::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Scene", text);
}

// Order from the bottom: what is free, what waits on lists, what is in use.
constexpr std::array order{TankPart::free, TankPart::cpu_lists, TankPart::quicklists, TankPart::tables,
    TankPart::in_flight, TankPart::processes, TankPart::file, TankPart::dirty, TankPart::kernel,
    TankPart::buffer_heads};

Pattern pattern_of(TankPart part) {
    switch (part) {
    case TankPart::free:
        return Pattern::free;
    case TankPart::cpu_lists:
        return Pattern::asleep;
    case TankPart::quicklists:
    case TankPart::tables:
        return Pattern::page_table;
    case TankPart::processes:
    case TankPart::in_flight:
        return Pattern::anon;
    case TankPart::file:
        return Pattern::file;
    case TankPart::dirty:
        return Pattern::dirty;
    case TankPart::buffer_heads:
        return Pattern::buffer_head;
    case TankPart::kernel:
        break;
    }
    return Pattern::kernel;
}

QString part_name(TankPart part, bool brief) {
    switch (part) {
    case TankPart::free:
        return tr("free");
    case TankPart::cpu_lists:
        return brief ? tr("lists") : tr("CPU lists");
    case TankPart::quicklists:
        return brief ? tr("quick") : tr("quicklists");
    case TankPart::tables:
        return brief ? tr("tables") : tr("page tables");
    case TankPart::processes:
        return brief ? tr("proc.") : tr("processes");
    case TankPart::file:
        return brief ? tr("files") : tr("file pages");
    case TankPart::dirty:
        return tr("dirty");
    case TankPart::buffer_heads:
        return brief ? tr("heads") : tr("buffer heads");
    case TankPart::in_flight:
        return brief ? tr("going") : tr("being freed");
    case TankPart::kernel:
        break;
    }
    return tr("kernel");
}

void paint_bar(const Paint& paint, const QRectF& rect, const TankModel& model) {
    double x = rect.left();
    for (const TankPart part : order) {
        const double w
            = model.pages ? rect.width() * static_cast<double>(model.part(part)) / static_cast<double>(model.pages) : 0;
        const double end = std::min(rect.right(), x + w);
        if (std::round(end) > std::round(x))
            fill_pattern(paint.p, QRectF(std::round(x), rect.top(), std::round(end) - std::round(x), rect.height()),
                pattern_of(part), paint.t);
        x = end;
    }
    paint.box(rect, {}, paint.t[Token::edge], 0);
}

/// Returns the y above which nothing of it stands.
double paint_foot(const Paint& paint, const TankBox& box, const TankModel& model) {
    const double s = paint.s;
    const QRectF& r = box.foot;
    paint.p.fillRect(r, paint.t[Token::well]);
    const double span = 1.25 * static_cast<double>(std::max<std::uint64_t>(model.high, 1));
    const auto y_of = [&](std::uint64_t pages) {
        return r.bottom() - r.height() * std::min(1.0, static_cast<double>(pages) / span);
    };
    const double level = std::round(y_of(model.free()));
    if (r.bottom() - level >= 1)
        fill_pattern(paint.p, QRectF(QPointF(r.left(), level), r.bottomRight()), Pattern::free, paint.t);
    paint.box(r, {}, paint.t[Token::edge], 2 * s);
    // Shoulders: the two scales meet here.
    paint.line({box.column.left(), box.column.bottom()}, {r.left() + 1, r.top()}, paint.t[Token::edge], 1, Qt::DotLine);
    paint.line(
        {box.column.right(), box.column.bottom()}, {r.right() - 1, r.top()}, paint.t[Token::edge], 1, Qt::DotLine);
    if (model.high == 0)
        return r.top();
    const struct {
        std::uint64_t pages;
        QString word;
        Qt::PenStyle style;
    } marks[] = {{model.min, tr("min"), Qt::SolidLine}, {model.low, tr("low"), Qt::DashLine},
        {model.high, tr("high"), Qt::DotLine}};
    const bool numbers = box.label_right > 0 && r.height() >= (box.total ? 60 : 44) * s;
    // The labels keep their distance; thin leaders join them to their marks.
    double last = r.bottom() + 7 * s;
    for (const auto& mark : marks) {
        const double y = std::round(y_of(mark.pages));
        paint.line({r.left(), y}, {r.right(), y}, paint.t[Token::ink], 1.5 * s, mark.style);
        if (!numbers)
            continue;
        const double at = std::min(y, last - 13 * s);
        last = at;
        const double x = box.label_right - 6 * s;
        QString text = QStringLiteral("%1 %2").arg(mark.word, format::count(static_cast<std::int64_t>(mark.pages)));
        if (paint.width(Paint::Face::note, text) > x - box.label_left)
            text = mark.word; // a number cut short would be a wrong one; the tip has it
        paint.text({box.label_left, at - 7 * s, x - box.label_left, 14 * s}, Qt::AlignRight, text, Token::ink2);
        paint.p.setRenderHint(QPainter::Antialiasing, true);
        paint.line({x + 1 * s, at}, {r.left(), y}, paint.t[Token::edge], 1);
        paint.p.setRenderHint(QPainter::Antialiasing, false);
    }
    if (r.bottom() - y_of(model.min) >= 20 * s)
        paint.label({r.center().x(), (r.bottom() + y_of(model.min)) / 2}, r.width(), tr("enlarged"), Token::ink2);
    return numbers ? std::min(r.top(), last - 7 * s) : r.top();
}

/// A count that fits: whole, or in millions.
QString short_count(const Paint& paint, std::uint64_t n, double width, Paint::Face face) {
    const QString whole = format::count(static_cast<std::int64_t>(n));
    if (n < 1'000'000 || paint.width(face, whole) <= width)
        return whole;
    return format::with_unit(format::real(static_cast<double>(n) / 1e6, 1), QStringLiteral("M"));
}

} // namespace

std::array<std::pair<double, double>, tank_part_count> tank_levels(const QRectF& column, const TankModel& model) {
    std::array<std::pair<double, double>, tank_part_count> out{};
    const double total = static_cast<double>(std::max<std::uint64_t>(model.pages, 1));
    const double least = 2; // what exists can be seen
    double missing = 0, largest = 0;
    for (const TankPart part : order) {
        const double h = column.height() * static_cast<double>(model.part(part)) / total;
        if (model.part(part) > 0 && h < least)
            missing += least - h;
        largest = std::max(largest, h);
    }
    double y = column.bottom();
    bool taken = false;
    for (const TankPart part : order) {
        double h = column.height() * static_cast<double>(model.part(part)) / total;
        if (!taken && h == largest) { // the largest part pays for the smallest
            h -= missing;
            taken = true;
        } else if (model.part(part) > 0) {
            h = std::max(h, least);
        }
        out[static_cast<std::size_t>(part)] = {y, y - h};
        y -= h;
    }
    return out;
}

void paint_tank(const Paint& paint, const RoomBox& room, const TankBox& box, const TankModel& model) {
    const double s = paint.s;
    const QRectF& r = box.column;
    if (room.form == RoomForm::row) {
        paint_bar(paint, r, model);
        return;
    }
    paint.p.fillRect(r, paint.t[Token::well]);
    const auto levels = tank_levels(r, model);
    const bool brief = r.width() < 72 * s;
    std::vector<std::pair<QPointF, QString>> labels;
    for (const TankPart part : order) {
        const auto [low, high] = levels[static_cast<std::size_t>(part)];
        const double top = std::round(high), bottom = std::round(low);
        if (bottom - top < 1)
            continue;
        const QRectF area(r.left(), top, r.width(), bottom - top);
        fill_pattern(paint.p, area, pattern_of(part), paint.t);
        if (part != TankPart::free)
            paint.line({r.left(), bottom - 0.5}, {r.right(), bottom - 0.5}, paint.t[Token::card], 1);
        if (bottom - top >= 20 * s && part != TankPart::kernel)
            labels.emplace_back(area.center(), part_name(part, brief));
    }
    paint.box(r, {}, paint.t[Token::edge], 0);
    for (const auto& [centre, text] : labels)
        paint.label(centre, r.width() + 2 * s, text);

    // Marks first: the number at the surface keeps clear of theirs.
    const double marks_top = box.foot.isEmpty() ? r.bottom() + 15 * s : paint_foot(paint, box, model);
    const double surface = std::round(levels[static_cast<std::size_t>(TankPart::free)].second);
    paint.line({r.left() - 5 * s, surface}, {r.right() + 5 * s, surface}, paint.t[Token::free], 2 * s);
    if (box.label_right > 0) {
        const double x = r.left() - 7 * s, w = x - box.label_left;
        const bool total_above = box.total && surface - 8 * s > r.top() + 30 * s;
        const double number = std::min(surface - 9 * s, marks_top - 15 * s);
        paint.text({box.label_left, number, w, 15 * s}, Qt::AlignRight,
            short_count(paint, model.free(), w, Paint::Face::control_bold), Token::ink, Paint::Face::control_bold);
        const double word = number + 14 * s;
        const bool room_below = box.foot.isEmpty() || word + 14 * s <= marks_top;
        if (room_below)
            paint.text({box.label_left, word, w, 14 * s}, Qt::AlignRight, tr("free"), Token::ink2);
        if (total_above) {
            paint.text({box.label_left, r.top() - 3 * s, w, 14 * s}, Qt::AlignRight,
                short_count(paint, model.pages, w, Paint::Face::note), Token::ink2);
            paint.text({box.label_left, r.top() + 11 * s, w, 14 * s}, Qt::AlignRight, tr("pages"), Token::ink2);
        }
    }
    if (box.foot.isEmpty())
        return;
    if (box.name.isEmpty())
        return;
    if (box.label_right > 0) {
        paint.text(box.name, Qt::AlignHCenter, tr("zone %1").arg(model.name), Token::ink2);
    } else if (room.rect.width() < wide_room * s && !room.tanks.empty() && &box == &room.tanks.front()) {
        paint.text(box.name, Qt::AlignHCenter,
            tr("%1 free").arg(short_count(paint, model.free(), box.name.width() - 38 * s, Paint::Face::note_bold)),
            Token::ink, Paint::Face::note_bold);
    } else {
        paint.text(box.name, Qt::AlignHCenter, model.name, Token::ink2);
    }
}

} // namespace sluice::ui
