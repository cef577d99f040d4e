// What a recipe looks like: one of its maps, at the size of a screen.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cobble/error.h"
#include "cobble/image.h"
#include "cobble/program.h"
#include "cobble/recipe.h"
#include "core/bounds.h"
#include "core/maps.h"
#include "views/rgb_picture.h"

namespace cobble {

// Turns samples of a map, channels interleaved, into a picture. Colours become sRGB, signed maps
// (x + 1) / 2. Maps without bounds, such as `value`, are stretched from minimum to maximum.
RgbPicture PictureOf(const Recipe& recipe, const PictureMap& map, const Image& image);

enum class Shape {
  kFlat,
  kSphere,   // the material on a ball
  kTerrain,  // the whole picture's height as a landscape: see ViewTerrain
};

// Returns the size of a shape that shows a picture of `width` x `height`.
FittedSize SizeOfShape(Shape shape, int64_t width, int64_t height, int64_t max_width,
                       int64_t max_height);

struct LookOptions {
  std::string look;  // a map; empty: lit or, if the recipe has no slopes, its colour or height
  std::string where = "look";             // denotes `look` in messages
  std::optional<Bounds> node_range = {};  // of a node: what is black and white, if not its bounds
  Shape shape = Shape::kFlat;
  Window window{};  // in pixels of the recipe's picture; empty: the whole
  int64_t max_width = 1024, max_height = 1024;
  std::string simd = "auto";
  int threads = 0;
  // If set and `look` is empty: receives why the recipe cannot be shown lit.
  std::vector<Issue>* warnings = nullptr;
};

// Renders a recipe no larger than options.max_width x max_height, and no larger than itself. Pixels
// of a larger picture are means of several samples, so the time does not depend on its size.
//
// Throws Error kUsage at options.where for an unknown map, or one that the shape cannot show, and
// what Program::Compile and RenderImage throw.
RgbPicture LookAt(const Recipe& recipe, const LookOptions& options);

}  // namespace cobble
