// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/files.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace sluice::experiment {

namespace {

std::string reason() {
    return std::strerror(errno);
}

/// Closes a descriptor at the end of its scope.
class Descriptor {
public:
    explicit Descriptor(int fd)
        : fd_(fd) { }
    ~Descriptor() {
        if (fd_ >= 0)
            ::close(fd_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return fd_; }
    int release() { return std::exchange(fd_, -1); }

private:
    int fd_;
};

} // namespace

std::optional<std::string> read_file(const std::string& path, std::string& error, std::size_t limit) {
    const Descriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (fd.get() < 0) {
        error = "Cannot read “" + path + "”: " + reason();
        return std::nullopt;
    }
    struct stat info { };
    if (::fstat(fd.get(), &info) == 0 && S_ISDIR(info.st_mode)) {
        error = "Cannot read “" + path + "”: it is a folder";
        return std::nullopt;
    }
    std::string text;
    char buffer[65536];
    for (;;) {
        const ssize_t n = ::read(fd.get(), buffer, sizeof buffer);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            error = "Cannot read “" + path + "”: " + reason();
            return std::nullopt;
        }
        if (n == 0)
            return text;
        text.append(buffer, static_cast<std::size_t>(n));
        if (text.size() > limit) {
            error = "Cannot read “" + path + "”: it is larger than " + std::to_string(limit >> 20) + " MiB";
            return std::nullopt;
        }
    }
}

std::string write_file(const std::string& path, std::string_view text) {
    std::string temporary = path + ".XXXXXX";
    Descriptor fd(::mkostemp(temporary.data(), O_CLOEXEC));
    if (fd.get() < 0)
        return "Cannot write “" + path + "”: " + reason();
    const auto fail = [&] {
        const std::string why = "Cannot write “" + path + "”: " + reason();
        ::unlink(temporary.c_str());
        return why;
    };
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t n = ::write(fd.get(), text.data() + done, text.size() - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return fail();
        done += static_cast<std::size_t>(n);
    }
    // mkostemp makes files that only the owner reads; a result is as readable as any other file of the user.
    const mode_t mask = ::umask(0);
    ::umask(mask);
    if (::fchmod(fd.get(), 0666 & ~mask) != 0 || ::fsync(fd.get()) != 0 || ::close(fd.release()) != 0
        || ::rename(temporary.c_str(), path.c_str()) != 0)
        return fail();
    return "";
}

} // namespace sluice::experiment
