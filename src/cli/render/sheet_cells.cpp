// Reads the sources of a contact sheet, and resolves their recipes.
#include "cli/render/sheet_cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "cli/recipes/failures.h"
#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/suggest.h"
#include "jobs/series/series_items.h"
#include "sources/picture_source.h"

namespace cobble {
namespace {

SheetSource SourceOfPreset(const std::string& name) { return {name, {}, name, {}, {}}; }

std::vector<Recipe> RecipesOf(const RecipeOptions& options, const SheetSource& source,
                              std::span<const SeriesItem> items) {
  const RecipeLayers layers =
      source.preset ? options.LayersOfPreset(*source.preset) : options.Layers(source.input);
  std::vector<Recipe> recipes;
  recipes.reserve(items.size());
  for (const SeriesItem& item : items) recipes.push_back(ResolveItem(layers, item));
  return recipes;
}

// Returns whether a source's recipe has these issues, too.
bool HasIssues(const RecipeOptions& options, const SheetSource& source,
               std::span<const SeriesItem> items, const std::vector<Issue>& issues) {
  if (source.picture) return true;
  try {
    RecipesOf(options, source, items);
  } catch (const Error& error) {
    return error.issues() == issues;
  }
  return false;
}

// Names an error's source, unless its file is named or all fail for one reason: wrong flags.
Error NamedError(const RecipeOptions& options, std::span<const SheetSource> sources,
                 std::span<const SeriesItem> items, const SheetSource& failed, const Error& error) {
  std::vector<Issue> issues = error.issues();
  if (std::ranges::all_of(sources, [&](const SheetSource& source) {
        return HasIssues(options, source, items, issues);
      }))
    return error;
  const std::string name = (failed.preset ? "preset " : "") + Shown(failed.name);
  for (Issue& issue : issues)
    if (!issue.where.starts_with(name)) issue.where = name + ": " + issue.where;
  return {error.kind(), std::move(issues)};
}

CellPlan PlanOfPicture(const SheetSource& source) {
  const PictureInfo info = OpenPictureFile(*source.picture)->info();
  return {{}, source.picture, info.width, info.height, {source.name}};
}

// Labels a recipe that has variations with its name only beside other recipes.
CellPlan PlanOf(const SheetSource& source, const SeriesItem& item, Recipe recipe, bool is_named) {
  CellPlan plan{{}, {}, recipe.width, recipe.height, {}};
  plan.recipe = std::move(recipe);
  if (source.name != "-" && (is_named || item.settings.empty())) plan.lines.push_back(source.name);
  for (const RecipeSetting& setting : item.settings)
    plan.lines.push_back(setting.path + '=' + setting.value);
  return plan;
}

void CheckCount(std::size_t count) {
  if (count <= kMaxCells) return;
  throw Error(ErrorKind::kLimit, "",
              fmt::format("a sheet holds at most {} pictures, not {}", kMaxCells, count),
              "cobble render --vary writes a file for each");
}

}  // namespace

std::vector<SheetSource> CellSources::Read(const std::vector<std::string>& paths,
                                           std::istream& in) const {
  if (all_presets && !paths.empty())
    throw Error(ErrorKind::kUsage, "--presets", "is mutually exclusive with a recipe");
  std::vector<SheetSource> sources;
  if (all_presets)
    for (const Preset& preset : Presets())
      if (preset.images.empty()) sources.push_back(SourceOfPreset(std::string(preset.name)));
  for (const std::string& name : recipe.presets()) sources.push_back(SourceOfPreset(name));

  // Also checks the names of presets.
  if (paths.empty() && !all_presets) {
    if (sources.empty()) {
      auto input = recipe.Read({}, in);
      sources.push_back({recipe.NameOf(input), {}, {}, std::move(input), {}});
    } else {
      recipe.CheckPresets();
    }
  }
  if (std::ranges::count(paths, "-") > 1)
    throw Error(ErrorKind::kUsage, "-", "stands for standard input, which can be read only once");
  const bool shows_pictures = is_as_is && !IsSeries(series.series()) && !recipe.has_flags();
  Failures failures;
  for (const std::string& path : paths)
    failures.Collect([&] {
      std::istringstream text;
      bool is_read = false;  // standard input
      if (shows_pictures) {
        PictureSource argument = OpenSource(path, in);
        if (argument.is_picture) {
          sources.push_back({path, argument.paths, {}, {}, std::move(argument.file)});
          return;
        }
        is_read = path == "-";
        if (is_read) text.str(TextOf(argument));
      }
      auto input = recipe.Read({path}, is_read ? text : in);
      sources.push_back({recipe.NameOf(input), input->paths, {}, std::move(input), {}});
    });
  failures.Throw();
  return sources;
}

std::vector<CellPlan> CellSources::Plan(std::span<const SheetSource> sources) const {
  const Series wanted = series.series();
  const auto items = ItemsOf(wanted, kSettingFlags);
  CheckCount(items.size() * sources.size());
  std::vector<CellPlan> plans;
  Failures failures;
  for (const SheetSource& source : sources) {
    if (source.picture) {
      failures.Collect([&] { plans.push_back(PlanOfPicture(source)); });
      continue;
    }
    std::vector<Recipe> recipes;
    try {
      recipes = RecipesOf(recipe, source, items);
    } catch (const Error& error) {
      // One preset's error is enough.
      if (all_presets) throw NamedError(recipe, sources, items, source, error);
      failures.Add(NamedError(recipe, sources, items, source, error));
      continue;
    }
    if (plans.empty()) CheckVariedKeys(wanted, recipes.front());
    for (std::size_t k = 0; k < items.size(); ++k)
      plans.push_back(PlanOf(source, items[k], std::move(recipes[k]), sources.size() > 1));
  }
  failures.Throw();
  return plans;
}

}  // namespace cobble
