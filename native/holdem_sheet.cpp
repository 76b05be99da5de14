// A hand of hold'em as the wire's JSON. No rules: what the rules say of a state comes from Python with it.
// The definition is what views, `HoldemExtras` and the wire's spelling come to; tests hold the two together.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <memory>
#include <optional>
#include <utility>

#include "bindings.hpp"
#include "holdem_hand.hpp"
#include "holdem_log.hpp"
#include "holdem_reading.hpp"
#include "sheet.hpp"

namespace paiju {
namespace {

using reading::at;
using reading::Chips;

struct Amounts {
    Chips pot, current_bet, to_call, min_raise_to, max_raise_to, min_bet, max_bet;

    explicit Amounts(nb::handle row) {
        std::size_t i = 0;
        for (Chips* one : {&pot, &current_bet, &to_call, &min_raise_to, &max_raise_to, &min_bet, &max_bet}) {
            *one = reading::number(reading::item(row, i++));
        }
    }
};

struct Seat {
    std::string_view status;  // "": the seat is empty
    std::string_view did;     // "": nothing on this street
    bool has_cards = false, all_in = false;
    Chips won = 0;
    reading::Cards shown;      // to everybody
    std::string hand, second;  // "": not told
};

void write_word(Text& text, std::string_view word) {
    if (word.empty()) {
        text << "null";
    } else {
        text << '"' << word << '"';
    }
}

void write_pile(Text& text, std::string_view name, const reading::Cards& cards) {
    text << R"({"name":")" << name << R"(","cards":)";
    write_cards(text, cards);
    text << '}';
}

template <class Write>
void write_piece(Pieces& pieces, std::string_view name, const Write& write) {
    pieces.text << '"' << name << "\":";
    write();
    pieces.end();
}

class HoldemSheet final : public Sheet {
public:
    const nb::object told_hand, told_state, told_pots;

    // `amounts` are those of `view.amounts`, `pots` those of a hand that is not over, `order` who shows after whom,
    // `before` an earlier sheet of the hand.
    HoldemSheet(nb::handle_t<HoldemHand> hand, nb::object state, nb::tuple amounts, nb::tuple pots, nb::tuple order,
                const HoldemSheet* before)
        : told_hand(nb::borrow<nb::object>(hand)),
          told_state(std::move(state)),
          told_pots(std::move(pots)),
          hand_(nb::cast<const HoldemHand&>(told_hand)),
          state_(told_state, hand_.setup.seats, before == nullptr ? nullptr : &before->state_,
                 before == nullptr ? nb::handle() : nb::handle(before->told_state)),
          amounts_(amounts),
          order_(reading::seats_of(order, hand_.setup.seats)) {
        if (!reading::item(told_state, reading::place(reading::STATE, "setup")).is(hand_.told_setup)) {
            throw nb::value_error("a state of another hand");
        }
        for (std::size_t i = 0; i < reading::length(told_pots); ++i) {
            pots_.emplace_back(reading::item(told_pots, i), hand_.setup.seats);
        }
        read_winnings();
        for (int seat = 0; seat < hand_.setup.seats; ++seat) {
            read_seat(seat);
        }
        read_actions();
    }

    std::string stage() const override { return std::string(word()); }

    std::string_view word() const noexcept {
        if (state_.result) {
            return state_.result->showdown ? "showdown" : "hand_end";
        }
        return reading::STREETS[at(state_.street)];
    }

    // The hand, if that is what the state is of.
    nb::object hand_of(nb::handle options, nb::handle state, nb::handle players) const {
        const nb::handle setup = reading::item(state, reading::place(reading::STATE, "setup"));
        const bool is_same = hand_.told_setup.is(setup) && hand_.options.is(options) && hand_.players.is(players);
        return is_same ? told_hand : nb::object(nb::none());
    }

    // The pots of a later state of the hand, if they are the same: bets join them at the end of a street.
    nb::object pots_of(nb::handle state) const {
        using namespace reading;
        const bool is_same = !state_.result && !state_.asking && item(state, place(STATE, "result")).is_none() &&
                             !truth(item(state, place(STATE, "asking"))) &&
                             number(item(state, place(STATE, "street"))) == state_.street &&
                             number(item(state, place(STATE, "live"))) == state_.live.bits() && leads_to(told_state, state);
        return is_same ? told_pots : nb::object(nb::none());
    }

    // --- what everybody is told ---

