// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/scene_accessible.h"

#include "ui/scene/accessible.h"
#include "ui/scene/scene_widget.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>
#include <QWindow>

#include <algorithm>
#include <utility>
#include <vector>

namespace sluice::ui {
namespace {

/// One thing of the picture. It may outlive its place in the picture; then it is invalid.
class SceneThing : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    SceneThing(SceneWidget* scene, const Inspectable& thing)
        : scene_(scene)
        , thing_(thing) { }

    const Inspectable& thing() const { return thing_; }

    bool isValid() const override { return scene_ && !rect().isEmpty(); }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return scene_ ? scene_->window()->windowHandle() : nullptr; }
    QAccessibleInterface* parent() const override {
        return scene_ ? QAccessible::queryAccessibleInterface(scene_) : nullptr;
    }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QRect rect() const override {
        if (!scene_)
            return {};
        const QRect r = scene_->rect_of(thing_).toAlignedRect();
        return r.isEmpty() ? QRect() : QRect(scene_->mapToGlobal(r.topLeft()), r.size());
    }
    QAccessible::Role role() const override {
        switch (thing_.what) {
        case Inspectable::What::node:
            return QAccessible::Grouping;
        case Inspectable::What::list:
            return QAccessible::List;
        default:
            return QAccessible::Graphic;
        }
    }
    QString text(QAccessible::Text kind) const override {
        if (!scene_)
            return {};
        switch (kind) {
        case QAccessible::Name:
            return title(scene_->model(), thing_);
        case QAccessible::Description:
            return describe(scene_->model(), thing_);
        default:
            return {};
        }
    }
    void setText(QAccessible::Text, const QString&) override { }
    QAccessible::State state() const override {
        QAccessible::State s;
        s.focusable = s.selectable = true;
        if (!scene_)
            s.invalid = true;
        else {
            s.focused = scene_->hasFocus() && scene_->view().focus == thing_;
            s.selected = scene_->view().selection == thing_;
            s.offscreen = scene_->rect_of(thing_).isEmpty();
        }
        return s;
    }
    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
    }

    QStringList actionNames() const override { return {pressAction(), setFocusAction()}; }
    void doAction(const QString& name) override {
        if (!scene_)
            return;
        if (name == setFocusAction()) {
            scene_->setFocus(Qt::OtherFocusReason);
            scene_->set_focus_thing(thing_);
        } else if (name == pressAction()) {
            scene_->inspect(thing_);
        }
    }
    QStringList keyBindingsForAction(const QString& name) const override {
        return name == pressAction() ? QStringList{QStringLiteral("Return")} : QStringList{};
    }

private:
    QPointer<SceneWidget> scene_;
    Inspectable thing_;
};

class AccessibleScene : public QAccessibleWidget {
public:
    explicit AccessibleScene(SceneWidget* scene)
        : QAccessibleWidget(scene, QAccessible::Canvas) { }
    ~AccessibleScene() override {
        for (const auto& [thing, id] : ids_)
            QAccessible::deleteAccessibleInterface(id);
    }

    int childCount() const override { return static_cast<int>(things().size()); }
    QAccessibleInterface* child(int index) const override {
        const auto all = things();
        return index >= 0 && index < static_cast<int>(all.size()) ? of(all[static_cast<std::size_t>(index)]) : nullptr;
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        const auto all = things();
        for (const auto& [thing, id] : ids_)
            if (QAccessible::accessibleInterface(id) == child) {
                const auto at = std::find(all.begin(), all.end(), thing);
                return at == all.end() ? -1 : static_cast<int>(at - all.begin());
            }
        return -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        const Inspectable thing = scene()->thing_at(scene()->mapFromGlobal(QPoint(x, y)));
        const auto all = things();
        return std::find(all.begin(), all.end(), thing) == all.end() ? nullptr : of(thing);
    }
    QAccessibleInterface* focusChild() const override {
        return scene()->hasFocus() && scene()->view().focus.valid() ? of(scene()->view().focus)
                                                                    : QAccessibleWidget::focusChild();
    }

private:
    SceneWidget* scene() const { return static_cast<SceneWidget*>(widget()); }
    std::vector<Inspectable> things() const { return scene()->things(); }
    QAccessibleInterface* of(const Inspectable& thing) const {
        for (const auto& [known, id] : ids_)
            if (known == thing)
                return QAccessible::accessibleInterface(id);
        auto* made = new SceneThing(scene(), thing);
        ids_.emplace_back(thing, QAccessible::registerAccessibleInterface(made));
        return made;
    }

    mutable std::vector<std::pair<Inspectable, QAccessible::Id>> ids_;
};

QAccessibleInterface* make(const QString&, QObject* object) {
    auto* scene = qobject_cast<SceneWidget*>(object);
    return scene ? new AccessibleScene(scene) : nullptr;
}

} // namespace

void install_scene_accessibility() {
    static const bool once = [] {
        QAccessible::installFactory(make);
        return true;
    }();
    static_cast<void>(once);
}

} // namespace sluice::ui
