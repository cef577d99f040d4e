// The images that nodes of a recipe show, by name.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/recipe.h"
#include "recipe/json/json.h"

namespace cobble {

// The keys of nodes that show an image: its name, and the checksum that it must have, which may be
// absent.
inline constexpr std::string_view kImageNameKey = "name", kImageSumKey = "sha256";

// An image, its name, and where it was given, for messages.
struct NamedImage {
  std::string name;
  std::shared_ptr<const SourceImage> image;
  std::string origin;
};

// Returns the names of the images that nodes of the recipe show, sorted.
std::vector<std::string> ImageNames(const Recipe& recipe);

// Gives the recipe the images, and its nodes their checksums. Throws one Error that names all
// images that no node shows, that are given twice, or that are not those that nodes must have.
void AttachImages(const std::vector<NamedImage>& images, Recipe* recipe);

// Gives the recipe in `tree` the size of the image that its noise itself shows, unless it has a
// size.
void SetImageSize(const std::vector<NamedImage>& images, Json* tree);

// Returns the recipe with a black pixel for each image that it lacks: for commands that check or
// print recipes.
Recipe WithStandIns(const Recipe& recipe);

}  // namespace cobble
