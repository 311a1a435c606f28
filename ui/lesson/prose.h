// SPDX-License-Identifier: GPL-3.0-or-later
// Lesson text: Markdown without HTML, as high as it needs to be, with glossary terms that explain themselves on hover,
// on a press and by key.
#pragma once

#include <QTextBrowser>

namespace sluice::ui {

class Prose : public QTextBrowser {
    Q_OBJECT
public:
    explicit Prose(QWidget* parent = nullptr);
    /// Comments that carry the origin of a number are left out.
    void set_text(const QString& markdown);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

signals:
    /// A link that is no glossary term: "lesson:q4", "https://…", "anchor:code".
    void link_followed(const QString& target);

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void restyle();
    void show_term(const QString& id, const QPoint& global);
    QString source_;
};

} // namespace sluice::ui
