// Facts as the wire spells them; the twin of paiju.server.spelling, which knows what is said here.
#include <nanobind/nanobind.h>

#include <utility>

#include "bindings.hpp"
#include "making.hpp"

namespace paiju {
namespace {

nb::object as_dict(const nb::object& pairs) {
    return checked(PyObject_CallOneArg(reinterpret_cast<PyObject*>(&PyDict_Type), pairs.ptr()));
}

// Facts may hold facts: this goes no deeper than Python would.
class Level {
public:
    Level() {
        if (Py_EnterRecursiveCall(" while spelling facts") != 0) {
            throw nb::python_error();
        }
    }
    ~Level() { Py_LeaveRecursiveCall(); }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
};

class Speller {
public:
    Speller(nb::object camel, nb::frozenset people, nb::dict texts, nb::handle card, nb::handle line, nb::object plain)
        : camel_(std::move(camel)),
          people_(std::move(people)),
          texts_(std::move(texts)),
          card_(nb::borrow(card)),
          line_(nb::borrow(line)),
          plain_(std::move(plain)) {}

    nb::object facts(nb::object facts, nb::tuple players) const {
        return PyDict_CheckExact(facts.ptr()) != 0 ? mapping(facts, players) : mapping(as_dict(facts), players);
    }

private:
    nb::object mapping(nb::handle facts, nb::handle players) const {
        const Level level;
        const nb::object told = checked(PyDict_New());
        PyObject *key = nullptr, *value = nullptr;
        Py_ssize_t at = 0;
        while (PyDict_Next(facts.ptr(), &at, &key, &value) != 0) {
            const nb::object kept = nb::borrow(value), text = checked(PyObject_Str(key));
            const nb::object name = checked(PyObject_CallOneArg(camel_.ptr(), text.ptr()));
            if (PyDict_SetItem(told.ptr(), name.ptr(), fact(name, kept, players).ptr()) != 0) {
                throw nb::python_error();
            }
        }
        return told;
    }

    nb::object fact(nb::handle name, nb::handle value, nb::handle players) const {
        PyObject* const type = reinterpret_cast<PyObject*>(Py_TYPE(value.ptr()));
        if (PyUnicode_CheckExact(value.ptr()) != 0 || value.is_none() || PyBool_Check(value.ptr()) != 0) {
            return nb::borrow(value);
        }
        if (PyLong_CheckExact(value.ptr()) != 0) {
            return number(name, value, players);
        }
        if (PyDict_CheckExact(value.ptr()) != 0) {
            return mapping(value, players);
        }
        if (PyList_CheckExact(value.ptr()) != 0 || PyTuple_CheckExact(value.ptr()) != 0) {
            return row(name, value, players);
        }
        if (type == line_.ptr()) {
            return line(value, players);
        }
        const nb::object told = checked(PyObject_CallOneArg(plain_.ptr(), value.ptr()));
        const bool is_nested = PyDict_CheckExact(told.ptr()) != 0 || PyList_CheckExact(told.ptr()) != 0;
        return is_nested ? fact(name, told, players) : told;
    }

    // Where a number is a seat, it becomes who sits there.
    nb::object number(nb::handle name, nb::handle value, nb::handle players) const {
        const int is_seat = PySet_Contains(people_.ptr(), name.ptr());
        if (is_seat < 0) {
            throw nb::python_error();
        }
        if (is_seat == 0) {
            return nb::borrow(value);
        }
        int overflow = 0;
        const long long seat = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
        const bool is_taken = overflow == 0 ? seat < PyTuple_GET_SIZE(players.ptr()) : overflow < 0;
        return is_taken ? checked(PyObject_GetItem(players.ptr(), value.ptr())) : nb::borrow(value);
    }

    nb::object row(nb::handle name, nb::handle values, nb::handle players) const {
        const Level level;
        const nb::object told = checked(PyList_New(0));
        for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(values.ptr()); ++i) {
            const nb::object value = nb::borrow(PySequence_Fast_GET_ITEM(values.ptr(), i));
            const bool is_card = reinterpret_cast<PyObject*>(Py_TYPE(value.ptr())) == card_.ptr();
            const nb::object item =
                is_card ? checked(PyObject_GetItem(texts_.ptr(), value.ptr())) : fact(name, value, players);
            if (PyList_Append(told.ptr(), item.ptr()) != 0) {
                throw nb::python_error();
            }
        }
        return told;
    }

    nb::object line(nb::handle line, nb::handle players) const {
        const nb::object args = as_dict(line.attr(args_name_)), told = checked(PyDict_New());
        if (PyDict_SetItem(told.ptr(), key_name_.ptr(), nb::object(line.attr(key_name_)).ptr()) != 0 ||
            PyDict_SetItem(told.ptr(), args_name_.ptr(), mapping(args, players).ptr()) != 0) {
            throw nb::python_error();
        }
        return told;
    }

    nb::object camel_;
    nb::frozenset people_;
    nb::dict texts_;
    nb::object card_, line_, plain_;
    nb::object key_name_ = checked(PyUnicode_InternFromString("key"));
    nb::object args_name_ = checked(PyUnicode_InternFromString("args"));
};

}  // namespace

void bind_spelling(nb::module_& module) {
    nb::class_<Speller>(module, "Speller", "Spells what games say as the wire does.", nb::is_final())
        .def(nb::init<nb::object, nb::frozenset, nb::dict, nb::handle, nb::handle, nb::object>())
        .def("__call__", &Speller::facts, nb::arg("facts"), nb::arg("players") = nb::tuple());
}

}  // namespace paiju
