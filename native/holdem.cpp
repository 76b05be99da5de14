// Hold'em hands. The twin is paiju.games.holdem: each function here is the one of that name there, over plain arrays.
// Who sits where and what the forced bets leave comes compiled from it, one opening for each place of the button.
#include "lanes.hpp"

#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "evaluate.hpp"

namespace paiju {
namespace {

using Chips = std::int64_t;
constexpr int MOST = 10;
using Row = std::array<Chips, MOST>;

struct HoldemState {
    Row stacks, bets, paid, acted;
    Chips dead, bet, least_raise, level;
    std::array<Mask, MOST> holes;
    Mask board;
    std::array<std::uint8_t, 5> board_cards;  // in the order in which they are shown
    int wagers;
    std::uint16_t live;
    std::uint8_t opening;
    std::int8_t street, turn, aggressor;
    bool capped;
};

struct Opening {
    HoldemState state;
    int button;
    std::vector<int> order;                    // dealt in, from the left of the button
    std::vector<std::array<int, 2>> holes;     // places in the deck, in that order
    std::array<int, 5> board;
    std::uint32_t used = 0;                    // places of the deck that are dealt
};

// The options of a table as far as they matter after the forced bets.
class Holdem {
public:
    using State = HoldemState;
    struct Bets {
        Chips owes, low, high;
    };
    struct Scratch {
        Bets open;  // of the state that was counted last
    };

    int seats_count = 0;
    int ruling = 0;
    bool is_limit = false, is_pot_limit = false, has_cap = false, uncap_heads_up = false, odd_to_first = false;
    int cap = 0;
    Chips least_bet = 0, floor = 0;
    std::array<Chips, 4> units{};
    Row starting{};
    std::vector<std::uint8_t> pack;  // cards as places in a mask, before the shuffle
    std::vector<Opening> openings;   // one, or one for each seat that chance may give the button

    int seats() const noexcept { return seats_count; }

    void clear(State& state) const noexcept {
        state = openings[0].state;
        state.turn = -1;
        state.live = 0;
        state.stacks = starting;
    }

    void deal(State& state, const Seed& seed) const noexcept { deal(state, Rng(seed), Rng(seed, 1)); }
    void deal(State& state, std::uint64_t seed) const noexcept { deal(state, QuickRng(seed), QuickRng(seed, 1)); }

    int turn(const State& state) const noexcept { return state.turn; }

    Bets bets(const State& state) const noexcept {
        const int seat = state.turn;
        const Chips own = state.bets[at(seat)], chips = state.stacks[at(seat)], current = state.bet;
        Chips low = 0, high = 0;
        if (own + chips > current && contested(state, seat) && may_raise(state, seat)) {
            const Chips most = own + chips;
            if (is_limit) {
                low = high = std::min(state.level + units[at(state.street)], most);
            } else {
                Chips least = current + state.least_raise;
                if (floor > state.least_raise && current != 0) {
                    least = current + floor;
                }
                high = most;
                if (is_pot_limit) {
                    high = std::min(most, current + pot(state) + current - own);
                }
                low = std::min(least, high);
            }
        }
        return {current - own, low, high};
    }

    std::int64_t count(const State& state, Scratch& scratch) const noexcept {
        const Bets open = scratch.open = bets(state);
        return 2 + (open.high != 0 ? open.high - open.low + 1 : 0);
    }

    void step(State& state, std::int64_t choice, const Scratch& scratch) const noexcept {
        const Bets& open = scratch.open;
        if (choice >= 2) {
            raise(state, open.low + choice - 2);
        } else if (open.owes != 0) {
            choice == 0 ? fold(state) : call(state);
        } else {
            choice == 0 ? check(state) : fold(state);
        }
        settled(state);
    }

    std::uint64_t playout(State& state, Quick& quick, Scratch& scratch) const noexcept {
        std::uint64_t steps = 0;
        for (; turn(state) >= 0; ++steps) {
            step(state, pick(state, count(state, scratch), quick), scratch);
        }
        return steps;
    }

