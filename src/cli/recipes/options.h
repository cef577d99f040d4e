// Options of the commands that take a recipe: its source, and a flag for every field.
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/line/command_line.h"
#include "cli/recipes/key_flags.h"
#include "cobble/program.h"
#include "cobble/recipe.h"
#include "cobble/recipe_io.h"
#include "core/bounds.h"
#include "jobs/job.h"
#include "jobs/metadata.h"
#include "jobs/path_check.h"
#include "platform/environment.h"
#include "recipe/images/images.h"
#include "sources/recipe_source.h"

namespace cobble {

struct LoadedRecipe {
  Recipe recipe;
  std::string name{};  // of the file or preset; "-" if only flags define the recipe
  std::optional<RecipeSource> input{};
  std::optional<Bounds> node_range{};  // see RecipeOptions::TakeNodeRange
};

// Returns the output settings of the picture that the recipe came from, as far as they apply to it,
// or nullopt. Throws Error kRecipe if the picture's metadata is missing or damaged.
std::optional<OutputMetadata> PictureDefaults(const std::optional<RecipeSource>& input,
                                              const Recipe& recipe);
// Returns the output settings of the picture as it was rendered; nullopt if it is not a picture, or
// its metadata is missing or damaged.
std::optional<OutputMetadata> OutputOf(const RecipeSource& input);

// Compiles the recipe with all its maps, and checks that it can be rendered at its own size, as an
// 8-bit height without slopes on one thread. Missing images are not errors. Throws Error.
Program CompileChecked(const LoadedRecipe& loaded);

// Returns the origin of a window without --window, for messages: a size or a picture's metadata.
WindowOrigin OriginOf(const std::optional<RecipeSource>& input, const Recipe& recipe,
                      const Window& window);

// The images of a command line with several recipes, each of which is given those that it shows.
class SharedImages {
 public:
  explicit SharedImages(std::vector<NamedImage> images) : images_(std::move(images)) {}

  // Returns what `resolve` makes of the layers and the recipe's images.
  Recipe Resolve(const RecipeLayers& layers,
                 const std::function<Recipe(const RecipeLayers&)>& resolve);
  // Throws Error if none of the recipes resolved so far shows an image.
  void CheckShown() const;

 private:
  std::vector<NamedImage> images_;
  std::set<std::string> shown_;
  int recipes_ = 0;
};

// The flag for the files of the recipe's images.
class ImageFlags {
 public:
  void AddTo(CommandLine* line);

  bool empty() const { return images_.empty(); }
  // Reads the files. Throws Error kIo, kRecipe or kLimit.
  std::vector<NamedImage> Read() const;
  // Reads the files and adds the images. Throws as Read does.
  void AddTo(RecipeLayers* layers) const;
  // Returns the flags, each after a space: " --image height=dem.tif". Throws Error kUsage if a name
  // has characters that are not printable.
  std::string Words(ShellKind shell = SystemShell()) const;
  // Returns the paths of the files and their sidecars.
  std::vector<std::string> Paths() const;
  void AddTo(PathCheck* check) const;

 private:
  struct Given {
    std::string name, path;

    std::string Text() const { return name + '=' + path; }
  };
  std::vector<Given> images_;
};

// The flag for files with functions.
class LibraryFlags {
 public:
  void AddTo(CommandLine* line);

  bool empty() const { return paths_.empty(); }
  const std::vector<std::string>& paths() const { return paths_; }
  // Reads the files and adds their functions. Throws Error kIo, kRecipe or kLimit.
  void AddTo(RecipeLayers* layers) const;
  void AddTo(PathCheck* check) const;

 private:
  std::vector<std::string> paths_;
};

class RecipeOptions {
 public:
  using Pair = std::pair<std::string, std::string>;

  // Adds --preset, --knob, --set, --image and the flags of all fields.
  void AddTo(CommandLine* line) { AddTo(line, false); }
  // The same for commands that make a picture of each of several presets.
  void AddToMany(CommandLine* line) { AddTo(line, true); }

  // Returns whether any of these flags is given.
  bool has_flags() const { return defines_recipe() || !images_.empty(); }
  const ImageFlags& images() const { return images_; }
  const LibraryFlags& libraries() const { return libraries_; }
  // Adds the files of images and libraries.
  void AddInputs(PathCheck* check) const {
    images_.AddTo(check);
    libraries_.AddTo(check);
  }
  // Returns the options without --image.
  RecipeOptions WithoutImages() const {
    RecipeOptions options = *this;
    options.images_ = {};
    return options;
  }

  // Removes the flags of a key, such as "size", and returns the value of the last, if any.
  std::optional<std::string> Take(std::string_view path);
  // Takes the range that is given where only these maps are written or shown and all are nodes, as
  // TakeNodeRange of node_range.h says. In: layers, returns the layers of a recipe of such options.
  std::optional<Bounds> TakeNodeRange(
      std::span<const std::string> maps,
      const std::function<RecipeLayers(const RecipeOptions&)>& layers);

  // Returns no options, of the same command.
  RecipeOptions Emptied() const {
    RecipeOptions options;
    options.line_ = line_;
    return options;
  }

  // Throws Error kUsage for an unknown preset.
  void CheckPresets() const;
  // Reads the file, if any. `positionals` has at most one element. If it is a picture without a
  // recipe, the hint has the command that uses it as a heightmap.
  std::optional<RecipeSource> Read(const std::vector<std::string>& positionals,
                                   std::istream& in) const;
  // Returns the layers of the file, --preset and the flags.
  RecipeLayers Layers(const std::optional<RecipeSource>& input) const;
  // Returns the name of the file or the preset; "-" if only flags define the recipe.
  std::string NameOf(const std::optional<RecipeSource>& input) const;
  // Returns the presets if --preset names several. A single one is a layer of every recipe instead.
  std::span<const std::string> presets() const {
    return has_preset() ? std::span<const std::string>() : presets_;
  }
  // Returns the names and values of --knob.
  std::span<const Pair> knobs() const { return knobs_; }
  // Returns the layers of the flags above a preset, without --preset.
  RecipeLayers LayersOfPreset(const std::string& name) const;
  // In: map, the only one that is shown, if known.
  LoadedRecipe Load(const std::vector<std::string>& positionals, std::istream& in,
                    const std::string& map = {}) const;
  // Returns how to use a picture without a recipe as a heightmap; empty for other files.
  Phrase HeightmapHint(const std::string& path, std::istream& in) const;

 private:
  struct GivenKey {
    const KeyFlag* key;
    std::string name, value;  // of the flag, as given
  };

  // Removes the flags of a key, and each --set of it. Returns whether there were any.
  bool Drop(std::string_view path);
  bool has_preset() const { return presets_.size() == 1; }
  bool defines_recipe() const {
    return has_preset() || !keys_.empty() || !knobs_.empty() || !lets_.empty() || !sets_.empty() ||
           !libraries_.empty();
  }

  void AddTo(CommandLine* line, bool takes_many);
  void AddFlags(RecipeLayers* layers) const;
  // Returns the recipe of a line with an unknown flag; nullopt if invalid or from standard input.
  std::optional<Recipe> TryLoad(const std::vector<std::string>& positionals) const;

  const CommandLine* line_ = nullptr;
  std::vector<std::string> presets_;
  std::vector<GivenKey> keys_;  // in command-line order, as are the next three
  std::vector<Pair> knobs_, lets_, sets_;
  ImageFlags images_;
  LibraryFlags libraries_;
};

}  // namespace cobble
