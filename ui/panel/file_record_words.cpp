// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/file_record_words.h"

#include "ui/kit/format.h"
#include "ui/panel/record_words.h"

#include <QCoreApplication>

namespace sluice::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("RecordWords", text);
}

QString frames(const Record& r) {
    return r.count == 1 ? tr("Frame %1").arg(frame_words(r.a))
                        : tr("%1 pages from frame %2").arg(format::count(r.count), frame_words(r.a));
}

QString list_words(std::uint16_t list) {
    switch (static_cast<List>(list)) {
    case List::active:
        return tr("the active list");
    case List::inactive:
        return tr("the inactive list");
    case List::isolated:
        return tr("a private list of reclaim");
    case List::active_anon:
        return tr("the active list of anonymous pages");
    case List::inactive_anon:
        return tr("the inactive list of anonymous pages");
    case List::none:
        break;
    }
    return tr("no list");
}

QString holder_words(std::uint16_t holder) {
    switch (static_cast<Holder>(holder)) {
    case Holder::mapping:
        return tr("a mapping");
    case Holder::process:
        return tr("a process");
    case Holder::pagevec:
        return tr("a vector");
    case Holder::isolation:
        return tr("reclaim");
    case Holder::io:
        return tr("a disk request");
    }
    return {};
}

QString flag_sentence(const Record& r) {
    const bool set = r.to == 1;
    switch (static_cast<PageFlag>(r.from)) {
    case PageFlag::referenced:
        return set ? tr("%1: marked as used lately") : tr("%1: no longer marked as used lately");
    case PageFlag::dirty:
        return set ? tr("%1: dirty") : tr("%1: clean");
    case PageFlag::writeback:
        return set ? tr("%1: being written") : tr("%1: written");
    case PageFlag::buffers:
        return set ? tr("%1: gets its buffer heads") : tr("%1: its buffer heads are dropped");
    }
    return {};
}

QString piece_words(const Record& r) {
    const QString piece = tr("Piece %1").arg(r.a + 1);
    switch (static_cast<PieceState>(r.to)) {
    case PieceState::queued:
        return tr("%1 is queued for the workers").arg(piece);
    case PieceState::being_freed:
        return r.count ? tr("%1: worker %2 begins to free it").arg(piece).arg(r.count)
                       : tr("%1: the thread that exits frees it itself").arg(piece);
    case PieceState::freed:
        return tr("%1 is free; worker %2 is done with it").arg(piece).arg(r.count);
    case PieceState::freed_by_caller:
        return tr("%1 is free; the thread that exits freed it").arg(piece);
    case PieceState::none:
        break;
    }
    return piece;
}

QString round_words(const Record& r) {
    switch (static_cast<GatherEnd>(r.to)) {
    case GatherEnd::full:
        return tr("A round of the gather is full: %1 batches").arg(format::count(r.prev));
    case GatherEnd::no_memory:
        return tr("A round of the gather ends: no page for more pointers");
    case GatherEnd::end:
        break;
    }
    return tr("The last round of the gather: %1 batches").arg(format::count(r.prev));
}

QString reason_words(std::uint16_t reason) {
    switch (static_cast<FlushReason>(reason)) {
    case FlushReason::full:
        return tr("it is full");
    case FlushReason::reclaim:
        return tr("reclaim begins");
    case FlushReason::drain:
        return tr("it is drained");
    case FlushReason::end_of_call:
        return tr("the call ends");
    }
    return {};
}

QString vector_words(std::uint64_t id) {
    const auto vector = static_cast<std::uint32_t>(id);
    if (vector_id::is_deferred(vector))
        return tr("The vector of CPU %1").arg(vector_id::whose(vector));
    return tr("The vector of task %1").arg(vector_id::whose(vector));
}

} // namespace

QString file_record_amount(const Record& r) {
    switch (r.kind) {
    case Kind::page_flag:
    case Kind::cache:
    case Kind::pagevec_flush:
    case Kind::io:
        return format::count(r.count, r.count == 1 ? tr("page") : tr("pages"));
    case Kind::piece:
        return format::count(r.prev, r.prev == 1 ? tr("page") : tr("pages"));
    case Kind::gather_flush:
    case Kind::scan:
        return format::count(static_cast<qint64>(r.a), r.a == 1 ? tr("page") : tr("pages"));
    default:
        return {};
    }
}

QString file_record_sentence(const Record& r) {
    switch (r.kind) {
    case Kind::list:
        return tr("%1: from %2 to %3 of %4")
            .arg(frames(r), list_words(r.from), r.end == End::head ? tr("the head") : tr("the tail"), list_words(r.to));
    case Kind::hold:
        return (r.to ? tr("%1: %2 takes a reference") : tr("%1: %2 drops its reference"))
            .arg(frames(r), holder_words(r.from));
    case Kind::page_flag:
        return flag_sentence(r).arg(frames(r));
    case Kind::cache:
        return r.to ? tr("%1: in the cache of file %2").arg(frames(r)).arg(r.to - 1)
                    : tr("%1: out of the cache of file %2").arg(frames(r)).arg(r.from - 1);
    case Kind::pagevec_flush:
        return r.from ? tr("%1 is being emptied: %2").arg(vector_words(r.a), reason_words(r.to))
                      : tr("%1 is empty").arg(vector_words(r.a));
    case Kind::scan: {
        const QString who = static_cast<ScanKind>(r.to) == ScanKind::kswapd ? tr("kswapd") : tr("Direct reclaim");
        const auto taken = format::count(r.prev);
        return static_cast<List>(r.from) == List::active || static_cast<List>(r.from) == List::active_anon
            ? tr("%1 looked at %2 and moved %3 to inactive").arg(who, list_words(r.from), taken)
            : tr("%1 looked at %2 and freed %3").arg(who, list_words(r.from), taken);
    }
    case Kind::piece:
        return piece_words(r);
    case Kind::gather_flush:
        return round_words(r);
    case Kind::io:
        return static_cast<IoEvent>(r.to) == IoEvent::submit
            ? tr("Disk %1 gets a request; %2 were in its queue").arg(r.a).arg(r.prev)
            : tr("Disk %1 has done a request; %2 were in its queue").arg(r.a).arg(r.prev);
    default:
        return {};
    }
}

} // namespace sluice::ui
