// The chain of hashes of a record; its twin is in paiju.games.record.
#include <nanobind/nanobind.h>

#include <string>

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

// Half of a hash is shown.
void write_half(std::string& text, const sha256::Words& words) {
    constexpr char DIGITS[] = "0123456789abcdef";
    for (std::size_t i = 0; i < 4; ++i) {
        for (int shift = 28; shift >= 0; shift -= 4) {
            text.push_back(DIGITS[words[i] >> shift & 15]);
        }
    }
}

nb::list chained(nb::bytes start, nb::list lines, bool wide) {
    const sha256::Compress compress = sha256::compressor(wide);
    sha256::Words chain = read_words(start);
    nb::list rows;
    std::string row;
    for (const nb::handle line : lines) {
        Py_ssize_t size = 0;
        const char* const text = PyUnicode_AsUTF8AndSize(line.ptr(), &size);
        if (text == nullptr) {
            throw nb::python_error();
        }
        row.assign(text, static_cast<std::size_t>(size));
        chain = sha256::digest(chain, row, compress);
        row.append(" #");
        write_half(row, chain);
        rows.append(nb::str(row.data(), row.size()));
    }
    return rows;
}

}  // namespace

void bind_record(nb::module_& module) {
    module.def("chained", &chained, nb::arg("start"), nb::arg("lines"), nb::arg("wide") = true);
}

}  // namespace paiju
