// SPDX-License-Identifier: GPL-3.0-or-later
// What the LRU lists say of themselves: the snapshot that the fold of their records must equal, and their invariants.
#include "core/mechanism/lru/lru.h"

#include <algorithm>
#include <map>

namespace sluice::lru {

void Lru::snapshot(Snapshot& out) const {
    // A list of the machine or a node is shown zone by zone: the fold knows pages by zone.
    std::map<std::pair<ZoneId, List>, std::vector<std::pair<Key, Frame>>> keyed;
    pages_.for_each([&](Frame f, const Page& p) {
        if (p.list != List::none)
            keyed[{allocator_.zone_of(f), p.list}].push_back({p.key, f});
        if (const std::uint64_t v = p.flags | std::uint64_t{p.file} << 16)
            out.page_flags[f] = v;
    });
    for (auto& [id, pages] : keyed) {
        std::sort(pages.begin(), pages.end());
        auto& runs = out.lists[id];
        for (const auto& [key, f] : pages) {
            if (!runs.empty() && runs.back().first + runs.back().count == f)
                ++runs.back().count;
            else
                runs.push_back({f, 1});
        }
    }
    for (const Set& s : sets_)
        lock::add_to_snapshot(s.spinlock, out);
}

std::string Lru::check() const {
    for (std::size_t s = 0; s < sets_.size(); ++s) {
        for (std::size_t l = 1; l < kLists; ++l) {
            const Links& links = sets_[s].lists[l];
            const std::string name
                = "LRU list " + std::string(name_of(static_cast<List>(l))) + " of set " + std::to_string(s);
            std::uint64_t n = 0;
            std::uint32_t before = Page::kNone;
            Key key = INT64_MIN;
            for (std::uint32_t f = links.head; f != Page::kNone; ++n) {
                const Page* p = pages_.find(f);
                if (!p || p->list != static_cast<List>(l) || p->prev != before || n > links.size)
                    return name + " is broken at frame " + std::to_string(f);
                if (p->key < key || (p->key == key && before > f))
                    return name + " is out of the order of its keys at frame " + std::to_string(f);
                const Place home = allocator_.frames().home(f);
                if (home != place::file && home != place::anonymous && home != place::being_freed)
                    return "frame " + std::to_string(f) + " is on an LRU list but not in use";
                key = p->key;
                before = f;
                f = p->next;
            }
            if (n != links.size || links.tail != before)
                return name + " counts " + std::to_string(links.size) + " pages, but holds " + std::to_string(n);
        }
    }
    return "";
}

} // namespace sluice::lru
