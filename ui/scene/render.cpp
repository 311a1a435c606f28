// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/render.h"

#include "ui/scene/paint.h"
#include "ui/scene/paint_legend.h"
#include "ui/scene/paint_lru.h"
#include "ui/scene/paint_roads.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <algorithm>
#include <unordered_map>

namespace sluice::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Scene", text);
}

struct Lookup {
    std::unordered_map<std::uint64_t, const CpuModel*> cpus;
    std::unordered_map<std::uint64_t, const TankModel*> tanks;
    std::unordered_map<std::uint64_t, const LockModel*> locks;
    std::unordered_map<std::uint64_t, const RoomModel*> rooms;

    explicit Lookup(const SceneModel& model) {
        for (const RoomModel& r : model.rooms) {
            rooms[r.node] = &r;
            for (const CpuModel& c : r.cpus)
                cpus[c.id] = &c;
            for (const TankModel& t : r.tanks)
                if (t.absent.isEmpty())
                    tanks[t.zone] = &t;
            for (const LockModel& l : r.locks)
                locks[l.id] = &l;
        }
    }
};

template <class M>
auto find(const M& map, std::uint64_t key) {
    const auto it = map.find(key);
    return it == map.end() ? nullptr : it->second;
}

/// Which node gets most space: the one of what is selected, else the busiest.
NodeId focus_node(const SceneModel& model, const SceneViewState& view) {
    const auto holds = [&](const RoomModel& r) {
        switch (view.selection.what) {
        case Inspectable::What::node:
            return r.node == view.selection.id;
        case Inspectable::What::cpu:
            return std::any_of(
                r.cpus.begin(), r.cpus.end(), [&](const CpuModel& c) { return c.id == view.selection.id; });
        case Inspectable::What::zone:
            return std::any_of(
                r.tanks.begin(), r.tanks.end(), [&](const TankModel& t) { return t.zone == view.selection.id; });
        case Inspectable::What::lock:
            return std::any_of(
                r.locks.begin(), r.locks.end(), [&](const LockModel& l) { return l.id == view.selection.id; });
        case Inspectable::What::page:
        case Inspectable::What::list:
        case Inspectable::What::disk:
        case Inspectable::What::task:
        case Inspectable::What::nothing:
            break;
        }
        return false;
    };
    const auto it = std::find_if(model.rooms.begin(), model.rooms.end(), holds);
    if (it != model.rooms.end())
        return it->node;
    return model.giant ? model.giant->narrow_node : model.busiest();
}

/// The set of LRU lists that one has chosen by its lock or by one of its lists.
std::optional<std::uint32_t> chosen_set(const SceneModel& model, const SceneViewState& view) {
    if (!model.lru)
        return std::nullopt;
    if (view.selection.what == Inspectable::What::list)
        return view.selection.list_set();
    if (view.selection.what == Inspectable::What::lock)
        if (const LruSetModel* set = model.lru->of_lock(static_cast<LockId>(view.selection.id)))
            return set->number;
    return std::nullopt;
}

} // namespace

LayoutInput layout_input(const SceneModel& model, const SceneViewState& view, const QSizeF& size, double scale) {
    LayoutInput in;
    in.size = size;
    in.scale = scale;
    in.nodes = shape_of(model);
    in.focus = focus_node(model, view);
    in.zoom = view.zoom;
    in.scroll = view.scroll;
    if (view.selection.what == Inspectable::What::cpu)
        in.zoomed_cpu = static_cast<CpuId>(view.selection.id);
    else if (view.zoom == Zoom::cpu)
        for (const NodeShape& n : in.nodes)
            if (n.node == in.focus && !n.cpus.empty())
                in.zoomed_cpu = n.cpus.front().id;
    in.strip = model.giant.has_value();
    in.lru = lru_shape_of(model, chosen_set(model, view));
    if (in.lru && view.zoom == Zoom::cpu)
        in.lru->zoomed = in.zoomed_cpu;
    return in;
}

void render_ground(QPainter& painter, const SceneModel& model, const SceneLayout& layout, const Theme& theme) {
    const Paint paint(painter, theme);
    if (layout.lru)
        return paint_lru_ground(paint, layout, model);
    paint_canvas(paint, layout, model);
    if (!layout.strip.isEmpty())
        paint.box(layout.strip, paint.t[Token::room], paint.t[Token::edge], corner::box * paint.s);
}

