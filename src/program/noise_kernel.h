// From a noise node to its kernel: what each family's selector wants to know.
#ifndef COBBLE_PROGRAM_NOISE_KERNEL_H_
#define COBBLE_PROGRAM_NOISE_KERNEL_H_

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "cobble/recipe.h"
#include "noise/catalog.h"
#include "noise/kernel.h"
#include "program/octaves.h"

namespace cobble {

// The family's arguments and the kernel for them. `slopes` as the family's header says.
// Throws Error where the node's fields do not go together.
std::pair<std::shared_ptr<const void>, Kernel> MakeKernel(const NoisePlace& place,
                                                          std::vector<Octave> octaves, int slopes,
                                                          Frame::Form form, int64_t simd_target);

// Whether the noise has any slope but 0.
bool HasSlopes(const Node& node);

Bounds NoiseBounds(const Node& node);

}  // namespace cobble

#endif  // COBBLE_PROGRAM_NOISE_KERNEL_H_
