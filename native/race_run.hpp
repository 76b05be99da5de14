// A leader's run (see race.hpp): a win that is seen without a search.
#pragma once

#include <bit>

#include "race_hands.hpp"

namespace paiju::climb {

class RaceRun : public RaceHands {
protected:
    using RaceHands::RaceHands;

    // Whether the leader runs out whatever the opponents do, by plays that they cannot beat, or that the hand itself answers:
    // every beatable play but the last needs an unbeatable one of its line, and no opponent may run out meanwhile, who gets
    // one play for each of them. No opponent may hold a bomb. With `owed`, a play of that line was made and may be beaten: it
    // needs its answer too, and cannot be the last.
    bool runs_out(const Hands& hands, int seat, int owed = -1) {
        Known& mine = *hands[at(seat)];
        if (owed < 0 ? needs(mine) <= 1 : mine.best[at(owed)] == 0) {
            return owed < 0;
        }
        if (!has(CHAIN)) {
            return false;
        }
        tops_.fill(0);
        fewest_ = MOST_OPEN;
        bool is_opposed = false;
        for (int other = 0; other < seats_; ++other) {
            Known& hand = *hands[at(other)];
            if (&hand != nothing_ && !are_friends(seat, other)) {
                fewest_ = std::min(fewest_, needs(hand));
                if (hand.best[bombs_] != 0 || (owed >= 0 && (fewest_ < 2 || hand.best[at(owed)] >= mine.best[at(owed)]))) {
                    return false;
                }
                for (std::size_t line = 0; line < LINES; ++line) {
                    tops_[line] = std::max(tops_[line], hand.best[line]);
                }
                is_opposed = true;
            }
        }
        if (!is_opposed) {
            return needs(mine) < NEVER;
        }
        for (std::size_t line = 0; line < LINES; ++line) {  // more makes no difference
            tops_[line] = std::min(tops_[line], mine.best[line]);
        }
        const auto words = std::bit_cast<std::array<std::uint64_t, LINES / 8>>(tops_);
        const std::uint64_t one = mix(words[0], words[1]), two = mix(words[2], words[3]), three = mix(words[4], words[5]),
                            four = mix(mine.counts, static_cast<std::uint64_t>(owed + 1) << 8 | static_cast<std::uint64_t>(fewest_));
        const std::uint64_t key = mix(mix(one, two), mix(three, four)), mark = mix(mix(two, three), mix(four, one)) & ~std::uint64_t{1};
        if (++chained_ > chains_.size() && chains_.size() < (1 << 20)) {
            chains_.assign(4 * chains_.size(), 0);
            chained_ = 0;
        }
        std::uint64_t& known = chains_[key & (chains_.size() - 1)];
        if ((known & ~std::uint64_t{1}) == mark) {
            --chained_;
            return (known & 1) != 0;
        }
        balance_.fill(0);
        budget_ = 400;
        owed_ = owed;
        Run run{0, 0, owed < 0};
        if (owed >= 0) {
            balance_[at(owed)] = -1;
            run = {1, 1, false};
        }
        const bool wins = split(mine, run);
        known = mark | (wins ? 1 : 0);
        return wins;
    }

private:
    static constexpr int MOST_OPEN = 5;  // beatable plays in it

    struct Run {  // the plays of a split so far that can be beaten
        int number, open;  // open: those for which there is no answer
        bool is_paid;      // there is an answer to what was played before
    };

    // Splits what is left of the hand.
    bool split(Known& hand, const Run& run) {
        if (hand.cards == 0) {
            return run.open <= 1 && run.is_paid;
        }
        if (--budget_ < 0) {
            return false;
        }
        list(hand);
        const Counts lowest = Counts{15} << (std::countr_zero(hand.counts) & ~3), here = hand.counts & lowest;
        for (std::size_t i = hand.size; i-- > 0;) {
            const Option& option = hand.options[i];
            if ((option.rest->counts & lowest) == here) {
                continue;
            }
            int& balance = balance_[option.line];
            Run next = run;
            bool found = false;
            if (option.height > tops_[option.line]) {
                ++balance;
                next.open -= balance <= 0;
                next.is_paid = next.is_paid || option.line == owed_;
                found = split(*option.rest, next);
                --balance;
            } else if (run.number < (has(CONTROLS) ? fewest_ : 1)) {  // the last play needs no answer: one may be left out
                --balance;  // an answer may still come from the rest
                next.open += balance < 0;
                ++next.number;
                found = split(*option.rest, next);
                ++balance;
            }
            if (found) {
                return true;
            }
        }
        return false;
    }

    std::vector<std::uint64_t> chains_ = std::vector<std::uint64_t>(1 << 8);  // what runs_out found, under a fingerprint of its own
    std::size_t chained_ = 0;
    std::array<std::uint8_t, LINES> tops_;  // the opponents' greatest heights
    std::array<int, LINES> balance_;        // of each line: answers less beatable plays
    int budget_ = 0, owed_ = -1, fewest_ = 0;  // fewest: plays that an opponent needs
};

}  // namespace paiju::climb
