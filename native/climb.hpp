// Climbing games: what all of them share. The twin is paiju.games.climb; a rule sheet arrives compiled, as tables.
//
// A point is a rank's place in the game's order. Counts hold four bits per point; a hand holds four bits per point
// with one deck (one per suit), eight with two (a number from 0 to 2 per suit). See paiju/games/climb/layout.py.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace paiju::climb {

namespace nb = nanobind;

using Counts = std::uint64_t;
constexpr Counts ONES = 0x1111111111111111;
constexpr int MOST_SEATS = 10, MOST_CARDS = 108, MOST_POINTS = 15;

constexpr std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

// One bit, the lowest of its four, for each point with at least so many cards.
[[gnu::always_inline]] inline Counts at_least(Counts c, int width) noexcept {
    switch (width) {
        case 1: return (c | c >> 1 | c >> 2 | c >> 3) & ONES;
        case 2: return (c >> 1 | c >> 2 | c >> 3) & ONES;
        case 3: return ((c & c >> 1) | c >> 2 | c >> 3) & ONES;
        case 4: return (c >> 2 | c >> 3) & ONES;
        case 5: return ((c >> 2 & (c | c >> 1)) | c >> 3) & ONES;
        case 6: return ((c >> 2 & c >> 1) | c >> 3) & ONES;
        case 7: return ((c >> 2 & c >> 1 & c) | c >> 3) & ONES;
        case 8: return c >> 3 & ONES;
        case 9: return (c >> 3 & (c | c >> 1 | c >> 2)) & ONES;
        default: return (c >> 3 & (c >> 1 | c >> 2)) & ONES;
    }
}

// How many bits a mask with one bit per point has; fewer than sixteen.
inline int bits_of(Counts ones) noexcept { return static_cast<int>(ones * ONES >> 60); }

inline int total(Counts c) noexcept {
    c = (c & 0x0F0F0F0F0F0F0F0F) + (c >> 4 & 0x0F0F0F0F0F0F0F0F);
    return static_cast<int>(c * 0x0101010101010101 >> 56);
}

// Which cards: up to 120 bits.
struct Hand {
    std::uint64_t low = 0, high = 0;

    friend bool operator==(const Hand&, const Hand&) = default;
    void add(int bit) noexcept { bit < 64 ? low += std::uint64_t{1} << bit : high += std::uint64_t{1} << (bit - 64); }
    void remove(int bit) noexcept { bit < 64 ? low -= std::uint64_t{1} << bit : high -= std::uint64_t{1} << (bit - 64); }
    // The eight bits of a point, with two decks.
    unsigned wide(int point) const noexcept {
        return static_cast<unsigned>((point < 8 ? low >> 8 * point : high >> 8 * (point - 8)) & 255);
    }
};

// One reading of some cards, as far as it matters for what may be played next.
struct Combo {
    std::int32_t number, strength;
    std::int16_t line;
    std::uint8_t size, bomb, factor;
    bool is_final, is_single;
};

// A play: counts (or, where suits matter, cards) of the body and of what it carries, and the number of its combo.
struct Move {
    std::uint64_t body, carried;
    std::int32_t number, extra;
};

// A list of moves. Adding to one is most of what listing plays is, so it must be a few instructions in place, which
// std::vector's is not.
class MoveList {
public:
    [[gnu::always_inline]] void push_back(const Move& move) {
        if (size_ == room_.size()) [[unlikely]] {
            grow();
        }
        room_[size_++] = move;
    }
    void clear() noexcept { size_ = 0; }
    void cut(Move* end) noexcept { size_ = static_cast<std::size_t>(end - room_.data()); }
    std::size_t size() const noexcept { return size_; }
    Move* begin() noexcept { return room_.data(); }
    Move* end() noexcept { return room_.data() + size_; }
    const Move& operator[](std::size_t i) const noexcept { return room_[i]; }

private:
    [[gnu::noinline]] void grow() { room_.resize(std::max<std::size_t>(256, 2 * room_.size())); }

    std::vector<Move> room_;
    std::size_t size_ = 0;
};

// The lowest bit of a mask with one bit per point below which there are `number` others; 0 if there is none.
inline Counts nth(Counts ones, std::uint32_t number) noexcept {
    // Each place of the product has the number of bits up to it; those that exceed `number` get the top bit of a byte.
    constexpr Counts LOW = 0x0F0F0F0F0F0F0F0F, TOP = 0x8080808080808080;
    const Counts up_to = ones * ONES, lift = (0x7F - number) * 0x0101010101010101;
    const Counts enough = (((up_to & LOW) + lift) & TOP) >> 7 | (((up_to >> 4 & LOW) + lift) & TOP) >> 3;
    return enough & (~enough + 1);
}

struct Moves {
    MoveList list, spare;
    std::array<Counts, 9> known{};        // the points with at least so many cards
    const void* groups = nullptr;         // the groups of answers to a play, and
    std::array<std::uint32_t, 256> ends;  // how many plays each has with those before it
};

// Reading tables ---------------------------------------------------------------------------------------------------

[[noreturn]] inline void bad_table(const char* what) { throw nb::value_error(what); }

template <class T = int>
T whole(nb::handle from, std::int64_t low, std::int64_t high) {
    const auto value = nb::cast<std::int64_t>(from);
    if (value < low || value > high) {
        bad_table("a number of the table is out of its bounds");
    }
    return static_cast<T>(value);
}

// A row of exactly so many fields: nanobind does not check an index into a tuple.
inline nb::tuple fields(nb::handle from, std::size_t size) {
    auto row = nb::cast<nb::tuple>(from);
    if (row.size() != size) {
        bad_table("a row of the table has too few or too many fields");
    }
    return row;
}

template <class T = int>
T whole(nb::dict table, const char* key, std::int64_t low, std::int64_t high) {
    return whole<T>(table[key], low, high);
}

inline bool yes(nb::dict table, const char* key) { return nb::cast<bool>(table[key]); }

constexpr std::int64_t ANY = std::int64_t{1} << 62;

}  // namespace paiju::climb
