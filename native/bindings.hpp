// One function per topic that adds its Python functions to the module; kernel.cpp calls them all.
#pragma once

#include <nanobind/nanobind.h>

namespace paiju {

// ValueError for a number that names no ruling.
void check_ruling(int ruling);

void bind_random(nanobind::module_& module);
void bind_options(nanobind::module_& module);
void bind_record(nanobind::module_& module);
void bind_spelling(nanobind::module_& module);
void bind_evaluate(nanobind::module_& module);
void bind_equity(nanobind::module_& module);
void bind_holdem(nanobind::module_& module);
void bind_holdem_sheet(nanobind::module_& module);
void bind_holdem_settle(nanobind::module_& module);
void bind_holdem_step(nanobind::module_& module);
void bind_telling(nanobind::module_& module);
void bind_climb(nanobind::module_& module);
void bind_endgame(nanobind::module_& module);

}  // namespace paiju
