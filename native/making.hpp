// Python's tuples and structs, made here. What cannot be made becomes an exception.
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <cstddef>

namespace paiju {

namespace nb = nanobind;

inline nb::object checked(PyObject* made) {
    if (made == nullptr) {
        throw nb::python_error();
    }
    return nb::steal(made);
}

inline nb::object interned(const char* text) { return checked(PyUnicode_InternFromString(text)); }

template <std::size_t N>
nb::object named_tuple(nb::handle kind, std::array<nb::object, N> items) {
    auto* const type = reinterpret_cast<PyTypeObject*>(kind.ptr());
    nb::object made = checked(type->tp_alloc(type, static_cast<Py_ssize_t>(N)));
    for (std::size_t i = 0; i < N; ++i) {
        PyTuple_SET_ITEM(made.ptr(), static_cast<Py_ssize_t>(i), items[i].release().ptr());
    }
    return made;
}

template <class... Args>
nb::object called(nb::handle kind, const Args&... args) {
    PyObject* const each[] = {args.ptr()...};
    return checked(PyObject_Vectorcall(kind.ptr(), each, sizeof...(args), nullptr));
}

// A tuple of as many items, each as `one` makes it.
template <class One>
nb::object tuple_of(std::size_t count, const One& one) {
    nb::object made = checked(PyTuple_New(static_cast<Py_ssize_t>(count)));
    for (std::size_t i = 0; i < count; ++i) {
        PyTuple_SET_ITEM(made.ptr(), static_cast<Py_ssize_t>(i), nb::object(one(i)).release().ptr());
    }
    return made;
}

// None in place of what cannot be read: Python says what is wrong with it.
template <class Make>
nb::object tried(const Make& make) {
    try {
        return make();
    } catch (const nb::builtin_exception&) {
    } catch (const nb::python_error&) {
    }
    return nb::none();
}

}  // namespace paiju
