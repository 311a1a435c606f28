// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "core/experiment/program.h"
#include "core/lesson/lesson_file.h"
#include "ui/kit/format.h"
#include "ui/kit/notice.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/panel/run_bar.h"
#include "ui/player/computed_run.h"
#include "ui/player/player.h"
#include "ui/scene/narration.h"
#include "ui/scene/scene_view.h"
#include "ui/scene/scene_widget.h"
#include "ui/start/start_page.h"
#include "ui/sweep/sweep_page.h"
#include "ui/theme/appearance.h"
#include "ui/theme/dress.h"
#include "ui/window/charts_area.h"
#include "ui/window/claims_page.h"
#include "ui/window/folding.h"
#include "ui/window/lab_page.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QKeyEvent>
#include <QLabel>
#include <QMenuBar>
#include <QMimeData>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTimer>
#include <QVBoxLayout>

namespace sluice::ui {

namespace {

QString text(const std::string& s) {
    return QString::fromStdString(s);
}

/// Raised when docks change, so that an old layout is not forced on new ones.
constexpr int kLayoutVersion = 2;

} // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent)
    , player_(new Player)
    , pages_(new QStackedWidget)
    , start_(new StartPage)
    , lab_(new LabPage(*player_, progress_))
    , banner_(new Banner(BannerKind::error)) {
    setObjectName("main");
    setAcceptDrops(true);
    resize(1600, 1000);
    setMinimumSize(1000, 700);
    for (const auto& file : lesson::shipped_lessons())
        if (file.lesson)
            lessons_.push_back(file.lesson);
    pages_->addWidget(start_);
    pages_->addWidget(lab_);
    auto* centre = new QWidget;
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(banner_);
    column->addWidget(pages_, 1);
    banner_->set_closable(true);
    banner_->hide();
    connect(banner_, &Banner::closed, banner_, &QWidget::hide);
    setCentralWidget(centre);
    build_status();
    build_menus();

    connect(start_, &StartPage::lesson_requested, this, &MainWindow::open_lesson);
    connect(start_, &StartPage::scenario_requested, this, &MainWindow::open_scenario);
    connect(start_, &StartPage::machine_requested, this, &MainWindow::open_this_machine);
    connect(start_, &StartPage::empty_scenario_requested, this, &MainWindow::open_empty);
    connect(start_, &StartPage::recent_requested, this, &MainWindow::open_path);
    connect(start_, &StartPage::open_file_requested, this, &MainWindow::ask_open);
    connect(start_, &StartPage::claims_requested, this, &MainWindow::show_claims);
    connect(start_, &StartPage::tour_requested, this,
        [this] { open_lesson(lessons_.empty() ? QString() : text(lessons_.front()->id)); });
    connect(lab_, &LabPage::left, this, &MainWindow::show_start);
    connect(lab_, &LabPage::said, this, &MainWindow::say);
    connect(lab_, &LabPage::lesson_wanted, this, [this](const QString& id) { open_lesson(id); });
    connect(lab_, &LabPage::lesson_finished, this, [this](const QString& id) {
        show_start();
        if (const auto l = find_lesson(id))
            say(tr("“%1” is done.").arg(text(l->title)));
    });
    connect(lab_, &LabPage::status_changed, this, &MainWindow::show_status);
    connect(player_.get(), &Player::run_changed, this, &MainWindow::update_commands);
    connect(&Appearance::instance(), &Appearance::changed, this, [this] {
        show_status();
        set_where(where_words_);
    });
    restore_layout();
    show_start();
}

MainWindow::~MainWindow() {
    // The laboratory reads the player's journals, so it goes first.
    delete lab_;
}

void MainWindow::build_status() {
    auto* bar = statusBar();
    bar->setSizeGripEnabled(false);
    where_ = make_label({}, type::control, Weight::regular, Token::ink2);
    menuBar()->setCornerWidget(where_, Qt::TopRightCorner);
    where_->setContentsMargins(0, 0, px(14), 0);
    where_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    accounted_ = make_label({}, type::note, Weight::regular, Token::ink2);
    between_ = make_label({}, type::note, Weight::regular, Token::ink2);
    between_->setObjectName("between");
    fingerprint_ = make_label({}, type::note, Weight::regular, Token::ink2, nullptr, Face::mono);
    fingerprint_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    fingerprint_->setToolTip(tr("Fingerprint: a hash over every record of the run. The same scenario, seed and changes "
                                "give the same one everywhere."));
    said_ = make_label({}, type::note, Weight::bold, Token::ink);
    said_->setObjectName("said");
    records_ = make_label({}, type::note, Weight::regular, Token::ink2);
    said_over_ = make_label({}, type::note, Weight::bold, Token::ink, this);
    said_over_->setObjectName("said_over");
    said_over_->setWordWrap(true);
    said_over_->setContentsMargins(px(10), px(4), px(10), px(4));
    set_surface(said_over_, Token::chrome);
    said_over_->hide();
    bar->addWidget(accounted_);
    bar->addWidget(between_);
    bar->addWidget(fingerprint_);
    bar->addWidget(said_, 1);
    bar->addPermanentWidget(records_);
    bar->setContentsMargins(px(10), 0, px(12), 0);
    bar->setAccessibleName(tr("Status"));
}

void MainWindow::say(const QString& sentence) {
    said_->setText(sentence);
    said_->setAccessibleName(sentence);
    show_said();
    QTimer::singleShot(8000, said_, [this, sentence] {
        if (said_->text() == sentence)
            said_->clear();
        show_said();
    });
}

void MainWindow::show_said() {
    const bool over = page() == 1 && !said_->text().isEmpty() && !statusBar()->isVisible();
    said_over_->setText(said_->text());
    const int tall = said_over_->heightForWidth(width());
    said_over_->setGeometry(0, height() - tall, width(), tall);
    said_over_->setVisible(over);
    said_over_->raise();
}

void MainWindow::show_status() {
    const bool on = page() == 1 && player_->has_run();
    for (QLabel* l : {accounted_, between_, fingerprint_, records_})
        l->setVisible(on);
    // The start page has a hint line of its own; a window that is low for its text has no room for one.
    const bool low = folds_status(height() * 100 / std::max(1, px(100)));
    statusBar()->setVisible((on || page() >= 2) && !projector_ && !low);
    if (!on)
        return;
    std::uint64_t seen = 0;
    for (const auto& z : player_->state().zones())
        seen += z.free + z.pcp + z.quicklist + z.page_table + z.anonymous + z.file + z.buffer_heads + z.kernel
            + z.gather + z.being_freed;
    const std::uint64_t all = player_->scenario().machine.total_pages();
    accounted_->setText(
        (seen == all ? tr("✓ Every page accounted for: %1 of %2") : tr("✗ Pages accounted for: %1 of %2"))
            .arg(format::count(static_cast<qint64>(seen)), format::count(static_cast<qint64>(all))));
    const QString between = between_words(lab_->scene().scene().model());
    between_->setText(between);
    // The shortest of these gives way first.
    between_->setVisible(!between.isEmpty() && width() >= px(1100));
    fingerprint_->setText(
        tr("Fingerprint %1")
            .arg(player_->b().finished() ? text(experiment::format_fingerprint(player_->b().fingerprint()))
                                         : tr("… computing")));
    records_->setText(tr("Record %1 of %2")
                          .arg(format::count(static_cast<qint64>(player_->state().position())),
                              format::count(static_cast<qint64>(player_->journal().size()))));
}

std::shared_ptr<const lesson::Lesson> MainWindow::find_lesson(const QString& id) const {
    for (const auto& l : lessons_)
        if (text(l->id) == id)
            return l;
    return nullptr;
}

void MainWindow::set_where(const QString& words) {
    where_words_ = words;
    // The menus come first; what is left of the bar is for the run's name.
    const int menus = menuBar()->actionGeometry(menuBar()->actions().last()).right();
    const int room = std::max(0, width() - menus - px(40));
    where_->setText(QFontMetrics(where_->font()).elidedText(words, Qt::ElideRight, room));
    where_->setToolTip(words);
    where_->setMinimumHeight(std::max(0, menuBar()->height() - 2));
    // A menu bar asks its corner for a size only when it is set.
    menuBar()->setCornerWidget(where_, Qt::TopRightCorner);
    where_->setVisible(true);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    set_where(where_words_);
    show_status();
    show_said();
}

int MainWindow::page() const {
    const QWidget* shown = pages_->currentWidget();
    return shown == start_ ? 0 : shown == lab_ ? 1 : sweeps_ && shown == sweeps_ ? 3 : 2;
}

void MainWindow::show_start() {
    player_->pause();
    fill_start();
    pages_->setCurrentWidget(start_);
    set_where({});
    setWindowTitle(tr("Sluice"));
    show_status();
    update_commands();
}

void MainWindow::show_lab() {
    pages_->setCurrentWidget(lab_);
    const auto* session = lab_->lesson().session();
    const auto& s = player_->scenario();
    QString what;
    if (session)
        what = tr("Lesson: %1").arg(text(session->lesson().title));
    else
        what = text(s.title);
    set_where(tr("%1 · %2 · seed %3")
                  .arg(what, text(s.machine.title.empty() ? s.machine.profile : s.machine.title))
                  .arg(player_->b().input().seed)
        + (s.machine.topology_changed ? tr(" · changed topology, same costs") : QString()));
    setWindowTitle(tr("%1 – Sluice").arg(what));
    show_status();
    update_commands();
}

ClaimsPage& MainWindow::claims() {
    if (!claims_) {
        claims_ = new ClaimsPage;
        pages_->addWidget(claims_);
        connect(claims_, &ClaimsPage::closed, this, &MainWindow::show_start);
        connect(claims_, &ClaimsPage::said, this, &MainWindow::say);
        connect(claims_, &ClaimsPage::run_requested, this, [this](const experiment::RunInput& input) {
            lab_->open_run(input);
            show_lab();
        });
    }
    return *claims_;
}

void MainWindow::show_claims() {
    player_->pause();
    pages_->setCurrentWidget(&claims());
    set_where(tr("Claims · what was published, beside what the model gives"));
    setWindowTitle(tr("Claims – Sluice"));
    show_status();
    update_commands();
}

SweepPage& MainWindow::sweeps() {
    if (!sweeps_) {
        sweeps_ = new SweepPage(experiment::run_cache_folder(), experiment::program_identity());
        pages_->addWidget(sweeps_);
        connect(sweeps_, &SweepPage::closed, this, [this] { player_->has_run() ? show_lab() : show_start(); });
        connect(sweeps_, &SweepPage::open_wanted, this, &MainWindow::show_start);
        connect(sweeps_, &SweepPage::said, this, &MainWindow::say);
        connect(sweeps_, &SweepPage::run_requested, this, [this](const experiment::RunInput& input) {
            lab_->open_run(input);
            show_lab();
        });
    }
    return *sweeps_;
}

void MainWindow::show_sweeps() {
    player_->pause();
    sweeps().set_base(player_->has_run() ? std::optional(player_->b().input()) : std::nullopt);
    pages_->setCurrentWidget(sweeps_);
    set_where(tr("Sweep · one run for each value of a knob"));
    setWindowTitle(tr("Sweep – Sluice"));
    show_status();
    update_commands();
}

bool MainWindow::open_lesson(const QString& id, bool afresh) {
    const auto lesson = find_lesson(id.section('#', 0, 0));
    if (!lesson) {
        say(tr("There is no lesson “%1”.").arg(id));
        return false;
    }
    pages_->setCurrentWidget(lab_);
    lab_->open_lesson(lesson, id.section('#', 1), afresh);
    file_.clear();
    if (player_->has_run())
        show_lab();
    lab_->lesson().focus_question();
    return true;
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
    // Single keys reach the window only when no field, list or button has taken them.
    if (page() != 1 || event->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier)) {
        QMainWindow::keyPressEvent(event);
        return;
    }
    Player& p = *player_;
    switch (event->key()) {
    case Qt::Key_Space:
        p.toggle_play();
        break;
    case Qt::Key_Right:
        p.step_forward();
        break;
    case Qt::Key_Left:
        p.step_back();
        break;
    case Qt::Key_Home:
        p.seek(0);
        break;
    case Qt::Key_End:
        p.seek(p.length());
        break;
    case Qt::Key_D:
        p.next_landmark();
        break;
    case Qt::Key_BracketRight:
        p.next_stall();
        break;
    case Qt::Key_BracketLeft:
        p.previous_stall();
        break;
    case Qt::Key_Period:
        p.set_speed(p.speed() <= 0 ? 0 : p.speed() * 2 > Player::kFastest ? 0 : p.speed() * 2);
        break;
    case Qt::Key_Comma:
        p.set_speed(p.speed() <= 0 ? Player::kFastest : p.speed() / 2);
        break;
    case Qt::Key_G:
        lab_->run_bar().focus_go_to();
        break;
    case Qt::Key_B:
        p.branch_here();
        break;
    case Qt::Key_K:
        lab_->show_anchor("knobs");
        lab_->focus_last_knob();
        break;
    case Qt::Key_T:
        lab_->toggle_table();
        break;
    case Qt::Key_W:
        lab_->show_why();
        break;
    case Qt::Key_N:
        lab_->announce();
        break;
    case Qt::Key_R:
        p.reset();
        break;
    case Qt::Key_C:
        lab_->toggle_charts();
        break;
    case Qt::Key_PageDown:
        lab_->lesson().next_step();
        break;
    case Qt::Key_PageUp:
        lab_->lesson().previous_step();
        break;
    case Qt::Key_F6:
        cycle_region(event->modifiers() & Qt::ShiftModifier);
        break;
    case Qt::Key_Escape:
        if (projector_)
            set_projector(false);
        else
            lab_->select({});
        break;
    default:
        QMainWindow::keyPressEvent(event);
        return;
    }
    event->accept();
}

