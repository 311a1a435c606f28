// SPDX-License-Identifier: GPL-3.0-or-later
// From the program's start to its first painted frame, as a whole process: CPU time and peak memory, beside an empty Qt
// window measured by the same program in a process of its own.
#include "ui/theme/appearance.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QMainWindow>
#include <QProcess>

#include <cstdio>
#include <cstring>
#include <sys/resource.h>

namespace {

void report(const char* what) {
    rusage r{};
    getrusage(RUSAGE_SELF, &r);
    const double ms = static_cast<double>(r.ru_utime.tv_sec + r.ru_stime.tv_sec) * 1e3
        + static_cast<double>(r.ru_utime.tv_usec + r.ru_stime.tv_usec) / 1e3;
    std::printf("%-28s %7.1f ms CPU %7.1f MiB peak\n", what, ms, static_cast<double>(r.ru_maxrss) / 1024);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    if (argc < 2) {
        QCoreApplication app(argc, argv);
        for (const char* part : {"--empty", "--window", "--empty", "--window", "--empty", "--window"}) {
            QProcess p;
            p.setProcessChannelMode(QProcess::ForwardedChannels);
            p.start(QCoreApplication::applicationFilePath(), {part});
            p.waitForFinished(60'000);
        }
        return 0;
    }
    QApplication app(argc, argv);
    QApplication::setOrganizationName("sluice-bench");
    QApplication::setApplicationName("sluice-bench");
    if (std::strcmp(argv[1], "--empty") == 0) {
        QMainWindow window;
        window.resize(1600, 1000);
        window.show();
        window.repaint();
        report("empty Qt window");
        return 0;
    }
    sluice::ui::Appearance::instance().install();
    sluice::ui::MainWindow window;
    window.show();
    QApplication::processEvents();
    window.repaint();
    report("start page, first frame");
    window.open_lesson("q1");
    QApplication::processEvents();
    report("first lesson, first frame");
    return 0;
}
