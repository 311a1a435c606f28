// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/why_view.h"

#include "ui/kit/chip.h"
#include "ui/kit/format.h"
#include "ui/kit/frames.h"
#include "ui/panel/record_words.h"
#include "ui/player/computed_run.h"
#include "ui/player/player.h"
#include "ui/theme/dress.h"
#include "ui/theme/icons.h"
#include "ui/theme/patterns.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace sluice::ui {

// ---- the picture ----

WhyPicture::WhyPicture(QWidget* parent)
    : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setObjectName("why_picture");
}

void WhyPicture::set_why(Why why, std::function<QString(Time)> moment) {
    why_ = std::move(why);
    moment_ = std::move(moment);
    current_ = 0;
    setAccessibleName(why_.sentence);
    updateGeometry();
    update();
}

QSize WhyPicture::sizeHint() const {
    return {px(900), px(460)};
}
QSize WhyPicture::minimumSizeHint() const {
    return {px(560), px(430)};
}
QRect WhyPicture::strip_rect() const {
    return {0, px(8), width(), px(176)};
}

std::vector<QRect> WhyPicture::boxes() const {
    std::vector<QRect> list(why_.causes.size());
    int critical = 0;
    for (const WhyCause& c : why_.causes)
        critical += c.critical;
    if (critical == 0)
        return list;
    const int gap = px(28), top = strip_rect().bottom() + px(128), h = px(64), left = px(24);
    const int w = std::min(px(200), (width() - 2 * left - gap * (critical - 1)) / critical);
    int slot = 0, knobs = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const WhyCause& c = why_.causes[i];
        if (c.critical) {
            list[i] = QRect(left + slot * (w + gap), top, w, h);
            ++slot;
        }
    }
    for (std::size_t i = 0; i < list.size(); ++i)
        if (!why_.causes[i].critical) {
            list[i] = QRect(left + knobs * (w + gap), top - px(96), w, h);
            ++knobs;
        }
    return list;
}