void render_moment(QPainter& painter, const SceneModel& model, const SceneLayout& layout, const SceneViewState& view,
    const Theme& theme) {
    const Paint paint(painter, theme);
    if (layout.lru && model.lru) {
        paint_lru_moment(paint, layout, model, view);
        paint_marks(paint, layout, model, view);
        return;
    }
    const Lookup find_in(model);
    const std::vector<RoadPath> paths = road_paths(layout, model);
    for (const RoomBox& room : layout.rooms) {
        const bool row = room.form == RoomForm::row;
        if (row && !room.rect.intersects(layout.rows))
            continue;
        if (row) {
            painter.save();
            painter.setClipRect(layout.rows);
        }
        for (const TankBox& box : room.tanks)
            if (const TankModel* tank = find(find_in.tanks, box.zone))
                paint_tank(paint, room, box, *tank);
        for (const CardBox& box : room.cards) {
            const CpuModel* cpu = find(find_in.cpus, box.cpu);
            if (!cpu)
                continue;
            if (box.level <= Level::medium)
                paint_card(paint, box, *cpu, model);
            else if (box.level == Level::small)
                paint_small_card(paint, box, *cpu, model);
            else
                paint_cell(paint, box, *cpu);
        }
        if (const RoomModel* m = find(find_in.rooms, room.node)) {
            if (room.form != RoomForm::room)
                paint_room_words(paint, room, *m);
            else if (!m->threads.isEmpty())
                paint.text(
                    room.title.adjusted(room.title.width() * 0.4, 0, 0, 0), Qt::AlignRight, m->threads, Token::ink2);
        }
        if (row)
            painter.restore();
    }
    if (model.giant && !layout.strip.isEmpty())
        paint_giant_strip(paint, layout.strip, *model.giant);
    if (model.giant)
        for (const RoomBox& room : layout.rooms)
            paint_giant_flow(paint, room, *model.giant);
    if (!view.reduced_motion)
        paint_road_lines(paint, model, paths);
    for (const RoomBox& room : layout.rooms)
        for (const DoorBox& box : room.doors)
            if (const LockModel* lock = find(find_in.locks, box.lock))
                paint_door(paint, box, *lock, model.moment);
    if (view.reduced_motion)
        paint_arrivals(paint, model, paths);
    else
        paint_dots(paint, dots_of(model, paths));
    paint_marks(paint, layout, model, view);
}

void render_scene(
    QPainter& painter, const SceneModel& model, const SceneViewState& view, const QSizeF& size, const Theme& theme) {
    const SceneLayout layout = lay_out(layout_input(model, view, size, theme.scale()));
    render_ground(painter, model, layout, theme);
    render_moment(painter, model, layout, view, theme);
}

QString save_scene(const QString& path, const SceneModel& model, const SceneViewState& view, const QSize& size,
    const Theme& theme, double pixel_ratio) {
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending != "png" && ending != "svg")
        return tr("The picture was not written: %1 ends neither in .png nor in .svg.").arg(path);
    const int top = theme.px(30), bottom = theme.px(24);
    const auto draw = [&](QPainter& p) {
        p.fillRect(QRect(QPoint(0, 0), size), theme[Token::chrome]);
        const Paint paint(p, theme);
        paint_narration(paint, QRectF(theme.px(12), 0, size.width() - theme.px(24), top), model.narration);
        p.save();
        p.translate(0, top);
        p.setClipRect(QRect(0, 0, size.width(), size.height() - top - bottom));
        render_scene(p, model, view, QSizeF(size.width(), size.height() - top - bottom), theme);
        p.restore();
        paint_legend(paint, QRectF(0, size.height() - bottom, size.width(), bottom), legend_of(model), {});
    };
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (ending == "svg") {
        QSvgGenerator svg;
        svg.setOutputDevice(&buffer);
        svg.setSize(size);
        svg.setViewBox(QRect(QPoint(0, 0), size));
        svg.setResolution(96);
        svg.setTitle(tr("Sluice scene"));
        svg.setDescription(model.narration.text());
        QPainter p(&svg);
        draw(p);
    } else {
        QImage image(size * pixel_ratio, QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(pixel_ratio);
        image.fill(theme[Token::canvas]);
        image.setText("Description", model.narration.text());
        {
            QPainter p(&image);
            draw(p);
        }
        image.save(&buffer, "PNG");
    }
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return tr("The picture was not written to %1: %2.").arg(path, file.errorString());
    return {};
}

} // namespace sluice::ui
