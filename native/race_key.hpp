// What the positions of a race are known by (see race.hpp): many that differ in their cards come to the same.
#pragma once

#include "race_run.hpp"

namespace paiju::climb {

class RaceKey : public RaceRun {
protected:
    // `apart`: points, as bits, that are like no other (jokers).
    RaceKey(const Rules& rules, unsigned side, unsigned shortcuts, int path, std::array<int, 4> shortest, unsigned apart)
        : RaceRun(rules, side, shortcuts, path, shortest), apart_(apart) {}

    // What the rest depends on. `exact` tells those apart that are the same but for the order of partners' cards in a block:
    // a stretch of points in which one side alone holds cards, and none of a run.
    struct Key {
        Decided::Print print;
        std::uint64_t exact;
        std::uint16_t starts, fixed;  // the lowest points of the blocks; those of the blocks of one point
        bool is_close;                // a partner may answer by a card of the block of the play to beat
    };

    static Decided::Print exactly(const Key& key) noexcept {
        return {mix(key.print.low, key.exact), mix(key.exact + 1, key.print.high)};
    }

    static std::uint64_t up_to(int point) noexcept { return (std::uint64_t{2} << point) - 1; }

    static constexpr std::uint64_t LANES = 0x0001000100010001, SALT = 0x452821E638D01377;

    // Which seats hold at least one, two, three, four cards of a point: four bits each, with room for a sum of 15 points.
    static std::uint64_t held_by(const std::array<std::uint64_t, 4>& points, int point) noexcept {
        return (points[0] >> point & LANES) | (points[1] >> point & LANES) << 4 | (points[2] >> point & LANES) << 8 |
               (points[3] >> point & LANES) << 12;
    }

    // Whether two points are in one block.
    static bool are_near(const Key& key, int one, int other) noexcept {
        const std::uint64_t between = up_to(std::max(one, other)) & ~up_to(std::min(one, other));
        return (key.starts & between) == 0 && !is_fixed(key, one);
    }

    static bool is_fixed(const Key& key, int point) noexcept {
        const std::uint64_t below = key.starts & up_to(point);
        return below == 0 || (key.fixed >> (63 - std::countl_zero(below)) & 1) != 0;
    }

    // Whether a partner of the seat holds cards of a play's block that are not above it: elsewhere in the block they would be.
    bool holds_below(const Hands& hands, int seat, const Key& key, std::size_t line, int point) const noexcept {
        if (is_fixed(key, point)) {
            return false;
        }
        const int start = 63 - std::countl_zero(key.starts & up_to(point));
        const std::uint64_t below = up_to(point) & ~(up_to(start) >> 1);
        for (int other = 0; other < seats_; ++other) {
            if (other != seat && are_friends(seat, other) && (hands[at(other)]->points >> 16 * (widths_[line] - 1) & below) != 0) {
                return true;
            }
        }
        return false;
    }

    // A play to beat is known by the lowest answer to it.
    void set_key(Key& key, const Hands& hands, const Place& place) const noexcept {
        int line = 0, size = 0, answer = -1, lowest = 256;
        if (!place.leads()) {
            std::uint32_t points = 0;
            for (int other = place.seat; other != place.owner; other = after(other)) {
                const Known& hand = *hands[at(other)];
                if (hand.best[place.line] <= place.height) {
                    continue;
                }
                if (!place.is_bomb) {  // a higher point is a higher play
                    points |= hand.heads[line_of(hand, place.line)] & ~static_cast<std::uint32_t>(up_to(place.point));
                    continue;
                }
                for (const Option& one : of_line(hand, place.line)) {
                    if (one.height > place.height && one.height < lowest) {
                        lowest = one.height;
                        answer = one.point;
                        size = one.size;
                    }
                }
            }
            answer = points != 0 ? std::countr_zero(points) : answer;
            line = answer < 0 ? LINES + 1 : place.line + 1;  // LINES + 1: only bombs beat it, and all of them do
        }
        const auto head = static_cast<std::uint64_t>(place.seat | place.owner << 2 | line << 4 | size << 16);
        if (has(SQUEEZE)) {
            set_blocks(key, hands, place, answer, head);
            return;
        }
        std::uint64_t low = 0, high = SALT;
        for (int one = 0; one < seats_; ++one) {
            low = mix(low, hands[at(one)]->counts);
            high = mix(hands[at(one)]->counts + SALT, high);
        }
        key = {printed(low, high, head | static_cast<std::uint64_t>(answer + 1) << 24), 0, 0, 0, false};
    }

