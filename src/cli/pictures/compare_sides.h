// The two sides of cobble compare: files, or recipes that are rendered.
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
  std::optional<LoadedRecipe> recipe;   // if rendered
  std::optional<RenderedMap> rendered;  // set by PrepareSides
  std::optional<PictureOrigin> origin;  // of a picture with cobble's metadata

  // In: stored_as, the other side if that is a picture.
  std::unique_ptr<PictureReader> Open(const PictureInfo* stored_as = nullptr) const;
};

// Opens a picture, or reads a recipe. Throws Error.
CompareSide LoadSide(const std::string& path, std::istream& in);

// Compiles the recipes. Beside a picture, a recipe is rendered in its size, or as the picture shows
// its own recipe: the same window, and the same map unless another is chosen. Throws Error.
void PrepareSides(CompareSide* a, CompareSide* b, const RenderedOptions& options,
                  const ImageFlags& images);

// Returns warnings about what the pictures store differently although they may show the same:
// colours as sRGB or linear light, or with other primaries; normals as 0..1 or -1..1.
std::vector<Issue> CompareWarnings(const CompareSide& a, const CompareSide& b);

struct SideReaders {
  std::unique_ptr<PictureReader> a, b;
};

// If a recipe is compared with a picture, its samples are rounded as in the picture.
SideReaders OpenSides(const CompareSide& a, const CompareSide& b);

}  // namespace cobble
