// SPDX-License-Identifier: GPL-3.0-or-later
// The shapes of pages: one shape for each kind, states drawn around it in ink. Drawn, or as cached sprites.
#pragma once

#include "ui/theme/theme.h"

#include <QPixmap>
#include <QPointF>
#include <QRectF>

#include <array>

class QPainter;

namespace sluice::ui {

enum class PageKind : std::uint8_t { free, page_table, anon, file_clean, file_dirty, kernel, buffer_head };
inline constexpr int page_kind_count = static_cast<int>(PageKind::buffer_head) + 1;

/// Bits; at most two at once.
enum PageState : unsigned {
    page_plain = 0,
    page_in_pagevec = 1, ///< corner brackets
    page_isolated = 2, ///< dotted ring
    page_used = 4, ///< bar above
    page_writing = 8, ///< arc with an arrow
};

/// size: of the shape, in px before scaling of text (7 travelling, 8 to 9 in slots, 13 to 16 in legends).
void draw_page(QPainter& painter, QPointF centre, PageKind kind, double size, unsigned states = page_plain,
    const Theme& theme = ui::theme());

/// The same as a cached pixmap with room for states around it; its middle is the shape's middle.
const QPixmap& page_sprite(PageKind kind, int size, unsigned states, const Theme& theme, qreal device_pixel_ratio);

/// All kinds of one size on one pixmap, for QPainter::drawPixmapFragments. Rectangles in pixmap pixels.
struct PageAtlas {
    QPixmap pixmap;
    std::array<QRectF, page_kind_count> source;
};
const PageAtlas& page_atlas(int size, const Theme& theme, qreal device_pixel_ratio);

} // namespace sluice::ui
