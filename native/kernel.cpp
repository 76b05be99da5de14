// The module paiju._kernel. Only paiju.kernel imports it; every function here has a twin in Python.
#include "bindings.hpp"

NB_MODULE(_kernel, module) {
    nanobind::set_leak_warnings(false);  // what a program still holds when it ends is no concern of its user
    module.attr("__doc__") = "Native twins of the slow parts of paiju; import paiju.kernel instead.";
    paiju::bind_evaluate(module);
    paiju::bind_equity(module);
    paiju::bind_holdem(module);
    paiju::bind_climb(module);
    paiju::bind_climb_lanes(module);
    paiju::bind_endgame(module);
    paiju::bind_network(module);
    paiju::bind_policy(module);
    paiju::bind_texture(module);
}
