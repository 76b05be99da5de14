// The blinds of a hand of hold'em, one answer of a betting round, the question after it, and the pots meanwhile, as the
// tuples and structs of Python. The definition is `_start`, `_act`, `_next_street`, `bets` and `pending` of `Holdem` in
// paiju.games.holdem.game, and `amounts` and `unpaid` in paiju.games.holdem.view; tests hold them together.
//
// Limit games and capped ones stay with Python, and so does what ends a hand: run-outs and the pots. What cannot be read is
// left to it as well, and it says what is wrong.
#include <nanobind/nanobind.h>

#include <numeric>
#include <utility>

#include "bindings.hpp"
#include "holdem_pots.hpp"
#include "holdem_reading.hpp"
#include "making.hpp"

namespace paiju {
namespace {

using namespace reading;

// A tuple with one more at its end.
nb::object joined(nb::handle row, const nb::object& more) {
    const std::size_t count = length(row);
    return tuple_of(count + 1, [&](std::size_t i) { return i < count ? nb::borrow(item(row, i)) : more; });
}

// A row with another number for one seat.
nb::object put(nb::handle row, int seat, Chips value) {
    return tuple_of(length(row), [&](std::size_t i) -> nb::object {
        return i == at(seat) ? nb::int_(value) : nb::borrow(item(row, i));
    });
}

// A row with the same number for every seat.
nb::object row_of(int seats, int value) {
    return tuple_of(at(seats), [&](std::size_t) { return nb::int_(value); });
}

// What a round of betting goes by. Somebody is to act.
struct Round {
    int seats, turn, street;
    Row stacks, bets, acted;
    Seats live;
    Chips bet, step;

    explicit Round(nb::handle state)
        : seats(number(item(item(state, place(STATE, "setup")), place(SETUP, "seats")), 1, MOST)),
          turn(number(item(state, place(STATE, "turn")), 0, seats - 1)),
          street(number(item(state, place(STATE, "street")), 0, 3)),
          stacks(reading::row_of(item(state, place(STATE, "stacks")), seats)),
          bets(reading::row_of(item(state, place(STATE, "bets")), seats)),
          acted(reading::row_of(item(state, place(STATE, "acted")), seats)),
          live(number(item(state, place(STATE, "live")))),
          bet(number(item(state, place(STATE, "bet")))),
          step(number(item(state, place(STATE, "step")))) {}

    // Before anybody has acted or paid; whose turn it is has to be found.
    explicit Round(const Setup& setup)
        : seats(setup.seats), turn(-1), street(0), stacks(setup.stacks), bets{}, live(setup.dealt), bet(0), step(0) {
        acted.fill(-1);
    }

    bool is_contested() const noexcept { return (live.bits() & (live.bits() - 1)) != 0; }

    // How many live seats have chips behind.
    int able() const noexcept {
        int count = 0;
        for (int seat = 0; seat < seats; ++seat) {
            count += live.has(seat) && stacks[at(seat)] != 0;
        }
        return count;
    }

    // The next seat that must act, -1 if the round is over. Who owes nothing is asked while another could answer.
    int next(int last) const noexcept {
        for (int i = 1; i <= seats; ++i) {
            const int seat = (last + i) % seats;
            const bool owes = bets[at(seat)] < bet;
            if (live.has(seat) && stacks[at(seat)] != 0 && (owes || (acted[at(seat)] < 0 && able() > 1))) {
                return seat;
            }
        }
        return -1;
    }
};

// Every chip in the middle.
Chips pot_of(nb::handle state, int seats) {
    const Row paid = reading::row_of(item(state, place(STATE, "paid")), seats);
    return std::accumulate(paid.begin(), paid.end(), number(item(state, place(STATE, "dead"))));
}

// What the seat to act may do: `Bets` of the twin.
struct Offer {
    Chips own, chips, current, low = 0, high = 0;
    bool contested = false;

