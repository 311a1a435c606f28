// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/claims_page.h"

#include "ui/chart/claim_chart.h"
#include "ui/kit/chip.h"
#include "ui/kit/frames.h"
#include "ui/kit/notice.h"
#include "ui/theme/dress.h"
#include "ui/theme/icons.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QSplitter>
#include <QVBoxLayout>

namespace sluice::ui {

using experiment::ClaimCard;
using experiment::ClaimResult;
using experiment::Verdict;

namespace {

constexpr std::uint64_t kSeeds = 5;

QString text(const std::string& s) {
    return QString::fromStdString(s);
}
QString text(std::string_view s) {
    return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}

void clear(QVBoxLayout* layout) {
    while (QLayoutItem* item = layout->takeAt(0)) {
        if (QWidget* w = item->widget())
            w->deleteLater();
        delete item;
    }
}

QLabel* words(const QString& s, int size, Weight weight = Weight::regular, Token ink = Token::ink) {
    auto* l = make_label(s, size, weight, ink);
    l->setWordWrap(true);
    return l;
}

ClaimUse use_of(experiment::ClaimUse use) {
    return use == experiment::ClaimUse::test       ? ClaimUse::test
        : use == experiment::ClaimUse::calibration ? ClaimUse::calibration
                                                   : ClaimUse::report;
}

} // namespace

ClaimsPage::ClaimsPage(QWidget* parent)
    : QWidget(parent)
    , cancel_(std::make_shared<std::atomic<bool>>(false)) {
    setObjectName("claims");
    setAccessibleName(tr("Claims"));
    set_surface(this, Token::canvas);
    pool_.setMaxThreadCount(1);
    experiment::FileError error;
    cards_ = experiment::shipped_claims(error);
    for (auto& s : experiment::shipped_sources(error))
        sources_.emplace(s.id, s);

    auto* left = new QWidget;
    set_surface(left, Token::panel);
    auto* head = new DockHead("scale", tr("Claims"));
    list_ = new QListWidget;
    list_->setObjectName("claim_list");
    list_->setAccessibleName(tr("Claims"));
    list_->setFrameShape(QFrame::NoFrame);
    count_ = make_label({}, type::control, Weight::regular, Token::ink2);
    count_->setContentsMargins(px(12), px(6), px(12), px(6));
    auto* left_column = new QVBoxLayout(left);
    left_column->setContentsMargins(0, 0, 0, 0);
    left_column->setSpacing(0);
    left_column->addWidget(head);
    left_column->addWidget(count_);
    left_column->addWidget(list_, 1);
    progress_ = new ProgressRow;
    progress_->set_title(tr("Running the claims"));
    progress_->set_note(tr("Claims already computed are kept."));
    progress_->hide();
    progress_->setContentsMargins(px(10), px(4), px(10), px(8));
    left_column->addWidget(progress_);

    auto* right = new QWidget;
    set_surface(right, Token::canvas);
    auto* right_column = new QVBoxLayout(right);
    right_column->setContentsMargins(px(28), px(24), px(28), px(24));
    card_ = new CardFrame;
    right_column->addWidget(card_);
    right_column->addStretch(1);
    auto* top = new QHBoxLayout;
    auto* titles = new QVBoxLayout;
    kicker_ = make_label({}, type::control, Weight::regular, Token::ink2);
    title_ = words({}, type::sentence, Weight::bold);
    about_ = words({}, type::body, Weight::regular, Token::ink2);
    titles->addWidget(kicker_);
    titles->addWidget(title_);
    titles->addWidget(about_);
    top->addLayout(titles, 1);
    verdict_box_ = new CardFrame;
    verdict_ = make_label({}, type::card, Weight::bold);
    verdict_note_ = words({}, type::note, Weight::regular, Token::ink2);
    verdict_box_->body()->addWidget(verdict_);
    verdict_box_->body()->addWidget(verdict_note_);
    verdict_box_->setMinimumWidth(px(200));
    top->addWidget(verdict_box_, 0, Qt::AlignTop);
    card_->body()->addLayout(top);
    card_->body()->addWidget(new Rule);
    chart_ = new ClaimChart;
    chart_->setObjectName("claim_chart");
    card_->body()->addWidget(chart_);
    rows_ = words({}, type::control, Weight::regular, Token::ink2);
    card_->body()->addWidget(rows_);
    card_->body()->addWidget(new Rule);
    auto* halves = new QHBoxLayout;
    const auto half = [&](const QString& title) {
        auto* column = new QVBoxLayout;
        column->addWidget(make_label(title, type::control, Weight::bold));
        auto* body = new QVBoxLayout;
        column->addLayout(body);
        column->addStretch(1);
        halves->addLayout(column, 1);
        return body;
    };
    quotes_ = half(tr("What was published"));
    halves->addSpacing(px(24));
    leaves_ = half(tr("What the model leaves out"));
    card_->body()->addLayout(halves);
    card_->body()->addWidget(new Rule);
    again_ = new QPushButton(tr("Run it again"));
    again_->setIcon(icon("play", Token::onaccent));
    set_button_kind(again_, ButtonKind::primary);
    open_ = new QPushButton(tr("Open the scenario"));
    open_->setIcon(icon("flask"));
    table_ = new QPushButton(tr("As table"));
    table_->setIcon(icon("table"));
    table_->setCheckable(true);
    foot_ = make_label({}, type::note, Weight::regular, Token::ink2);
    foot_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(again_);
    buttons->addWidget(open_);
    buttons->addWidget(table_);
    buttons->addStretch(1);
    buttons->addWidget(foot_);
    card_->body()->addLayout(buttons);

    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(right);
    auto* halves_of_page = new QSplitter(Qt::Horizontal);
    halves_of_page->addWidget(left);
    halves_of_page->addWidget(scroll);
    halves_of_page->setStretchFactor(1, 1);
    halves_of_page->setSizes({px(416), px(1000)});
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(halves_of_page);

    connect(list_, &QListWidget::currentRowChanged, this, [this](int i) {
        if (i >= 0)
            show_card(list_->item(i)->data(Qt::UserRole).toInt());
    });
    connect(again_, &QPushButton::clicked, this, [this] {
        if (auto* item = list_->currentItem())
            compute({cards_[static_cast<std::size_t>(item->data(Qt::UserRole).toInt())].id});
    });
    connect(open_, &QPushButton::clicked, this, [this] {
        auto* item = list_->currentItem();
        if (!item)
            return;
        const ClaimCard& c = cards_[static_cast<std::size_t>(item->data(Qt::UserRole).toInt())];
        if (!c.runs.empty())
            emit run_requested({c.runs.front().scenario, c.runs.front().first_seed, {}});
    });
    connect(table_, &QPushButton::toggled, chart_, &ChartWidget::set_table_shown);
    connect(progress_, &ProgressRow::cancelled, this, [this] { cancel_->store(true); });
    fill_list();
    if (list_->count())
        list_->setCurrentRow(0);
}

ClaimsPage::~ClaimsPage() {
    cancel_->store(true);
    pool_.waitForDone();
}

void ClaimsPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    list_->setFocus(Qt::OtherFocusReason);
    compute_all();
}

