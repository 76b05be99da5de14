// Exact search of open hands: can one side force its aim against everybody else? The twin is `Plain` in
// paiju.solver.endgame; the rules are those of climb_game.hpp.
#pragma once

#include <chrono>
#include <memory>
#include <new>
#include <tuple>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "climb_game.hpp"

namespace paiju::climb {

// What the side wants: its members first out, one seat among the first so many, or a score of one seat.
enum Goal { FIRST, PLACE, SCORE };

struct Aim {
    Goal goal = FIRST;
    unsigned side = 0;       // seats that work for it, as bits
    int seat = 0;            // PLACE, SCORE: whose
    std::int64_t least = 0;  // PLACE: so many may be out when it is; SCORE: points
};

// Zeroed room; a large one in large pages, because it is read all over.
template <class T>
class Room {
public:
    explicit Room(std::size_t size) : size_(size) {
#if defined(__linux__)
        if (is_large()) {
            void* found = mmap(nullptr, bytes() + LARGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            if (found == MAP_FAILED) {
                throw std::bad_alloc();
            }
            base_ = found;
            void* start = found;
            std::size_t space = bytes() + LARGE;
            data_ = static_cast<T*>(std::align(LARGE, bytes(), start, space));
            madvise(data_, bytes(), MADV_HUGEPAGE);
            return;
        }
#endif
        data_ = new T[size]();
    }
    ~Room() {
#if defined(__linux__)
        if (is_large()) {
            munmap(base_, bytes() + LARGE);
            return;
        }
#endif
        delete[] data_;
    }
    Room(const Room&) = delete;
    Room& operator=(const Room&) = delete;

    std::size_t size() const noexcept { return size_; }
    std::size_t bytes() const noexcept { return size_ * sizeof(T); }
    T& operator[](std::size_t i) noexcept { return data_[i]; }
    const T& operator[](std::size_t i) const noexcept { return data_[i]; }
    void swap(Room& other) noexcept {
        std::swap(size_, other.size_);
        std::swap(data_, other.data_);
        std::swap(base_, other.base_);
    }

private:
    static constexpr std::size_t LARGE = std::size_t{1} << 21;
    bool is_large() const noexcept { return bytes() >= 2 * LARGE; }

    std::size_t size_;
    T* data_ = nullptr;
    void* base_ = nullptr;
};

// A word of two, for fingerprints.
inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a ^ 0x9E3779B97F4A7C15) * (b ^ 0xD1B54A32D192ED03);
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// Positions that were decided, by a fingerprint of 128 bits. A full bucket gives up what took least work.
class Decided {
public:
    struct Print {
        std::uint64_t low, high;
    };

    explicit Decided(std::size_t bytes) : most_(bytes / sizeof(Bucket)), buckets_(512) {}

    // 1 or 0 as it was stored; -1: not known.
    int find(const Print& print) const noexcept {
        const Bucket& bucket = buckets_[print.low & (buckets_.size() - 1)];
        for (const Slot& slot : bucket.slots) {
            if (slot.high == print.high && (slot.low & ~TAIL) == (print.low & ~TAIL)) {
                return static_cast<int>(slot.low & 1);
            }
        }
        return -1;
    }

    // Fetches what `find` will look at.
    void prefetch(const Print& print) const noexcept {
#if defined(__GNUC__)
        __builtin_prefetch(&buckets_[print.low & (buckets_.size() - 1)]);
#else
        static_cast<void>(print);
#endif
    }

    // `work` is how many positions it took.
    void add(const Print& print, bool wins, std::uint64_t work) {
        if (++stored_ > 3 * buckets_.size() && 2 * buckets_.size() <= most_) {
            grow();
        }
        put(print.high, (print.low & ~TAIL) | static_cast<std::uint64_t>(std::bit_width(work) & 31) << 1 | (wins ? 1 : 0), print.low);
    }

    std::size_t bytes() const noexcept { return buckets_.bytes(); }

private:
    static constexpr std::uint64_t TAIL = 63;  // low bits of a slot: the answer, and the width of the work
    struct Slot {
        std::uint64_t high = 0, low = 0;
    };
    struct alignas(64) Bucket {
        std::array<Slot, 4> slots;
    };

