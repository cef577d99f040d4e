// Reads recipes, including those in pictures and stores.
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
  std::string name;                         // path of the file read, or "-"
  std::vector<std::string> paths;           // all files that belong to it, or "-"
  std::string text;                         // the recipe
  std::optional<PictureMetadata> metadata;  // pictures only
  bool is_store = false;                    // `name` is its folder
  std::optional<HeightRange> range{};       // of a store, if its range "fit" is known
};

// Reads a recipe, also from a picture by cobble (if raw, from its sidecar) or a store. In: in, read
// for "-". Throws Error kIo if reading fails, kRecipe if a picture has no recipe.
RecipeSource ReadRecipeSource(const std::string& path, std::istream& in);

// Return whether the file exists and is a raw file's sidecar, and whether it exists and has one.
bool IsSidecarFile(const std::string& path);
bool HasSidecar(const std::string& path);

// Reads a text file, or `in` for "-". Throws Error kIo if reading fails, kLimit from 64 MiB on,
// kRecipe for invalid UTF-16.
std::string ReadText(const std::string& path, std::istream& in);

}  // namespace cobble
