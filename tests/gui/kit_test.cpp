// SPDX-License-Identifier: GPL-3.0-or-later
// The reusable widgets, driven by keys, pointer and signals.
#include "tests/support/catch.h"
#include "ui/kit/chip.h"
#include "ui/kit/controls.h"
#include "ui/kit/frames.h"
#include "ui/kit/knob_row.h"
#include "ui/kit/notice.h"
#include "ui/theme/appearance.h"
#include "ui/theme/dress.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

using namespace sluice::ui;

namespace {

void show(QWidget& widget) {
    Appearance::instance().install();
    widget.show();
    REQUIRE(QTest::qWaitForWindowExposed(&widget));
    widget.activateWindow();
}

QToolButton* tool(QWidget& parent, const QString& name_part) {
    for (auto* button : parent.findChildren<QToolButton*>())
        if (button->accessibleName().contains(name_part))
            return button;
    return nullptr;
}

NumberKnob::Range cap_range() {
    return {16, 4096, true, "pages", 1, {}};
}

} // namespace

TEST_CASE("A number knob: every slider place gives a value in range, and goes back to it", "[kit]") {
    NumberKnob knob("drain.cap", "Cap per pass", cap_range());
    show(knob);
    QSignalSpy asked(&knob, &NumberKnob::value_asked);
    qint64 before = 0;
    for (int position = 0; position <= knob.slider()->maximum(); position += 7) {
        knob.slider()->setValue(position);
        CHECK(knob.value() >= 16);
        CHECK(knob.value() <= 4096);
        CHECK(knob.value() >= before);
        before = knob.value();
        CHECK(knob.slider()->value() == position);
    }
    CHECK(asked.count() > 50);
    knob.slider()->setValue(knob.slider()->minimum());
    CHECK(knob.value() == 16);
    knob.slider()->setValue(knob.slider()->maximum());
    CHECK(knob.value() == 4096);
    // Half of the way is the geometric middle.
    knob.slider()->setValue(500);
    CHECK(knob.value() == 256);
    // The owner's value is shown as it is, even between the slider's places.
    asked.clear();
    knob.set_value(257);
    CHECK(knob.value() == 257);
    CHECK(knob.field()->text() == "257");
    CHECK(asked.isEmpty());
}

TEST_CASE("A log-scaled knob that begins at 0 reaches 0 and 1", "[kit]") {
    NumberKnob knob("k", "Pages kept", {0, 1'000'000, true, "pages", 1, "no cap"});
    show(knob);
    knob.slider()->setValue(0);
    knob.set_value(0);
    CHECK(knob.field()->text() == "no cap");
    knob.set_value(1);
    CHECK(knob.field()->text() == "1");
    CHECK(knob.slider()->value() > 0);
    QSignalSpy asked(&knob, &NumberKnob::value_asked);
    knob.field()->setText("no cap");
    QTest::keyClick(knob.field(), Qt::Key_Return);
    REQUIRE(asked.count() == 1);
    CHECK(asked.at(0).at(0).toLongLong() == 0);
}

TEST_CASE("A typed value is taken, a wrong one says what holds", "[kit]") {
    NumberKnob knob("drain.cap", "Cap per pass", cap_range());
    knob.set_value(256);
    show(knob);
    QSignalSpy asked(&knob, &NumberKnob::value_asked);
    QSignalSpy settled(&knob, &NumberKnob::value_settled);
    const auto type = [&](const QString& text) {
        knob.field()->setFocus();
        knob.field()->selectAll();
        QTest::keyClicks(knob.field(), text);
        QTest::keyClick(knob.field(), Qt::Key_Return);
    };
    type("1,024");
    CHECK(knob.value() == 1024);
    CHECK(asked.count() == 1);
    CHECK(settled.count() == 1);
    CHECK(knob.wrong_message().isEmpty());
    knob.set_value(256);
    type("0");
    CHECK(knob.wrong_message() == "From 16 to 4,096. 0 is below 16; the run keeps 256.");
    CHECK(is_wrong(knob.field()));
    CHECK(knob.value() == 256);
    CHECK(knob.control()->accessibleDescription() == knob.wrong_message());
    type("5000");
    CHECK(knob.wrong_message() == "From 16 to 4,096. 5000 is above 4,096; the run keeps 256.");
    type("many");
    CHECK(knob.wrong_message().contains("\"many\" is not a number; the run keeps 256."));
    type("17.5");
    CHECK(knob.wrong_message().contains("17.5 is not a whole number"));
    CHECK(asked.count() == 1);
    type("300");
    CHECK(knob.wrong_message().isEmpty());
    CHECK_FALSE(is_wrong(knob.field()));
    CHECK(asked.count() == 2);
}