    Offer(nb::handle state, const Round& round, nb::handle floor, bool is_pot_limit)
        : own(round.bets[at(round.turn)]), chips(round.stacks[at(round.turn)]), current(round.bet) {
        for (int seat = 0; seat < round.seats; ++seat) {
            contested |= seat != round.turn && round.live.has(seat) &&
                         round.stacks[at(seat)] + round.bets[at(seat)] > current;
        }
        const Chips before = round.acted[at(round.turn)];
        const bool may_raise = before < 0 || current - before >= round.step;
        if (!contested || own + chips <= current || !may_raise) {
            return;
        }
        const Chips step = current != 0 ? std::max(number(floor), round.step) : round.step;
        high = own + chips;
        if (is_pot_limit) {
            high = std::min(high, current + pot_of(state, round.seats) + current - own);
        }
        low = std::min(current + step, high);
    }

    Chips to_call() const noexcept { return std::min(chips, current - own); }
};

class HoldemStep {
public:
    HoldemStep(nb::type_object state, nb::type_object entry, nb::type_object bets, nb::type_object line,
               nb::type_object decision, nb::type_object pot)
        : state_(std::move(state)),
          entry_(std::move(entry)),
          bets_(std::move(bets)),
          line_(std::move(line)),
          decision_(std::move(decision)),
          pot_(std::move(pot)) {}

    // The first state of a hand in which nothing but the blinds is posted.
    nb::object start(nb::handle from, nb::handle least_bet) const {
        const Setup setup(from);
        const Chips small_blind = number(item(item(from, place(SETUP, "stakes")), place(STAKES, "small_blind")));
        const int small = number(item(from, place(SETUP, "small_at")), -1, setup.seats - 1);
        const int big = number(item(from, place(SETUP, "big")), 0, setup.seats - 1);
        if (!setup.dealt.has(big)) {
            throw nb::value_error("a blind that nobody posts");
        }
        Round round(setup);
        std::vector<int> order = setup.order;
        if (order.size() == 2) {
            std::swap(order[0], order[1]);  // the button, who is small blind, posts first
        }
        int last = setup.button;
        nb::list posts;
        for (const int seat : order) {
            const Chips blind = seat == big ? setup.big_blind : seat == small ? small_blind : 0;
            if (blind <= 0) {
                continue;
            }
            const Chips paid = std::min(blind, round.stacks[at(seat)]);
            round.stacks[at(seat)] -= paid;
            round.bets[at(seat)] = paid;
            if (paid != 0) {
                const bool is_more = blind > setup.big_blind;
                posts.append(entry(blind == setup.big_blind ? big_blind_ : is_more ? straddle_ : small_blind_, seat, paid, paid));
            }
            if (blind >= round.bet) {
                last = seat;
                round.bet = blind;
            }
        }
        const nb::object zero = nb::int_(0), none = nb::int_(-1), bet = nb::int_(round.bet);
        const nb::object bets = row(round.bets, setup.seats);
        return named_tuple<std::size(STATE)>(
            state_, {nb::borrow(from), zero, nb::int_(round.next(last)), row(round.stacks, setup.seats), bets, bets, zero,
                     nb::int_(round.live.bits()), row_of(setup.seats, -1), bet, nb::borrow(least_bet), bet, nb::int_(1),
                     nb::bool_(false), none, zero, nb::tuple(posts), nb::none(), nb::bool_(false)});
    }

