// Layers an engine's settings between a recipe's file and the flags.
#include "jobs/sets/engine_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "cobble/error.h"
#include "core/list_text.h"
#include "core/suggest.h"
#include "recipe/fields/fields.h"
#include "recipe/reading/patch.h"
#include "recipe/reading/read_value.h"
#include "recipe/reading/sphere.h"
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

// Returns the nearest size that the engine takes, as for --size; of a sphere, its rows, or nothing
// if no picture of its surface fits.
std::string NearestSizeFor(const SizeRule& rule, const Recipe& recipe) {
  if (!recipe.domain.IsSphere()) return NearestSize(rule, recipe.width, recipe.height);
  std::string nearest;
  double best = std::numeric_limits<double>::infinity();
  Recipe other;
  other.domain = recipe.domain;
  for (const int64_t rows : rule.suggested) {
    SetRows(rows, &other);
    const double ratio = SizeRatio(rows, recipe.height);
    if (!Fits(rule, other.width, other.height) || ratio >= best) continue;
    best = ratio;
    nearest = std::to_string(rows);
  }
  return nearest;
}

// Returns the engines that show all of a sphere on this surface: "--for unreal-cubemap".
Phrase EnginesOf(SurfaceShape surface) {
  std::vector<std::string_view> names;
  for (const EngineSpec& engine : EngineSpecs())
    if (SphereOf(engine) == Name(surface)) names.push_back(engine.name);
  return ListText(names, " or ", [&](std::string_view name) {
    return name == names.front() ? Phrase::Option("engine", name) : Phrase(name);
  });
}

// Refuses a sphere where the engine shows flat ground.
void CheckSurface(const EngineSpec& engine, const Recipe& recipe) {
  if (!recipe.domain.IsSphere() || !IsTerrain(engine)) return;
  throw Error::AtValue(ErrorKind::kUsage, "engine", engine.name,
                       "shows flat ground, but the picture is a sphere",
                       "use " + Phrase::Option("domain.surface", "plane") + ", or " +
                           EnginesOf(recipe.domain.surface));
}

// Returns what to do about a size that no picture of the sphere's surface can have.
Phrase OtherSurface(const Recipe& recipe) {
  if (recipe.domain.surface != SurfaceShape::kCube)
    return "use " + Phrase::Option("domain.grid", "pixels");
  return "use " + Phrase::Option("domain.surface", Name(SurfaceShape::kEquirectangular)) + ", or " +
         EnginesOf(SurfaceShape::kCube);
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
  CheckSurface(engine, recipe);
  const std::string nearest = NearestSizeFor(rule, recipe);
  if (!Fits(rule, recipe.width, recipe.height) && HasDefaultSize(recipe) && !nearest.empty()) {
    // The size of an image is not a preset's own, and the nearest keeps the most of it.
    layers->AddDefault("size", recipe.images.empty() ? std::to_string(rule.fallback) : nearest,
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
  const bool is_whole = window.width == recipe.width && window.height == recipe.height;
  if (!SphereOf(engine).empty() && !is_whole)
    throw Error::At(ErrorKind::kUsage, option.empty() ? "window" : option,
                    NameOf(engine) + " shows all of a sphere, got a part", "leave it out");
  if (Fits(rule, window.width, window.height)) return;
  const Phrase message = NameOf(engine) + fmt::format(" takes {}, got {} x {}", rule.text,
                                                      window.width, window.height);
  const std::string nearest = is_whole && option.empty()
                                  ? NearestSizeFor(rule, recipe)
                                  : NearestSize(rule, window.width, window.height);
  const Phrase with_borders = option == "tiles" ? SharedBorders(rule, window, tiles) : Phrase();
  if (!option.empty())
    throw Error::At(
        ErrorKind::kUsage, option, message,
        "the nearest is " + nearest + (with_borders.empty() ? Phrase() : ", with " + with_borders));
  const Origin* const origin = OriginAt(recipe, "/size");
  const bool is_in_file = origin && !origin->is_flag;
  throw Error(is_in_file ? ErrorKind::kRecipe : ErrorKind::kUsage,
              (origin ? origin->text : "size") + (is_in_file ? ": /size" : ""), message,
              nearest.empty() ? OtherSurface(recipe) : "try " + Phrase::Option("size", nearest));
}

std::vector<Issue> GapWarning(const EngineSpec& engine, const Window& window,
                              const TileGrid& tiles) {
  if (!engine.needs_world || tiles.overlap > 0 || tiles.columns * tiles.rows == 1) return {};
  return {Issue{"tiles",
                "terrains that do not share their borders have a gap of one step between them",
                "use " + SharedBorders(engine.sizes, window, tiles), "tiles"}};
}

}  // namespace cobble
