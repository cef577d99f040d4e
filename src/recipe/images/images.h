// The images that nodes of a recipe show, by name.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/recipe.h"
#include "recipe/json/json.h"

namespace cobble {

// The keys of nodes that show an image: its name, and optionally its checksum.
inline constexpr std::string_view kImageNameKey = "name", kImageSumKey = "sha256";

struct NamedImage {
  std::string name;
  std::shared_ptr<const SourceImage> image;
  std::string origin;
};

// Returns the names of the images that the recipe's nodes show, sorted.
std::vector<std::string> ImageNames(const Recipe& recipe);

// Gives the recipe the images, and its nodes their checksums. Throws one Error that names all
// images that no node shows, that are given twice, or whose checksums differ from the nodes'.
void AttachImages(const std::vector<NamedImage>& images, Recipe* recipe);

// If the root of the recipe in `tree` shows an image, or blurs a node that does, gives the recipe
// - the size of the image, unless it has a size;
// - the image's extremes as its range, if some are outside 0..1, as metres are, and a preset gives
//   the range, or nothing does and there is a world;
// - and its range as the heights of its world in that case, unless they are given.
void SetImageDefaults(const std::vector<NamedImage>& images, Json* tree);

// Returns the recipe with a black pixel for each missing image, for checking and printing recipes.
Recipe WithStandIns(const Recipe& recipe);

}  // namespace cobble
