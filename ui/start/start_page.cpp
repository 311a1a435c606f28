// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/start_page.h"

#include "ui/kit/chip.h"
#include "ui/kit/format.h"
#include "ui/kit/frames.h"
#include "ui/start/start_parts.h"
#include "ui/theme/dress.h"
#include "ui/theme/icons.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sluice::ui {
namespace {

// Below this width at 100 % the second column goes below the first.
constexpr int fold_px = 1180;
// Below this width rows of words and buttons become columns.
constexpr int narrow_px = 640;

QLabel* wrapping(QLabel* label) {
    label->setWordWrap(true);
    return label;
}

QWidget* icon_label(const QString& name, Token ink, int size, QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setPixmap(icon_pixmap(name, px(size), color(ink), parent->devicePixelRatioF()));
    return label;
}

QHBoxLayout* head_line(const QString& icon_name, const QString& title, QWidget* parent) {
    auto* line = new QHBoxLayout;
    line->setSpacing(px(8));
    if (!icon_name.isEmpty())
        line->addWidget(icon_label(icon_name, Token::ink, 18, parent));
    line->addWidget(make_label(title, type::card, Weight::bold, Token::ink, parent));
    line->addStretch(1);
    return line;
}

CardFrame* plain_card(QWidget* parent) {
    auto* card = new CardFrame(parent);
    card->body()->setContentsMargins(0, px(12), 0, 0);
    card->body()->setSpacing(0);
    return card;
}

} // namespace

