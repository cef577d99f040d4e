// The rivers and lakes of a recipe's land as GeoJSON, for GIS programs.
#pragma once

#include <optional>
#include <string>

#include "cobble/recipe.h"
#include "jobs/job.h"

namespace cobble {

struct RiverOptions {
  // The drainage node, "@NAME" or "@/POINTER". Empty: that of the noise or, without one, the maps.
  std::string node{};
  // The smallest area of a stream, as a part of the land's square; nullopt: the node's `river`.
  std::optional<double> min_size{};
  std::optional<GroundAnchor> anchor{};  // as in GeoreferenceOf
  int threads = 0;
};

// Returns the streams and lakes in the picture. Throws Error
// - kUsage at `node` if the recipe has several lands, or none of that name, and at `georeference`
//   without a world;
// - kUsage or kRecipe for a recipe without a land, or with one that warps or stamps distort;
// - kLimit, as Program::Compile does, and if the picture shows too many squares of the land.
std::string RiversText(const Recipe& recipe, const RiverOptions& options);

}  // namespace cobble
