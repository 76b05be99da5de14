// Strengths of a block of seven-card hands. Most arrays hold nothing else, so they are judged without looking back, four
// at a time where the machine has AVX2, which is asked when it matters: the module is built for any machine. Whoever
// called looks closer where a block turns out to hold anything else.
#pragma once

#include <algorithm>
#include <cstddef>

#include "evaluate.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#define PAIJU_AVX2 1
#include <immintrin.h>
#endif

namespace paiju {

inline constexpr std::size_t BLOCK = 256;

// False where a hand has a card outside the deck, or not seven cards; then what was written means nothing.
inline bool judge_one_by_one(const Judge& judge, Mask deck, const Mask* hands, std::uint16_t* out, std::size_t size) noexcept {
    Mask seen = 0;
    unsigned other = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const Mask cards = hands[i];
        const Sum sum = read(cards);
        seen |= cards;
        other |= count(sum) ^ 7;
        out[i] = static_cast<std::uint16_t>(judge.seven(cards, sum));
    }
    return (seen & ~deck) == 0 && other == 0;
}

#ifdef PAIJU_AVX2

// The four suits of a rank are four bits of the mask, half a byte: a shuffle looks up the halves of 32 bytes at once.
[[gnu::target("avx2")]] inline __m256i looked_up(__m256i table, __m256i even, __m256i odd) noexcept {
    return _mm256_add_epi8(_mm256_shuffle_epi8(table, even), _mm256_shuffle_epi8(table, odd));
}

[[gnu::target("avx2")]] inline bool judge_by_fours(const Judge& judge, Mask deck, const Mask* hands, std::uint16_t* out,
                                                   std::size_t size) noexcept {
    const __m256i zero = _mm256_setzero_si256(), half = _mm256_set1_epi8(15);
    // By four bits, one for each suit: how many are set; 1 for clubs and 16 for diamonds; 1 for hearts and 16 for spades.
    const __m256i number = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const __m256i minors = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 16, 17, 0, 1, 16, 17, 0, 1, 16, 17, 0, 1, 16, 17));
    const __m256i majors = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 0, 0, 0, 1, 1, 1, 1, 16, 16, 16, 16, 17, 17, 17, 17));
    const __m256i low_factor = _mm256_set1_epi64x(tables::FACTOR_LOW), high_factor = _mm256_set1_epi64x(tables::FACTOR_HIGH);
    const __m256i to_eight = _mm256_set1_epi64x(0x3333), eight = _mm256_set1_epi64x(0x8888), seven = _mm256_set1_epi64x(7);

    alignas(32) std::uint64_t weights[BLOCK];  // in the lower 32 bits
    std::uint64_t flushes[BLOCK / 64] = {};
    __m256i seen = zero, other = zero;
    const std::size_t fours = std::min(size, BLOCK) & ~std::size_t{3};
    for (std::size_t i = 0; i < fours; i += 4) {
        const __m256i cards = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(hands + i));
        const __m256i even = _mm256_and_si256(cards, half), odd = _mm256_and_si256(_mm256_srli_epi64(cards, 4), half);
        const __m256i of_even = _mm256_shuffle_epi8(number, even), of_odd = _mm256_shuffle_epi8(number, odd);
        const __m256i ranks = _mm256_or_si256(of_even, _mm256_slli_epi64(of_odd, 4));
        _mm256_store_si256(reinterpret_cast<__m256i*>(weights + i),
                           _mm256_add_epi64(_mm256_mul_epu32(ranks, low_factor),
                                            _mm256_mul_epu32(_mm256_srli_epi64(ranks, 32), high_factor)));
        const __m256i suits = _mm256_or_si256(_mm256_sad_epu8(looked_up(minors, even, odd), zero),
                                              _mm256_slli_epi64(_mm256_sad_epu8(looked_up(majors, even, odd), zero), 8));
        const __m256i five = _mm256_and_si256(_mm256_add_epi64(suits, to_eight), eight);
        const int flush = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpgt_epi64(five, zero)));
        flushes[i / 64] |= static_cast<std::uint64_t>(flush) << (i % 64);
        seen = _mm256_or_si256(seen, cards);
        other = _mm256_or_si256(other, _mm256_xor_si256(seven, _mm256_sad_epu8(_mm256_add_epi8(of_even, of_odd), zero)));
    }
    const __m256i wrong = _mm256_or_si256(other, _mm256_andnot_si256(_mm256_set1_epi64x(static_cast<long long>(deck)), seen));
    if (_mm256_testz_si256(wrong, wrong) == 0) {
        return false;
    }
    for (std::size_t i = 0; i < fours; ++i) {
        out[i] = static_cast<std::uint16_t>(judge.plain(static_cast<std::uint32_t>(weights[i])));
    }
    for (std::size_t i = 0; i < BLOCK / 64; ++i) {
        for (std::uint64_t bits = flushes[i]; bits != 0; bits &= bits - 1) {
            const std::size_t at = 64 * i + static_cast<std::size_t>(std::countr_zero(bits));
            out[at] = static_cast<std::uint16_t>(judge.seven(hands[at], read(hands[at])));
        }
    }
    return judge_one_by_one(judge, deck, hands + fours, out + fours, size - fours);
}

#endif

using JudgeBlock = decltype(&judge_one_by_one);

// The best that this machine can do; or, not `wide`, what every machine can.
inline JudgeBlock block_judge([[maybe_unused]] bool wide) noexcept {
#ifdef PAIJU_AVX2
    if (wide && __builtin_cpu_supports("avx2")) {
        return judge_by_fours;
    }
#endif
    return judge_one_by_one;
}

}  // namespace paiju
