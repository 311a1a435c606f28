// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assets/listing_file.h"

#include "core/assets/assets.h"

#include <stdexcept>
#include <toml++/toml.h>

namespace sluice::assets {

namespace {

class Reader {
public:
    explicit Reader(std::string_view path)
        : path_(path) { }

    std::vector<Listing> read() const {
        const auto text = assets::text(path_);
        if (!text)
            fail("it is not part of this build");
        std::vector<Listing> result;
        try {
            const toml::table file = toml::parse(*text);
            for (const toml::node& node : array(file, "listing"))
                result.push_back(listing(table(node)));
        } catch (const toml::parse_error& e) {
            fail(std::string(e.description()));
        }
        return result;
    }

private:
    [[noreturn]] void fail(const std::string& what) const { throw std::logic_error(std::string(path_) + ": " + what); }
    const toml::array& array(const toml::table& t, std::string_view key) const {
        const toml::array* a = t[key].as_array();
        if (!a)
            fail("“" + std::string(key) + "” is missing");
        return *a;
    }
    const toml::table& table(const toml::node& node) const {
        const toml::table* t = node.as_table();
        if (!t)
            fail("a table is expected");
        return *t;
    }
    std::string needed(const toml::table& t, std::string_view key) const {
        const auto value = t[key].value<std::string>();
        if (!value || value->empty())
            fail("“" + std::string(key) + "” is missing");
        return *value;
    }

    Listing listing(const toml::table& t) const {
        Listing l;
        l.id = needed(t, "id");
        l.title = needed(t, "title");
        l.variant = t["variant"].value_or("");
        l.source = t["source"].value_or("");
        l.followed = t["followed"].value_or(false);
        const auto base = t["base"].value<StepId>();
        if (!base)
            fail("“base” of " + l.id + " is missing");
        StepId step = *base;
        for (const toml::node& node : array(t, "line")) {
            const toml::table& line = table(node);
            l.lines.push_back({needed(line, "id"), needed(line, "text"), line["value"].value_or(""),
                line["switchable"].value_or(false), ++step});
        }
        return l;
    }

    std::string_view path_;
};

} // namespace

std::vector<Listing> read_listings(std::string_view path) {
    return Reader(path).read();
}

} // namespace sluice::assets
