// Recipes as text: reading, layering, writing. The format is JSON with // and /* */ comments; what
// each key means and which values it takes, `cobble list fields` and the README say.
#ifndef COBBLE_RECIPE_IO_H_
#define COBBLE_RECIPE_IO_H_

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "cobble/export.h"
#include "cobble/recipe.h"

namespace cobble {

inline constexpr std::size_t kMaxRecipeBytes = std::size_t{1} << 20;
inline constexpr int kMaxRecipeDepth = 64;

// A recipe that comes with cobble.
struct Preset {
  std::string_view name, description, text;
};
COBBLE_EXPORT std::span<const Preset> Presets();  // by name

// Reads a whole recipe. `name` stands for the text in messages ("marble.json", "-").
// Throws Error kRecipe with every fault of it.
COBBLE_EXPORT Recipe ReadRecipe(std::string_view text, const std::string& name);

// Checks a recipe that was made or changed by hand, by the rules of reading: its keys and their
// values, that no key is missing and none is there that its node does not use, its depth, and its
// length as text. What Program::Compile checks besides, such as where refs lead, it does not.
// Throws Error kRecipe with every fault. A recipe that was read is always accepted.
COBBLE_EXPORT void Validate(const Recipe& recipe);

// The complete recipe, every default written out, indented by two, with a final newline.
// ReadRecipe(WriteRecipe(r)) == r. WriteRecipeLine: the same without line breaks. Both throw Error
// kRecipe for a recipe that Validate refuses, but not for its length.
COBBLE_EXPORT std::string WriteRecipe(const Recipe& recipe);
COBBLE_EXPORT std::string WriteRecipeLine(const Recipe& recipe);

// The JSON Schema (draft-07) of recipes.
COBBLE_EXPORT std::string RecipeSchema();

// Layers of a recipe, from the lowest: preset < file < flags < sets. Objects merge by key, arrays
// and values replace; a layer that changes the type of a node, or of an object in it, drops the
// lower layers' keys that the new type lacks, or of which it has a row of its own; one that writes
// a key that stands instead of others, or one of those, drops what the lower layers say of the
// other. Faults are collected and thrown together by Resolve: as kUsage if the first of them comes
// from a flag or a set, else as kRecipe. A hint names other options in backquotes: `noise.type`.
class COBBLE_EXPORT RecipeLayers {
 public:
  RecipeLayers();
  ~RecipeLayers();

  // Throws kUsage where there is none of that name. `origin` stands for its text in messages; where
  // it is empty, "preset NAME" does.
  void AddPreset(const std::string& name, const std::string& origin = {});
  void AddText(std::string_view text, const std::string& name);
  // A field's flag: `value` is the word after it ("8", "0,0,45", "1024x512"), "true" or "false".
  void AddFlag(std::string_view flag, std::string_view value);
  // A key by its path from the root: "noise.octaves", "5". The value is JSON, or else a word.
  // `origin` stands for it in messages; where it is empty, the path does.
  void AddSet(std::string_view path, std::string_view value, std::string_view origin = {});

  Recipe Resolve() const;

 private:
  struct COBBLE_HIDDEN Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cobble

#endif  // COBBLE_RECIPE_IO_H_