void WhyPicture::paint_strip(QPainter& p, const QRect& area) const {
    const Theme& t = theme();
    const Time first = std::min(why_.section_from.value_or(why_.woken), why_.woken);
    const Time span = std::max<Time>(why_.runs - first, 1), margin = std::max<Time>(span / 8, 500);
    const Time from = first - margin, to = why_.runs + margin;
    const int left = px(110), right = area.right() - px(24);
    const auto x = [&](Time at) {
        return left + static_cast<double>(at - from) / static_cast<double>(to - from) * (right - left);
    };
    const int h = px(18);
    const int late_y = area.top() + px(24), task_y = late_y + px(36), cpu_y = task_y + px(32), tick_y = cpu_y + px(32),
              axis_y = tick_y + px(18);
    p.setFont(t.font(type::note));
    p.setPen(t[Token::ink2]);
    p.drawText(QRectF(x(why_.woken) - px(80), area.top(), px(160), px(18)), Qt::AlignCenter,
        tr("woken %1").arg(moment_(why_.woken)));
    p.drawText(QRectF(std::min<double>(x(why_.runs) - px(80), right - px(150)), area.top(), px(160), px(18)),
        Qt::AlignCenter, tr("runs %1").arg(moment_(why_.runs)));

    const auto bar = [&](double a, double b, int y, Token ground, Token edge, const QString& words, Token ink) {
        const QRectF r(a, y, std::max(1.0, b - a), h);
        p.fillRect(r, t[ground]);
        p.setPen(t[edge]);
        p.drawRect(r.adjusted(0.5, 0.5, -0.5, -0.5));
        p.setPen(t[ink]);
        p.setFont(t.font(type::note, true));
        if (p.fontMetrics().horizontalAdvance(words) < r.width() - px(6))
            p.drawText(r, Qt::AlignCenter, words);
    };
    bar(x(why_.woken), x(why_.runs), late_y, Token::warnsoft, Token::warn,
        tr("%1 late").arg(format::duration(why_.runs - why_.woken)), Token::warn);
    const auto label = [&](int y, const QString& words) {
        p.setFont(t.font(type::control, true));
        p.setPen(t[Token::ink]);
        p.drawText(QRect(0, y, left - px(12), h), Qt::AlignRight | Qt::AlignVCenter, words);
    };
    label(task_y, why_.task);
    fill_pattern(p, QRectF(x(from), task_y, x(why_.woken) - x(from), h), Pattern::asleep, t);
    bar(x(why_.woken), x(why_.runs), task_y, Token::warnsoft, Token::warn, tr("woken, waits for CPU %1").arg(why_.cpu),
        Token::warn);
    bar(x(why_.runs), x(to), task_y, Token::goodsoft, Token::goodsoft, tr("runs"), Token::good);
    label(cpu_y, tr("CPU %1").arg(why_.cpu));
    p.fillRect(QRectF(x(from), cpu_y, x(to) - x(from), h), t[Token::well]);
    if (why_.section_from) {
        const QRectF s(x(*why_.section_from), cpu_y, x(*why_.section_to) - x(*why_.section_from), h);
        fill_pattern(p, s, Pattern::stall, t);
        p.setPen(t[Token::stallfill]);
        p.drawRect(s.adjusted(0.5, 0.5, -0.5, -0.5));
        p.setFont(t.font(type::note, true));
        const int w = p.fontMetrics().horizontalAdvance(why_.section_words) + px(10);
        if (w < s.width()) {
            const QRectF ground(s.center().x() - w / 2.0, s.top() + 2, w, s.height() - 4);
            p.fillRect(ground, t[Token::card]);
            p.setPen(t[Token::stall]);
            p.drawText(ground, Qt::AlignCenter, why_.section_words);
        }
    }
    bar(x(why_.runs), x(to), cpu_y, Token::goodsoft, Token::goodsoft, why_.task, Token::good);
    label(tick_y - px(4), tr("timer"));
    int held = 0;
    p.setRenderHint(QPainter::Antialiasing);
    for (const Why::Tick& tick : why_.ticks) {
        if (tick.at < from || tick.at > why_.runs) // right of it stands the count
            continue;
        const double at = x(tick.at), r = px(5);
        const QPolygonF triangle(
            {{at, tick_y - r + px(4)}, {at + r, tick_y + r + px(4)}, {at - r, tick_y + r + px(4)}});
        p.setPen(t[tick.held_off ? Token::stallfill : Token::edge]);
        p.setBrush(tick.held_off ? QBrush(t[Token::stallfill]) : Qt::NoBrush);
        p.drawPolygon(triangle);
        held += tick.held_off;
    }
    p.setRenderHint(QPainter::Antialiasing, false);
    if (held) {
        p.setFont(t.font(type::note));
        p.setPen(t[Token::stall]);
        p.drawText(QRectF(x(why_.runs) + px(6), tick_y - px(4), px(140), h), Qt::AlignLeft | Qt::AlignVCenter,
            held == 1 ? tr("1 switch held off") : tr("%1 switches held off").arg(held));
    }
    p.setPen(QPen(t[Token::ink], 1, Qt::DotLine));
    for (const Time at : {why_.woken, why_.runs})
        p.drawLine(QPointF(x(at), late_y), QPointF(x(at), axis_y));
    p.setPen(t[Token::edge]);
    p.drawLine(left, axis_y, right, axis_y);
    // Five round moments are enough to read a length off.
    const double raw = static_cast<double>(to - from) / 5, power = std::pow(10.0, std::floor(std::log10(raw)));
    const double step = (raw / power < 2 ? 2 : raw / power < 5 ? 5 : 10) * power;
    p.setFont(t.font(type::note));
    for (double at = std::ceil(static_cast<double>(from) / step) * step; at <= static_cast<double>(to); at += step) {
        if (at < 0)
            continue;
        const double px_at = x(static_cast<Time>(at));
        p.setPen(t[Token::edge]);
        p.drawLine(QPointF(px_at, axis_y), QPointF(px_at, axis_y + px(4)));
        p.setPen(t[Token::ink2]);
        p.drawText(
            QRectF(px_at - px(50), axis_y + px(4), px(100), px(16)), Qt::AlignCenter, moment_(static_cast<Time>(at)));
    }
}

