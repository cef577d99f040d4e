// What a command reads whole: recipes, and the notes of pictures.
#ifndef COBBLE_CLI_INPUT_H_
#define COBBLE_CLI_INPUT_H_

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "output/picture.h"

namespace cobble {

// A RECIPE or PICTURE, read.
struct Input {
  std::string name;                         // of what was read: a path, "-"
  std::vector<std::string> paths;           // all that it takes up, "-" included
  std::string text;                         // the recipe's
  std::optional<PictureMetadata> metadata;  // where it is a picture: what it says of itself
};

// Reads a recipe, or the recipe of a picture that cobble made. Of a raw picture, that is its
// sidecar. Throws Error kIo where it cannot be read, kRecipe where a picture has no recipe.
Input ReadInput(const std::string& path, std::istream& in);

}  // namespace cobble

#endif  // COBBLE_CLI_INPUT_H_