void ClaimsPage::compute_all() {
    if (asked_)
        return;
    asked_ = true;
    compute({});
}

void ClaimsPage::compute(const std::vector<std::string>& ids) {
    if (progress_->isVisibleTo(this)) {
        emit said(tr("The claims are being run already."));
        return;
    }
    cancel_ = std::make_shared<std::atomic<bool>>(false);
    progress_->set_progress(0, 0);
    progress_->show();
    pool_.start([this, ids, cancel = cancel_, cards = cards_] {
        experiment::ClaimOptions o;
        o.seeds = kSeeds;
        o.cancelled = [cancel] { return cancel->load(); };
        // One card after the other, so that each appears when it is done.
        std::size_t n = 0;
        for (const ClaimCard& card : cards) {
            ++n;
            if (cancel->load() || (!ids.empty() && std::find(ids.begin(), ids.end(), card.id) == ids.end()))
                continue;
            auto results = experiment::evaluate_claims({card}, {}, o, experiment::measure);
            if (cancel->load())
                break;
            QMetaObject::invokeMethod(
                this,
                [this, results = std::move(results), n, total = cards.size()]() mutable {
                    progress_->set_progress(static_cast<qint64>(n), static_cast<qint64>(total));
                    take(std::move(results));
                },
                Qt::QueuedConnection);
        }
        QMetaObject::invokeMethod(
            this, [this] { progress_->hide(); }, Qt::QueuedConnection);
    });
}

