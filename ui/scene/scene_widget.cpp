// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/scene_widget.h"

#include "ui/kit/format.h"
#include "ui/scene/accessible.h"
#include "ui/scene/accessible_lru.h"
#include "ui/scene/layout.h"
#include "ui/scene/paint_lru.h"
#include "ui/scene/render.h"
#include "ui/scene/scene_accessible.h"
#include "ui/theme/appearance.h"
#include "ui/theme/dress.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPixmap>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sluice::ui {

using What = Inspectable::What;

struct SceneWidget::Impl {
    explicit Impl(SceneWidget* widget)
        : w(widget) { }

    SceneWidget* w;
    SceneModel model;
    SceneViewState view;
    SceneLayout layout;
    std::vector<NodeShape> shape;
    QPixmap ground;
    bool layout_stale = true;
    bool ground_stale = true;
    NodeId laid_focus = 0;
    int wheel = 0; ///< eighths of a degree turned since the last stop

    /// A model of another machine, another size or another focus needs a new layout; a later moment does not.
    void refresh() {
        LayoutInput in = layout_input(model, view, QSizeF(w->size()), theme().scale());
        if (!layout_stale && layout.one_large && in.focus != laid_focus)
            layout_stale = true;
        if (!layout_stale && (in.lru ? !layout.lru || layout.lru->shape != *in.lru : layout.lru.has_value()))
            layout_stale = true;
        if (!layout_stale)
            return;
        const bool same = in.lru ? layout.lru && !layout.lru->shape.zoomed && layout.lru->shape.cpus == in.lru->cpus
                                 : layout.rooms.size() == in.nodes.size();
        if (layout.scale == in.scale && same)
            in.before = layout.levels();
        layout = lay_out(in);
        laid_focus = in.focus;
        layout_stale = false;
        ground_stale = true;
        // The ring moves with its thing, but not in the middle of a paint.
        if (w->hasFocus() && view.focus.valid())
            QMetaObject::invokeMethod(
                w, [this] { set_focus_rect(w, rect_of(view.focus)); }, Qt::QueuedConnection);
    }

    void draw_ground() {
        const qreal ratio = w->devicePixelRatioF();
        if (!ground_stale && ground.devicePixelRatio() == ratio && ground.size() == w->size() * ratio)
            return;
        ground = QPixmap((QSizeF(w->size()) * ratio).toSize());
        ground.setDevicePixelRatio(ratio);
        QPainter p(&ground);
        render_ground(p, model, layout, theme());
        ground_stale = false;
    }

    bool same_machine(const SceneModel& other) const {
        if (other.rooms.size() != model.rooms.size() || other.page_size != model.page_size)
            return false;
        for (std::size_t i = 0; i < other.rooms.size(); ++i) {
            const RoomModel &a = other.rooms[i], &b = model.rooms[i];
            if (a.node != b.node || a.bytes != b.bytes || a.cpus.size() != b.cpus.size()
                || a.tanks.size() != b.tanks.size() || a.locks.size() != b.locks.size()
                || other.lru.has_value() != model.lru.has_value())
                return false;
            for (std::size_t k = 0; k < a.cpus.size(); ++k)
                if (a.cpus[k].id != b.cpus[k].id || a.cpus[k].core != b.cpus[k].core)
                    return false;
        }
        return true;
    }

    QRect rect_of(const Inspectable& thing) const { return place_of(model, layout, thing).toAlignedRect(); }

    /// What the scene is described with: the narration, and how long the lists are.
    QString sentence() const {
        return model.lru ? model.narration.text() + u' ' + describe_belts(*model.lru) : model.narration.text();
    }

    void focus(const Inspectable& thing) {
        if (view.focus == thing)
            return;
        view.focus = thing;
        const bool shown = w->hasFocus() && thing.valid();
        set_focus_rect(w, shown ? rect_of(thing) : QRect());
        w->setAccessibleDescription(thing.valid() ? describe(model, thing) : sentence());
        if (shown && QAccessible::isActive()) {
            const auto all = reading_order();
            const auto at = std::find(all.begin(), all.end(), thing);
            QAccessibleEvent event(w, QAccessible::Focus);
            if (at != all.end())
                event.setChild(static_cast<int>(at - all.begin()));
            QAccessible::updateAccessibility(&event);
        }
        w->update();
    }

    /// The card, list or tray that a page is drawn in.
    Inspectable holder_of(const Inspectable& page) const {
        for (const PageSpot& spot : page_spots(model, *layout.lru, layout.scale))
            if (spot.frame == page.id)
                return spot.around;
        return {};
    }