    static Decided::Print printed(std::uint64_t low, std::uint64_t high, std::uint64_t head) noexcept {
        return {mix(low, head), mix(head + 1, high)};
    }

    // Writes the hands from the lowest point up, block by block; ranks that nobody holds are left out, but for a gap between
    // two points of runs.
    void set_blocks(Key& key, const Hands& hands, const Place& place, int answer, std::uint64_t head) const noexcept {
        std::uint64_t low = 0, high = SALT, exact = 0;
        std::array<std::uint64_t, 4> points{}, mores{};
        std::array<std::uint32_t, 2> sides{};
        std::array<int, 2> active{};
        std::uint32_t runs = 0;
        std::uint64_t more = 0;
        for (int one = 0; one < seats_; ++one) {
            const Known& hand = *hands[at(one)];
            points[at(one)] = hand.points;
            mores[at(one)] = hand.more;
            sides[is_ours(one)] |= static_cast<std::uint32_t>(hand.points & 0xFFFF);
            active[is_ours(one)] += &hand != nothing_;
            runs |= hand.runs;
            more |= hand.more;
        }
        if (answer >= 0) {
            sides[is_ours(place.owner)] |= 1U << place.point;
        }
        const std::uint32_t held = sides[0] | sides[1];
        std::uint32_t fixed = (sides[0] & sides[1]) | (held & (runs | apart_));
        for (std::size_t side = 0; side < 2; ++side) {
            if (active[side] > 1 && !has(MERGE)) {
                fixed |= sides[side];
            }
        }
        // The points that are held next above each of these.
        const auto next_to = [&](std::uint32_t some) { return ((some << 1) + (~held & 0xFFFF)) & held; };
        const std::uint32_t first = sides[0] & ~fixed, second = sides[1] & ~fixed;
        const std::uint32_t starts = fixed | (first & next_to(second | fixed)) | (second & next_to(first | fixed)) | (held & (~held + 1));
        const bool merges = has(MERGE) && (active[0] > 1 || active[1] > 1);
        int number = 0, before = -2;
        for (std::uint32_t rest = starts; rest != 0;) {
            const int start = std::countr_zero(rest);
            rest &= rest - 1;
            const int end = rest != 0 ? std::countr_zero(rest) : 16;
            const std::uint64_t all = held & ((1U << end) - (1U << start));
            const bool tells = merges && (all & (all - 1)) != 0 && active[(sides[1] >> start & 1) != 0] > 1;
            std::uint64_t cards = 0, more_cards = 0;
            for (std::uint64_t ones = all; ones != 0; ones &= ones - 1) {
                const int point = std::countr_zero(ones);
                const std::uint64_t column = held_by(points, point);
                cards += column;
                exact = tells && column != 0 ? mix(exact, column) : exact;
                more_cards += more != 0 ? held_by(mores, point) : 0;
            }
            if (cards == 0) {
                continue;  // the play to beat
            }
            const bool in_run = (runs >> start & 1) != 0, is_apart = (apart_ >> start & 1) != 0;
            const std::uint64_t kind = 1 + (in_run ? 1 : 0) + (in_run && before >= 0 && before + 1 != start ? 2 : 0) + (is_apart ? 4 : 0);
            before = in_run ? start : -2;
            low = mix(low + kind, cards);
            high = mix(cards ^ SALT, high + kind);
            if (more != 0) {
                low = mix(low, more_cards);
                high = mix(more_cards + 1, high);
            }
            ++number;
            if (answer >= start && answer < end) {
                head |= static_cast<std::uint64_t>(number) << 24;
            }
        }
        key.starts = static_cast<std::uint16_t>(starts);
        key.fixed = static_cast<std::uint16_t>(fixed);
        key.is_close = merges && answer >= 0 && are_near(key, answer, place.point);
        if (key.is_close) {  // how many of the points above it are held
            head |= std::uint64_t{1} << 32;
            exact = mix(exact, static_cast<std::uint64_t>(std::popcount(held & ~up_to(place.point))));
        }
        key.exact = merges ? exact | 1 : 0;
        key.print = printed(low, high, head);
    }

private:
    unsigned apart_;
};

}  // namespace paiju::climb