    void facts(Pieces& pieces) const override {
        Text& text = pieces.text;
        const auto fact = [&](std::string_view name, const auto& write) { write_piece(pieces, name, write); };
        const auto number = [&](std::string_view name, Chips value) { fact(name, [&] { text << value; }); };
        number("pot", amounts_.pot);
        fact("pots", [&] { write_open_pots(text); });
        fact("communityCards", [&] { write_cards(text, board()); });
        fact("currentPlayer", [&] { state_.turn >= 0 ? hand_.write_id(text, state_.turn) : void(text << "null"); });
        number("minBet", amounts_.min_bet);
        number("maxBet", amounts_.max_bet);
        number("dealerButton", hand_.setup.button);
        number("toCall", amounts_.to_call);
        number("minRaiseTo", amounts_.min_raise_to);
        number("maxRaiseTo", amounts_.max_raise_to);
    }

    // --- the view ---

    void view(Pieces& pieces, Viewer viewer) const override {
        const int own = holder(viewer);
        const reading::Cards shown = board(), second = state_.result ? state_.result->second : reading::Cards();
        Text& text = pieces.text;
        const auto part = [&](std::string_view name, const auto& write) { write_piece(pieces, name, write); };
        const auto number = [&](std::string_view name, Chips value) { part(name, [&] { text << value; }); };
        part("type", [&] { text << R"("HoldemView")"; });
        part("viewer", [&] { viewer ? text << *viewer : text << "null"; });
        part("hands", [&] { write_hands(text, own); });
        part("centre", [&] {
            write_pile(text << '[', "board", shown);
            if (!second.empty()) {
                write_pile(text << ',', "second_board", second);
            }
            text << ']';
        });
        part("waiting_on", [&] { (state_.turn >= 0 ? text << '[' << state_.turn : text << '[') << ']'; });
        part("stage", [&] { text << '"' << word() << '"'; });
        for (std::size_t k = 0; k < HoldemHand::LASTING; ++k) {
            text << hand_.lasting(k);
            pieces.end();
        }
        number("pot", amounts_.pot);
        part("pots", [&] { write_pots(text); });
        part("board", [&] { write_cards(text, shown); });
        part("second_board", [&] { write_cards(text, second); });
        part("asking", [&] { text << state_.asking; });
        number("current_bet", amounts_.current_bet);
        number("to_call", amounts_.to_call);
        number("min_raise_to", amounts_.min_raise_to);
        number("max_raise_to", amounts_.max_raise_to);
        number("min_bet", amounts_.min_bet);
        number("max_bet", amounts_.max_bet);
        part("seats", [&] { write_seats(text, own); });
        part("made", [&] { text << (own < 0 ? std::string_view("null") : hand_.made(own, state_.street)); });
    }

    // --- the log ---

    std::size_t told(Viewer viewer) const override { return log().size(holder(viewer) >= 0); }

    void events(Text& text, Viewer viewer, std::size_t start) const override { log().write(text, holder(viewer), start); }

    void moved(Text& text, std::int64_t seat, std::string_view said) const {
        constexpr std::string_view SPACE = " \t\n\r\f\v\x1c\x1d\x1e\x1f";
        const std::size_t from = std::min(said.find_first_not_of(SPACE), said.size());
        const std::string_view verb = said.substr(from, said.find_first_of(SPACE, from) - from);
        const bool is_bet = verb != "show" && verb != "leave" && verb != "once" && verb != "twice";
        if (!is_bet || !log().write_last(text, seat)) {
            text << R"("action":)";
            text.quote(verb);
        }
    }

    // --- players ---

    Known player(Text& more, std::int64_t seat, Viewer viewer) const override {
        if (seat < 0 || seat >= hand_.setup.seats) {
            return {};
        }
        const int place = static_cast<int>(seat);
        const Seat& facts = seats_[at(place)];
        more << R"("bet":)" << bet(place) << R"(,"hasCards":)" << facts.has_cards;
        if (const reading::Cards& cards = known(place, holder(viewer)); !cards.empty()) {
            more << R"(,"holeCards":)";
            write_cards(more, cards);
        }
        Known found{.status = std::nullopt, .chips = std::to_string(state_.stacks[at(place)])};
        if (!facts.status.empty()) {
            found.status = facts.status;
        }
        return found;
    }

    bool cards(Text& text, Viewer viewer) const override {
        const int seat = holder(viewer);
        if (seat >= 0) {
            write_cards(text, hand_.setup.holes[at(seat)]);
        }
        return seat >= 0;
    }

