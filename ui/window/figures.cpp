// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/figures.h"

#include "core/experiment/run.h"
#include "core/experiment/scenario_file.h"
#include "core/journal/machine_state.h"
#include "ui/chart/export.h"
#include "ui/chart/run_charts.h"
#include "ui/kit/format.h"
#include "ui/scene/render.h"
#include "ui/scene/run_index.h"
#include "ui/scene/scene_builder.h"
#include "ui/window/names.h"

#include <QApplication>
#include <QFileInfo>
#include <QRegularExpression>

namespace sluice::ui {

namespace {

std::string plain(const QString& s) {
    return s.toStdString();
}

} // namespace

std::vector<std::pair<std::string, std::string>> figure_list() {
    std::vector<std::pair<std::string, std::string>> list;
    for (const RunChart& c : run_charts())
        list.emplace_back(c.name, plain(c.meaning));
    return list;
}

std::string write_chart(const FigureRequest& r) {
    const QString name = QString::fromStdString(r.chart), path = QString::fromStdString(r.path);
    if (!is_run_chart(name)) {
        std::string known;
        for (const auto& [n, meaning] : figure_list())
            known += (known.empty() ? "" : ", ") + n;
        return "There is no chart “" + r.chart + "”. Expected one of: " + known + ".";
    }
    const auto format = export_format_of(path);
    if (!format)
        return "“" + r.path + "” has no ending that says a format. Expected .png, .svg, .pdf or .csv.";
    ExportOptions options;
    options.dark = r.dark;
    if (!r.size.empty()) {
        const auto size = export_size_of(QString::fromStdString(r.size));
        if (!size)
            return "“" + r.size
                + "” is no size. Expected width and height in millimetres, such as 160x90mm, each from 30 to 1,000.";
        options.size_mm = *size;
    }
    const auto& scenario = *r.input.scenario;
    const auto queries = chart_queries(name, scenario);
    const auto results = experiment::measure(r.input, {queries.begin(), queries.end()});
    options.footnote = export_footnote(QString::fromStdString(scenario.title), r.input.seed,
        QString::fromStdString(experiment::format_fingerprint(results.fingerprint)));
    const ChartData chart = make_run_chart(
        name, side_of(results, scenario, QCoreApplication::translate("RunCharts", "This run")), nullptr);
    return plain(export_chart(chart, path, *format, options));
}

std::string write_scene(const SceneRequest& r) {
    QSize size(1280, 720);
    if (!r.size.empty()) {
        static const QRegularExpression form(QStringLiteral("^(\\d{2,5})x(\\d{2,5})$"));
        const auto m = form.match(QString::fromStdString(r.size));
        if (!m.hasMatch() || m.captured(1).toInt() > 8000 || m.captured(2).toInt() > 8000 || m.captured(1).toInt() < 320
            || m.captured(2).toInt() < 240)
            return "“" + r.size
                + "” is no size. Expected width and height in pixels, such as 1600x1000, from 320x240 to 8000x8000.";
        size = {m.captured(1).toInt(), m.captured(2).toInt()};
    }
    if (r.at > r.input.scenario->length || r.at < 0)
        return "The moment lies outside the run, which goes from 0 to "
            + plain(format::duration(r.input.scenario->length)) + ".";
    auto journal = std::make_shared<journal::Journal>();
    experiment::Run run(r.input, *journal);
    if (run.advance(r.at) == experiment::Run::State::stuck)
        return run.message();
    const std::shared_ptr<const machine::Machine> machine(r.input.scenario, &r.input.scenario->machine);
    journal::Cursor cursor(machine, journal);
    cursor.seek_time(r.at);
    RunIndex index;
    const SceneNames names = core_names([&r] { return r.input.scenario.get(); });
    SceneSettings settings;
    add_run_settings(settings, *r.input.scenario, [&r](experiment::KnobIndex k) {
        KnobValue value = r.input.scenario->knobs[k];
        for (const experiment::Intervention& i : r.input.interventions)
            if (i.at <= r.at && i.knob == k)
                value = i.value;
        return value;
    });
    const SceneModel model = build_scene(cursor.state(), *journal, r.at, index, names, settings);
    return plain(save_scene(QString::fromStdString(r.path), model, {}, size, r.dark ? Theme::dark() : Theme::light()));
}

std::string write_first_lesson(const std::string& folder, std::vector<std::string>& written) {
    experiment::FileError error;
    auto scenario = experiment::shipped_scenario("q1-first-touch", error);
    if (!scenario)
        return error.text();
    experiment::RunInput input;
    input.scenario = std::make_shared<experiment::Scenario>(std::move(*scenario));
    SceneRequest scene{input, input.scenario->length / 2, folder + "/first-lesson-scene.png", "1280x720", false};
    if (std::string why = write_scene(scene); !why.empty())
        return why;
    written.push_back(scene.path);
    for (const char* chart : {"free", "latency"}) {
        FigureRequest f{input, chart, folder + "/first-lesson-" + chart + ".svg", "160x90mm", false};
        if (std::string why = write_chart(f); !why.empty())
            return why;
        written.push_back(f.path);
    }
    return {};
}

struct Offscreen::Impl {
    int argc = 1;
    char name[7] = "sluice";
    char* argv[2] = {name, nullptr};
    std::unique_ptr<QApplication> app;
};

Offscreen::Offscreen()
    : impl_(new Impl) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    impl_->app = std::make_unique<QApplication>(impl_->argc, impl_->argv);
}

Offscreen::~Offscreen() {
    delete impl_;
}

} // namespace sluice::ui
