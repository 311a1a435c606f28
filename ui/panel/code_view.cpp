// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/code_view.h"

#include "core/experiment/knobs.h"
#include "core/experiment/mechanisms.h"
#include "ui/kit/format.h"
#include "ui/player/player.h"
#include "ui/theme/dress.h"
#include "ui/theme/patterns.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QComboBox>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>

namespace sluice::ui {

namespace {

QString text(std::string_view s) {
    return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}

std::optional<experiment::KnobIndex> line_knob(const Listing& l, const ListingLine& line) {
    return experiment::find_knob(line_knob_id(l, line));
}

/// The values at the playhead, for a mechanism to say which listings are in force.
class KnobsNow final : public KnobReader {
public:
    explicit KnobsNow(const Player& player)
        : player_(player) { }
    KnobValue value(std::string_view id) const override {
        const auto k = experiment::find_knob(id);
        return !k ? 0 : player_.has_run() ? player_.knob(*k) : experiment::knob_table()[*k].standard;
    }

private:
    const Player& player_;
};

/// The record of the last step that any CPU made in a listing; 0 if none did.
RecordIndex last_in(const Player& player, const Listing& listing) {
    RecordIndex latest = 0;
    if (player.has_run())
        for (std::size_t c = 0; c < player.state().cpus().size(); ++c)
            for (const auto& line : listing.lines)
                if (const RecordIndex r = player.state().last_step(static_cast<CpuId>(c), line.step); r != kNoRecord)
                    latest = std::max(latest, r);
    return latest;
}

constexpr int kTop = 30; ///< px for the function's name
constexpr int kGutter = 46; ///< px left of the text: CPU flag, line number, stripes

} // namespace

ListingWidget::ListingWidget(Player& player, QWidget* parent)
    : QAbstractScrollArea(parent)
    , player_(player) {
    setObjectName("listing");
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("Listing"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    set_surface(viewport(), Token::panel);
    viewport()->setMouseTracking(true);
}

void ListingWidget::set_listing(const Listing* listing) {
    if (listing_ == listing)
        return;
    listing_ = listing;
    current_ = -1;
    fit_scroll();
    updateGeometry();
    viewport()->update();
}

void ListingWidget::set_cpu(std::optional<CpuId> cpu) {
    cpu_ = cpu;
    viewport()->update();
}

void ListingWidget::set_candidates(const std::vector<std::string>& ids) {
    candidates_ = ids;
    viewport()->update();
}

int ListingWidget::row_height() const {
    return theme().px(19);
}

QSize ListingWidget::sizeHint() const {
    const int lines = listing_ ? static_cast<int>(listing_->lines.size()) : 8;
    return {px(300), px(kTop) + lines * row_height() + px(6)};
}

void ListingWidget::fit_scroll() {
    const QFontMetrics m(theme().mono(type::control));
    int widest = 0;
    if (listing_)
        for (const auto& l : listing_->lines)
            widest = std::max(widest, m.horizontalAdvance(text(l.text)));
    const QSize need(px(kGutter) + widest + px(72), sizeHint().height());
    const QSize have = viewport()->size();
    horizontalScrollBar()->setRange(0, std::max(0, need.width() - have.width()));
    horizontalScrollBar()->setPageStep(have.width());
    verticalScrollBar()->setRange(0, std::max(0, need.height() - have.height()));
    verticalScrollBar()->setPageStep(have.height());
    verticalScrollBar()->setSingleStep(row_height());
}

void ListingWidget::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    fit_scroll();
}

std::optional<CpuId> ListingWidget::shown_cpu() const {
    if (cpu_ || !player_.has_run() || !listing_)
        return cpu_;
    // The CPU that stands in this listing, else the one that was in it last.
    std::optional<CpuId> last;
    RecordIndex latest = 0;
    const auto cpus = player_.state().cpus();
    for (std::size_t c = 0; c < cpus.size(); ++c)
        for (const auto& line : listing_->lines) {
            if (cpus[c].step == line.step)
                return static_cast<CpuId>(c);
            const RecordIndex r = player_.state().last_step(static_cast<CpuId>(c), line.step);
            if (r != kNoRecord && (!last || r > latest)) {
                last = static_cast<CpuId>(c);
                latest = r;
            }
        }
    return last;
}

bool ListingWidget::switchable(int line) const {
    return listing_ && line >= 0 && listing_->lines[static_cast<std::size_t>(line)].switchable
        && line_knob(*listing_, listing_->lines[static_cast<std::size_t>(line)]);
}

bool ListingWidget::is_off(int line) const {
    if (!switchable(line) || !player_.has_run())
        return false;
    return player_.knob(*line_knob(*listing_, listing_->lines[static_cast<std::size_t>(line)])) == 0;
}

std::vector<ListingWidget::Row> ListingWidget::rows() const {
    std::vector<Row> rows(listing_ ? listing_->lines.size() : 0);
    if (rows.empty())
        return rows;
    bool off = false;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::string& id = listing_->lines[i].id;
        // The line that turns preemption off, and everything up to the one that turns it on, runs with it off.
        if (id == "preempt_off" || id == "point_off")
            off = true;
        rows[i].preempt_off = off;
        if (id == "preempt_on" || id == "point_on")
            off = false;
        rows[i].off = is_off(static_cast<int>(i));
    }
    if (!player_.has_run())
        return rows;
    const auto cpus = player_.state().cpus();
    for (std::size_t c = 0; c < cpus.size(); ++c)
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (cpus[c].step == listing_->lines[i].step)
                rows[i].cpus.push_back(static_cast<CpuId>(c));
    if (const auto cpu = shown_cpu())
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const RecordIndex r = player_.state().last_step(*cpu, listing_->lines[i].step);
            if (r != kNoRecord && !listing_->lines[i].value.empty())
                rows[i].value = player_.journal().at(r).a;
        }
    return rows;
}

