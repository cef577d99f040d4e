// What the cells of a contact sheet show: recipes and their variations, pictures, presets.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/recipes/options.h"
#include "cli/render/series_flags.h"
#include "cobble/recipe.h"
#include "input/picture_reader.h"

namespace cobble {

inline constexpr std::size_t kMaxCells = 1024;

// What an argument or a preset stands for.
struct SheetSource {
  std::string name;                // for labels and messages; "-" if only flags define the recipe
  std::vector<std::string> paths;  // of its files
  std::optional<std::string> preset;     // it is the recipe of this preset
  std::optional<RecipeSource> input;     // it is this recipe
  std::optional<PictureFile> picture{};  // it is this picture, shown as it is
};

// A cell before it is rendered: the recipe, or else the picture.
struct CellPlan {
  std::optional<Recipe> recipe;
  std::optional<PictureFile> picture;
  int64_t width = 0, height = 0;
  std::vector<std::string> lines;  // of the label
};

struct CellSources {
  const RecipeOptions& recipe;
  const SeriesFlags& series;
  bool all_presets;
  bool is_as_is;  // pictures may be shown as they are

  // Throws Error with the issues of all files that cannot be read.
  std::vector<SheetSource> Read(const std::vector<std::string>& paths, std::istream& in) const;
  // Resolves the variations of each recipe. Throws Error kLimit for more than kMaxCells.
  std::vector<CellPlan> Plan(std::span<const SheetSource> sources) const;
};

}  // namespace cobble