    // What the seat to act is asked, as `Holdem.pending` asks it, and the range of its raises.
    void question(Text& text, Text& extra, nb::handle) const override {
        const Chips low = amounts_.min_raise_to, high = amounts_.max_raise_to, to_call = amounts_.to_call;
        if (state_.asking) {
            text << R"("prompt":{"key":"holdem.run","args":{"left":)" << 5 - board().size()
                 << R"(}},"choices":["once","twice"],"more":false)";
        } else {
            text << R"("prompt":{"key":"holdem.act","args":{"to_call":)" << to_call << R"(,"low":)" << low
                 << R"(,"high":)" << high << R"(}},"choices":[)" << (to_call != 0 ? R"("fold","call")" : R"("check","fold")");
            for (Chips total = low; high != 0 && total <= high && total - low < 2; ++total) {
                text << R"(,"raise_to )" << total << '"';
            }
            text << R"(],"more":)" << (high - low > 1);
        }
        extra << R"("extra":{"toCall":)" << to_call << R"(,"minRaiseTo":)" << low << R"(,"maxRaiseTo":)" << high
              << R"(,"pot":)" << amounts_.pot << R"(,"bigBlind":)" << hand_.setup.big_blind << '}';
    }

    static const HoldemSheet* sheet_in(nb::handle value) {
        const bool is_one = nb::inst_check(value) && value.type().is(nb::type<HoldemSheet>()) && nb::inst_ready(value);
        return is_one ? nb::inst_ptr<HoldemSheet>(value) : nullptr;
    }

private:
    const HoldemHand& hand_;
    const reading::State state_;
    const Amounts amounts_;
    const std::vector<int> order_;
    std::vector<reading::Pot> pots_;  // of a hand that is not over
    std::vector<Winning> winnings_;
    std::array<Seat, reading::MOST> seats_;
    mutable std::unique_ptr<HoldemLog> log_;

    reading::Cards board() const noexcept { return hand_.setup.board.first(reading::BOARD_CARDS[at(state_.street)]); }
    Chips bet(int seat) const noexcept { return state_.result ? 0 : state_.bets[at(seat)]; }

    // The viewer's seat if he has cards that he knows, else -1.
    int holder(Viewer viewer) const noexcept {
        return viewer && hand_.setup.knows(*viewer) ? static_cast<int>(*viewer) : -1;
    }

    // The cards of a seat that this holder sees.
    const reading::Cards& known(int seat, int holder) const noexcept {
        return seat == holder ? hand_.setup.holes[at(seat)] : seats_[at(seat)].shown;
    }

    void read_winnings() {
        if (!state_.result) {
            return;
        }
        for (const reading::Won& won : state_.result->won) {
            Winning& winning = winnings_.emplace_back();
            const int winner = won.shares.front().seat;
            if (!reading::truth(won.strength)) {
                winning = {"uncontested", R"({"key":"holdem.hand.uncontested","args":{}})"};
            } else {
                winning.word = hand_.word(won.strength);
                winning.best =
                    won.run == 2 ? hand_.made(winner, state_.result->second) : hand_.made(winner, state_.street);
            }
        }
    }

    void read_seat(int seat) {
        const reading::Setup& setup = hand_.setup;
        const std::optional<reading::Result>& result = state_.result;
        Seat& found = seats_[at(seat)];
        const bool live = state_.live.has(seat), dealt = setup.dealt.has(seat);
        found.has_cards = live && !(result && result->hid.has(seat));
        if (dealt) {
            found.all_in = live && behind(seat) == 0;
            found.status = !live ? "folded" : found.all_in ? "all_in" : state_.away.has(seat) ? "away" : "active";
        } else if (hand_.sitting_out.has(seat) || setup.stacks[at(seat)] != 0) {
            found.status = "sitting_out";
        }
        if (setup.knows(seat)) {
            if (result ? result->showed.has(seat) : state_.asking && live) {
                found.shown = setup.holes[at(seat)];
            } else {
                const auto show = std::find_if(state_.history.begin(), state_.history.end(), [&](const auto& entry) {
                    return entry.did == reading::Did::show && entry.seat == seat;
                });
                if (show != state_.history.end()) {
                    found.shown = show->cards;
                }
            }
        }
        if (!result) {
            return;
        }
        for (const reading::Won& won : result->won) {
            for (const reading::Share& share : won.shares) {
                found.won += share.seat == seat ? share.chips : 0;
            }
        }
        if (result->refund && result->refund->seat == seat) {
            found.won += result->refund->chips;
        }
        if (result->showed.has(seat)) {
            found.hand = hand_.made(seat, state_.street);
            if (!result->second.empty()) {
                found.second = hand_.made(seat, result->second);
            }
        }
    }

