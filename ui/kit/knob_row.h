// SPDX-License-Identifier: GPL-3.0-or-later
// One knob of a panel: name, value, control, what it was, and why it cannot be changed when it cannot. The row shows a
// value and asks for another; whoever owns the knob decides and sets the value.
#pragma once

#include "ui/theme/theme.h"

#include <QStringList>
#include <QWidget>

#include <functional>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QSlider;
class QToolButton;
class QVBoxLayout;
class QHBoxLayout;

namespace sluice::ui {

class ElidedLabel;
class Switch;

/// The common frame: title line, control, note line, and the 4 px bar of a changed knob.
class KnobRow : public QWidget {
    Q_OBJECT
public:
    KnobRow(const QString& id, const QString& title, QWidget* parent = nullptr);
    QString id() const { return id_; }
    QString title() const { return title_text_; }

    /// "was 256" with the bar and the undo arrow; an empty text: as in the preset.
    void set_was(const QString& was);
    bool is_changed() const { return changed_; }
    /// Fixed by something: the control goes grey, a lock appears, the reason is written below. Empty: free again.
    void set_fixed(const QString& reason);
    bool is_fixed() const { return fixed_; }
    /// One line below the control in ink3, such as "How much is freed between two preemption points."
    void set_note(const QString& note);
    /// Right of the title: "takes effect at 41.207 ms".
    void set_effect(const QString& effect);
    /// Shows an information button that opens the tip; text may hold the source.
    void set_tip(const QString& title, const QString& sentence, const QString& source);
    /// Message in stall below the control; empty: fine.
    void set_wrong_message(const QString& message);
    QString wrong_message() const;
    /// The first control of the row, for jumping to a knob.
    virtual QWidget* control() const = 0;

signals:
    /// The undo arrow: back to what it was.
    void undo_pressed();

protected:
    void paintEvent(QPaintEvent*) override;
    void changeEvent(QEvent* event) override;
    virtual void set_control_enabled(bool enabled) = 0;
    void refresh_note();

    QHBoxLayout* head_;
    QVBoxLayout* body_;
    QLabel* title_;
    ElidedLabel* was_;
    QLabel* effect_;
    QToolButton* undo_;
    QToolButton* info_;
    QLabel* lock_;
    QLabel* note_;
    QLabel* wrong_;

private:
    void fit_margins();
    QString id_;
    QString title_text_;
    QString note_text_;
    QString fixed_reason_;
    bool changed_ = false;
    bool fixed_ = false;
};

/// A number with a slider (log-scaled if asked) and a typed value.
class NumberKnob : public KnobRow {
    Q_OBJECT
public:
    struct Range {
        qint64 low = 0;
        qint64 high = 1;
        bool log_scale = false;
        QString unit; ///< "pages", "µs"
        qint64 step = 1; ///< of an arrow key on a linear scale
        QString zero_word; ///< what 0 means instead of a number ("no cap"), or empty
    };
    NumberKnob(const QString& id, const QString& title, const Range& range, QWidget* parent = nullptr);
    ~NumberKnob() override;
    void set_value(qint64 value);
    qint64 value() const { return value_; }
    QWidget* control() const override;
    QSlider* slider() const { return slider_; }
    QLineEdit* field() const { return field_; }

signals:
    /// While dragging, and at the end of typing. Always within the range.
    void value_asked(qint64 value);
    /// Once, when the drag ends or a typed or key value is taken.
    void value_settled(qint64 value);

protected:
    void set_control_enabled(bool enabled) override;
    void changeEvent(QEvent* event) override;

private:
    void fit_field();
    void show_value();
    void take_text();
    int to_slider(qint64 value) const;
    qint64 from_slider(int position) const;
    Range range_;
    qint64 value_ = 0;
    bool showing_ = false;
    QSlider* slider_;
    QLineEdit* field_;
    QLabel* unit_;
    QLabel* low_;
    QLabel* high_;
};

/// One of several values, in a list.
class ChoiceKnob : public KnobRow {
    Q_OBJECT
public:
    struct Choice {
        QString id;
        QString title;
        QString tip;
    };
    ChoiceKnob(const QString& id, const QString& title, std::vector<Choice> choices, QWidget* parent = nullptr);
    void set_value(const QString& choice_id);
    QString value() const;
    QWidget* control() const override;
    QComboBox* box() const { return box_; }

signals:
    void choice_asked(const QString& choice_id);

protected:
    void set_control_enabled(bool enabled) override;

private:
    std::vector<Choice> choices_;
    QComboBox* box_;
};

/// Any of several values, as check boxes in two columns.
class SetKnob : public KnobRow {
    Q_OBJECT
public:
    SetKnob(
        const QString& id, const QString& title, std::vector<ChoiceKnob::Choice> choices, QWidget* parent = nullptr);
    void set_value(const QStringList& choice_ids);
    QStringList value() const;
    QWidget* control() const override;
    QCheckBox* box(const QString& choice_id) const;

signals:
    void set_asked(const QStringList& choice_ids);

protected:
    void set_control_enabled(bool enabled) override;

private:
    std::vector<ChoiceKnob::Choice> choices_;
    std::vector<QCheckBox*> boxes_;
};

/// On or off.
class SwitchKnob : public KnobRow {
    Q_OBJECT
public:
    SwitchKnob(const QString& id, const QString& title, QWidget* parent = nullptr);
    void set_value(bool on);
    bool value() const;
    QWidget* control() const override;

signals:
    void switch_asked(bool on);

protected:
    void set_control_enabled(bool enabled) override;

private:
    Switch* switch_;
    QLabel* word_;
};

} // namespace sluice::ui
