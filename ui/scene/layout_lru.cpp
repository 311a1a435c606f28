// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/layout_lru.h"

#include <algorithm>
#include <cmath>

namespace sluice::ui {
namespace {

constexpr double card_gap = 10;
// Least widths of cards, px at 100 %: slots of 16 px in rows of 8 with the count beside them; slots of 11 px; bars.
constexpr double large_width = 204, medium_width = 164, small_width = 84;
constexpr double cell_width = 34, cell_height = 21, dot_pitch = 14;

QRectF whole(const QRectF& r) {
    const double x = std::round(r.x()), y = std::round(r.y());
    return {x, y, std::round(r.right()) - x, std::round(r.bottom()) - y};
}

/// Slots that fill at most `width` x `height`: 16 px in rows of 8 if they fit, else smaller ones in longer rows.
SlotGrid grid_for(std::uint32_t capacity, double x, double y, double width, double height, double s) {
    SlotGrid g;
    g.columns = 8;
    g.pitch = 16 * s;
    const auto rows = [&](std::uint32_t columns) { return std::ceil(static_cast<double>(capacity) / columns); };
    for (const auto& [columns, pitch] :
        {std::pair(8u, 16.0), {8u, 14.0}, {8u, 12.0}, {16u, 9.0}, {16u, 7.0}, {16u, 5.0}, {32u, 4.0}}) {
        g.columns = columns;
        g.pitch = pitch * s;
        if (std::min(capacity, columns) * g.pitch + 4 <= width && rows(columns) * g.pitch + 4 <= height)
            break;
    }
    g.rect = QRectF(
        x, y, std::round(std::min(capacity, g.columns) * g.pitch) + 3, std::round(rows(g.columns) * g.pitch) + 3);
    return g;
}

class Maker {
public:
    Maker(const LruShape& shape, QSizeF size, double s, std::optional<Level> before)
        : shape_(shape)
        , size_(size)
        , s_(s)
        , before_(before)
        , margin_((size.width() >= 860 * s ? 12 : 9) * s) {
        out_.shape = shape;
    }

    LruLayout make() {
        const double below = place_cards();
        const double low = size_.height() - margin_;
        const double panel = std::clamp(size_.width() * 0.255, 150 * s_, 241 * s_);
        const bool wired = wired_cards();
        // Tokens and the upper part of the door stand between the cards and the room.
        const double band = std::clamp((low - below) * 0.26, 54 * s_, (wired ? 66 : 58) * s_);
        out_.wires = below + 7 * s_;
        out_.room = whole({margin_, below + band, size_.width() - 2 * margin_ - panel - 12 * s_, low - below - band});
        out_.zones = whole({size_.width() - margin_ - panel, below + std::min(14 * s_, band * 0.3), panel, 0});
        out_.zones.setBottom(low);
        place_doors();
        place_belts();
        place_zones();
        return std::move(out_);
    }

private:
    bool wired_cards() const { return !out_.cards.empty() && out_.cards.front().level <= Level::small; }

    /// Returns the y beneath the cards.
    double place_cards() {
        const std::size_t n = shape_.cpus.size();
        const double inner = size_.width() - 2 * margin_;
        const auto width_of = [&](std::size_t columns) {
            return (inner - static_cast<double>(columns - 1) * card_gap * s_) / static_cast<double>(columns);
        };
        if (n == 0)
            return margin_;
        const double high = size_.height();
        std::size_t zoomed = n;
        if (shape_.zoomed)
            zoomed = static_cast<std::size_t>(
                std::find(shape_.cpus.begin(), shape_.cpus.end(), *shape_.zoomed) - shape_.cpus.begin());
        // A better level than before must have some width to spare, so that a resize does not flicker.
        const auto has = [&](Level level, std::size_t columns, double least) {
            return width_of(columns) >= least * s_ * (before_ && level < *before_ ? 1.1 : 1.0);
        };
        if (zoomed < n && !has(Level::large, n, large_width))
            return place_zoomed(zoomed);
        // More than two rows of slots need more height.
        const bool many = shape_.capacity > 16;
        const double tall = high < 400 * s_ && !many ? 112 : many ? 148 : high >= 480 * s_ ? 140 : 128;
        if (has(Level::large, n, large_width))
            return place_rows(n, std::min(width_of(n), 300 * s_), tall * s_, Level::large);
        if (has(Level::medium, n, medium_width))
            return place_rows(n, width_of(n), (many && high >= 360 * s_ ? 134 : 112) * s_, Level::medium);
        for (std::size_t rows = 1; rows <= (high >= 380 * s_ ? 2u : 1u); ++rows) {
            const std::size_t columns = (n + rows - 1) / rows;
            if (has(Level::small, columns, small_width))
                return place_rows(columns, width_of(columns), 66 * s_, Level::small);
        }
        const auto columns = static_cast<std::size_t>(std::max(1.0, inner / (cell_width * s_)));
        const double rows = std::ceil(static_cast<double>(n) / static_cast<double>(columns));
        if (rows * cell_height * s_ <= high * 0.3)
            return place_cells(columns, cell_width * s_, cell_height * s_, Level::cell);
        return place_cells(static_cast<std::size_t>(std::max(1.0, inner / (dot_pitch * s_))), dot_pitch * s_,
            dot_pitch * s_, Level::dot);
    }

