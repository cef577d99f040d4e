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

// An image that a recipe shows, by its checksum; empty: any image.
struct ImageSum {
  std::string name, sha256;
};

// Return the images that the recipe's nodes show, and their names alone, sorted by name.
std::vector<ImageSum> ImageSums(const Recipe& recipe);
std::vector<std::string> ImageNames(const Recipe& recipe);

// Gives the recipe the images, and its nodes their checksums. Throws one Error that names all
// images that no node shows, that are given twice, or whose checksums differ from the nodes'.
void AttachImages(const std::vector<NamedImage>& images, Recipe* recipe);

// Throws one Error that names the images that no node of a recipe, or of any of several, shows. In:
// names, of the images that the nodes show, sorted.
void CheckImagesShown(const std::vector<NamedImage>& images, const std::vector<std::string>& names,
                      bool are_many);

// Returns the recipe with a black pixel for each missing image, for checking and printing recipes.
Recipe WithStandIns(const Recipe& recipe);

}  // namespace cobble
