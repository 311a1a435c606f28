// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/paint_legend.h"

#include "ui/kit/format.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/patterns.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace sluice::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Scene", text);
}

/// Rounds to two leading digits, so that the words do not shiver.
double rounded(double v) {
    if (v <= 0)
        return 0;
    const double unit = std::pow(10.0, std::floor(std::log10(v)) - 1);
    return std::round(v / unit) * unit;
}

} // namespace

LegendContent legend_of(const SceneModel& model) {
    LegendContent out;
    for (const RoomModel& r : model.rooms) {
        for (const TankModel& t : r.tanks) {
            out.files = out.files || t.part(TankPart::file) > 0;
            out.buffers = out.buffers || t.part(TankPart::buffer_heads) > 0;
            out.lists = out.lists || t.part(TankPart::cpu_lists) > 0;
        }
    }
    if (model.lru) {
        out.lru = true;
        out.pages_per_glyph = model.lru->pages_per_glyph;
    }
    out.giant = model.giant.has_value();
    if (out.giant)
        out.lists = false;
    out.streams = (model.giant && !model.giant->flow.empty())
        || std::any_of(model.roads.begin(), model.roads.end(), [](const RoadModel& r) { return r.stream; });
    out.stream_rate = rounded(stream_above / (static_cast<double>(std::max<Time>(1, model.speed)) / kSecond));
    return out;
}

void paint_legend(const Paint& paint, const QRectF& rect, const LegendContent& content, const QString& note) {
    const double s = paint.s, y = rect.center().y();
    double x = rect.left() + 13 * s;
    double right = rect.right() - 12 * s;
    if (content.streams && !content.lru) {
        const QString words = tr("Streams: wider is more, thinnest = %1 pages a second of the run")
                                  .arg(format::count(static_cast<std::int64_t>(content.stream_rate)));
        const double w = paint.width(Paint::Face::note, words);
        if (right - w > x + 320 * s) {
            paint.text({right - w, rect.top(), w + 1, rect.height()}, Qt::AlignRight, words, Token::ink2);
            right -= w + 16 * s;
        }
    } else if (content.lru) {
        const QString words = content.pages_per_glyph == 1
            ? tr("One glyph on a belt = 1 page")
            : tr("One glyph on a belt = %1 pages")
                  .arg(format::count(static_cast<std::int64_t>(content.pages_per_glyph)));
        const double w = paint.width(Paint::Face::note, words);
        paint.text({right - w, rect.top(), w + 1, rect.height()}, Qt::AlignRight, words, Token::ink2);
        right -= w + 16 * s;
    } else if (!note.isEmpty()) {
        const double w = paint.width(Paint::Face::note, note);
        if (right - w > x + 560 * s) {
            paint.text({right - w, rect.top(), w + 1, rect.height()}, Qt::AlignRight, note, Token::ink2);
            right -= w + 16 * s;
        }
    }
    // Entries in order of importance; those that do not fit are left out whole.
    const auto entry = [&](double width, const QString& words, auto&& draw) {
        const double w = width + 6 * s + paint.width(Paint::Face::note, words);
        if (x + w > right)
            return;
        draw(x);
        paint.text({x + width + 6 * s, rect.top(), w, rect.height()}, Qt::AlignLeft, words, Token::ink2);
        x += w + 17 * s;
    };
    const auto page = [&](PageKind kind, const QString& words) {
        entry(10 * s, words, [&](double at) { draw_page(paint.p, {at + 5 * s, y}, kind, 10, page_plain, paint.t); });
    };
    if (content.lru) {
        const auto state = [&](unsigned states, const QString& words) {
            entry(14 * s, words, [&](double at) {
                draw_page(paint.p, {at + 7 * s, y + s}, PageKind::file_clean, 9, states, paint.t);
            });
        };
        page(PageKind::file_clean, tr("file, clean"));
        page(PageKind::file_dirty, tr("file, dirty"));
        page(PageKind::anon, tr("anonymous"));
        state(page_used, tr("used lately"));
        state(page_writing, tr("being written"));
        page(PageKind::free, tr("free"));
        page(PageKind::buffer_head, tr("buffer head"));
        page(PageKind::kernel, tr("kernel"));
        return;
    }
    if (content.giant) {
        page(PageKind::free, tr("free"));
        page(PageKind::anon, tr("anonymous"));
        page(PageKind::kernel, tr("kernel"));
        const auto area = [&](const QString& words, Token fill, Token edge) {
            entry(16 * s, words, [&](double at) {
                const QRectF r(std::round(at), std::round(y - 5 * s), 16 * s, 10 * s);
                paint.p.fillRect(r, paint.t[fill]);
                paint.box(r, {}, paint.t[edge], 0);
            });
        };
        area(tr("in flight"), Token::accentfill, Token::accentfill);
        area(tr("queued"), Token::warnsoft, Token::warn);
        return;
    }
    page(PageKind::page_table, tr("page table"));
    page(PageKind::free, tr("free"));
    page(PageKind::anon, tr("anonymous"));
    if (content.files)
        page(PageKind::file_clean, tr("file, clean"));
    page(PageKind::kernel, tr("kernel"));
    if (content.buffers)
        page(PageKind::buffer_head, tr("buffer head"));
    entry(16 * s, tr("preemption off"), [&](double at) {
        fill_pattern(paint.p, QRectF(std::round(at), std::round(y - 5 * s), 16 * s, 10 * s), Pattern::stall, paint.t);
    });
    entry(16 * s, tr("limit"), [&](double at) { paint.line({at, y}, {at + 16 * s, y}, paint.t[Token::ink], 2 * s); });
    entry(9 * s, tr("tick whose switch was held off"), [&](double at) {
        paint.p.setRenderHint(QPainter::Antialiasing, true);
        paint.p.setPen(Qt::NoPen);
        paint.p.setBrush(paint.t[Token::stallfill]);
        paint.p.drawPolygon(QPolygonF({{at + 4.5 * s, y - 4 * s}, {at + 9 * s, y + 4 * s}, {at, y + 4 * s}}));
        paint.p.setRenderHint(QPainter::Antialiasing, false);
    });
    if (content.lists)
        entry(16 * s, tr("on CPU lists"), [&](double at) {
            const QRectF r(std::round(at), std::round(y - 5 * s), 16 * s, 10 * s);
            fill_pattern(paint.p, r, Pattern::asleep, paint.t);
            paint.box(r, {}, paint.t[Token::edge], 0);
        });
}

void paint_narration(const Paint& paint, const QRectF& rect, const Narration& narration) {
    const QRectF lead = paint.text(rect, Qt::AlignLeft, narration.lead, Token::ink, Paint::Face::control_bold);
    if (narration.rest.isEmpty())
        return;
    // The second part begins where the first ends: its leading space, if it has one, is part of it.
    paint.text(QRectF(QPointF(lead.isEmpty() ? rect.left() : lead.right(), rect.top()), rect.bottomRight()),
        Qt::AlignLeft, narration.rest, Token::ink2, Paint::Face::control);
}

} // namespace sluice::ui