    double place_rows(std::size_t columns, double width, double height, Level level) {
        double y = margin_;
        for (std::size_t i = 0; i < shape_.cpus.size(); ++i) {
            y = margin_ + static_cast<double>(i / columns) * (height + 8 * s_);
            const double x = margin_ + static_cast<double>(i % columns) * (width + card_gap * s_);
            furnish(shape_.cpus[i], whole({x, y, width, height}), level);
        }
        return y + height;
    }

    double place_cells(std::size_t columns, double dx, double dy, Level level) {
        double y = margin_;
        for (std::size_t i = 0; i < shape_.cpus.size(); ++i) {
            y = margin_ + static_cast<double>(i / columns) * dy;
            LruCardBox c;
            c.cpu = shape_.cpus[i];
            c.level = level;
            c.rect = whole({margin_ + static_cast<double>(i % columns) * dx, y, dx - 3 * s_, dy - 3 * s_});
            out_.cards.push_back(std::move(c));
        }
        return y + dy;
    }

    /// One large card at the left, the others as cells beside it.
    double place_zoomed(std::size_t which) {
        const double width = 230 * s_, height = 128 * s_, left = margin_ + width + card_gap * s_;
        const auto columns
            = static_cast<std::size_t>(std::max(1.0, (size_.width() - margin_ - left) / (cell_width * s_)));
        std::size_t place = 0;
        for (std::size_t i = 0; i < shape_.cpus.size(); ++i) {
            if (i == which) {
                furnish(shape_.cpus[i], whole({margin_, margin_, width, height}), Level::large);
                continue;
            }
            const double y = margin_ + static_cast<double>(place / columns) * cell_height * s_;
            LruCardBox c;
            c.cpu = shape_.cpus[i];
            c.level = y + cell_height * s_ <= margin_ + height + 1 ? Level::cell : Level::dot;
            c.rect = whole({left + static_cast<double>(place % columns) * cell_width * s_, y, cell_width * s_ - 3 * s_,
                cell_height * s_ - 3 * s_});
            ++place;
            if (c.level == Level::cell)
                out_.cards.push_back(std::move(c));
        }
        return margin_ + height;
    }

