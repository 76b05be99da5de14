// Exact solving of climbing games for Python.
#include "endgame.hpp"

#include "bindings.hpp"
#include "climb_points.hpp"
#include "climb_state.hpp"
#include "climb_suits.hpp"
#include "climb_wild.hpp"
#include "race.hpp"

namespace paiju {
namespace {

using namespace climb;

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