    // Each kind of action alike, then each size of a raise.
    std::int64_t pick(const State&, std::int64_t choices, Quick& quick) const noexcept {
        std::uint64_t word = quick();
        const std::uint32_t kind = take(word, choices > 2 ? 3 : 2);
        return kind < 2 ? kind : 2 + static_cast<std::int64_t>(scale(word, static_cast<std::uint64_t>(choices - 2)));
    }

    void scores(const State& state, std::int64_t* out) const noexcept {
        for (int seat = 0; seat < seats_count; ++seat) {
            out[seat] = state.stacks[at(seat)] - starting[at(seat)];
        }
    }

protected:
    static constexpr std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

    template <class Random>
    void deal(State& state, Random cards, Random seat) const noexcept {
        const auto which = openings.size() > 1 ? seat.below(static_cast<std::uint32_t>(openings.size())) : 0;
        const Opening& opening = openings[which];
        state = opening.state;
        std::array<std::uint8_t, 52> deck;
        std::copy(pack.begin(), pack.end(), deck.begin());
        const auto size = static_cast<std::uint32_t>(pack.size());
        cards.shuffle(deck.data(), size, opening.used);
        const auto card = [&](int place) { return Mask{1} << deck[size - 1 - static_cast<std::uint32_t>(place)]; };
        for (std::size_t i = 0; i < opening.order.size(); ++i) {
            state.holes[at(opening.order[i])] = card(opening.holes[i][0]) | card(opening.holes[i][1]);
        }
        state.board = 0;
        for (std::size_t i = 0; i < 5; ++i) {
            state.board_cards[i] = deck[size - 1 - static_cast<std::uint32_t>(opening.board[i])];
            state.board |= Mask{1} << state.board_cards[i];
        }
        settled(state);
    }

    Chips pot(const State& state) const noexcept {
        Chips total = state.dead;
        for (int seat = 0; seat < seats_count; ++seat) {
            total += state.paid[at(seat)];
        }
        return total;
    }

    static bool is_alone(const State& state) noexcept { return (state.live & (state.live - 1)) == 0; }
    static bool is_live(const State& state, int seat) noexcept { return (state.live >> seat & 1) != 0; }

    bool contested(const State& state, int seat) const noexcept {
        for (unsigned live = state.live & ~(1U << seat); live != 0; live &= live - 1) {
            const auto other = at(std::countr_zero(live));
            if (state.bets[other] + state.stacks[other] > state.bet) {
                return true;
            }
        }
        return false;
    }

    int able(const State& state) const noexcept {
        int count = 0;
        for (unsigned live = state.live; live != 0; live &= live - 1) {
            count += state.stacks[at(std::countr_zero(live))] != 0;
        }
        return count;
    }

    bool may_raise(const State& state, int seat) const noexcept {
        if (has_cap && state.wagers >= cap && !(uncap_heads_up && !state.capped && able(state) == 2)) {
            return false;
        }
        const Chips before = state.acted[at(seat)];
        if (before < 0) {
            return true;
        }
        return is_limit ? state.level > before : state.bet - before >= state.least_raise;
    }

    void fold(State& state) const noexcept {
        const int seat = state.turn;
        state.live = static_cast<std::uint16_t>(state.live & ~(1U << seat));
        pass_on(state, seat);
    }

    void check(State& state) const noexcept {
        const int seat = state.turn;
        state.acted[at(seat)] = is_limit ? state.level : state.bet;
        pass_on(state, seat);
    }

    void call(State& state) const noexcept {
        const int seat = state.turn;
        pay(state, seat, std::min(state.bet - state.bets[at(seat)], state.stacks[at(seat)]));
        pass_on(state, seat);
    }