QString ListingWidget::standing_text() const {
    const auto all = rows();
    for (std::size_t i = 0; i < all.size(); ++i)
        if (!all[i].cpus.empty())
            return text(listing_->lines[i].text).trimmed();
    return {};
}

QString ListingWidget::sentence() const {
    const auto all = rows();
    for (std::size_t i = 0; i < all.size(); ++i)
        if (!all[i].cpus.empty())
            return tr("CPU %1 is on line %2 of %3: %4")
                .arg(all[i].cpus.front())
                .arg(i + 1)
                .arg(all.size())
                .arg(text(listing_->lines[i].text).trimmed());
    return tr("No CPU stands in this listing");
}

void ListingWidget::paintEvent(QPaintEvent*) {
    QPainter p(viewport());
    if (!listing_)
        return;
    const Theme& t = theme();
    const int dx = -horizontalScrollBar()->value(), dy = -verticalScrollBar()->value();
    const int h = row_height(),
              width = std::max(viewport()->width(), horizontalScrollBar()->maximum() + viewport()->width());
    p.translate(dx, dy);
    p.setFont(t.mono(type::control, true));
    p.setPen(t[Token::ink]);
    p.drawText(QRect(px(kGutter), 0, width, px(kTop)), Qt::AlignVCenter, text(listing_->title) + ':');
    const auto all = rows();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Row& row = all[i];
        const auto& line = listing_->lines[i];
        const QRect r(0, px(kTop) + static_cast<int>(i) * h, width, h);
        const bool candidate
            = candidates_.empty() || std::find(candidates_.begin(), candidates_.end(), line.id) != candidates_.end();
        if (!row.cpus.empty())
            p.fillRect(r, t[Token::accentsoft]);
        if (row.preempt_off)
            fill_pattern(p, QRectF(px(34), r.top(), px(5), h), Pattern::stall, t);
        p.setFont(t.font(type::note));
        p.setPen(t[Token::ink3]);
        p.drawText(QRect(px(12), r.top(), px(18), h), Qt::AlignRight | Qt::AlignVCenter, QString::number(i + 1));
        if (!row.cpus.empty()) {
            // A flag that points at the line: which CPU stands here.
            const QString who
                = row.cpus.size() == 1 ? QString::number(row.cpus.front()) : tr("×%1").arg(row.cpus.size());
            const int w = px(14), m = px(4);
            const QRect flag(0, r.top() + px(3), w, h - px(6));
            p.setPen(Qt::NoPen);
            p.setBrush(t[Token::accentfill]);
            p.setRenderHint(QPainter::Antialiasing);
            p.drawPolygon(QPolygon({flag.topLeft(), flag.topRight(), QPoint(flag.right() + m, flag.center().y()),
                flag.bottomRight(), flag.bottomLeft()}));
            p.setRenderHint(QPainter::Antialiasing, false);
            p.setFont(t.font(type::note, true));
            p.setPen(t[Token::onaccent]);
            p.drawText(flag, Qt::AlignCenter, who);
        }
        QFont mono = t.mono(type::control, !row.cpus.empty());
        mono.setStrikeOut(row.off);
        p.setFont(mono);
        p.setPen(row.off ? t[Token::ink3] : candidate ? t[Token::ink] : t[Token::ink3]);
        p.drawText(QRect(px(kGutter), r.top(), width - px(kGutter), h), Qt::AlignVCenter, text(line.text));
        QString beside;
        if (row.off)
            beside = tr("switched off");
        else if (row.value)
            beside = format::count(static_cast<std::int64_t>(*row.value));
        if (!beside.isEmpty()) {
            p.setFont(row.off ? t.font(type::note) : t.mono(type::control));
            p.setPen(row.off ? t[Token::stall] : t[Token::accent]);
            // Values stand at the right edge of what can be seen, over a long line if need be.
            const int right = viewport()->width() - dx;
            const int w = p.fontMetrics().horizontalAdvance(beside) + px(8);
            const QRect at(right - w - px(8), r.top(), w, h);
            p.fillRect(
                QRect(at.left(), r.top(), w + px(8), h), row.cpus.empty() ? t[Token::panel] : t[Token::accentsoft]);
            p.drawText(at, Qt::AlignRight | Qt::AlignVCenter, beside);
        }
        if (static_cast<int>(i) == current_) {
            p.setPen(QPen(t[Token::ink], 2));
            p.setBrush(Qt::NoBrush);
            p.drawRect(r.adjusted(1, 1, -2, -1));
        }
    }
}

