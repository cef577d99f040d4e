// The two pictures that cobble compare compares: files, or recipes that are rendered.
#pragma once

#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/pictures/rendered.h"
#include "cli/recipes/options.h"
#include "cobble/error.h"
#include "sources/picture_origin.h"
#include "sources/picture_source.h"

namespace cobble {

struct CompareSide {
  std::string name;
  PictureSource argument;
  std::optional<LoadedRecipe> recipe;   // of a side that is rendered
  std::optional<RenderedMap> rendered;  // set by PrepareSides
  std::optional<PictureOrigin> origin;  // of a picture with cobble's metadata

  // In: stored_as, the other side if that is a picture.
  std::unique_ptr<PictureReader> Open(const PictureInfo* stored_as = nullptr) const;
};

// Opens a picture, or reads a recipe. Throws Error.
CompareSide LoadSide(const std::string& path, std::istream& in);

// Compiles the recipes. One that is compared with a picture is rendered in its size, or as the
// picture shows its own recipe: the same map, if that is not chosen, and the same window. Throws
// Error. In: images, of the recipes.
void PrepareSides(CompareSide* a, CompareSide* b, const RenderedOptions& options,
                  const ImageFlags& images);

// Returns warnings about what the pictures store differently, though they may show the same:
// colours as sRGB or as linear light, or with other primaries, normals as 0..1 or as -1..1.
std::vector<Issue> CompareWarnings(const CompareSide& a, const CompareSide& b);

// The readers of both sides.
struct SideReaders {
  std::unique_ptr<PictureReader> a, b;
};

// The samples of a recipe that is compared with a picture are rounded as in the picture.
SideReaders OpenSides(const CompareSide& a, const CompareSide& b);

}  // namespace cobble