    // The lowest six bits of a print choose the bucket too, so nothing is lost by keeping the answer in their place.
    void put(std::uint64_t high, std::uint64_t low, std::uint64_t where) noexcept {
        Bucket& bucket = buckets_[where & (buckets_.size() - 1)];
        Slot* worst = &bucket.slots[0];
        for (Slot& slot : bucket.slots) {
            if (slot.high == high && (slot.low & ~TAIL) == (low & ~TAIL)) {
                slot.low = low;
                return;
            }
            if ((slot.low & TAIL) < (worst->low & TAIL)) {
                worst = &slot;
            }
        }
        *worst = {high, low};
    }

    void grow() {
        Room<Bucket> old(2 * buckets_.size());
        old.swap(buckets_);
        stored_ = 0;
        for (std::size_t i = 0; i < old.size(); ++i) {
            for (const Slot& slot : old[i].slots) {
                if (slot.high != 0 || slot.low != 0) {
                    put(slot.high, slot.low, (slot.low & ~TAIL) | (i & TAIL));
                    ++stored_;
                }
            }
        }
    }

    std::size_t most_;
    std::size_t stored_ = 0;
    Room<Bucket> buckets_;
};

struct OutOfTime {};

// The rules of a game, read once for all searches.
template <class Reader>
class Rules : public Climb<Reader> {
    using Base = Climb<Reader>;

public:
    using Base::bombs_paid_, Base::draws_, Base::lock_, Base::self_cover_, Base::stride_;
    using Base::may_pass, Base::pass, Base::play, Base::plays;

    explicit Rules(nb::dict table) : Base(table) {}

    // Suits aside, whether only the play to beat and the hands matter, and whoever runs out first ends it.
    bool is_race() const noexcept {
        return lock_ == OFF && !draws_ && this->over_ == FIRST_OUT && !this->top_single_ && !this->must_beat_;
    }
};

template <class Reader>
class Endgame {
public:
    Endgame(const Rules<Reader>& rules, Aim aim, std::size_t bytes)
        : rules_(rules), aim_(aim), seats_(rules.seats()), decided_(bytes), moves_(64) {}

    const Rules<Reader>& rules() const noexcept { return rules_; }
    std::uint64_t nodes() const noexcept { return nodes_; }
    std::size_t bytes() const noexcept { return decided_.bytes(); }

    // Whether the side reaches its aim from this state. OutOfTime when `seconds` are over; `look` is called now and then.
    template <class Look>
    bool wins(const State& state, double seconds, const Look& look) {
        const auto start = std::chrono::steady_clock::now();
        const auto check = [&] {
            look();
            if (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > seconds) {
                throw OutOfTime{};
            }
        };
        return search(state, 0, check);
    }

private:
    bool is_ours(int seat) const noexcept { return (aim_.side >> seat & 1) != 0; }

    // 1: the side has reached its aim; 0: it never will; -1: open.
    int decision(const State& state) const noexcept {
        switch (aim_.goal) {
            case FIRST: return state.out_size == 0 ? -1 : is_ours(state.out[0]);
            case PLACE:
                for (int place = 0; place < state.out_size; ++place) {
                    if (place >= aim_.least) {
                        return 0;
                    }
                    if (state.out[at(place)] == aim_.seat) {
                        return 1;
                    }
                }
                return state.turn < 0 || state.out_size >= aim_.least ? 0 : -1;
            default: {
                if (state.turn >= 0) {
                    return -1;
                }
                std::array<std::int64_t, MOST_SEATS> scores{};
                rules_.scores(state, scores.data());
                return scores[at(aim_.seat)] >= aim_.least;
            }
        }
    }

    template <class Check>
    bool search(const State& state, std::size_t depth, const Check& check) {
        if (const int known = decision(state); known >= 0) {
            return known != 0;
        }
        if ((++nodes_ & 0x3FFF) == 0) {
            check();
        }
        const Decided::Print print = fingerprint(state);
        if (const int known = decided_.find(print); known >= 0) {
            return known != 0;
        }
        if (depth == moves_.size()) {
            moves_.emplace_back();
        }
        const std::uint64_t before = nodes_;
        const bool ours = is_ours(state.turn);
        const bool found = try_all(state, depth, ours, check);
        decided_.add(print, found, nodes_ - before + 1);
        return found;
    }

