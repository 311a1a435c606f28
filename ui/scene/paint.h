// SPDX-License-Identifier: GPL-3.0-or-later
// What all painters of the scene share: painter, theme, fonts, and text that is elided rather than clipped.
#pragma once

#include "ui/kit/chip.h"
#include "ui/scene/layout.h"
#include "ui/scene/scene_model.h"
#include "ui/scene/scene_view_state.h"
#include "ui/theme/theme.h"

#include <QFontMetricsF>
#include <QPainter>

namespace sluice::ui {

class Paint {
public:
    Paint(QPainter& painter, const Theme& theme);

    QPainter& p;
    const Theme& t;
    const double s; ///< px for one px at 100 %

    enum class Face : std::uint8_t { note, note_bold, control, control_bold, body_bold, mono, mono_small };
    const QFont& font(Face face) const;
    const QFontMetricsF& metrics(Face face) const;
    double width(Face face, const QString& text) const;

    /// One line of text in a rectangle, centred vertically; elided if it is too long. Returns where it stands.
    QRectF text(
        const QRectF& rect, Qt::Alignment align, const QString& text, Token color, Face face = Face::note) const;
    /// The same on a small ground of its own, for text over a pattern; nothing if it does not fit.
    void label(const QPointF& centre, double most_width, const QString& text, Token color = Token::ink) const;
    /// A rectangle with a 1 px border inside it.
    void box(const QRectF& rect, QColor fill, QColor border, double radius, double pen = 1) const;
    void line(QPointF a, QPointF b, QColor color, double width, Qt::PenStyle style = Qt::SolidLine) const;

private:
    struct Faces;
    const Faces& faces_;
};

void paint_canvas(const Paint& paint, const SceneLayout& layout, const SceneModel& model);
void paint_room_static(
    const Paint& paint, const RoomBox& room, const RoomModel& model, const SceneLayout& layout, bool giant = false);
void paint_tank(const Paint& paint, const RoomBox& room, const TankBox& box, const TankModel& model);
void paint_card(const Paint& paint, const CardBox& box, const CpuModel& cpu, const SceneModel& model);
void paint_small_card(const Paint& paint, const CardBox& box, const CpuModel& cpu, const SceneModel& model);
void paint_cell(const Paint& paint, const CardBox& box, const CpuModel& cpu);
void paint_stack(const Paint& paint, const CardGeometry& g, Level level, const CpuModel& cpu, std::uint64_t scale,
    const QString& name);
void paint_preemption(const Paint& paint, const CardGeometry& g, Level level, const CpuModel& cpu, Time span);
void paint_door(const Paint& paint, const DoorBox& box, const LockModel& lock, Time moment);
/// How far giants are: their pages in order of address, and what the main thread does.
void paint_giant_strip(const Paint& paint, const QRectF& rect, const GiantModel& giant);
/// What reaches the free lists through the lock of the room's zone.
void paint_giant_flow(const Paint& paint, const RoomBox& room, const GiantModel& giant);
/// What cells and dots mean where giants are freed.
void paint_giant_key(const Paint& paint, const QRectF& rect);
void paint_room_words(const Paint& paint, const RoomBox& room, const RoomModel& model);
/// Frames and rings of hover, selection and focus, and the callouts of a lesson.
void paint_marks(const Paint& paint, const SceneLayout& layout, const SceneModel& model, const SceneViewState& view);

/// The height of the free surface and of each part inside a tank's column: [bottom y, top y] by TankPart.
std::array<std::pair<double, double>, tank_part_count> tank_levels(const QRectF& column, const TankModel& model);

/// The chip of the kit that shows a CPU's state.
ChipKind chip_kind(CpuChip chip);

} // namespace sluice::ui