    // Chips that a seat kept to bet with: once the hand is paid it may hold others.
    Chips behind(int seat) const noexcept {
        if (!state_.result) {
            return state_.stacks[at(seat)];
        }
        Chips left = hand_.setup.stacks[at(seat)];
        for (const reading::Entry& entry : state_.history) {
            left -= entry.seat == seat && entry.did != reading::Did::deal ? entry.amount : 0;
        }
        return left;
    }

    // What each seat did last on this street, or in the hand once it is over.
    void read_actions() {
        reading::Seats found;
        for (auto entry = state_.history.rbegin(); entry != state_.history.rend(); ++entry) {
            if (entry->did == reading::Did::deal && !state_.result) {
                for (const int seat : hand_.setup.order) {
                    if (!found.has(seat) && !state_.live.has(seat)) {
                        seats_[at(seat)].did = "fold";
                    }
                }
                return;
            }
            if (reading::is_act(entry->did) && !found.has(entry->seat)) {
                found.add(entry->seat);
                const bool is_all = entry->amount != 0 && behind(entry->seat) == 0;
                seats_[at(entry->seat)].did = is_all ? "all_in" : HoldemLog::verb(entry->did);
            }
        }
    }

    // The pots as everybody is told who can win them.
    void write_open_pots(Text& text) const {
        const auto write = [&](const reading::Pot& pot) {
            text << R"({"amount":)" << pot.amount << R"(,"eligible":)";
            text.list(pot.eligible, [&](int seat) { hand_.write_id(text, seat); }) << '}';
        };
        if (state_.result) {
            text.list(state_.result->won, [&](const reading::Won& won) { write(won.pot); });
        } else {
            text.list(pots_, write);
        }
    }

    // The pots as the view tells them.
    void write_pots(Text& text) const {
        const auto begin = [&](const reading::Pot& pot) {
            text << R"({"type":"PotView","amount":)" << pot.amount << R"(,"eligible":)";
            text.list(pot.eligible) << R"(,"winners":)";
        };
        if (!state_.result) {
            std::size_t number = 0;
            text.list(pots_, [&](const reading::Pot& pot) {
                begin(pot);
                text << R"([],"shares":[],"hand_type":null,"best":null,"number":)" << number++ << R"(,"run":0})";
            });
            return;
        }
        std::size_t i = 0;
        text.list(state_.result->won, [&](const reading::Won& won) {
            const Winning& winning = winnings_[i++];
            begin(won.pot);
            text.list(won.shares, [&](const reading::Share& share) { text << share.seat; }) << R"(,"shares":)";
            text.list(won.shares, [&](const reading::Share& share) {
                text << '[' << share.seat << ',' << share.chips << ']';
            }) << R"(,"hand_type":)";
            text.quote(winning.word) << R"(,"best":)" << winning.best << R"(,"number":)" << won.number << R"(,"run":)"
                                     << won.run << '}';
        });
    }

    void write_hands(Text& text, int holder) const {
        text << '[';
        for (int seat = 0; seat < hand_.setup.seats; ++seat) {
            if (seat != 0) {
                text << ',';
            }
            if (const reading::Cards& cards = known(seat, holder); !cards.empty()) {
                write_pile(text, "hand", cards);
            } else {
                text << R"({"name":"hand","count":)" << (seats_[at(seat)].has_cards ? 2 : 0) << '}';
            }
        }
        text << ']';
    }

    void write_seats(Text& text, int holder) const {
        text << '[';
        for (int seat = 0; seat < hand_.setup.seats; ++seat) {
            const Seat& facts = seats_[at(seat)];
            if (seat != 0) {
                text << ',';
            }
            text << R"({"type":"SeatView","seat":)" << seat << R"(,"chips":)" << state_.stacks[at(seat)] << R"(,"bet":)"
                 << bet(seat) << R"(,"total_bet":)" << state_.paid[at(seat)] << R"(,"status":)";
            write_word(text, facts.status);
            text << R"(,"has_cards":)" << facts.has_cards << R"(,"cards":)";
            if (const reading::Cards& cards = known(seat, holder); !cards.empty()) {
                write_cards(text, cards);
            } else {
                text << "null";
            }
            text << R"(,"last_action":)";
            write_word(text, facts.did);
            text << R"(,"all_in":)" << facts.all_in << R"(,"won":)" << facts.won << R"(,"hand":)"
                 << (facts.hand.empty() ? "null" : std::string_view(facts.hand)) << R"(,"second_hand":)"
                 << (facts.second.empty() ? "null" : std::string_view(facts.second)) << '}';
        }
        text << ']';
    }

