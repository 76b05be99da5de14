// The text of a record with its chain of hashes; its twin is in paiju.games.record.
#include <nanobind/nanobind.h>

#include <charconv>
#include <string>
#include <string_view>

#include "bindings.hpp"
#include "sha256.hpp"

namespace paiju {
namespace {

namespace nb = nanobind;

sha256::Words read_words(nb::bytes start) {
    if (start.size() != 32) {
        throw nb::value_error("a chain starts from 32 bytes");
    }
    const auto* bytes = static_cast<const std::uint8_t*>(start.data());
    sha256::Words words{};
    for (std::size_t i = 0; i < 32; ++i) {
        words[i / 4] = words[i / 4] << 8 | bytes[i];
    }
    return words;
}

// Lines and, behind each of them, half of the hash of all lines so far.
class Chain {
public:
    Chain(const sha256::Words& start, sha256::Compress compress) : words_(start), compress_(compress) {}

    // A line is written to `text` and then ended.
    void end() {
        constexpr char DIGITS[] = "0123456789abcdef";
        words_ = sha256::digest(words_, std::string_view(text).substr(from_), compress_);
        text.append(" #");
        for (std::size_t i = 0; i < 4; ++i) {
            for (int shift = 28; shift >= 0; shift -= 4) {
                text.push_back(DIGITS[words_[i] >> shift & 15]);
            }
        }
        skip();
    }

    // An empty line is no part of the chain.
    void skip() {
        text.push_back('\n');
        from_ = text.size();
    }

    void write(nb::handle words) {
        Py_ssize_t size = 0;
        const char* const found = PyUnicode_AsUTF8AndSize(words.ptr(), &size);
        if (found == nullptr) {
            throw nb::python_error();
        }
        text.append(found, static_cast<std::size_t>(size));
    }

    void write_number(nb::handle number) {
        const long long value = PyLong_AsLongLong(number.ptr());
        if (value == -1 && PyErr_Occurred() != nullptr) {
            throw nb::python_error();
        }
        char digits[24];
        text.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
    }

    std::string text;

private:
    sha256::Words words_;
    sha256::Compress compress_;
    std::size_t from_ = 0;
};

nb::str written(nb::bytes start, nb::list header, nb::tuple moves, bool wide) {
    Chain chain(read_words(start), sha256::compressor(wide));
    chain.text.reserve(2048);
    for (const nb::handle line : header) {
        chain.write(line);
        chain.end();
    }
    chain.skip();
    for (const nb::handle move : moves) {
        if (PyTuple_Check(move.ptr()) == 0 || PyTuple_GET_SIZE(move.ptr()) != 3) {
            throw nb::type_error("a move is a seat, a text and the milliseconds it took");
        }
        const nb::handle said = PyTuple_GET_ITEM(move.ptr(), 1), elapsed = PyTuple_GET_ITEM(move.ptr(), 2);
        chain.write_number(PyTuple_GET_ITEM(move.ptr(), 0));
        chain.text.push_back(' ');
        if (said.is_none()) {
            chain.text.push_back('?');
        } else {
            chain.write(said);
        }
        if (!elapsed.is_none()) {
            chain.text.append(" @");
            chain.write_number(elapsed);
        }
        chain.end();
    }
    chain.text.append("end ").append(std::to_string(moves.size()));
    chain.end();
    return nb::str(chain.text.data(), chain.text.size());
}

}  // namespace

void bind_record(nb::module_& module) {
    module.def("written", &written, nb::arg("start"), nb::arg("header"), nb::arg("moves"), nb::arg("wide") = true);
}

}  // namespace paiju
