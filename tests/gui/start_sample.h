// SPDX-License-Identifier: GPL-3.0-or-later
// A start page as a person sees it in the middle of the first path, and as on the first start.
#pragma once

#include "ui/start/start_model.h"

inline sluice::ui::StartModel start_sample() {
    using namespace sluice::ui;
    StartModel model;
    model.next = StartNext{"q4", "A cap that never caps",
        "Step 4 of 7: How long is one section? You predicted 256 pages; the run has not answered yet.", false};
    const auto lesson = [](const char* id, const char* title, int minutes, LessonState state = LessonState::fresh) {
        StartLesson made;
        made.id = id;
        made.title = title;
        made.minutes = minutes;
        made.state = state;
        return made;
    };
    StartPath quick{"Quicklists", "Page tables kept per CPU, and who pays for giving them back", "2005 · ia64", {}};
    quick.lessons = {lesson("q1", "Pages, zones and free lists", 8, LessonState::done),
        lesson("q2", "Why keep page tables?", 10, LessonState::done),
        lesson("q3", "The high-water mark and the pause", 12, LessonState::done),
        lesson("q4", "A cap that never caps", 12, LessonState::begun), lesson("q5", "Who pays?", 14),
        lesson("q6", "Half a node in small change", 10)};
    quick.lessons[3].step = 3;
    quick.lessons[3].steps = 7;
    quick.lessons[3].minutes_left = 6;
    StartPath locks{
        "Pagevecs and the LRU lock", "One lock for every page, until sixteen go at a time", "2002 · four CPUs", {}};
    locks.lessons = {lesson("p1", "One lock for everyone", 10), lesson("p2", "Sixteen at a time", 10),
        lesson("p3", "Pages in limbo", 8), lesson("p4", "Reclaim without the lock", 14)};
    model.paths = {quick, locks, {"Freeing a giant", "Nothing here yet", "2017", {}}};
    model.scenarios = {{"exit-wave", "Exit wave on two nodes", "4 CPUs. Quicklists fill, then one CPU goes idle.",
                           ScenarioSketch::exit_wave},
        {"six-writers", "Six writers, one lock", "4 CPUs, 512 MB. Watch the queue at the door.", ScenarioSketch::lock},
        {"giant", "A 320 GiB process exits", "144 CPUs. Send helpers, or do not.", ScenarioSketch::many_cpus}};
    model.recent
        = {{"/tmp/a.sluice", "Exit wave, cap 4,096", "branch of Exit wave on two nodes", "today 09:12", "branch"},
            {"/tmp/sn2-half-node.toml", "sn2-half-node.toml", "scenario, 16 CPUs a node", "yesterday", "flask"},
            {"/tmp/w.pdf", "wakeups-before-after.pdf", "figure, 160 × 90 mm", "yesterday", "chart"}};
    model.claims = StartClaims{15, 1, 2};
    model.abilities = {"read a zone's watermarks", "find what held off a wake-up", "compare two runs at one y range"};
    model.next_ability = "spot a rule that does nothing";
    model.has_tour = true;
    return model;
}

inline sluice::ui::StartModel first_start_sample() {
    using namespace sluice::ui;
    StartModel model = start_sample();
    model.next = StartNext{
        "q1", "Pages, zones and free lists", "Seven steps, about 8 min. Nothing to install or to know before.", true};
    for (StartPath& path : model.paths)
        for (StartLesson& lesson : path.lessons)
            lesson.state = LessonState::fresh;
    model.recent.clear();
    model.abilities.clear();
    return model;
}