    const HoldemLog& log() const {
        if (log_ == nullptr) {
            log_ = std::make_unique<HoldemLog>(hand_, state_, order_, winnings_);
        }
        return *log_;
    }
};

// What one of these writes, as Python takes it.
template <class Write>
nb::list listed(Write write) {
    Pieces pieces;
    write(pieces);
    nb::list found;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        found.append(bytes(pieces[i]));
    }
    return found;
}

template <class Write>
nb::bytes written(Write write) {
    Text text;
    write(text);
    return bytes(text.read());
}

}  // namespace

const Sheet* holdem_sheet(nb::handle value) { return HoldemSheet::sheet_in(value); }

void bind_holdem_sheet(nb::module_& module) {
    nb::dict fields;
    for (const auto& [name, names] : reading::FIELDS) {
        nb::list row;
        for (const reading::Name one : names) {
            row.append(nb::str(one.data(), one.size()));
        }
        fields[nb::str(name.data(), name.size())] = nb::tuple(row);
    }
    module.attr("HOLDEM_FIELDS") = fields;

    nb::class_<HoldemHand>(module, "HoldemHand", "What stays the same in the text of a hand of hold'em.", nb::is_final())
        .def(nb::init<nb::object, nb::object, nb::object, nb::sequence, nb::sequence, nb::tuple, bool, nb::callable,
                      nb::callable>(),
             nb::arg("options"), nb::arg("setup"), nb::arg("players"), nb::arg("ids"), nb::arg("lasting"),
             nb::arg("sitting_out"), nb::arg("bomb_pot"), nb::arg("line"), nb::arg("word"))
        .def_prop_ro("options", [](const HoldemHand& self) { return self.options; })
        .def_prop_ro("setup", [](const HoldemHand& self) { return self.told_setup; })
        .def_prop_ro("players", [](const HoldemHand& self) { return self.players; });

    using One = HoldemSheet;
    nb::class_<One>(module, "HoldemSheet", "A state of hold'em as its viewers are told, in JSON.", nb::is_final())
        .def(nb::init<nb::handle_t<HoldemHand>, nb::object, nb::tuple, nb::tuple, nb::tuple, const One*>(),
             nb::arg("hand"), nb::arg("state"), nb::arg("amounts"), nb::arg("pots"), nb::arg("order"),
             nb::arg("before").none() = nb::none())
        .def_prop_ro("hand", [](const One& self) { return self.told_hand; })
        .def_prop_ro("state", [](const One& self) { return self.told_state; })
        .def("hand_of", &One::hand_of, nb::arg("options"), nb::arg("state"), nb::arg("players"))
        .def("pots_of", &One::pots_of, nb::arg("state"))
        .def_prop_ro("stage", &One::stage)
        .def("facts", [](const One& self) { return listed([&](Pieces& pieces) { self.facts(pieces); }); })
        .def(
            "view",
            [](const One& self, Viewer viewer) { return listed([&](Pieces& pieces) { self.view(pieces, viewer); }); },
            nb::arg("viewer").none())
        .def("told", &One::told, nb::arg("viewer").none())
        .def(
            "events",
            [](const One& self, Viewer viewer, std::int64_t start) {
                const auto from = static_cast<std::size_t>(std::max<std::int64_t>(start, 0));
                return written([&](Text& text) { self.events(text, viewer, from); });
            },
            nb::arg("viewer").none(), nb::arg("start"))
        .def(
            "player",
            [](const One& self, std::int64_t seat, Viewer viewer) {
                Text more;
                const Sheet::Known known = self.player(more, seat, viewer);
                nb::object chips = nb::none();
                if (known.chips) {
                    chips = nb::steal(PyLong_FromString(known.chips->c_str(), nullptr, 10));
                }
                return nb::make_tuple(known.status, chips, bytes(more.read()));
            },
            nb::arg("seat"), nb::arg("viewer").none())
        .def(
            "cards",
            [](const One& self, Viewer viewer) -> std::optional<nb::bytes> {
                Text text;
                return self.cards(text, viewer) ? std::optional(bytes(text.read())) : std::nullopt;
            },
            nb::arg("viewer").none())
        .def(
            "question",
            [](const One& self, nb::handle decision) {
                Text text, extra;
                self.question(text, extra, decision);
                return nb::make_tuple(bytes(text.read()), bytes(extra.read()));
            },
            nb::arg("decision"))
        .def(
            "moved",
            [](const One& self, Viewer, std::int64_t seat, nb::str said) {
                return written([&](Text& text) { self.moved(text, seat, text_of(said)); });
            },
            nb::arg("viewer").none(), nb::arg("seat"), nb::arg("text"));
}

}  // namespace paiju
