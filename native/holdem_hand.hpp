// What stays the same in the text of a hand of hold'em, and the words for its cards that Python knows.
#pragma once

#include <string>
#include <utility>

#include "holdem_reading.hpp"
#include "json_text.hpp"
#include "sheet.hpp"

namespace paiju {

inline void write_cards(Text& text, const reading::Cards& cards) {
    constexpr std::string_view RANKS = "??23456789TJQKA?", SUITS = "cdhs";
    text.list(cards, [&](std::uint8_t code) { text << '"' << RANKS[code >> 4] << SUITS[code & 3] << '"'; });
}

// `line` tells what cards (codes as bytes) make, `word` what kind of hand a strength is. Neither may keep a sheet.
class HoldemHand {
public:
    static constexpr std::size_t LASTING = 11;  // fields of the view, from hand_number to ante

    const nb::object options, told_setup, players;
    const reading::Setup setup;
    const bool is_bomb_pot;
    reading::Seats sitting_out;

    HoldemHand(nb::object options_, nb::object setup_, nb::object players_, nb::sequence ids, nb::sequence lasting,
               nb::tuple sitting, bool bomb_pot, nb::callable line, nb::callable word)
        : options(std::move(options_)),
          told_setup(std::move(setup_)),
          players(std::move(players_)),
          setup(told_setup),
          is_bomb_pot(bomb_pot),
          line_(std::move(line)),
          word_(std::move(word)) {
        for (const nb::handle one : ids) {
            ids_.emplace_back(bytes_of(one));
        }
        for (const nb::handle one : lasting) {
            lasting_.emplace_back(bytes_of(one));
        }
        if (lasting_.size() != LASTING) {
            throw nb::value_error("the fields from hand_number to ante are needed");
        }
        for (const nb::handle one : sitting) {
            const reading::Chips seat = reading::number(one);
            if (seat >= 0 && seat < setup.seats) {
                sitting_out.add(static_cast<int>(seat));
            }
        }
    }

    std::string_view lasting(std::size_t i) const noexcept { return lasting_[i]; }

    // Who sits there; a seat that nobody has is told by its number.
    void write_id(Text& text, int seat) const {
        has_id(seat) ? text << ids_[reading::at(seat)] : text << seat;
    }

    bool has_id(int seat) const noexcept { return seat >= 0 && reading::at(seat) < ids_.size(); }

    // What the cards of a seat make with the board of a street.
    const std::string& made(int seat, int street) const {
        std::string& kept = made_[reading::at(seat)][reading::at(street)];
        if (kept.empty()) {
            std::string found = made(seat, setup.board.first(reading::BOARD_CARDS[reading::at(street)]));
            if (kept.empty()) {  // Python ran in between
                kept = std::move(found);
            }
        }
        return kept;
    }

    std::string made(int seat, const reading::Cards& board) const {
        std::string codes;
        for (const reading::Cards* cards : {&setup.holes[reading::at(seat)], &board}) {
            codes.append(cards->begin(), cards->end());
        }
        return std::string(bytes_of(line_(nb::bytes(codes.data(), codes.size()))));
    }

    std::string word(nb::handle strength) const {
        return std::string(text_of(nb::object(word_(strength))));
    }

private:
    nb::callable line_, word_;
    std::vector<std::string> ids_, lasting_;
    mutable std::array<std::array<std::string, 4>, reading::MOST> made_;  // "": not asked for yet
};

}  // namespace paiju