    void raise(State& state, Chips total) const noexcept {
        const int seat = state.turn;
        const Chips more = total - state.bet, least_before = state.least_raise;
        state.least_raise = std::max(state.least_raise, more);
        if (is_limit) {
            if (2 * (total - state.level) >= units[at(state.street)]) {
                state.level = total;
                ++state.wagers;
            }
        } else if (more >= least_before) {
            ++state.wagers;
        }
        state.bet = total;
        state.aggressor = static_cast<std::int8_t>(seat);
        if (has_cap && state.wagers >= cap && able(state) > 2) {
            state.capped = true;
        }
        pay(state, seat, total - state.bets[at(seat)]);
        pass_on(state, seat);
    }

    void pay(State& state, int seat, Chips chips) const noexcept {
        state.stacks[at(seat)] -= chips;
        state.bets[at(seat)] += chips;
        state.paid[at(seat)] += chips;
        state.acted[at(seat)] = is_limit ? state.level : state.bet;
    }

    void pass_on(State& state, int seat) const noexcept {
        state.turn = static_cast<std::int8_t>(is_alone(state) ? -1 : next_turn(state, seat));
    }

    int next_turn(const State& state, int last) const noexcept {
        for (int i = 0, seat = last; i < seats_count; ++i) {
            seat = seat + 1 < seats_count ? seat + 1 : 0;
            if (is_live(state, seat) && state.stacks[at(seat)] != 0) {
                if (state.bets[at(seat)] < state.bet) {
                    return seat;
                }
                if (state.acted[at(seat)] < 0 && able(state) > 1) {
                    return seat;
                }
            }
        }
        return -1;
    }

    // Deal on until somebody is asked or the hand is paid out; street 4 says that it was.
    void settled(State& state) const noexcept {
        while (state.turn < 0 && state.street < 4) {
            if (is_alone(state) || state.street == 3 || able(state) < 2) {
                pay_out(state);
                state.street = 4;
                return;
            }
            ++state.street;
            state.bets.fill(0);
            state.acted.fill(-1);
            state.bet = 0;
            state.least_raise = least_bet;
            state.level = 0;
            state.wagers = 0;
            state.capped = false;
            state.aggressor = -1;
            state.turn = static_cast<std::int8_t>(next_turn(state, openings[state.opening].button));
        }
    }

    void pay_out(State& state) const noexcept {
        refund(state);
        if (is_alone(state)) {
            state.stacks[at(std::countr_zero(state.live))] += pot(state);
            return;
        }
        const Judge judge(ruling);
        std::array<unsigned, MOST> strength{};
        Chips top = 0;
        for (int seat = 0; seat < seats_count; ++seat) {
            if (is_live(state, seat)) {
                strength[at(seat)] = judge(state.holes[at(seat)] | state.board);
            }
            top = std::max(top, state.paid[at(seat)]);
        }
        Chips below = 0, dead = state.dead;
        while (true) {
            // The next level is the least contribution of a live seat above the last one.
            Chips level = -1, highest = 0;
            for (int seat = 0; seat < seats_count; ++seat) {
                if (is_live(state, seat)) {
                    const Chips paid = state.paid[at(seat)];
                    highest = std::max(highest, paid);
                    if ((paid > below || below == 0) && (level < 0 || paid < level)) {
                        level = paid;
                    }
                }
            }
            const Chips upper = level == highest ? top : level;
            Chips amount = dead;
            for (int seat = 0; seat < seats_count; ++seat) {
                amount += std::max<Chips>(0, std::min(state.paid[at(seat)], upper) - below);
            }
            if (amount != 0) {
                dead = 0;
                share(state, strength, level, amount);
            }
            if (level == highest) {
                return;
            }
            below = level;
            if (below == 0) {  // a live seat that paid nothing: its level is done
                for (int seat = 0; seat < seats_count; ++seat) {
                    if (is_live(state, seat) && state.paid[at(seat)] == 0) {
                        state.live = static_cast<std::uint16_t>(state.live & ~(1U << seat));
                    }
                }
            }
        }
    }

