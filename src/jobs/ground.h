// Where the pictures of a recipe with a world are on the ground.
#pragma once

#include <optional>
#include <string>

#include "cobble/image.h"
#include "cobble/recipe.h"
#include "jobs/job.h"
#include "output/georeference.h"

namespace cobble {

// Parses "EPSG:32632,500000,5200000". Throws Error kUsage at `georeference`.
GroundAnchor ParseGroundAnchor(const std::string& text);

// Throws Error kUsage at `georeference` if the job has an anchor but the recipe has no world, or no
// file holds the anchor. In: has_vrt, whether a virtual dataset is written too.
void CheckGroundAnchor(const Recipe& recipe, const Job& job, bool has_vrt);

// Returns how a map's samples convert to metres; nullopt if the recipe has no world, or the map is
// neither the height, the value nor the elevation. In: fitted, the values that the range fit found,
// if known: without them, the value does not convert.
std::optional<SampleMetres> MetresOf(const Recipe& recipe, const PictureMap& map,
                                     const std::optional<Bounds>& fitted = std::nullopt);

// Returns the values that the range fit of a recipe with a world finds in its picture.
std::optional<Bounds> FittedRange(const Recipe& recipe, const std::string& simd = "auto");

// Where the image that the noise is, or else the map, puts the whole picture.
struct ImageAnchor {
  std::optional<GroundAnchor> anchor{};
  double width = 0;  // of the picture, in metres
  // If the image has a place that the picture cannot state, or not as a code: why, and the cure.
  std::string problem{}, cure{};
};
ImageAnchor AnchorOfImage(const Recipe& recipe, const PictureMap& map);

// Returns where a window of a recipe's picture is; nullopt without a world and an anchor of an
// image. If no anchor is given, the upper left of the whole picture is where that image says, or
// else at (0, 0). In: map, what the samples show; fitted, see MetresOf.
std::optional<Georeference> GeoreferenceOf(const Recipe& recipe, const Window& window,
                                           const std::optional<GroundAnchor>& given,
                                           const PictureMap& map,
                                           const std::optional<Bounds>& fitted = std::nullopt);

}  // namespace cobble
