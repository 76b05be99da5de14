// A hand of hold'em as Python keeps it, read into plain values. The twins are the named tuples of paiju.games.holdem:
// FIELDS says what they hold in which order, and paiju.games.holdem.native checks it when it is imported.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace paiju::reading {

namespace nb = nanobind;

using Chips = std::int64_t;
using Name = std::string_view;
constexpr int MOST = 10;  // seats

constexpr Name SETUP[] = {"seats", "order", "button", "small_at", "big", "stakes", "stacks", "cards", "unknown"};
constexpr Name STAKES[] = {"small_blind", "big_blind", "ante"};
constexpr Name DEALT[] = {"order", "holes", "board", "burns", "unknown"};
constexpr Name STATE[] = {"setup",  "street",  "turn",      "stacks", "bets",    "paid",   "dead",
                          "live",   "acted",   "bet",       "step",   "level",   "wagers", "capped",
                          "aggressor", "away", "history",   "result", "asking"};
constexpr Name ENTRY[] = {"did", "seat", "amount", "total", "cards"};
constexpr Name RESULT[] = {"showdown", "refund", "won", "shown", "mucked", "strengths", "second"};
constexpr Name WON[] = {"pot", "shares", "strength", "number", "run"};
constexpr Name POT[] = {"amount", "eligible", "contributors"};
constexpr Name REFUND[] = {"seat", "amount"};
// Structs that are made here.
constexpr Name BETS[] = {"bet", "chips", "current", "low", "high", "contested"};
constexpr Name LINE[] = {"key", "args"};
constexpr Name DECISION[] = {"seat", "prompt", "choices"};
constexpr Name ACTION[] = {"kind", "amount", "cards"};

constexpr std::pair<Name, std::span<const Name>> FIELDS[] = {
    {"Setup", SETUP},   {"Stakes", STAKES}, {"Dealt", DEALT}, {"State", STATE},   {"Entry", ENTRY},
    {"Result", RESULT}, {"Won", WON},       {"Pot", POT},     {"Refund", REFUND},
    {"Action", ACTION}, {"Bets", BETS},     {"Line", LINE},   {"Decision", DECISION},
};

// A field of a named tuple; a name that it does not have does not compile.
consteval std::size_t place(std::span<const Name> fields, Name name) {
    std::size_t at = 0;
    while (fields[at] != name) {
        ++at;
    }
    return at;
}

// --- values -----------------------------------------------------------------------------------------------------------

inline nb::handle item(nb::handle row, std::size_t at) {
    if (!PyTuple_Check(row.ptr()) || static_cast<std::size_t>(PyTuple_GET_SIZE(row.ptr())) <= at) {
        throw nb::type_error("a hand is made of the named tuples of paiju.games.holdem");
    }
    return PyTuple_GET_ITEM(row.ptr(), static_cast<Py_ssize_t>(at));
}

inline std::size_t length(nb::handle row) {
    if (!PyTuple_Check(row.ptr())) {
        throw nb::type_error("a tuple is needed");
    }
    return static_cast<std::size_t>(PyTuple_GET_SIZE(row.ptr()));
}

constexpr Chips MOST_CHIPS = Chips{1} << 56;  // so that sums over a history do not overflow

inline Chips number(nb::handle value) {
    const long long found = PyLong_AsLongLong(value.ptr());
    if (found == -1 && PyErr_Occurred() != nullptr) {
        throw nb::python_error();
    }
    if (found > MOST_CHIPS || found < -MOST_CHIPS) {
        throw nb::value_error("a number of a hand is out of its range");
    }
    return found;
}

inline int number(nb::handle value, int low, int high) {
    const Chips found = number(value);
    if (found < low || found > high) {
        throw nb::value_error("a number of a hand is out of its range");
    }
    return static_cast<int>(found);
}

inline bool truth(nb::handle value) {
    const int found = PyObject_IsTrue(value.ptr());
    if (found < 0) {
        throw nb::python_error();
    }
    return found != 0;
}

// --- cards, seats and chips -------------------------------------------------------------------------------------------

// Up to five cards, by their codes.
class Cards {
public:
    Cards() = default;

    explicit Cards(nb::handle row) : count_(length(row)) {
        if (count_ > codes_.size()) {
            throw nb::value_error("five cards at most");
        }
        for (std::size_t i = 0; i < count_; ++i) {
            const int code = number(item(row, i), 0x20, 0xE3);
            if ((code & 15) > 3) {
                throw nb::value_error("a card of the 52 is needed");
            }
            codes_[i] = static_cast<std::uint8_t>(code);
        }
    }

    Cards first(std::size_t count) const noexcept {
        Cards found = *this;
        found.count_ = std::min(count, count_);
        return found;
    }

