// The quick generator (SplitMix64), for simulations only; deals that people play come from paiju.cards.rng.
// Its twin is paiju.solver.quick.
#pragma once

#include <cstdint>

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

// A random word read as a fraction of one, from which whole numbers are taken digit by digit: `take(n)` is below n,
// and what remains of the fraction is the next word.
inline std::uint32_t take(std::uint64_t& fraction, std::uint32_t n) noexcept {
    const std::uint64_t low = (fraction & 0xFFFFFFFF) * n;
    const std::uint64_t high = (fraction >> 32) * n + (low >> 32);
    fraction = high << 32 | (low & 0xFFFFFFFF);
    return static_cast<std::uint32_t>(high >> 32);
}

}  // namespace paiju
