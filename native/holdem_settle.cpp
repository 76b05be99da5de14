// The end of a hand of hold'em: who shows, who wins which pot and how it is shared. The definition is
// paiju.games.holdem.showdown; tests hold the two together. Boards that are run twice stay with Python.
#include <nanobind/nanobind.h>

#include <utility>

#include "bindings.hpp"
#include "evaluate.hpp"
#include "holdem_pots.hpp"
#include "holdem_reading.hpp"
#include "making.hpp"

namespace paiju {
namespace {

using namespace reading;

// What the options say about it.
struct Habits {
    bool auto_muck, from_button, one_each;
};

Mask mask_of(const Cards& cards) noexcept {
    Mask mask = 0;
    for (const std::uint8_t code : cards) {
        mask |= Mask{1} << (((code >> 4) - 2) * 4 + (code & 15));
    }
    return mask;
}

// The number of each live hand that is known, 0 for the others.
Row strengths(const Setup& setup, Seats live, int ruling) {
    const Judge judge(ruling);
    const Mask board = mask_of(setup.board);
    Row found{};
    for (const int seat : setup.order) {
        if (live.has(seat) && !setup.unknown.has(seat)) {
            const Mask hand = board | mask_of(setup.holes[at(seat)]);
            if ((hand & ~deck_of(ruling)) != 0 || std::popcount(hand) != 7) {
                throw nb::value_error("a hand is seven different cards of its deck");
            }
            found[at(seat)] = static_cast<Chips>(judge(hand));
        }
    }
    return found;
}

// What the largest contributor gets back: what nobody called.
std::optional<Share> refund_of(const Row& paid, int seats, Seats live) {
    const auto end = paid.begin() + seats, most = std::max_element(paid.begin(), end);
    const int seat = static_cast<int>(most - paid.begin());
    Chips second = 0;
    for (int other = 0; other < seats; ++other) {
        second = other != seat ? std::max(second, paid[at(other)]) : second;
    }
    return *most == second || !live.has(seat) ? std::nullopt : std::optional(Share{seat, *most - second});
}

// What each tied winner gets, in the order in which odd chips are given: clockwise after the button.
std::vector<Share> shares_of(Chips amount, std::vector<int> winners, const Setup& setup, bool one_each) {
    const auto from_button = [&](int seat) { return (seat - setup.button - 1 + setup.seats) % setup.seats; };
    std::stable_sort(winners.begin(), winners.end(), [&](int a, int b) { return from_button(a) < from_button(b); });
    const Chips share = amount / std::ssize(winners), odd = amount % std::ssize(winners);
    std::vector<Share> found;
    for (Chips i = 0; i < std::ssize(winners); ++i) {
        const Chips more = one_each ? Chips{i < odd} : i == 0 ? odd : 0;
        found.push_back({winners[static_cast<std::size_t>(i)], share + more});
    }
    return found;
}

// Who shows: everybody, or whoever could still win or tie a pot when his turn comes.
std::vector<int> shown_of(const std::vector<int>& order, const std::vector<Stake>& pots, const Row& strengths, Seats unknown,
                          bool everybody) {
    std::vector<Chips> best(pots.size());
    std::vector<int> found;
    for (const int seat : order) {
        const Chips own = strengths[at(seat)];
        bool shows = everybody;
        for (std::size_t i = 0; i < pots.size(); ++i) {
            if (std::find(pots[i].eligible.begin(), pots[i].eligible.end(), seat) != pots[i].eligible.end() && own >= best[i] &&
                !unknown.has(seat)) {
                best[i] = own;
                shows = true;
            }
        }
        if (shows && !unknown.has(seat)) {
            found.push_back(seat);
        }
    }
    return found;
}

class HoldemSettle {
public:
    HoldemSettle(nb::type_object refund, nb::type_object pot, nb::type_object won, nb::type_object result)
        : refund_(std::move(refund)), pot_(std::move(pot)), won_(std::move(won)), result_(std::move(result)) {}

