// Reads recipes, and the metadata of pictures.
#ifndef COBBLE_CLI_RECIPES_INPUT_H_
#define COBBLE_CLI_RECIPES_INPUT_H_

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "output/picture.h"
#include "render/render_bands.h"

namespace cobble {

// The contents of a RECIPE or PICTURE argument.
struct Input {
  std::string name;                         // path of what was read, or "-"
  std::vector<std::string> paths;           // all files that belong to the input, or "-"
  std::string text;                         // the recipe
  std::optional<PictureMetadata> metadata;  // pictures only
  bool is_store = false;                    // `name` is its folder
  std::optional<HeightRange> range{};       // of a store whose range "fit" is known
};

// Reads a recipe, or the recipe stored in a picture made by cobble (for a raw picture, in its
// sidecar) or in the folder of a store. If the file does not exist but a preset or a noise has its
// name, and `has_recipe_flags` is set, the error suggests --preset or --noise. Throws Error kIo if
// the file cannot be read, kRecipe if a picture has no recipe.
Input ReadInput(const std::string& path, std::istream& in, bool has_recipe_flags = false);

// Reads a text file, or standard input for "-", of any length. Throws Error kIo.
std::string ReadText(const std::string& path, std::istream& in);

}  // namespace cobble

#endif  // COBBLE_CLI_RECIPES_INPUT_H_
