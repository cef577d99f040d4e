// Shared by the tests of nodes that are computed from positions without being noises.
#pragma once

#include <string>

#include "property/property.h"

namespace cobble::test {

// Returns a recipe of 46 x 30 pixels with the range "none" and test images. In:
// members of the recipe, each with a comma after it.
Recipe ReadNode(const std::string& node, const std::string& members = {});

// Returns a tree with a node where it says {}.
std::string Below(const char* tree, const std::string& node);

// Checks pixels in and around the picture, and random points, against the oracle.
void CompareSamples(const Recipe& recipe, const Oracle& oracle);

// Does so with the oracle of the recipe.
void CompareWithOracle(const Recipe& recipe);

// Checks that a tiled recipe has the same values and slopes two periods away.
void CheckRepeats(const Recipe& recipe);

// Checks that values and slopes have the same bits at every level, in any window and tile.
void CheckSameBitsEverywhere(const Recipe& recipe);

// Checks that random points have the same bits alone and among others.
void CheckLonePoints(const Recipe& recipe);

// The result at one point of a recipe: the value and its slopes.
struct At {
  float value, dx, dy;

  bool operator==(const At&) const = default;
};

At SampleAt(const std::string& node, double x, double y, const std::string& members = {});

}  // namespace cobble::test