    /// The first page of a card, list or tray; nothing if it has none.
    Inspectable first_page(const Inspectable& in) const {
        for (const PageSpot& spot : page_spots(model, *layout.lru, layout.scale))
            if (spot.around == in)
                return Inspectable::page(spot.frame);
        return {};
    }

    /// Among the pages of one card, list or tray: the next to the left or right, and the nearest above or below.
    Inspectable next_page(const Inspectable& from, int key) const {
        const auto all = page_spots(model, *layout.lru, layout.scale);
        const auto at = std::find_if(all.begin(), all.end(), [&](const PageSpot& s) { return s.frame == from.id; });
        if (at == all.end())
            return {};
        if (key == Qt::Key_Right && at + 1 != all.end() && (at + 1)->around == at->around)
            return Inspectable::page((at + 1)->frame);
        if (key == Qt::Key_Left && at != all.begin() && (at - 1)->around == at->around)
            return Inspectable::page((at - 1)->frame);
        if (key != Qt::Key_Up && key != Qt::Key_Down)
            return {};
        const double sign = key == Qt::Key_Up ? -1 : 1;
        for (const PageSpot& s : all)
            if (s.around == at->around && sign * (s.rect.center().y() - at->rect.center().y()) > 2
                && std::abs(s.rect.center().x() - at->rect.center().x()) < 2)
                return Inspectable::page(s.frame);
        return {};
    }

    void select(const Inspectable& thing) {
        if (view.selection == thing)
            return;
        view.selection = thing;
        if (view.zoom != Zoom::machine || layout.one_large)
            layout_stale = true;
        w->update();
        emit w->selection_changed(thing);
    }

    void inspect(const Inspectable& thing) {
        select(thing);
        if (thing.valid())
            emit w->inspect_requested(thing);
    }

    void zoom(Zoom z) {
        if (view.zoom == z)
            return;
        view.zoom = z;
        layout_stale = true;
        w->update();
        emit w->zoom_changed(z);
    }

    /// All things in reading order: room, its tanks, locks and CPUs.
    std::vector<Inspectable> reading_order() const {
        std::vector<Inspectable> out;
        if (layout.lru)
            for (const ThingBox& t : layout.lru->things())
                out.push_back(t.thing);
        for (const RoomBox& r : layout.rooms) {
            out.push_back(Inspectable::node(r.node));
            for (const TankBox& t : r.tanks)
                out.push_back(Inspectable::zone(t.zone));
            for (const DoorBox& d : r.doors)
                out.push_back(Inspectable::lock(d.lock));
            for (const CardBox& c : r.cards)
                out.push_back(Inspectable::cpu(c.cpu));
        }
        return out;
    }

    const RoomBox* room_around(const Inspectable& thing) const {
        if (thing.what == What::node)
            return layout.room(static_cast<NodeId>(thing.id));
        const QPointF at = layout.rect_of(thing).center();
        for (const RoomBox& r : layout.rooms)
            if (r.rect.contains(at))
                return &r;
        return nullptr;
    }

    /// Where an arrow key leads: from a room to the next room, or down into it; inside to the nearest thing, and from
    /// the topmost things up to their room.
    Inspectable neighbour(const Inspectable& from, int key) const {
        const RoomBox* around = room_around(from);
        if (from.what == What::node && key == Qt::Key_Down && around && around->form == RoomForm::room) {
            const auto all = reading_order();
            const auto at = std::find(all.begin(), all.end(), from);
            if (at != all.end() && at + 1 != all.end() && (at + 1)->what != What::node)
                return *(at + 1);
        }
        if (from.what == What::page && layout.lru) {
            if (const Inspectable page = next_page(from, key); page.valid())
                return page;
            return key == Qt::Key_Up || key == Qt::Key_Down ? neighbour(holder_of(from), key) : Inspectable{};
        }
        const QRectF start = layout.rect_of(from);
        if (start.isEmpty())
            return {};
        const bool level = key == Qt::Key_Left || key == Qt::Key_Right;
        const double sign = key == Qt::Key_Left || key == Qt::Key_Up ? -1 : 1;
        Inspectable best;
        double least = std::numeric_limits<double>::max();
        for (const Inspectable& thing : reading_order()) {
            if (thing == from || (thing.what == What::node) != (from.what == What::node))
                continue;
            const QRectF r = layout.rect_of(thing);
            const QPointF d = r.center() - start.center();
            const double along = sign * (level ? d.x() : d.y()), across = std::abs(level ? d.y() : d.x());
            if (r.isEmpty() || along <= 1)
                continue;
            if (key == Qt::Key_Up && from.what != What::node && around && !around->rect.contains(r.center()))
                continue; // up from the topmost things leads to their own room
            const double cost = along + 2.5 * across;
            if (cost < least) {
                least = cost;
                best = thing;
            }
        }
        if (!best.valid() && key == Qt::Key_Up && from.what != What::node && around)
            return Inspectable::node(around->node);
        return best;
    }

