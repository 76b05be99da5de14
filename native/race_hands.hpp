// The hands of a race (see race.hpp), each worked out once: what it can play, what that leaves, how many plays it needs at least.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "climb_game.hpp"
#include "climb_points.hpp"
#include "endgame.hpp"

namespace paiju::climb {

// Room for many values that stay where they are.
template <class T>
class Store {
public:
    T* take(std::size_t size) {
        if (used_ + size > room_ || room_ == 0) {
            room_ = std::max({size, std::size_t{128}, std::min<std::size_t>(2 * room_, 1 << 16)});
            chunks_.push_back(std::make_unique<T[]>(room_));
            bytes_ += room_ * sizeof(T);
            used_ = 0;
        }
        used_ += size;
        return chunks_.back().get() + (used_ - size);
    }
    std::size_t bytes() const noexcept { return bytes_; }

private:
    std::vector<std::unique_ptr<T[]>> chunks_;
    std::size_t used_ = 0, room_ = 0, bytes_ = 0;
};

class RaceHands {
public:
    using Rules = climb::Rules<Points>;
    enum Shortcut : unsigned {
        CHAIN = 1,      // the leader runs out with plays that no opponent can beat
        CONTROLS = 2,   // and with beatable plays for which the hand has an answer
        SQUEEZE = 4,    // ranks are known by their order in the key; a hand's cards that no other separates are the same
        NEEDS = 8,      // plays are tried by how many more the rest needs
        OUT = 16,       // a friend who runs out over the play to beat is let through
        PEEK = 32,      // all next positions are looked at before one is searched
        SOLO = 64,      // a side wins if one of its seats does so alone, the others passing
        PROBE = 128,    // with PEEK: they are also looked up
        ANSWER = 256,   // the owner of a play that can be beaten runs out, with an answer to whatever beats it
        MERGE = 512,    // with SQUEEZE: partners' cards that no opposing card separates are the same in the key
        AGAIN = 1024,   // the play by which the hand won lately, against the same play, is tried first
    };

    RaceHands(const RaceHands&) = delete;
    RaceHands& operator=(const RaceHands&) = delete;

    const Rules& rules() const noexcept { return rules_; }
    std::size_t hands() const noexcept { return size_; }

protected:
    static constexpr int LINES = 48, NEVER = 255;
    struct Known;
    struct Option {  // a play of a hand
        Known* rest;
        std::uint8_t line, height, size, point;  // height: among the combos of its line; point: the highest of its body
        std::int16_t worth;                      // the lower, the sooner it is tried
    };
    struct Known {  // a hand
        Counts counts = 0;
        std::uint64_t lines = 0;               // of its options, as bits
        std::array<std::uint8_t, LINES> best{};  // the greatest height in each line; 0: none
        const Option* options = nullptr;       // by line, each as they are tried
        const std::uint16_t* begins = nullptr;  // where the options of each of its lines begin, and the end
        const std::uint16_t* heads = nullptr;   // the points of the options of each of its lines, as bits
        const std::uint16_t* order = nullptr;  // in which they are tried when leading
        std::uint64_t points = 0;              // those with at least one, two, three, four cards: 16 bits each
        std::uint64_t more = 0;                // those with at least five, six, seven, eight
        std::uint16_t size = 0, runs = 0;      // runs: the points that are part of one
        std::uint8_t cards = 0, needs = 0;     // plays that it needs at least; 0: not worked out
        bool is_listed = false;
    };
    using Hands = std::array<Known*, 4>;
    struct Place {  // who acts, and what is to be beaten; if the owner acts, nothing is
        std::uint8_t seat, owner, line, height, point;
        bool is_bomb;

        bool leads() const noexcept { return seat == owner; }
        bool operator==(const Place&) const = default;
    };

    // `path`: how many of the lowest points runs may go through. `shortest`: of a run of singles, pairs, triples, fours; 0: none.
    RaceHands(const Rules& rules, unsigned side, unsigned shortcuts, int path, std::array<int, 4> shortest)
        : rules_(rules), seats_(rules.seats()), side_(side), shortcuts_(shortcuts), path_(path), shortest_(shortest), ids_(1 << 10) {
        if (!rules.is_race() || rules.reader().has_lasts() || seats_ > 4) {
            bad_table("this game is no plain race");
        }
        widths_.fill(4);
        rank_combos();
        nothing_ = known(0);
        nothing_->is_listed = true;
    }
    ~RaceHands() = default;

    std::size_t bytes_of_hands() const noexcept {
        return hands_.bytes() + options_.bytes() + places_.bytes() + ids_.size() * sizeof(ids_[0]);
    }

