// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/run_bar.h"

#include "ui/kit/controls.h"
#include "ui/kit/format.h"
#include "ui/kit/frames.h"
#include "ui/player/player.h"
#include "ui/theme/dress.h"
#include "ui/theme/icons.h"

#include <QEvent>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSlider>
#include <QTimer>

#include <algorithm>
#include <cmath>

namespace sluice::ui {

namespace {

constexpr int kStops = 120; ///< slider positions from the slowest to the fastest pace; one more is "as fast as it goes"

constexpr const char* kWordless = "_wordless"; ///< of the play button: there is no room for its word

double speed_at(int stop) {
    return Player::kSlowest * std::pow(Player::kFastest / Player::kSlowest, static_cast<double>(stop) / kStops);
}

int stop_of(double speed) {
    if (speed <= 0)
        return kStops + 1;
    return static_cast<int>(
        std::lround(kStops * std::log(speed / Player::kSlowest) / std::log(Player::kFastest / Player::kSlowest)));
}

QString pace(double ns) {
    const double value = ns < 1e6 ? ns / 1e3 : ns < 1e9 ? ns / 1e6 : ns / 1e9;
    const QString unit = ns < 1e6 ? QStringLiteral("µs") : ns < 1e9 ? QStringLiteral("ms") : QStringLiteral("s");
    return format::with_unit(QString::number(value, 'g', value < 100 ? 2 : 3), unit);
}

QPushButton* tool(const QString& icon_name, const QString& text, const Tip& tip) {
    auto* b = new QPushButton(text);
    b->setIcon(icon(icon_name));
    set_tip(b, tip);
    if (text.isEmpty())
        set_button_kind(b, ButtonKind::quiet);
    return b;
}

} // namespace

RunBar::RunBar(Player& player, QWidget* parent)
    : QWidget(parent)
    , player_(player) {
    setObjectName("run_bar");
    setAccessibleName(tr("Run"));
    set_surface(this, Token::chrome);
    reset_ = tool(
        "reset", {}, {tr("Reset"), "R", tr("Go back to the beginning. The run, its knobs and its seed stay."), {}});
    back_ = tool("stepb", tr("Step back"), {tr("Step back"), "←", tr("Take back what happened last."), {}});
    play_ = tool(
        "play", tr("Play"), {tr("Play or pause"), tr("Space"), tr("Let model time pass at the chosen pace."), {}});
    step_ = tool("stepf", tr("Step"),
        {tr("Step"), "→", tr("Go to the next moment at which something happens. Speed does not matter."), {}});
    drain_ = tool("drain", {}, {});
    set_button_kind(drain_, ButtonKind::normal);
    drain_->setObjectName("next_landmark");
    branch_ = tool("branch", tr("Branch here"),
        {tr("Branch here"), "B", tr("Keep this run as A and try something else from here on."), {}});
    compare_ = tool("compare", tr("Compare A | B"),
        {tr("Compare"), {}, tr("Show run A, dashed, beside run B. Press again to leave A out."), {}});
    compare_->setCheckable(true);
    set_button_kind(play_, ButtonKind::primary);

    speed_ = new QSlider(Qt::Horizontal);
    speed_->setObjectName("speed");
    speed_->setRange(0, kStops + 1);
    speed_->setPageStep(20);
    set_tip(speed_, {tr("Speed"), ". ,", tr("How much model time passes in one second of watching."), {}});
    speed_words_ = make_label({}, type::control, Weight::bold);
    pace_note_ = make_label(tr("one dot = one page"), type::note, Weight::regular, Token::ink2);

    moment_ = new NumberReadout(type::lesson);
    moment_->setObjectName("moment");
    go_to_ = new QLineEdit;
    go_to_->setObjectName("go_to");
    go_to_->setPlaceholderText("+250us");
    go_to_->setAccessibleName(tr("Go to a moment"));
    set_tip(
        go_to_, {tr("Go to"), "G", tr("A time such as 41.2 ms, or +250us and -1ms to go on or back from here."), {}});
    auto* go_label = make_label(tr("Go to"), type::control, Weight::regular, Token::ink2);
    go_label->setBuddy(go_to_);
    go_to_box_ = new QWidget;
    auto* go_row = new QHBoxLayout(go_to_box_);
    go_row->setContentsMargins(0, 0, 0, 0);
    go_row->addWidget(go_label);
    go_row->addWidget(go_to_);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(px(14), px(8), px(14), px(8));
    row->setSpacing(px(6));
    for (QPushButton* b : {reset_, back_, play_, step_, drain_})
        row->addWidget(b);
    const auto add_rule = [&] {
        rules_.push_back(new Rule(nullptr, Qt::Vertical));
        row->addWidget(rules_.back());
    };
    add_rule();
    speed_->setFixedWidth(px(170));
    row->addWidget(speed_);
    auto* words = new QVBoxLayout;
    words->setSpacing(0);
    words->addStretch();
    words->addWidget(speed_words_);
    words->addWidget(pace_note_);
    words->addStretch();
    row->addLayout(words);
    add_rule();
    row->addWidget(moment_);
    row->addWidget(go_to_box_);
    row->addStretch(1);
    row->addWidget(branch_);
    row->addWidget(compare_);

    connect(reset_, &QPushButton::clicked, &player_, &Player::reset);
    connect(back_, &QPushButton::clicked, &player_, &Player::step_back);
    connect(play_, &QPushButton::clicked, &player_, &Player::toggle_play);
    connect(step_, &QPushButton::clicked, &player_, &Player::step_forward);
    connect(drain_, &QPushButton::clicked, &player_, &Player::next_landmark);
    connect(branch_, &QPushButton::clicked, &player_, &Player::branch_here);
    connect(compare_, &QPushButton::clicked, this, [this] {
        if (player_.a()) {
            player_.drop_a();
        } else {
            compare_->setChecked(false);
            emit said(tr("There is no run A yet. Change a knob, or branch here: the run as it is becomes A."));
        }
    });
    connect(speed_, &QSlider::valueChanged, this,
        [this](int stop) { player_.set_speed(stop > kStops ? 0 : speed_at(stop)); });
    connect(go_to_, &QLineEdit::returnPressed, this, &RunBar::take_go_to);
    connect(go_to_, &QLineEdit::editingFinished, this, &RunBar::fold, Qt::QueuedConnection); // it may leave again
    connect(go_to_, &QLineEdit::textEdited, this, [this] { set_wrong(go_to_, false); });
    connect(&player_, &Player::playing_changed, this, &RunBar::show_playing);
    connect(&player_, &Player::speed_changed, this, &RunBar::show_speed);
    connect(&player_, &Player::moment_changed, this, &RunBar::show_moment);
    connect(&player_, &Player::run_changed, this, &RunBar::show_run);
    show_playing();
    show_speed();
    show_run();
    fold();
}

void RunBar::focus_go_to() {
    go_to_box_->setVisible(true);
    go_to_->setFocus(Qt::ShortcutFocusReason);
    go_to_->selectAll();
    fold();
}

void RunBar::set_pace_note(const QString& note) {
    pace_note_->setText(note);
}

void RunBar::show_playing() {
    const bool on = player_.playing();
    if (!play_->property(kWordless).toBool())
        play_->setText(on ? tr("Pause") : tr("Play"));
    play_->setIcon(icon(on ? "pause" : "play", Token::onaccent));
}

void RunBar::show_speed() {
    const QSignalBlocker quiet(speed_);
    speed_->setValue(stop_of(player_.speed()));
    speed_words_->setText(
        player_.speed() <= 0 ? tr("as fast as it goes") : tr("%1 each second").arg(pace(player_.speed())));
    speed_->setAccessibleDescription(speed_words_->text());
}

void RunBar::show_moment() {
    const auto unit = format::time_unit(player_.length());
    moment_->set_value(format::moment(player_.playhead(), unit), format::unit_name(unit));
}

QString RunBar::landmark_words(Player::Landmark landmark) {
    switch (landmark) {
    case Player::Landmark::flush:
        return tr("Next flush");
    case Player::Landmark::piece:
        return tr("Next piece");
    case Player::Landmark::drain:
        break;
    }
    return tr("Next drain");
}

void RunBar::show_run() {
    const bool has = player_.has_run();
    const auto landmark = player_.landmark();
    set_tip(drain_,
        {landmark_words(landmark), "D",
            landmark == Player::Landmark::piece
                ? tr("Run until the next piece of a giant is free; without workers, until the next round of its gather "
                     "ends. Speed does not matter.")
                : landmark == Player::Landmark::flush
                ? tr("Run until the next vector of pages is emptied. Speed does not matter.")
                : tr("Run until the next page leaves a quicklist for its zone. Speed does not matter."),
            {}});
    for (QPushButton* b : {reset_, back_, play_, step_, drain_, branch_, compare_})
        b->setEnabled(has);
    go_to_->setEnabled(has);
    if (has) {
        const auto unit = format::time_unit(player_.length());
        moment_->set_widest(format::moment(player_.length(), unit));
        moment_->set_note(
            tr("of %1").arg(format::with_unit(format::moment(player_.length(), unit), format::unit_name(unit))));
    }
    compare_->setChecked(has && player_.a());
    show_moment();
    fold(); // the readout is as wide as the longest moment of the run
}

void RunBar::take_go_to() {
    Time t = 0;
    const QString error = player_.parse_moment(go_to_->text(), t);
    set_wrong(go_to_, !error.isEmpty());
    if (error.isEmpty()) {
        player_.seek(t);
        go_to_->clear();
        go_to_->clearFocus(); // the next key is the run's again
    } else {
        emit said(error);
    }
}

/// What gives way as the width shrinks, one thing after the other. Whatever leaves can still be done with its key or
/// from the menu Run. Returns the width that is needed then; what is to be seen goes to `shown`.
int RunBar::fold_to(int level, std::vector<std::pair<QWidget*, bool>>& shown) {
    const auto gone = [&level] { return --level >= 0; };
    const bool step_words = gone(), go_to = gone(), compare_words = gone(), wide_speed = gone(), pace = gone(),
               drain_word = gone(), less_speed = gone(), branch_word = gone(), compare_short = gone(),
               speed_words = gone(), rules = gone(), play_word = gone(), small = gone(), slider = gone(),
               branch = gone(), compare = gone(), back = gone();
    back_->setText(step_words ? QString() : tr("Step back"));
    step_->setText(step_words ? QString() : tr("Step"));
    go_to_->setFixedWidth(px(100));
    branch_->setText(branch_word ? QString() : compare_words ? tr("Branch") : tr("Branch here"));
    compare_->setText(compare_short ? QString() : compare_words ? tr("A | B") : tr("Compare A | B"));
    drain_->setText(drain_word ? QString() : landmark_words(player_.landmark()));
    speed_->setFixedWidth(px(less_speed ? 70 : wide_speed ? 120 : 170));
    // As wide as it gets, so that nothing moves when the pace changes.
    const QFontMetrics words(speed_words_->font());
    speed_words_->setMinimumWidth(std::max(words.horizontalAdvance(tr("as fast as it goes")),
        words.horizontalAdvance(tr("%1 each second").arg(format::with_unit("888", "µs")))));
    play_->setProperty(kWordless, play_word);
    play_->setText(play_word ? QString() : player_.playing() ? tr("Pause") : tr("Play"));
    moment_->set_size(small ? type::control : type::lesson);
    const int side = px(rules ? 6 : 14), edge = px(rules ? 4 : 8), gap = px(rules ? 3 : 6);
    layout()->setContentsMargins(side, edge, side, edge);
    layout()->setSpacing(gap);

    shown = {{reset_, true}, {back_, !back}, {play_, true}, {step_, true}, {drain_, true}, {rules_[0], !rules},
        {speed_, !slider}, {speed_words_, !speed_words}, {pace_note_, !pace}, {rules_[1], !rules}, {moment_, true},
        {go_to_box_, !go_to || go_to_->hasFocus()}, {branch_, !branch}, {compare_, !compare}};
    int need = 2 * side;
    for (const auto& [widget, on] : shown)
        if (on && widget != pace_note_) // it stands below the words
            need += std::max(widget->minimumSizeHint().width(), widget->minimumWidth()) + gap;
    return need;
}

void RunBar::fold() {
    if (folding_)
        return; // showing and hiding lays out anew
    folding_ = true;
    constexpr int kMost = 17;
    std::vector<std::pair<QWidget*, bool>> shown;
    for (int level = 0; level <= kMost; ++level)
        if (fold_to(level, shown) <= width())
            break;
    for (const auto& [widget, on] : shown)
        if (widget->isHidden() == on)
            widget->setVisible(on);
    folding_ = false;
    // Within a resize the tool bar may miss that the height has changed.
    QTimer::singleShot(0, this, [this] { updateGeometry(); });
}

QSize RunBar::minimumSizeHint() const {
    // What does not fit folds.
    return {px(160), QWidget::minimumSizeHint().height()};
}

void RunBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fold();
}

void RunBar::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange)
        fold();
}

} // namespace sluice::ui