    void furnish(CpuId cpu, const QRectF& r, Level level) {
        LruCardBox c;
        c.cpu = cpu;
        c.rect = r;
        c.level = level;
        const double s = s_;
        if (level == Level::small) {
            c.title = QRectF(r.left() + 8 * s, r.top() + 3 * s, r.width() - 32 * s, 18 * s);
            c.chip = QRectF(r.right() - 24 * s, r.top() + 3 * s, 20 * s, 18 * s);
            c.function = QRectF(r.left() + 8 * s, r.top() + 20 * s, r.width() - 12 * s, 14 * s);
            c.grid = grid_for(shape_.capacity, r.left() + 7 * s, r.top() + 36 * s, r.width() - 40 * s, 24 * s, s);
            c.count = QRectF(c.grid.rect.right() + 4 * s, r.top() + 36 * s, 0, 15 * s);
            c.count.setRight(r.right() - 3 * s);
            out_.cards.push_back(std::move(c));
            return;
        }
        const bool large = level == Level::large;
        const double x = r.left() + 11 * s, w = r.width() - 20 * s;
        c.title = QRectF(x, r.top() + 5 * s, w * 0.5, 20 * s);
        c.chip = QRectF(r.left() + r.width() * 0.35, r.top() + 5 * s, r.width() * 0.65 - 8 * s, 20 * s);
        const double rows = std::ceil(shape_.capacity / 8.0);
        const double spare = std::max(0.0, r.height() - 93 * s - rows * (large ? 16 : 12) * s);
        double y = r.top() + 26 * s + spare * 0.2;
        c.function = QRectF(x, y, w, 16 * s);
        c.where = QRectF(x, y + 16 * s, w, 14 * s);
        y += 33 * s + spare * 0.3;
        c.note = QRectF(x, r.bottom() - 19 * s, w, 15 * s);
        const double words = (large ? 62 : 50) * s; // "16 of 16" beside the slots
        c.grid = grid_for(shape_.capacity, x - 1, y, w - words - 6 * s, c.note.top() - y, s);
        const double beside = c.grid.rect.right() + 7 * s;
        const double middle = c.grid.rect.center().y();
        const bool three = c.grid.rect.height() >= 46 * s;
        c.count = QRectF(beside, std::max(middle - (three ? 23 : 15) * s, c.grid.rect.top() - 1),
            r.right() - 4 * s - beside, 15 * s);
        c.whose = c.count.translated(0, 14 * s);
        out_.cards.push_back(std::move(c));
    }

    void place_doors() {
        if (shape_.locks.empty())
            return;
        const QRectF& room = out_.room;
        const double s = s_;
        LruDoorBox d;
        d.set = std::min(shape_.shown, shape_.locks.size() - 1);
        d.lock = shape_.locks[d.set];
        d.wall = room.top();
        const double width = 62 * s, height = 42 * s;
        const double x = std::round(room.left() + room.width() * 0.58 - width / 2);
        d.gate = whole({x, room.top() - 30 * s, width, height});
        d.tokens = QRectF(room.left() + std::min(132 * s, room.width() * 0.22), room.top() - 31 * s, 0, 22 * s);
        d.tokens.setRight(d.gate.left() - 10 * s);
        d.queue_words = QRectF(room.left(), room.top() - 38 * s, 0, 30 * s);
        d.queue_words.setRight(d.tokens.left());
        d.name = QRectF(d.gate.right() + 8 * s, room.top() - 36 * s, 0, 30 * s);
        d.name.setRight(room.right());
        d.rect
            = QRectF(QPointF(d.gate.left() - 4 * s, d.gate.top() - 18 * s), d.gate.bottomRight() + QPointF(4 * s, 0));
        out_.doors.push_back(d);
        // The others hang from the wall inside the room, at its right end.
        const double step = 34 * s;
        const auto fit = static_cast<std::size_t>(std::max(0.0, (room.right() - d.gate.right() - 18 * s) / step));
        std::size_t place = 0;
        for (std::size_t i = shape_.locks.size(); i-- > 0 && place < fit;) {
            if (i == d.set)
                continue;
            LruDoorBox small;
            small.set = i;
            small.lock = shape_.locks[i];
            small.large = false;
            small.wall = room.top();
            small.gate = whole({room.right() - 10 * s - static_cast<double>(place + 1) * step + 6 * s, room.top() + 1,
                28 * s, 20 * s});
            small.rect = small.gate;
            out_.doors.push_back(small);
            ++place;
        }
    }