    // The state after an answer of the seat to act, on the next street if it was the round's last. Nobody's turn: Python
    // says how the hand goes on.
    nb::object act(nb::handle state, nb::handle action, nb::handle least_bet) const {
        const nb::handle kind = item(action, place(ACTION, "kind"));
        const bool folds = kind.is(fold_), calls = kind.is(call_), raises = kind.is(raise_to_);
        if (!folds && !calls && !raises && !kind.is(check_)) {
            return nb::none();
        }
        Round round(state);
        const int seat = round.turn;
        Fields next;
        for (std::size_t i = 0; i < next.size(); ++i) {
            next[i] = nb::borrow(item(state, i));
        }
        const auto set = [&](std::size_t field, Chips value) { next[field] = nb::int_(value); };
        const auto set_own = [&](std::size_t field, Chips value) { next[field] = put(next[field], seat, value); };

        Chips added = 0, &own = round.bets[at(seat)], &stack = round.stacks[at(seat)];
        if (folds) {
            round.live = Seats(round.live.bits() & ~(Chips{1} << seat));
            set(place(STATE, "live"), round.live.bits());
        } else if (calls) {
            added = std::min(round.bet - own, stack);
        } else if (raises) {
            const Chips total = number(item(action, place(ACTION, "amount"))), more = total - round.bet;
            added = total - own;
            if (more >= round.step) {
                set(place(STATE, "step"), more);
                set(place(STATE, "wagers"), number(next[place(STATE, "wagers")]) + 1);
            }
            round.bet = total;
            set(place(STATE, "bet"), total);
            set(place(STATE, "aggressor"), seat);
        }
        if (calls || raises) {
            own += added;
            stack -= added;
            set_own(place(STATE, "stacks"), stack);
            set_own(place(STATE, "bets"), own);
            set_own(place(STATE, "paid"), number(item(next[place(STATE, "paid")], at(seat))) + added);
        }
        if (!folds) {
            round.acted[at(seat)] = round.bet;
            set_own(place(STATE, "acted"), round.bet);
        }
        nb::object& history = next[place(STATE, "history")];
        history = joined(history, entry(kind, seat, added, own));
        const int turn = round.is_contested() ? round.next(seat) : -1;
        set(place(STATE, "turn"), turn);
        if (turn < 0 && round.street < 3 && round.able() > 1) {
            deal_on(next, round, least_bet);
        }
        next[place(STATE, "result")] = nb::none();
        next[place(STATE, "asking")] = nb::bool_(false);
        return named_tuple(state_, std::move(next));
    }

    // The choices of the seat to act.
    nb::object bets(nb::handle state, nb::handle floor, bool is_pot_limit) const {
        return bets(Offer(state, Round(state), floor, is_pot_limit));
    }

    // The same as what is asked: `Holdem.pending`, but for how often the board is run out.
    nb::object ask(nb::handle state, nb::handle floor, bool is_pot_limit) const {
        const Offer offer(state, Round(state), floor, is_pot_limit);
        const nb::object args = nb::make_tuple(nb::make_tuple(to_call_, offer.to_call()), nb::make_tuple(low_, offer.low),
                                               nb::make_tuple(high_, offer.high));
        const nb::handle seat = item(state, place(STATE, "turn"));
        return nb::make_tuple(called(decision_, seat, called(line_, key_, args), bets(offer)));
    }

    // What a view of a betting decision tells of chips, in its order.
    nb::object amounts(nb::handle state, nb::handle floor, bool is_pot_limit) const {
        const Round round(state);
        const Offer offer(state, round, floor, is_pot_limit);
        const Chips own = offer.high != 0 ? offer.own : 0;
        return nb::make_tuple(pot_of(state, round.seats), offer.current, offer.to_call(), offer.low, offer.high,
                              offer.low - own, offer.high - own);
    }

    // The pots of a hand that is not over, without the bets of this street: `pots` of the twin.
    nb::object unpaid(nb::handle state) const {
        const nb::handle setup = item(state, place(STATE, "setup"));
        const int seats = number(item(setup, place(SETUP, "seats")), 1, MOST);
        const Seats live(number(item(state, place(STATE, "live"))));
        const Row bets = reading::row_of(item(state, place(STATE, "bets")), seats);
        Row paid = reading::row_of(item(state, place(STATE, "paid")), seats);
        std::transform(paid.begin(), paid.end(), bets.begin(), paid.begin(), std::minus<>());
        const Chips dead = number(item(state, place(STATE, "dead")));
        std::vector<int> order = seats_of(item(setup, place(SETUP, "order")), seats);
        std::erase_if(order, [&](int seat) { return !live.has(seat); });
        const std::vector<Stake> found = pots_of(paid, seats, order, dead);
        nb::list pots;
        for (const Stake& pot : found) {
            if (pot.amount != 0) {
                pots.append(pot.made(pot_));
            }
        }
        return nb::tuple(pots);
    }

private:
    using Fields = std::array<nb::object, std::size(STATE)>;

    const nb::type_object state_, entry_, bets_, line_, decision_, pot_;
    const nb::object fold_ = interned("fold"), check_ = interned("check"), call_ = interned("call"),
                     raise_to_ = interned("raise_to"), deal_ = interned("deal"), key_ = interned("holdem.act"),
                     to_call_ = interned("to_call"), low_ = interned("low"), high_ = interned("high");
    const nb::object small_blind_ = interned("small_blind"), big_blind_ = interned("big_blind"),
                     straddle_ = interned("straddle");
    const nb::object nothing_ = nb::tuple();

