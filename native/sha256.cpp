#include "sha256.hpp"

#include <algorithm>
#include <bit>

#if defined(__x86_64__) && defined(__GNUC__)
#define PAIJU_SHA 1
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace paiju::sha256 {
namespace {

alignas(16) constexpr std::uint32_t ROUND[64] = {
    0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
    0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
    0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
    0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
    0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
    0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
    0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
    0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2};

void compress_one_by_one(Words& words, const Block& block) noexcept {
    std::uint32_t w[64];
    std::copy(block.begin(), block.end(), w);
    for (int i = 16; i < 64; ++i) {
        const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
        const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    auto [a, b, c, d, e, f, g, h] = words;
    for (int i = 0; i < 64; ++i) {
        const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
        const std::uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + ROUND[i] + w[i];
        const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
        const std::uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
    }
    const Words mixed = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < words.size(); ++i) {
        words[i] += mixed[i];
    }
}

#ifdef PAIJU_SHA

__m128i load(const std::uint32_t* at) noexcept { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at)); }

[[gnu::target("sha,sse4.1")]] void compress_at_once(Words& words, const Block& block) noexcept {
    // The instructions want the eight words as a, b, e, f and c, d, g, h, the first on top.
    const __m128i cdab = _mm_shuffle_epi32(load(&words[0]), 0xB1), efgh = _mm_shuffle_epi32(load(&words[4]), 0x1B);
    const __m128i first = _mm_alignr_epi8(cdab, efgh, 8), second = _mm_blend_epi16(efgh, cdab, 0xF0);
    __m128i abef = first, cdgh = second;
    __m128i w[4] = {load(&block[0]), load(&block[4]), load(&block[8]), load(&block[12])};
    for (int i = 0; i < 16; ++i) {  // four rounds each
        __m128i& now = w[i % 4];
        const __m128i keyed = _mm_add_epi32(now, load(ROUND + 4 * i));
        cdgh = _mm_sha256rnds2_epu32(cdgh, abef, keyed);
        abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(keyed, 0x0E));
        const __m128i &after = w[(i + 1) % 4], &third = w[(i + 2) % 4], &last = w[(i + 3) % 4];
        now = _mm_sha256msg2_epu32(_mm_add_epi32(_mm_sha256msg1_epu32(now, after), _mm_alignr_epi8(last, third, 4)), last);
    }
    const __m128i feba = _mm_shuffle_epi32(_mm_add_epi32(abef, first), 0x1B);
    const __m128i dchg = _mm_shuffle_epi32(_mm_add_epi32(cdgh, second), 0xB1);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(&words[0]), _mm_blend_epi16(feba, dchg, 0xF0));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(&words[4]), _mm_alignr_epi8(dchg, feba, 8));
}

bool has_instructions() noexcept {
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b >> 29 & 1) != 0 && __builtin_cpu_supports("sse4.1");
}

#endif

// Up to 64 bytes as words, the most significant byte first; zeros behind them.
void read(Block& block, std::string_view bytes) noexcept {
    block.fill(0);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        block[i / 4] |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << (24 - 8 * (i % 4));
    }
}

}  // namespace

Compress compressor([[maybe_unused]] bool wide) noexcept {
#ifdef PAIJU_SHA
    static const bool has_them = has_instructions();  // a virtual machine takes long to tell
    if (wide && has_them) {
        return compress_at_once;
    }
#endif
    return compress_one_by_one;
}

Words digest(std::string_view message, Compress compress) noexcept {
    const std::uint64_t bits = 8 * static_cast<std::uint64_t>(message.size());
    Words words = START;
    Block block;
    for (; message.size() >= 64; message.remove_prefix(64)) {
        read(block, message.substr(0, 64));
        compress(words, block);
    }
    read(block, message);
    block[message.size() / 4] |= std::uint32_t{0x80000000} >> 8 * (message.size() % 4);
    if (message.size() >= 56) {  // no room left for the length
        compress(words, block);
        block.fill(0);
    }
    block[14] = static_cast<std::uint32_t>(bits >> 32);
    block[15] = static_cast<std::uint32_t>(bits);
    compress(words, block);
    return words;
}

std::array<char, 32> bytes(const Words& words) noexcept {
    std::array<char, 32> written;
    for (std::size_t i = 0; i < written.size(); ++i) {
        written[i] = static_cast<char>(words[i / 4] >> (24 - 8 * (i % 4)) & 255);
    }
    return written;
}

}  // namespace paiju::sha256