TEST_CASE("Arrow keys move a number knob; the wheel does not", "[kit]") {
    NumberKnob knob("drain.cap", "Cap per pass", cap_range());
    knob.set_value(256);
    show(knob);
    QSignalSpy settled(&knob, &NumberKnob::value_settled);
    QTest::keyClick(knob.slider(), Qt::Key_Right);
    CHECK(knob.value() > 256);
    CHECK(settled.count() == 1);
    const qint64 value = knob.value();
    QWheelEvent wheel(
        QPointF(5, 5), QPointF(5, 5), {}, QPoint(0, 120), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(knob.slider(), &wheel);
    CHECK(knob.value() == value);
}

TEST_CASE("A changed knob says what it was and can be undone", "[kit]") {
    NumberKnob knob("drain.cap", "Cap per pass", cap_range());
    show(knob);
    knob.set_value(4096);
    knob.set_was("was 256");
    CHECK(knob.is_changed());
    auto* undo = tool(knob, "Undo");
    REQUIRE(undo);
    CHECK(undo->isVisible());
    CHECK(undo->accessibleName() == "Undo Cap per pass, was 256");
    CHECK(undo->width() >= 24);
    // The 4 px bar at the left edge.
    const QImage picture = knob.grab().toImage();
    CHECK(picture.pixelColor(1, 20) == color(Token::accentfill));
    CHECK(picture.pixelColor(5, 20) != color(Token::accentfill));
    QSignalSpy pressed(&knob, &KnobRow::undo_pressed);
    QTest::mouseClick(undo, Qt::LeftButton);
    CHECK(pressed.count() == 1);
    knob.set_was({});
    CHECK_FALSE(undo->isVisible());
    CHECK(knob.grab().toImage().pixelColor(1, 20) != color(Token::accentfill));
}

TEST_CASE("A fixed knob goes grey and says why, it does not disappear", "[kit]") {
    ChoiceKnob knob("drain.shape", "Drain shape", {{"limit", "To the limit", {}}, {"capped", "At most 256", {}}});
    show(knob);
    knob.set_note("How much is freed between two preemption points.");
    knob.set_was("was To the limit");
    knob.set_fixed("Set by this step of the lesson.");
    CHECK(knob.is_fixed());
    CHECK(knob.box()->isVisible());
    CHECK_FALSE(knob.box()->isEnabled());
    CHECK_FALSE(tool(knob, "Undo")->isVisible());
    CHECK(knob.box()->accessibleDescription() == "Set by this step of the lesson.");
    knob.set_fixed({});
    CHECK(knob.box()->isEnabled());
    CHECK(knob.box()->accessibleDescription() == "How much is freed between two preemption points.");
    CHECK(tool(knob, "Undo")->isVisible());
}

TEST_CASE("A choice is asked for by keys, not by the owner setting it", "[kit]") {
    ChoiceKnob knob("drain.shape", "Drain shape", {{"limit", "To the limit", {}}, {"capped", "At most 256", {}}});
    show(knob);
    QSignalSpy asked(&knob, &ChoiceKnob::choice_asked);
    knob.set_value("capped");
    CHECK(asked.isEmpty());
    CHECK(knob.value() == "capped");
    QTest::keyClick(knob.box(), Qt::Key_Up);
    REQUIRE(asked.count() == 1);
    CHECK(asked.at(0).at(0).toString() == "limit");
    knob.set_value("no such");
    CHECK(knob.value().isEmpty());
}

TEST_CASE("A set of values and a switch", "[kit]") {
    SetKnob set("drain.trigger", "Trigger",
        {{"idle", "Idle loop", {}}, {"unmap", "End of unmap", {}}, {"tick", "Timer tick", {}}});
    show(set);
    set.set_value({"idle"});
    QSignalSpy asked(&set, &SetKnob::set_asked);
    QTest::keyClick(set.box("tick"), Qt::Key_Space);
    REQUIRE(asked.count() == 1);
    CHECK(asked.at(0).at(0).toStringList() == QStringList{"idle", "tick"});
    CHECK(set.box("idle")->accessibleName() == "Trigger, Idle loop");
    CHECK(set.box("none") == nullptr);

    SwitchKnob knob("free.parallel", "Parallel free");
    show(knob);
    QSignalSpy switched(&knob, &SwitchKnob::switch_asked);
    knob.set_value(true);
    CHECK(switched.isEmpty());
    QTest::keyClick(knob.control(), Qt::Key_Space);
    REQUIRE(switched.count() == 1);
    CHECK(switched.at(0).at(0).toBool() == false);
    CHECK(knob.control()->accessibleName() == "Parallel free");
    CHECK(knob.control()->height() >= 24);
}

TEST_CASE("A segmented choice: arrows choose, Tab passes it in one step", "[kit]") {
    QWidget window;
    auto* column = new QVBoxLayout(&window);
    auto* first = new QLineEdit;
    auto* segmented = new Segmented({"As posted", "As merged", "As described"});
    auto* last = new QLineEdit;
    column->addWidget(first);
    column->addWidget(segmented);
    column->addWidget(last);
    show(window);
    QSignalSpy chosen(segmented, &Segmented::chosen);
    first->setFocus();
    QTest::keyClick(first, Qt::Key_Tab);
    REQUIRE(qobject_cast<QPushButton*>(QApplication::focusWidget()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
    CHECK(segmented->current() == 1);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
    CHECK(segmented->current() == 2);
    CHECK(chosen.count() == 2);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    CHECK(QApplication::focusWidget() == last);
    segmented->set_current(0);
    CHECK(chosen.count() == 2);
    segmented->set_current(9);
    CHECK(segmented->current() == 0);
}

TEST_CASE("A banner says what, where, and what is untouched", "[kit]") {
    Banner banner(BannerKind::error);
    show(banner);
    banner.set_message("This scenario was not opened.", "half-node.toml, line 14, column 9",
        "Unknown knob `drain_shpe`. Did you mean `drain_shape`?", "The run that was open is untouched.");
    CHECK(banner.accessibleName() == "This scenario was not opened.");
    CHECK(banner.accessibleDescription().contains("line 14, column 9"));
    CHECK(banner.accessibleDescription().contains("untouched"));
    QSignalSpy action(&banner, &Banner::action_chosen);
    banner.add_action("Open the file");
    auto* again = banner.add_action("Try again");
    QTest::keyClick(again, Qt::Key_Space);
    REQUIRE(action.count() == 1);
    CHECK(action.at(0).at(0).toInt() == 1);
    QSignalSpy closed(&banner, &Banner::closed);
    QTest::keyClick(again, Qt::Key_Escape);
    CHECK(closed.count() == 1);
    CHECK_FALSE(banner.isVisible());
    banner.clear_actions();
    banner.set_message("A <b>name</b> & more", {}, "<img src=x> `a<b`", {});
    // Names from files are shown as they are, never as markup.
    bool shown = false;
    for (auto* label : banner.findChildren<QLabel*>()) {
        CHECK_FALSE(label->text().contains("<img"));
        shown = shown || label->text().contains("&lt;img src=x&gt;");
    }
    CHECK(shown);
}

TEST_CASE("Progress says how far and how long", "[kit]") {
    ProgressRow row;
    show(row);
    row.set_title("Running 64 scenarios");
    row.set_progress(23, 64, 40);
    auto* bar = row.findChild<QProgressBar*>();
    REQUIRE(bar);
    CHECK(bar->accessibleDescription() == QString("23 of 64 · about 40%1s left").arg(QChar(0xA0)));
    CHECK(bar->value() == 359);
    row.set_progress(1'000'000, 4'000'000'000, 600);
    CHECK(bar->accessibleDescription() == QString("1,000,000 of 4,000,000,000 · about 10%1min left").arg(QChar(0xA0)));
    row.set_progress(12, 0);
    CHECK(bar->accessibleDescription() == "12 so far");
    CHECK(bar->maximum() == 0);
    QSignalSpy cancelled(&row, &ProgressRow::cancelled);
    QTest::keyClick(row.cancel_button(), Qt::Key_Space);
    CHECK(cancelled.count() == 1);
}

TEST_CASE("An empty state offers the way out of it", "[kit]") {
    EmptyState state;
    show(state);
    state.set_texts(EmptyState::Sketch::chart, "No drain has happened yet",
        "Lists drain when they grow past their limit.", "Run to the first drain", "drain");
    QSignalSpy pressed(&state, &EmptyState::pressed);
    QTest::mouseClick(state.button(), Qt::LeftButton);
    CHECK(pressed.count() == 1);
    state.set_texts(EmptyState::Sketch::list, "Nothing", "Nothing to do.");
    CHECK_FALSE(state.button()->isVisible());
}

TEST_CASE("Step bars are chosen with keys and pointer", "[kit]") {
    StepDots dots;
    dots.set_steps(7, 3, 3);
    dots.resize(300, 24);
    show(dots);
    CHECK(dots.accessibleName() == "step 4 of 7");
    QSignalSpy chosen(&dots, &StepDots::step_chosen);
    dots.setFocus();
    QTest::keyClick(&dots, Qt::Key_Left);
    QTest::keyClick(&dots, Qt::Key_Return);
    REQUIRE(chosen.count() == 1);
    CHECK(chosen.at(0).at(0).toInt() == 2);
    QTest::keyClick(&dots, Qt::Key_End);
    QTest::keyClick(&dots, Qt::Key_Right);
    QTest::keyClick(&dots, Qt::Key_Space);
    CHECK(chosen.at(1).at(0).toInt() == 6);
    QTest::mouseClick(&dots, Qt::LeftButton, {}, QPoint(8, 12));
    CHECK(chosen.at(2).at(0).toInt() == 0);
    dots.set_steps(0, 5, 9);
    QTest::keyClick(&dots, Qt::Key_Return);
    CHECK(chosen.count() == 3);
    dots.grab();
}

TEST_CASE("A readout keeps its width whatever its digits", "[kit]") {
    NumberReadout readout;
    readout.set_widest("60.000 000");
    readout.set_value("1.111 111", "ms");
    show(readout);
    const QSize before = readout.sizeHint();
    readout.set_value("58.888 888", "ms");
    CHECK(readout.sizeHint() == before);
    CHECK(readout.accessibleName() == QString("58.888 888%1ms").arg(QChar(0xA0)));
}

TEST_CASE("Chips carry icon, word and ground; a compact one keeps its name", "[kit]") {
    for (const auto kind : {ChipKind::user, ChipKind::kernel, ChipKind::spinning, ChipKind::waiting, ChipKind::idle}) {
        StateChip chip(kind);
        show(chip);
        CHECK_FALSE(chip.accessibleName().isEmpty());
        const int full = chip.sizeHint().width();
        chip.set_compact(true);
        CHECK(chip.sizeHint().width() < full);
        CHECK(chip.toolTip() == chip.accessibleName());
        const QImage picture = chip.grab().toImage();
        CHECK(picture.pixelColor(2, 4) == color(chip_look(kind).ground));
    }
}

TEST_CASE("Tips escape what they show and name their widget", "[kit]") {
    QPushButton button;
    set_tip(&button, {"Next <drain>", "D", "Run until the next page leaves a quicklist & stop.", "Linux 2.6.12"});
    CHECK(button.accessibleName() == "Next <drain>");
    CHECK(button.accessibleDescription().contains("Linux 2.6.12"));
    CHECK(button.toolTip().contains("Next &lt;drain&gt;"));
    CHECK(button.toolTip().contains("quicklist &amp; stop"));
    CHECK_FALSE(button.toolTip().contains("<drain>"));
}

TEST_CASE("A dock head shortens its note, not its title", "[kit]") {
    DockHead head("knobs", "Knobs");
    head.set_note("take effect at the playhead, and a diamond marks it on the timeline");
    auto* more = head.add_button("more", "More", "M");
    head.resize(head.minimumSizeHint().width(), 30);
    show(head);
    CHECK(more->accessibleName() == "More");
    CHECK(head.height() == 30);
    auto* note = head.findChild<ElidedLabel*>();
    REQUIRE(note);
    head.grab();
    CHECK(note->toolTip() == note->text());
    head.resize(700, 30);
    QApplication::processEvents();
    head.grab();
    CHECK(note->toolTip().isEmpty());
}
