// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/question_card.h"

#include "ui/kit/controls.h"
#include "ui/kit/notice.h"
#include "ui/theme/dress.h"
#include "ui/theme/icons.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

namespace sluice::ui {

using lesson::QuestionState;

namespace {
QString text(const std::string& s) {
    return QString::fromStdString(s);
}
}

QuestionCard::QuestionCard(const lesson::Prediction& prediction, const AnswerContext& context, QWidget* parent)
    : CardFrame(parent)
    , prediction_(prediction)
    , context_(context)
    , field_(make_answer_field(prediction, context))
    , asking_(new QWidget) {
    setObjectName("question." + text(prediction.id));
    setAccessibleName(tr("Question: %1").arg(text(prediction.ask)));
    auto* head = new QHBoxLayout;
    auto* pencil = new QLabel;
    pencil->setPixmap(icon_pixmap("pencil", px(14), color(Token::ink), devicePixelRatioF()));
    head->addWidget(pencil);
    head->addWidget(make_label(tr("Predict"), type::control, Weight::bold), 1);
    body()->addLayout(head);
    auto* ask = make_label(text(prediction.ask), type::body);
    ask->setWordWrap(true);
    body()->addWidget(ask);
    body()->addWidget(field_);

    auto* column = new QVBoxLayout(asking_);
    column->setContentsMargins(0, px(4), 0, 0);
    column->setSpacing(px(6));
    auto* sure = make_label(tr("How sure are you?"), type::note, Weight::regular, Token::ink2);
    column->addWidget(sure);
    confidence_ = new Segmented({tr("A guess"), tr("Likely"), tr("Sure")});
    confidence_->setAccessibleName(tr("How sure are you?"));
    confidence_->set_current(1);
    column->addWidget(confidence_, 0, Qt::AlignLeft);
    reason_ = new QLineEdit;
    reason_->setObjectName("reason");
    reason_->setPlaceholderText(tr("Because … (one sentence)"));
    reason_->setAccessibleName(tr("Your reason, in one sentence"));
    column->addWidget(reason_);
    keep_ = new QPushButton(tr("Keep my answer"));
    keep_->setObjectName("keep");
    set_button_kind(keep_, ButtonKind::primary);
    skip_ = new QPushButton(tr("Skip"));
    set_button_kind(skip_, ButtonKind::link);
    set_tip(
        skip_, {tr("Skip"), {}, tr("Goes on without an answer. The lesson notes that the question was skipped."), {}});
    auto* row = new QHBoxLayout;
    row->addWidget(keep_);
    row->addWidget(skip_);
    row->addStretch();
    column->addLayout(row);
    body()->addWidget(asking_);

    verdict_ = new AnswerBox;
    verdict_->hide();
    body()->addWidget(verdict_);
    facts_ = make_label({}, type::control);
    facts_->setWordWrap(true);
    facts_->hide();
    body()->addWidget(facts_);
    explain_ = make_label({}, type::control, Weight::regular, Token::ink2);
    explain_->setWordWrap(true);
    explain_->hide();
    body()->addWidget(explain_);

    hints_ = new QVBoxLayout;
    hints_->setSpacing(px(6));
    body()->addLayout(hints_);
    hint_ = new QPushButton(tr("Show a hint"));
    hint_->setObjectName("hint");
    hint_->setIcon(icon("bulb", Token::accent));
    set_button_kind(hint_, ButtonKind::link);
    body()->addWidget(hint_, 0, Qt::AlignLeft);

    connect(keep_, &QPushButton::clicked, this, &QuestionCard::keep);
    connect(reason_, &QLineEdit::returnPressed, this, &QuestionCard::keep);
    connect(field_, &AnswerField::submitted, this, &QuestionCard::keep);
    connect(field_, &AnswerField::edited, this, [this] {
        context_.session->try_answer(prediction_.id);
        show_hints();
    });
    connect(skip_, &QPushButton::clicked, this, [this] {
        context_.session->skip(prediction_.id);
        refresh();
        emit kept();
    });
    connect(hint_, &QPushButton::clicked, this, [this] {
        context_.session->open_hint(prediction_.id);
        show_hints();
    });
    connect(verdict_, &AnswerBox::link_pressed, hint_, &QPushButton::click);
    refresh();
}

void QuestionCard::focus_answer() {
    if (QWidget* first = field_->first())
        first->setFocus(Qt::OtherFocusReason);
}

void QuestionCard::choose_line(const QString& line) {
    if (prediction_.type != lesson::PredictionType::bug
        || context_.session->state(prediction_.id) != QuestionState::open)
        return;
    for (std::size_t i = 0; i < prediction_.candidates.size(); ++i)
        if (text(prediction_.candidates[i]) == line) {
            lesson::Response r;
            r.option = static_cast<int>(i);
            field_->show_response(r);
        }
}

void QuestionCard::keep() {
    QString missing;
    const auto response = field_->response(missing);
    if (!response) {
        emit said(missing);
        focus_answer();
        return;
    }
    if (!context_.session->lock(prediction_.id, *response, static_cast<lesson::Confidence>(confidence_->current()),
            reason_->text().toStdString()))
        return;
    refresh();
    emit kept();
}

void QuestionCard::refresh() {
    const QuestionState state = context_.session->state(prediction_.id);
    const bool open = state == QuestionState::open;
    asking_->setVisible(open);
    if (const lesson::Response* r = context_.session->response(prediction_.id); r && !open)
        field_->show_response(*r);
    field_->set_locked(!open);
    verdict_->setVisible(!open);
    facts_->hide();
    explain_->hide();
    if (state == QuestionState::locked) {
        verdict_->set_answer(
            AnswerBox::Kind::kept, tr("Your answer is kept."), tr("Play on: the run gives the answer."));
    } else if (state == QuestionState::skipped) {
        verdict_->set_answer(
            AnswerBox::Kind::kept, tr("Skipped."), tr("The lesson goes on; the question counts as not answered."));
    } else if (state == QuestionState::revealed) {
        const lesson::Verdict v = context_.session->verdict(prediction_.id);
        if (v.pending) {
            verdict_->set_answer(
                AnswerBox::Kind::kept, tr("Your answer is kept."), tr("The runs that answer it are being computed."));
        } else {
            const bool right = v.grade == lesson::Grade::right;
            verdict_->set_answer(
                right ? AnswerBox::Kind::right : AnswerBox::Kind::other, text(v.sentence), text(v.advice));
            QStringList facts;
            for (const std::string& f : v.facts)
                facts << text(f);
            facts_->setText(facts.join('\n'));
            facts_->setVisible(!facts.isEmpty());
            explain_->setText(text(v.explain));
            explain_->setVisible(!v.explain.empty());
            field_->show_verdict(v);
        }
    }
    show_hints();
}

void QuestionCard::show_hints() {
    const bool open = context_.session->state(prediction_.id) == QuestionState::open;
    const std::size_t shown = context_.session->hints_open(prediction_.id);
    for (; hints_shown_ < shown && hints_shown_ < prediction_.hints.size(); ++hints_shown_) {
        auto* line
            = make_label(tr("%1. %2").arg(hints_shown_ + 1).arg(text(prediction_.hints[hints_shown_])), type::control);
        line->setWordWrap(true);
        line->setObjectName("hint_text");
        hints_->addWidget(line);
    }
    const bool more = shown < prediction_.hints.size();
    hint_->setVisible(open && more);
    const bool allowed = context_.session->hint_allowed(prediction_.id);
    hint_->setEnabled(allowed);
    hint_->setText(shown == 0 ? tr("Show a hint") : tr("Show another hint"));
    hint_->setToolTip(allowed ? QString() : tr("Try an answer first. A hint helps most after an attempt."));
}

} // namespace sluice::ui
