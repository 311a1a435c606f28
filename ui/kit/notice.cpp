// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/notice.h"

#include "ui/kit/format.h"
#include "ui/theme/dress.h"
#include "ui/theme/icons.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

namespace sluice::ui {
namespace {

struct BannerLook {
    const char* icon;
    Token ink;
    Token ground;
};

BannerLook look_of(BannerKind kind) {
    switch (kind) {
    case BannerKind::error:
        return {"warn", Token::stall, Token::stallsoft};
    case BannerKind::warning:
        return {"warn", Token::warn, Token::warnsoft};
    case BannerKind::good:
        return {"check", Token::good, Token::goodsoft};
    case BannerKind::notice:
        break;
    }
    return {"info", Token::accent, Token::accentsoft};
}

// Escapes the text and shows what stands between backquotes as bold mono.
QString with_names(const QString& text) {
    const QStringList parts = text.split(QLatin1Char('`'));
    const QString family = theme().mono(type::control).family();
    QString html;
    for (int i = 0; i < parts.size(); ++i)
        html += i % 2 == 0 || i + 1 == parts.size()
            ? parts.at(i).toHtmlEscaped()
            : QStringLiteral("<b style='font-family:\"%1\"'>%2</b>").arg(family, parts.at(i).toHtmlEscaped());
    return html;
}

QLabel* wrapped(QLabel* label) {
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setFocusPolicy(Qt::NoFocus);
    return label;
}

void paint_box(QWidget& widget, Token ground, Token border) {
    QPainter painter(&widget);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color(border), 1));
    painter.setBrush(color(ground));
    painter.drawRoundedRect(QRectF(widget.rect()).adjusted(0.5, 0.5, -0.5, -0.5), px(corner::card), px(corner::card));
}

} // namespace

Banner::Banner(BannerKind kind, QWidget* parent)
    : QWidget(parent)
    , kind_(kind)
    , title_(wrapped(make_label({}, type::control, Weight::bold, Token::ink, this)))
    , place_(wrapped(make_label({}, type::control, Weight::regular, Token::ink, this, Face::mono)))
    , message_(wrapped(make_label({}, type::control, Weight::regular, Token::ink, this)))
    , untouched_(wrapped(make_label({}, type::control, Weight::regular, Token::ink2, this)))
    , actions_(new QWidget(this))
    , action_row_(new QHBoxLayout(actions_))
    , close_(new QToolButton(this)) {
    message_->setTextFormat(Qt::RichText);
    auto* grid = new QGridLayout(this);
    grid->setSpacing(0);
    grid->setVerticalSpacing(px(2));
    int row = 0;
    for (QLabel* label : {title_, place_, message_, untouched_})
        grid->addWidget(label, row++, 0);
    grid->addWidget(actions_, row, 0);
    grid->addWidget(close_, 0, 1, 5, 1, Qt::AlignTop | Qt::AlignRight);
    grid->setColumnStretch(0, 1);
    action_row_->setContentsMargins(0, px(6), 0, 0);
    action_row_->addStretch(1);
    close_->setIcon(icon(QStringLiteral("cross")));
    close_->setAccessibleName(tr("Close this message"));
    close_->setToolTip(tr("Close"));
    connect(close_, &QToolButton::clicked, this, [this] {
        hide();
        emit closed();
    });
    actions_->hide();
    fit_margins();
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
}

void Banner::fit_margins() {
    layout()->setContentsMargins(px(39), px(9), px(8), px(10));
}

void Banner::set_kind(BannerKind kind) {
    kind_ = kind;
    update();
}

void Banner::set_message(const QString& title, const QString& place, const QString& message, const QString& untouched) {
    message_text_ = message;
    title_->setText(title);
    place_->setText(place);
    message_->setText(with_names(message));
    untouched_->setText(untouched);
    for (QLabel* label : {place_, message_, untouched_})
        label->setVisible(!label->text().isEmpty());
    setAccessibleName(title);
    QString description;
    for (const QString& part : {place, message, untouched})
        if (!part.isEmpty())
            description += (description.isEmpty() ? QString() : QStringLiteral(" ")) + part;
    setAccessibleDescription(description);
}

QPushButton* Banner::add_action(const QString& text) {
    auto* button = new QPushButton(text, actions_);
    set_button_kind(button, ButtonKind::small);
    const int index = action_count_++;
    connect(button, &QPushButton::clicked, this, [this, index] { emit action_chosen(index); });
    action_row_->insertWidget(index, button);
    actions_->show();
    return button;
}

