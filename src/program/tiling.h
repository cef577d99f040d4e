// The periods of noises in a tiled picture, and along z in a loop.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "cobble/error.h"
#include "core/affine.h"
#include "noise/kernel.h"
#include "program/octaves.h"

namespace cobble {

// Returns the period along axis `axis` of a node's positions, in units, of a picture of some
// extent: the scaled extent of the picture axis that is rotated onto it. In: `linear`, of the map
// from the picture's P. Along z, the picture's period is 1.
double PeriodLength(const std::array<Vector3, 3>& linear, std::size_t axis,
                    const std::array<double, 2>& extent);

// Returns whether noises repeat along an axis of their positions: in a tiled recipe along all, in a
// loop along z.
bool RepeatsAlong(const Recipe& recipe, std::size_t axis);

// Throws Error at a `rotate` key unless the rotation maps the picture's plane and the lattice onto
// themselves: 180 degrees about any axis, 90 or 270 degrees about z.
void CheckTiledRotation(const NoiseContext& noise);

// Sets each octave's periods in cells along the axes that repeat, and rounds its frequencies there
// so that the periods are exact; a noise without cells has none. Throws Error at the key of a
// frequency or at the lacunarity if a period is not a whole number of cells within a relative error
// of 1e-9, or at a `scale` key without which it would be (the hint says what would fit), or if it
// exceeds 2^31 - 1 cells; at a `rotate` key as CheckTiledRotation does, or in a loop if the
// rotation mixes z with x or y.
void FitPeriods(const NoiseContext& noise, std::vector<Octave>& octaves);

// A noise of a tiled recipe: what decides whether it fits a picture of some extent.
struct TiledNoise {
  std::string pointer;
  std::array<Vector3, 3> linear;     // of the map from the picture's P
  std::vector<Vector3> frequencies;  // of its octaves; none if it has no cells
  int dimensions;
  std::array<int, 2> multiples;  // numbers that divide its numbers of cells along x and y

  explicit TiledNoise(const NoiseContext& noise);

  // Returns whether a picture of this extent contains a whole number of cells along every axis, in
  // every octave.
  bool Fits(const std::array<double, 2>& extent) const;
};

// Returns one error for several noises that would fit a square picture but not this one. In: all
// noises of the recipe; the number of those that do not fit, and the first of them. The hint says
// what would fit all of them.
Error ShapeError(const Recipe& recipe, const std::vector<TiledNoise>& noises, std::size_t count,
                 const std::string& first);

}  // namespace cobble
