// JSON, written piece after piece into one string.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace paiju {

// What is written is taken as it stands: only `quote` escapes.
class Text {
public:
    Text& operator<<(std::string_view part) {
        text_.append(part);
        return *this;
    }

    Text& operator<<(char one) {
        text_.push_back(one);
        return *this;
    }

    template <std::same_as<bool> Truth>
    Text& operator<<(Truth value) {
        return *this << std::string_view(value ? "true" : "false");
    }

    template <std::integral Number>
        requires(!std::same_as<Number, bool>)
    Text& operator<<(Number value) {
        std::array<char, 24> digits;
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
        text_.append(digits.data(), end);
        return *this;
    }

    // A string of UTF-8 between quotation marks.
    Text& quote(std::string_view part) {
        text_.push_back('"');
        for (const char one : part) {
            constexpr std::string_view SHORT = "\"\\\b\f\n\r\t", LETTERS = "\"\\bfnrt";
            if (const std::size_t at = SHORT.find(one); at != SHORT.npos) {
                text_.push_back('\\');
                text_.push_back(LETTERS[at]);
            } else if (static_cast<unsigned char>(one) < 0x20) {
                constexpr std::string_view HEX = "0123456789abcdef";
                text_.append("\\u00");
                text_.push_back(HEX[static_cast<unsigned char>(one) >> 4]);
                text_.push_back(HEX[static_cast<unsigned char>(one) & 15]);
            } else {
                text_.push_back(one);
            }
        }
        text_.push_back('"');
        return *this;
    }

    // The values of a row between brackets, each written by `write`.
    template <class Row, class Write>
    Text& list(const Row& row, Write write) {
        text_.push_back('[');
        bool is_first = true;
        for (const auto& one : row) {
            if (!is_first) {
                text_.push_back(',');
            }
            is_first = false;
            write(one);
        }
        text_.push_back(']');
        return *this;
    }

    template <class Row>
    Text& list(const Row& row) {
        return list(row, [this](const auto& one) { *this << one; });
    }

    void set(std::size_t at, char one) { text_.at(at) = one; }

    // Forget what comes after so many letters.
    void cut(std::size_t size) noexcept { text_.resize(std::min(size, text_.size())); }

    void reserve(std::size_t size) { text_.reserve(size); }
    std::string_view read() const noexcept { return text_; }
    std::size_t size() const noexcept { return text_.size(); }

private:
    std::string text_;
};

// A text for a moment. It lies where the last one lay, which was asked for once and is still at hand.
class Draft {
public:
    Text text;

    Draft() : text(std::move(kept_)) { text.cut(0); }
    Draft(const Draft&) = delete;
    Draft& operator=(const Draft&) = delete;
    ~Draft() { kept_ = std::move(text); }

private:
    static inline thread_local Text kept_;
};

// Texts one behind the other: write to `text`, then `end` each of them.
class Pieces {
public:
    Text text;

    void reserve(std::size_t count, std::size_t size) {
        ends_.reserve(count);
        text.reserve(size);
    }

    void end() { ends_.push_back(static_cast<std::uint32_t>(text.size())); }

    std::size_t size() const noexcept { return ends_.size(); }

    std::string_view operator[](std::size_t i) const noexcept {
        const std::size_t from = i == 0 ? 0 : ends_[i - 1];
        return text.read().substr(from, ends_[i] - from);
    }

private:
    std::vector<std::uint32_t> ends_;
};

}  // namespace paiju
