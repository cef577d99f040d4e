// Recipes as text: reading, layering, checking and writing. The format is JSON with // and /* */
// comments; its keys and values are listed by `cobble list fields`.
#ifndef COBBLE_RECIPE_IO_H_
#define COBBLE_RECIPE_IO_H_

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/export.h"
#include "cobble/image.h"
#include "cobble/recipe.h"

namespace cobble {

// Maximum length of a recipe's text in bytes, and nesting depth of its objects and lists.
inline constexpr std::size_t kMaxRecipeBytes = std::size_t{1} << 20;
inline constexpr int kMaxRecipeDepth = 256;

// A built-in recipe. Its group is that of similar ones, such as "stone" or "terrain".
struct Preset {
  std::string_view name, group, description, text;
  std::vector<std::string> images;  // names of the images that it cannot be rendered without
};
COBBLE_EXPORT std::span<const Preset> Presets();  // sorted by name

// Reads a complete recipe. `name` denotes the text in messages ("marble.json", "-").
// Throws one Error kRecipe with all errors.
COBBLE_EXPORT Recipe ReadRecipe(std::string_view text, const std::string& name);

// Checks a recipe that was built or changed in code, by the same rules as ReadRecipe: it must have
// exactly the keys that its nodes use, with valid values, and must not exceed the limits on depth
// and length when written as text. Relations between nodes, such as the targets of refs, are
// checked by Program::Compile. A recipe returned by ReadRecipe or Resolve always passes. Throws one
// Error kRecipe with all errors.
COBBLE_EXPORT void Validate(const Recipe& recipe);

// Return the recipe as JSON with every default written out. WriteRecipe indents by two spaces and
// ends with a newline, WriteRecipeLine writes one line without it. WriteRecipe writes one line,
// too, if the text would be too long to be read. ReadRecipe(WriteRecipe(r), name) == r.
//
// Both throw Error kRecipe if Validate would, except for the length.
COBBLE_EXPORT std::string WriteRecipe(const Recipe& recipe);
COBBLE_EXPORT std::string WriteRecipeLine(const Recipe& recipe);

// Returns the recipe as a person would write it: without defaults, nodes as formulas where those
// are readable and change no seed, and named nodes below those that they use. ReadRecipe reads the
// same recipe from it, except for `origins`. Throws Error kRecipe if Validate would, except for the
// length.
COBBLE_EXPORT std::string WriteBriefRecipe(const Recipe& recipe);

// Returns the text of a recipe file, which need not be complete, in the usual layout: two spaces of
// indentation, lines of up to 100 bytes, keys in the order of the documentation, and nodes as
// formulas where those are readable and change no seed. Comments stay with their keys. The recipe
// is the same, and formatting the result again changes nothing. `name` denotes the text in
// messages. Throws Error kRecipe if the text is no recipe, or one of its formulas has an error;
// other errors, such as unknown keys, stay as they are.
COBBLE_EXPORT std::string FormatRecipe(std::string_view text, const std::string& name);

// Returns the JSON Schema (draft-07) of the recipe format.
COBBLE_EXPORT std::string RecipeSchema();

// Builds a recipe from layers. From the lowest to the highest: preset < text < defaults < keys <
// sets; within a layer, the last setting of a key wins. Objects merge by key; scalars and lists
// replace.
//
// A layer that changes the type of a node, or of an object inside one, drops the lower layers' keys
// that the new type lacks or defines differently. A layer that sets one of two mutually exclusive
// keys drops the other from the lower layers.
//
// The Add functions collect errors, and Resolve throws them together: as kUsage if the first is in
// a key or a set, else as kRecipe. Hints name options: `noise.type`.
class COBBLE_EXPORT RecipeLayers {
 public:
  RecipeLayers();
  RecipeLayers(const RecipeLayers&);
  RecipeLayers(RecipeLayers&&) noexcept;
  RecipeLayers& operator=(const RecipeLayers&);
  RecipeLayers& operator=(RecipeLayers&&) noexcept;
  ~RecipeLayers();

  // Adds a built-in recipe. `origin` denotes it in messages; empty: "preset NAME". Throws Error
  // kUsage immediately if there is no such preset.
  void AddPreset(const std::string& name, const std::string& origin = {});
  // Adds a recipe as text, as for ReadRecipe, except that only the version ("cobble") is required.
  void AddText(std::string_view text, const std::string& name);
  // Sets a key of the recipe, of one of its objects or of the root node by its path ("size",
  // "domain.rotate", "noise.octaves"). `value` is written as on a command line: "8", "0,0,45",
  // "1024x512", "true". The path "noise" takes a type or a formula, which replaces the root node of
  // the preset and the text. `origin` denotes the setting in messages; empty: the path.
  void AddKey(std::string_view path, std::string_view value, std::string_view origin = {});
  // Sets the node `name` of the key `nodes` to a formula, which replaces what the preset and the
  // text have there. `origin` denotes the setting in messages; empty: the name.
  void AddFormula(std::string_view name, std::string_view formula, std::string_view origin = {});
  // Sets a key like AddKey, but below all keys: what a program needs if its user sets nothing.
  void AddDefault(std::string_view path, std::string_view value, std::string_view origin = {});
  // Sets any key by its path from the root ("noise.octaves", "noise.by.0.seed"), by a JSON pointer
  // ("/noise/octaves"), or by the end of a path ("octaves") if the recipe has only one such key or
  // AddKey sets it. `value` is JSON; anything that is not JSON is a string. `origin` denotes the
  // setting in messages; empty: the path.
  void AddSet(std::string_view path, std::string_view value, std::string_view origin = {});

  // Gives the recipe the image that nodes call `name`. If the noise itself is an image node and
  // nothing sets the size, the picture has that of the image. Resolve sets `sha256` of the nodes;
  // it reports an image that no node names or whose checksum is not the one that its node has.
  // `origin` denotes the image in messages; empty: the name.
  void AddImage(const std::string& name, std::shared_ptr<const SourceImage> image,
                std::string_view origin = {});

  // Merges the layers, fills in defaults and checks the result.
  Recipe Resolve() const;

 private:
  struct COBBLE_HIDDEN Impl;
  COBBLE_HIDDEN Impl& Own();
  std::unique_ptr<Impl> impl_;  // null until something is added
};

}  // namespace cobble

#endif  // COBBLE_RECIPE_IO_H_
