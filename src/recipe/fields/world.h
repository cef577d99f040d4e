// How the numbers of a recipe with a world convert to metres, the same in any window of a picture.
#pragma once

#include <optional>
#include <string_view>

#include "cobble/error.h"
#include "cobble/recipe.h"
#include "core/affine.h"
#include "core/bounds.h"

namespace cobble {

// The default of a node's `strength` that is StrengthPerUnit.
inline constexpr std::string_view kStrengthOfWorld = "the strength of normal or of the world";

struct WorldScale {
  double step = 1;  // metres per step along x and y: see picture_steps.h
  double rise = 1;  // metres per height
  double base = 0;  // metres at height 0
};

// How values of the noise convert to metres.
struct ValueScale {
  double rise = 1;  // metres per value
  double base = 0;  // metres at value 0

  double InMetres(double value) const { return base + rise * value; }
};

// Returns the options that give the recipe a world.
Phrase ExampleOfWorld(const Recipe& recipe);

// Returns nullopt without a world.
std::optional<WorldScale> WorldScaleOf(const Recipe& recipe);

// Returns nullopt without a world, or if the range is not known yet. In: fitted, the values
// that were found.
std::optional<ValueScale> ValueScaleOf(const Recipe& recipe,
                                       const std::optional<Bounds>& fitted = std::nullopt);

// Returns whether a range is known only once its picture, or a sample of it, is computed.
inline bool FindsRange(const Range& range) {
  return range.mode == RangeMode::kFit || range.mode == RangeMode::kShares;
}

// Returns whether only a range that is found says how values convert to metres.
bool HasFittedWorld(const Recipe& recipe);

// Returns whether nodes depend on the values that the range fit finds: they measure the ground, or
// maps name the height or its slope.
bool WaitsForFit(const Recipe& recipe);

// Returns the recipe with the values that were found as its range; flat if they are nearly equal.
Recipe WithFittedRange(const Recipe& recipe, const Bounds& fitted);

// The ways in p, positions in the noise before transforms and warps, that cross the width of the
// picture on the ground: to the right, and as far downwards.
struct WaysAcross {
  Vector3 right, down;

  // Returns the length of `right`.
  double Units() const;
};

// Returns nullopt without a world, or if the domain shows a tilted plane.
std::optional<WaysAcross> WaysAcrossOf(const Recipe& recipe);

// Returns the width of the picture in units of positions p in the noise, before transforms and
// warps. Returns nullopt if directions differ by more than a step of the picture because the domain
// has different scales along x and y, shows a tilted plane, or stretches pixels.
std::optional<double> UnitsAcross(const Recipe& recipe);

// Returns the metres per unit of positions p in the noise, before transforms and warps. Returns
// nullopt without a world, and where UnitsAcross does.
std::optional<double> MetresPerUnit(const Recipe& recipe);

// Returns the strength that turns a value's slope per unit into metres per metre, the default of
// nodes; without a world, the strength of normal. The range gives the sign. Returns nullopt where
// MetresPerUnit and ValueScaleOf do despite a world.
std::optional<double> StrengthPerUnit(const Recipe& recipe,
                                      const std::optional<Bounds>& fitted = std::nullopt);

}  // namespace cobble
