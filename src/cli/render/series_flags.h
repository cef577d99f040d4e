// The flags that make many pictures from one command: --vary, --frames and --tiles.
#ifndef COBBLE_CLI_RENDER_SERIES_FLAGS_H_
#define COBBLE_CLI_RENDER_SERIES_FLAGS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/line/command_line.h"
#include "cli/recipes/options.h"
#include "cobble/error.h"
#include "jobs/series/name_template.h"
#include "jobs/series/tiles.h"
#include "jobs/series/variations.h"

namespace cobble {

// One variation of the recipe: the settings that make it and the placeholders of its file names.
struct SeriesItem {
  std::vector<RecipeOptions::Setting> settings;
  Placeholders names;
  std::string variation;     // "seed=3 noise.frequency=8"; empty without --vary
  std::string label;         // the variation, frame and tile; empty if there is only one
  std::size_t loop = 0;      // the index of its animation, whose frames share a range
  std::optional<int> frame;  // its index, from 0
};

// Returns the setting of the item that the issue is about; null if it is about none.
const RecipeOptions::Setting* SettingAt(const SeriesItem& item, const Issue& issue);

// Resolves the recipe of an item; see RecipeOptions::Resolve. In hints about its settings, --vary
// stands for --set. Throws Error.
LoadedRecipe ResolveItem(const RecipeOptions& options, const std::optional<Input>& input,
                         const SeriesItem& item, const Engine* engine = nullptr);

class SeriesFlags {
 public:
  void AddTo(CommandLine* line);
  // Adds --vary only. In: help, of the flag.
  void AddVary(CommandLine* line, const std::string& help);

  // Returns whether any of the flags is given; only then do file names have placeholders.
  bool IsOn() const { return MakesMany() || frames_ > 0; }
  // Returns whether they make more than one picture for each -o.
  bool MakesMany() const { return !vary_.empty() || (frames_ > 0 && !sprites_) || tiles_; }
  // Returns the number of variations for each value of the first key, if there are several keys.
  std::optional<std::size_t> VariationsPerValue() const;
  // Returns the names of all placeholders.
  std::vector<std::string> PlaceholderNames() const;

  // Returns the variations, times the frames of each.
  std::vector<SeriesItem> Items() const;
  // Throws Error kUsage if a key is varied more than once, under several paths. In: recipe,
  // resolved from any item.
  void CheckKeys(const Recipe& recipe) const;
  // Returns the frames of an item without one, at slices from that of its resolved recipe on.
  // Throws Error kUsage if a flag turns the loop off.
  std::vector<SeriesItem> FramesOf(const SeriesItem& item, const Recipe& recipe) const;

  int frames() const { return frames_; }
  const std::optional<TileGrid>& sprites() const { return sprites_; }
  const std::optional<TileGrid>& tiles() const { return tiles_; }
  // Returns the path of the dataset that shows the tiles as one raster; empty for none.
  const std::string& vrt() const { return vrt_; }
  // Completes the flags. Throws Error kUsage if they contradict each other.
  void Check();

 private:
  std::vector<VariedKey> vary_;
  int frames_ = 0;
  std::optional<TileGrid> tiles_;
  std::optional<TileGrid> sprites_;  // columns and rows of a sheet of frames
  std::optional<int> overlap_;
  std::string vrt_;
};

}  // namespace cobble

#endif  // COBBLE_CLI_RENDER_SERIES_FLAGS_H_