    // The stacks after the hand, and what happened.
    nb::object settle(nb::handle state, bool tabled, int ruling, const Habits& habits) const {
        const Setup setup(item(state, place(STATE, "setup")));
        const Seats live(number(item(state, place(STATE, "live"))));
        const Chips dead = number(item(state, place(STATE, "dead")));
        Row stacks = row_of(item(state, place(STATE, "stacks")), setup.seats);
        Row paid = row_of(item(state, place(STATE, "paid")), setup.seats);
        std::vector<int> order = setup.order;
        std::erase_if(order, [&](int seat) { return !live.has(seat); });
        if (order.empty()) {
            throw nb::value_error("somebody is left in a hand");
        }
        const std::optional<Share> back = refund_of(paid, setup.seats, live);
        if (back) {
            stacks[at(back->seat)] += back->chips;
            paid[at(back->seat)] -= back->chips;
        }
        const bool is_contested = order.size() > 1;
        const Row numbers = is_contested ? strengths(setup, live, ruling) : Row{};
        std::vector<Stake> pots = pots_of(paid, setup.seats, order, dead);
        if (!is_contested && pots[0].amount == 0) {
            pots.clear();
        }
        nb::list won;
        for (std::size_t i = 0; i < pots.size(); ++i) {
            won.append(award(setup, pots[i], numbers, i, habits.one_each, stacks));
        }
        std::vector<int> shown, mucked;
        if (is_contested) {
            const int first = number(item(state, place(STATE, "aggressor")), -1, setup.seats - 1);
            const auto leader = habits.from_button ? order.end() : std::find(order.begin(), order.end(), first);
            std::rotate(order.begin(), leader == order.end() ? order.begin() : leader, order.end());
            shown = shown_of(order, pots, numbers, setup.unknown, tabled || !habits.auto_muck);
            std::copy_if(order.begin(), order.end(), std::back_inserter(mucked),
                         [&](int seat) { return std::find(shown.begin(), shown.end(), seat) == shown.end(); });
        }
        const nb::object result = named_tuple<std::size(RESULT)>(
            result_, {nb::bool_(is_contested), back ? refund(*back) : nb::none(), nb::tuple(won), Stake::numbers(shown),
                      Stake::numbers(mucked), row(numbers, setup.seats), nb::tuple()});
        return nb::make_tuple(row(stacks, setup.seats), result);
    }

private:
    const nb::type_object refund_, pot_, won_, result_;

    static nb::object row(const Row& numbers, int seats) {
        return tuple_of(at(seats), [&](std::size_t i) { return nb::int_(numbers[i]); });
    }

    nb::object refund(const Share& back) const {
        return named_tuple<std::size(REFUND)>(refund_, {nb::int_(back.seat), nb::int_(back.chips)});
    }

    // A pot for the best of those who can win it.
    nb::object award(const Setup& setup, const Stake& pot, const Row& numbers, std::size_t number, bool one_each,
                     Row& stacks) const {
        Chips best = 0;
        for (const int seat : pot.eligible) {
            best = std::max(best, numbers[at(seat)]);
        }
        std::vector<int> winners;
        std::copy_if(pot.eligible.begin(), pot.eligible.end(), std::back_inserter(winners),
                     [&](int seat) { return numbers[at(seat)] == best; });
        const std::vector<Share> parts = shares_of(pot.amount, std::move(winners), setup, one_each);
        for (const Share& part : parts) {
            stacks[at(part.seat)] += part.chips;
        }
        return named_tuple<std::size(WON)>(won_, {pot.made(pot_), Stake::shares(parts),
                                                  nb::int_(pot.eligible.size() > 1 ? best : 0), nb::int_(number), nb::int_(0)});
    }
};

}  // namespace

void bind_holdem_settle(nb::module_& module) {
    const auto settle = [](const HoldemSettle& self, nb::handle state, bool tabled, int ruling, bool auto_muck,
                           bool from_button, bool one_each) {
        check_ruling(ruling);
        return tried([&] { return self.settle(state, tabled, ruling, {auto_muck, from_button, one_each}); });
    };
    nb::class_<HoldemSettle>(module, "HoldemSettle", "Pays the pots of hold'em.", nb::is_final())
        .def(nb::init<nb::type_object, nb::type_object, nb::type_object, nb::type_object>(), nb::arg("refund"), nb::arg("pot"),
             nb::arg("won"), nb::arg("result"))
        .def("__call__", settle, nb::arg("state"), nb::arg("tabled"), nb::arg("ruling"), nb::arg("auto_muck"),
             nb::arg("from_button"), nb::arg("one_each"));
}

}  // namespace paiju
