// Guards: in which segments of a run a step is needed.
//
// Where a mask is 1, a mix is its second input, and where it is 0, its first; a product with a mask
// is 0 where the mask is. Steps that compute only what does not count there are skipped. Example,
// mix(a, b, m) of two noises, both of which read the positions p:
//
//   step      needed where
//   m         everywhere
//   MaskStep  everywhere           finds segments in which m is 0 everywhere, or 1
//   p         everywhere           = where m is not 1, or not 0: no segment has both
//   a         m is not 1
//   b         m is not 0
//   mix       everywhere           its kernel selects a or b itself where m is 0 or 1
//
// A step is needed where any step that reads it is. Masks come first, so that more is known when
// other steps run. What is not needed is not computed, or has any value: the kernels of mixes and
// products drop it sample by sample, so that no bit depends on segments.
#pragma once

#include "program/program_impl.h"

namespace cobble {

// The samples of a segment.
inline constexpr int kSegment = 64;

// Orders the program's steps, adds MaskSteps, and finds the steps' guards. Call before
// ReuseBuffers: each buffer must have one writer, and a PullBackStep if that changes it.
void FindGuards(Program::Impl* program);

}  // namespace cobble
