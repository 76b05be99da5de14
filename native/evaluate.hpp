// Strength of five, six or seven cards out of 52, as a number from 1 (worst high card) to 7462 (royal flush).
//
// A set of cards is a 52-bit mask; the bit of a card is (rank - 2) * 4 + suit, suits c d h s = 0 1 2 3.
// `read` turns a mask into a `Sum`, and sums of disjoint masks may be added (with `join`), so a loop over boards
// reads each hole and each board once.
#pragma once

#include <cstdint>

namespace paiju {

namespace tables {
#include "evaluate_tables.inc"
}

using Mask = std::uint64_t;
inline constexpr Mask ALL_CARDS = (Mask{1} << 52) - 1;

// Packed: weights of the ranks, a biased counter per suit, the number of cards.
using Sum = std::uint64_t;

inline Sum read(Mask cards) noexcept {
    using tables::PARTIAL;
    return PARTIAL[cards & 255] + PARTIAL[256 + (cards >> 8 & 255)] + PARTIAL[512 + (cards >> 16 & 255)] +
           PARTIAL[768 + (cards >> 24 & 255)] + PARTIAL[1024 + (cards >> 32 & 255)] +
           PARTIAL[1280 + (cards >> 40 & 255)] + PARTIAL[1536 + (cards >> 48 & 15)];
}

// The sum of two disjoint sets of cards: each carries the bias of the suit counters once, so one is taken off.
inline Sum join(Sum a, Sum b) noexcept { return a + b - tables::PARTIAL[0]; }

inline unsigned count(Sum sum) noexcept { return static_cast<unsigned>(sum >> tables::COUNT_SHIFT); }

// The 13-bit set of ranks of one suit: bits 0, 4, 8 ... of the shifted mask drawn together.
inline unsigned ranks_of_suit(Mask cards, int suit) noexcept {
    Mask bits = cards >> suit & 0x1111111111111;
    bits = (bits | bits >> 3) & 0x3030303030303;
    bits = (bits | bits >> 6) & 0xF000F000F000F;
    bits = bits | bits >> 12;
    return static_cast<unsigned>((bits & 0xFF) | (bits >> 24 & 0x1F00));
}

// Trusts its caller: `cards` holds five to seven cards and `sum` is its sum. Seven cards with five of a suit hold
// neither four of a kind nor a full house, so a flush need not be compared with anything.
inline unsigned strength(Mask cards, Sum sum) noexcept {
    using namespace tables;
    constexpr Sum FLUSH_BITS = (Sum{1} << (SUIT_BITS - 1) | Sum{1} << (2 * SUIT_BITS - 1) |
                                Sum{1} << (3 * SUIT_BITS - 1) | Sum{1} << (4 * SUIT_BITS - 1))
                               << SUIT_SHIFT;
    if (const Sum flush = sum & FLUSH_BITS) [[unlikely]] {
        int suit = 0;
        while ((flush >> (SUIT_SHIFT + SUIT_BITS * (suit + 1) - 1) & 1) == 0) {
            ++suit;
        }
        return FLUSH[ranks_of_suit(cards, suit)];
    }
    const std::uint32_t mixed = static_cast<std::uint32_t>(sum) * MULTIPLIER;
    return STRENGTH[(mixed >> HOME_SHIFT & (CELLS - 1)) ^ DISPLACEMENT[mixed >> BUCKET_SHIFT]];
}

inline unsigned strength(Mask cards) noexcept { return strength(cards, read(cards)); }

}  // namespace paiju
