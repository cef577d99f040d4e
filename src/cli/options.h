// What the commands that take a recipe share: where it comes from, and a flag for every field.
#ifndef COBBLE_CLI_OPTIONS_H_
#define COBBLE_CLI_OPTIONS_H_

#include <iosfwd>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/command_line.h"
#include "cli/input.h"
#include "cobble/recipe.h"
#include "jobs/metadata.h"
#include "jobs/plan.h"
#include "recipe/fields.h"

namespace cobble {

// A resolved recipe and the file it came from, if any.
struct LoadedRecipe {
  Recipe recipe;
  std::string name{};  // of the file or preset; "-" where flags alone make it
  std::optional<Input> input;
};

// Where the recipe is that of a picture: how that was made, as far as it holds for the recipe as it
// is now. Throws Error kRecipe where the picture does not tell.
std::optional<OutputMetadata> PictureDefaults(const LoadedRecipe& loaded);

// What asks for a window where no flag does: the size, or what a picture says of itself.
WindowOrigin OriginOf(const LoadedRecipe& loaded, const Window& window);

class RecipeOptions {
 public:
  // Adds --preset, --set and the flags of all fields.
  void AddTo(CommandLine* line);

  // Reads the layers and resolves them. In: the command's words that stand alone, at most one.
  LoadedRecipe Load(const std::vector<std::string>& words, std::istream& in) const;

 private:
  using Pair = std::pair<std::string, std::string>;

  void AddField(CommandLine* line, const Field& field, std::string_view name,
                const std::string& help);

  std::string preset_;
  std::vector<Pair> flags_, sets_;  // in the order of the words
};

// What a field's flag takes, in a word for the help: "X,Y,Z".
std::string ValueWord(const Field& field);

}  // namespace cobble

#endif  // COBBLE_CLI_OPTIONS_H_
