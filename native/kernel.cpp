// The module paiju._kernel. Only paiju.kernel imports it; every function here has a twin in Python.
#include "bindings.hpp"

NB_MODULE(_kernel, module) {
    module.attr("__doc__") = "Native twins of the slow parts of paiju; import paiju.kernel instead.";
    paiju::bind_evaluate(module);
    paiju::bind_equity(module);
}
