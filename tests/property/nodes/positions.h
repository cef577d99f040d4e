// Shared by the tests of nodes that are not noises, but computed from positions.
#pragma once

#include <string>

#include "property/property.h"

namespace cobble::test {

// Returns a recipe of 46 x 30 pixels with the range "none" and test images. In: members of the
// recipe, each with a comma after it.
Recipe ReadNode(const std::string& node, const std::string& members = {});

// Returns `tree` with the node in place of {}.
std::string Below(const char* tree, const std::string& node);

// Checks pixels in and around the picture, and random points, against the oracle.
void CompareSamples(const Recipe& recipe, const Oracle& oracle);

// The same with the recipe's oracle.
void CompareWithOracle(const Recipe& recipe);

// Checks that a tiled recipe has the same values and slopes two periods away.
void CheckRepeats(const Recipe& recipe);

// Checks that values and slopes have the same bits at every level, in any window and tile.
void CheckSameBitsEverywhere(const Recipe& recipe);

// Checks that random points have the same bits alone and among others.
void CheckLonePoints(const Recipe& recipe);

struct At {
  float value, dx, dy;

  bool operator==(const At&) const = default;
};

At SampleAt(const std::string& node, double x, double y, const std::string& members = {});

}  // namespace cobble::test