void MainWindow::cycle_region(bool back) {
    const auto regions = lab_->regions();
    if (regions.empty())
        return;
    int at = -1;
    QWidget* focus = QApplication::focusWidget();
    for (std::size_t i = 0; i < regions.size(); ++i)
        if (focus && (regions[i] == focus || regions[i]->isAncestorOf(focus)))
            at = static_cast<int>(i); // the innermost one comes last
    const int n = static_cast<int>(regions.size());
    QWidget* next = regions[static_cast<std::size_t>(((back ? at - 1 : at + 1) + n) % n)];
    if (next->focusPolicy() == Qt::NoFocus)
        for (QWidget* child : next->findChildren<QWidget*>())
            if (child->isVisible() && child->isEnabled() && child->focusPolicy() & Qt::TabFocus) {
                next = child;
                break;
            }
    next->setFocus(Qt::TabFocusReason);
}

void MainWindow::update_commands() {
    for (auto& [action, enabled] : conditional_)
        action->setEnabled(enabled());
}

void MainWindow::set_projector(bool on) {
    projector_ = on;
    menuBar()->setVisible(!on);
    statusBar()->setVisible(!on);
    on ? showFullScreen() : showNormal();
    lab_->set_bare(on);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    keep_layout();
    QMainWindow::closeEvent(event);
}

void MainWindow::restore_layout() {
    QSettings s;
    s.beginGroup("window");
    restoreGeometry(s.value("geometry").toByteArray());
    lab_->restoreState(s.value("lab").toByteArray(), kLayoutVersion);
}

void MainWindow::keep_layout() {
    if (projector_)
        return;
    QSettings s;
    s.beginGroup("window");
    s.setValue("geometry", saveGeometry());
    s.setValue("lab", lab_->saveState(kLayoutVersion));
}

} // namespace sluice::ui