    static nb::object row(const Row& numbers, int seats) {
        return tuple_of(at(seats), [&](std::size_t i) { return nb::int_(numbers[i]); });
    }

    nb::object entry(nb::handle did, int seat, Chips amount, Chips total) const {
        return named_tuple<std::size(ENTRY)>(
            entry_, {nb::borrow(did), nb::int_(seat), nb::int_(amount), nb::int_(total), nothing_});
    }

    nb::object bets(const Offer& offer) const {
        return called(bets_, nb::int_(offer.own), nb::int_(offer.chips), nb::int_(offer.current), nb::int_(offer.low),
                      nb::int_(offer.high), nb::bool_(offer.contested));
    }

    // The next street of a round that is over, while two or more can bet.
    void deal_on(Fields& next, Round& round, nb::handle least_bet) const {
        round.bet = 0;
        round.bets.fill(0);
        round.acted.fill(-1);
        const int button = number(item(next[place(STATE, "setup")], place(SETUP, "button")), 0, round.seats - 1);
        next[place(STATE, "street")] = nb::int_(round.street + 1);
        next[place(STATE, "turn")] = nb::int_(round.next(button));
        next[place(STATE, "bets")] = row_of(round.seats, 0);
        next[place(STATE, "acted")] = row_of(round.seats, -1);
        next[place(STATE, "step")] = nb::borrow(least_bet);
        for (const std::size_t field : {place(STATE, "bet"), place(STATE, "level"), place(STATE, "wagers")}) {
            next[field] = nb::int_(0);
        }
        next[place(STATE, "capped")] = nb::bool_(false);
        next[place(STATE, "aggressor")] = nb::int_(-1);
        nb::object& history = next[place(STATE, "history")];
        history = joined(history, entry(deal_, -1, round.street + 1, 0));
    }
};

}  // namespace

void bind_holdem_step(nb::module_& module) {
    const auto start = [](const HoldemStep& self, nb::handle setup, nb::handle least_bet) {
        return tried([&] { return self.start(setup, least_bet); });
    };
    const auto act = [](const HoldemStep& self, nb::handle state, nb::handle action, nb::handle least_bet) {
        return tried([&] { return self.act(state, action, least_bet); });
    };
    const auto bets = [](const HoldemStep& self, nb::handle state, nb::handle floor, bool is_pot_limit) {
        return tried([&] { return self.bets(state, floor, is_pot_limit); });
    };
    const auto ask = [](const HoldemStep& self, nb::handle state, nb::handle floor, bool is_pot_limit) {
        return tried([&] { return self.ask(state, floor, is_pot_limit); });
    };
    const auto amounts = [](const HoldemStep& self, nb::handle state, nb::handle floor, bool is_pot_limit) {
        return tried([&] { return self.amounts(state, floor, is_pot_limit); });
    };
    const auto unpaid = [](const HoldemStep& self, nb::handle state) {
        return tried([&] { return self.unpaid(state); });
    };
    nb::class_<HoldemStep>(module, "HoldemStep", "Answers and questions of hold'em's betting.", nb::is_final())
        .def(nb::init<nb::type_object, nb::type_object, nb::type_object, nb::type_object, nb::type_object,
                      nb::type_object>(),
             nb::arg("state"), nb::arg("entry"), nb::arg("bets"), nb::arg("line"), nb::arg("decision"), nb::arg("pot"))
        .def("start", start, nb::arg("setup"), nb::arg("least_bet"))
        .def("act", act, nb::arg("state"), nb::arg("action"), nb::arg("least_bet"))
        .def("bets", bets, nb::arg("state"), nb::arg("floor"), nb::arg("is_pot_limit"))
        .def("ask", ask, nb::arg("state"), nb::arg("floor"), nb::arg("is_pot_limit"))
        .def("amounts", amounts, nb::arg("state"), nb::arg("floor"), nb::arg("is_pot_limit"))
        .def("unpaid", unpaid, nb::arg("state"));
}

}  // namespace paiju