    bool empty() const noexcept { return count_ == 0; }
    std::size_t size() const noexcept { return count_; }
    const std::uint8_t* begin() const noexcept { return codes_.data(); }
    const std::uint8_t* end() const noexcept { return codes_.data() + count_; }

private:
    std::array<std::uint8_t, 5> codes_{};
    std::size_t count_ = 0;
};

// A set of seats.
class Seats {
public:
    Seats() = default;
    explicit Seats(Chips bits) noexcept : bits_(static_cast<std::uint64_t>(bits)) {}
    bool has(int seat) const noexcept { return (bits_ >> seat & 1) != 0; }
    Chips bits() const noexcept { return static_cast<Chips>(bits_); }
    void add(int seat) noexcept { bits_ |= std::uint64_t{1} << seat; }

private:
    std::uint64_t bits_ = 0;
};

using Row = std::array<Chips, MOST>;

inline Row row_of(nb::handle row, int seats) {
    if (length(row) != static_cast<std::size_t>(seats)) {
        throw nb::value_error("a number for every seat is needed");
    }
    Row found{};
    for (std::size_t i = 0; i < static_cast<std::size_t>(seats); ++i) {
        found[i] = number(item(row, i));
    }
    return found;
}

inline std::vector<int> seats_of(nb::handle row, int seats) {
    std::vector<int> found(length(row));
    for (std::size_t i = 0; i < found.size(); ++i) {
        found[i] = number(item(row, i), 0, seats - 1);
    }
    return found;
}

inline std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

// --- a hand -----------------------------------------------------------------------------------------------------------

constexpr std::array<Name, 4> STREETS = {"pre_flop", "flop", "turn", "river"};
constexpr std::array<std::size_t, 4> BOARD_CARDS = {0, 3, 4, 5};

struct Setup {
    int seats, button;
    std::vector<int> order;
    Seats dealt, unknown;
    Chips big_blind, ante;
    Row stacks;
    std::array<Cards, MOST> holes;
    Cards board;

    explicit Setup(nb::handle from) {
        seats = number(item(from, place(SETUP, "seats")), 1, MOST);
        order = seats_of(item(from, place(SETUP, "order")), seats);
        std::for_each(order.begin(), order.end(), [this](int seat) { dealt.add(seat); });
        button = number(item(from, place(SETUP, "button")), 0, seats - 1);
        const nb::handle stakes = item(from, place(SETUP, "stakes"));
        big_blind = number(item(stakes, place(STAKES, "big_blind")));
        ante = number(item(stakes, place(STAKES, "ante")));
        stacks = row_of(item(from, place(SETUP, "stacks")), seats);
        const nb::handle cards = item(from, place(SETUP, "cards"));
        const nb::handle hands = item(cards, place(DEALT, "holes"));
        for (int seat = 0; seat < seats; ++seat) {
            holes[at(seat)] = Cards(item(hands, at(seat)));
        }
        board = Cards(item(cards, place(DEALT, "board")));
        unknown = Seats(number(item(from, place(SETUP, "unknown"))));
    }

    // Whether somebody sits there whose cards are told to himself.
    bool knows(std::int64_t seat) const noexcept {
        return seat >= 0 && seat < seats && dealt.has(static_cast<int>(seat)) && !unknown.has(static_cast<int>(seat));
    }
};

enum class Did : std::uint8_t {
    ante, small_blind, big_blind, straddle, post, dead_blind, fold, check, call, raise_to, deal, table, once, twice,
    second, show, leave,
};
constexpr std::array<Name, 17> DID = {
    "ante", "small_blind", "big_blind", "straddle", "post", "dead_blind", "fold", "check", "call", "raise_to", "deal",
    "table", "once", "twice", "second", "show", "leave",
};

constexpr bool is_post(Did did) noexcept { return did <= Did::dead_blind; }
constexpr bool is_act(Did did) noexcept { return did >= Did::fold && did <= Did::raise_to; }

// The rules write constants, which Python keeps once: most words are known by their place.
inline Did did_of(nb::handle word) {
    static const std::array<PyObject*, DID.size()> constants = [] {
        std::array<PyObject*, DID.size()> found;
        std::transform(DID.begin(), DID.end(), found.begin(),
                       [](Name name) { return PyUnicode_InternFromString(name.data()); });
        return found;
    }();
    const auto same = std::find(constants.begin(), constants.end(), word.ptr());
    if (same != constants.end()) {
        return static_cast<Did>(same - constants.begin());
    }
    Py_ssize_t size = 0;
    const char* const text = PyUnicode_Check(word.ptr()) ? PyUnicode_AsUTF8AndSize(word.ptr(), &size) : nullptr;
    if (text != nullptr) {
        const auto found = std::find(DID.begin(), DID.end(), Name(text, static_cast<std::size_t>(size)));
        if (found != DID.end()) {
            return static_cast<Did>(found - DID.begin());
        }
    }
    PyErr_Clear();
    throw nb::value_error("the history tells of something that hold'em does not know");
}