void ClaimsPage::take(std::vector<ClaimResult> results) {
    for (auto& r : results)
        results_[r.id] = std::move(r);
    const int row = list_->currentRow();
    fill_list();
    list_->setCurrentRow(row);
}

QString ClaimsPage::card_verdict(const ClaimCard& card, QString& icon_name) const {
    int held = 0, missed = 0, known = 0, tests = 0;
    for (const auto& row : card.rows) {
        const auto at = results_.find(row.id);
        tests += row.use == experiment::ClaimUse::test;
        if (at == results_.end())
            continue;
        ++known;
        held += at->second.verdict == Verdict::within;
        missed += at->second.verdict == Verdict::outside;
    }
    icon_name = known == 0 ? "clock" : missed ? "cross" : tests == 0 ? "info" : "check";
    if (known == 0)
        return tr("not run yet");
    if (missed)
        return tests > 1 ? tr("missed in %1 of %2").arg(missed).arg(tests)
                         : text(experiment::verdict_words(Verdict::outside));
    return tests == 0 ? text(experiment::verdict_words(Verdict::reported))
                      : text(experiment::verdict_words(Verdict::within));
}

void ClaimsPage::fill_list() {
    const QSignalBlocker quiet(list_);
    list_->clear();
    int hold = 0, missed = 0, reported = 0;
    std::string group;
    for (std::size_t i = 0; i < cards_.size(); ++i) {
        const ClaimCard& c = cards_[i];
        QString icon_name;
        const QString verdict = card_verdict(c, icon_name);
        hold += icon_name == "check";
        missed += icon_name == "cross";
        reported += icon_name == "info";
        auto* item = new QListWidgetItem(icon(icon_name,
                                             icon_name == "check"       ? Token::good
                                                 : icon_name == "cross" ? Token::stall
                                                                        : Token::ink2),
            QStringLiteral("%1   %2   ·   %3").arg(text(c.id), text(c.title), verdict), list_);
        item->setData(Qt::UserRole, static_cast<int>(i));
        item->setSizeHint({px(200), px(30)});
        item->setToolTip(text(c.about));
    }
    count_->setText(
        tr("%1 claims: %2 hold, %3 missed, %4 reported only").arg(cards_.size()).arg(hold).arg(missed).arg(reported));
    if (hold + missed + reported == static_cast<int>(cards_.size()) && !cards_.empty()) {
        QSettings s;
        s.setValue("claims/hold", hold);
        s.setValue("claims/missed", missed);
        s.setValue("claims/reported", reported);
    }
}

