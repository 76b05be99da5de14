// Who can win which chips; the twin is paiju.games.holdem.pots.
#pragma once

#include <algorithm>
#include <vector>

#include "holdem_reading.hpp"
#include "making.hpp"

namespace paiju {

// A pot: its chips, the seats that can win them, and what each seat gave.
struct Stake {
    reading::Chips amount = 0;
    std::vector<int> eligible;
    std::vector<reading::Share> given;

    nb::object made(nb::handle kind) const {
        return named_tuple<std::size(reading::POT)>(kind, {nb::int_(amount), numbers(eligible), shares(given)});
    }

    static nb::object numbers(const std::vector<int>& row) {
        return tuple_of(row.size(), [&](std::size_t i) { return nb::int_(row[i]); });
    }

    static nb::object shares(const std::vector<reading::Share>& row) {
        return tuple_of(row.size(), [&](std::size_t i) { return nb::make_tuple(row[i].seat, row[i].chips); });
    }
};

// Contributions split into pots, smallest all-in first. `live` are the seats that can win; `dead` chips go to the first pot.
// A level that adds no chips makes no pot, but where it is the only one.
inline std::vector<Stake> pots_of(const reading::Row& paid, int seats, const std::vector<int>& live, reading::Chips dead) {
    using reading::at;
    using reading::Chips;
    std::vector<Chips> levels(live.size());
    std::transform(live.begin(), live.end(), levels.begin(), [&](int seat) { return paid[at(seat)]; });
    std::sort(levels.begin(), levels.end());
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());

    std::vector<Stake> found;
    Chips below = 0;
    for (const Chips level : levels) {
        const Chips top = level != levels.back() ? level : *std::max_element(paid.begin(), paid.end());
        Stake pot;
        pot.amount = found.empty() ? dead : 0;
        for (int seat = 0; seat < seats; ++seat) {
            if (paid[at(seat)] > below) {
                const Chips chips = std::min(paid[at(seat)], top) - below;
                pot.amount += chips;
                pot.given.push_back({seat, chips});
            }
        }
        std::copy_if(live.begin(), live.end(), std::back_inserter(pot.eligible),
                     [&](int seat) { return paid[at(seat)] >= level; });
        if (pot.amount != 0 || levels.size() == 1) {
            found.push_back(std::move(pot));
        }
        below = level;
    }
    return found;
}

}  // namespace paiju
