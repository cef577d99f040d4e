// Reads recipes, including those in pictures and stores.
#pragma once

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "output/picture.h"
#include "render/render_bands.h"
#include "stores/chunk_store.h"

namespace cobble {

// Maximum bytes read. Texts: kMaxRecipeBytes plus the rest of a sidecar, so that a recipe that is
// too long is recognised. Pictures: the metadata precedes the pixels.
inline constexpr std::size_t kMaxRecipeText = kMaxRecipeBytes + 4096;
inline constexpr std::size_t kMaxMetadataBytes = std::size_t{1} << 24;

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

// Like ReadToEnd (input/byte_source.h), for standard input. Throws Error kIo at "-".
std::string ReadStream(std::istream& in,
                       const std::function<std::size_t(std::string_view)>& max_length);

// Opens a store where a recipe or picture may be given instead. Returns nullopt if `path` is not a
// folder with a plan. Throws Error kRecipe if the plan is damaged or of another version, kIo if it
// cannot be read or the path is a folder inside a store.
std::optional<ChunkStore> OpenStoreFolder(const std::string& path);

}  // namespace cobble
