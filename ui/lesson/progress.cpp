// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/progress.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QStandardPaths>

namespace sluice::ui {

namespace {

QJsonObject read(const QString& path) {
    QFile file(path);
    // A file that is damaged counts as none: the lesson starts again, and the file is replaced when something is kept.
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

} // namespace

ProgressStore::ProgressStore(QString folder)
    : folder_(folder.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + "/lessons"
                               : std::move(folder)) { }

QString ProgressStore::path(const QString& lesson) const {
    return folder_ + '/' + lesson + ".json";
}

std::optional<ProgressStore::Entry> ProgressStore::entry(const QString& lesson) const {
    const QJsonObject o = read(path(lesson));
    if (o.isEmpty())
        return std::nullopt;
    return Entry{o["step"].toInt(), o["steps"].toInt(), o["finished"].toBool(),
        QDateTime::fromString(o["when"].toString(), Qt::ISODate)};
}

QString ProgressStore::latest() const {
    QString best;
    QDateTime when;
    for (const QString& file : QDir(folder_).entryList({"*.json"})) {
        const QString lesson = file.chopped(5);
        if (const auto e = entry(lesson); e && (best.isEmpty() || e->when > when)) {
            best = lesson;
            when = e->when;
        }
    }
    return best;
}

std::string ProgressStore::session(const QString& lesson) const {
    return read(path(lesson))["session"].toString().toStdString();
}

QString ProgressStore::save(const QString& lesson, const Entry& entry, const std::string& session) {
    QDir().mkpath(folder_);
    QSaveFile file(path(lesson));
    const QJsonObject o{{"version", 1}, {"step", entry.step}, {"steps", entry.steps}, {"finished", entry.finished},
        {"when", entry.when.toString(Qt::ISODate)}, {"session", QString::fromStdString(session)}};
    if (!file.open(QIODevice::WriteOnly) || file.write(QJsonDocument(o).toJson()) < 0 || !file.commit())
        return QCoreApplication::translate("ProgressStore", "Your progress could not be kept in %1: %2.")
            .arg(file.fileName(), file.errorString());
    return {};
}

void ProgressStore::forget(const QString& lesson) {
    QFile::remove(path(lesson));
}

void ProgressStore::forget_all() {
    for (const QString& file : QDir(folder_).entryList({"*.json"}))
        QFile::remove(folder_ + '/' + file);
}

} // namespace sluice::ui
