// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/narration_giant.h"

#include "ui/kit/format.h"

#include <QCoreApplication>

namespace sluice::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Narration", text);
}

/// Small numbers as words: they begin sentences.
QString number(int n, bool begins) {
    static const char* const words[] = {QT_TR_NOOP("no"), QT_TR_NOOP("one"), QT_TR_NOOP("two"), QT_TR_NOOP("three"),
        QT_TR_NOOP("four"), QT_TR_NOOP("five"), QT_TR_NOOP("six"), QT_TR_NOOP("seven"), QT_TR_NOOP("eight"),
        QT_TR_NOOP("nine"), QT_TR_NOOP("ten"), QT_TR_NOOP("eleven"), QT_TR_NOOP("twelve")};
    if (n < 0 || n > 12)
        return format::count(n);
    QString word = tr(words[n]);
    if (begins)
        word[0] = word[0].toUpper();
    return word;
}

Narration make(const QString& lead, const QString& rest, const Inspectable& subject) {
    Narration n;
    n.lead = lead;
    n.rest = rest.isEmpty() ? QString() : QLatin1Char(' ') + rest;
    n.subject = subject;
    return n;
}

QString of_node(const SceneModel& model, const LockModel& lock) {
    for (const RoomModel& r : model.rooms)
        for (const LockModel& l : r.locks)
            if (l.id == lock.id)
                return model.rooms.size() > 1 ? tr("the %1 of node %2").arg(lock.name).arg(r.node)
                                              : tr("the %1").arg(lock.name);
    return lock.name;
}

/// "Six of eight workers and the main thread".
QString who(const GiantModel& g, int workers, bool main, int others) {
    QStringList parts;
    if (workers > 0)
        parts << (workers == g.workers
                ? (workers == 1 ? tr("The only worker") : tr("All %1 workers").arg(number(workers, false)))
                : tr("%1 of %2 workers").arg(number(workers, true), number(g.workers, false)));
    if (main)
        parts << (parts.isEmpty() ? tr("The main thread") : tr("the main thread"));
    if (others > 0)
        parts << (others == 1 ? tr("one CPU more") : tr("%1 CPUs more").arg(number(others, false)));
    return parts.size() == 1 ? parts[0]
        : parts.size() == 2  ? tr("%1 and %2").arg(parts[0], parts[1])
                             : tr("%1, %2 and %3").arg(parts[0], parts[1], parts[2]);
}

} // namespace

Narration narrate_giant(const SceneModel& model) {
    const GiantModel& g = *model.giant;
    if (const LockModel* lock = g.narrow ? model.lock(*g.narrow) : nullptr) {
        int workers = 0, others = 0;
        bool main = false;
        for (const QString& mark : lock->waiter_marks) {
            if (mark.startsWith(QLatin1Char('w')))
                ++workers;
            else if (mark == QLatin1String("m"))
                main = true;
            else
                ++others;
        }
        const int n = workers + others + main;
        const QString lead = n == 1 ? tr("%1 waits for a lock:") : tr("%1 wait for one lock:");
        const QString inside = lock->holder_mark == QLatin1String("m") ? tr("the main thread is inside.")
            : lock->holder_mark.isEmpty()                              ? tr("it changes hands.")
                                                                       : tr("%1 is inside.").arg(lock->holder_mark);
        return make(lead.arg(who(g, workers, main, others)), tr("%1; %2").arg(of_node(model, *lock), inside),
            Inspectable::lock(lock->id));
    }
    if (g.pages > 0 && g.freed == g.pages)
        return make(tr("Every page of the giant is free;"), tr("nobody waits."), {});
    if (g.workers > 0)
        return make(g.workers == 1 ? tr("One worker frees a piece,")
                                   : tr("%1 workers free pieces,").arg(number(g.workers, true)),
            g.main ? tr("the main thread %1; nobody waits for a lock.").arg(g.doing) : tr("nobody waits for a lock."),
            {});
    if (g.main) {
        const double share = g.pages ? 100.0 * static_cast<double>(g.freed) / static_cast<double>(g.pages) : 0;
        return make(tr("The main thread %1;").arg(g.doing),
            tr("%1 of its pages are free, nobody helps.").arg(format::percent(share, 0)), Inspectable::cpu(*g.main));
    }
    if (g.freed == 0)
        return make(tr("The giant has not begun to exit;"),
            tr("%1 pages are mapped.").arg(format::count(static_cast<std::int64_t>(g.mapped))), {});
    return make(tr("The main thread waits;"), tr("nobody frees pages now."), {});
}

} // namespace sluice::ui
