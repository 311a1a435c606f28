// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>

int main() {
    std::puts("sluice 0.1.0");
    return 0;
}
