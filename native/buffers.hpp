// Python buffers (bytes, array, memoryview, NumPy) as spans of numbers: what is not as expected becomes an exception.
#pragma once

#include <nanobind/nanobind.h>

#include <bit>
#include <cstdint>
#include <span>
#include <string>

namespace paiju {

namespace nb = nanobind;

// Holds a buffer of its owner for as long as it lives. Needs the GIL to be made and to go.
class Buffer {
public:
    Buffer(nb::handle owner, const char* name, bool writable) : name_(name) {
        const int flags = PyBUF_FORMAT | PyBUF_ND | PyBUF_C_CONTIGUOUS | (writable ? PyBUF_WRITABLE : 0);
        if (PyObject_GetBuffer(owner.ptr(), &view_, flags) != 0) {
            PyErr_Clear();
            if (PyObject_CheckBuffer(owner.ptr()) == 0) {
                throw nb::type_error((name_ + " must be a buffer: bytes, array, memoryview or NumPy array").c_str());
            }
            throw nb::value_error((name_ + (writable ? " must be contiguous and writable" : " must be contiguous")).c_str());
        }
    }
    ~Buffer() { PyBuffer_Release(&view_); }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    int dimensions() const noexcept { return view_.ndim; }
    std::size_t shape(int axis) const noexcept { return static_cast<std::size_t>(view_.shape[axis]); }
    std::size_t bytes() const noexcept { return static_cast<std::size_t>(view_.len); }

    // Items of this size, named by one of these letters of the struct module. Native byte order only.
    bool holds(std::size_t size, const char* letters) const noexcept {
        const char* format = view_.format == nullptr ? "B" : view_.format;
        if (*format == '@' || *format == '=' || *format == (std::endian::native == std::endian::little ? '<' : '>')) {
            ++format;
        }
        return static_cast<std::size_t>(view_.itemsize) == size && *format != '\0' && format[1] == '\0' &&
               std::string(letters).find(*format) != std::string::npos;
    }

    template <class T>
    std::span<T> as(const char* letters, const char* wanted) const {
        if (!holds(sizeof(T), letters)) {
            throw nb::type_error((name_ + " must hold " + wanted).c_str());
        }
        if (view_.len == 0) {
            return {};
        }
        if (reinterpret_cast<std::uintptr_t>(view_.buf) % alignof(T) != 0) {
            throw nb::value_error((name_ + " must be aligned").c_str());
        }
        return {static_cast<T*>(view_.buf), static_cast<std::size_t>(view_.len) / sizeof(T)};
    }

    bool overlaps(const Buffer& other) const noexcept {
        const auto begin = reinterpret_cast<std::uintptr_t>(view_.buf);
        const auto other_begin = reinterpret_cast<std::uintptr_t>(other.view_.buf);
        return begin < other_begin + other.bytes() && other_begin < begin + bytes();
    }

private:
    Py_buffer view_{};
    std::string name_;
};

}  // namespace paiju
