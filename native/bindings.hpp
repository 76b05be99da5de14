// One function per topic that adds its Python functions to the module; kernel.cpp calls them all.
#pragma once

#include <nanobind/nanobind.h>

namespace paiju {

// ValueError for a number that names no ruling.
void check_ruling(int ruling);

void bind_evaluate(nanobind::module_& module);
void bind_equity(nanobind::module_& module);
void bind_holdem(nanobind::module_& module);
void bind_climb(nanobind::module_& module);
void bind_climb_lanes(nanobind::module_& module);
void bind_endgame(nanobind::module_& module);
void bind_network(nanobind::module_& module);
void bind_policy(nanobind::module_& module);
void bind_texture(nanobind::module_& module);

}  // namespace paiju