void Banner::clear_actions() {
    const auto buttons = actions_->findChildren<QPushButton*>();
    qDeleteAll(buttons);
    action_count_ = 0;
    actions_->hide();
}

void Banner::set_closable(bool closable) {
    close_->setVisible(closable);
}
QString Banner::title() const {
    return title_->text();
}
QString Banner::message() const {
    return message_text_;
}

void Banner::paintEvent(QPaintEvent*) {
    const BannerLook look = look_of(kind_);
    paint_box(*this, look.ground, look.ink);
    QPainter painter(this);
    const double line = theme().line_height(type::control);
    paint_icon(painter, QRectF(px(13), px(9) + (line - px(16)) / 2, px(16), px(16)), QLatin1String(look.icon),
        color(look.ink));
}

void Banner::changeEvent(QEvent* event) {
    if (event->type() == QEvent::StyleChange)
        fit_margins();
    QWidget::changeEvent(event);
}

void Banner::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && close_->isVisibleTo(this))
        close_->click();
    else
        QWidget::keyPressEvent(event);
}

ProgressRow::ProgressRow(QWidget* parent)
    : QWidget(parent)
    , title_(make_label({}, type::control, Weight::bold, Token::ink, this))
    , count_(make_label({}, type::control, Weight::regular, Token::ink2, this))
    , note_(make_label({}, type::note, Weight::regular, Token::ink2, this))
    , bar_(new QProgressBar(this))
    , cancel_(new QPushButton(tr("Cancel"), this)) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(px(4));
    grid->setHorizontalSpacing(px(12));
    grid->addWidget(title_, 0, 0);
    grid->addWidget(count_, 0, 1, Qt::AlignRight);
    grid->addWidget(bar_, 1, 0, 1, 2);
    grid->addWidget(note_, 2, 0, 1, 2);
    grid->addWidget(cancel_, 0, 2, 3, 1, Qt::AlignVCenter);
    grid->setColumnStretch(0, 1);
    bar_->setTextVisible(false);
    bar_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(cancel_, &QPushButton::clicked, this, &ProgressRow::cancelled);
}

void ProgressRow::set_title(const QString& title) {
    title_->setText(title);
    bar_->setAccessibleName(title);
}

void ProgressRow::set_note(const QString& note) {
    note_->setText(note);
}

void ProgressRow::set_progress(qint64 done, qint64 total, double seconds_left) {
    QString text;
    if (total > 0) {
        // The bar counts thousandths, so that any number of parts fits into an int.
        bar_->setRange(0, 1000);
        bar_->setValue(static_cast<int>(1000.0 * static_cast<double>(done) / static_cast<double>(total)));
        text = tr("%1 of %2").arg(format::count(done), format::count(total));
    } else {
        bar_->setRange(0, 0);
        text = tr("%1 so far").arg(format::count(done));
    }
    if (seconds_left >= 90)
        text += QStringLiteral(" · ")
            + tr("about %1 left").arg(format::count(static_cast<qint64>(std::lround(seconds_left / 60)), tr("min")));
    else if (seconds_left >= 0)
        text += QStringLiteral(" · ")
            + tr("about %1 left").arg(format::count(static_cast<qint64>(std::ceil(seconds_left)), tr("s")));
    count_->setText(text);
    bar_->setAccessibleDescription(text);
}

class EmptyState::Drawing : public QWidget {
public:
    explicit Drawing(QWidget* parent)
        : QWidget(parent) {
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    }
    Sketch sketch = Sketch::chart;
    QSize sizeHint() const override { return {px(124), px(46)}; }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const double u = theme().scale();
        painter.scale(u, u);
        painter.setPen(QPen(color(Token::edge), 1));
        QPen dashed(color(Token::edge), 1.5, Qt::CustomDashLine);
        dashed.setDashPattern({3, 3});
        switch (sketch) {
        case Sketch::chart: {
            painter.drawPolyline(QPolygonF({{6.5, 4}, {6.5, 38.5}, {118, 38.5}}));
            painter.setPen(dashed);
            QPainterPath path({12, 34});
            path.cubicTo({44, 33}, {52, 25}, {72, 23});
            path.cubicTo({90, 21}, {104, 22}, {116, 22});
            painter.drawPath(path);
            break;
        }
        case Sketch::table:
        case Sketch::list:
            for (int i = 0; i < 4; ++i) {
                painter.drawLine(QPointF(22, 6.5 + 11 * i), QPointF(102, 6.5 + 11 * i));
                if (sketch == Sketch::list && i < 3)
                    painter.drawEllipse(QPointF(27, 12 + 11 * i), 2, 2);
            }
            if (sketch == Sketch::table)
                painter.drawLine(QPointF(48.5, 6.5), QPointF(48.5, 39.5));
            break;
        case Sketch::scene:
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(QRectF(20.5, 4.5, 38, 36), 4, 4);
            painter.drawRoundedRect(QRectF(66.5, 4.5, 38, 36), 4, 4);
            painter.setPen(dashed);
            painter.drawLine(QPointF(40, 22), QPointF(86, 22));
            break;
        case Sketch::search:
            painter.drawEllipse(QPointF(56, 19), 13, 13);
            painter.drawLine(QPointF(66, 29), QPointF(78, 41));
            break;
        }
    }
};

