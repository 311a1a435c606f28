// SPDX-License-Identifier: GPL-3.0-or-later
// The scene of freeing a giant: what the builder makes of real runs, and how it is drawn at every size.
#include "core/experiment/run.h"
#include "core/experiment/scenario_file.h"
#include "core/journal/machine_state.h"
#include "scene_samples.h"
#include "tests/support/catch.h"
#include "ui/scene/accessible.h"
#include "ui/scene/narration.h"
#include "ui/scene/narration_giant.h"
#include "ui/scene/render.h"
#include "ui/scene/scene_builder.h"
#include "ui/scene/scene_widget.h"
#include "ui/window/names.h"

#include <QImage>
#include <QPainter>
#include <QTest>

using namespace sluice;
using namespace sluice::ui;

namespace {

/// A giant of 4 GiB on the machine of the series, in pieces of 64 MiB.
struct Giant {
    explicit Giant(const std::string& set = {}, Time until = 120 * kMillisecond) {
        const std::string text = "format = 1\ntitle = \"g\"\nmachine = \"haswell-ex\"\npreset = \"parallel-free\"\n"
                                 "length = \"400 ms\"\n[set]\n\"free.threshold\" = 16384\n\"free.max-active\" = 8\n"
            + set + "[workload]\nkind = \"free-giant\"\ngiant = 4096\n";
        experiment::FileError error;
        auto read = experiment::read_scenario(text, "giant", error);
        INFO(error.text());
        REQUIRE(read);
        input.scenario = std::make_shared<const experiment::Scenario>(*std::move(read));
        run = std::make_unique<experiment::Run>(input, *journal);
        run->advance(until);
        cursor = std::make_unique<journal::Cursor>(
            std::shared_ptr<const machine::Machine>(input.scenario, &input.scenario->machine), journal);
    }
    SceneModel at(Time t) {
        cursor->seek_time(t);
        SceneSettings settings;
        settings.still = true;
        settings.speed = kMillisecond;
        add_run_settings(
            settings, *input.scenario, [this](experiment::KnobIndex k) { return input.scenario->knobs[k]; });
        return build_scene(
            cursor->state(), *journal, t, index, core_names([this] { return input.scenario.get(); }), settings);
    }
    experiment::RunInput input;
    std::shared_ptr<journal::Journal> journal = std::make_shared<journal::Journal>();
    std::unique_ptr<experiment::Run> run;
    std::unique_ptr<journal::Cursor> cursor;
    RunIndex index;
};

QImage picture(const SceneModel& model, QSize size, const Theme& theme = Theme::light(), double ratio = 1,
    const SceneViewState& view = {}) {
    QImage image(size * ratio, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::magenta);
    QPainter p(&image);
    render_scene(p, model, view, size, theme);
    return image;
}

} // namespace

TEST_CASE("a giant's pages add up, and its pieces are those of the journal", "[scene][giant]") {
    Giant g;
    std::uint64_t freed = 0;
    bool queued = false, flight = false, waited = false;
    for (Time t = 0; t <= 120 * kMillisecond; t += 2 * kMillisecond) {
        const SceneModel m = g.at(t);
        REQUIRE(m.giant);
        CHECK_FALSE(m.lru);
        const GiantModel& x = *m.giant;
        CHECK(x.pages == (std::uint64_t{4096} << 20) / 4096);
        CHECK(x.freed + x.in_flight + x.queued + x.mapped == x.pages);
        CHECK(x.freed >= freed); // never back
        freed = x.freed;
        std::uint64_t in_queue = 0, in_flight = 0, done = 0;
        g.journal->for_each(0, g.cursor->state().position(), [&](const Record& r, RecordIndex) {
            if (r.kind != Kind::piece)
                return;
            const auto to = static_cast<PieceState>(r.to), from = static_cast<PieceState>(r.from);
            in_queue += to == PieceState::queued;
            in_queue -= from == PieceState::queued;
            in_flight += to == PieceState::being_freed;
            in_flight -= from == PieceState::being_freed;
            done += to >= PieceState::freed;
        });
        CHECK(x.pieces_queued == in_queue);
        CHECK(x.pieces_in_flight == in_flight);
        CHECK(x.pieces_freed == done);
        queued = queued || in_queue > 0;
        flight = flight || in_flight > 4;
        for (const RoomModel& r : m.rooms) {
            REQUIRE(r.locks.size() == 2); // zone and LRU
            for (const LockModel& l : r.locks) {
                CHECK(static_cast<std::size_t>(l.waiter_marks.size()) == l.waiters.size());
                waited = waited || l.waiters.size() > 1;
            }
        }
        CHECK_FALSE(m.narration.text().isEmpty());
    }
    CHECK(flight);
    CHECK(waited);
    CHECK(freed > 0);
    (void)queued; // depends on who is faster
    // Going back shows the same as arriving.
    CHECK(g.at(40 * kMillisecond) == Giant().at(40 * kMillisecond));
}

