// Buffer allocation: lets results of a Program share memory.
#pragma once

#include "program/program_impl.h"

namespace cobble {

// Renumbers the buffers and position sets of all steps so that later results reuse those that are
// no longer read; a run's data then stays in L1. No step gets the same buffer as input and output
// unless it already works in place.
void ReuseBuffers(Program::Impl* program);

// Removes all steps except those that the program's probes need, and the program's result. In: a
// program without slopes, before ReuseBuffers.
void KeepProbes(Program::Impl* program);

}  // namespace cobble
