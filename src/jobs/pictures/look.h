// What a recipe looks like: one of its maps, or its surface in light, at the size of a screen.
#ifndef COBBLE_JOBS_PICTURES_LOOK_H_
#define COBBLE_JOBS_PICTURES_LOOK_H_

#include <string>
#include <string_view>
#include <vector>

#include "cobble/image.h"
#include "cobble/program.h"
#include "cobble/recipe.h"
#include "core/maps.h"
#include "jobs/pictures/rgb_picture.h"

namespace cobble {

// The name of the picture in light, used like the name of a map. A map of the recipe that has this
// name takes precedence.
inline constexpr std::string_view kLit = "lit";

// Returns the maps that a look is made of: one map or, for the light, `normal`, `height` and, if
// the recipe has it, the colour `color`. Throws Error kUsage, with `where`, for an unknown map.
std::vector<PictureMap> MapsOfLook(const Recipe& recipe, const std::string& look,
                                   const std::string& where);

// Turns samples of the maps of a look, with all channels interleaved, into a picture. Colours
// become sRGB; signed maps are shown as (x + 1) / 2; maps without bounds, such as `value`, are
// stretched from their minimum to their maximum.
//
// The light comes from the upper left, as in the gallery of the presets. It makes the same bits on
// every machine.
RgbPicture PictureOf(const Recipe& recipe, const std::vector<PictureMap>& maps, const Image& image,
                     bool is_lit);

struct LookOptions {
  std::string
      look;  // a map or kLit; empty: kLit or, if the recipe has no slopes, its colour or height
  std::string where = "look";  // denotes `look` in messages
  Window window{};             // in pixels of the recipe's picture; empty: the whole
  int64_t max_width = 1024, max_height = 1024;
  std::string simd = "auto";
  int threads = 0;
};

// Renders a recipe no larger than options.max_width x max_height, and no larger than itself. A
// larger picture is rendered at a smaller size, of which each pixel is the mean of several, so the
// time does not depend on the size of the recipe's picture.
//
// Throws Error kUsage at options.where for an unknown map, and what Program::Compile and
// RenderImage throw.
RgbPicture LookAt(const Recipe& recipe, const LookOptions& options);

}  // namespace cobble

#endif  // COBBLE_JOBS_PICTURES_LOOK_H_
