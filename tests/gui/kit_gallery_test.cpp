// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of all widgets and patterns for the eye: sluice_gui_tests "[.gallery]" writes PNGs to the working folder.
#include "tests/support/catch.h"
#include "ui/kit/chip.h"
#include "ui/kit/controls.h"
#include "ui/kit/format.h"
#include "ui/kit/frames.h"
#include "ui/kit/knob_row.h"
#include "ui/kit/notice.h"
#include "ui/theme/appearance.h"
#include "ui/theme/dress.h"
#include "ui/theme/focus_ring.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/icons.h"
#include "ui/theme/patterns.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

using namespace sluice::ui;

namespace {

class Kinds : public QWidget {
public:
    Kinds() { setMinimumSize(px(460), px(330)); }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter p(this);
        for (int i = 0; i < page_kind_count; ++i) {
            const auto kind = static_cast<PageKind>(i);
            const double y = px(20) + i * px(30);
            draw_page(p, {px(20) + 0.5, y + 0.5}, kind, 7);
            draw_page(p, {px(50) + 0.5, y + 0.5}, kind, 9);
            draw_page(p, {double(px(90)), y}, kind, 16);
            const QPixmap& sprite = page_sprite(kind, 16, page_in_pagevec, theme(), devicePixelRatioF());
            const double side = sprite.width() / sprite.devicePixelRatio();
            p.drawPixmap(QPointF(px(125) - side / 2, y - side / 2), sprite);
            draw_page(p, {double(px(160)), y}, kind, 14, page_isolated);
            draw_page(p, {double(px(190)), y}, kind, 14, page_used);
            draw_page(p, {double(px(220)), y}, kind, 14, page_writing);
        }
        for (int i = 0; i < pattern_count; ++i) {
            const QRectF box(px(260), px(8) + i * px(30), px(90), px(22));
            fill_pattern(p, box, static_cast<Pattern>(i));
            p.setPen(color(Token::edge));
            p.setBrush(Qt::NoBrush);
            p.drawRect(box.adjusted(0, 0, -1, -1));
        }
        int x = 0;
        int y = px(280);
        for (const QString& name : icon_names()) {
            paint_icon(p, QRectF(x, y, px(16), px(16)), name, color(Token::ink));
            x += px(20);
            if (x > px(430)) {
                x = 0;
                y += px(22);
            }
        }
    }
};

QPushButton* button(const QString& text, const QString& name, ButtonKind kind) {
    auto* b = new QPushButton(text);
    if (!name.isEmpty())
        b->setIcon(icon(name));
    set_button_kind(b, kind);
    return b;
}