void WhyPicture::paint_causes(QPainter& p, const QRect& area) const {
    const Theme& t = theme();
    p.setFont(t.font(type::control, true));
    p.setPen(t[Token::ink]);
    p.drawText(QRect(px(24), area.top(), area.width(), px(20)), Qt::AlignVCenter, tr("Causes, left to right"));
    const auto rects = boxes();
    int before = -1;
    for (std::size_t i = 0; i < rects.size(); ++i) {
        const WhyCause& c = why_.causes[i];
        const QRect r = rects[i];
        if (c.critical) {
            if (before >= 0) {
                const QRect from = rects[static_cast<std::size_t>(before)];
                const QPoint a(from.right() + 2, from.center().y()), b(r.left() - px(2), r.center().y());
                p.setPen(QPen(t[Token::ink], 2.5));
                p.drawLine(a, b - QPoint(px(6), 0));
                p.setRenderHint(QPainter::Antialiasing);
                p.setBrush(t[Token::ink]);
                p.setPen(Qt::NoPen);
                p.drawPolygon(QPolygon({b, b + QPoint(-px(8), -px(5)), b + QPoint(-px(8), px(5))}));
                p.setRenderHint(QPainter::Antialiasing, false);
            }
            before = static_cast<int>(i);
        } else if (!why_.causes.empty()) {
            // What made it so: a thin arrow down to the path.
            const int x = r.center().x();
            p.setPen(QPen(t[Token::edge], 1.5));
            const int tip = r.bottom() + px(30);
            p.drawLine(x, r.bottom() + 1, x, tip);
            p.drawLine(x, tip, x - px(4), tip - px(6));
            p.drawLine(x, tip, x + px(4), tip - px(6));
        }
        const bool section = c.kind == WhyCause::Kind::section, press = !c.target.isEmpty();
        p.fillRect(r, t[section ? Token::stallsoft : press ? Token::accentsoft : Token::card]);
        p.setPen(QPen(t[press ? Token::accent : c.critical ? Token::ink : Token::edge], c.critical ? 2 : 1));
        p.setBrush(Qt::NoBrush);
        p.drawRect(r);
        if (section)
            fill_pattern(p, QRectF(r.left() + 1, r.top() + 1, px(6), r.height() - 2), Pattern::stall, t);
        const QRect in = r.adjusted(px(12), px(6), -px(8), -px(6));
        const int line = in.height() / 3;
        const auto put = [&](int row, const QString& words, int size, bool bold, Token ink) {
            p.setFont(t.font(size, bold));
            p.setPen(t[ink]);
            p.drawText(QRect(in.left(), in.top() + row * line, in.width(), line), Qt::AlignVCenter,
                p.fontMetrics().elidedText(words, Qt::ElideRight, in.width()));
        };
        put(0, c.when, type::note, false, Token::ink2);
        put(1, c.title, type::control, true, Token::ink);
        put(2, c.note, type::note, false, Token::ink2);
        if (static_cast<int>(i) == current_ && hasFocus()) {
            p.setPen(QPen(t[Token::focus], 2));
            p.setBrush(Qt::NoBrush);
            p.drawRect(r.adjusted(-4, -4, 4, 4));
        }
    }
    p.setFont(t.font(type::note));
    p.setPen(t[Token::ink2]);
    p.drawText(QRect(px(24), area.bottom() - px(22), area.width() - px(48), px(20)), Qt::AlignVCenter,
        tr("Thick frames and arrows: the critical path. Shorten any of these and the task runs earlier. Thin: what "
           "made them so."));
}

