// Commands for tests of cobble render --for.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/harness.h"
#include "support/readers/png.h"

namespace cobble {

inline bool SamePixels(const std::string& a, const std::string& b) {
  const PngPicture one = ReadPng(a), two = ReadPng(b);
  return one.ok && two.ok && one.width == two.width && one.bits == two.bits &&
         one.channels == two.channels && one.bytes == two.bytes;
}

// Returns the elevations that cobble sample prints, in metres, of the vertices of a square picture,
// from the top. In: words, of the recipe, which has a world; the vertices of a side.
inline std::vector<double> Elevations(const std::string& words, int side) {
  std::string points = "x,y\n";
  for (int j = 0; j < side; ++j)
    for (int i = 0; i < side; ++i)
      points += std::to_string(static_cast<double>(i) / (side - 1) - 0.5) + ',' +
                std::to_string(static_cast<double>(j) / (side - 1) - 0.5) + '\n';
  const Outcome outcome = RunLine(
      "sample --points - --grid vertices --size " + std::to_string(side) + ' ' + words, points);
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  std::vector<double> elevations;
  for (const std::string& line : SplitLines(outcome.out))
    if (!line.starts_with('x')) elevations.push_back(std::stod(line.substr(line.rfind(',') + 1)));
  REQUIRE(elevations.size() == static_cast<std::size_t>(side * side));
  return elevations;
}

// A land of which neither the lowest nor the highest place is at an end of its range.
inline constexpr std::string_view kGroundRecipe = R"json(
    {"cobble": 1, "size": 65, "noise": "simplex(3, 6)", "range": [-1, 1],
     "world": {"width": 1000, "heights": [-50, 300]}, "maps": {"color": "peru"}})json";

}  // namespace cobble