QWidget* gallery() {
    auto* window = new QWidget;
    set_surface(window, Token::canvas);
    auto* grid = new QGridLayout(window);
    auto* buttons = new CardFrame;
    buttons->set_title("Buttons");
    auto* row = new QHBoxLayout;
    row->addWidget(button("Step", {}, ButtonKind::normal));
    auto* on = button("Compare", "compare", ButtonKind::normal);
    on->setCheckable(true);
    on->setChecked(true);
    row->addWidget(on);
    auto* off = button("Step", "stepf", ButtonKind::normal);
    off->setEnabled(false);
    row->addWidget(off);
    row->addWidget(button("Play", "play", ButtonKind::primary));
    auto* focused = button("Focused", {}, ButtonKind::primary);
    focused->setObjectName("focused");
    row->addWidget(focused);
    auto* tool = new QToolButton;
    tool->setIcon(icon("reset"));
    row->addWidget(tool);
    row->addWidget(button("Branch", "branch", ButtonKind::small));
    row->addWidget(button("All 18", {}, ButtonKind::link));
    row->addStretch(1);
    buttons->body()->addLayout(row);
    auto* row2 = new QHBoxLayout;
    auto* combo = new QComboBox;
    combo->addItems({"As posted, Feb 2005", "2.6.12"});
    row2->addWidget(combo);
    auto* editable = new QComboBox;
    editable->setEditable(true);
    editable->addItem("editable");
    row2->addWidget(editable);
    auto* spin = new QSpinBox;
    spin->setRange(0, 100);
    spin->setSuffix(QString(QChar(0xA0)) + "ms");
    spin->setValue(42);
    row2->addWidget(spin);
    auto* edit = new QLineEdit("+250us");
    row2->addWidget(edit);
    auto* wrong = new QLineEdit("0");
    set_wrong(wrong, true);
    row2->addWidget(wrong);
    buttons->body()->addLayout(row2);
    auto* row3 = new QHBoxLayout;
    auto* check = new QCheckBox("Idle loop");
    check->setChecked(true);
    row3->addWidget(check);
    row3->addWidget(new QCheckBox("Timer tick"));
    auto* radio = new QRadioButton("256");
    radio->setChecked(true);
    row3->addWidget(radio);
    row3->addWidget(new QRadioButton("4,096"));
    auto* grey = new QCheckBox("Fixed");
    grey->setChecked(true);
    grey->setEnabled(false);
    row3->addWidget(grey);
    row3->addWidget(new Segmented({"As posted", "As merged"}));
    row3->addStretch(1);
    buttons->body()->addLayout(row3);
    auto* slider = new QSlider(Qt::Horizontal);
    slider->setTickPosition(QSlider::TicksBelow);
    slider->setTickInterval(25);
    slider->setValue(38);
    buttons->body()->addWidget(slider);
    auto* row4 = new QHBoxLayout;
    for (int i = 0; i < 5; ++i)
        row4->addWidget(new StateChip(static_cast<ChipKind>(i)));
    row4->addWidget(new KeyHint("F1", "all keys"));
    row4->addWidget(new KeyHint("Space", "pause"));
    auto* dots = new StepDots;
    dots->set_steps(7, 3, 3);
    row4->addWidget(dots, 1);
    buttons->body()->addLayout(row4);
    auto* readout = new NumberReadout;
    readout->set_widest("60.000 000");
    readout->set_value(format::moment(41'207'000, format::TimeUnit::ms), "ms");
    readout->set_note("of " + format::moment(60'000'000, format::TimeUnit::ms) + " ms");
    buttons->body()->addWidget(readout);
    buttons->body()->addStretch(1);
    grid->addWidget(buttons, 0, 0);

    auto* knobs = new CardFrame;
    knobs->body()->setContentsMargins(0, 0, 0, 0);
    knobs->body()->setSpacing(0);
    auto* head = new DockHead("knobs", "Knobs");
    head->set_note("take effect at the playhead");
    head->add_button("more", "More");
    knobs->body()->addWidget(head);
    auto* cap = new NumberKnob("drain.cap", "Cap per pass", {16, 4096, true, "pages", 1, {}});
    cap->set_value(256);
    knobs->body()->addWidget(cap);
    auto* changed = new NumberKnob("drain.cap2", "Cap per pass", {16, 4096, true, "pages", 1, {}});
    changed->set_value(4096);
    changed->set_was("was 256");
    knobs->body()->addWidget(changed);
    auto* shape
        = new ChoiceKnob("drain.shape", "Drain shape", {{"a", "To the limit, one section", ""}, {"b", "Other", ""}});
    shape->set_note("How much is freed between two preemption points.");
    shape->set_tip("Drain shape", "How much is freed between two preemption points.", "Linux 2.6.12");
    knobs->body()->addWidget(shape);
    auto* fixed = new NumberKnob("drain.cap3", "Cap per pass", {16, 4096, true, "pages", 1, {}});
    fixed->set_value(256);
    fixed->set_fixed("Set by this step of the lesson.");
    knobs->body()->addWidget(fixed);
    auto* bad = new NumberKnob("drain.cap4", "Cap per pass", {16, 4096, true, "pages", 1, {}});
    bad->set_value(256);
    bad->field()->setText("0");
    emit bad->field()->editingFinished();
    knobs->body()->addWidget(bad);
    auto* trigger = new SetKnob("drain.trigger", "Trigger",
        {{"idle", "Idle loop", ""}, {"unmap", "End of unmap", ""}, {"tick", "Timer tick", ""},
            {"low", "Low memory", ""}});
    trigger->set_value({"idle"});
    trigger->set_was("was idle, unmap");
    knobs->body()->addWidget(trigger);
    auto* parallel = new SwitchKnob("free.parallel", "Parallel free");
    parallel->set_value(true);
    parallel->set_was("was off");
    parallel->set_effect("takes effect at 41.207" + QString(QChar(0xA0)) + "ms");
    knobs->body()->addWidget(parallel);
    knobs->body()->addStretch(1);
    knobs->setFixedWidth(px(330));
    grid->addWidget(knobs, 0, 2, 2, 1);

    auto* notices = new CardFrame;
    notices->set_title("Banner, progress");
    auto* banner = new Banner(BannerKind::error);
    banner->set_message("This scenario was not opened.", "half-node.toml, line 14, column 9",
        "Unknown knob `drain_shpe`. Did you mean `drain_shape`?", "The run that was open is untouched.");
    banner->add_action("Open the file");
    banner->add_action("Try again");
    notices->body()->addWidget(banner);
    auto* progress = new ProgressRow;
    progress->set_title("Running 64 scenarios");
    progress->set_note("Rows already finished are kept.");
    progress->set_progress(23, 64, 40);
    notices->body()->addWidget(progress);
    for (auto kind : {BannerKind::warning, BannerKind::good, BannerKind::notice}) {
        auto* small = new Banner(kind);
        small->set_message("A short word.", {}, "What it means.", {});
        notices->body()->addWidget(small);
    }
    auto* answer = new AnswerBox;
    answer->set_answer(AnswerBox::Kind::right, "The run says 9,309 too.", "The cap on line 6 never lowers the limit.");
    notices->body()->addWidget(answer);
    auto* other = new AnswerBox;
    other->set_answer(AnswerBox::Kind::other, "You said 256. The run says 9,309.",
        "Look at lines 3 and 6: which value is smaller?", "Show hint 1");
    notices->body()->addWidget(other);
    notices->body()->addStretch(1);
    grid->addWidget(notices, 0, 1, 2, 1);

    auto* kinds = new CardFrame;
    kinds->set_title("Page kinds");
    kinds->body()->addWidget(new Kinds);
    grid->addWidget(kinds, 1, 0);

    auto* empty = new CardFrame;
    empty->set_title("Empty state");
    auto* state = new EmptyState;
    state->set_texts(EmptyState::Sketch::chart, "No drain has happened yet",
        "Lists drain when they grow past their limit. The fullest, on CPU 0, is at 1,240 of 6,250.",
        "Run to the first drain", "drain");
    empty->body()->addWidget(state);
    grid->addWidget(empty, 2, 2);

    auto* tabs = new QTabWidget;
    auto* table = new QTableWidget(4, 3);
    table->setHorizontalHeaderLabels({"CPU", "State", "List, pages"});
    for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 3; ++c)
            table->setItem(r, c, new QTableWidgetItem(QString::number(r * 10 + c)));
    table->setSortingEnabled(true);
    table->selectRow(1);
    table->verticalHeader()->hide();
    tabs->addTab(table, "Knobs");
    tabs->addTab(new QWidget, "Code");
    tabs->addTab(new QWidget, "Events");
    tabs->setTabIcon(2, icon("list"));
    tabs->setFixedHeight(px(180));
    grid->addWidget(tabs, 2, 0);
    auto* tree = new QTreeWidget;
    tree->setHeaderLabels({"Part", "Pages"});
    auto* top = new QTreeWidgetItem(tree, {"Node 0", "245,760"});
    new QTreeWidgetItem(top, {"CPU 0", "9,029"});
    for (int i = 0; i < 12; ++i)
        new QTreeWidgetItem(top, {QString("CPU %1").arg(i), "1"});
    top->setExpanded(true);
    tree->setFixedHeight(px(180));
    grid->addWidget(tree, 2, 1);
    return window;
}

