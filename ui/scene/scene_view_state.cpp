// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/scene_view_state.h"

#include <array>
#include <utility>

namespace sluice::ui {
namespace {

using What = Inspectable::What;
const std::array<std::pair<const char*, What>, 8> words{
    {{"cpu", What::cpu}, {"node", What::node}, {"zone", What::zone}, {"lock", What::lock}, {"page", What::page},
        {"list", What::list}, {"disk", What::disk}, {"task", What::task}}};
/// Things of the picture of the LRU lists that have names instead of numbers.
const std::array<std::pair<const char*, Inspectable>, 6> named{
    {{"scene.door", Inspectable::door()}, {"scene.active", Inspectable::list(0, List::active)},
        {"scene.inactive", Inspectable::list(0, List::inactive)},
        {"scene.active_anon", Inspectable::list(0, List::active_anon)},
        {"scene.inactive_anon", Inspectable::list(0, List::inactive_anon)},
        {"scene.isolated", Inspectable::list(0, List::isolated)}}};

} // namespace

std::optional<Inspectable> scene_anchor(const QString& anchor) {
    if (anchor == QLatin1String("scene"))
        return Inspectable{};
    for (const auto& [name, thing] : named)
        if (anchor == QLatin1String(name))
            return thing;
    for (const auto& [word, what] : words) {
        const QString prefix = QLatin1String("scene.") + QLatin1String(word);
        if (!anchor.startsWith(prefix))
            continue;
        bool ok = false;
        const qulonglong id = anchor.mid(prefix.size()).toULongLong(&ok);
        if (ok)
            return Inspectable{what, id};
    }
    return std::nullopt;
}

QString anchor_name(const Inspectable& thing) {
    for (const auto& [name, known] : named)
        if (known == thing)
            return QLatin1String(name);
    for (const auto& [word, what] : words)
        if (what == thing.what)
            return QStringLiteral("scene.%1%2").arg(QLatin1String(word)).arg(thing.id);
    return QStringLiteral("scene");
}

} // namespace sluice::ui
