// SPDX-License-Identifier: GPL-3.0-or-later
// What the learner has done, kept on this machine only: one JSON file a lesson, written at once when something is kept.
#pragma once

#include <QDateTime>
#include <QString>
#include <QStringList>

#include <optional>
#include <string>

namespace sluice::ui {

class ProgressStore {
public:
    /// Files go below `folder`; empty: the user's data folder.
    explicit ProgressStore(QString folder = {});

    struct Entry {
        int step = 0; ///< where the learner is, from 0
        int steps = 0;
        bool finished = false;
        QDateTime when;
    };
    std::optional<Entry> entry(const QString& lesson) const;
    /// The lesson touched last, or empty.
    QString latest() const;
    /// The session's own JSON, or empty.
    std::string session(const QString& lesson) const;
    /// Returns a sentence if it could not be written; nothing is lost then.
    QString save(const QString& lesson, const Entry& entry, const std::string& session);
    void forget(const QString& lesson);
    void forget_all();

private:
    QString path(const QString& lesson) const;
    QString folder_;
};

} // namespace sluice::ui
