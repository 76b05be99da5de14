// The climbing games' policy for Python: what it chooses, deals played out by it, and answers weighed on imagined deals.
#include "bindings.hpp"
#include "climb_imagine.hpp"
#include "climb_player.hpp"
#include "climb_points.hpp"
#include "climb_state.hpp"
#include "climb_suits.hpp"
#include "climb_wild.hpp"

namespace paiju {
namespace {

using namespace climb;

nb::object to_int(const Hand& hand) {
    const nb::int_ low(hand.low);
    return hand.high == 0 ? nb::object(low) : nb::object(nb::int_(hand.high) << nb::int_(64)) | low;
}

nb::object to_object(bool is_pass, const Move& move) {
    return is_pass ? nb::none() : nb::object(nb::make_tuple(move.body, move.carried, move.number, move.extra));
}

template <class P>
Scored answer_of(const P& policy, nb::handle from) {
    if (from.is_none()) {
        return {0, true, {}};
    }
    const auto row = fields(from, 4);
    const Move move{nb::cast<std::uint64_t>(row[0]), nb::cast<std::uint64_t>(row[1]), whole<std::int32_t>(row[2], 0, INT32_MAX),
                    whole<std::int32_t>(row[3], -1, 100)};
    if (!policy.reader().has(move.number)) {
        bad_table("no combo has this number");
    }
    return {0, false, move};
}

// What a seat knows, as paiju.bots.climb.position writes it.
template <class P>
Known known_of(const P& policy, nb::dict row) {
    Known known;
    known.frame = state_of(policy, nb::cast<nb::dict>(row["frame"]));
    known.frame.required = whole<std::int16_t>(row, "required", -1, 127);
    known.seat = whole(row, "seat", 0, policy.seats() - 1);
    known.pile = whole(row, "pile", 0, 64);
    const auto card = [&](nb::handle from) { return whole<std::uint8_t>(from, 0, policy.pack_size() - 1); };
    int places = known.pile, seat = 0;
    for (nb::handle one : nb::cast<nb::tuple>(row["missing"])) {
        if (seat == policy.seats()) {
            bad_table("more seats miss cards than there are");
        }
        places += known.missing[at(seat++)] = whole(one, 0, MOST_CARDS);
    }
    for (nb::handle one : nb::cast<nb::tuple>(row["unseen"])) {
        known.unseen.push_back(card(one));
    }
    for (nb::handle one : nb::cast<nb::tuple>(row["allowed"])) {
        known.allowed.push_back(whole<std::uint16_t>(one, 0, 65535));
    }
    if (known.unseen.size() > MOST_CARDS || static_cast<std::size_t>(places) > known.unseen.size() ||
        (!known.allowed.empty() && known.allowed.size() != known.unseen.size())) {
        bad_table("the unseen cards do not fill the hands");
    }
    for (nb::handle one : nb::cast<nb::tuple>(row["deeds"])) {
        const auto deed = fields(one, 6);
        Known::Deed found{whole(deed[0], 0, policy.seats() - 1), whole<std::int32_t>(deed[1], -1, INT32_MAX - 1),
                          whole(deed[2], 0, policy.seats() - 1), whole(deed[3], 0, 65535),
                          whole<std::int32_t>(deed[4], -1, INT32_MAX - 1), {}};
        if ((found.top >= 0 && !policy.reader().has(found.top)) || (found.top < 0 && found.number < 0)) {
            bad_table("a deed answers a combo, or leads");
        }
        for (nb::handle place : nb::cast<nb::tuple>(deed[5])) {
            found.cards.push_back(card(place));
        }
        known.deeds.push_back(std::move(found));
    }
    return known;
}

// Answers weighed on the next deals: what each brought in all, and for every two of them the sum of the products.
template <class Reader>
nb::tuple weigh(Imagined<Reader>& self, Player<Reader>& player, const nb::list& answers, int deals) {
    const auto& policy = player.policy;
    std::vector<Scored> tried;
    for (nb::handle one : answers) {
        tried.push_back(answer_of(policy, one));
    }
    const std::size_t size = tried.size();
    std::vector<double> sums(size), products(size * size), gains(size);
    {
        const nb::gil_scoped_release free;
        player.with_scratch([&](auto& scratch) {
            for (int deal = 0; deal < deals; ++deal) {
                const State imagined = self.next(scratch);
                for (std::size_t i = 0; i < size; ++i) {
                    State state = imagined;
                    policy.apply(state, tried[i]);
                    policy.play_out(state, scratch);
                    gains[i] = policy.value(state, self.seat());
                    sums[i] += gains[i];
                    for (std::size_t k = 0; k <= i; ++k) {
                        products[i * size + k] += gains[i] * gains[k];
                    }
                }
            }
            return 0;
        });
    }
    nb::list all, pairs;
    for (std::size_t i = 0; i < size; ++i) {
        all.append(sums[i]);
        for (std::size_t k = 0; k < size; ++k) {
            pairs.append(products[std::max(i, k) * size + std::min(i, k)]);
        }
    }
    return nb::make_tuple(all, pairs);
}

template <class Reader>
nb::tuple imagined(Imagined<Reader>& self, Player<Reader>& player) {
    return player.with_scratch([&](auto& scratch) {
        const State state = self.next(scratch);
        nb::list hands, counts, pile;
        for (int seat = 0; seat < player.policy.seats(); ++seat) {
            hands.append(to_int(state.hands[at(seat)]));
            counts.append(state.counts[at(seat)]);
        }
        for (int i = 0; i < state.rest_size; ++i) {
            pile.append(static_cast<int>(state.rest[at(i)]));
        }
        return nb::make_tuple(nb::tuple(hands), nb::tuple(counts), nb::tuple(pile), self.doubt(scratch));
    });
}

template <class Reader>
void bind_imagined(nb::module_& module, const char* name) {
    using L = Player<Reader>;
    struct Bound {
        L* player;
        Imagined<Reader> deals;
    };
    nb::class_<Bound>(module, name, "Deals imagined one after another from what a seat knows.")
        .def("__init__",
             [](Bound* self, L& player, nb::dict row, std::uint64_t seed, double warmth, int steps) {
                 if (!(warmth > 0) || steps < 0) {
                     throw nb::value_error("warmth is above 0, and steps are not below it");
                 }
                 new (self) Bound{&player, Imagined<Reader>(player.policy, known_of(player.policy, row), seed, {warmth, steps})};
             },
             nb::keep_alive<1, 2>(), nb::arg("player"), nb::arg("known"), nb::arg("seed"), nb::arg("warmth"), nb::arg("steps"))
        .def("next", [](Bound& self) { return imagined(self.deals, *self.player); })
        .def("weigh", [](Bound& self, const nb::list& answers, int deals) { return weigh(self.deals, *self.player, answers, deals); });
}

template <class Reader>
void bind_player(nb::module_& module, const char* name, const char* imagined) {
    using L = Player<Reader>;
    using Scratch = typename L::Scratch;
    nb::class_<L>(module, name, "What a sensible player does at a glance, under one compiled sheet.")
        .def("__init__", [](L* self, nb::dict game, nb::dict table) { new (self) L(game, table); })
        .def("cost",
             [](L& self, Counts counts, int riders) {
                 return self.with_scratch([&](Scratch& s) { return self.policy.splitter().cost(counts, riders, s.kept); });
             })
        .def("placed",
             [](L& self, Counts natural, int wilds, int level) {
                 return self.with_scratch([&](Scratch& s) { return self.policy.splitter().placed(natural, wilds, level, s.kept); });
             })
        .def("scored",
             [](L& self, nb::dict row, std::int64_t required, bool all) {
                 State state = state_of(self.policy, row);
                 state.required = static_cast<std::int16_t>(std::clamp<std::int64_t>(required, -1, 127));
                 return self.with_scratch([&](Scratch& s) {
                     all ? self.policy.score_all(state, s) : self.policy.score(state, s);
                     nb::list found;
                     for (const Scored& one : s.scored) {
                         found.append(nb::make_tuple(one.cost, to_object(one.is_pass, one.move)));
                     }
                     return found;
                 });
             },
             nb::arg("row"), nb::arg("required"), nb::arg("all") = false)
        .def("played",
             [](L& self, nb::dict row, std::int64_t required, L* other, unsigned theirs) {
                 State state = state_of(self.policy, row);
                 state.required = static_cast<std::int16_t>(std::clamp<std::int64_t>(required, -1, 127));
                 {
                     const nb::gil_scoped_release free;
                     self.with_scratch([&](Scratch& s) {
                         self.policy.play_out(state, s, other == nullptr ? nullptr : &other->policy, theirs);
                         return 0;
                     });
                 }
                 std::array<std::int64_t, MOST_SEATS> scores;
                 self.policy.scores(state, scores.data());
                 nb::list found;
                 for (int seat = 0; seat < self.policy.seats(); ++seat) {
                     found.append(scores[at(seat)]);
                 }
                 return nb::tuple(found);
             },
             nb::arg("row"), nb::arg("required"), nb::arg("other").none(), nb::arg("theirs"));
    bind_imagined<Reader>(module, imagined);
}

}  // namespace

void bind_policy(nb::module_& module) {
    bind_player<Points>(module, "PointPolicy", "PointImagined");
    bind_player<Suits>(module, "SuitPolicy", "SuitImagined");
    bind_player<Wild>(module, "WildPolicy", "WildImagined");
}

}  // namespace paiju
