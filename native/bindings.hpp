// One function per topic that adds its Python functions to the module; kernel.cpp calls them all.
#pragma once

#include <nanobind/nanobind.h>

namespace paiju {

void bind_evaluate(nanobind::module_& module);

}  // namespace paiju
