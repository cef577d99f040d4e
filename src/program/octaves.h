// The octaves of a noise in its domain: seeds, shares, frequencies, and the periods of a tiling.
#ifndef COBBLE_PROGRAM_OCTAVES_H_
#define COBBLE_PROGRAM_OCTAVES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "cobble/recipe.h"
#include "core/affine.h"
#include "noise/kernel.h"

namespace cobble {

// Cell indices beyond this are refused: doubles hold them, but too little of their fractions.
inline constexpr double kFarthestCell = 0x1p40;

// A noise node, the JSON pointer where it stands, and the affine map from P to its positions.
struct NoisePlace {
  const Recipe& recipe;
  const Node& node;
  const std::string& pointer;
  const Affine& domain;
};

// The accumulator that a noise's octave 0 starts from: of its own seed; else at the root of the
// recipe's; else of the recipe's and its place.
uint32_t StartOf(const NoisePlace& place);

// All octaves, slope_scale not yet filled. In a tiled recipe periods are set and frequencies made
// to fit them. Throws Error naming /.../frequency or lacunarity where a period is not whole,
// /domain/rotate where the rotation does not carry the tiling onto itself.
std::vector<Octave> MakeOctaves(const NoisePlace& place);

// Holds where no cell index passes kFarthestCell on one axis of one noise: stretch . |P| <= room.
struct Reach {
  Vector3 stretch;
  double room;

  // In: |P|, the largest magnitude on each axis.
  bool Holds(const Vector3& magnitude) const {
    return stretch[0] * magnitude[0] + stretch[1] * magnitude[1] + stretch[2] * magnitude[2] <=
           room;
  }
};

// One a used axis, of the finest octave. In: how far warps may carry P, on any axis.
std::vector<Reach> ReachesOf(const NoisePlace& place, const std::vector<Octave>& octaves,
                             double drift);

// Which field to lower where the picture reaches too far. In: |P| of the picture; how far warps
// carry it, and the pointer of the innermost.
std::string FieldToLower(const NoisePlace& place, const std::vector<Octave>& octaves,
                         const Vector3& magnitude, double drift, const std::string& warp);

}  // namespace cobble

#endif  // COBBLE_PROGRAM_OCTAVES_H_
