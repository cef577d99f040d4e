// Recipes as text: reading, layering, checking and writing. The format is JSON with // and /* */
// comments. `cobble list fields` lists its keys and values.
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

// Maximum length of a recipe's text in bytes, and nesting depth of objects and lists.
inline constexpr std::size_t kMaxRecipeBytes = std::size_t{1} << 20;
inline constexpr int kMaxRecipeDepth = 256;

// A built-in recipe, in a group of similar ones such as "stone" or "terrain".
struct Preset {
  std::string_view name, group, description, text;
  std::vector<std::string> images;  // names of the images that it needs
};
COBBLE_EXPORT std::span<const Preset> Presets();  // sorted by name

// Reads a complete recipe. Messages call the text `name` ("marble.json", "-"). Throws one Error
// kRecipe with all errors.
COBBLE_EXPORT Recipe ReadRecipe(std::string_view text, const std::string& name);

// Checks a recipe built in code by the rules of ReadRecipe: it must have exactly the keys that its
// nodes use, with valid values, and its text must stay within the limits above. Program::Compile
// checks relations between nodes, such as the targets of refs. A recipe from ReadRecipe or Resolve
// always passes. Throws Error kRecipe with all errors.
COBBLE_EXPORT void Validate(const Recipe& recipe);

// Return the recipe as JSON with every default. WriteRecipe indents by two spaces and ends with a
// newline; WriteRecipeLine returns one line without a newline, as does WriteRecipe if the text
// would otherwise be too long to be read. ReadRecipe(WriteRecipe(r), name) == r.
//
// Both throw Error kRecipe if Validate would, except for the length.
COBBLE_EXPORT std::string WriteRecipe(const Recipe& recipe);
COBBLE_EXPORT std::string WriteRecipeLine(const Recipe& recipe);

// Returns the recipe as a person would write it: without defaults, nodes as formulas where that is
// readable and changes no seed, named nodes below those that they use. ReadRecipe reads the same
// recipe from it, except for `origins`. Throws like WriteRecipe.
COBBLE_EXPORT std::string WriteBriefRecipe(const Recipe& recipe);

// Returns a recipe's text, which may be incomplete, in the standard layout: two spaces of
// indentation, lines of up to 100 bytes, keys in the documented order, nodes as formulas where that
// is readable and changes no seed. Comments stay with their keys. The recipe is the same, and
// formatting again changes nothing. Messages call the text `name`. Throws Error kRecipe if the text
// is not a recipe or a formula has an error; keeps other errors, such as unknown keys.
COBBLE_EXPORT std::string FormatRecipe(std::string_view text, const std::string& name);

// Returns the JSON Schema (draft-07) of the recipe format.
COBBLE_EXPORT std::string RecipeSchema();

// Builds a recipe from layers, from lowest to highest: preset < text < defaults < keys < sets. In a
// layer, the last setting of a key wins. Objects merge by key; scalars and lists replace.
//
// A layer that changes a type drops the lower layers' keys that the new type lacks or defines
// differently. A layer that sets one of two mutually exclusive keys drops the other below it.
//
// The Add functions collect errors, which Resolve throws together: as kUsage if the first is in a
// key or a set, else as kRecipe. Hints name options: `noise.type`.
class COBBLE_EXPORT RecipeLayers {
 public:
  RecipeLayers();
  RecipeLayers(const RecipeLayers&);
  RecipeLayers(RecipeLayers&&) noexcept;
  RecipeLayers& operator=(const RecipeLayers&);
  RecipeLayers& operator=(RecipeLayers&&) noexcept;
  ~RecipeLayers();

  // In: origin, where a function takes one: what messages call the setting; by default, the path.

  // Adds a preset. Default origin: "preset NAME". Throws Error kUsage at once if it is unknown.
  void AddPreset(const std::string& name, const std::string& origin = {});
  // Adds a recipe as text, like ReadRecipe, but only the version ("cobble") is required.
  void AddText(std::string_view text, const std::string& name);
  // Sets a key of the recipe, of one of its objects or of the root node by its path ("size",
  // "domain.rotate", "noise.octaves"). `value` is written as on a command line: "8", "0,0,45",
  // "1024x512", "true". The path "noise" takes a type or a formula, which replaces the root node of
  // the preset and the text.
  void AddKey(std::string_view path, std::string_view value, std::string_view origin = {});
  // Sets the value of a knob that the preset or the text has: a number or a colour. Default origin:
  // the name.
  void AddKnob(std::string_view name, std::string_view value, std::string_view origin = {});
  // Sets the node `name` of the key `nodes` to a formula, which replaces what the preset and the
  // text have there. Default origin: the name.
  void AddFormula(std::string_view name, std::string_view formula, std::string_view origin = {});
  // Sets a key like AddKey, but in a lower layer: for a program's own defaults.
  void AddDefault(std::string_view path, std::string_view value, std::string_view origin = {});
  // Sets any key by its path from the root ("noise.octaves", "noise.by.0.seed"), by a JSON pointer
  // ("/noise/octaves"), or by the end of a path ("octaves") if the recipe has only one such key or
  // AddKey sets it. `value` is JSON; anything else is a string.
  void AddSet(std::string_view path, std::string_view value, std::string_view origin = {});

  // Adds the functions of a text, which is like a recipe with the key `functions`; its other keys
  // are ignored. A recipe's functions hide those of a text, and a later text's those of an earlier.
  void AddLibrary(std::string_view text, const std::string& name);

  // Gives the recipe the image that nodes call `name`. If the noise itself is an image node and
  // nothing sets the size, the picture takes the image's; of an image with an ImageTerrain, also
  // the range and the world. Resolve sets `sha256` of the nodes, and reports an image that no node
  // names, that has another checksum, or whose terrain cannot be a world. Default origin: the name.
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