    void refund(State& state) const noexcept {
        int seat = 0;
        for (int other = 1; other < seats_count; ++other) {
            if (state.paid[at(other)] > state.paid[at(seat)]) {
                seat = other;
            }
        }
        Chips second = 0;
        for (int other = 0; other < seats_count; ++other) {
            if (other != seat) {
                second = std::max(second, state.paid[at(other)]);
            }
        }
        if (is_live(state, seat)) {
            state.stacks[at(seat)] += state.paid[at(seat)] - second;
            state.paid[at(seat)] = second;
        }
    }

    // One pot among the best of those who paid up to its level; odd chips clockwise after the button.
    void share(State& state, const std::array<unsigned, MOST>& strength, Chips level, Chips amount) const noexcept {
        unsigned best = 0;
        int winners = 0;
        for (int seat = 0; seat < seats_count; ++seat) {
            if (is_live(state, seat) && state.paid[at(seat)] >= level) {
                if (strength[at(seat)] > best) {
                    best = strength[at(seat)];
                    winners = 0;
                }
                winners += strength[at(seat)] == best;
            }
        }
        if (winners == 0) {
            return;
        }
        const Chips each = amount / winners;
        Chips odd = amount % winners;
        const int button = openings[state.opening].button;
        for (int i = 0, seat = button; i < seats_count; ++i) {
            seat = seat + 1 < seats_count ? seat + 1 : 0;
            if (is_live(state, seat) && state.paid[at(seat)] >= level && strength[at(seat)] == best) {
                const Chips extra = odd_to_first ? odd : std::min<Chips>(odd, 1);
                state.stacks[at(seat)] += each + extra;
                odd -= extra;
            }
        }
    }
};

// Hold'em as arrays. The twin is HoldemEncoder in paiju.encodings.holdem, which says what each number is.
class HoldemCoder : public Holdem {
public:
    enum Menu : std::uint8_t { FOLD, CHECK_CALL, LEAST, HALF, TWO_THIRDS, POT, MOST_CHIPS, ONCE, TWICE, MENU };
    struct Option {
        Menu name;
        Chips total, chips;  // of a raise; what is put in
    };
    struct Memory {
        History history;
    };

    HoldemCoder(Holdem game, int history, Chips blind) : Holdem(std::move(game)), length_(at(history)), blind_(blind) {}

    Sizes sizes() const noexcept {
        const std::size_t seats = at(seats_count);
        return {3 * 52, 4 + 6 * seats + 4, length_ * WIDTH, seats * 52, MENU + 2, seats};
    }

    void begin(const State&, Memory& memory) const { memory.history.clear(length_, WIDTH); }

    void options(const State& state, Scratch&, std::vector<Option>& out) const {
        const Bets open = bets(state);
        const auto seat = at(state.turn);
        const Chips call = std::min(open.owes, state.stacks[seat]);
        if (call != 0) {
            out.push_back({FOLD, 0, 0});
        }
        out.push_back({CHECK_CALL, 0, call});
        if (open.high == 0) {
            return;
        }
        // The few sizes of paiju.games.holdem.info: a size that stands there already is not offered again.
        std::array<Option, 5> sizes;
        std::size_t count = 0;
        const auto add = [&](Menu name, Chips total) {
            std::size_t place = 0;
            while (place < count && sizes[place].total < total) {
                ++place;
            }
            if (place < count && sizes[place].total == total) {
                return;
            }
            std::copy_backward(sizes.begin() + static_cast<std::ptrdiff_t>(place), sizes.begin() + static_cast<std::ptrdiff_t>(count),
                               sizes.begin() + static_cast<std::ptrdiff_t>(count) + 1);
            sizes[place] = {name, total, total - state.bets[seat]};
            ++count;
        };
        add(MOST_CHIPS, open.high);
        add(LEAST, open.low);
        constexpr std::array<std::pair<double, Menu>, 3> SHARES{{{0.5, HALF}, {0.66, TWO_THIRDS}, {1.0, POT}}};
        const auto after = static_cast<double>(pot(state) + call);
        for (const auto& [share, name] : SHARES) {
            const Chips total = state.bet + static_cast<Chips>(after * share);
            if (open.low < total && total < open.high) {
                add(name, total);
            }
        }
        out.insert(out.end(), sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(count));
    }

