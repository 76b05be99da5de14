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

    // How many bits each 16 have.
    static std::uint64_t bits_by_lane(std::uint64_t x) noexcept {
        x -= x >> 1 & 0x5555555555555555;
        x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
        x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F;
        return (x + (x >> 8)) & 0x000F000F000F000F;
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
    Key key_of(const Hands& hands, const Place& place) const noexcept {
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
        Key key{};
        std::uint64_t low = 0, high = SALT, head = static_cast<std::uint64_t>(place.seat | place.owner << 2 | line << 4 | size << 16);
        if (has(SQUEEZE)) {
            blocks(hands, place, answer, key, low, high, head);
        } else {
            head |= static_cast<std::uint64_t>(answer + 1) << 24;
            for (int one = 0; one < seats_; ++one) {
                low = mix(low, hands[at(one)]->counts);
                high = mix(hands[at(one)]->counts + SALT, high);
            }
        }
        key.print = {mix(low, head), mix(head + 1, high)};
        return key;
    }

    // Writes the hands from the lowest point up, block by block; ranks that nobody holds are left out, but for a gap between
    // two points of runs.
    void blocks(const Hands& hands, const Place& place, int answer, Key& key, std::uint64_t& low, std::uint64_t& high,
                std::uint64_t& head) const noexcept {
        std::array<std::uint32_t, 2> sides{};
        std::array<int, 2> active{};
        std::uint32_t runs = 0;
        std::uint64_t more = 0;
        for (int one = 0; one < seats_; ++one) {
            const Known& hand = *hands[at(one)];
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
        key.starts = static_cast<std::uint16_t>(starts);
        key.fixed = static_cast<std::uint16_t>(fixed);

        const bool merges = has(MERGE) && (active[0] > 1 || active[1] > 1);
        int number = 0, before = -2;
        for (std::uint32_t rest = starts; rest != 0;) {
            const int start = std::countr_zero(rest);
            rest &= rest - 1;
            const int end = rest != 0 ? std::countr_zero(rest) : 16;
            const std::uint64_t all = held & ((1U << end) - (1U << start));
            const bool is_one = (all & (all - 1)) == 0;
            const auto code = [&](std::uint64_t Known::*lanes) {
                std::uint64_t found = 0;
                for (int one = 0; one < seats_; ++one) {
                    const std::uint64_t points = hands[at(one)]->*lanes;
                    found |= (is_one ? points >> start & LANES : bits_by_lane(points & all * LANES)) << 4 * one;
                }
                return found;
            };
            const std::uint64_t cards = code(&Known::points);
            if (cards == 0) {
                continue;  // the play to beat
            }
            if (merges && !is_one && active[(sides[1] >> start & 1) != 0] > 1) {
                for (std::uint64_t ones = all; ones != 0; ones &= ones - 1) {
                    std::uint64_t column = 0;
                    for (int one = 0; one < seats_; ++one) {
                        column |= (hands[at(one)]->points >> std::countr_zero(ones) & LANES) << 4 * one;
                    }
                    key.exact = column != 0 ? mix(key.exact, column) : key.exact;
                }
            }
            const bool in_run = (runs >> start & 1) != 0, is_apart = (apart_ >> start & 1) != 0;
            const std::uint64_t kind = 1 + (in_run ? 1 : 0) + (in_run && before >= 0 && before + 1 != start ? 2 : 0) + (is_apart ? 4 : 0);
            before = in_run ? start : -2;
            low = mix(low + kind, cards);
            high = mix(cards ^ SALT, high + kind);
            if (more != 0) {
                low = mix(low, code(&Known::more));
                high = mix(code(&Known::more) + 1, high);
            }
            ++number;
            if (answer >= start && answer < end) {
                head |= static_cast<std::uint64_t>(number) << 24;
            }
        }
        if (merges) {
            key.is_close = answer >= 0 && are_near(key, answer, place.point);
            head |= static_cast<std::uint64_t>(key.is_close) << 32;
            if (key.is_close) {  // how many of the points above it are held
                key.exact = mix(key.exact, static_cast<std::uint64_t>(std::popcount(held & ~up_to(place.point))));
            }
            key.exact |= 1;
        }
    }

private:
    unsigned apart_;
};

}  // namespace paiju::climb
