// The documented generator and the hash it is made of, for Python; the twins are in paiju.cards.
#include "random.hpp"

#include <nanobind/nanobind.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "bindings.hpp"

namespace paiju {
namespace {

namespace nb = nanobind;

nb::bytes hash(nb::bytes message) {
    const std::string_view data(static_cast<const char*>(message.data()), message.size());
    const auto found = sha256::bytes(sha256::digest(data, sha256::compress));
    return nb::bytes(found.data(), found.size());
}

// Seed and stream as Python puts them before the number of a block.
Rng generator(nb::bytes prefix, std::uint64_t used) {
    if (prefix.size() != 40) {
        throw nb::value_error("seed and stream are 40 bytes");
    }
    const auto* bytes = static_cast<const std::uint8_t*>(prefix.data());
    Seed seed;
    std::copy(bytes, bytes + 32, seed.begin());
    std::uint64_t stream = 0;
    for (std::size_t i = 32; i < 40; ++i) {
        stream = stream << 8 | bytes[i];
    }
    Rng found(seed, stream);
    found.skip(used);
    return found;
}

nb::tuple shuffled(nb::handle items, nb::bytes prefix, std::uint64_t used) {
    Rng rng = generator(prefix, used);
    const nb::object row = nb::steal(PySequence_Fast(items.ptr(), "only a row can be shuffled"));
    if (!row.is_valid()) {
        throw nb::python_error();
    }
    const Py_ssize_t size = PySequence_Fast_GET_SIZE(row.ptr());
    if (static_cast<std::uint64_t>(size) > UINT32_MAX) {
        throw nb::value_error("a row to shuffle has fewer than 2**32 items");
    }
    PyObject** const first = PySequence_Fast_ITEMS(row.ptr());
    std::vector<PyObject*> order(first, first + size);
    rng.shuffle(order.data(), static_cast<std::uint32_t>(size), static_cast<std::uint32_t>(size));
    const nb::object made = nb::steal(PyTuple_New(size));
    if (!made.is_valid()) {
        throw nb::python_error();
    }
    for (Py_ssize_t i = 0; i < size; ++i) {
        PyTuple_SET_ITEM(made.ptr(), i, Py_NewRef(order[static_cast<std::size_t>(i)]));
    }
    return nb::make_tuple(made, rng.used());
}

}  // namespace

void bind_random(nb::module_& module) {
    module.def("sha256", &hash);
    module.def("shuffled", &shuffled);
}

}  // namespace paiju
