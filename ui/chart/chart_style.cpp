// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chart/chart_style.h"

#include "ui/chart/chart_data.h"

namespace sluice::ui {

ChartStyle::ChartStyle(const Theme& from)
    : theme(from) {
    colours = {theme[Token::chrome], theme[Token::panel], theme[Token::card], theme[Token::well], theme[Token::line],
        theme[Token::edge], theme[Token::ink], theme[Token::ink2], theme[Token::ink3], theme[Token::accent],
        theme[Token::accentsoft], theme[Token::stall], theme[Token::stallfill], theme[Token::good],
        theme[Token::goodsoft], theme[Token::pt], theme[Token::run_a], theme[Token::run_b], theme[Token::pred]};
}

int ChartStyle::scaled(int px) const {
    return theme.px(px);
}

QFont ChartStyle::size(int px, bool bold) const {
    return theme.font(px, bold);
}

QColor ChartStyle::colour_of(const Series& series) const {
    switch (series.role) {
    case Role::a:
        return colours.a;
    case Role::b:
    case Role::model:
        return colours.b;
    case Role::prediction:
        return colours.prediction;
    case Role::published:
    case Role::limit:
        return colours.ink;
    case Role::neutral:
        break;
    }
    return series.index / 4 % 2 == 0 ? colours.ink2 : colours.edge;
}

QPen ChartStyle::pen_of(const Series& series) const {
    const double width = series.size() > 1000 ? 1 : 2;
    QPen pen(colour_of(series), width);
    pen.setCapStyle(Qt::FlatCap);
    pen.setJoinStyle(Qt::RoundJoin);
    // Dash patterns are in pen widths.
    switch (series.role) {
    case Role::a:
        pen.setDashPattern({7 / width, 3 / width});
        break;
    case Role::limit:
        pen.setWidthF(2);
        pen.setDashPattern({1, 1.5});
        break;
    case Role::prediction:
        pen.setWidthF(1.5);
        break;
    case Role::neutral:
        pen.setWidthF(series.size() > 1000 ? 1 : 1.5);
        switch (series.index % 4) {
        case 1:
            pen.setDashPattern({4, 2});
            break;
        case 2:
            pen.setDashPattern({1, 2});
            break;
        case 3:
            pen.setDashPattern({6, 2, 1, 2});
            break;
        default:
            break;
        }
        break;
    default:
        break;
    }
    return pen;
}

} // namespace sluice::ui
