// Chance. `Rng` is the documented generator of paiju.cards.rng: the same seed gives the same deal as in Python.
// `Quick` (SplitMix64) is for simulations only, never for a deal that people play; its twin is paiju.solver.quick.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

namespace paiju {

class Quick {
public:
    explicit Quick(std::uint64_t seed) noexcept : state_(seed) {}

    std::uint64_t operator()() noexcept {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
        z = (z ^ z >> 27) * 0x94D049BB133111EB;
        return z ^ z >> 31;
    }

private:
    std::uint64_t state_;
};

// A random word read as a fraction of one, from which whole numbers are taken digit by digit: the result is below n,
// and what remains of the fraction stands in for the word.
inline std::uint32_t take(std::uint64_t& fraction, std::uint32_t n) noexcept {
#ifdef __SIZEOF_INT128__
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(fraction) * n;
    fraction = static_cast<std::uint64_t>(product);
    return static_cast<std::uint32_t>(product >> 64);
#else
    const std::uint64_t low = (fraction & 0xFFFFFFFF) * n;
    const std::uint64_t high = (fraction >> 32) * n + (low >> 32);
    fraction = high << 32 | (low & 0xFFFFFFFF);
    return static_cast<std::uint32_t>(high >> 32);
#endif
}

// The same for numbers of up to 63 bits, of which nothing remains.
inline std::uint64_t scale(std::uint64_t fraction, std::uint64_t n) noexcept {
    const std::uint64_t a = fraction >> 32, b = fraction & 0xFFFFFFFF, c = n >> 32, d = n & 0xFFFFFFFF;
    const std::uint64_t middle = a * d + (b * d >> 32);
    return a * c + (middle >> 32) + ((b * c + (middle & 0xFFFFFFFF)) >> 32);
}

// The quick generator with the interface of Rng: numbered streams of a seed, numbers below n, shuffles.
class QuickRng {
public:
    static constexpr std::uint32_t DIGITS = 4;  // places of a shuffle that one word decides

    explicit QuickRng(std::uint64_t seed, std::uint64_t stream = 0) noexcept
        : quick_(seed + stream * 0xD1B54A32D192ED03) {}

    std::uint32_t below(std::uint32_t n) noexcept {
        std::uint64_t word = quick_();
        return take(word, n);
    }

    // The last `used` places as a whole shuffle would leave them; the others are left in some order.
    template <class T>
    void shuffle(T* row, std::uint32_t size, std::uint32_t used) noexcept {
        const std::uint32_t lowest = used < size ? size - used : 1;
        std::uint32_t i = size - 1;
        for (; i >= lowest + DIGITS - 1 && i < size; i -= DIGITS) {
            std::uint64_t word = quick_();
            for (std::uint32_t digit = 0; digit < DIGITS; ++digit) {
                std::swap(row[i - digit], row[take(word, i - digit + 1)]);
            }
        }
        if (i >= lowest && i < size) {
            std::uint64_t word = quick_();
            for (; i >= lowest; --i) {
                std::swap(row[i], row[take(word, i + 1)]);
            }
        }
    }

private:
    Quick quick_;
};

// A seed of the documented generator, 32 bytes, most significant first.
using Seed = std::array<std::uint8_t, 32>;

class Rng {
public:
    explicit Rng(const Seed& seed, std::uint64_t stream = 0) noexcept {
        for (std::size_t i = 0; i < 8; ++i) {
            block_[i] = word_at(seed.data() + 4 * i);
        }
        block_[8] = static_cast<std::uint32_t>(stream >> 32);
        block_[9] = static_cast<std::uint32_t>(stream);
        block_[12] = 0x80000000;  // padding of a message of 48 bytes
        block_[15] = 48 * 8;
    }

    std::uint32_t word() noexcept {
        if (next_ == 8) {
            block_[10] = static_cast<std::uint32_t>(index_ >> 32);
            block_[11] = static_cast<std::uint32_t>(index_);
            ++index_;
            hash();
            next_ = 0;
        }
        return words_[next_++];
    }

    std::uint32_t below(std::uint32_t n) noexcept {
        const std::uint64_t range = std::uint64_t{1} << 32;
        const std::uint64_t limit = range - range % n;
        std::uint32_t found = word();
        while (found >= limit) {
            found = word();
        }
        return found % n;
    }

    template <class T>
    void shuffle(T* row, std::uint32_t size, std::uint32_t used) noexcept {
        for (std::uint32_t i = size; i-- > 1 && i + used >= size;) {
            std::swap(row[i], row[below(i + 1)]);
        }
    }

private:
    static std::uint32_t word_at(const std::uint8_t* at) noexcept {
        return static_cast<std::uint32_t>(at[0]) << 24 | static_cast<std::uint32_t>(at[1]) << 16 |
               static_cast<std::uint32_t>(at[2]) << 8 | at[3];
    }

    // SHA-256 of block_, which is one padded message (FIPS 180-4).
    void hash() noexcept;

    std::array<std::uint32_t, 16> block_{};
    std::array<std::uint32_t, 8> words_{};
    std::size_t next_ = 8;
    std::uint64_t index_ = 0;
};

}  // namespace paiju
