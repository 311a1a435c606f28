// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/appearance.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QTimer>

namespace sluice::ui {

int run_window(int argc, char** argv, const std::string& open) {
    QApplication app(argc, argv);
    QApplication::setOrganizationName("sluice");
    QApplication::setApplicationName("sluice");
    QApplication::setApplicationDisplayName("Sluice");
    QApplication::setApplicationVersion(SLUICE_VERSION);
    QApplication::setDesktopFileName("org.sluice.Sluice");
    Appearance::instance().install();
    MainWindow window;
    window.show();
    if (!open.empty())
        QTimer::singleShot(0, &window, [&window, what = QString::fromStdString(open)] {
            const bool lesson = what.size() < 40 && !what.contains('/') && !what.contains('.') && !what.contains('-');
            lesson ? void(window.open_lesson(what)) : void(window.open_path(what));
        });
    return QApplication::exec();
}

} // namespace sluice::ui