    void place_belts() {
        const QRectF& room = out_.room;
        const double s = s_;
        const std::size_t n = std::max<std::size_t>(shape_.belts.size(), 1);
        const bool two = n <= 2;
        const double labels = (two ? room.width() < 420 * s ? 76 : 94 : 112) * s;
        const double foot = room.height() >= 150 * s ? 25 * s : 0; // reclaimers and disks
        double top = room.top() + (room.height() >= 176 * s ? 40 : shape_.locks.size() > 1 ? 37 : 30) * s;
        const double bottom = room.bottom() - foot - 4 * s;
        const double tray = std::clamp((bottom - top) * 0.22, 26 * s, 40 * s);
        // Pills with gaps, then the tray with the gap of its arrow.
        const double space = bottom - top - tray;
        const double pill = std::clamp(space / (two ? 4.1 : 5.6), 14 * s, (two ? 32 : 24) * s);
        double gap = (space - pill * static_cast<double>(n)) / static_cast<double>(n);
        gap = std::clamp(gap, 2 * s, 64 * s);
        const double used = (pill + gap) * static_cast<double>(n) + tray;
        top += std::max(0.0, (bottom - top - used) * 0.4);
        out_.ends_y = top - 10 * s;
        if (!out_.doors.empty()) { // right of the door, up to the doors of the others
            double right = room.right() - 12 * s;
            for (const LruDoorBox& d : out_.doors)
                if (!d.large)
                    right = std::min(right, d.gate.left() - 8 * s);
            const double left = out_.doors.front().gate.right() + 8 * s;
            out_.set_name = QRectF(left, room.top() + 3 * s, std::max(0.0, right - left), 16 * s);
        }
        for (std::size_t i = 0; i < shape_.belts.size(); ++i) {
            BeltBox b;
            b.list = shape_.belts[i];
            const double y = top + static_cast<double>(i) * (pill + gap);
            b.pill = whole({room.left() + labels + 14 * s, y, room.width() - labels - 32 * s, pill});
            const bool low = pill + gap < 31 * s; // name and count on one line
            const double words = low ? 16 * s : 32 * s;
            b.words = QRectF(room.left() + 13 * s, y + pill / 2 - words / 2, labels, words);
            b.pitch = (b.pill.width() - 46 * s) / static_cast<double>(BeltBox::places);
            b.first = b.pill.left() + 23 * s + b.pitch / 2;
            out_.belts.push_back(b);
        }
        const double y = top + static_cast<double>(n) * (pill + gap);
        TrayBox& t = out_.tray;
        const double width = std::min(262 * s, room.width() * 0.46);
        t.rect = whole({room.right() - 18 * s - width, y, width, tray});
        t.words = QRectF(room.left() + 13 * s, y + tray / 2 - 16 * s, 0, 32 * s);
        t.words.setRight(t.rect.left() - 10 * s);
        t.pitch = width / static_cast<double>(t.columns);
        if (foot > 0)
            place_foot({room.left() + 12 * s, room.bottom() - foot, room.width() - 24 * s, foot - 2 * s});
    }

    void place_foot(const QRectF& r) {
        const double s = s_;
        const double words = 122 * s, each = 30 * s;
        std::size_t shown = shape_.disks;
        double disks = 0;
        if (shown > 0) {
            const auto fit = static_cast<std::size_t>(std::max(0.0, (r.width() * 0.56 - words) / each));
            shown = std::min(shown, fit);
            disks = words + static_cast<double>(shown) * each;
        }
        double x = r.right() - disks;
        out_.disk_words = QRectF(x, r.top(), words - 6 * s, r.height());
        x += words;
        for (std::size_t d = 0; d < shown; ++d, x += each)
            out_.disks.push_back({Inspectable::disk(static_cast<std::uint32_t>(d)),
                whole({x, r.center().y() - 9 * s, each - 4 * s, 18 * s})});
        // The reclaimers share what is left; the last place says how many more there are.
        const double left = r.width() - disks - 12 * s;
        const std::size_t n = shape_.actors.size();
        const auto fit = static_cast<std::size_t>(std::max(1.0, left / (150 * s)));
        const std::size_t drawn = std::min(n, fit);
        for (std::size_t i = 0; i < drawn; ++i) {
            const double w = std::min(left / static_cast<double>(drawn), 240 * s);
            out_.actors.push_back({Inspectable::task(shape_.actors[i]),
                whole({r.left() + static_cast<double>(i) * w, r.center().y() - 9 * s, w - 6 * s, 18 * s})});
        }
    }

