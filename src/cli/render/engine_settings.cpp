// Layers an engine's settings between a recipe's file and the flags.
#include "cli/render/engine_settings.h"

#include <fmt/format.h>

#include <algorithm>

#include "cobble/error.h"
#include "core/json/print.h"
#include "core/json/tree.h"
#include "core/suggest.h"
#include "recipe/fields/fields.h"

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

// Returns the text of a value as a flag takes it.
std::string TextOf(const JsonTree& value) {
  return value.is_string() ? value.get<std::string>() : PrintJsonLine(value);
}

// Returns the place that set the value at `pointer`; null if it is a default.
const Origin* OriginAt(const Recipe& recipe, const std::string& pointer) {
  const auto found = recipe.origins.find(pointer);
  return found == recipe.origins.end() ? nullptr : &found->second;
}

// Returns whether the size is a default, or a preset's.
bool HasDefaultSize(const Recipe& recipe) {
  const Origin* const origin = OriginAt(recipe, "/size");
  return !origin || origin->is_preset;
}

void CheckSettings(const Engine& engine, const Recipe& recipe) {
  if (engine.settings.empty()) return;
  const JsonTree resolved = JsonTree::parse(WriteRecipeLine(recipe));
  for (const EngineSetting& setting : engine.settings) {
    const std::string pointer = PointerOf(setting.path);
    const JsonTree& got = resolved.at(JsonTree::json_pointer(pointer));
    const std::string value = TextOf(got);
    if (value == setting.value) continue;
    const auto shown = [&](std::string_view text) {
      return got.is_string() ? Quoted(text) : std::string(text);
    };
    const Origin* const origin = OriginAt(recipe, pointer);
    throw Error(ErrorKind::kUsage, origin ? origin->text : std::string(setting.path),
                fmt::format("contradicts {}, which needs {} {}, got {}", ForFlag(engine),
                            setting.path, shown(setting.value), shown(value)),
                "leave it out");
  }
}

}  // namespace

std::string ForFlag(const Engine& engine) { return "--for " + std::string(engine.name); }

std::string_view SuffixOf(const SetPicture& picture, const Format& format) {
  return format.has_sidecar && !picture.raw_suffix.empty() ? picture.raw_suffix
                                                           : format.suffixes.front();
}

void AddEngineSettings(const Engine& engine, std::string_view other, RecipeLayers* layers) {
  const auto engines = Engines();
  if (const auto found = std::ranges::find(engines, other, &Engine::name); found != engines.end())
    for (const EngineSetting& setting : found->settings) {
      const Field& field = FieldAt(setting.path);
      layers->AddFlag(field.flag, TextOf(JsonTree::parse(field.fallback)), ForFlag(engine));
    }
  for (const EngineSetting& setting : engine.settings)
    layers->AddFlag(FieldAt(setting.path).flag, setting.value, ForFlag(engine));
}

Recipe ResolveForEngine(const Engine& engine, RecipeLayers* layers) {
  Recipe recipe = layers->Resolve();
  const SizeRule& rule = engine.sizes;
  if (!Fits(rule, recipe.width, recipe.height) && HasDefaultSize(recipe)) {
    layers->AddFlag(FieldAt("size").flag, std::to_string(rule.fallback), ForFlag(engine));
    recipe = layers->Resolve();
  }
  CheckSettings(engine, recipe);
  return recipe;
}

void CheckEngineSize(const Engine& engine, const Recipe& recipe, const Window& window,
                     const std::string& flag) {
  const SizeRule& rule = engine.sizes;
  if (Fits(rule, window.width, window.height)) return;
  const Origin* const origin = OriginAt(recipe, "/size");
  const bool is_in_file = flag.empty() && origin && !origin->is_flag;
  std::string place = origin ? origin->text : "size";
  if (is_in_file) place += ": /size";
  if (!flag.empty()) place = flag;
  const std::string nearest = NearestSize(rule, window.width, window.height);
  throw Error(is_in_file ? ErrorKind::kRecipe : ErrorKind::kUsage, place,
              fmt::format("{} takes {}, got {} x {}", ForFlag(engine), rule.text, window.width,
                          window.height),
              flag.empty() ? "try --size " + nearest : "the nearest is " + nearest);
}

}  // namespace cobble