    bool has(const State& state, const Option*, std::size_t count, std::int64_t action) const noexcept {
        if (action >= 0) {
            return static_cast<std::size_t>(action) < count;
        }
        const Bets open = bets(state);
        return open.high != 0 && -action >= open.low && -action <= open.high;
    }

    void apply(State& state, Memory& memory, const Option* options, std::int64_t action) const noexcept {
        Scratch scratch{bets(state)};
        const Bets& open = scratch.open;
        const auto seat = at(state.turn);
        const Option chosen = action >= 0 ? options[action] : Option{LEAST, -action, -action - state.bets[seat]};
        const bool owes = open.owes != 0;
        const int did = chosen.name == FOLD ? 1 : chosen.name != CHECK_CALL ? 4 : owes ? 3 : 2;
        std::int16_t* token = memory.history.add(state.turn);
        token[0] = static_cast<std::int16_t>(state.street + 1);
        token[1] = static_cast<std::int16_t>(did);
        token[2] = static_cast<std::int16_t>(std::min<Chips>(4 * chosen.chips / blind_, 32767));
        const bool second = did == 1 ? !owes : owes;  // fold and call, or check and fold
        step(state, did == 4 ? 2 + chosen.total - open.low : second, scratch);
    }

    void observe(const State& state, const Memory& memory, std::uint8_t* planes, std::int32_t* facts,
                 std::int16_t* tokens) const noexcept {
        const int me = state.turn;
        const auto around = [&](int step) { return at((me + step) % seats_count); };
        Mask board = 0;
        for (std::size_t i = 0; i < shown(state); ++i) {
            board |= Mask{1} << state.board_cards[i];
        }
        const Mask own = state.holes[at(me)];
        planes = plane(planes, own);
        planes = plane(planes, board);
        plane(planes, own | board);

        const auto put = [&](Chips value) { *facts++ = static_cast<std::int32_t>(value); };
        const auto each = [&](const auto& value) {
            for (int step = 0; step < seats_count; ++step) {
                put(value(around(step)));
            }
        };
        for (int street = 0; street < 4; ++street) {
            put(street == state.street);
        }
        const auto button = at(openings[state.opening].button);
        each([&](std::size_t seat) { return seat == button; });
        each([&](std::size_t seat) { return state.live >> seat & 1; });
        each([&](std::size_t seat) { return (state.live >> seat & 1) != 0 && state.stacks[seat] == 0; });
        each([&](std::size_t seat) { return state.stacks[seat]; });
        each([&](std::size_t seat) { return state.bets[seat]; });
        each([&](std::size_t seat) { return state.paid[seat]; });
        const Bets open = bets(state);
        put(pot(state));
        put(std::min(open.owes, state.stacks[at(me)]));
        put(open.low);
        put(open.high);
        memory.history.write(tokens, me, seats_count);
    }

    void hidden(const State& state, std::uint8_t* planes) const noexcept {
        for (int step = 1; step < seats_count; ++step) {
            planes = plane(planes, state.holes[at((state.turn + step) % seats_count)]);
        }
        Mask coming = 0;
        for (std::size_t i = shown(state); i < 5; ++i) {
            coming |= Mask{1} << state.board_cards[i];
        }
        plane(planes, coming);
    }

    void feature(const State& state, const Option& option, std::uint8_t* row) const noexcept {
        std::memset(row, 0, MENU);
        row[option.name] = 1;
        row[MENU] = static_cast<std::uint8_t>(std::min<Chips>(16 * option.chips / std::max<Chips>(pot(state), 1), 255));
        row[MENU + 1] = static_cast<std::uint8_t>(255 * option.chips / std::max<Chips>(state.stacks[at(state.turn)], 1));
    }

private:
    static constexpr std::size_t WIDTH = 4;

    static std::size_t shown(const State& state) noexcept { return state.street == 0 ? 0 : 2 + at(state.street); }