void ClaimsPage::show_card(int index) {
    const ClaimCard& c = cards_[static_cast<std::size_t>(index)];
    kicker_->setText(tr("Claim %1 · %2").arg(text(c.id), text(c.group)));
    title_->setText(text(c.title));
    about_->setText(text(c.about));
    QString icon_name;
    verdict_->setText(card_verdict(c, icon_name));
    const bool good = icon_name == "check", bad = icon_name == "cross";
    set_text(verdict_, type::card, Weight::bold, good ? Token::good : bad ? Token::stall : Token::ink);
    verdict_box_->set_ground(good ? Token::goodsoft
            : bad                 ? Token::stallsoft
                                  : Token::well,
        good      ? Token::good
            : bad ? Token::stall
                  : Token::edge);

    // One chart shows one unit: rows of the most frequent one; all rows are listed below it.
    std::map<std::string, int> units;
    for (const auto& r : c.rows)
        ++units[r.unit];
    std::string unit;
    for (const auto& [u, n] : units)
        if (unit.empty() || n > units[unit])
            unit = u;
    ClaimData d;
    d.title = text(c.title);
    d.axis = text(c.title);
    d.unit = text(unit);
    d.model_name = tr("model, %1 seeds").arg(kSeeds);
    QStringList lines;
    QString profile, fingerprint;
    int known = 0;
    for (const auto& r : c.rows) {
        const auto at = results_.find(r.id);
        const ClaimResult* result = at == results_.end() ? nullptr : &at->second;
        ClaimRow row;
        row.name = text(r.label);
        row.note = text(r.condition);
        row.published = r.published.value_or(no_value);
        row.published_text = text(r.published_text);
        row.allowed_low = r.low.value_or(no_value);
        row.allowed_high = r.high.value_or(no_value);
        row.use = use_of(r.use);
        if (result && result->model) {
            ++known;
            row.model = *result->model;
            row.model_low = result->least.value_or(no_value);
            row.model_high = result->greatest.value_or(no_value);
            row.model_text = text(experiment::claim_number(*result->model, r.unit));
            profile = text(result->profile);
            fingerprint = text(result->run_id);
        }
        if (r.unit == unit)
            d.rows.push_back(row);
        QString line
            = tr("%1 · %2: published %3, model %4. %5.")
                  .arg(text(r.id), text(r.label),
                      r.published_text.empty() && r.published ? text(experiment::claim_number(*r.published, r.unit))
                          : r.published_text.empty()          ? tr("no number")
                                                              : text(r.published_text),
                      result ? (result->model ? text(experiment::claim_number(*result->model, r.unit))
                                              : text(result->problem))
                             : tr("not run yet"),
                      result ? text(experiment::verdict_words(result->verdict)) : tr("Waiting"));
        if (r.low && r.high && r.use != experiment::ClaimUse::report)
            line += tr(" Allowed: %1 to %2.")
                        .arg(text(experiment::claim_number(*r.low, r.unit)),
                            text(experiment::claim_number(*r.high, r.unit)));
        if (!r.because.empty())
            line += ' ' + text(r.because);
        lines << line;
    }
    rows_->setText(lines.join('\n'));
    verdict_note_->setText(known
            ? tr("%1 of %2 numbers computed, tolerances were set before").arg(known).arg(c.rows.size())
            : tr("Computing takes a few seconds."));
    chart_->set_claim(std::move(d));
    clear(quotes_);
    clear(leaves_);
    for (const auto& q : c.quotes) {
        const auto s = sources_.find(q.source);
        quotes_->addWidget(words(tr("“%1”").arg(text(q.text)), type::control));
        if (s != sources_.end())
            quotes_->addWidget(
                words(tr("%1, %2, %3. %4")
                          .arg(text(s->second.author), text(s->second.title), text(s->second.date), text(q.note)),
                    type::note, Weight::regular, Token::ink2));
    }
    for (const auto& l : c.leaves_out)
        leaves_->addWidget(words(tr("– %1").arg(text(l)), type::control));
    foot_->setText(profile.isEmpty() ? QString() : tr("profile %1 · run %2").arg(profile, fingerprint));
    open_->setEnabled(!c.runs.empty());
}

void ClaimsPage::choose(const QString& id) {
    for (int i = 0; i < list_->count(); ++i)
        if (text(cards_[static_cast<std::size_t>(list_->item(i)->data(Qt::UserRole).toInt())].id)
            == id.section('.', 0, 0))
            list_->setCurrentRow(i);
}

void ClaimsPage::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        emit closed();
    else if (event->key() == Qt::Key_T)
        table_->toggle();
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        again_->click();
    else
        QWidget::keyPressEvent(event);
}

} // namespace sluice::ui