StartPage::StartPage(QWidget* parent)
    : QWidget(parent)
    , scroll_(new QScrollArea(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(scroll_, 1);
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setFocusPolicy(Qt::NoFocus);
    set_surface(scroll_, Token::canvas);
    set_surface(scroll_->viewport(), Token::canvas);
    set_surface(this, Token::canvas);
    setAccessibleName(tr("Start page"));
    rebuild();
}

void StartPage::set_model(const StartModel& model) {
    model_ = model;
    rebuild();
}

void StartPage::rebuild() {
    const bool had_focus = isVisible();
    const int scrolled = scroll_->verticalScrollBar()->value();
    delete hints_;
    content_ = new QWidget;
    set_surface(content_, Token::canvas);
    auto* outer = new QVBoxLayout(content_);
    outer->setContentsMargins(px(40), px(28), px(40), px(28));
    outer->setSpacing(px(24));
    main_ = nullptr;
    rows_.clear();
    extras_.clear();
    outer->addWidget(make_header(content_));
    columns_ = new QBoxLayout(QBoxLayout::LeftToRight);
    columns_->setSpacing(px(28));
    outer->addLayout(columns_);
    outer->addStretch(1);

    auto* left = new QVBoxLayout;
    left->setSpacing(px(16));
    if (model_.next)
        left->addWidget(make_next(content_));
    for (const StartPath& path : model_.paths)
        if (!path.lessons.empty())
            left->addWidget(make_path(path, content_));
    if (!model_.abilities.isEmpty()) {
        auto* card = new CardFrame(content_);
        card->body()->setContentsMargins(px(22), px(9), px(22), px(9));
        card->body()->addWidget(new AbilityStrip(model_.abilities, model_.next_ability, card));
        left->addWidget(card);
    }
    left->addStretch(1);
    auto* right = new QVBoxLayout;
    right->setSpacing(px(18));
    right->addWidget(make_laboratory(content_));
    right->addWidget(make_recent(content_));
    if (model_.claims)
        right->addWidget(make_claims(content_));
    right->addStretch(1);
    columns_->addLayout(left, 11);
    columns_->addLayout(right, 5);
    scroll_->setWidget(content_);
    hints_ = make_hints(this);
    layout()->addWidget(hints_);
    for (auto* button : content_->findChildren<QAbstractButton*>())
        button->installEventFilter(this);
    refold();
    scroll_->verticalScrollBar()->setValue(scrolled);
    if (had_focus && main_)
        main_->setFocus(Qt::OtherFocusReason);
}

QWidget* StartPage::make_header(QWidget* parent) {
    auto* header = new QWidget(parent);
    auto* row = new QHBoxLayout(header);
    rows_.push_back(row);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(px(18));
    row->addWidget(new Logo(header));
    auto* words = new QVBoxLayout;
    words->setSpacing(0);
    words->addWidget(make_label(tr("Sluice"), type::product, Weight::bold, Token::ink, header));
    words->addWidget(wrapping(make_label(
        tr("Watch pages move through the Linux kernel. Change one rule, and see what it does to latency and memory."),
        type::heading, Weight::regular, Token::ink2, header)));
    row->addLayout(words, 1);
    auto* open = new QPushButton(icon(QStringLiteral("folder")), tr("Open a file…"), header);
    connect(open, &QPushButton::clicked, this, &StartPage::open_file_requested);
    row->addWidget(open, 0, Qt::AlignBottom);
    main_ = open;
    return header;
}

QWidget* StartPage::make_next(QWidget* parent) {
    const StartNext& next = *model_.next;
    auto* card = new CardFrame(parent);
    card->set_strong(true);
    auto* row = new QHBoxLayout;
    rows_.push_back(row);
    row->setSpacing(px(20));
    auto* words = new QVBoxLayout;
    words->setSpacing(px(3));
    words->addWidget(make_label(next.first_start ? tr("Begin here") : tr("Where you left off"), type::control,
        Weight::regular, Token::accent, card));
    words->addWidget(wrapping(make_label(next.title, type::sentence, Weight::bold, Token::ink, card)));
    words->addWidget(wrapping(make_label(next.sentence, type::body, Weight::regular, Token::ink2, card)));
    row->addLayout(words, 1);
    card->body()->setContentsMargins(px(22), px(14), px(22), px(16));
    card->body()->addLayout(row);
    const QString id = next.lesson_id;
    if (!next.first_start) {
        auto* again = new QPushButton(tr("From the start"), card);
        again->setMinimumHeight(px(40));
        connect(again, &QPushButton::clicked, this, [this, id] { emit lesson_requested(id, true); });
        row->addWidget(again, 0, Qt::AlignVCenter);
    }
    main_ = new QPushButton(icon(QStringLiteral("play"), Token::onaccent),
        next.first_start ? tr("Start the first lesson") : tr("Continue"), card);
    set_button_kind(main_, ButtonKind::primary);
    set_text(main_, type::body, Weight::bold, Token::onaccent);
    main_->setMinimumSize(px(128), px(40));
    main_->setAccessibleDescription(next.title);
    connect(main_, &QPushButton::clicked, this, [this, id] { emit lesson_requested(id, false); });
    row->addWidget(main_, 0, Qt::AlignVCenter);
    return card;
}

QWidget* StartPage::make_path(const StartPath& path, QWidget* parent) {
    auto* card = new CardFrame(parent);
    card->body()->setContentsMargins(px(22), px(14), px(22), px(12));
    card->body()->setSpacing(px(14));
    auto* row = new QHBoxLayout;
    rows_.push_back(row);
    row->setSpacing(px(10));
    row->addWidget(make_label(path.title, type::card, Weight::bold, Token::ink, card), 0, Qt::AlignBaseline);
    auto* subtitle = new ElidedLabel(path.subtitle, card);
    set_text(subtitle, type::body, Weight::regular, Token::ink2);
    row->addWidget(subtitle, 1, Qt::AlignBaseline);
    const auto done = std::count_if(path.lessons.begin(), path.lessons.end(),
        [](const StartLesson& lesson) { return lesson.state == LessonState::done; });
    int minutes = 0;
    for (const StartLesson& lesson : path.lessons)
        minutes += lesson.minutes;
    const auto count = static_cast<int>(path.lessons.size());
    QStringList note;
    if (!path.note.isEmpty())
        note.append(path.note);
    note.append(done > 0 ? tr("%1 of %2 done").arg(done).arg(count)
            : count == 1 ? tr("1 lesson")
                         : tr("%1 lessons").arg(count));
    note.append(format::count(minutes, tr("min")));
    row->addWidget(make_label(note.join(QStringLiteral(" · ")), type::control, Weight::regular, Token::ink2, card), 0,
        Qt::AlignBaseline);
    card->body()->addLayout(row);
    std::size_t longest = 0;
    for (const StartPath& p : model_.paths)
        longest = std::max(longest, p.lessons.size());
    auto* track = new LessonTrack(path.lessons, static_cast<int>(longest), card);
    connect(track, &LessonTrack::chosen, this, [this](const QString& id) { emit lesson_requested(id, false); });
    card->body()->addWidget(track);
    card->setAccessibleName(path.title);
    return card;
}

QWidget* StartPage::make_laboratory(QWidget* parent) {
    auto* card = plain_card(parent);
    auto* head = new QVBoxLayout;
    head->setContentsMargins(px(14), 0, px(14), px(12));
    head->setSpacing(px(2));
    head->addLayout(head_line(QStringLiteral("flask"), tr("Free laboratory"), card));
    head->addWidget(wrapping(make_label(tr("No lesson, all knobs. Start from one of these and change it."),
        type::control, Weight::regular, Token::ink2, card)));
    card->body()->addLayout(head);
    QString subject;
    for (const StartScenario& scenario : model_.scenarios) {
        card->body()->addWidget(new Rule(card));
        if (scenario.subject != subject) {
            subject = scenario.subject;
            auto* heading = make_label(subject, type::control, Weight::bold, Token::ink2, card);
            heading->setContentsMargins(px(14), px(8), px(14), px(4));
            card->body()->addWidget(heading);
        }
        auto* row = new PressRow(scenario.title, scenario.sentence, {}, card);
        row->set_sketch(scenario.sketch);
        row->set_bold(true);
        connect(row, &QAbstractButton::clicked, this, [this, id = scenario.id] { emit scenario_requested(id); });
        card->body()->addWidget(row);
    }
    card->body()->addWidget(new Rule(card));
    auto* buttons = new QHBoxLayout;
    rows_.push_back(buttons);
    buttons->setContentsMargins(px(14), px(10), px(14), px(10));
    buttons->setSpacing(px(8));
    auto* machine = new QPushButton(tr("Machine like this one"), card);
    machine->setToolTip(tr("A scenario with the CPUs, nodes and zones of this computer"));
    auto* empty = new QPushButton(tr("Empty scenario…"), card);
    connect(machine, &QPushButton::clicked, this, &StartPage::machine_requested);
    connect(empty, &QPushButton::clicked, this, &StartPage::empty_scenario_requested);
    for (QPushButton* button : {machine, empty}) {
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        buttons->addWidget(button, 1);
    }
    card->body()->addLayout(buttons);
    card->setAccessibleName(tr("Free laboratory"));
    return card;
}

QWidget* StartPage::make_recent(QWidget* parent) {
    auto* card = plain_card(parent);
    auto* head = head_line({}, tr("Recent"), card);
    head->setContentsMargins(px(14), 0, px(14), px(10));
    card->body()->addLayout(head);
    for (const StartRecent& recent : model_.recent) {
        card->body()->addWidget(new Rule(card));
        auto* row = new PressRow(recent.title, recent.note, recent.when, card);
        row->set_icon_name(recent.icon);
        row->setToolTip(recent.path.toHtmlEscaped());
        connect(row, &QAbstractButton::clicked, this, [this, path = recent.path] { emit recent_requested(path); });
        card->body()->addWidget(row);
    }
    if (model_.recent.empty()) {
        auto* none = wrapping(make_label(tr("Nothing yet. Files that you open or save are listed here."), type::control,
            Weight::regular, Token::ink2, card));
        none->setContentsMargins(px(14), 0, px(14), px(12));
        card->body()->addWidget(none);
    } else {
        card->body()->addSpacing(px(2));
    }
    card->setAccessibleName(tr("Recent"));
    return card;
}

QWidget* StartPage::make_claims(QWidget* parent) {
    const StartClaims& claims = *model_.claims;
    auto* card = new CardFrame(parent);
    card->body()->setContentsMargins(px(14), px(10), px(14), px(12));
    card->body()->setSpacing(px(6));
    auto* head = head_line(QStringLiteral("scale"), tr("Claims"), card);
    auto* all = new QPushButton(tr("All %1").arg(claims.hold + claims.missed + claims.reported), card);
    set_button_kind(all, ButtonKind::link);
    all->setAccessibleName(tr("All claims"));
    connect(all, &QPushButton::clicked, this, &StartPage::claims_requested);
    head->addWidget(all);
    card->body()->addLayout(head);
    auto* row = new QHBoxLayout;
    row->setSpacing(px(6));
    const auto add = [&](const QString& name, Token ink, int count, const QString& word) {
        row->addWidget(icon_label(name, ink, 14, card));
        row->addWidget(make_label(QString::number(count), type::control, Weight::bold, Token::ink, card));
        row->addWidget(make_label(word, type::control, Weight::regular, Token::ink, card));
        row->addSpacing(px(12));
    };
    add(QStringLiteral("check"), Token::good, claims.hold, tr("hold"));
    if (claims.missed > 0)
        add(QStringLiteral("cross"), Token::stall, claims.missed, tr("missed"));
    if (claims.reported > 0)
        add(QStringLiteral("info"), Token::ink2, claims.reported, tr("reported only"));
    row->addStretch(1);
    card->body()->addLayout(row);
    card->setAccessibleName(tr("Claims"));
    return card;
}

QWidget* StartPage::make_hints(QWidget* parent) {
    auto* bar = new QWidget(parent);
    set_surface(bar, Token::chrome);
    auto* column = new QVBoxLayout(bar);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(new Rule(bar));
    auto* row = new QHBoxLayout;
    row->setContentsMargins(px(12), 0, px(12), 0);
    row->setSpacing(px(10));
    if (model_.has_tour) {
        extras_.push_back(make_label(tr("First time here?"), type::note, Weight::regular, Token::ink2, bar));
        row->addWidget(extras_.back());
        auto* tour = new QPushButton(tr("A two-minute tour"), bar);
        set_button_kind(tour, ButtonKind::link);
        set_text(tour, type::note, Weight::regular, Token::accent);
        connect(tour, &QPushButton::clicked, this, &StartPage::tour_requested);
        row->addWidget(tour);
    }
    row->addStretch(1);
    const bool first = model_.next && model_.next->first_start;
    row->addWidget(new KeyHint(tr("Enter"), !model_.next ? tr("open") : first ? tr("start") : tr("continue"), bar));
    for (auto* hint : {new KeyHint(QStringLiteral("↑ ↓ ← →"), tr("choose"), bar),
             new KeyHint(QStringLiteral("F1"), tr("all keys"), bar)}) {
        row->addWidget(hint);
        extras_.push_back(hint);
    }
    column->addLayout(row);
    bar->setFixedHeight(px(26));
    return bar;
}

void StartPage::refold() {
    const bool fold = width() < px(fold_px);
    folded_ = fold;
    columns_->setDirection(fold ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    columns_->setSpacing(fold ? px(16) : px(28));
    const bool narrow = width() < px(narrow_px);
    for (QBoxLayout* row : rows_)
        row->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    for (QWidget* extra : extras_)
        extra->setVisible(!narrow);
    // Narrow windows spend less on margins.
    const int side = px(fold ? 20 : 40);
    content_->layout()->setContentsMargins(side, px(fold ? 20 : 28), side, px(24));
}

void StartPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    refold();
}

void StartPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (main_)
        main_->setFocus(Qt::OtherFocusReason);
}

