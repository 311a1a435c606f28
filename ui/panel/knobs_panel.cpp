// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/knobs_panel.h"

#include "core/experiment/mechanisms.h"

#include "ui/kit/fold_head.h"
#include "ui/kit/frames.h"
#include "ui/kit/knob_row.h"
#include "ui/player/computed_run.h"
#include "ui/player/player.h"
#include "ui/theme/dress.h"
#include "ui/theme/icons.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace sluice::ui {

using experiment::KnobIndex;

namespace {

QString text(std::string_view s) {
    return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}

const Knob& knob_at(KnobIndex i) {
    return experiment::knob_table()[i];
}

QString group_name(KnobGroup g) {
    switch (g) {
    case KnobGroup::policy:
        return KnobsPanel::tr("More of this policy");
    case KnobGroup::memory:
        return KnobsPanel::tr("Page allocator and locks");
    case KnobGroup::machine:
        return KnobsPanel::tr("Machine");
    case KnobGroup::workload:
        return KnobsPanel::tr("Workload");
    case KnobGroup::line:
        return KnobsPanel::tr("Lines of the listing");
    }
    return {};
}

std::vector<ChoiceKnob::Choice> choices_of(const Knob& k) {
    std::vector<ChoiceKnob::Choice> list;
    for (const KnobChoice& c : k.choices)
        list.push_back({text(c.id), text(c.label), text(c.meaning)});
    return list;
}

QStringList set_ids(const Knob& k, KnobValue mask) {
    QStringList ids;
    for (std::size_t i = 0; i < k.choices.size(); ++i)
        if (mask >> i & 1)
            ids << text(k.choices[i].id);
    return ids;
}

QString source_of(const Knob& k) {
    QStringList parts;
    if (!k.source.empty())
        parts << text(k.source);
    QStringList kernels;
    for (const KernelValue& v : k.kernels)
        kernels << QStringLiteral("%1: %2").arg(text(v.kernel), text(v.value));
    if (!kernels.isEmpty())
        parts << kernels.join(QStringLiteral(" · "));
    if (!k.transition.empty())
        parts << KnobsPanel::tr("At a change: %1").arg(text(k.transition));
    return parts.join(QStringLiteral("\n"));
}

/// What stands open when nobody has chosen.
std::vector<KnobIndex> usual(const Player& player) {
    return experiment::usual_knobs(
        player.has_run() ? player.b().input().scenario->knobs : experiment::standard_values());
}

} // namespace

KnobsPanel::KnobsPanel(Player& player, QWidget* parent)
    : QWidget(parent)
    , player_(player)
    , open_(usual(player)) {
    setObjectName("knobs");
    setAccessibleName(tr("Knobs"));
    set_surface(this, Token::panel);

    preset_ = new QComboBox;
    preset_->setObjectName("preset");
    preset_->setAccessibleName(tr("Preset"));
    preset_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    preset_->addItem(tr("As in the scenario"));
    for (const experiment::Preset& p : experiment::presets()) {
        preset_->addItem(text(p.label));
        preset_->setItemData(preset_->count() - 1, text(p.meaning), Qt::ToolTipRole);
    }
    preset_->addItem(tr("Own values"));
    auto* preset_label = make_label(tr("Preset"), type::control, Weight::regular, Token::ink2);
    preset_label->setBuddy(preset_);
    auto* preset_row = new QHBoxLayout;
    preset_row->setContentsMargins(px(14), px(8), px(14), px(8));
    preset_row->setSpacing(px(10));
    preset_row->addWidget(preset_label);
    preset_row->addWidget(preset_, 1);

    differs_ = new QWidget;
    set_surface(differs_, Token::accentsoft);
    differs_words_ = make_label({}, type::control);
    reset_ = new QPushButton(tr("Reset"));
    reset_->setIcon(icon("undo", Token::accent));
    set_button_kind(reset_, ButtonKind::link);
    set_tip(reset_, {tr("Reset"), {}, tr("From the playhead on, every knob is again as the scenario has it."), {}});
    auto* differs_row = new QHBoxLayout(differs_);
    differs_row->setContentsMargins(px(14), px(4), px(10), px(4));
    differs_row->addWidget(differs_words_, 1);
    differs_row->addWidget(reset_);

    search_ = new QLineEdit;
    search_->setObjectName("knob_search");
    search_->setPlaceholderText(tr("Find a knob"));
    search_->setAccessibleName(tr("Find a knob"));
    search_->setClearButtonEnabled(true);
    search_->addAction(icon("search", Token::ink3), QLineEdit::LeadingPosition);
    auto* search_row = new QHBoxLayout;
    search_row->setContentsMargins(px(14), px(6), px(14), px(8));
    search_row->addWidget(search_);

    scroll_ = new QScrollArea;
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setFocusPolicy(Qt::NoFocus);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(preset_row);
    column->addWidget(differs_);
    why_fixed_ = make_label({}, type::control, Weight::regular, Token::ink2);
    why_fixed_->setWordWrap(true);
    why_fixed_->setContentsMargins(px(14), px(4), px(14), px(6));
    why_fixed_->hide();
    none_ = make_label({}, type::control, Weight::regular, Token::ink2);
    none_->setWordWrap(true);
    none_->setContentsMargins(px(14), px(6), px(14), px(6));
    none_->hide();
    column->addWidget(why_fixed_);
    column->addWidget(none_);
    column->addWidget(scroll_, 1);
    column->addLayout(search_row);

    connect(preset_, &QComboBox::activated, this, &KnobsPanel::take_preset);
    connect(reset_, &QPushButton::clicked, &player_, &Player::reset_knobs);
    connect(search_, &QLineEdit::textChanged, this, &KnobsPanel::filter);
    connect(&player_, &Player::run_changed, this, [this] {
        // Another scenario asks other questions.
        if (usual_ && open_ != usual(player_)) {
            open_ = usual(player_);
            build();
        }
        show_values();
    });
    // Values depend on the moment only through the interventions that are passed.
    connect(&player_, &Player::moment_changed, this, [this] {
        if (passed() != shown_passed_)
            show_values();
    });
    build();
}

