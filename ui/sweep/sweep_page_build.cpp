// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of sweeps is made of: the form at the left, chart and table at the right.
#include "ui/chart/sweep_chart.h"
#include "ui/kit/frames.h"
#include "ui/kit/notice.h"
#include "ui/sweep/sweep_page.h"
#include "ui/theme/dress.h"
#include "ui/theme/icons.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableWidget>
#include <QVBoxLayout>

namespace sluice::ui {

namespace {

QLabel* words(const QString& s, int size, Weight weight = Weight::regular, Token ink = Token::ink) {
    auto* l = make_label(s, size, weight, ink);
    l->setWordWrap(true);
    return l;
}

/// A field with its name above and a line of explanation below.
void add_field(QVBoxLayout* column, const QString& name, QWidget* field, QLabel* below = nullptr) {
    auto* label = make_label(name, type::control, Weight::bold);
    label->setBuddy(field);
    column->addWidget(label);
    column->addWidget(field);
    if (below)
        column->addWidget(below);
    column->addSpacing(px(8));
}

} // namespace

QWidget* SweepPage::build_form() {
    auto* left = new QWidget;
    set_surface(left, Token::panel);
    auto* column = new QVBoxLayout;
    column->setContentsMargins(px(14), px(12), px(14), px(12));
    column->setSpacing(px(4));
    title_ = words({}, type::body, Weight::bold);
    about_ = words({}, type::control, Weight::regular, Token::ink2);
    column->addWidget(title_);
    column->addWidget(about_);
    column->addSpacing(px(8));

    knob_ = new QComboBox;
    knob_->setObjectName("sweep_knob");
    knob_->setEditable(true);
    knob_->setInsertPolicy(QComboBox::NoInsert);
    knob_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    knob_->setMinimumContentsLength(16);
    knob_->completer()->setCompletionMode(QCompleter::PopupCompletion);
    knob_->completer()->setFilterMode(Qt::MatchContains);
    knob_->lineEdit()->setPlaceholderText(tr("part of a name"));
    set_tip(knob_, {tr("Knob"), {}, tr("Which rule or size takes each of the values below."), {}});
    meaning_ = words({}, type::note, Weight::regular, Token::ink2);
    add_field(column, tr("&Knob"), knob_, meaning_);

    values_ = new QLineEdit;
    values_->setObjectName("sweep_values");
    set_tip(values_,
        {tr("Values"), {},
            tr("One run for each value and seed. Commas stand between values; 1..32 doubles from 1 to 32."), {}});
    add_field(column, tr("V&alues"), values_,
        words(tr("1, 2, 4 or 1..32, which doubles"), type::note, Weight::regular, Token::ink2));

    replicas_ = new QSpinBox;
    replicas_->setObjectName("sweep_replicas");
    replicas_->setRange(1, 1000);
    replicas_->setValue(5);
    set_tip(replicas_,
        {tr("Seeds"), {}, tr("Runs behind each value, with other luck each. From two on there is an interval."), {}});
    add_field(column, tr("&Seeds for each value"), replicas_);

    number_ = new QComboBox;
    number_->setObjectName("sweep_number");
    number_->setEditable(true);
    number_->setInsertPolicy(QComboBox::NoInsert);
    number_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    number_->setMinimumContentsLength(16);
    set_tip(number_,
        {tr("Number"), {},
            tr("What is compared. Any metric may be typed: p99(wakeup.delay{cpu=0}), sum(drain.pages) …"), {}});
    number_meaning_ = words({}, type::note, Weight::regular, Token::ink2);
    add_field(column, tr("&Number"), number_, number_meaning_);

    error_ = words({}, type::control, Weight::regular, Token::stall);
    error_->setObjectName("sweep_error");
    error_->hide();
    column->addWidget(error_);
    run_ = new QPushButton;
    run_->setObjectName("sweep_run");
    run_->setIcon(icon("play", Token::onaccent));
    set_button_kind(run_, ButtonKind::primary);
    first_ = new QPushButton(tr("Draw what you expect first"));
    first_->setObjectName("sweep_first");
    first_->setIcon(icon("pencil"));
    set_tip(first_,
        {tr("Draw what you expect first"), {},
            tr("Shows the empty chart to draw on. The scenario is run once as it is, for the scale of the axis."), {}});
    column->addWidget(run_);
    column->addWidget(first_);
    progress_ = new ProgressRow;
    progress_->set_title(tr("Running the sweep"));
    progress_->set_note(tr("Finished runs are kept."));
    progress_->hide();
    column->addWidget(progress_);
    column->addStretch(1);

    auto* form = new QWidget;
    form->setLayout(column);
    set_surface(form, Token::panel);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(form);
    auto* outer = new QVBoxLayout(left);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    outer->addWidget(new DockHead("chart", tr("Sweep")));
    outer->addWidget(scroll, 1);
    left->setMinimumWidth(px(376)); // the row of progress needs as much

    connect(knob_, &QComboBox::currentIndexChanged, this, [this] { take_knob(); });
    connect(knob_->lineEdit(), &QLineEdit::editingFinished, this, &SweepPage::take_typed_knob);
    connect(number_, &QComboBox::currentTextChanged, this, [this] {
        show_meaning();
        show_all();
    });
    connect(values_, &QLineEdit::textEdited, this, [this] { show_error({}, nullptr); });
    connect(values_, &QLineEdit::returnPressed, this, &SweepPage::run);
    connect(run_, &QPushButton::clicked, this, &SweepPage::run);
    connect(first_, &QPushButton::clicked, this, &SweepPage::draw_first);
    connect(progress_, &ProgressRow::cancelled, this, &SweepPage::cancel);
    return left;
}

QWidget* SweepPage::build_results() {
    no_sweep_ = new EmptyState;
    no_sweep_->set_texts(EmptyState::Sketch::chart, tr("Nothing has been swept yet"),
        tr("Choose a knob and its values at the left. Each value becomes a point here, with an interval over the "
           "seeds."),
        tr("Run the sweep"), "play");
    chart_ = new SweepChart;
    chart_->setObjectName("sweep_chart");
    chart_->setMinimumHeight(px(240));
    table_ = new QTableWidget(0, 6);
    table_->setObjectName("sweep_table");
    table_->setAccessibleName(tr("Runs of the sweep"));
    table_->verticalHeader()->hide();
    table_->setShowGrid(false);
    table_->setFrameShape(QFrame::NoFrame);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setTabKeyNavigation(false);
    table_->horizontalHeader()->setStretchLastSection(true);
    table_->setMinimumHeight(px(120));

    state_ = new ElidedLabel;
    set_text(state_, type::note, Weight::regular, Token::ink2);
    draw_ = new QPushButton(tr("Draw what you expect"));
    draw_->setObjectName("sweep_draw");
    draw_->setIcon(icon("pencil"));
    draw_->setCheckable(true);
    set_tip(draw_,
        {tr("Draw what you expect"), {},
            tr("Your curve lies beneath the points. Draw with the pointer or the arrow keys."), {}});
    open_ = new QPushButton(tr("Watch this run"));
    open_->setObjectName("sweep_open");
    open_->setIcon(icon("flask"));
    set_tip(open_, {tr("Watch this run"), {}, tr("Opens the chosen row's first run in the laboratory."), {}});
    export_ = new QPushButton(tr("Export…"));
    export_->setObjectName("sweep_export");
    export_->setIcon(icon("exp"));
    set_tip(export_, {tr("Export"), tr("Ctrl+E"), tr("The chart as PNG, SVG, PDF or CSV."), {}});
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(px(12), px(8), px(12), px(8));
    buttons->setSpacing(px(8));
    buttons->addWidget(draw_);
    buttons->addWidget(open_);
    buttons->addWidget(export_);
    buttons->addWidget(state_, 1);

    auto* parts = new QSplitter(Qt::Vertical);
    parts->setChildrenCollapsible(false);
    parts->addWidget(chart_);
    parts->addWidget(table_);
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    auto* shown = new QWidget;
    set_surface(shown, Token::canvas);
    auto* column = new QVBoxLayout(shown);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(buttons);
    column->addWidget(new Rule);
    column->addWidget(parts, 1);
    results_ = new QStackedWidget;
    results_->addWidget(no_sweep_);
    results_->addWidget(shown);

    connect(draw_, &QPushButton::toggled, this, [this](bool on) {
        chart_->set_drawing(on);
        if (on)
            chart_->setFocus(Qt::OtherFocusReason);
    });
    connect(open_, &QPushButton::clicked, this, &SweepPage::open_row);
    connect(chart_, &SweepChart::prediction_changed, this, [this] {
        std::vector<double>& kept = drawn_[drawn_for_];
        kept = chart_->prediction();
        for (double& v : kept)
            v /= drawn_scale_;
    });
    connect(export_, &QPushButton::clicked, this, &SweepPage::export_chart);
    connect(chart_, &ChartWidget::menu_requested, this, &SweepPage::export_chart);
    connect(table_, &QTableWidget::itemSelectionChanged, this, &SweepPage::show_buttons);
    connect(table_, &QTableWidget::cellActivated, this, &SweepPage::open_row);
    return results_;
}

} // namespace sluice::ui
