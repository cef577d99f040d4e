// A noise's octaves (seeds, amplitudes, frequencies, tiling periods) and position limits (how far
// from the origin it can be sampled).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cobble/recipe.h"
#include "core/affine.h"
#include "noise/kernel.h"
#include "program/node_type.h"
#include "program/site.h"

namespace cobble {

// Cells farther out are rejected: a double has too few bits left for the fraction.
inline constexpr double kFarthestCell = 0x1p40;

// A noise to compile.
struct NoiseContext {
  const Recipe& recipe;
  const Node& node;
  const NoiseType& type;
  const std::string& pointer;
  const Site& site;
  PositionBound bound;  // of the site's p
  Lattice lattice;
};

// Returns all octaves, complete except for slope_scale. In a tiled recipe or a loop, sets the
// periods and fits the frequencies to them, except below a scatter: stamps do not repeat. Throws
// Error at the key of a frequency or at the lacunarity if a period is not a whole number of cells,
// or at a `rotate` key if the rotation does not map the tiling or the loop onto itself.
std::vector<Octave> MakeOctaves(const NoiseContext& noise);

// Returns whether octaves have the same cells and hashes. Their amplitudes may differ.
bool HaveSameCells(const Octave& a, const Octave& b);

// A limit on the picture's positions P that keeps the cell indices along one axis of one noise from
// exceeding kFarthestCell: linear . |P| <= maximum.
struct PositionLimit {
  Vector3 linear;
  double maximum;

  // In: the maximum |P| per axis.
  bool Allows(const Vector3& magnitude) const {
    return linear[0] * magnitude[0] + linear[1] * magnitude[1] + linear[2] * magnitude[2] <=
           maximum;
  }
};

// Returns one limit per dimension, for the octave with the highest frequency; none without cells.
std::vector<PositionLimit> PositionLimitsOf(const NoiseContext& noise,
                                            const std::vector<Octave>& octaves);

// Returns the JSON pointer of a key of Lattice::frequency_keys; for an entry of a list, the list's.
std::string FrequencyPointer(const NoiseContext& noise, std::string_view key);

// Returns the pointer of the key to lower if the picture's maximum |P| per axis exceeds a limit.
std::string FieldToReduce(const NoiseContext& noise, const std::vector<Octave>& octaves,
                          const Vector3& magnitude);

}  // namespace cobble
