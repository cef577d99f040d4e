// Reads recipes, and the metadata of pictures.
#ifndef COBBLE_CLI_RECIPES_INPUT_H_
#define COBBLE_CLI_RECIPES_INPUT_H_

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "cobble/error.h"
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

// Throws Error kUsage if standard input is among the paths twice.
void CheckIsReadOnce(const std::vector<std::string>& paths);

// Calls `read` for each path, after CheckIsReadOnce. Returns the errors of all files as one, of the
// kind of the first; nullopt if there are none.
std::optional<Error> ReadEach(const std::vector<std::string>& paths,
                              const std::function<void(const std::string& path)>& read);

// Returns whether the file exists and is the sidecar of a raw file, and whether the file has such a
// sidecar.
bool IsSidecarFile(const std::string& path);
bool HasSidecar(const std::string& path);

// Reads a text file, or standard input for "-", of any length. Throws Error kIo.
std::string ReadText(const std::string& path, std::istream& in);

}  // namespace cobble

#endif  // COBBLE_CLI_RECIPES_INPUT_H_
