// Layers an engine's settings between a recipe's file and the flags.
#include "jobs/sets/engine_settings.h"

#include <fmt/format.h>

#include <algorithm>

#include "cobble/error.h"
#include "core/suggest.h"
#include "recipe/fields/fields.h"
#include "recipe/reading/patch.h"
#include "recipe/reading/read_value.h"
#include "recipe/writing/recipe_tree.h"

namespace cobble {
namespace {

// Returns the field at a dotted path that has a flag.
const Field& FieldAt(std::string_view path) {
  return *std::ranges::find_if(Fields(), [&](const Field& field) { return PathOf(field) == path; });
}

// Returns "/normal/y".
std::string PointerOf(std::string_view path) {
  std::string pointer = "/" + std::string(path);
  std::ranges::replace(pointer, '.', '/');
  return pointer;
}

// Returns the place that set the value at `pointer`; null if it is a default.
const Origin* OriginAt(const Recipe& recipe, const std::string& pointer) {
  const auto found = recipe.origins.find(pointer);
  return found == recipe.origins.end() ? nullptr : &found->second;
}

// Returns the options with which tiles share their borders; empty if the engine shows pixels.
Phrase SharedBorders(const SizeRule& rule, const Window& tile, const TileGrid& tiles) {
  const std::string whole =
      NearestSizeOfTiles(rule, tile.width, tile.height, tiles.columns, tiles.rows);
  if (whole.empty()) return {};
  return Phrase::Option("size", whole) + " and " + Phrase::Option("overlap", "1");
}

bool HasDefaultSize(const Recipe& recipe) {
  const Origin* const origin = OriginAt(recipe, "/size");
  return !origin || origin->is_preset;
}

void CheckSettings(const EngineSpec& engine, const Recipe& recipe) {
  if (engine.settings.empty()) return;
  const Json resolved = RecipeTree(recipe);
  for (const EngineSetting& setting : engine.settings) {
    const Json& got = AtPath(resolved, setting.path);
    const std::string value = PlainText(got);
    if (value == setting.value) continue;
    const auto shown = [&](std::string_view text) {
      return got.text() ? Quoted(text) : std::string(text);
    };
    const Origin* const origin = OriginAt(recipe, PointerOf(setting.path));
    throw Error(ErrorKind::kUsage, origin ? origin->text : std::string(setting.path),
                "contradicts " + NameOf(engine) +
                    fmt::format(", which needs {} {}, got {}", setting.path, shown(setting.value),
                                shown(value)),
                "leave it out");
  }
}

}  // namespace

Phrase NameOf(const EngineSpec& engine) { return Phrase::Option("engine", engine.name); }

std::string_view SuffixOf(const SetPicture& picture, const Format& format) {
  return format.has_sidecar && !picture.raw_suffix.empty() ? picture.raw_suffix
                                                           : format.suffixes.front();
}

void AddEngineSettings(const EngineSpec& engine, std::string_view other, const std::string& origin,
                       RecipeLayers* layers) {
  const auto engines = EngineSpecs();
  if (const auto found = std::ranges::find(engines, other, &EngineSpec::name);
      found != engines.end())
    for (const EngineSetting& setting : found->settings) {
      const Field& field = FieldAt(setting.path);
      layers->AddDefault(setting.path, PlainText(DefaultJson(field)), origin);
    }
  for (const EngineSetting& setting : engine.settings)
    layers->AddDefault(setting.path, setting.value, origin);
}

Recipe ResolveForEngine(const EngineSpec& engine, const std::string& origin, RecipeLayers* layers) {
  Recipe recipe = layers->Resolve();
  const SizeRule& rule = engine.sizes;
  if (!Fits(rule, recipe.width, recipe.height) && HasDefaultSize(recipe)) {
    // The size of an image is not a preset's own, and the nearest keeps the most of it.
    layers->AddDefault("size",
                       recipe.images.empty() ? std::to_string(rule.fallback)
                                             : NearestSize(rule, recipe.width, recipe.height),
                       origin);
    recipe = layers->Resolve();
  }
  CheckSettings(engine, recipe);
  if (engine.needs_world && !recipe.world)
    throw Error::AtValue(ErrorKind::kUsage, "engine", engine.name,
                         "needs the size of the ground in metres",
                         "as in " + Phrase::Option("world.width", "1000") + " " +
                             Phrase::Option("world.heights", "0,200"));
  return recipe;
}

void CheckEngineSize(const EngineSpec& engine, const Recipe& recipe, const Window& window,
                     const std::string& option, const TileGrid& tiles) {
  const SizeRule& rule = engine.sizes;
  if (Fits(rule, window.width, window.height)) return;
  const Phrase message = NameOf(engine) + fmt::format(" takes {}, got {} x {}", rule.text,
                                                      window.width, window.height);
  const std::string nearest = NearestSize(rule, window.width, window.height);
  const Phrase with_borders = option == "tiles" ? SharedBorders(rule, window, tiles) : Phrase();
  if (!option.empty())
    throw Error::At(
        ErrorKind::kUsage, option, message,
        "the nearest is " + nearest + (with_borders.empty() ? Phrase() : ", with " + with_borders));
  const Origin* const origin = OriginAt(recipe, "/size");
  const bool is_in_file = origin && !origin->is_flag;
  throw Error(is_in_file ? ErrorKind::kRecipe : ErrorKind::kUsage,
              (origin ? origin->text : "size") + (is_in_file ? ": /size" : ""), message,
              "try " + Phrase::Option("size", nearest));
}

std::vector<Issue> GapWarning(const EngineSpec& engine, const Window& window,
                              const TileGrid& tiles) {
  if (!engine.needs_world || tiles.overlap > 0 || tiles.columns * tiles.rows == 1) return {};
  return {Issue{"tiles", "a gap of one step is between terrains that do not share their borders",
                "use " + SharedBorders(engine.sizes, window, tiles), "tiles"}};
}

}  // namespace cobble
