// Climbing games for Python: batches of deals, and the plays of a hand.
#include "bindings.hpp"
#include "climb_game.hpp"
#include "climb_points.hpp"
#include "climb_suits.hpp"
#include "climb_wild.hpp"
#include "deals.hpp"

namespace paiju {
namespace {

using namespace climb;

nb::object to_int(const Hand& hand) {
    const nb::int_ low(hand.low);
    return hand.high == 0 ? nb::object(low) : nb::object(nb::int_(hand.high) << nb::int_(64)) | low;
}

nb::tuple to_tuple(const Move& move) { return nb::make_tuple(move.body, move.carried, move.number, move.extra); }

Hand to_hand(nb::handle from) {
    const nb::object value = nb::borrow(from);
    const nb::int_ word((std::uint64_t{0} - 1));
    return {nb::cast<std::uint64_t>(value & word), nb::cast<std::uint64_t>(value >> nb::int_(64))};
}

template <class Reader>
void bind_reader(nb::module_& module, const char* deals, const char* plays) {
    using Game = Climb<Reader>;
    using D = Deals<Game>;
    bind_deals<Game>(module, deals, "Many running deals of a climbing game under one compiled sheet.")
        .def("__init__",
             [](D* self, nb::dict table, std::size_t size) {
                 if (size > 1U << 26) {
                     throw nb::value_error("that many deals do not fit");
                 }
                 new (self) D(Game(table), size);
             })
        .def("move",
             [](D& self, std::size_t i, std::int64_t choice) {
                 const std::int64_t count = self.count(i);
                 if (choice < 0 || choice >= count) {
                     throw nb::index_error("there is no choice of this number");
                 }
                 const State& state = self.at(i);
                 const int kind = self.game().stage_kind(state);
                 if (kind == TRICKS && self.game().may_pass(state, self.scratch())) {
                     --choice;
                 }
                 const bool listed = choice >= 0 && (kind == TRICKS || kind == PAY || kind == GIVE_BACK);
                 return nb::make_tuple(
                     kind, listed ? nb::object(to_tuple(self.scratch().list[static_cast<std::size_t>(choice)])) : nb::none());
             })
        .def("said", [](const D& self, std::size_t i) {
            const State& state = self.at(i);
            nb::list said;
            for (std::size_t k = 0; k < state.answer_size; ++k) {
                said.append(static_cast<int>(state.answers[k]));
            }
            return said;
        })
        .def("top", [](const D& self, std::size_t i) {
            const State& state = self.at(i);
            return nb::make_tuple(state.leading ? -1 : state.top, state.top_by);
        })
        .def("snapshot", [](const D& self, std::size_t i) {
            const State& state = self.at(i);
            nb::list hands, counts, captured, out;
            for (int seat = 0; seat < self.game().seats(); ++seat) {
                hands.append(to_int(self.game().hand(state, seat)));
                counts.append(state.counts[at(seat)]);
                captured.append(state.captured[at(seat)]);
            }
            for (int place = 0; place < state.out_size; ++place) {
                out.append(static_cast<int>(state.out[at(place)]));
            }
            return nb::make_tuple(hands, counts, captured, out, state.multiplier, static_cast<int>(state.landlord));
        });
    nb::class_<Reader>(module, plays, "The plays of a hand under one compiled sheet.")
        .def("__init__", [](Reader* self, nb::dict table) { new (self) Reader(table); })
        .def("plays",
             [](const Reader& self, nb::handle hand, Counts counts, std::int64_t top) {
                 if (top != -1 && !self.has(top)) {
                     throw nb::value_error("no combo has this number");
                 }
                 Moves moves;
                 self.list(to_hand(hand), counts, static_cast<std::int32_t>(top), moves);
                 nb::list found;
                 for (const Move& move : moves.list) {
                     found.append(to_tuple(move));
                 }
                 return found;
             })
        .def("beats", [](const Reader& self, std::int64_t one, std::int64_t other) {
            if (!self.has(one) || !self.has(other)) {
                throw nb::value_error("no combo has this number");
            }
            return self.beats(self.combo(static_cast<std::int32_t>(one)), self.combo(static_cast<std::int32_t>(other)));
        });
}

}  // namespace

void bind_climb(nb::module_& module) {
    bind_reader<Points>(module, "PointDeals", "PointPlays");
    bind_reader<Suits>(module, "SuitDeals", "SuitPlays");
    bind_reader<Wild>(module, "WildDeals", "WildPlays");
}

}  // namespace paiju
