// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/paint.h"

#include "ui/scene/paint_lru.h"
#include "ui/theme/focus_ring.h"

#include <QCoreApplication>

#include <cmath>
#include <map>
#include <memory>

namespace sluice::ui {

struct Paint::Faces {
    explicit Faces(const Theme& t)
        : fonts{t.font(type::note), t.font(type::note, true), t.font(type::control), t.font(type::control, true),
            t.font(type::body, true), t.mono(type::control), t.mono(type::note)}
        , metrics{QFontMetricsF(fonts[0]), QFontMetricsF(fonts[1]), QFontMetricsF(fonts[2]), QFontMetricsF(fonts[3]),
              QFontMetricsF(fonts[4]), QFontMetricsF(fonts[5]), QFontMetricsF(fonts[6])} { }
    std::array<QFont, 7> fonts;
    std::array<QFontMetricsF, 7> metrics;

    static const Faces& of(const Theme& t) {
        static std::map<int, std::unique_ptr<Faces>> cache; // by scale; fonts do not depend on the colours
        auto& f = cache[static_cast<int>(std::lround(t.scale() * 1000))];
        if (!f)
            f = std::make_unique<Faces>(t);
        return *f;
    }
};

Paint::Paint(QPainter& painter, const Theme& theme)
    : p(painter)
    , t(theme)
    , s(theme.scale())
    , faces_(Faces::of(theme)) { }

const QFont& Paint::font(Face face) const {
    return faces_.fonts[static_cast<std::size_t>(face)];
}
const QFontMetricsF& Paint::metrics(Face face) const {
    return faces_.metrics[static_cast<std::size_t>(face)];
}
double Paint::width(Face face, const QString& text) const {
    return metrics(face).horizontalAdvance(text);
}

QRectF Paint::text(const QRectF& rect, Qt::Alignment align, const QString& text, Token color, Face face) const {
    if (text.isEmpty() || rect.width() <= 4)
        return {};
    const QFontMetricsF& m = metrics(face);
    QString shown = text;
    double w = m.horizontalAdvance(shown);
    if (w > rect.width() + 0.5) {
        shown = m.elidedText(text, Qt::ElideRight, rect.width());
        w = m.horizontalAdvance(shown);
    }
    double x = rect.left();
    if (align & Qt::AlignRight)
        x = rect.right() - w;
    else if (align & Qt::AlignHCenter)
        x = rect.center().x() - w / 2;
    const double y = rect.center().y() + (m.ascent() - m.descent()) / 2;
    p.setFont(font(face));
    p.setPen(t[color]);
    const QPointF at(std::round(x), std::round(y));
    p.drawText(at, shown);
    return {at.x(), at.y() - m.ascent(), w, m.ascent() + m.descent()};
}

void Paint::label(const QPointF& centre, double most_width, const QString& text, Token color) const {
    const double w = std::ceil(width(Face::note, text)) + 8 * s, h = 16 * s;
    if (w > most_width)
        return;
    const QRectF r(std::round(centre.x() - w / 2), std::round(centre.y() - h / 2), w, h);
    box(r, t[Token::card], t[Token::card], 2 * s, 0);
    this->text(r, Qt::AlignHCenter, text, color);
}

void Paint::box(const QRectF& rect, QColor fill, QColor border, double radius, double pen) const {
    p.setRenderHint(QPainter::Antialiasing, radius > 0);
    p.setPen(pen > 0 ? QPen(border, pen) : QPen(Qt::NoPen));
    p.setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    const QRectF r = rect.adjusted(pen / 2, pen / 2, -pen / 2, -pen / 2);
    if (radius > 0)
        p.drawRoundedRect(r, radius, radius);
    else
        p.drawRect(r);
    p.setRenderHint(QPainter::Antialiasing, false);
}

void Paint::line(QPointF a, QPointF b, QColor color, double w, Qt::PenStyle style) const {
    QPen pen(color, w, style, Qt::FlatCap);
    if (style == Qt::DotLine)
        pen.setDashPattern({1.5 / w, 2.5 / w});
    else if (style == Qt::DashLine)
        pen.setDashPattern({5 / w, 3 / w});
    p.setPen(pen);
    p.setBrush(Qt::NoBrush);
    p.drawLine(a, b);
}

void paint_marks(const Paint& paint, const SceneLayout& layout, const SceneModel& model, const SceneViewState& view) {
    QPainter& p = paint.p;
    const auto rect_of = [&](const Inspectable& thing) {
        QRectF r = place_of(model, layout, thing);
        const RoomBox* room
            = thing.what == Inspectable::What::node ? layout.room(static_cast<NodeId>(thing.id)) : nullptr;
        if (room && room->form == RoomForm::row)
            r = r.intersected(layout.rows);
        return r;
    };
    const auto radius = [&](const Inspectable& thing) {
        return (thing.what == Inspectable::What::node         ? corner::box
                       : thing.what == Inspectable::What::cpu ? corner::card
                                                              : corner::bar)
            * paint.s;
    };
    if (const QRectF r = rect_of(view.hover); !r.isEmpty())
        paint.box(r, {}, paint.t[Token::ink], radius(view.hover), 1);
    if (const QRectF r = rect_of(view.selection); !r.isEmpty())
        paint.box(r, {}, paint.t[Token::ink], radius(view.selection), 2);
    if (const QRectF r = rect_of(view.focus); !r.isEmpty())
        draw_focus_ring(p, r, paint.t);
    for (const Callout& c : view.callouts) {
        const QRectF r = rect_of(c.target);
        if (r.isEmpty())
            continue;
        const double d = 17 * paint.s;
        QRectF circle(r.right() - d / 2, r.top() + r.height() * 0.58 - d / 2, d, d);
        if (circle.right() > layout.size.width())
            circle.moveRight(layout.size.width());
        p.setRenderHint(QPainter::Antialiasing, true);
        p.setPen(QPen(paint.t[Token::card], 1));
        p.setBrush(paint.t[Token::ink]);
        p.drawEllipse(circle);
        p.setRenderHint(QPainter::Antialiasing, false);
        paint.text(circle, Qt::AlignHCenter, QString::number(c.number), Token::card, Paint::Face::note_bold);
    }
}

} // namespace sluice::ui
