// A sheet (`Sheet` of paiju.games.extras) as it is told from: what a deal looks like to a viewer, and what is new in it.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "json_text.hpp"

namespace paiju {

namespace nb = nanobind;

using Viewer = std::optional<std::int64_t>;  // a seat, or none: a spectator

inline std::string_view bytes_of(nb::handle value) {
    char* data = nullptr;
    Py_ssize_t size = 0;
    if (PyBytes_AsStringAndSize(value.ptr(), &data, &size) < 0) {
        throw nb::python_error();
    }
    return {data, static_cast<std::size_t>(size)};
}

inline std::string_view text_of(nb::handle value) {
    Py_ssize_t size = 0;
    const char* const data = PyUnicode_AsUTF8AndSize(value.ptr(), &size);
    if (data == nullptr) {
        throw nb::python_error();
    }
    return {data, static_cast<std::size_t>(size)};
}

inline nb::bytes bytes(std::string_view text) { return nb::bytes(text.data(), text.size()); }

// Everything is written behind what a text holds already.
class Sheet {
public:
    // What the game knows of a player better than the table.
    struct Known {
        std::optional<std::string> status, chips;  // chips in digits
    };

    Sheet() = default;
    Sheet(const Sheet&) = delete;
    Sheet& operator=(const Sheet&) = delete;
    virtual ~Sheet() = default;

    virtual std::string stage() const = 0;
    virtual void facts(Pieces& pieces) const = 0;
    virtual void view(Pieces& pieces, Viewer viewer) const = 0;
    virtual std::size_t told(Viewer viewer) const = 0;
    virtual void events(Text& text, Viewer viewer, std::size_t start) const = 0;
    virtual Known player(Text& more, std::int64_t seat, Viewer viewer) const = 0;
    virtual bool cards(Text& text, Viewer viewer) const = 0;  // whether he has any
    virtual void question(Text& text, Text& extra, nb::handle decision) const = 0;
};

// The sheet within a HoldemSheet of Python; nullptr if it is another object.
const Sheet* holdem_sheet(nb::handle value);

}  // namespace paiju