    static std::uint8_t* plane(std::uint8_t* out, Mask cards) noexcept {
        std::memset(out, 0, 52);
        for (; cards != 0; cards &= cards - 1) {
            out[std::countr_zero(cards)] = 1;
        }
        return out + 52;
    }

    std::size_t length_;
    Chips blind_;
};

Row row_of(nb::handle from, int seats) {
    const auto values = nb::cast<std::vector<Chips>>(from);
    if (values.size() != static_cast<std::size_t>(seats)) {
        throw nb::value_error("one number for each seat is needed");
    }
    Row row{};
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i] < -1 || values[i] > Chips{1} << 56) {
            throw nb::value_error("chips are numbers below 2**56");
        }
        row[i] = values[i];
    }
    return row;
}

template <class T>
T number(nb::handle from, Chips low, Chips high) {
    const auto value = nb::cast<Chips>(from);
    if (value < low || value > high) {
        throw nb::value_error("a number of the table is out of its bounds");
    }
    return static_cast<T>(value);
}

// Checks everything that later code relies on: a bad table is a ValueError here, never a fault there.
Holdem holdem_of(nb::dict table) {
    constexpr Chips LARGE = Chips{1} << 56;
    Holdem game;
    game.seats_count = number<int>(table["seats"], 2, MOST);
    game.ruling = number<int>(table["ruling"], 0, tables::RULINGS - 1);
    game.is_limit = nb::cast<bool>(table["is_limit"]);
    game.is_pot_limit = nb::cast<bool>(table["is_pot_limit"]);
    game.has_cap = nb::cast<bool>(table["has_cap"]);
    game.uncap_heads_up = nb::cast<bool>(table["uncap_heads_up"]);
    game.odd_to_first = nb::cast<bool>(table["odd_to_first"]);
    game.cap = number<int>(table["cap"], 0, 1 << 30);
    game.least_bet = number<Chips>(table["least_bet"], 1, LARGE);
    game.floor = number<Chips>(table["floor"], 0, LARGE);
    const auto units = nb::cast<std::vector<Chips>>(table["units"]);
    if (units.size() != 4) {
        throw nb::value_error("a wager for each of four streets is needed");
    }
    for (std::size_t i = 0; i < 4; ++i) {
        game.units[i] = number<Chips>(nb::cast(units[i]), 1, LARGE);
    }
    game.starting = row_of(table["stacks"], game.seats_count);
    Mask seen = 0;
    for (const Chips place : nb::cast<std::vector<Chips>>(table["pack"])) {
        const auto card = number<std::uint8_t>(nb::cast(place), 0, 51);
        if ((seen >> card & 1) != 0 || (deck_of(game.ruling) >> card & 1) == 0) {
            throw nb::value_error("a card is in the pack twice, or does not belong to it");
        }
        seen |= Mask{1} << card;
        game.pack.push_back(card);
    }
    const auto places = static_cast<Chips>(game.pack.size()) - 1;
    for (nb::handle one : nb::cast<nb::sequence>(table["openings"])) {
        const auto from = nb::cast<nb::dict>(one);
        Opening opening{};
        HoldemState& state = opening.state;
        state.opening = number<std::uint8_t>(nb::cast(game.openings.size()), 0, MOST - 1);
        opening.button = number<int>(from["button"], 0, game.seats_count - 1);
        state.stacks = row_of(from["stacks"], game.seats_count);
        state.bets = row_of(from["bets"], game.seats_count);
        state.paid = row_of(from["paid"], game.seats_count);
        state.acted.fill(-1);
        state.dead = number<Chips>(from["dead"], 0, LARGE);
        state.bet = number<Chips>(from["bet"], 0, LARGE);
        state.least_raise = number<Chips>(from["least_raise"], 1, LARGE);
        state.level = number<Chips>(from["level"], 0, LARGE);
        state.wagers = number<int>(from["wagers"], 0, 1 << 20);
        state.turn = number<std::int8_t>(from["turn"], -1, game.seats_count - 1);
        state.aggressor = -1;
        state.street = 0;
        std::array<bool, 52> used{};
        const auto place = [&](nb::handle value) {
            const int found = number<int>(value, 0, places);
            if (used[static_cast<std::size_t>(found)]) {
                throw nb::value_error("a place of the deck is dealt twice");
            }
            used[static_cast<std::size_t>(found)] = true;
            opening.used = std::max(opening.used, static_cast<std::uint32_t>(found) + 1);
            return found;
        };
        for (nb::handle seat : nb::cast<nb::sequence>(from["order"])) {
            const int found = number<int>(seat, 0, game.seats_count - 1);
            if ((state.live >> found & 1) != 0) {
                throw nb::value_error("a seat is dealt in twice");
            }
            state.live = static_cast<std::uint16_t>(state.live | 1U << found);
            opening.order.push_back(found);
        }
        if (opening.order.size() < 2 || (state.turn >= 0 && (state.live >> state.turn & 1) == 0)) {
            throw nb::value_error("two seats must be dealt in, the one to act among them");
        }
        for (nb::handle pair : nb::cast<nb::sequence>(from["holes"])) {
            const auto two = nb::cast<nb::sequence>(pair);
            if (nb::len(two) != 2) {
                throw nb::value_error("a hand has two cards");
            }
            opening.holes.push_back({place(two[0]), place(two[1])});
        }
        const auto board = nb::cast<nb::sequence>(from["board"]);
        if (opening.holes.size() != opening.order.size() || nb::len(board) != 5) {
            throw nb::value_error("each seat is dealt a hand, and the board five cards");
        }
        for (std::size_t i = 0; i < 5; ++i) {
            opening.board[i] = place(board[i]);
        }
        for (int seat = 0; seat < game.seats_count; ++seat) {
            const auto i = static_cast<std::size_t>(seat);
            if (state.stacks[i] < 0 || state.bets[i] < 0 || state.paid[i] < 0 || state.bets[i] > state.bet) {
                throw nb::value_error("chips are not negative, and no bet is above the one to match");
            }
        }
        game.openings.push_back(std::move(opening));
    }
    if (game.openings.empty()) {
        throw nb::value_error("at least one opening is needed");
    }
    return game;
}

}  // namespace