void StartPage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    // Margins, pixmaps and sizes were taken from the theme when the page was built: build it again, once, when the
    // whole change has arrived.
    if (event->type() == QEvent::StyleChange && !rebuild_waits_) {
        rebuild_waits_ = true;
        QMetaObject::invokeMethod(
            this,
            [this] {
                rebuild_waits_ = false;
                rebuild();
            },
            Qt::QueuedConnection);
    }
}

bool StartPage::eventFilter(QObject* object, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        auto* button = qobject_cast<QAbstractButton*>(object);
        switch (key->key()) {
        case Qt::Key_Left:
        case Qt::Key_Right:
        case Qt::Key_Up:
        case Qt::Key_Down:
            return button && (move_focus(button, key->key()), true);
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (button) {
                button->click();
                return true;
            }
            break;
        default:
            break;
        }
    }
    if (event->type() == QEvent::FocusIn)
        if (auto* widget = qobject_cast<QWidget*>(object))
            scroll_->ensureWidgetVisible(widget, 0, px(24));
    return QWidget::eventFilter(object, event);
}

bool StartPage::move_focus(QWidget* from, int key) {
    const auto place
        = [this](QWidget* widget) { return QRectF(widget->mapTo(content_, QPoint(0, 0)), widget->size()); };
    const QRectF start = place(from);
    QWidget* best = nullptr;
    double best_cost = std::numeric_limits<double>::max();
    const auto buttons = content_->findChildren<QAbstractButton*>();
    for (auto* button : buttons) {
        if (button == from || !button->isVisible() || !button->isEnabled())
            continue;
        const QRectF there = place(button);
        // The gap along the arrow's direction: only what lies wholly beyond counts, else an arrow would lead into the
        // thing below or beside.
        const double ahead = key == Qt::Key_Left ? start.left() - there.right()
            : key == Qt::Key_Right               ? there.left() - start.right()
            : key == Qt::Key_Up                  ? start.top() - there.bottom()
                                                 : there.top() - start.bottom();
        if (ahead < -1)
            continue;
        const bool across = key == Qt::Key_Left || key == Qt::Key_Right;
        const QPointF d = there.center() - start.center();
        // What is off to the side counts three times, so that rows and columns are followed before leaving them.
        const double cost = ahead + 3 * std::abs(across ? d.y() : d.x());
        if (cost < best_cost) {
            best_cost = cost;
            best = button;
        }
    }
    if (best)
        best->setFocus(Qt::OtherFocusReason);
    return best;
}

} // namespace sluice::ui
