// SPDX-License-Identifier: GPL-3.0-or-later
// Which lock is taken while which is held, drawn: outermost left, innermost right, one row for each run. A cycle is
// drawn in the colour of stalls and named.
#pragma once

#include "core/lock/directory.h"
#include "core/lock/order_fold.h"

#include <QString>
#include <QWidget>

#include <vector>

namespace sluice::ui {

/// The graph of one run, ready to draw.
struct LockOrderPicture {
    struct Node {
        QString name;
        unsigned depth = 0; ///< locks in the longest chain above it
        bool innermost = false;
    };
    struct Edge {
        std::size_t from = 0, to = 0; ///< nodes
        std::uint64_t count = 0;
        QString site; ///< where it was seen first
        bool in_cycle = false;
    };
    QString label; ///< "B  16 slots"; blank if there is one run
    bool of_b = true;
    std::vector<Node> nodes; ///< locks that were held with another one, outermost first
    std::vector<Edge> edges;
    QString cycle; ///< "page_lock → pagemap_lru_lock → page_lock", blank: none
    QString sentence; ///< the whole in words
};
LockOrderPicture picture_of_order(
    const lock::OrderFold& order, const lock::LockNames& names, const QString& label, bool of_b);

class LockOrderView : public QWidget {
    Q_OBJECT
public:
    explicit LockOrderView(QWidget* parent = nullptr);
    /// A first, if there is one.
    void set_pictures(std::vector<LockOrderPicture> pictures);
    const std::vector<LockOrderPicture>& pictures() const { return pictures_; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent*) override;
    bool event(QEvent* event) override;

private:
    std::vector<QRectF> boxes(const LockOrderPicture& picture, double top) const;
    double height_of(const LockOrderPicture& picture) const;
    std::vector<LockOrderPicture> pictures_;
};

} // namespace sluice::ui
