// SPDX-License-Identifier: GPL-3.0-or-later
// What the inspector says about LRU lists, disks, tasks, and about a page apart from its home.
#include "ui/kit/format.h"
#include "ui/panel/inspector.h"
#include "ui/player/player.h"

#include <algorithm>
#include <array>

namespace sluice::ui {

namespace {

QString pages(std::uint64_t n) {
    return format::count(static_cast<qint64>(n), Inspector::tr("pages"));
}

/// Zones whose pages are on the lists of a set: all, one, or those of a node (knob lru.scope).
std::vector<ZoneId> zones_of_set(const Player& player, std::uint32_t set) {
    const auto index = experiment::find_knob("lru.scope");
    const auto scope = index ? player.knob(*index) : KnobValue{0};
    const auto& zones = player.scenario().machine.zones;
    std::vector<ZoneId> out;
    for (std::size_t z = 0; z < zones.size(); ++z)
        if (scope == 0 || (scope == 1 && z == set) || (scope == 2 && zones[z].node == set))
            out.push_back(static_cast<ZoneId>(z));
    return out;
}

QString list_words(List list) {
    switch (list) {
    case List::active:
        return Inspector::tr("active");
    case List::inactive:
        return Inspector::tr("inactive");
    case List::isolated:
        return Inspector::tr("isolated");
    case List::active_anon:
        return Inspector::tr("active, anonymous");
    case List::inactive_anon:
        return Inspector::tr("inactive, anonymous");
    case List::none:
        break;
    }
    return Inspector::tr("none");
}

} // namespace

std::vector<Inspector::Fact> Inspector::facts_of_list() const {
    const auto& cache = player_.state().cache();
    std::uint64_t all = 0;
    std::vector<Fact> f;
    const std::vector<ZoneId> zones = zones_of_set(player_, thing_.list_set());
    std::array<std::uint64_t, 4> flagged{};
    for (const ZoneId z : zones) {
        const auto& lists = cache.zones()[z];
        const std::uint64_t n = lists.pages[static_cast<std::size_t>(thing_.list_kind())];
        all += n;
        f.push_back({tr("In zone %1").arg(z), pages(n)});
        for (std::size_t i = 0; i < flagged.size(); ++i)
            flagged[i] += lists.flagged[i];
    }
    f.insert(f.begin(), {tr("Pages"), pages(all)});
    const auto of = [&](PageFlag flag) { return pages(flagged[static_cast<std::size_t>(flag)]); };
    f.push_back({tr("Of its zones, dirty"), of(PageFlag::dirty)});
    f.push_back({tr("Being written"), of(PageFlag::writeback)});
    f.push_back({tr("Used lately"), of(PageFlag::referenced)});
    f.push_back({tr("With buffers"), of(PageFlag::buffers)});
    return f;
}

std::vector<Inspector::Fact> Inspector::facts_of_disk() const {
    const auto disks = player_.state().cache().disks();
    std::uint64_t writing = 0;
    for (const auto& z : player_.state().cache().zones())
        writing += z.flagged[static_cast<std::size_t>(PageFlag::writeback)];
    return {{tr("Requests in its queue"), QString::number(thing_.id < disks.size() ? disks[thing_.id] : 0)},
        {tr("Being written, all disks"), pages(writing)}};
}

std::vector<Inspector::Fact> Inspector::facts_of_task() const {
    const auto id = static_cast<TaskId>(thing_.id);
    const auto info = player_.state().task(id);
    const auto cpus = player_.state().cpus();
    const bool runs = info.cpu < cpus.size() && cpus[info.cpu].task == id;
    return {{tr("State"),
                runs                                    ? tr("runs")
                    : info.state == TaskState::runnable ? tr("waits for its CPU")
                    : info.state == TaskState::waiting  ? tr("waits for a disk")
                                                        : tr("sleeps")},
        {tr("CPU"), QString::number(info.cpu)}};
}

void Inspector::add_lru_facts(std::vector<Fact>& facts) const {
    const auto info = player_.state().page(thing_.id);
    if (info.list == List::none && info.file == 0 && info.holders == 0)
        return;
    facts.push_back({tr("LRU list"), list_words(info.list)});
    facts.push_back({tr("File"), info.file ? QString::number(info.file - 1) : tr("none")});
    QStringList flags;
    if (info.dirty)
        flags << tr("dirty");
    if (info.writeback)
        flags << tr("being written");
    if (info.referenced)
        flags << tr("used lately");
    if (info.buffers)
        flags << tr("has buffers");
    facts.push_back({tr("State"), flags.isEmpty() ? tr("clean") : flags.join(QStringLiteral(", "))});
    facts.push_back({tr("References"), QString::number(info.holders)});
    for (const auto& [id, v] : player_.state().cache().vectors())
        if (std::find(v.pages.begin(), v.pages.end(), thing_.id) != v.pages.end())
            facts.push_back({tr("In a vector"),
                vector_id::is_deferred(id) ? tr("of CPU %1").arg(vector_id::whose(id))
                                           : tr("of a call of task %1").arg(vector_id::whose(id))});
}

} // namespace sluice::ui
