// SPDX-License-Identifier: GPL-3.0-or-later
// The listing of the chosen policy: which line every CPU stands at, the values that a CPU saw last, the lines that run
// with preemption off, and a switch on lines that may be left out.
#pragma once

#include "core/record/listing.h"

#include <QAbstractScrollArea>
#include <QWidget>

#include <optional>
#include <vector>

class QComboBox;
class QLabel;

namespace sluice::ui {

class Player;
class Segmented;

/// Paints one listing. A pure picture of (listing, state at the playhead, selected CPU).
class ListingWidget : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit ListingWidget(Player& player, QWidget* parent = nullptr);
    void set_listing(const Listing* listing);
    const Listing* listing() const { return listing_; }
    std::optional<CpuId> cpu() const { return cpu_; }
    /// Frames a line and brings it into view; nothing is chosen by that.
    void mark(int line);
    int marked() const { return current_; }
    /// Values beside lines are those of this CPU; none: of the CPU that was in this listing last.
    void set_cpu(std::optional<CpuId> cpu);
    /// Lines that a question offers; others cannot be chosen then. Empty: any.
    void set_candidates(const std::vector<std::string>& ids);
    int current_line() const { return current_; }
    QSize sizeHint() const override;
    /// "CPU 0 is at line 9 of 11: give it back to its zone".
    QString sentence() const;
    /// The text of the line that some CPU stands at, for the small form of the view; empty if none.
    QString standing_text() const;

signals:
    void line_chosen(const QString& listing, const QString& line);
    void switch_asked(const QString& listing, const QString& line, bool on);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Row {
        std::vector<CpuId> cpus; ///< that stand here
        std::optional<std::uint64_t> value;
        bool preempt_off = false;
        bool off = false; ///< switched off by its knob
    };
    std::vector<Row> rows() const;
    std::optional<CpuId> shown_cpu() const;
    int line_at(int y) const;
    int row_height() const;
    bool switchable(int line) const;
    bool is_off(int line) const;
    void choose(int line);
    void fit_scroll();

    Player& player_;
    const Listing* listing_ = nullptr;
    std::optional<CpuId> cpu_;
    std::vector<std::string> candidates_;
    int current_ = -1;
};

/// The dock: listings of every mechanism to choose from, the listing, a note.
class CodeView : public QWidget {
    Q_OBJECT
public:
    explicit CodeView(Player& player, QWidget* parent = nullptr);
    void set_cpu(std::optional<CpuId> cpu);
    /// Shows a listing by id ("drain-posted"); empty: the one in force, as the knobs and the CPUs' steps say.
    void show_listing(const QString& id);
    /// Shows the line with this step, framed. False: no listing has it.
    bool show_step(StepId step);
    ListingWidget& listing() { return *listing_; }

signals:
    void line_chosen(const QString& listing, const QString& line);

private:
    void fill_choice();
    void follow();
    const Listing* in_force() const;
    void refresh();

    Player& player_;
    QComboBox* which_;
    ListingWidget* listing_;
    QLabel* note_;
    bool following_ = true;
};

} // namespace sluice::ui
