// SPDX-License-Identifier: GPL-3.0-or-later
// What the start page shows, as plain values; whoever knows lessons, scenarios and settings fills it.
#pragma once

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace sluice::ui {

enum class LessonState : unsigned char { fresh, begun, done };

struct StartLesson {
    QString id;
    QString title;
    int minutes = 0;
    LessonState state = LessonState::fresh;
    int step = 0; ///< 0-based, where the learner is; for a lesson that is begun
    int steps = 0;
    int minutes_left = 0;
};

/// One subject. A path without lessons is not shown.
struct StartPath {
    QString title;
    QString subtitle;
    QString note; ///< "2005 · ia64"
    std::vector<StartLesson> lessons;
};

enum class ScenarioSketch : unsigned char { exit_wave, lock, many_cpus, flask };

struct StartScenario {
    QString id;
    QString title;
    QString sentence;
    ScenarioSketch sketch = ScenarioSketch::flask;
    QString subject{}; ///< heading above the first scenario of each; empty: none
};

struct StartRecent {
    QString path; ///< comes back with the signal
    QString title;
    QString note;
    QString when;
    QString icon = QStringLiteral("flask");
};

struct StartClaims {
    int hold = 0;
    int missed = 0;
    int reported = 0;
};

/// The lesson behind the main button.
struct StartNext {
    QString lesson_id;
    QString title;
    QString sentence; ///< "Step 4 of 7: How long is one section?"
    bool first_start = false;
};

struct StartModel {
    std::optional<StartNext> next;
    std::vector<StartPath> paths;
    std::vector<StartScenario> scenarios;
    std::vector<StartRecent> recent;
    std::optional<StartClaims> claims;
    QStringList abilities;
    QString next_ability;
    bool has_tour = false;
};

} // namespace sluice::ui