    void scroll_by(double px) {
        const double most = std::max(0.0, layout.rows_height - layout.rows.height());
        const double to = std::clamp(view.scroll + px, 0.0, most);
        if (to == view.scroll)
            return;
        view.scroll = to;
        layout_stale = true;
        w->update();
    }
};

SceneWidget::SceneWidget(QWidget* parent)
    : QWidget(parent)
    , impl_(std::make_unique<Impl>(this)) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setObjectName("scene");
    setAccessibleName(tr("Scene"));
    install_scene_accessibility();
    impl_->view.reduced_motion = Appearance::instance().reduced_motion();
    connect(&Appearance::instance(), &Appearance::motion_changed, this, &SceneWidget::set_reduced_motion);
}

SceneWidget::~SceneWidget() = default;

void SceneWidget::set_model(SceneModel model) {
    if (!impl_->same_machine(model)) {
        impl_->layout_stale = true;
        impl_->layout = {};
        impl_->view.scroll = 0;
    }
    impl_->model = std::move(model);
    // A page that has left the picture takes the keyboard's place back to nothing; a card or a list stays.
    if (impl_->view.focus.what == What::page && hasFocus()) {
        impl_->refresh();
        set_focus_rect(this, impl_->rect_of(impl_->view.focus));
    }
    if (!impl_->view.focus.valid())
        setAccessibleDescription(impl_->sentence());
    update();
}

std::vector<Inspectable> SceneWidget::things() const {
    impl_->refresh();
    return impl_->reading_order();
}
void SceneWidget::set_focus_thing(const Inspectable& thing) {
    impl_->refresh();
    impl_->focus(thing);
}
void SceneWidget::inspect(const Inspectable& thing) {
    impl_->inspect(thing);
}

const SceneModel& SceneWidget::model() const {
    return impl_->model;
}
const SceneViewState& SceneWidget::view() const {
    return impl_->view;
}

void SceneWidget::set_selection(const Inspectable& thing) {
    impl_->select(thing);
}
void SceneWidget::set_zoom(Zoom zoom) {
    impl_->zoom(zoom);
}

void SceneWidget::set_callouts(std::vector<Callout> callouts) {
    impl_->view.callouts = std::move(callouts);
    update();
}

void SceneWidget::set_reduced_motion(bool reduced) {
    impl_->view.reduced_motion = reduced;
    update();
}

QRectF SceneWidget::rect_of(const Inspectable& thing) const {
    impl_->refresh();
    return place_of(impl_->model, impl_->layout, thing);
}

Inspectable SceneWidget::thing_at(const QPointF& point) const {
    impl_->refresh();
    if (!impl_->view.reduced_motion || impl_->layout.lru)
        if (const auto frame = page_at(impl_->model, impl_->layout, point))
            return Inspectable::page(*frame);
    return impl_->layout.thing_at(point);
}

QSize SceneWidget::sizeHint() const {
    return {px(850), px(436)};
}
QSize SceneWidget::minimumSizeHint() const {
    return {px(280), px(156)};
}

// A machine of one node, and the picture of the LRU lists, have no stop between the whole and a CPU.
void SceneWidget::zoom_in() {
    const bool one_node = impl_->model.rooms.size() <= 1 || impl_->model.lru;
    impl_->zoom(impl_->view.zoom == Zoom::machine && !one_node ? Zoom::node : Zoom::cpu);
}

void SceneWidget::zoom_out() {
    const bool one_node = impl_->model.rooms.size() <= 1 || impl_->model.lru;
    impl_->zoom(impl_->view.zoom == Zoom::cpu && !one_node ? Zoom::node : Zoom::machine);
}

void SceneWidget::zoom_machine() {
    impl_->zoom(Zoom::machine);
}

void SceneWidget::paintEvent(QPaintEvent*) {
    impl_->refresh();
    impl_->draw_ground();
    QPainter p(this);
    p.drawPixmap(0, 0, impl_->ground);
    SceneViewState view = impl_->view;
    view.focus = {}; // the common ring is drawn over the widget
    render_moment(p, impl_->model, impl_->layout, view, theme());
}

void SceneWidget::resizeEvent(QResizeEvent*) {
    impl_->layout_stale = true;
}

void SceneWidget::changeEvent(QEvent* event) {
    switch (event->type()) {
    case QEvent::PaletteChange:
    case QEvent::FontChange:
    case QEvent::StyleChange:
        impl_->layout_stale = true;
        impl_->ground_stale = true;
        update();
        break;
    default:
        break;
    }
    QWidget::changeEvent(event);
}