    bool is_ours(int seat) const noexcept { return (side_ >> seat & 1) != 0; }
    bool are_friends(int one, int other) const noexcept { return is_ours(one) == is_ours(other); }
    bool has(Shortcut one) const noexcept { return (shortcuts_ & one) != 0; }
    int after(int seat) const noexcept { return seat + 1 < seats_ ? seat + 1 : 0; }

    Known* known(Counts counts) {
        if (2 * size_ > ids_.size()) {
            std::vector<Known*> old(4 * ids_.size());
            old.swap(ids_);
            for (Known* one : old) {
                if (one != nullptr) {
                    slot(one->counts) = one;
                }
            }
        }
        Known*& found = slot(counts);
        if (found == nullptr) {
            ++size_;
            found = hands_.take(1);
            found->counts = counts;
            found->cards = static_cast<std::uint8_t>(total(counts));
            for (int width = 1; width <= 4; ++width) {
                const std::uint64_t held = gathered(at_least(counts, width));
                found->points |= held << 16 * (width - 1);
                if (shortest_[at(width - 1)] != 0) {
                    found->runs |= in_runs(held & ((1U << path_) - 1), shortest_[at(width - 1)]);
                }
            }
            if (at_least(counts, 5) != 0) {
                for (int width = 5; width <= 8; ++width) {
                    found->more |= gathered(at_least(counts, width)) << 16 * (width - 5);
                }
            }
        }
        return found;
    }

    // Those of these points that have so many neighbours in a row.
    static std::uint16_t in_runs(std::uint64_t held, int length) noexcept {
        std::uint64_t starts = held, found = 0;
        for (int i = 1; i < length; ++i) {
            starts &= held >> i;
        }
        for (int i = 0; i < length; ++i) {
            found |= starts << i;
        }
        return static_cast<std::uint16_t>(found);
    }

    static std::uint8_t highest(Counts body) noexcept { return static_cast<std::uint8_t>((63 - std::countl_zero(body)) / 4); }

    // How many cards of a point the plays of a line have at least.
    void note_width(std::size_t line, Counts body) noexcept {
        widths_[line] = std::min(widths_[line], static_cast<std::uint8_t>(body >> 4 * highest(body)));
    }

    // One bit of each four.
    static std::uint64_t gathered(Counts ones) noexcept {
        ones = (ones | ones >> 3) & 0x0303030303030303;
        ones = (ones | ones >> 6) & 0x000F000F000F000F;
        ones = (ones | ones >> 12) & 0x000000FF000000FF;
        return (ones | ones >> 24) & 0xFFFF;
    }

    Known*& slot(Counts counts) noexcept {
        std::size_t place = counts * 0x9E3779B97F4A7C15 >> 20;
        for (;; ++place) {
            Known*& found = ids_[place & (ids_.size() - 1)];
            if (found == nullptr || found->counts == counts) {
                return found;
            }
        }
    }

    void list(Known& hand) {
        if (hand.is_listed) {
            return;
        }
        rules_.reader().list({}, hand.counts, -1, moves_);
        made_.clear();
        for (const Move& move : moves_.list) {
            const Combo combo = rules_.reader().combo(move.number);
            made_.push_back({known(hand.counts - move.body - move.carried), static_cast<std::uint8_t>(combo.line),
                             heights_[at(move.number)], combo.size, highest(move.body), 0});
            note_width(at(combo.line), move.body);
        }
        hand.is_listed = true;
        const std::size_t size = made_.size();
        for (Option& one : made_) {
            hand.lines |= std::uint64_t{1} << one.line;
            hand.best[one.line] = std::max(hand.best[one.line], one.height);
        }
        std::sort(made_.begin(), made_.end(), [](const Option& a, const Option& b) {
            return a.line != b.line ? a.line < b.line : a.height != b.height ? a.height < b.height : a.rest->counts > b.rest->counts;
        });
        Option* options = options_.take(size);
        std::copy(made_.begin(), made_.end(), options);
        const auto lines = static_cast<std::size_t>(std::popcount(hand.lines));
        std::uint16_t *begins = places_.take(lines + 1), *heads = places_.take(lines);
        hand.begins = begins;
        hand.heads = heads--;
        for (std::size_t i = 0; i < size; ++i) {
            if (i == 0 || options[i].line != options[i - 1].line) {
                *begins++ = static_cast<std::uint16_t>(i);
                *++heads = 0;
            }
            *heads = static_cast<std::uint16_t>(*heads | 1 << options[i].point);
        }
        *begins = static_cast<std::uint16_t>(size);
        hand.size = static_cast<std::uint16_t>(size);
        hand.options = options;
    }