void WhyPicture::paintEvent(QPaintEvent*) {
    QPainter p(this);
    p.fillRect(rect(), color(Token::panel));
    if (why_.delay == kNoRecord)
        return;
    paint_strip(p, strip_rect());
    p.setPen(color(Token::line));
    p.drawLine(0, strip_rect().bottom() + px(6), width(), strip_rect().bottom() + px(6));
    paint_causes(p, QRect(0, strip_rect().bottom() + px(10), width(), height() - strip_rect().bottom() - px(10)));
}

void WhyPicture::keyPressEvent(QKeyEvent* event) {
    const int n = static_cast<int>(why_.causes.size());
    if (n == 0)
        return;
    const bool critical = why_.causes[static_cast<std::size_t>(current_)].critical;
    const auto move = [&](int by, bool same) {
        for (int i = current_ + by; i >= 0 && i < n; i += by)
            if ((why_.causes[static_cast<std::size_t>(i)].critical == critical) == same) {
                current_ = i;
                break;
            }
    };
    switch (event->key()) {
    case Qt::Key_Left:
        move(-1, true);
        break;
    case Qt::Key_Right:
        move(1, true);
        break;
    case Qt::Key_Up:
    case Qt::Key_Down:
        move(1, false);
        if (why_.causes[static_cast<std::size_t>(current_)].critical == critical)
            move(-1, false);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        emit cause_chosen(current_);
        break;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    const WhyCause& c = why_.causes[static_cast<std::size_t>(current_)];
    setAccessibleDescription(c.when + ". " + c.title + ", " + c.note);
    update();
}

void WhyPicture::mousePressEvent(QMouseEvent* event) {
    const auto rects = boxes();
    for (std::size_t i = 0; i < rects.size(); ++i)
        if (rects[i].contains(event->position().toPoint())) {
            current_ = static_cast<int>(i);
            update();
            emit cause_chosen(current_);
        }
}

void WhyPicture::mouseMoveEvent(QMouseEvent* event) {
    const auto rects = boxes();
    const bool over = std::any_of(
        rects.begin(), rects.end(), [&](const QRect& r) { return r.contains(event->position().toPoint()); });
    setCursor(over ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

// ---- the page ----

WhyView::WhyView(Player& player, SceneNames names, QWidget* parent)
    : QWidget(parent)
    , player_(player)
    , names_(std::move(names)) {
    setObjectName("why");
    setAccessibleName(tr("Why"));
    set_surface(this, Token::panel);
    auto* head = new DockHead("why", tr("Why"));
    head->set_note(tr("one wake-up"));
    const auto button = [&](const QString& words, const QString& icon_name) {
        auto* b = new QPushButton(words);
        b->setIcon(icon(icon_name));
        set_button_kind(b, ButtonKind::small);
        head->add_widget(b);
        return b;
    };
    earlier_ = button(tr("Earlier spike"), "stepb");
    later_ = button(tr("Later spike"), "stepf");
    table_button_ = button(tr("As table"), "table");
    for (QPushButton* b : {earlier_, later_, table_button_})
        set_tip(b, {b->text(), {}, {}, {}});
    table_button_->setCheckable(true);
    auto* close = head->add_button("cross", tr("Back to the scene"), "Esc");
    sentence_ = make_label({}, type::sentence, Weight::bold);
    sentence_->setWordWrap(true);
    share_ = make_label({}, type::body, Weight::regular, Token::ink2);
    share_->setWordWrap(true);
    picture_ = new WhyPicture;
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(picture_);
    table_ = new QTableWidget(0, 5);
    table_->setHorizontalHeaderLabels({tr("When"), tr("What"), tr("How"), tr("Length"), tr("On the path")});
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    table_->verticalHeader()->hide();
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setAccessibleName(tr("Causes of the delay"));
    pages_ = new QStackedWidget;
    pages_->addWidget(scroll);
    pages_->addWidget(table_);
    auto* words = new QVBoxLayout;
    words->setContentsMargins(px(24), px(14), px(24), px(4));
    words->addWidget(sentence_);
    words->addWidget(share_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(head);
    column->addLayout(words);
    column->addWidget(pages_, 1);

    connect(close, &QToolButton::clicked, this, &WhyView::closed);
    connect(earlier_, &QPushButton::clicked, this, [this] { go(false); });
    connect(later_, &QPushButton::clicked, this, [this] { go(true); });
    connect(table_button_, &QPushButton::toggled, this, [this](bool on) { pages_->setCurrentIndex(on ? 1 : 0); });
    connect(picture_, &WhyPicture::cause_chosen, this, &WhyView::choose);
    connect(table_, &QTableWidget::cellActivated, this, [this](int row, int) { choose(row); });
}

bool WhyView::show_delay(RecordIndex delay) {
    if (!player_.has_run())
        return false;
    const auto unit = format::time_unit(player_.length());
    auto why = delay == kNoRecord ? std::nullopt : explain(player_.b(), delay, names_);
    if (!why)
        return false;
    sentence_->setText(why->sentence);
    share_->setText(why->share);
    const double per = unit == format::TimeUnit::us ? 1e3 : unit == format::TimeUnit::ms ? 1e6 : 1e9;
    picture_->set_why(std::move(*why), [unit, per](Time t) {
        return format::with_unit(format::real(static_cast<double>(t) / per, 3), format::unit_name(unit));
    });
    fill_table();
    picture_->setFocus(Qt::OtherFocusReason);
    emit opened();
    return true;
}

bool WhyView::show_longest(bool future) {
    if (!player_.has_run())
        return false;
    const auto& journal = player_.journal();
    RecordIndex best = longest_delay(journal, -1, player_.playhead());
    if (const RecordIndex on = delay_under_way(journal, player_.playhead()); on != kNoRecord) {
        const Record r = journal.at(on);
        const Time so_far = player_.playhead() - (r.at - static_cast<Time>(r.a));
        if (best == kNoRecord || static_cast<Time>(journal.at(best).a) < so_far) {
            if (future)
                best = on;
            else
                emit said(tr("A longer wait is still going on; it can be explained when it ends."));
        }
    }
    return show_delay(best);
}

void WhyView::go(bool later) {
    const Time least = player_.scenario().machine.tick_period() / 4;
    const RecordIndex next = neighbour_delay(player_.journal(), delay(), least, later, player_.head());
    if (next == kNoRecord)
        emit said(later ? tr("No later wake-up is delayed by more than a quarter of a tick.")
                        : tr("No earlier wake-up is delayed by more than a quarter of a tick."));
    else
        show_delay(next);
}

void WhyView::fill_table() {
    const Why& why = picture_->why();
    table_->setRowCount(static_cast<int>(why.causes.size()));
    for (std::size_t i = 0; i < why.causes.size(); ++i) {
        const WhyCause& c = why.causes[i];
        const QStringList cells{c.when, c.title, c.note, c.to > c.from ? format::duration(c.to - c.from) : QString(),
            c.critical ? tr("yes") : tr("no")};
        for (int k = 0; k < cells.size(); ++k)
            table_->setItem(static_cast<int>(i), k, new QTableWidgetItem(cells[k]));
    }
}

void WhyView::choose(int cause) {
    const WhyCause& c = picture_->why().causes[static_cast<std::size_t>(cause)];
    if (!c.target.isEmpty())
        emit knob_requested(c.target);
    else
        emit seek_requested(c.from);
}

void WhyView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    // The picture scrolls; words around it give way first.
    const bool narrow = width() < px(620), low = height() < px(420);
    earlier_->setText(narrow ? QString() : tr("Earlier spike"));
    later_->setText(narrow ? QString() : tr("Later spike"));
    table_button_->setText(narrow ? QString() : tr("As table"));
    share_->setVisible(!low);
    set_text(sentence_, low ? type::body : type::sentence, Weight::bold);
}

QSize WhyView::minimumSizeHint() const {
    return {px(280), px(160)};
}

void WhyView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        emit closed();
    else if (event->key() == Qt::Key_T)
        table_button_->toggle();
    else
        QWidget::keyPressEvent(event);
}

} // namespace sluice::ui