void shoot(QWidget& window, const QString& file) {
    window.show();
    REQUIRE(QTest::qWaitForWindowExposed(&window));
    window.activateWindow();
    if (auto* focused = window.findChild<QWidget*>("focused"))
        focused->setFocus(Qt::TabFocusReason);
    QTest::qWait(50);
    REQUIRE(window.grab().save(file));
}

} // namespace

TEST_CASE("Pictures of the kit", "[.gallery]") {
    Appearance::instance().install();
    for (const auto& [scheme, name] : {std::pair{Scheme::light, "light"}, std::pair{Scheme::dark, "dark"}})
        for (int scale : {100, 200}) {
            Appearance::instance().set_scheme(scheme);
            Appearance::instance().set_text_scale(scale);
            std::unique_ptr<QWidget> window(gallery());
            window->resize(px(1400), px(900));
            shoot(*window, QString("kit-%1-%2.png").arg(name).arg(scale));
        }
    // Everything must follow a switch while it is shown.
    Appearance::instance().set_scheme(Scheme::light);
    Appearance::instance().set_text_scale(100);
    std::unique_ptr<QWidget> window(gallery());
    window->resize(1400, 900);
    shoot(*window, "kit-before-switch.png");
    Appearance::instance().set_scheme(Scheme::dark);
    Appearance::instance().set_text_scale(150);
    window->resize(2100, 1350);
    shoot(*window, "kit-after-switch.png");
    Appearance::instance().set_scheme(Scheme::light);
    Appearance::instance().set_text_scale(100);
}
