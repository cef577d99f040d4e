// RecipeLayers: preset < file < flags < sets, each a JSON tree until Resolve merges them.
#include <algorithm>
#include <utility>

#include "cobble/recipe_io.h"
#include "cobble/version.h"
#include "core/suggest.h"
#include "recipe/fields.h"
#include "recipe/json.h"
#include "recipe/merge.h"
#include "recipe/origins.h"
#include "recipe/patch.h"
#include "recipe/presets.h"
#include "recipe/read.h"
#include "recipe/read_value.h"
#include "recipe/validate.h"

namespace cobble {
namespace {

enum Layer { kPreset, kFile, kFlags, kSets, kLayerCount };

std::shared_ptr<const Source> NewSource(std::string_view name, Layer layer) {
  return std::make_shared<const Source>(Source{Shown(name), layer == kFlags, layer});
}

}  // namespace

struct RecipeLayers::Impl {
  Json layers[kLayerCount];  // null: nothing was added
  Faults faults;
  bool broken = false;  // a text is not JSON, so missing keys are not reported

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
                "is required: the format version, " + std::to_string(kRecipeVersion)});
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
    impl_->faults.Add({{source}, true, "", "unknown flag", DidYouMean(flag, FlagNames())});
    return;
  }
  PutAtPath(PathOf(*field), FlagToJson(*field, value, source), &impl_->layers[kFlags]);
}

void RecipeLayers::AddSet(std::string_view path, std::string_view value, std::string_view origin) {
  Source named{Shown(origin.empty() ? path : origin), true, kSets, '/' + std::string(path)};
  std::ranges::replace(named.pointer, '.', '/');
  const auto source = std::make_shared<const Source>(std::move(named));
  if (!CheckPath(path, source, &impl_->faults)) return;
  auto json = SetValueToJson(value, source, &impl_->faults);
  if (!json || PutAtPath(path, std::move(*json), &impl_->layers[kSets])) return;
  const std::string depth = std::to_string(kMaxRecipeDepth);
  impl_->faults.Add({{source}, true, "", "nested deeper than " + depth + " levels"});
}

Recipe RecipeLayers::Resolve() const {
  Faults faults = impl_->faults;
  if (impl_->broken) faults.Throw();
  Json tree{Json::Object()};
  for (const Json& layer : impl_->layers) {
    if (!layer.object()) continue;
    if (!tree.place.source && !layer.is_patch) tree.place = layer.place;
    MergeRecipe(layer, &tree);
  }
  Recipe recipe = RecipeFromJson(tree, &faults);
  if (!faults.empty()) faults.Throw();
  if (auto message = LengthError(recipe); !message.empty())
    throw FaultAt(recipe, "", std::move(message));
  return recipe;
}

Recipe ReadRecipe(std::string_view text, const std::string& name) {
  RecipeLayers layers;
  layers.AddText(text, name);
  return layers.Resolve();
}

}  // namespace cobble
