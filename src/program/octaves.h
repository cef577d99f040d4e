// The octaves of a noise (seeds, amplitudes, frequencies, tiling periods), and its position limits:
// how far from the origin it can be sampled.
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

// Positions in cells farther than this are rejected: a double has too few bits left for the
// fraction.
inline constexpr double kFarthestCell = 0x1p40;

// A noise to compile: the node, its JSON pointer, its site and its lattice.
struct NoiseContext {
  const Recipe& recipe;
  const Node& node;
  const NoiseType& type;
  const std::string& pointer;
  const Site& site;
  PositionBound bound;  // of the site's p
  Lattice lattice;
};

// Returns the seed of a noise's octave 0: a hash of the node's `seed` if it has one; otherwise of
// the recipe's seed and the node's `pattern`, if it has one; otherwise of the recipe's seed (for
// the node at /noise), or of the recipe's seed and the node's JSON pointer (for any other node).
uint32_t FirstSeed(const NoiseContext& noise);

// Returns all octaves, complete except for slope_scale. In a tiled recipe or a loop, also sets the
// periods and adjusts the frequencies to them, except below a scatter, whose stamps do not repeat.
// Throws Error at the key of a frequency or at the lacunarity if a period is not a whole number of
// cells, or at a `rotate` key if the rotation does not map the tiling or the loop onto itself.
std::vector<Octave> MakeOctaves(const NoiseContext& noise);

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

// Returns one limit per dimension of the noise, for its octave with the highest frequency; none if
// it has no cells.
std::vector<PositionLimit> PositionLimitsOf(const NoiseContext& noise,
                                            const std::vector<Octave>& octaves);

// Returns the JSON pointer of the key that sets a frequency, of a list the whole key. In: one of
// Lattice::frequency_keys.
std::string FrequencyPointer(const NoiseContext& noise, std::string_view key);

// Returns the JSON pointer of the key to lower if the picture exceeds a position limit. In: the
// picture's maximum |P| per axis.
std::string FieldToReduce(const NoiseContext& noise, const std::vector<Octave>& octaves,
                          const Vector3& magnitude);

}  // namespace cobble
