// From a noise node to its kernel: what each family's selector wants to know.
#ifndef COBBLE_PROGRAM_NOISE_KERNEL_H_
#define COBBLE_PROGRAM_NOISE_KERNEL_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe.h"
#include "noise/catalog.h"
#include "noise/kernel.h"
#include "program/octaves.h"

namespace cobble {

// Tells of every field of the node that does not go with the others.
void CheckNoise(const NoisePlace& place, const std::function<void(const Error&)>& tell);

// The family's arguments and the kernel for them, of a node that CheckNoise finds sound. `slopes`
// as the family's header says.
std::pair<std::shared_ptr<const void>, Kernel> MakeKernel(const NoisePlace& place,
                                                          std::vector<Octave> octaves, int slopes,
                                                          Frame::Form form, int64_t simd_target);

// Whether the noise has any slope but 0.
bool HasSlopes(const Node& node);

Bounds NoiseBounds(const Node& node);

}  // namespace cobble

#endif  // COBBLE_PROGRAM_NOISE_KERNEL_H_
