// The axes of position sets that a program needs.
#pragma once

#include <cstddef>

#include "program/program_impl.h"

namespace cobble {

// Sets the axes that the steps which compute positions must write: those that a later step reads.
// In: a program in which each position set is written by one step.
void FindPositionAxes(Program::Impl* program);

// Returns the axes of a position set that the steps from number `first` on read, also through sets
// that they compute from it.
PositionAxes AxesRead(const Program::Impl& program, int set, std::size_t first);

}  // namespace cobble
