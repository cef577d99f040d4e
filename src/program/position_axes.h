// The axes of position sets that a program needs.
#pragma once

#include <cstddef>

#include "program/program_impl.h"

namespace cobble {

// Makes steps write only the axes that later steps read. Each position set must have one writer.
void FindPositionAxes(Program::Impl* program);

// Returns the axes of a set that steps from `first` on read, directly or through sets based on it.
PositionAxes AxesRead(const Program::Impl& program, int set, std::size_t first);

}  // namespace cobble