struct Entry {
    Did did;
    int seat;  // -1: nobody
    Chips amount, total;
    Cards cards;

    Entry(nb::handle from, int seats)
        : did(did_of(item(from, place(ENTRY, "did")))),
          seat(number(item(from, place(ENTRY, "seat")), -1, seats - 1)),
          amount(number(item(from, place(ENTRY, "amount")))),
          total(number(item(from, place(ENTRY, "total")))),
          cards(item(from, place(ENTRY, "cards"))) {
        const bool is_dealt = did == Did::deal || did == Did::second;
        if (is_dealt ? amount < 0 || amount > 3 : seat < 0 && did != Did::table) {
            throw nb::value_error("an entry of the history has no seat or no street");
        }
    }
};

struct Pot {
    Chips amount;
    std::vector<int> eligible;  // in the order of their seats

    Pot(nb::handle from, int seats)
        : amount(number(item(from, place(POT, "amount")))), eligible(seats_of(item(from, place(POT, "eligible")), seats)) {
        std::sort(eligible.begin(), eligible.end());
    }
};

struct Share {
    int seat;
    Chips chips;
};

struct Won {
    Pot pot;
    std::vector<Share> shares;
    nb::handle strength;
    Chips number, run;

    Won(nb::handle from, int seats)
        : pot(item(from, place(WON, "pot")), seats),
          strength(item(from, place(WON, "strength"))),
          number(reading::number(item(from, place(WON, "number")))),
          run(reading::number(item(from, place(WON, "run")))) {
        const nb::handle rows = item(from, place(WON, "shares"));
        for (std::size_t i = 0; i < length(rows); ++i) {
            const nb::handle row = item(rows, i);
            shares.push_back({reading::number(item(row, 0), 0, seats - 1), reading::number(item(row, 1))});
        }
        if (shares.empty()) {
            throw nb::value_error("a pot goes to somebody");
        }
    }
};

struct Result {
    bool showdown;
    std::optional<Share> refund;
    std::vector<Won> won;
    std::vector<int> shown, mucked;
    Seats showed, hid;  // the same
    Cards second;

    Result(nb::handle from, int seats)
        : showdown(truth(item(from, place(RESULT, "showdown")))),
          shown(seats_of(item(from, place(RESULT, "shown")), seats)),
          mucked(seats_of(item(from, place(RESULT, "mucked")), seats)),
          second(item(from, place(RESULT, "second"))) {
        const nb::handle back = item(from, place(RESULT, "refund"));
        if (!back.is_none()) {
            refund = Share{number(item(back, place(REFUND, "seat")), 0, seats - 1),
                           number(item(back, place(REFUND, "amount")))};
        }
        const nb::handle pots = item(from, place(RESULT, "won"));
        for (std::size_t i = 0; i < length(pots); ++i) {
            won.emplace_back(item(pots, i), seats);
        }
        std::for_each(shown.begin(), shown.end(), [this](int seat) { showed.add(seat); });
        std::for_each(mucked.begin(), mucked.end(), [this](int seat) { hid.add(seat); });
    }
};

// Whether the history of one state is the beginning of another's: entries are made once, so the last one names its past.
inline bool leads_to(nb::handle before, nb::handle state) {
    const nb::handle told = item(before, place(STATE, "history")), now = item(state, place(STATE, "history"));
    const std::size_t count = length(told);
    return count > 0 && count <= length(now) && item(told, count - 1).is(item(now, count - 1));
}

// Keeps no reference: whoever reads one keeps the tuple that it was read from.
struct State {
    int street, turn;
    Row stacks, bets, paid;
    Seats live, away;
    std::vector<Entry> history;
    std::optional<Result> result;
    bool asking;

    // `before` is an earlier state of the same hand, as it was read from `told`: what it has of the history need not be read.
    State(nb::handle from, int seats, const State* before = nullptr, nb::handle told = {})
        : street(number(item(from, place(STATE, "street")), 0, 3)),
          turn(number(item(from, place(STATE, "turn")), -1, seats - 1)),
          stacks(row_of(item(from, place(STATE, "stacks")), seats)),
          bets(row_of(item(from, place(STATE, "bets")), seats)),
          paid(row_of(item(from, place(STATE, "paid")), seats)),
          live(number(item(from, place(STATE, "live")))),
          away(number(item(from, place(STATE, "away")))),
          asking(truth(item(from, place(STATE, "asking")))) {
        const nb::handle entries = item(from, place(STATE, "history"));
        const std::size_t count = length(entries);
        history.reserve(count);
        if (before != nullptr && leads_to(told, from)) {
            history = before->history;
        }
        for (std::size_t i = history.size(); i < count; ++i) {
            history.emplace_back(item(entries, i), seats);
        }
        const nb::handle end = item(from, place(STATE, "result"));
        if (!end.is_none()) {
            result.emplace(end, seats);
        }
    }
};

}  // namespace paiju::reading