    void place_zones() {
        const QRectF& r = out_.zones;
        const double s = s_;
        out_.zones_title = QRectF(r.left() + 12 * s, r.top() + 4 * s, r.width() - 20 * s, 20 * s);
        std::size_t present = 0, absent = 0;
        for (const auto& z : shape_.zones)
            ++(z.absent ? absent : present);
        const bool numbers = present <= 3;
        const double labels = numbers ? (r.width() >= 190 * s ? 72 : 62) * s : 8 * s;
        const double right_labels = numbers && r.width() >= 190 * s ? 66 * s : 6 * s;
        const double top = r.top() + 34 * s, bottom = r.bottom() - 8 * s;
        const double name = 18 * s, foot = std::clamp((bottom - top) * 0.24, 34 * s, 64 * s);
        const double low = bottom - name; // of the feet
        const double column_low = low - foot - 7 * s;
        const double absent_width = std::min(24 * s, r.width() * 0.1);
        const double between = (present > 6 ? 6 : present > 3 ? 14 : present == 3 ? 26 : 20) * s;
        // Right of the largest tank stand the words of its limit.
        const double after_first = std::max(between, right_labels);
        const double gaps = present > 1 ? after_first + between * static_cast<double>(present - 2) : right_labels;
        const double inner = r.width() - 8 * s - labels - gaps - static_cast<double>(absent) * (absent_width + 8 * s);
        std::uint64_t most = 1;
        for (const auto& z : shape_.zones)
            most = std::max(most, z.pages);
        // The widest for the largest; a zone a thousand times smaller can still be seen.
        double weights = 0;
        const auto share = [&](std::uint64_t pages) {
            return std::max(0.42, std::pow(static_cast<double>(pages) / static_cast<double>(most), 0.25));
        };
        for (const auto& z : shape_.zones)
            weights += z.absent ? 0 : share(z.pages);
        const double unit = std::min(64 * s, inner / std::max(weights, 0.1));
        double x = r.left() + labels;
        bool first = true;
        for (const auto& z : shape_.zones) {
            if (z.absent)
                continue;
            TankBox t;
            t.zone = z.zone;
            const double w = std::round(std::max(8 * s, unit * share(z.pages)));
            const double h = (column_low - top) * std::max(0.5, share(z.pages));
            t.column = whole({x, column_low - h, w, h});
            const double wider = std::min(6 * s, w * 0.15);
            t.foot = whole({x - wider, low - foot, w + 2 * wider, foot});
            // The name has the width up to the middle of the gaps.
            out_.tank_names.push_back(
                QRectF(t.foot.left() - between / 2, low + 2 * s, t.foot.width() + between, name - 2 * s));
            t.total = false;
            if (first && numbers) {
                t.label_left = r.left() + 3 * s;
                t.label_right = t.foot.left();
            }
            out_.tanks.push_back(t);
            x += w + (first ? after_first : between);
            first = false;
        }
        x = r.right() - 10 * s - static_cast<double>(absent) * (absent_width + 8 * s) + 8 * s;
        for (std::size_t i = 0; i < absent; ++i, x += absent_width + 8 * s)
            out_.absent.push_back(whole({x, top, absent_width, low - top}));
    }

    const LruShape& shape_;
    QSizeF size_;
    double s_;
    std::optional<Level> before_;
    double margin_;
    LruLayout out_;
};

} // namespace

const LruCardBox* LruLayout::card(CpuId cpu) const {
    const auto it = std::find_if(cards.begin(), cards.end(), [&](const LruCardBox& c) { return c.cpu == cpu; });
    return it == cards.end() ? nullptr : &*it;
}

const BeltBox* LruLayout::belt(List list) const {
    const auto it = std::find_if(belts.begin(), belts.end(), [&](const BeltBox& b) { return b.list == list; });
    return it == belts.end() ? nullptr : &*it;
}

std::vector<ThingBox> LruLayout::things() const {
    std::vector<ThingBox> out;
    const auto set = static_cast<std::uint32_t>(shape.shown);
    for (const LruCardBox& c : cards)
        out.push_back({Inspectable::cpu(c.cpu), c.rect});
    for (const LruDoorBox& d : doors)
        out.push_back({Inspectable::lock(d.lock), d.rect});
    for (const BeltBox& b : belts)
        out.push_back({Inspectable::list(set, b.list), b.pill});
    if (!tray.rect.isEmpty())
        out.push_back({Inspectable::list(set, List::isolated), tray.rect});
    out.insert(out.end(), actors.begin(), actors.end());
    out.insert(out.end(), disks.begin(), disks.end());
    for (const TankBox& t : tanks)
        out.push_back({Inspectable::zone(t.zone), t.column.united(t.foot)});
    return out;
}

LruLayout lay_out_lru(const LruShape& shape, QSizeF size, double scale, std::optional<Level> before) {
    return Maker(shape, size, scale, before).make();
}

} // namespace sluice::ui