TEST_CASE("workers are numbered and stand where they run", "[scene][giant]") {
    Giant g;
    const SceneModel m = g.at(20 * kMillisecond);
    QStringList marks;
    for (const RoomModel& r : m.rooms)
        for (const CpuModel& c : r.cpus)
            if (!c.mark.isEmpty()) {
                marks << c.mark;
                CHECK(c.main == (c.mark == "m"));
                CHECK(c.chip != CpuChip::idle);
            }
    CHECK(marks.removeDuplicates() == 0);
    CHECK(marks.contains("m"));
    CHECK(marks.filter("w").size() == 8);
    for (int i = 1; i <= 8; ++i)
        CHECK(marks.contains(QStringLiteral("w%1").arg(i)));
    CHECK(m.giant->workers == 8);
}

TEST_CASE("without workers the main thread frees alone", "[scene][giant]") {
    Giant g("\"free.parallel\" = \"off\"\n");
    const SceneModel m = g.at(20 * kMillisecond);
    REQUIRE(m.giant);
    CHECK_FALSE(m.giant->parallel);
    CHECK(m.giant->workers == 0);
    CHECK(m.giant->pieces_freed == 0);
    CHECK(m.giant->freed > 0);
    CHECK(m.narration.text().contains("nobody helps"));
}

TEST_CASE("node boundaries are drawn only where pages lie node by node", "[scene][giant]") {
    CHECK(Giant("", kMillisecond).at(0).giant->shares.size() == 1); // 4 GiB fit on one node
    CHECK(Giant("\"free.order\" = \"interleaved\"\n", kMillisecond).at(0).giant->shares.empty());
}

TEST_CASE("a giant is drawn at every size, theme and scale, with nothing overlapping", "[scene][giant]") {
    const QByteArray out = qgetenv("SLUICE_SCENE_OUT");
    Giant g;
    const SceneModel m = g.at(20 * kMillisecond);
    for (const QSize size : {QSize(1100, 436), QSize(941, 380), QSize(748, 408), QSize(560, 320)})
        for (const bool dark : {false, true})
            for (const double ratio : {1.0, 2.0})
                for (const Zoom zoom : {Zoom::machine, Zoom::node, Zoom::cpu}) {
                    SceneViewState view;
                    view.zoom = zoom;
                    if (zoom == Zoom::cpu)
                        view.selection = Inspectable::cpu(m.giant->main.value_or(0));
                    const QImage image = picture(m, size, dark ? Theme::dark() : Theme::light(), ratio, view);
                    CHECK(image.pixelColor(2, 2) != QColor(Qt::magenta));
                    CHECK(image.pixelColor(image.width() - 3, image.height() - 3) != QColor(Qt::magenta));
                    if (!out.isEmpty())
                        image.save(QStringLiteral("%1/giant-%2x%3-%4-%5-%6.png")
                                       .arg(QString::fromLocal8Bit(out))
                                       .arg(size.width())
                                       .arg(size.height())
                                       .arg(dark ? "dark" : "light")
                                       .arg(ratio)
                                       .arg(static_cast<int>(zoom)));
                    const SceneLayout l = lay_out(layout_input(m, view, size, 1));
                    CHECK_FALSE(l.strip.isEmpty());
                    const QRectF whole(QPointF(0, 0), QSizeF(size));
                    for (const RoomBox& r : l.rooms) {
                        INFO(size.width() << "x" << size.height() << " node " << r.node);
                        CHECK_FALSE(r.rect.intersects(l.strip));
                        CHECK(whole.contains(r.rect));
                        for (std::size_t i = 0; i < r.cards.size(); ++i) {
                            CHECK(r.rect.contains(r.cards[i].rect));
                            for (std::size_t k = i + 1; k < r.cards.size(); ++k)
                                CHECK_FALSE(r.cards[i].rect.intersects(r.cards[k].rect));
                            for (const DoorBox& d : r.doors)
                                CHECK_FALSE(d.rect.intersects(r.cards[i].rect));
                        }
                        if (r.form == RoomForm::tile && size.width() > 600)
                            CHECK(r.cpus_left_out == 0);
                    }
                    if (zoom == Zoom::machine && size.width() >= 900) {
                        const RoomBox* room = l.room(m.giant->narrow_node);
                        REQUIRE(room);
                        CHECK(room->doors.size() == 2);
                        CHECK(room->level == Level::cell);
                    }
                }
}

