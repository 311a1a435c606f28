// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/prose.h"

#include "core/lesson/glossary.h"
#include "ui/kit/frames.h"
#include "ui/theme/dress.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextList>
#include <QToolTip>
#include <QWheelEvent>

#include <cmath>

namespace sluice::ui {

namespace {
const QString kTerm = QStringLiteral("term:");
}

Prose::Prose(QWidget* parent)
    : QTextBrowser(parent) {
    setOpenLinks(false);
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    document()->setDocumentMargin(0);
    set_surface(viewport(), Token::panel);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
        const QString target = url.toString();
        if (target.startsWith(kTerm))
            show_term(target.mid(kTerm.size()), QCursor::pos());
        else
            emit link_followed(target);
    });
}

void Prose::set_text(const QString& markdown) {
    static const QRegularExpression comment(
        QStringLiteral("<!--.*?-->"), QRegularExpression::DotMatchesEverythingOption);
    source_ = markdown;
    source_.remove(comment);
    restyle();
}

void Prose::restyle() {
    const Theme& t = theme();
    setFont(t.font(type::body));
    document()->setDefaultFont(t.font(type::body));
    document()->setIndentWidth(px(16));
    // The widget's own setMarkdown keeps the view at the left edge; the document's does not (Qt 6.4). Lesson files are
    // checked to hold no HTML but comments and <details>, which the reader takes out.
    setMarkdown(source_);
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        QTextCursor cursor(block);
        QTextBlockFormat format = block.blockFormat();
        const bool code
            = format.hasProperty(QTextFormat::BlockCodeLanguage) || format.hasProperty(QTextFormat::BlockCodeFence);
        format.setNonBreakableLines(false);
        format.setLineHeight(code ? 112 : 114, QTextBlockFormat::ProportionalHeight);
        const bool quote = format.intProperty(QTextFormat::BlockQuoteLevel) > 0;
        format.setTopMargin(0);
        format.setBottomMargin(block.next().isValid() ? px(block.textList() ? 4 : 10) : 0);
        if (quote)
            format.setLeftMargin(px(14));
        if (code)
            format.setBackground(t[Token::well]);
        cursor.setBlockFormat(format);
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QTextFragment f = it.fragment();
            QTextCursor part(document());
            part.setPosition(f.position());
            part.setPosition(f.position() + f.length(), QTextCursor::KeepAnchor);
            QTextCharFormat c = f.charFormat();
            const bool mono = c.fontFixedPitch() || code;
            const bool heading = format.headingLevel() > 0;
            QFont font = mono ? t.mono(type::control)
                              : t.font(heading ? type::heading
                                      : quote  ? type::control
                                               : type::body,
                                  heading || c.fontWeight() > QFont::Normal);
            font.setItalic(c.fontItalic());
            QTextCharFormat own;
            own.setFont(font);
            own.setForeground(t[c.isAnchor() ? Token::accent : quote ? Token::ink2 : Token::ink]);
            if (c.isAnchor()) {
                const bool term = c.anchorHref().startsWith(kTerm);
                own.setFontUnderline(true);
                own.setUnderlineStyle(term ? QTextCharFormat::DotLine : QTextCharFormat::SingleUnderline);
                own.setForeground(t[term ? Token::ink : Token::accent]);
                own.setUnderlineColor(t[Token::accent]);
            }
            part.mergeCharFormat(own);
        }
    }
    QTextCursor begin(document());
    setTextCursor(begin);
    updateGeometry();
}

int Prose::heightForWidth(int width) const {
    // Measured on a copy of the layout's width, so that asking does not disturb what is shown.
    QTextDocument* doc = document();
    const qreal before = doc->textWidth();
    doc->setTextWidth(width);
    const int height = static_cast<int>(std::ceil(doc->size().height()));
    doc->setTextWidth(before);
    return height + 2;
}

QSize Prose::sizeHint() const {
    const int w = width() > 40 ? width() : px(260);
    return {w, heightForWidth(w)};
}

QSize Prose::minimumSizeHint() const {
    return {px(120), sizeHint().height()};
}

void Prose::resizeEvent(QResizeEvent* event) {
    QTextBrowser::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        updateGeometry();
    horizontalScrollBar()->setValue(0);
}

void Prose::changeEvent(QEvent* event) {
    QTextBrowser::changeEvent(event);
    if ((event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) && !source_.isEmpty())
        restyle();
}

void Prose::wheelEvent(QWheelEvent* event) {
    event->ignore();
} // the panel scrolls

void Prose::show_term(const QString& id, const QPoint& global) {
    const lesson::Term* term = lesson::find_term(id.toStdString());
    if (!term)
        return;
    const Tip tip{QString::fromStdString(term->term), {}, QString::fromStdString(term->entry), {}};
    QToolTip::showText(global, tip.html(), this);
    setAccessibleDescription(QString::fromStdString(term->term) + ": " + QString::fromStdString(term->entry));
}

bool Prose::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString target = anchorAt(viewport()->mapFrom(this, help->pos()));
        if (target.startsWith(kTerm))
            show_term(target.mid(kTerm.size()), help->globalPos());
        else
            QToolTip::hideText();
        return true;
    }
    return QTextBrowser::event(event);
}

} // namespace sluice::ui