void bind_holdem(nb::module_& module) {
    using D = Deals<Holdem>;
    bind_deals<Holdem>(module, "HoldemDeals", "Many running hands of hold'em under one compiled table.")
        .def("__init__",
             [](D* self, nb::dict table, std::size_t size) {
                 if (size > 1U << 26) {
                     throw nb::value_error("that many deals do not fit");
                 }
                 new (self) D(holdem_of(table), size);
             })
        .def("bounds", [](const D& self, std::size_t i) {
            if (self.turn(i) < 0) {
                throw nb::index_error("this deal is over");
            }
            const auto open = self.game().bets(self.at(i));
            return nb::make_tuple(open.owes, open.low, open.high);
        })
        .def("snapshot", [](const D& self, std::size_t i) {
            const HoldemState& state = self.at(i);
            nb::list holes, stacks, bets;
            for (int seat = 0; seat < self.game().seats(); ++seat) {
                const auto at = static_cast<std::size_t>(seat);
                holes.append(state.holes[at]);
                stacks.append(state.stacks[at]);
                bets.append(state.bets[at]);
            }
            return nb::make_tuple(holes, state.board, stacks, bets, state.street, self.game().openings[state.opening].button);
        });
    bind_lanes<HoldemCoder>(module, "HoldemLanes")
        .def("__init__", [](Lanes<HoldemCoder>* self, nb::dict table, nb::dict encoding, std::size_t size, std::size_t threads) {
            check_lanes(size, threads);
            const int history = number<int>(encoding["history"], 1, 256);
            const Chips blind = number<Chips>(encoding["blind"], 1, Chips{1} << 31);
            new (self) Lanes<HoldemCoder>(HoldemCoder(holdem_of(table), history, blind), size, threads);
        });
}

}  // namespace paiju
