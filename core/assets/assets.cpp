// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assets/assets.h"

#include "core/assets/embedded.h"

#include <algorithm>

namespace sluice::assets {

std::optional<std::string_view> text(std::string_view path) {
    for (const EmbeddedFile* f = embedded_files; !f->path.empty(); ++f)
        if (f->path == path)
            return f->text;
    return std::nullopt;
}

std::vector<std::string_view> list(std::string_view prefix) {
    std::vector<std::string_view> found;
    for (const EmbeddedFile* f = embedded_files; !f->path.empty(); ++f)
        if (f->path.starts_with(prefix))
            found.push_back(f->path);
    std::sort(found.begin(), found.end());
    return found;
}

} // namespace sluice::assets
