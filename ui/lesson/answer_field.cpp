// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/answer_field.h"

#include "core/experiment/mechanisms.h"
#include "ui/kit/format.h"
#include "ui/kit/frames.h"
#include "ui/lesson/curve_field.h"
#include "ui/player/player.h"
#include "ui/theme/dress.h"
#include "ui/theme/icons.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRadioButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sluice::ui {

namespace {

QString text(const std::string& s) {
    return QString::fromStdString(s);
}

QVBoxLayout* column_of(QWidget* w) {
    auto* column = new QVBoxLayout(w);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(px(4));
    return column;
}

/// Takes what a number is made of; the run's keys (Space, D, G …) go on to the window.
class NumberEdit final : public QLineEdit {
protected:
    void keyPressEvent(QKeyEvent* event) override {
        const QString t = event->text();
        const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
        if (plain && !t.isEmpty()
            && (t[0] == ' ' || t[0] == '[' || t[0] == ']' || (t[0].isLetter() && t[0].toLower() != 'e'))) {
            event->ignore();
            return;
        }
        QLineEdit::keyPressEvent(event);
    }
};

/// A number with its unit: "9,309", "2.8 ms".
class NumberField final : public AnswerField {
public:
    NumberField(const lesson::Prediction& p, QWidget* parent)
        : AnswerField(parent)
        , unit_(lesson::find_unit(p.unit))
        , field_(new NumberEdit) {
        field_->setObjectName("answer");
        field_->setAccessibleName(text(p.ask));
        field_->setPlaceholderText(tr("A number"));
        auto* row = new QHBoxLayout(this);
        row->setContentsMargins(0, 0, 0, 0);
        row->addWidget(field_, 1);
        if (!p.unit.empty())
            row->addWidget(make_label(text(p.unit), type::control, Weight::regular, Token::ink2));
        connect(field_, &QLineEdit::textEdited, this, &AnswerField::edited);
        connect(field_, &QLineEdit::returnPressed, this, &AnswerField::submitted);
    }
    std::optional<lesson::Response> response(QString& missing) const override {
        lesson::Response r;
        if (!format::parse_number(field_->text(), r.number)) {
            missing = field_->text().trimmed().isEmpty() ? tr("Enter a number first.")
                                                         : tr("“%1” is not a number.").arg(field_->text().trimmed());
            return std::nullopt;
        }
        r.number *= unit_ ? unit_->scale : 1;
        return r;
    }
    void show_response(const lesson::Response& r) override {
        const double shown = r.number / (unit_ ? unit_->scale : 1);
        field_->setText(shown == static_cast<double>(static_cast<qint64>(shown))
                ? format::count(static_cast<qint64>(shown))
                : QString::number(shown, 'g', 6));
    }
    void set_locked(bool locked) override { field_->setReadOnly(locked); }
    QWidget* first() override { return field_; }

private:
    const lesson::WrittenUnit* unit_;
    QLineEdit* field_;
};

/// One of several: choices, and the lines that a "bug" question offers.
class OneOfField final : public AnswerField {
public:
    OneOfField(const lesson::Prediction& p, const QStringList& options, bool mono, QWidget* parent)
        : AnswerField(parent)
        , group_(new QButtonGroup(this)) {
        auto* column = column_of(this);
        for (int i = 0; i < options.size(); ++i) {
            // A radio button does not wrap its words, so they stand in a label that can be pressed too.
            auto* b = new QRadioButton;
            b->setObjectName("option" + QString::number(i));
            b->setAccessibleName(options[i]);
            auto* words = make_label(
                options[i], type::control, Weight::regular, Token::ink, nullptr, mono ? Face::mono : Face::sans);
            words->setWordWrap(true);
            words->setBuddy(b);
            words->installEventFilter(this);
            words->setProperty("option", i);
            words->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
            auto* row = new QHBoxLayout;
            row->setSpacing(px(6));
            row->addWidget(b, 0, Qt::AlignTop);
            row->addWidget(words, 1);
            group_->addButton(b, i);
            column->addLayout(row);
        }
        setAccessibleName(text(p.ask));
        connect(group_, &QButtonGroup::idClicked, this, &AnswerField::edited);
    }
    std::optional<lesson::Response> response(QString& missing) const override {
        if (group_->checkedId() < 0) {
            missing = tr("Choose one first.");
            return std::nullopt;
        }
        lesson::Response r;
        r.option = group_->checkedId();
        return r;
    }
    void show_response(const lesson::Response& r) override {
        if (auto* b = group_->button(r.option))
            b->setChecked(true);
    }
    void set_locked(bool locked) override {
        for (auto* b : group_->buttons())
            b->setEnabled(!locked || b->isChecked());
    }
    QWidget* first() override { return group_->button(0); }

protected:
    bool eventFilter(QObject* object, QEvent* event) override {
        if (event->type() == QEvent::MouseButtonPress)
            if (auto* b = group_->button(object->property("option").toInt()); b && b->isEnabled())
                b->click();
        return AnswerField::eventFilter(object, event);
    }

private:
    QButtonGroup* group_;
};

/// Lines to be put in order; moved with the buttons or with Alt and the arrow keys.
class OrderField final : public AnswerField {
public:
    OrderField(const lesson::Prediction& p, QWidget* parent)
        : AnswerField(parent)
        , list_(new QListWidget) {
        list_->setObjectName("order");
        list_->setDragDropMode(QAbstractItemView::InternalMove);
        list_->setAccessibleName(text(p.ask));
        list_->setAccessibleDescription(tr("Alt with the up and down arrow moves a line."));
        list_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        list_->setWordWrap(true);
        list_->setTextElideMode(Qt::ElideNone);
        for (std::size_t i = 0; i < p.options.size(); ++i) {
            auto* item
                = new QListWidgetItem(text(p.options[i].text.empty() ? p.options[i].id : p.options[i].text), list_);
            item->setData(Qt::UserRole, static_cast<int>(i));
        }
        list_->setCurrentRow(0);
        fit();
        list_->installEventFilter(this);
        up_ = mover("chevd", tr("Move up"), -1);
        down_ = mover("chevd", tr("Move down"), 1);
        up_->setText(QStringLiteral("↑"));
        down_->setText(QStringLiteral("↓"));
        auto* side = new QVBoxLayout;
        side->addWidget(up_);
        side->addWidget(down_);
        side->addStretch();
        auto* row = new QHBoxLayout(this);
        row->setContentsMargins(0, 0, 0, 0);
        row->addWidget(list_, 1);
        row->addLayout(side);
    }
    std::optional<lesson::Response> response(QString&) const override {
        lesson::Response r;
        for (int i = 0; i < list_->count(); ++i)
            r.order.push_back(list_->item(i)->data(Qt::UserRole).toInt());
        return r;
    }
    void show_response(const lesson::Response& r) override {
        std::vector<QListWidgetItem*> items;
        while (list_->count() > 0)
            items.push_back(list_->takeItem(0));
        for (const int wanted : r.order)
            for (QListWidgetItem*& item : items)
                if (item && item->data(Qt::UserRole).toInt() == wanted) {
                    list_->addItem(item);
                    item = nullptr;
                    break;
                }
        for (QListWidgetItem* item : items)
            if (item)
                list_->addItem(item);
    }
    void set_locked(bool locked) override {
        list_->setDragDropMode(locked ? QAbstractItemView::NoDragDrop : QAbstractItemView::InternalMove);
        up_->setEnabled(!locked);
        down_->setEnabled(!locked);
        locked_ = locked;
    }
    QWidget* first() override { return list_; }

protected:
    bool eventFilter(QObject* object, QEvent* event) override {
        if (object == list_ && event->type() == QEvent::Resize)
            fit();
        if (object == list_ && event->type() == QEvent::KeyPress) {
            const auto* key = static_cast<QKeyEvent*>(event);
            if (key->modifiers() & Qt::AltModifier && (key->key() == Qt::Key_Up || key->key() == Qt::Key_Down)) {
                move(key->key() == Qt::Key_Up ? -1 : 1);
                return true;
            }
        }
        return AnswerField::eventFilter(object, event);
    }

private:
    QToolButton* mover(const QString&, const QString& name, int by) {
        auto* b = new QToolButton;
        b->setAccessibleName(name);
        b->setToolTip(name);
        connect(b, &QToolButton::clicked, this, [this, by] { move(by); });
        return b;
    }
    /// Rows are as high as their words need at the present width; the list shows all of them.
    void fit() {
        const QFontMetrics m(list_->font());
        const int width = std::max(px(80), list_->width() - px(30));
        int all = px(6);
        for (int i = 0; i < list_->count(); ++i) {
            const int h
                = m.boundingRect(QRect(0, 0, width, 1000), Qt::TextWordWrap, list_->item(i)->text()).height() + px(10);
            list_->item(i)->setSizeHint({width, h});
            all += h;
        }
        list_->setFixedHeight(all);
    }
    void move(int by) {
        const int row = list_->currentRow(), goal = row + by;
        if (locked_ || row < 0 || goal < 0 || goal >= list_->count())
            return;
        list_->insertItem(goal, list_->takeItem(row));
        list_->setCurrentRow(goal);
        list_->setAccessibleDescription(
            tr("%1 is now at place %2 of %3.").arg(list_->item(goal)->text()).arg(goal + 1).arg(list_->count()));
        emit edited();
    }
    QListWidget* list_;
    QToolButton *up_ = nullptr, *down_ = nullptr;
    bool locked_ = false;
};

/// The learner's knobs, taken as they are when the answer is kept.
class PolicyField final : public AnswerField {
public:
    PolicyField(const lesson::Prediction&, const AnswerContext& context, QWidget* parent)
        : AnswerField(parent)
        , context_(context)
        , words_(make_label({}, type::control, Weight::regular, Token::ink2)) {
        words_->setWordWrap(true);
        column_of(this)->addWidget(words_);
        refresh();
        if (context_.player)
            connect(context_.player, &Player::run_changed, this, &PolicyField::refresh);
    }
    std::optional<lesson::Response> response(QString& missing) const override {
        lesson::Response r;
        r.settings = settings();
        if (r.settings.empty()) {
            missing = tr("Set the knobs of this step first. They are your answer.");
            return std::nullopt;
        }
        return r;
    }
    void show_response(const lesson::Response& r) override {
        kept_ = true;
        show(r.settings);
    }
    void set_locked(bool locked) override { kept_ = locked; }
    QWidget* first() override { return this; }

private:
    std::vector<lesson::Setting> settings() const {
        std::vector<lesson::Setting> list;
        if (!context_.player || !context_.player->has_run() || !context_.session)
            return list;
        for (const std::string& id : context_.session->step().knobs)
            if (const auto k = experiment::find_knob(id))
                list.push_back({id, experiment::format_value(experiment::knob_table()[*k], context_.player->knob(*k))});
        return list;
    }
    void refresh() {
        if (!kept_)
            show(settings());
        emit edited();
    }
    void show(const std::vector<lesson::Setting>& list) {
        QStringList lines;
        for (const auto& s : list)
            if (const auto k = experiment::find_knob(s.knob)) {
                const Knob& knob = experiment::knob_table()[*k];
                std::string error;
                const auto v = experiment::parse_value(knob, s.value, error);
                lines << QStringLiteral("%1: %2").arg(
                    QString::fromUtf8(knob.label.data(), static_cast<qsizetype>(knob.label.size())),
                    v ? text(experiment::display_value(knob, *v)) : text(s.value));
            }
        words_->setText(lines.isEmpty() ? tr("Your answer is what you set with the knobs.") : lines.join('\n'));
    }
    AnswerContext context_;
    QLabel* words_;
    bool kept_ = false;
};

/// A moment: the playhead when the button is pressed.
class BreakpointField final : public AnswerField {
public:
    BreakpointField(const lesson::Prediction& p, const AnswerContext& context, QWidget* parent)
        : AnswerField(parent)
        , context_(context)
        , id_(p.id)
        , mark_(new QPushButton(tr("Mark the present moment")))
        , words_(make_label(
              tr("Move the playhead to the moment that you mean."), type::control, Weight::regular, Token::ink2)) {
        words_->setWordWrap(true);
        mark_->setIcon(icon("flag"));
        auto* column = column_of(this);
        column->addWidget(words_);
        column->addWidget(mark_, 0, Qt::AlignLeft);
        connect(mark_, &QPushButton::clicked, this, [this] {
            at_ = context_.player->playhead();
            show_moment();
            if (context_.session)
                context_.session->place_marker(id_, *at_);
            emit edited();
        });
    }
    std::optional<lesson::Response> response(QString& missing) const override {
        if (!at_) {
            missing = tr("Mark a moment first.");
            return std::nullopt;
        }
        lesson::Response r;
        r.number = static_cast<double>(*at_);
        return r;
    }
    void show_response(const lesson::Response& r) override {
        at_ = static_cast<Time>(r.number);
        show_moment();
    }
    void set_locked(bool locked) override { mark_->setEnabled(!locked); }
    QWidget* first() override { return mark_; }

private:
    void show_moment() {
        const auto unit = format::time_unit(context_.player->length());
        words_->setText(tr("Marked: %1").arg(format::with_unit(format::moment(*at_, unit), format::unit_name(unit))));
    }
    AnswerContext context_;
    std::string id_;
    QPushButton* mark_;
    QLabel* words_;
    std::optional<Time> at_;
};

QStringList candidate_lines(const lesson::Prediction& p) {
    QStringList lines;
    for (const std::string& id : p.candidates)
        if (const auto at = experiment::find_line(p.listing + '.' + id); at.line)
            lines << QStringLiteral("%1  %2")
                         .arg(experiment::step_name(at.line->step).line)
                         .arg(text(at.line->text).trimmed());
    return lines;
}

} // namespace

AnswerField* make_answer_field(const lesson::Prediction& p, const AnswerContext& context, QWidget* parent) {
    using T = lesson::PredictionType;
    switch (p.type) {
    case T::number:
        return new NumberField(p, parent);
    case T::choice: {
        QStringList options;
        for (const auto& o : p.options)
            options << text(o.text);
        return new OneOfField(p, options, false, parent);
    }
    case T::bug:
        return new OneOfField(p, candidate_lines(p), true, parent);
    case T::order:
        return new OrderField(p, parent);
    case T::policy:
        return new PolicyField(p, context, parent);
    case T::breakpoint:
        return new BreakpointField(p, context, parent);
    case T::curve:
        return new CurveField(p, parent);
    }
    return nullptr;
}

} // namespace sluice::ui
