// RecipeLayers: the preset, the file, the flags and the sets of a recipe.
#include <algorithm>
#include <utility>

#include "cobble/recipe_io.h"
#include "cobble/version.h"
#include "core/suggest.h"
#include "recipe/fields.h"
#include "recipe/json.h"
#include "recipe/merge.h"
#include "recipe/origins.h"
#include "recipe/presets.h"
#include "recipe/read.h"
#include "recipe/read_value.h"
#include "recipe/validate.h"
#include "recipe/words.h"

namespace cobble {
namespace {

enum Layer { kPreset, kFile, kFlags, kSets, kLayers };

std::shared_ptr<const Source> NewSource(std::string_view name, Layer layer) {
  return std::make_shared<const Source>(Source{Shown(name), layer == kFlags, layer});
}

}  // namespace

struct RecipeLayers::Impl {
  Json layers[kLayers];  // null: nothing said
  Faults faults;
  bool broken = false;  // a text that could not be read: what it lacks is not its fault

  void AddText(std::string_view text, std::string_view name, Layer layer);
};

void RecipeLayers::Impl::AddText(std::string_view text, std::string_view name, Layer layer) {
  auto json = ParseJson(text, NewSource(name, layer), &faults);
  if (json && !json->object()) {
    faults.Add({json->place, true, "", MustBe("an object", *json)});
    json.reset();
  }
  if (!json) {
    broken = true;
    return;
  }
  if (!json->Find("cobble")) {
    faults.Add({json->place, false, "/cobble",
                "is required: the version of the format, " + std::to_string(kRecipeVersion)});
  }
  MergeRecipe(*json, &layers[layer]);
}

RecipeLayers::RecipeLayers() : impl_(std::make_unique<Impl>()) {}
RecipeLayers::~RecipeLayers() = default;

void RecipeLayers::AddPreset(const std::string& name, const std::string& origin) {
  impl_->AddText(FindPreset(name).text, origin.empty() ? "preset " + name : origin, kPreset);
}

void RecipeLayers::AddText(std::string_view text, const std::string& name) {
  impl_->AddText(text, name, kFile);
}

void RecipeLayers::AddFlag(std::string_view flag, std::string_view value) {
  const auto source = NewSource(flag, kFlags);
  const Field* const field = FindFlag(flag);
  if (!field) {
    impl_->faults.Add({{source}, true, "", "is no flag", DidYouMean(flag, FlagNames())});
    return;
  }
  PutAt(PathOf(*field), FlagWord(*field, value, source), &impl_->layers[kFlags]);
}

void RecipeLayers::AddSet(std::string_view path, std::string_view value, std::string_view origin) {
  Source named{Shown(origin.empty() ? path : origin), true, kSets, '/' + std::string(path)};
  std::ranges::replace(named.pointer, '.', '/');
  const auto source = std::make_shared<const Source>(std::move(named));
  if (!CheckPath(path, source, &impl_->faults)) return;
  auto json = SetWord(value, source, &impl_->faults);
  if (!json || PutAt(path, std::move(*json), &impl_->layers[kSets])) return;
  const std::string depth = std::to_string(kMaxRecipeDepth);
  impl_->faults.Add({{source}, true, "", "nested deeper than " + depth + " levels"});
}

Recipe RecipeLayers::Resolve() const {
  Faults faults = impl_->faults;
  if (impl_->broken) faults.Throw();
  Json tree{Json::Object()};
  for (const Json& layer : impl_->layers) {
    if (!layer.object()) continue;
    if (!tree.place.source && !layer.by_path) tree.place = layer.place;
    MergeRecipe(layer, &tree);
  }
  Recipe recipe = ReadTree(tree, &faults);
  if (!faults.empty()) faults.Throw();
  if (auto fault = LengthFault(recipe); !fault.empty()) throw FaultAt(recipe, "", std::move(fault));
  return recipe;
}

Recipe ReadRecipe(std::string_view text, const std::string& name) {
  RecipeLayers layers;
  layers.AddText(text, name);
  return layers.Resolve();
}

}  // namespace cobble