void SceneWidget::mouseMoveEvent(QMouseEvent* event) {
    Inspectable thing = thing_at(event->position());
    setCursor(thing.valid() ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (thing.what == What::page && !impl_->layout.lru)
        thing = impl_->layout.thing_at(event->position());
    if (thing == impl_->view.hover)
        return;
    impl_->view.hover = thing;
    update();
}

void SceneWidget::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    const Inspectable thing = thing_at(event->position());
    const bool travels = thing.what == What::page && !impl_->layout.lru;
    impl_->focus(travels ? Inspectable{} : thing);
    if (travels)
        emit inspect_requested(thing);
    else
        impl_->inspect(thing);
}

void SceneWidget::mouseDoubleClickEvent(QMouseEvent* event) {
    const Inspectable thing = impl_->layout.thing_at(event->position());
    if (!thing.valid())
        return zoom_machine();
    impl_->select(thing);
    impl_->zoom(thing.what == What::cpu && impl_->view.zoom != Zoom::machine ? Zoom::cpu : Zoom::node);
}

void SceneWidget::leaveEvent(QEvent*) {
    impl_->view.hover = {};
    update();
}

void SceneWidget::wheelEvent(QWheelEvent* event) {
    const double dy = event->pixelDelta().isNull() ? event->angleDelta().y() / 120.0 * px(48) : event->pixelDelta().y();
    if (impl_->layout.rows.contains(event->position())) {
        impl_->scroll_by(-dy);
    } else {
        // One stop of the zoom for each notch, however finely the device counts.
        impl_->wheel += event->angleDelta().y();
        if (std::abs(impl_->wheel) >= 120) {
            impl_->wheel > 0 ? zoom_in() : zoom_out();
            impl_->wheel = 0;
        }
    }
    event->accept();
}

void SceneWidget::keyPressEvent(QKeyEvent* event) {
    Impl& d = *impl_;
    d.refresh();
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down: {
        if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier))
            break;
        if (!d.view.focus.valid()) {
            const auto all = d.reading_order();
            if (!all.empty())
                d.focus(all.front());
            return;
        }
        if (const Inspectable next = d.neighbour(d.view.focus, event->key()); next.valid()) {
            d.focus(next);
            const QRectF r = d.rect_of(next);
            const RoomBox* room = next.what == What::node ? d.layout.room(static_cast<NodeId>(next.id)) : nullptr;
            if (room && room->form == RoomForm::row) {
                if (r.top() < d.layout.rows.top())
                    d.scroll_by(r.top() - d.layout.rows.top());
                else if (r.bottom() > d.layout.rows.bottom())
                    d.scroll_by(r.bottom() - d.layout.rows.bottom());
            }
        }
        return;
    }
    case Qt::Key_Return:
    case Qt::Key_Enter:
        // The second time leads into what it holds.
        if (d.layout.lru && d.view.focus.valid() && d.view.focus == d.view.selection)
            if (const Inspectable page = d.first_page(d.view.focus); page.valid())
                return d.focus(page);
        d.inspect(d.view.focus);
        return;
    case Qt::Key_Escape:
        if (d.view.focus.what == What::page && d.layout.lru)
            if (const Inspectable in = d.holder_of(d.view.focus); in.valid())
                return d.focus(in);
        // One level back: from a thing to its room, from a room out of the scene, then the zoom.
        if (d.view.focus.valid() && d.view.focus.what != What::node)
            if (const RoomBox* room = d.room_around(d.view.focus))
                return d.focus(Inspectable::node(room->node));
        if (d.view.zoom != Zoom::machine)
            return zoom_out();
        if (d.view.selection.valid() || d.view.focus.valid()) {
            d.focus({});
            d.select({});
            return;
        }
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        if (d.view.focus.valid())
            d.select(d.view.focus);
        return zoom_in();
    case Qt::Key_Minus:
        return zoom_out();
    case Qt::Key_0:
        return zoom_machine();
    case Qt::Key_T:
        if (event->modifiers() == Qt::NoModifier) {
            emit table_requested();
            return;
        }
        break;
    case Qt::Key_N:
        if (event->modifiers() == Qt::NoModifier) {
            emit announce_requested();
            return;
        }
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

void SceneWidget::focusInEvent(QFocusEvent* event) {
    if (event->reason() != Qt::MouseFocusReason && impl_->view.focus.valid())
        set_focus_rect(this, impl_->rect_of(impl_->view.focus));
    update();
}

void SceneWidget::focusOutEvent(QFocusEvent*) {
    set_focus_rect(this, {});
    update();
}

bool SceneWidget::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const Inspectable thing = thing_at(help->pos());
        if (thing.valid())
            QToolTip::showText(help->globalPos(), describe(impl_->model, thing), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

} // namespace sluice::ui
