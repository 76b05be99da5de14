// evaluate7 and evaluate for Python. They are called once per hand from Python loops, where nanobind's generic
// dispatch would cost more than the evaluation itself, so they are plain one-argument C functions.
#include "evaluate.hpp"

#include "bindings.hpp"

namespace paiju {
namespace {

template <unsigned Fewest>
PyObject* evaluate(PyObject*, PyObject* argument) {
    static_assert(sizeof(std::size_t) == 8, "a mask needs 64 bits");
    const std::size_t cards = PyLong_AsSize_t(argument);
    if (cards == static_cast<std::size_t>(-1) && PyErr_Occurred() != nullptr) {
        if (PyErr_ExceptionMatches(PyExc_OverflowError) != 0) {
            PyErr_SetString(PyExc_ValueError, "a mask has bits 0 to 51 only");
        }
        return nullptr;
    }
    if (cards > ALL_CARDS) {
        PyErr_SetString(PyExc_ValueError, "a mask has bits 0 to 51 only");
        return nullptr;
    }
    const Sum sum = read(cards);
    if (count(sum) > 7 || count(sum) < Fewest) {
        PyErr_Format(PyExc_ValueError, Fewest == 7 ? "7 cards are needed, not %u" : "5 to 7 cards are needed, not %u",
                     count(sum));
        return nullptr;
    }
    return PyLong_FromLong(static_cast<long>(strength(cards, sum)));
}

PyMethodDef methods[] = {
    {"evaluate7", evaluate<7>, METH_O,
     "evaluate7($module, mask, /)\n--\n\nStrength of seven cards, 1 to 7462; higher wins, equal ties."},
    {"evaluate", evaluate<5>, METH_O,
     "evaluate($module, mask, /)\n--\n\nStrength of the best five of five to seven cards, 1 to 7462."},
    {nullptr, nullptr, 0, nullptr}};

}  // namespace

void bind_evaluate(nanobind::module_& module) {
    if (PyModule_AddFunctions(module.ptr(), methods) != 0) {
        nanobind::raise_python_error();
    }
}

}  // namespace paiju