EmptyState::EmptyState(QWidget* parent)
    : QWidget(parent)
    , drawing_(new Drawing(this))
    , title_(make_label({}, type::heading, Weight::bold, Token::ink, this))
    , sentence_(make_label({}, type::control, Weight::regular, Token::ink2, this))
    , button_(new QPushButton(this)) {
    auto* column = new QVBoxLayout(this);
    column->addStretch(1);
    column->addWidget(drawing_, 0, Qt::AlignHCenter);
    column->addWidget(title_, 0, Qt::AlignHCenter);
    column->addWidget(sentence_);
    column->addSpacing(px(6));
    column->addWidget(button_, 0, Qt::AlignHCenter);
    column->addStretch(1);
    title_->setAlignment(Qt::AlignCenter);
    sentence_->setAlignment(Qt::AlignCenter);
    sentence_->setWordWrap(true);
    set_button_kind(button_, ButtonKind::primary);
    connect(button_, &QPushButton::clicked, this, &EmptyState::pressed);
}

void EmptyState::set_texts(
    Sketch sketch, const QString& title, const QString& sentence, const QString& button, const QString& icon_name) {
    drawing_->sketch = sketch;
    drawing_->update();
    title_->setText(title);
    sentence_->setText(sentence);
    button_->setText(button);
    button_->setIcon(icon_name.isEmpty() ? QIcon() : icon(icon_name, Token::onaccent));
    button_->setVisible(!button.isEmpty());
    setAccessibleName(title);
    setAccessibleDescription(sentence);
}

AnswerBox::AnswerBox(QWidget* parent)
    : QWidget(parent)
    , title_(wrapped(make_label({}, type::control, Weight::bold, Token::ink, this)))
    , sentence_(wrapped(make_label({}, type::control, Weight::regular, Token::ink2, this)))
    , link_(new QPushButton(this)) {
    auto* column = new QVBoxLayout(this);
    fit_margins();
    column->setSpacing(px(1));
    column->addWidget(title_);
    column->addWidget(sentence_);
    column->addWidget(link_, 0, Qt::AlignLeft);
    set_button_kind(link_, ButtonKind::link);
    link_->hide();
    connect(link_, &QPushButton::clicked, this, &AnswerBox::link_pressed);
}

void AnswerBox::set_answer(Kind kind, const QString& title, const QString& sentence, const QString& link) {
    kind_ = kind;
    title_->setText(title);
    sentence_->setText(sentence);
    sentence_->setVisible(!sentence.isEmpty());
    link_->setText(link);
    link_->setVisible(!link.isEmpty());
    setAccessibleName(title);
    setAccessibleDescription(sentence);
    update();
}

void AnswerBox::fit_margins() {
    layout()->setContentsMargins(px(36), px(8), px(12), px(8));
}

void AnswerBox::changeEvent(QEvent* event) {
    if (event->type() == QEvent::StyleChange)
        fit_margins();
    QWidget::changeEvent(event);
}

void AnswerBox::paintEvent(QPaintEvent*) {
    const bool right = kind_ == Kind::right;
    paint_box(*this,
        right                      ? Token::goodsoft
            : kind_ == Kind::other ? Token::card
                                   : Token::well,
        right ? Token::good : Token::edge);
    QPainter painter(this);
    const QString name = right ? QStringLiteral("check")
        : kind_ == Kind::other ? QStringLiteral("eye")
                               : QStringLiteral("clock");
    paint_icon(painter, QRectF(px(12), px(9), px(16), px(16)), name, color(right ? Token::good : Token::ink));
}

} // namespace sluice::ui
