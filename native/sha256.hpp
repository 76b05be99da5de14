// SHA-256 (FIPS 180-4), of words: chance, commitments and the chains of records are made of it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace paiju::sha256 {

using Words = std::array<std::uint32_t, 8>;
using Block = std::array<std::uint32_t, 16>;

inline constexpr Words START = {0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
                                0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};

// Takes in the next 512 bits of a message.
using Compress = void (*)(Words& words, const Block& block) noexcept;

// By the machine's own instructions where it has them, which is asked when it matters: the module is built for any machine.
// Not `wide`, as every machine can.
Compress compressor(bool wide) noexcept;

inline const Compress compress = compressor(true);

Words digest(std::string_view message, Compress compress) noexcept;

// The hash as it is written, the most significant byte of a word first.
std::array<char, 32> bytes(const Words& words) noexcept;

}  // namespace paiju::sha256
