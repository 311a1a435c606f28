// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/directory.h"

#include <algorithm>
#include <cassert>

namespace sluice::lock {

void LockDirectory::add(LockGroup group) {
    assert((groups_.empty() || groups_.back().count < LockGroup::kOpen) && "no group follows an open one");
    group.first = groups_.empty() ? LockId{0} : static_cast<LockId>(groups_.back().first + groups_.back().count);
    if (group.count > 0)
        groups_.push_back(std::move(group));
}

const LockGroup* LockDirectory::group_of(std::uint64_t id) const {
    const auto at = std::find_if(groups_.begin(), groups_.end(), [&](const LockGroup& g) { return g.contains(id); });
    return at == groups_.end() ? nullptr : &*at;
}

const LockGroup* LockDirectory::of_class(LockClass lock_class) const {
    const auto at
        = std::find_if(groups_.begin(), groups_.end(), [&](const LockGroup& g) { return g.lock_class == lock_class; });
    return at == groups_.end() ? nullptr : &*at;
}

const LockGroup* LockDirectory::find(std::string_view key) const {
    const auto at = std::find_if(groups_.begin(), groups_.end(), [&](const LockGroup& g) { return g.key == key; });
    return at == groups_.end() ? nullptr : &*at;
}

std::string LockDirectory::class_name(LockClass lock_class) const {
    const LockGroup* g = of_class(lock_class);
    return g ? g->name : "class " + std::to_string(lock_class);
}

std::string LockDirectory::member(LockId id) const {
    const LockGroup* g = group_of(id);
    if (!g)
        return std::to_string(id);
    const std::size_t nth = static_cast<std::size_t>(id - g->first);
    if (nth < g->members.size())
        return g->members[nth];
    return g->count == 1 ? std::string() : std::to_string(nth);
}

std::string LockDirectory::name(LockId id) const {
    const LockGroup* g = group_of(id);
    const std::string whose = member(id);
    if (!g)
        return "lock " + whose;
    return whose.empty() ? g->name : g->name + " (" + whose + ")";
}

std::string LockNames::site_name(std::uint16_t number) const {
    std::string name = site ? site(number) : std::string();
    return name.empty() ? "site " + std::to_string(number) : name;
}

} // namespace sluice::lock
