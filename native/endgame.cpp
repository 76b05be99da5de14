// Exact solving of climbing games for Python.
#include "endgame.hpp"

#include "bindings.hpp"
#include "climb_points.hpp"
#include "climb_suits.hpp"
#include "climb_wild.hpp"
#include "race.hpp"

namespace paiju {
namespace {

using namespace climb;

Hand hand_of(nb::handle from) {
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

// True or False; None if the seconds were not enough. A signal (Ctrl-C) ends it with its exception, and so does
// `progress`, which is called with the number of nodes about five times a second.
template <class Search>
nb::object wins(Search& self, nb::dict row, double seconds, nb::object progress) {
    using Clock = std::chrono::steady_clock;
    const State state = state_of(self.rules(), row);
    auto next = Clock::now() + std::chrono::milliseconds(200);
    const auto look = [&] {
        if (Clock::now() < next) {
            return;
        }
        next = Clock::now() + std::chrono::milliseconds(200);
        const nb::gil_scoped_acquire held;
        if (PyErr_CheckSignals() != 0) {
            throw nb::python_error();
        }
        if (!progress.is_none()) {
            progress(self.nodes());
        }
    };
    try {
        bool found = false;
        {
            const nb::gil_scoped_release free;
            found = self.wins(state, seconds, look);
        }
        return nb::bool_(found);
    } catch (const OutOfTime&) {
        return nb::none();
    }
}

template <class Reader>
void bind_endgame(nb::module_& module, const char* name, const char* rules) {
    using E = Endgame<Reader>;
    nb::class_<Rules<Reader>>(module, rules, "The compiled rules of a game, for searches.").def(nb::init<nb::dict>());
    nb::class_<E>(module, name, "Whether a side can force its aim with open hands; what was found out is kept.")
        .def("__init__",
             [](E* self, const Rules<Reader>& rules, int goal, unsigned side, int seat, std::int64_t least, std::size_t bytes) {
                 if (goal < FIRST || goal > SCORE || seat < 0 || seat >= MOST_SEATS) {
                     throw nb::value_error("no such aim");
                 }
                 new (self) E(rules, Aim{static_cast<Goal>(goal), side, seat, least}, bytes);
             },
             nb::keep_alive<1, 2>())
        .def("wins", wins<E>, nb::arg("row"), nb::arg("seconds"), nb::arg("progress").none())
        .def_prop_ro("nodes", &E::nodes)
        .def_prop_ro("bytes", &E::bytes);
}

}  // namespace

void bind_endgame(nb::module_& module) {
    bind_endgame<Points>(module, "PointEndgame", "PointRules");
    bind_endgame<Suits>(module, "SuitEndgame", "SuitRules");
    bind_endgame<Wild>(module, "WildEndgame", "WildRules");
    nb::class_<Race>(module, "Race", "Which side runs out first, where suits do not matter and nobody is locked out.")
        .def("__init__",
             [](Race* self, const Rules<Points>& rules, unsigned side, std::size_t bytes, unsigned shortcuts, int path, nb::tuple shortest,
                unsigned apart) {
                 std::array<int, 4> runs{};
                 for (std::size_t width = 0; width < runs.size() && width < shortest.size(); ++width) {
                     runs[width] = whole(shortest[width], 0, MOST_POINTS);
                 }
                 new (self) Race(rules, side, bytes, shortcuts, path, runs, apart);
             },
             nb::keep_alive<1, 2>())
        .def("wins", wins<Race>, nb::arg("row"), nb::arg("seconds"), nb::arg("progress").none())
        .def_prop_ro("nodes", &Race::nodes)
        .def_prop_ro("hands", &Race::hands)
        .def_prop_ro("bytes", &Race::bytes);
}

}  // namespace paiju