std::size_t KnobsPanel::passed() const {
    std::size_t n = 0;
    for (const ComputedRun* run : {&player_.b(), player_.a()})
        if (run)
            n = n * 1000
                + static_cast<std::size_t>(
                    std::count_if(run->input().interventions.begin(), run->input().interventions.end(),
                        [&](const experiment::Intervention& i) { return i.at <= player_.playhead(); }));
    return n;
}

KnobRow* KnobsPanel::make_row(KnobIndex index) {
    const Knob& k = knob_at(index);
    const QString id = text(k.id), title = text(k.label);
    KnobRow* row = nullptr;
    switch (k.kind) {
    case KnobKind::number: {
        NumberKnob::Range range;
        range.low = k.low;
        range.high = k.high;
        range.log_scale = k.logarithmic;
        range.unit = text(k.unit);
        range.zero_word = k.automatic.empty() ? QString() : tr("auto");
        auto* n = new NumberKnob(id, title, range);
        connect(n, &NumberKnob::value_settled, this, [this, index](qint64 v) { ask(index, v); });
        row = n;
        break;
    }
    case KnobKind::choice: {
        auto* c = new ChoiceKnob(id, title, choices_of(k));
        connect(c, &ChoiceKnob::choice_asked, this, [this, index](const QString& chosen) {
            const auto list = knob_at(index).choices;
            for (std::size_t i = 0; i < list.size(); ++i)
                if (text(list[i].id) == chosen)
                    ask(index, static_cast<KnobValue>(i));
        });
        row = c;
        break;
    }
    case KnobKind::set: {
        auto* s = new SetKnob(id, title, choices_of(k));
        connect(s, &SetKnob::set_asked, this, [this, index](const QStringList& ids) {
            const auto list = knob_at(index).choices;
            KnobValue mask = 0;
            for (std::size_t i = 0; i < list.size(); ++i)
                if (ids.contains(text(list[i].id)))
                    mask |= KnobValue{1} << i;
            ask(index, mask);
        });
        row = s;
        break;
    }
    case KnobKind::toggle: {
        auto* t = new SwitchKnob(id, title);
        connect(t, &SwitchKnob::switch_asked, this, [this, index](bool on) { ask(index, on ? 1 : 0); });
        row = t;
        break;
    }
    }
    row->setObjectName("knob." + id);
    row->set_note(text(k.meaning));
    row->set_tip(title,
        text(k.meaning) + (k.when == KnobWhen::start ? tr(" A change begins a new run from 0.") : QString()),
        source_of(k));
    connect(row, &KnobRow::undo_pressed, this, [this, index] { ask(index, player_.scenario_knob(index)); });
    return row;
}