TEST_CASE("a giant on 1 to 128 nodes stays readable", "[scene][giant]") {
    const QByteArray out = qgetenv("SLUICE_SCENE_OUT");
    struct Shape {
        int nodes, cpus, threads;
    };
    for (const Shape shape :
        {Shape{1, 144, 2}, {2, 72, 2}, {4, 36, 2}, {8, 18, 2}, {16, 8, 1}, {64, 2, 1}, {128, 1, 1}})
        for (const QSize size : {QSize(1100, 436), QSize(941, 380)}) {
            const SceneModel m = samples::giant(shape.nodes, shape.cpus, shape.threads);
            const SceneLayout l = lay_out(layout_input(m, {}, size, 1));
            INFO(shape.nodes << " nodes, " << size.width() << " px");
            CHECK(l.rooms.size() == static_cast<std::size_t>(shape.nodes));
            std::size_t shown = 0, left_out = 0;
            for (const RoomBox& r : l.rooms) {
                CHECK_FALSE((r.form != RoomForm::row && r.rect.intersects(l.strip)));
                shown += r.cards.size();
                left_out += static_cast<std::size_t>(r.cpus_left_out);
                for (const CardBox& c : r.cards) {
                    CHECK(c.rect.width() >= least_size(c.level).width());
                    CHECK(c.rect.height() >= least_size(c.level).height());
                }
            }
            CHECK(shown + left_out == m.cpu_count());
            if (!l.rows.isEmpty())
                CHECK_FALSE(l.rows.intersects(l.strip));
            const QImage image = picture(m, size);
            if (!out.isEmpty())
                image.save(QStringLiteral("%1/nodes-%2-%3.png")
                               .arg(QString::fromLocal8Bit(out))
                               .arg(shape.nodes)
                               .arg(size.width()));
        }
}

TEST_CASE("zooming a giant keeps what is selected", "[scene][giant]") {
    SceneWidget w;
    w.resize(1100, 436);
    w.set_model(samples::giant(4, 36));
    w.show();
    REQUIRE(QTest::qWaitForWindowExposed(&w));
    const Inspectable cpu = Inspectable::cpu(40); // of node 1
    w.set_selection(cpu);
    const double before = w.rect_of(cpu).width();
    QTest::keyClick(&w, Qt::Key_Plus);
    CHECK(w.view().zoom == Zoom::node);
    CHECK(w.view().selection == cpu);
    QTest::keyClick(&w, Qt::Key_Plus);
    CHECK(w.view().zoom == Zoom::cpu);
    CHECK(w.view().selection == cpu);
    CHECK(w.rect_of(cpu).width() > 3 * before);
    QTest::keyClick(&w, Qt::Key_Minus);
    CHECK(w.view().zoom == Zoom::node);
    QTest::keyClick(&w, Qt::Key_0);
    CHECK(w.view().zoom == Zoom::machine);
    CHECK(w.view().selection == cpu);
    // Each worker, lock and node can be reached and says what it is.
    for (const Inspectable& thing : w.things())
        CHECK_FALSE(describe(w.model(), thing).isEmpty());
}

TEST_CASE("the sentence counts who waits at one door", "[scene][giant]") {
    SceneModel m = samples::giant(4, 36);
    LockModel& l = m.rooms[1].locks[0];
    l.held = true;
    l.holder_mark = "w3";
    l.waiters = {1, 2, 3, 4, 5, 6, 7};
    l.waiter_marks = {"w1", "w6", "w2", "w8", "w5", "w7", "m"};
    m.giant->workers = 8;
    m.giant->narrow = l.id;
    CHECK(narrate_giant(m).text()
        == "Six of eight workers and the main thread wait for one lock: the zone lock of node 1; w3 is inside.");
    l.waiters = {1};
    l.waiter_marks = {"m"};
    CHECK(narrate_giant(m).text() == "The main thread waits for a lock: the zone lock of node 1; w3 is inside.");
    m.giant->narrow.reset();
    CHECK(narrate_giant(m).text().contains("nobody waits for a lock"));
}

TEST_CASE("the status bar tells of pages between two places", "[scene][giant]") {
    SceneModel m = samples::giant(4, 36);
    CHECK(between_words(m) == "Unmapped, not free yet: 10,747,904 pages in 41 pieces");
    m.giant->parallel = false;
    CHECK(between_words(m) == "Unmapped, not free yet: 2,097,152 pages");
    CHECK(between_words(samples::two_nodes()).isEmpty());
}
