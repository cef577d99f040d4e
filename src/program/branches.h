// Branches: steps that run only where a mask leaves them a say.
//
// Where a mask is 1, a mix is its second input, and where it is 0, its first; a product with a mask
// is 0 where the mask is. The steps that serve such an input alone are its branch. Example, the
// steps of mix(a, b, m) for two noises, both of which read the positions p:
//
//   m, p
//   BranchStep    runs a where m is not 1
//     a
//   BranchStep    runs b where m is not 0
//     b
//   mix
//
// Branches nest. A branch runs from the first segment of the run that needs it to the last; outside
// of it, its buffers may hold anything. The kernels of mixes and products drop that sample by
// sample, so that no bit depends on segments.
#pragma once

#include "program/program_impl.h"

namespace cobble {

// The samples of a segment.
inline constexpr int kSegment = 64;

// Finds the program's branches, and adds their BranchSteps. Call before ReuseBuffers: each buffer
// must have one writer, and a PullBackStep if that changes it.
void FindBranches(Program::Impl* program);

}  // namespace cobble
