// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/program.h"

#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <link.h>

namespace sluice::experiment {

namespace {

/// Looks for NT_GNU_BUILD_ID in the notes of the program itself, which is the first object told.
int find_build_id(dl_phdr_info* object, std::size_t, void* out) {
    auto& id = *static_cast<std::string*>(out);
    for (int i = 0; i < object->dlpi_phnum; ++i) {
        const auto& header = object->dlpi_phdr[i];
        if (header.p_type != PT_NOTE)
            continue;
        const auto* at = reinterpret_cast<const unsigned char*>(object->dlpi_addr + header.p_vaddr);
        const auto* end = at + header.p_memsz;
        while (at + sizeof(ElfW(Nhdr)) <= end) {
            ElfW(Nhdr) note;
            std::memcpy(&note, at, sizeof note);
            const auto aligned = [](std::size_t n) { return (n + 3) & ~std::size_t{3}; };
            const auto* name = at + sizeof note;
            const auto* content = name + aligned(note.n_namesz);
            if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0) {
                for (std::size_t b = 0; b < note.n_descsz && b < 8; ++b)
                    for (const int shift : {4, 0})
                        id += "0123456789abcdef"[content[b] >> shift & 15];
                return 1;
            }
            at = content + aligned(note.n_descsz);
        }
    }
    return 1; // only the program itself
}

} // namespace

std::string run_cache_folder() {
    // A relative path in the variable is to be ignored (XDG Base Directory Specification).
    if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && cache[0] == '/')
        return std::string(cache) + "/sluice/runs";
    if (const char* home = std::getenv("HOME"); home && *home)
        return std::string(home) + "/.cache/sluice/runs";
    return "";
}

std::string program_identity() {
    std::string build;
    ::dl_iterate_phdr(find_build_id, &build);
    return std::string(kVersion) + (build.empty() ? "" : "-" + build);
}

} // namespace sluice::experiment
