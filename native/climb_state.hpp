// States in the tricks as Python writes them, for searches and policies.
#pragma once

#include "climb_game.hpp"

namespace paiju::climb {

inline Hand hand_of(nb::handle from) {
    const nb::object value = nb::borrow(from);
    const nb::int_ word((std::uint64_t{0} - 1));
    return {nb::cast<std::uint64_t>(value & word), nb::cast<std::uint64_t>(value >> nb::int_(64))};
}

// A state in the tricks, as paiju.solver.endgame writes it: see `native_state` there.
template <class Game>
State state_of(const Game& game, nb::dict row) {
    State state{};
    game.clear(state);
    state.stage = static_cast<std::uint8_t>(game.tricks_stage());
    const int seats = game.seats();
    const auto each = [&](const char* key, const auto& use) {
        const auto values = nb::cast<nb::tuple>(row[key]);
        if (values.size() != static_cast<std::size_t>(seats)) {
            bad_table("a row of the state needs a value for every seat");
        }
        for (int seat = 0; seat < seats; ++seat) {
            use(at(seat), values[static_cast<std::size_t>(seat)]);
        }
    };
    each("hands", [&](std::size_t seat, nb::handle value) { state.hands[seat] = hand_of(value); });
    each("counts", [&](std::size_t seat, nb::handle value) { state.counts[seat] = nb::cast<Counts>(value); });
    each("plays", [&](std::size_t seat, nb::handle value) { state.plays[seat] = whole<std::uint8_t>(value, 0, 255); });
    each("doubles", [&](std::size_t seat, nb::handle value) { state.doubles[seat] = whole<std::uint8_t>(value, 0, 2); });
    each("bombs", [&](std::size_t seat, nb::handle value) { state.bombs[seat] = whole<std::uint8_t>(value, 0, 30); });
    each("spare", [&](std::size_t seat, nb::handle value) { state.spare[seat] = whole<std::uint8_t>(value, 0, 30); });
    each("captured", [&](std::size_t seat, nb::handle value) { state.captured[seat] = whole<std::int64_t>(value, 0, 1 << 20); });
    state.turn = whole<std::int8_t>(row, "turn", 0, seats - 1);
    state.top = whole<std::int32_t>(row, "top", -1, 1 << 30);
    if (state.top >= 0 && !game.reader().has(state.top)) {
        bad_table("no combo has this number");
    }
    state.top_by = whole<std::int8_t>(row, "top_by", -1, seats - 1);
    state.leading = yes(row, "leading");
    if (!state.leading && (state.top < 0 || state.top_by < 0)) {
        bad_table("a follower needs a play to beat");
    }
    state.passed = whole<std::uint16_t>(row, "passed", 0, (1 << seats) - 1);
    state.multiplier = whole<std::int64_t>(row, "multiplier", 1, Game::MOST_MULTIPLIER);
    state.bid = whole<std::uint8_t>(row, "bid", 0, 200);
    state.landlord = whole<std::int8_t>(row, "landlord", -1, seats - 1);
    state.required = -1;
    state.pot = whole<std::int64_t>(row, "pot", 0, 1 << 20);
    for (nb::handle seat : nb::cast<nb::tuple>(row["out"])) {
        if (state.out_size >= seats) {
            bad_table("more seats are out than there are");
        }
        state.out[state.out_size++] = whole<std::int8_t>(seat, 0, seats - 1);
    }
    for (nb::handle card : nb::cast<nb::tuple>(row["pile"])) {
        if (state.rest_size >= state.rest.size()) {
            bad_table("the pile is too high");
        }
        state.rest[state.rest_size++] = whole<std::uint8_t>(card, 0, game.pack_size() - 1);
    }
    return state;
}

}  // namespace paiju::climb
