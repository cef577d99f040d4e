// The items of a series: the variations of a recipe, and the frames of each.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe.h"
#include "cobble/recipe_io.h"
#include "cobble/series.h"
#include "core/bounds.h"

namespace cobble {

inline constexpr int kMaxFrames = 100'000;
inline constexpr int64_t kMaxFrameStart = 1'000'000'000;
inline constexpr int64_t kMaxTilesASide = 65'536;

// A setting above all layers of a recipe.
struct RecipeSetting {
  std::string path, value;
  std::string origin;    // denotes it in messages: "vary=seed=3"
  std::string values{};  // all that the key takes in turn, "1..16"; empty: this one alone
};

// How messages denote the settings of a series, and of an engine: the command line has its flags.
struct SettingNames {
  std::string vary = "vary=";  // followed by the path and the value
  std::string frames = "frames", sprites = "sprites";
  std::string engine = "engine=";  // followed by its name
};

// One variation of the recipe: the settings that make it and the placeholders of its file names.
struct SeriesItem {
  std::vector<RecipeSetting> settings;
  Placeholders names;
  std::string variation;     // "seed=3 noise.frequency=8"; empty if nothing varies
  std::string label;         // the variation, frame and tile; empty if there is only one
  std::size_t loop = 0;      // the index of its animation, whose frames share a range
  std::optional<int> frame;  // its index, from 0
};

// Returns whether there are several pictures per output. Only then do file names have placeholders.
bool IsSeries(const Series& series);
// Returns whether there are several files per output.
bool MakesMany(const Series& series);
std::vector<std::string> PlaceholderNames(const Series& series);

// Checks the series and completes its frames. Throws Error kUsage or kLimit at the option.
void CheckSeries(Series* series);

// Makes ranges of whole numbers that vary a knob with a step go by the step. Changes nothing if the
// recipe has an error, which its items report. Throws Error kLimit for too many values.
void TakeStepsOfKnobs(const RecipeLayers& layers, Series* series);

// Throws Error kUsage at the option if both are given.
void Exclude(bool is_given, const std::string& option, const std::string& other);

// Returns the variations; without any, one item.
std::vector<SeriesItem> ItemsOf(const Series& series, const SettingNames& names);
// Throws Error kUsage if several paths vary the same key. In: recipe, resolved from any item.
void CheckVariedKeys(const Series& series, const Recipe& recipe);
// Returns the frames of an item that is not a frame, from its resolved recipe's slice on. Throws
// Error kUsage if a flag turns the loop off.
std::vector<SeriesItem> FramesOf(const Series& series, const SeriesItem& item, const Recipe& recipe,
                                 const SettingNames& names);

// Returns the item's setting that the issue is about, or null.
const RecipeSetting* SettingAt(const SeriesItem& item, const Issue& issue);

// Takes a varied range from an item of which only nodes are written or shown, as TakeNodeRange of
// node_range.h says. In: shows_nodes, whether that is so, given the item's recipe. Throws what
// these throw.
std::optional<Bounds> TakeVariedNodeRange(SeriesItem* item,
                                          const std::function<bool(const Recipe&)>& shows_nodes,
                                          const std::function<Recipe(const SeriesItem&)>& resolve);

// Resolves the recipe of an item: its settings above all of `layers`. In: resolve, called instead
// of RecipeLayers::Resolve if not empty. Throws Error, with Issue::is_varied.
Recipe ResolveItem(const RecipeLayers& layers, const SeriesItem& item,
                   const std::function<Recipe(RecipeLayers*)>& resolve = {});

}  // namespace cobble