    template <class Check>
    bool try_all(const State& state, std::size_t depth, bool ours, const Check& check) {
        Moves& moves = moves_[depth];
        const std::int64_t choices = rules_.plays(state, moves);
        const bool may_pass = rules_.may_pass(state, moves);
        const auto plays = static_cast<std::size_t>(choices - (may_pass ? 1 : 0));
        const bool over_friend = may_pass && is_ours(state.top_by) == ours;
        order(moves);
        const auto reaches = [&](const Move* move) {
            State next = state;
            move == nullptr ? rules_.pass(next) : rules_.play(next, *move);
            return search(next, depth + 1, check) == ours;
        };
        if (over_friend && reaches(nullptr)) {
            return ours;
        }
        for (std::size_t i = 0; i < plays; ++i) {
            const Move move = moves_[depth].list[i];
            if (reaches(&move)) {
                return ours;
            }
        }
        if (may_pass && !over_friend && reaches(nullptr)) {
            return ours;
        }
        return !ours;
    }

    // Long plays first, weak before strong, bombs last.
    void order(Moves& moves) const {
        const auto rank = [&](const Move& move) {
            const Combo combo = rules_.reader().combo(move.number);
            return std::tuple(combo.bomb, -static_cast<int>(combo.size), combo.strength);
        };
        std::stable_sort(moves.list.begin(), moves.list.end(), [&](const Move& a, const Move& b) { return rank(a) < rank(b); });
    }

    // Everything that the rest of the deal depends on.
    Decided::Print fingerprint(const State& state) const noexcept {
        std::uint64_t low = 0x243F6A8885A308D3, high = 0x13198A2E03707344;
        const auto add = [&](std::uint64_t word) {
            low = mix(low, word);
            high = mix(word + 0x452821E638D01377, high);
        };
        for (int seat = 0; seat < seats_; ++seat) {
            if constexpr (Reader::SUITS_MATTER) {
                add(state.hands[at(seat)].low);
                if (rules_.stride_ > 4) {
                    add(state.hands[at(seat)].high);
                }
            } else {
                add(state.counts[at(seat)]);
            }
        }
        const bool locks = rules_.lock_ != OFF;
        const bool has_top = !state.leading || (locks && rules_.self_cover_);
        const std::uint64_t top = has_top ? static_cast<std::uint64_t>(state.top + 1) : 0;
        const std::uint64_t owner = has_top ? static_cast<std::uint64_t>(state.top_by + 1) : 0;
        add(static_cast<std::uint64_t>(state.turn) | owner << 8 | static_cast<std::uint64_t>(state.leading) << 16 |
            static_cast<std::uint64_t>(locks ? state.passed : 0) << 24 | top << 40);
        if (rules_.draws_) {
            add(state.rest_size);
        }
        if (aim_.goal != FIRST) {
            std::uint64_t out = state.out_size;
            for (int place = 0; place < state.out_size; ++place) {
                out = out << 4 | static_cast<std::uint64_t>(state.out[at(place)]);
            }
            add(out);
        }
        if (aim_.goal == SCORE) {
            add(static_cast<std::uint64_t>(state.multiplier));
            std::uint64_t played = 0;
            for (int seat = 0; seat < seats_; ++seat) {
                played = played << 2 | std::min<std::uint64_t>(state.plays[at(seat)], 2);
            }
            add(played);
            if (rules_.bombs_paid_ != NO_BOMBS) {
                std::uint64_t bombs = 0;
                for (int seat = 0; seat < seats_; ++seat) {
                    bombs = bombs << 6 | state.bombs[at(seat)];
                }
                add(bombs);
            }
            if (rules_.draws_) {
                add(static_cast<std::uint64_t>(state.pot));
                for (int seat = 0; seat < seats_; ++seat) {
                    add(static_cast<std::uint64_t>(state.captured[at(seat)]));
                }
            }
        }
        return {low, high};
    }

    const Rules<Reader>& rules_;
    Aim aim_;
    int seats_;
    Decided decided_;
    std::vector<Moves> moves_;  // by depth
    std::uint64_t nodes_ = 0;
};

}  // namespace paiju::climb
