// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/lock_order_view.h"

#include "ui/kit/format.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <map>

namespace sluice::ui {

namespace {

constexpr int kBox = 24, kGap = 10, kWay = 34, kSide = 12;

QString tr_order(const char* words) {
    return QCoreApplication::translate("LockOrderView", words);
}

} // namespace

LockOrderPicture picture_of_order(
    const lock::OrderFold& order, const lock::LockNames& names, const QString& label, bool of_b) {
    LockOrderPicture p;
    p.label = label;
    p.of_b = of_b;
    std::map<lock::LockClass, std::size_t> at;
    std::vector<lock::LockClass> classes;
    for (const lock::OrderEdge& e : order.edges())
        for (const lock::LockClass c : {e.from, e.to})
            if (std::find(classes.begin(), classes.end(), c) == classes.end())
                classes.push_back(c);
    std::stable_sort(classes.begin(), classes.end(),
        [&](lock::LockClass x, lock::LockClass y) { return order.depth(x) < order.depth(y); });
    for (const lock::LockClass c : classes) {
        at[c] = p.nodes.size();
        p.nodes.push_back({QString::fromStdString(names.locks.class_name(c)), order.depth(c), order.innermost(c)});
    }
    const auto cycles = order.cycles();
    const auto in_cycle = [&](const lock::OrderEdge& e) {
        return std::any_of(cycles.begin(), cycles.end(), [&](const lock::LockCycle& c) {
            return std::any_of(c.begin(), c.end(),
                [&](const lock::LockOrderEdge& step) { return step.from == e.from && step.to == e.to; });
        });
    };
    // Locks of a cycle have no order: each stands in a column of its own, and one arrow leads back.
    if (!cycles.empty())
        for (std::size_t i = 0; i < p.nodes.size(); ++i)
            p.nodes[i].depth = static_cast<unsigned>(i);
    QStringList parts;
    for (const lock::OrderEdge& e : order.edges()) {
        p.edges.push_back(
            {at[e.from], at[e.to], e.count, QString::fromStdString(names.site_name(e.site)), in_cycle(e)});
        parts << tr_order("%1 is taken while %2 is held, %3 times")
                     .arg(
                         p.nodes[at[e.to]].name, p.nodes[at[e.from]].name, format::count(static_cast<qint64>(e.count)));
    }
    for (const auto& n : p.nodes)
        if (n.innermost)
            parts << tr_order("nothing is taken while %1 is held").arg(n.name);
    if (!cycles.empty())
        p.cycle = QString::fromStdString(lock::describe_cycle(cycles.front(), names.locks));
    parts << (p.cycle.isEmpty() ? tr_order("no cycle") : tr_order("a cycle: %1").arg(p.cycle));
    if (p.nodes.empty())
        parts = {tr_order("No lock was taken while another one was held")};
    p.sentence = (label.isEmpty() ? QString() : label.simplified() + QStringLiteral(": "))
        + parts.join(QStringLiteral("; ")) + u'.';
    return p;
}

LockOrderView::LockOrderView(QWidget* parent)
    : QWidget(parent) {
    setObjectName("lock_order");
    setAccessibleName(tr("Lock order"));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setSizePolicy(policy);
}

void LockOrderView::set_pictures(std::vector<LockOrderPicture> pictures) {
    pictures_ = std::move(pictures);
    QStringList sentences;
    for (const LockOrderPicture& p : pictures_)
        sentences << p.sentence;
    setAccessibleDescription(sentences.join(u' '));
    updateGeometry();
    update();
}

double LockOrderView::height_of(const LockOrderPicture& picture) const {
    std::map<unsigned, int> in_column;
    int most = 1;
    for (const auto& n : picture.nodes)
        most = std::max(most, ++in_column[n.depth]);
    const QFontMetricsF note(theme().font(type::note));
    const double words = note.height() + px(4);
    return (picture.label.isEmpty() ? 0 : words) + most * px(kBox) + (most - 1) * px(kGap) + words + px(4)
        + (picture.cycle.isEmpty() ? 0 : px(14));
}

QSize LockOrderView::sizeHint() const {
    double height = px(4);
    for (const LockOrderPicture& p : pictures_)
        height += height_of(p) + px(4);
    return {px(300), static_cast<int>(std::ceil(height))};
}

QSize LockOrderView::minimumSizeHint() const {
    return {px(120), sizeHint().height()};
}

std::vector<QRectF> LockOrderView::boxes(const LockOrderPicture& picture, double top) const {
    const QFontMetricsF mono(theme().mono(type::note));
    std::map<unsigned, double> width;
    for (const auto& n : picture.nodes)
        width[n.depth] = std::max(width[n.depth], mono.horizontalAdvance(n.name) + px(16));
    // Narrow docks squeeze the ways first, then the names.
    double all = 0;
    for (const auto& [depth, w] : width)
        all += w;
    const double ways = width.empty() ? 0 : static_cast<double>(width.size() - 1);
    const double room = this->width() - 2.0 * px(kSide);
    const double way = ways > 0 ? std::clamp((room - all) / ways, 1.0 * px(18), 1.0 * px(kWay)) : 0;
    const double squeeze = all > 0 ? std::min(1.0, (room - ways * way) / all) : 1;
    std::map<unsigned, double> left;
    double x = px(kSide);
    for (const auto& [depth, w] : width) {
        left[depth] = x;
        x += w * squeeze + way;
    }
    std::map<unsigned, int> placed;
    std::vector<QRectF> out;
    for (const auto& n : picture.nodes) {
        const int row = placed[n.depth]++;
        out.emplace_back(left[n.depth], top + row * (px(kBox) + px(kGap)), width[n.depth] * squeeze, px(kBox));
    }
    return out;
}

void LockOrderView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    double y = px(2);
    for (const LockOrderPicture& p : pictures_) {
        const QFontMetricsF note(theme().font(type::note));
        const QFontMetricsF mono(theme().mono(type::note));
        double top = y;
        if (!p.label.isEmpty()) {
            painter.setFont(theme().font(type::note, p.of_b));
            painter.setPen(color(p.of_b ? Token::ink : Token::ink2));
            painter.drawText(QPointF(px(kSide), top + note.ascent()),
                note.elidedText(p.label, Qt::ElideRight, width() - 2.0 * px(kSide)));
            top += note.height() + px(4);
        }
        const auto rects = boxes(p, top);
        for (const auto& e : p.edges) {
            const QRectF &from = rects[e.from], &to = rects[e.to];
            const QColor ink = color(e.in_cycle ? Token::stall : Token::ink2);
            painter.setPen(QPen(ink, e.in_cycle ? 2 : 1.2));
            painter.setBrush(Qt::NoBrush);
            QPointF begin, end;
            QPainterPath way;
            double angle = 0; // of the head
            if (p.nodes[e.from].depth < p.nodes[e.to].depth) {
                begin = {from.right(), from.center().y()};
                end = {to.left() - 1, to.center().y()};
                way.moveTo(begin);
                const double bend = (end.x() - begin.x()) / 2;
                way.cubicTo(begin + QPointF(bend, 0), end - QPointF(bend, 0), end - QPointF(px(4), 0));
            } else {
                // Back to a lock further out: round below.
                begin = {from.center().x(), from.bottom()};
                end = {to.center().x() + (e.from == e.to ? px(10) : 0), to.bottom() + 1};
                const double low = std::max(from.bottom(), to.bottom()) + px(14);
                way.moveTo(begin);
                way.cubicTo({begin.x(), low}, {end.x(), low}, end + QPointF(0, px(4)));
                angle = -90;
            }
            painter.drawPath(way);
            painter.save();
            painter.translate(end);
            painter.rotate(angle);
            painter.setPen(Qt::NoPen);
            painter.setBrush(ink);
            const double s = px(5);
            painter.drawPolygon(QPolygonF({QPointF(0, 0), QPointF(-s, -s * 0.6), QPointF(-s, s * 0.6)}));
            painter.restore();
        }
        double bottom = top + px(kBox);
        for (std::size_t i = 0; i < rects.size(); ++i) {
            const auto& n = p.nodes[i];
            painter.setPen(QPen(color(n.innermost ? Token::accent : Token::edge), n.innermost ? 1.5 : 1));
            painter.setBrush(color(n.innermost ? Token::accentsoft : Token::card));
            painter.drawRoundedRect(rects[i].adjusted(0.5, 0.5, -0.5, -0.5), px(corner::card), px(corner::card));
            painter.setPen(color(Token::ink));
            painter.setFont(theme().mono(type::note));
            painter.drawText(
                rects[i], Qt::AlignCenter, mono.elidedText(n.name, Qt::ElideMiddle, rects[i].width() - px(8)));
            bottom = std::max(bottom, rects[i].bottom());
        }
        if (rects.empty())
            bottom = top;
        if (!p.cycle.isEmpty())
            bottom += px(14);
        QStringList inner;
        for (const auto& n : p.nodes)
            if (n.innermost)
                inner << n.name;
        const QString words = p.nodes.empty() ? tr("No lock was taken while another one was held.")
            : !p.cycle.isEmpty()              ? tr("Cycle: %1").arg(p.cycle)
            : inner.isEmpty()                 ? tr("No cycle.")
                                              : tr("Innermost: %1. No cycle.").arg(inner.join(QStringLiteral(", ")));
        painter.setFont(theme().font(type::note, !p.cycle.isEmpty()));
        painter.setPen(color(p.cycle.isEmpty() ? Token::ink2 : Token::stall));
        painter.drawText(QPointF(px(kSide), bottom + px(5) + note.ascent()),
            QFontMetricsF(painter.font()).elidedText(words, Qt::ElideRight, width() - 2.0 * px(kSide)));
        y += height_of(p) + px(4);
    }
}

bool LockOrderView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), accessibleDescription(), this);
    return true;
}

} // namespace sluice::ui
