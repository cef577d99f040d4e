// Reads recipes, also those of pictures and stores.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "cobble/error.h"
#include "output/picture.h"
#include "render/render_bands.h"

namespace cobble {

// The contents of a RECIPE or PICTURE.
struct RecipeSource {
  std::string name;                         // path of what was read, or "-"
  std::vector<std::string> paths;           // all files that belong to it, or "-"
  std::string text;                         // the recipe
  std::optional<PictureMetadata> metadata;  // pictures only
  bool is_store = false;                    // `name` is its folder
  std::optional<HeightRange> range{};       // of a store whose range "fit" is known
};

// Reads a recipe, or the recipe stored in a picture made by cobble (for a raw picture, in its
// sidecar) or in the folder of a store. In: in, what "-" reads. Throws Error kIo if the file cannot
// be read, kRecipe if a picture has no recipe.
RecipeSource ReadRecipeSource(const std::string& path, std::istream& in);

// Returns whether the file exists and is the sidecar of a raw file, and whether the file has such a
// sidecar.
bool IsSidecarFile(const std::string& path);
bool HasSidecar(const std::string& path);

// Reads a text file, or `in` for "-", of any length. Throws Error kIo.
std::string ReadText(const std::string& path, std::istream& in);

}  // namespace cobble
