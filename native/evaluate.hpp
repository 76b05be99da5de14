// Strength of five, six or seven cards as a number, 1 for the worst hand of the deck; higher wins, equal ties.
//
// A set of cards is a 52-bit mask; the bit of a card is (rank - 2) * 4 + suit, suits c d h s = 0 1 2 3.
// `read` turns a mask into a `Sum`, and `part` into one without the bias of the suit counters: a sum plus a part is
// the sum of both sets, so a loop over boards reads each hole and each board once.
#pragma once

#include <bit>
#include <cstdint>

#include "evaluate_tables.hpp"

namespace paiju {

using Mask = std::uint64_t;
inline constexpr Mask ALL_CARDS = (Mask{1} << 52) - 1;
inline constexpr Mask SHORT_DECK = ALL_CARDS & ~Mask{0xFFFF};

// Which hands beat which: an index into the tables.
enum Ruling : int { STANDARD = 0, SHORT = 1, SHORT_TRIPS = 2 };

inline Mask deck_of(int ruling) noexcept { return ruling == STANDARD ? ALL_CARDS : SHORT_DECK; }

// Packed: weights of the ranks, a biased counter per suit, the number of cards.
using Sum = std::uint64_t;

inline Sum read(Mask cards) noexcept {
    using tables::PARTIAL;
    return PARTIAL[cards & 255] + PARTIAL[256 + (cards >> 8 & 255)] + PARTIAL[512 + (cards >> 16 & 255)] +
           PARTIAL[768 + (cards >> 24 & 255)] + PARTIAL[1024 + (cards >> 32 & 255)] +
           PARTIAL[1280 + (cards >> 40 & 255)] + PARTIAL[1536 + (cards >> 48 & 15)];
}

inline Sum part(Mask cards) noexcept { return read(cards) - tables::BIAS; }

inline unsigned count(Sum sum) noexcept { return static_cast<unsigned>(sum >> tables::COUNT_SHIFT); }

// The 13-bit set of ranks of one suit: bits 0, 4, 8 ... of the shifted mask drawn together.
inline unsigned ranks_of_suit(Mask cards, int suit) noexcept {
    Mask bits = cards >> suit & 0x1111111111111;
    bits = (bits | bits >> 3) & 0x3030303030303;
    bits = (bits | bits >> 6) & 0xF000F000F000F;
    bits = bits | bits >> 12;
    return static_cast<unsigned>((bits & 0xFF) | (bits >> 24 & 0x1F00));
}

// One ruling's tables. Trusts its caller: `cards` holds five to seven cards of the deck and `sum` is its sum. Whatever
// the sum, no index leaves its table.
class Judge {
public:
    explicit Judge(int ruling) noexcept
        : plain_7_(tables::PLAIN_7 + (static_cast<std::size_t>(ruling) << tables::SLOT_BITS_7)),
          flush_(tables::FLUSH + static_cast<std::size_t>(ruling) * 8192),
          ruling_(static_cast<std::size_t>(ruling)) {}

    unsigned operator()(Mask cards, Sum sum) const noexcept {
        if (count(sum) == 7) [[likely]] {
            return seven(cards, sum);
        }
        return (sum & FLUSH_BITS) != 0 ? suited(cards, sum) : fewer(sum);
    }

    unsigned operator()(Mask cards) const noexcept { return (*this)(cards, read(cards)); }

    // The same for a caller who knows that there are seven cards.
    unsigned seven(Mask cards, Sum sum) const noexcept {
        // Seven cards with five of a suit hold neither four of a kind nor a full house: a flush needs no comparison.
        if ((sum & FLUSH_BITS) != 0) [[unlikely]] {
            return suited(cards, sum);
        }
        return plain(static_cast<std::uint32_t>(sum));
    }

    // The parts of the above: seven cards without regard to suits, from the weights of the ranks; and one suit alone.
    unsigned plain(std::uint32_t weights) const noexcept {
        return found<tables::SLOT_BITS_7, tables::BUCKET_BITS_7>(plain_7_, tables::DISPLACEMENT_7, weights);
    }
    unsigned flush(unsigned ranks) const noexcept { return flush_[ranks & 8191]; }

private:
    static constexpr Sum FLUSH_BITS = (Sum{1} << (tables::SUIT_BITS - 1) | Sum{1} << (2 * tables::SUIT_BITS - 1) |
                                       Sum{1} << (3 * tables::SUIT_BITS - 1) | Sum{1} << (4 * tables::SUIT_BITS - 1))
                                      << tables::SUIT_SHIFT;

    template <int SlotBits, int BucketBits>
    static unsigned found(const std::uint16_t* plain, const std::uint16_t* displacement, std::uint32_t weights) noexcept {
        const std::uint32_t home = weights >> tables::HOME_SHIFT & ((1U << SlotBits) - 1);
        return plain[home ^ displacement[weights >> (32 - BucketBits)]];
    }

    unsigned suited(Mask cards, Sum sum) const noexcept {
        const int suit = (std::countr_zero(sum & FLUSH_BITS) - tables::SUIT_SHIFT) / tables::SUIT_BITS;
        return flush_[ranks_of_suit(cards, suit)];
    }

    unsigned fewer(Sum sum) const noexcept {
        using namespace tables;
        const auto weights = static_cast<std::uint32_t>(sum);
        if (count(sum) == 6) {
            const std::uint16_t* plain_6 = PLAIN_6 + (ruling_ << SLOT_BITS_6);
            return found<SLOT_BITS_6, BUCKET_BITS_6>(plain_6, DISPLACEMENT_6, weights);
        }
        const std::uint16_t* plain_5 = PLAIN_5 + (ruling_ << SLOT_BITS_5);
        return found<SLOT_BITS_5, BUCKET_BITS_5>(plain_5, DISPLACEMENT_5, weights);
    }

    const std::uint16_t* plain_7_;
    const std::uint16_t* flush_;
    std::size_t ruling_;
};

}  // namespace paiju
