// The text of a record with its chain of hashes; its twin is in paiju.games.record.
#include <nanobind/nanobind.h>

#include <charconv>
#include <string>

#include "bindings.hpp"
#include "sha256.hpp"

namespace paiju {
namespace {

namespace nb = nanobind;

// Lines and, behind each of them, half of the hash of all lines so far.
class Chain {
public:
    Chain(nb::bytes start, sha256::Compress compress)
        : hashed_(static_cast<const char*>(start.data()), start.size()), compress_(compress) {
        if (start.size() != 32) {
            throw nb::value_error("a chain starts from 32 bytes");
        }
    }

    // A line is written to `text` and then ended.
    void end() {
        constexpr char DIGITS[] = "0123456789abcdef";
        hashed_.append(text, from_);
        const auto hash = sha256::bytes(sha256::digest(hashed_, compress_));
        hashed_.assign(hash.data(), hash.size());
        text.append(" #");
        for (std::size_t i = 0; i < 16; ++i) {
            text.push_back(DIGITS[hash[i] >> 4 & 15]);
            text.push_back(DIGITS[hash[i] & 15]);
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
    std::string hashed_;  // the last hash, and the line after it
    sha256::Compress compress_;
    std::size_t from_ = 0;
};

nb::str written(nb::bytes start, nb::list header, nb::tuple moves, bool wide) {
    Chain chain(start, sha256::compressor(wide));
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
