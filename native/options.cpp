// What options differ in from their defaults; the twin is in paiju.games.options.
#include <nanobind/nanobind.h>

#include "bindings.hpp"
#include "making.hpp"

namespace paiju {
namespace {

nb::object differing(nb::dict values, nb::tuple defaults) {
    const nb::object found = checked(PyDict_New());
    for (const nb::handle row : defaults) {
        if (PyTuple_Check(row.ptr()) == 0 || PyTuple_GET_SIZE(row.ptr()) != 2) {
            throw nb::type_error("a name and a default are needed");
        }
        const nb::handle name = PyTuple_GET_ITEM(row.ptr(), 0), usual = PyTuple_GET_ITEM(row.ptr(), 1);
        const nb::object value = checked(PyObject_GetItem(values.ptr(), name.ptr()));
        const int differs = value.is(usual) ? 0 : PyObject_RichCompareBool(value.ptr(), usual.ptr(), Py_NE);
        if (differs < 0 || (differs > 0 && PyDict_SetItem(found.ptr(), name.ptr(), value.ptr()) != 0)) {
            throw nb::python_error();
        }
    }
    return found;
}

}  // namespace

void bind_options(nb::module_& module) { module.def("differing", &differing); }

}  // namespace paiju
