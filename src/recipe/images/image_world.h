// The range and the world of a recipe whose noise is an elevation model.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "cobble/error.h"
#include "cobble/image.h"
#include "recipe/fields/world.h"
#include "recipe/images/image_planes.h"
#include "recipe/images/images.h"
#include "recipe/json/json.h"

namespace cobble {

// Gives the recipe in `tree` what it lacks if its root node, or the node that this smooths or whose
// units it keeps, shows an image:
// - the image's size;
// - the lowest and the highest sample as its range, if they are numbers of an ImageTerrain, or
//   outside 0..1 with a world or a preset's range. They replace a preset's;
// - a world, or its heights, if the metres of samples and pixels are known and the recipe
//   states normal.strength in no text, nor by a flag without a world; else the range as the heights
//   of a world that has none.
// Metres that are given as the world's heights are samples: what is beyond them is clamped. Returns
// the error if the image has a place or heights that the recipe cannot take, or samples that look
// like NoData that is not declared; then the recipe is not meant to be used.
std::optional<Error> SetImageDefaults(const std::vector<NamedImage>& images, Json* tree);

// Returns the sample of an image that looks like NoData; nullopt if none does.
std::optional<double> LikelyNoData(const SourceImage& image);

// Returns the range of the samples of an elevation model, reversed if lower samples are higher
// ground.
std::array<double, 2> RangeOfModel(const SampleExtremes& samples, const ImageTerrain& model);

// Returns the metres of a model's samples; nullopt if they are not known.
std::optional<ValueScale> ScaleOfModel(const ImageTerrain& model);

// The message and the hint about an image that has such a sample.
struct NoDataText {
  std::string message, hint;
};
NoDataText UndeclaredNoData(double sample);

}  // namespace cobble
