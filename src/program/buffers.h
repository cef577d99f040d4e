// Buffer allocation: lets results of a Program share memory.
#pragma once

#include "program/program_impl.h"

namespace cobble {

// Renumbers the buffers and position sets of all steps so that results take the place of those no
// longer read. A run's data then stays in L1. A step never gets one buffer as input and output
// unless it already works in place.
void ReuseBuffers(Program::Impl* program);

// Removes the result and the steps that no probe needs. Call before ReuseBuffers, without slopes.
void KeepProbes(Program::Impl* program);

}  // namespace cobble