int ListingWidget::line_at(int y) const {
    if (!listing_)
        return -1;
    const int line = (y + verticalScrollBar()->value() - px(kTop)) / row_height();
    return y + verticalScrollBar()->value() >= px(kTop) && line < static_cast<int>(listing_->lines.size()) ? line : -1;
}

void ListingWidget::choose(int line) {
    if (!listing_ || line < 0 || line >= static_cast<int>(listing_->lines.size()))
        return;
    current_ = line;
    const auto& l = listing_->lines[static_cast<std::size_t>(line)];
    setAccessibleDescription(tr("Line %1: %2").arg(line + 1).arg(text(l.text).trimmed()));
    viewport()->update();
    emit line_chosen(text(listing_->id), text(l.id));
}

void ListingWidget::mark(int line) {
    if (!listing_ || line < 0 || line >= static_cast<int>(listing_->lines.size()))
        return;
    current_ = line;
    const int y = px(kTop) + line * row_height();
    if (y < verticalScrollBar()->value() || y + row_height() > verticalScrollBar()->value() + viewport()->height())
        verticalScrollBar()->setValue(y - viewport()->height() / 2);
    viewport()->update();
}

void ListingWidget::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        choose(line_at(static_cast<int>(event->position().y())));
}

void ListingWidget::keyPressEvent(QKeyEvent* event) {
    const int lines = listing_ ? static_cast<int>(listing_->lines.size()) : 0;
    switch (event->key()) {
    case Qt::Key_Up:
        choose(std::max(0, current_ - 1));
        break;
    case Qt::Key_Down:
        choose(std::min(lines - 1, current_ + 1));
        break;
    case Qt::Key_Home:
        choose(0);
        break;
    case Qt::Key_End:
        choose(lines - 1);
        break;
    case Qt::Key_Delete:
        if (switchable(current_))
            emit switch_asked(
                text(listing_->id), text(listing_->lines[static_cast<std::size_t>(current_)].id), is_off(current_));
        break;
    default:
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    if (current_ >= 0) {
        const int y = px(kTop) + current_ * row_height();
        verticalScrollBar()->setValue(
            std::clamp(verticalScrollBar()->value(), y + row_height() - viewport()->height(), y));
    }
}

void ListingWidget::contextMenuEvent(QContextMenuEvent* event) {
    const int line = event->reason() == QContextMenuEvent::Keyboard ? current_ : line_at(event->pos().y());
    if (!listing_ || line < 0)
        return;
    const auto& l = listing_->lines[static_cast<std::size_t>(line)];
    QMenu menu(this);
    QAction* act
        = menu.addAction(is_off(line) ? tr("Switch line %1 on").arg(line + 1) : tr("Switch line %1 off").arg(line + 1));
    act->setEnabled(switchable(line));
    act->setToolTip(switchable(line) ? tr("The line is read and costs its time, but has no effect.")
                                     : tr("The loop needs this line to end."));
    menu.setToolTipsVisible(true);
    if (menu.exec(event->globalPos()) == act)
        emit switch_asked(text(listing_->id), text(l.id), is_off(line));
}

bool ListingWidget::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip && listing_) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int line = line_at(help->pos().y());
        if (line >= 0) {
            const auto& l = listing_->lines[static_cast<std::size_t>(line)];
            QStringList parts{text(l.text).trimmed()};
            if (!l.value.empty())
                parts << tr("Beside it: %1, as the CPU saw it last.").arg(text(l.value));
            parts << (switchable(line) ? tr("Delete switches this line off or on.")
                                       : tr("This line cannot be switched off."));
            QToolTip::showText(help->globalPos(), parts.join('\n'), this);
        }
        return true;
    }
    return QAbstractScrollArea::event(event);
}

