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

// Returns the period along an axis of a node's positions, in units: the scaled extent of the
// picture axis rotated onto it. The extent along z is 1. In: linear, of the map from P.
double PeriodLength(const std::array<Vector3, 3>& linear, std::size_t axis,
                    const std::array<double, 2>& extent);

// Returns whether noises repeat along an axis: all axes in a tiled recipe, z in a loop.
bool RepeatsAlong(const Recipe& recipe, std::size_t axis);

// Sets each octave's periods, in cells, along the axes that repeat, and rounds its frequencies
// there so that the periods are exact. A noise without cells has no periods. Throws Error if a
// period exceeds 2^31 - 1 cells or is not a whole number of cells within a relative error of 1e-9,
// at the key of the frequency, at the lacunarity, or at the `scale` key without which it would be
// whole (the hint says what would fit). Throws Error at a `rotate` key unless the rotation maps the
// picture's plane and the lattice onto themselves (180 degrees about any axis, 90 or 270 about z)
// or, in a loop, if it mixes z with x or y.
void FitPeriods(const NoiseContext& noise, std::vector<Octave>& octaves);

// What decides whether a noise of a tiled recipe fits a picture of some extent.
struct TiledNoise {
  std::string pointer;
  std::array<Vector3, 3> linear;     // of the map from the picture's P
  std::vector<Vector3> frequencies;  // of its octaves; empty without cells
  int dimensions;
  std::array<int, 2> multiples;  // divisors of its cell counts along x and y

  explicit TiledNoise(const NoiseContext& noise);

  // Returns whether the extent is a whole number of cells along every axis in every octave.
  bool Fits(const std::array<double, 2>& extent) const;
};

// Returns one error for several noises that fit a square picture but not this one; its hint says
// what fits all. In: all noises; the count of those that do not fit; the pointer of the first.
Error ShapeError(const Recipe& recipe, const std::vector<TiledNoise>& noises, std::size_t count,
                 const std::string& first);

// Returns the error of a recipe that tiles with a scale of whole numbers, but not with its own.
Error ScaleError(const Recipe& recipe);

}  // namespace cobble
