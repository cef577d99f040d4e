// Every noise: its axes of choice, its bounds, where it comes from.
#ifndef COBBLE_NOISE_CATALOG_H_
#define COBBLE_NOISE_CATALOG_H_

#include <span>
#include <string_view>

#include "cobble/enums.h"
#include "core/bounds.h"

namespace cobble {

struct NoiseEntry {
  NodeType type;
  std::string_view summary;  // a line for `cobble list noises`
  std::string_view source;   // authors, title, year
  bool has_turbulence;
  Bounds bounds;  // without turbulence; with it 0..1
};

std::span<const NoiseEntry> NoiseCatalog();

// The noise of that type; null where the type is no noise.
const NoiseEntry* FindNoise(NodeType type);

// The bounds of the noise, whatever its octaves: their shares add up to 1.
Bounds BoundsOf(const NoiseEntry& noise, Turbulence turbulence);

}  // namespace cobble

#endif  // COBBLE_NOISE_CATALOG_H_