CodeView::CodeView(Player& player, QWidget* parent)
    : QWidget(parent)
    , player_(player)
    , which_(new QComboBox)
    , listing_(new ListingWidget(player))
    , note_(make_label({}, type::note, Weight::regular, Token::ink2)) {
    setObjectName("code");
    setAccessibleName(tr("Code"));
    set_surface(this, Token::panel);
    which_->setAccessibleName(tr("Listing to show"));
    fill_choice();
    note_->setWordWrap(true);
    note_->setContentsMargins(px(12), px(4), px(12), px(6));
    auto* head = new QHBoxLayout;
    head->setContentsMargins(px(12), px(6), px(12), 0);
    head->addWidget(which_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(listing_, 1);
    column->addWidget(note_);
    connect(which_, &QComboBox::activated, this, [this](int row) { show_listing(which_->itemData(row).toString()); });
    connect(listing_, &ListingWidget::line_chosen, this, &CodeView::line_chosen);
    connect(listing_, &ListingWidget::switch_asked, this, [this](const QString& l, const QString& line, bool on) {
        if (const auto k = experiment::find_knob(("line." + l + '.' + line).toStdString()))
            player_.set_knob(*k, on ? 1 : 0);
    });
    connect(&player_, &Player::moment_changed, this, &CodeView::refresh);
    connect(&player_, &Player::run_changed, this, &CodeView::refresh);
    follow();
}

void CodeView::set_cpu(std::optional<CpuId> cpu) {
    listing_->set_cpu(cpu);
    refresh();
}

void CodeView::show_listing(const QString& id) {
    following_ = id.isEmpty();
    const QSignalBlocker quiet(which_);
    which_->setCurrentIndex(std::max(0, which_->findData(id)));
    if (following_) {
        follow();
    } else {
        if (const Listing* l = experiment::find_listing(id.toStdString()))
            listing_->set_listing(l);
    }
    refresh();
}

void CodeView::fill_choice() {
    which_->addItem(tr("The one in force"), QString());
    auto* items = qobject_cast<QStandardItemModel*>(which_->model());
    for (const experiment::Mechanism& m : experiment::mechanisms()) {
        if (m.listings.empty())
            continue;
        // The mechanism's name stands above its listings and cannot be chosen.
        which_->insertSeparator(which_->count());
        which_->addItem(text(m.title));
        if (items)
            items->item(which_->count() - 1)->setEnabled(false);
        for (const Listing& l : m.listings)
            which_->addItem(text(l.variant.empty() ? l.title : l.title + " · " + l.variant), text(l.id));
    }
}

bool CodeView::show_step(StepId step) {
    const auto at = experiment::find_step(step);
    if (!at.line)
        return false;
    show_listing(text(at.listing->id));
    listing_->mark(static_cast<int>(at.line - at.listing->lines.data()));
    return true;
}

void CodeView::follow() {
    const auto go_to = [this](StepId step, bool any_listing) {
        const ListingPlace at = experiment::find_step(step);
        if (!at.listing || !(any_listing || at.listing->followed))
            return false;
        listing_->set_listing(at.listing);
        return true;
    };
    // What a CPU began under an old rule ends by it, so a CPU that stands in a listing comes before the knobs.
    if (player_.has_run()) {
        const auto cpus = player_.state().cpus();
        if (const auto cpu = listing_->cpu(); cpu && *cpu < cpus.size() && go_to(cpus[*cpu].step, true))
            return;
        for (const auto& cpu : cpus)
            if (go_to(cpu.step, false))
                return;
    }
    if (const Listing* l = in_force())
        listing_->set_listing(l);
}

const Listing* CodeView::in_force() const {
    // With several mechanisms, the one that a CPU used last.
    const Listing* chosen = nullptr;
    RecordIndex latest = 0;
    for (const experiment::Mechanism& m : experiment::mechanisms()) {
        if (!m.current_listings || (m.plays && !m.plays(KnobsNow(player_))))
            continue;
        const auto ids = m.current_listings(KnobsNow(player_));
        const Listing* first = ids.empty() ? nullptr : experiment::find_listing(ids.front());
        if (!first)
            continue;
        const RecordIndex last = last_in(player_, *first);
        if (!chosen || last > latest) {
            chosen = first;
            latest = last;
        }
    }
    return chosen;
}

void CodeView::refresh() {
    if (following_)
        follow();
    listing_->viewport()->update();
    note_->setText(tr("%1. Striped lines run with preemption off.").arg(listing_->sentence()));
    listing_->setAccessibleDescription(listing_->sentence());
}

} // namespace sluice::ui