void KnobsPanel::build() {
    std::map<KnobGroup, bool> was_open;
    for (auto& [group, fold] : folds_)
        was_open[group] = fold.body->isVisibleTo(list_);
    rows_.clear();
    folds_.clear();
    // A row may ask for the change that leads here, so the old list outlives this call.
    if (QWidget* old = scroll_->takeWidget())
        old->deleteLater();
    list_ = new QWidget;
    set_surface(list_, Token::panel);
    list_rows_ = new QVBoxLayout(list_);
    list_rows_->setContentsMargins(0, 0, 0, 0);
    list_rows_->setSpacing(0);

    const auto table = experiment::knob_table();
    for (const KnobIndex i : open_) {
        rows_[i] = make_row(i);
        list_rows_->addWidget(rows_[i]);
        list_rows_->addWidget(new Rule);
    }
    for (const KnobGroup group :
        {KnobGroup::policy, KnobGroup::memory, KnobGroup::workload, KnobGroup::machine, KnobGroup::line}) {
        Fold fold;
        int count = 0;
        for (KnobIndex i = 0; i < table.size(); ++i) {
            if (table[i].group != group || rows_.count(i))
                continue;
            if (!fold.head) {
                fold.head = new FoldHead(group_name(group));
                fold.body = new QWidget;
                fold.rows = new QVBoxLayout(fold.body);
                fold.rows->setContentsMargins(0, 0, 0, 0);
                fold.rows->setSpacing(0);
                list_rows_->addWidget(fold.head);
                list_rows_->addWidget(fold.body);
                list_rows_->addWidget(new Rule);
            }
            rows_[i] = make_row(i);
            fold.rows->addWidget(rows_[i]);
            ++count;
        }
        if (!fold.head)
            continue;
        fold.head->set_note(count == 1 ? tr("1 knob") : tr("%1 knobs").arg(count));
        fold.head->setObjectName("fold." + QString::number(static_cast<int>(group)));
        auto& kept = folds_[group] = fold;
        connect(fold.head, &FoldHead::toggled, this, [this, group](bool on) { set_fold_open(folds_[group], on); });
        set_fold_open(kept, was_open[group]);
        const QSignalBlocker quiet(kept.head);
        kept.head->setChecked(was_open[group]);
    }
    list_rows_->addStretch(1);
    scroll_->setWidget(list_);
    if (player_.has_run())
        show_values();
    filter(search_->text());
}

void KnobsPanel::set_fold_open(Fold& fold, bool open) {
    fold.body->setVisible(open);
    fold.head->update();
}

void KnobsPanel::filter(const QString& words) {
    const QString needle = words.trimmed();
    for (auto& [index, row] : rows_) {
        const Knob& k = knob_at(index);
        const bool match = needle.isEmpty()
            || (text(k.id) + ' ' + text(k.label) + ' ' + text(k.meaning)).contains(needle, Qt::CaseInsensitive);
        row->setVisible(match);
    }
    none_->setVisible(std::none_of(rows_.begin(), rows_.end(), [](const auto& r) { return !r.second->isHidden(); }));
    none_->setText(tr("No knob has “%1” in its name or meaning.").arg(needle));
    for (auto& [group, fold] : folds_) {
        const bool any = !needle.isEmpty();
        if (any) {
            bool match = false;
            for (auto& [index, row] : rows_)
                match = match || (fold.body->isAncestorOf(row) && !row->isHidden());
            set_fold_open(fold, match);
            fold.head->setVisible(match);
        } else {
            fold.head->setVisible(true);
            set_fold_open(fold, fold.head->isChecked());
        }
    }
}