    // The fewest plays that empty a hand: one of them holds its lowest card.
    int needs(Known& hand) {
        if (hand.needs != 0 || hand.cards == 0) {
            return hand.needs;
        }
        list(hand);
        const Counts lowest = Counts{15} << (std::countr_zero(hand.counts) & ~3), here = hand.counts & lowest;
        int best = NEVER;
        for (const Option& one : std::span(hand.options, hand.size)) {
            if (one.size == hand.cards) {
                best = 1;
                break;
            }
        }
        for (std::size_t i = hand.size; i-- > 0 && best > 2;) {
            const Option& option = hand.options[i];
            if ((option.rest->counts & lowest) != here) {
                best = std::min(best, 1 + needs(*option.rest));
            }
        }
        hand.needs = static_cast<std::uint8_t>(best);
        return best;
    }

    // Puts the options in the order in which they are tried.
    void order(Known& hand) {
        if (hand.order != nullptr) {
            return;
        }
        list(hand);
        auto* options = const_cast<Option*>(hand.options);
        for (Option& one : std::span(options, hand.size)) {
            const int more = has(NEEDS) ? needs(*one.rest) : 0;
            one.worth = static_cast<std::int16_t>(100 * more - 40 * one.size + 4 * one.height + (one.line == bombs_ ? 1000 : 0));
        }
        const auto sooner = [](const Option& a, const Option& b) { return a.worth < b.worth; };
        const int lines = std::popcount(hand.lines);
        for (int line = 0; line < lines; ++line) {
            std::stable_sort(options + hand.begins[line], options + hand.begins[line + 1], sooner);
        }
        std::uint16_t* places = places_.take(hand.size + std::size_t{1});
        for (std::size_t i = 0; i < hand.size; ++i) {
            places[i] = static_cast<std::uint16_t>(i);
        }
        std::stable_sort(places, places + hand.size, [&](std::size_t a, std::size_t b) { return sooner(options[a], options[b]); });
        hand.order = places;
    }

    // The options of a hand that are of one line.
    static std::span<const Option> of_line(const Known& hand, std::size_t line) noexcept {
        if ((hand.lines >> line & 1) == 0) {
            return {};
        }
        const int place = line_of(hand, line);
        return {hand.options + hand.begins[place], hand.options + hand.begins[place + 1]};
    }

    // Which of its lines this one is.
    static int line_of(const Known& hand, std::size_t line) noexcept {
        return std::popcount(hand.lines & ((std::uint64_t{1} << line) - 1));
    }

    bool can_beat(Known& hand, const Place& top) {
        list(hand);
        return hand.best[top.line] > top.height || (!top.is_bomb && hand.best[bombs_] != 0);
    }

    // The play that the hand is and that beats this one; none if there is no such play.
    const Option* goes_out(Known& hand, const Place& top) {
        if (needs(hand) != 1) {
            return nullptr;
        }
        for (const auto& [line, above] : {std::pair(at(top.line), int{top.height}), std::pair(bombs_, top.is_bomb ? NEVER : 0)}) {
            for (const Option& one : of_line(hand, line)) {
                if (one.rest == nothing_ && one.height > above) {
                    return &one;
                }
            }
        }
        return nullptr;
    }

    const Rules& rules_;
    const int seats_;
    std::array<std::uint8_t, LINES> widths_;  // of the plays of each line; 4 for more
    std::vector<std::uint8_t> heights_;       // of each combo
    std::size_t bombs_ = LINES - 1;           // their line
    Known* nothing_ = nullptr;

private:
    void rank_combos() {
        const Points& reader = rules_.reader();
        std::vector<std::int32_t> numbers;
        for (std::int32_t number = 0; reader.has(number); ++number) {
            numbers.push_back(number);
            if (reader.combo(number).line >= LINES) {
                bad_table("there are too many lines");
            }
        }
        std::sort(numbers.begin(), numbers.end(), [&](int a, int b) { return reader.combo(a).strength < reader.combo(b).strength; });
        heights_.resize(numbers.size());
        std::array<int, LINES> next{}, last;
        last.fill(-1);
        for (const std::int32_t number : numbers) {  // combos of equal strength have the same height
            const Combo combo = reader.combo(number);
            const std::size_t line = at(combo.line);
            if (combo.bomb != 0) {
                bombs_ = line;
            }
            if (last[line] != combo.strength) {
                last[line] = combo.strength;
                if (++next[line] > 255) {
                    bad_table("a line has too many combos");
                }
            }
            heights_[at(number)] = static_cast<std::uint8_t>(next[line]);
        }
    }

    unsigned side_, shortcuts_;
    int path_;
    std::array<int, 4> shortest_;
    Store<Known> hands_;
    Store<Option> options_;
    Store<std::uint16_t> places_;
    std::vector<Option> made_;
    Moves moves_;
    std::vector<Known*> ids_;  // hands by a hash of their cards
    std::size_t size_ = 0;
};

}  // namespace paiju::climb