void KnobsPanel::show_row(KnobIndex index) {
    const Knob& k = knob_at(index);
    KnobRow* row = rows_.at(index);
    const KnobValue value = player_.knob(index), standard = player_.scenario_knob(index);
    const QSignalBlocker quiet(row);
    switch (k.kind) {
    case KnobKind::number:
        static_cast<NumberKnob*>(row)->set_value(value);
        break;
    case KnobKind::choice:
        static_cast<ChoiceKnob*>(row)->set_value(value >= 0 && static_cast<std::size_t>(value) < k.choices.size()
                ? text(k.choices[static_cast<std::size_t>(value)].id)
                : QString());
        break;
    case KnobKind::set:
        static_cast<SetKnob*>(row)->set_value(set_ids(k, value));
        break;
    case KnobKind::toggle:
        static_cast<SwitchKnob*>(row)->set_value(value != 0);
        break;
    }
    // "was" is what A has where there is an A, else what the scenario says.
    const KnobValue before = player_.a() ? player_.a()->knob_at(index, player_.playhead()) : standard;
    row->set_was(
        before == value ? QString() : tr("was %1").arg(QString::fromStdString(experiment::display_value(k, before))));
    const bool open = !all_fixed_ && std::find(open_.begin(), open_.end(), index) != open_.end();
    row->set_fixed(open || fixed_reason_.isEmpty() ? QString()
            : all_fixed_                           ? tr("Fixed in this step.")
                                                   : fixed_reason_);
}

void KnobsPanel::show_values() {
    if (!player_.has_run())
        return;
    shown_passed_ = passed();
    for (auto& [index, row] : rows_)
        show_row(index);
    show_preset();
}

void KnobsPanel::show_preset() {
    const auto all = experiment::presets();
    int row = static_cast<int>(all.size()) + 1;
    const auto table = experiment::knob_table();
    int differing = 0;
    for (KnobIndex i = 0; i < table.size(); ++i)
        differing += player_.knob(i) != player_.scenario_knob(i);
    for (std::size_t p = 0; p < all.size(); ++p)
        if (experiment::suits(all[p], player_.b().input().scenario->knobs)
            && std::all_of(all[p].values.begin(), all[p].values.end(),
                [&](const auto& v) { return player_.knob(v.first) == v.second; })) {
            row = static_cast<int>(p) + 1;
            break;
        }
    if (differing == 0 && row == static_cast<int>(all.size()) + 1)
        row = 0;
    // Presets of mechanisms that play no part in this run are left out of the list.
    if (auto* list = qobject_cast<QListView*>(preset_->view()))
        for (std::size_t p = 0; p < all.size(); ++p)
            list->setRowHidden(
                static_cast<int>(p) + 1, !experiment::suits(all[p], player_.b().input().scenario->knobs));
    const QSignalBlocker quiet(preset_);
    preset_->setCurrentIndex(row);
    differs_->setVisible(differing > 0);
    differs_words_->setText(differing == 1 ? tr("1 knob differs from the scenario")
                                           : tr("%1 knobs differ from the scenario").arg(differing));
}

void KnobsPanel::ask(KnobIndex index, KnobValue value) {
    last_changed_ = index;
    player_.set_knob(index, value);
    emit knob_touched(index);
}

void KnobsPanel::take_preset(int row) {
    const auto all = experiment::presets();
    if (row == 0) {
        player_.reset_knobs();
    } else if (row <= static_cast<int>(all.size())) {
        const experiment::Preset& p = all[static_cast<std::size_t>(row - 1)];
        player_.set_knobs(p.values, text(p.label));
        if (!p.values.empty())
            last_changed_ = p.values.front().first;
    }
    show_preset();
}

void KnobsPanel::set_open(const std::vector<KnobIndex>& knobs) {
    usual_ = knobs.empty();
    open_ = usual_ ? usual(player_) : knobs;
    if (open_.size() > 5)
        open_.resize(5);
    search_->clear();
    build();
}

void KnobsPanel::set_fixed(const QString& reason, bool open_ones_too) {
    fixed_reason_ = reason;
    all_fixed_ = open_ones_too;
    why_fixed_->setText(reason);
    why_fixed_->setVisible(open_ones_too);
    preset_->setEnabled(reason.isEmpty());
    preset_->setToolTip(reason);
    show_values();
}

void KnobsPanel::reveal(KnobIndex knob) {
    const auto at = rows_.find(knob);
    if (at == rows_.end())
        return;
    search_->clear();
    for (auto& [group, fold] : folds_)
        if (fold.body->isAncestorOf(at->second))
            fold.head->setChecked(true);
    scroll_->ensureWidgetVisible(at->second);
    at->second->control()->setFocus(Qt::ShortcutFocusReason);
}

void KnobsPanel::focus_last_changed() {
    if (last_changed_ >= 0)
        reveal(static_cast<KnobIndex>(last_changed_));
    else if (!open_.empty())
        reveal(open_.front());
}

} // namespace sluice::ui
