// RecipeLayers: preset < file < defaults < formulas < flags < sets, each a JSON tree until Resolve
// expands its formulas and merges them.
#include <algorithm>
#include <optional>
#include <utility>

#include "cobble/recipe_io.h"
#include "core/suggest.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/key_paths.h"
#include "recipe/fields/node_spec.h"
#include "recipe/formula/expand.h"
#include "recipe/formula/formula.h"
#include "recipe/formula/scanner.h"
#include "recipe/formula/scope.h"
#include "recipe/formula/tables.h"
#include "recipe/images/image_world.h"
#include "recipe/images/images.h"
#include "recipe/json/json.h"
#include "recipe/presets.h"
#include "recipe/reading/functions.h"
#include "recipe/reading/knobs.h"
#include "recipe/reading/merge.h"
#include "recipe/reading/origins.h"
#include "recipe/reading/patch.h"
#include "recipe/reading/read.h"
#include "recipe/reading/read_object.h"
#include "recipe/reading/validate.h"
#include "recipe/reading/value_hints.h"

namespace cobble {
namespace {

enum Layer { kPreset, kFile, kDefaults, kFormulas, kFlags, kSets, kLayerCount };

// The flag of the root node's type also takes a formula.
bool IsRootType(const Field& field) {
  return field.object == ObjectKind::kNode && field.key == "type";
}

std::shared_ptr<const Source> NewSource(std::string_view name, Layer layer) {
  return std::make_shared<const Source>(Source{.name = Shown(name),
                                               .is_flag = layer != kPreset && layer != kFile,
                                               .layer = layer,
                                               .is_preset = layer == kPreset});
}

// Return, and remove, the type that flags give the root; null if they give none.
const Json* RootType(const Json& flags) {
  const Json& type = flags.At(PathOf(ObjectKind::kNode)).At("type");
  return type.text() ? &type : nullptr;
}
void DropType(Json* flags) {
  if (Json* const root = flags->Find(PathOf(ObjectKind::kNode)); root && root->object())
    std::erase_if(*root->object(), [](const Json::Member& member) { return member.key == "type"; });
}

// Returns the field of "nodes" or "maps" if that is the path.
std::optional<Field> NamedAtPath(std::string_view path) {
  const auto keys = KeysOfPath(path);
  const Field* const field =
      keys.size() == 1 ? FindField(ObjectKind::kRecipe, keys.front()) : nullptr;
  return field && HasNamedNodes(field->type) ? std::optional(*field) : std::nullopt;
}

// Returns whether the path leads to a whole item of `nodes` or `maps`.
bool IsItemOf(std::string_view key, std::string_view path) {
  const auto keys = KeysOfPath(path);
  return keys.size() == 2 && keys.front() == key && !IsUserKey(keys.back());
}

bool IsNamedNode(std::string_view path) { return IsItemOf("nodes", path); }

// Returns the name of the node if the path leads to the value of one of `nodes`.
std::optional<std::string> NameOfValue(std::string_view path) {
  const auto keys = KeysOfPath(path);
  const bool is_value = keys.size() == 3 && keys[0] == "nodes" && keys[2] == "value";
  return is_value ? std::optional(keys[1]) : std::nullopt;
}

// Returns whether the path leads to functions, whose formulas expand where they are called.
bool IsFunctionPath(std::string_view path) { return KeysOfPath(path).front() == "functions"; }

// Returns whether the path leads to knobs, also by a knob's name alone.
bool IsKnobPath(std::string_view path, const FormulaNames& names) {
  return KeysOfPath(path).front() == "knobs" || (NeedsCompletion(path) && names.IsKnob(path));
}

// Gives formulas the knobs that a --set sets as a whole, or their values.
void AddKnobsAtPath(std::string_view path, const Json& value, FormulaNames* names) {
  const auto keys = KeysOfPath(names->IsKnob(path) ? KnobPath(path) : path);
  if (keys.size() == 1) AddKnobs(value, names);
  if (keys.size() == 2 && value.Find("value")) names->SetKnob(keys[1], *value.Find("value"));
  if (keys.size() == 3 && keys[2] == "value") names->SetKnob(keys[1], value);
}

// Returns whether --noise has words that are not a formula but resemble a type, "Perlin Noise".
bool AreWords(const Json& json, const FormulaNames& names) {
  const std::string& text = *json.text();
  // About a function ("sin"), the formula's message says more.
  const bool is_operation = FindFormulaFunction(text) && !IsFractalFunction(text);
  if (text.empty() || is_operation) return false;
  FormulaScanner scanner(text);
  for (FormulaToken token = scanner.Next(); token.kind != FormulaToken::kEnd;
       token = scanner.Next()) {
    const bool is_letter = token.kind == FormulaToken::kOther && token.text.size() > 1;
    if (token.kind != FormulaToken::kName && token.kind != FormulaToken::kNumber && !is_letter)
      return false;
  }
  Faults problems;
  int nodes = 0;
  ExpandFormula(json, {names, "", &problems, &nodes});
  return !problems.empty() && !WrongChoiceHint(*FindField(ObjectKind::kNode, "type"), json).empty();
}

bool IsObject(FieldType type) { return type == FieldType::kObject; }

void ExpandAtPath(const std::string& path, FormulaExpander* expander, Json* value) {
  if (IsFunctionPath(path)) return;
  std::string pointer;
  for (const std::string& key : KeysOfPath(path)) pointer = ChildPointer(pointer, key);
  if (const auto named = NamedAtPath(path)) {
    expander->ExpandNamed(*named, pointer, value);
  } else if (const auto input = FieldAtPath(path, &IsInput)) {
    expander->ExpandValue(*input, pointer, value);
  } else if (const auto field = FieldAtPath(path, &IsValue)) {
    expander->ExpandNumbers(*field, pointer, value);
  } else if (const auto settings = FieldAtPath(path, &IsObject); settings && value->object()) {
    expander->ExpandObject(settings->inner, pointer, value);
  }
  if (IsNamedNode(path) && IsShortNode(*value)) *value = ExpandToNode(*value);
}

// Refuses values of flags for knobs that a --set gives as a whole, with another value.
void CheckTurned(const Json& lower, const Json& sets, Faults* faults) {
  for (const auto& [name, place, knob] : sets.At("knobs").members()) {
    const Json& turned = lower.At("knobs").At(name).At("value");
    if (!turned.place.is_flag() || knob.is_patch || !knob.Find("value")) continue;
    faults->Add(turned.place, ChildPointer(ChildPointer("/knobs", name), "value"),
                "has no effect: " + knob.place.source->name + " gives the knob's value, too",
                "remove one of them");
  }
}

Json Overlaid(const Json& lower, const Json& upper) {
  Json tree = lower;
  if (upper.object()) MergeRecipe(upper, &tree);
  return tree;
}

}  // namespace

struct RecipeLayers::Impl {
  // A --set. FullPath completes its path once the layers below are known.
  struct Setting {
    std::string path, value, name;
  };

  // A formula of a flag, which replaces what lower layers have at its path.
  struct Formula {
    std::string path;  // "noise", or a JSON pointer
    Json text;
  };

  // What was added to each layer, in order. Resolve expands formulas, then merges. A layer's flags
  // are one tree; kFormulas and kSets are always empty.
  std::vector<Json> layers[kLayerCount];
  std::vector<Formula> formulas;
  std::vector<Setting> sets;
  std::vector<Json> libraries;  // the values of the key "functions" of texts
  std::vector<NamedImage> images;
  Faults faults;
  bool broken = false;  // a text is not a recipe: does not report missing keys

  void AddText(std::string_view text, std::string_view name, Layer layer);
  void AddKey(std::string_view path, std::string_view value, std::string_view origin, Layer layer);
  void AddKnob(std::string_view name, std::string_view value, std::string_view origin);
  void AddLibrary(std::string_view text, std::string_view name);
  void DropRootType(Layer layer);
  std::vector<Formula> AllFormulas(const FormulaNames& names) const;
  void AddFormula(std::string path, std::string_view value, std::string_view origin);
  FormulaNames Names() const;
  // Adds the functions of all layers, once merged.
  void AddFunctions(FormulaNames* names) const;
  // Merges the layers below the sets.
  Json MergeLower(const FormulaNames& names, FormulaExpander* expander) const;
  void MergeFormulas(const FormulaNames& names, FormulaExpander* expander, Json* tree) const;
  // Gives the keys that flags set to a root that a --set replaces by a formula.
  void MergeRootFlags(Json* root) const;
  // In: lower, the layers below the sets.
  Json MergeSets(const Json& lower, FormulaExpander* expander, Faults* problems) const;
};

void RecipeLayers::Impl::AddText(std::string_view text, std::string_view name, Layer layer) {
  auto json = ParseRecipe(text, NewSource(name, layer), &faults);
  if (json) {
    layers[layer].push_back(std::move(*json));
  } else {
    broken = true;
  }
}

void RecipeLayers::Impl::AddKey(std::string_view path, std::string_view value,
                                std::string_view origin, Layer layer) {
  const auto source = NewSource(origin.empty() ? path : origin, layer);
  const bool is_root = path == PathOf(ObjectKind::kNode);
  const Field* const field = FindFieldAt(is_root ? "noise.type" : path);
  if (!field) {
    faults.Add({source}, "", "recipes have no key " + Quoted(path));
    return;
  }
  if (IsRootType(*field)) {
    const std::string_view name = WithoutBlanks(value);
    if (!FindNodeSpec(name)) {
      DropRootType(layer);
      return AddFormula(PathOf(ObjectKind::kNode), value, source->name);
    }
    value = name;
  }
  if (layers[layer].empty()) layers[layer].emplace_back();
  PutAtPath(PathOf(*field), FlagToJson(*field, value, source), &layers[layer].back());
}

void RecipeLayers::Impl::AddKnob(std::string_view name, std::string_view value,
                                 std::string_view origin) {
  const std::string path = ChildPointer(ChildPointer("/knobs", name), "value");
  const auto source = NewSource(origin.empty() ? name : origin, kFlags);
  if (!IsKnobName(name))
    return faults.Add({source}, "", "a name must be " + std::string(kKnobNameRule));
  if (!CheckPath(path, source, &faults)) return;
  auto json = SetValueToJson(path, value, source, &faults);
  if (!json) return;
  if (layers[kFlags].empty()) layers[kFlags].emplace_back();
  PutAtPath(path, std::move(*json), &layers[kFlags].back());
}

void RecipeLayers::Impl::AddLibrary(std::string_view text, std::string_view name) {
  auto json = ParseRecipe(text, NewSource(name, kPreset), &faults);
  if (!json) return;
  Json* const functions = json->Find("functions");
  if (!functions)
    return faults.AddMissing(json->place, "/functions",
                             "is required: the functions of the library");
  libraries.push_back(std::move(*functions));
}

// The last --noise wins, although formulas are below flags.
void RecipeLayers::Impl::DropRootType(Layer layer) {
  for (Json& flags : layers[layer]) DropType(&flags);
}

void RecipeLayers::Impl::AddFormula(std::string path, std::string_view value,
                                    std::string_view origin) {
  // The root comes last, so that errors in the nodes that it names are reported before its own.
  const bool is_root = path == PathOf(ObjectKind::kNode);
  const auto roots = std::ranges::find(formulas, PathOf(ObjectKind::kNode), &Formula::path);
  formulas.insert(is_root ? formulas.end() : roots,
                  {std::move(path), Json{std::string(value), Place{NewSource(origin, kFormulas)}}});
}

// A type that --noise sets is a formula if a node has its name.
std::vector<RecipeLayers::Impl::Formula> RecipeLayers::Impl::AllFormulas(
    const FormulaNames& names) const {
  std::vector<Formula> all = formulas;
  for (const Json& flags : layers[kFlags])
    if (const Json* const type = RootType(flags); type && names.Contains(*type->text()))
      all.push_back({PathOf(ObjectKind::kNode), *type});
  return all;
}

// A --set makes names only if it sets nodes or knobs as a whole; of others, it may set the value.
FormulaNames RecipeLayers::Impl::Names() const {
  FormulaNames names;
  for (const std::vector<Json>& layer : layers)
    for (const Json& json : layer) AddNamesOfRecipe(json, &names);
  const auto add = [&](std::string_view path, const Json& value) {
    if (IsNamedNode(path)) names.Set(KeysOfPath(path).back(), value);
    if (IsItemOf("maps", path)) names.SetMap(KeysOfPath(path).back(), value);
  };
  for (const auto& [path, text] : formulas) add(path, text);
  for (const auto& [path, value, name] : sets) {
    const auto changed = NameOfValue(path);
    const auto named = NamedAtPath(path);
    const bool is_knob = IsKnobPath(path, names);
    const bool is_item = IsNamedNode(path) || IsItemOf("maps", path);
    if (!changed && !is_knob && !is_item && !named) continue;
    const auto source = std::make_shared<const Source>(Source{name, true, kSets});
    Faults ignored;  // MergeSets reports them
    const auto json =
        SetValueToJson(names.IsKnob(path) ? KnobPath(path) : path, value, source, &ignored);
    if (!json) continue;
    add(path, *json);
    if (is_knob) AddKnobsAtPath(path, *json, &names);
    if (named && named->type == FieldType::kNodes) AddNames(*json, &names);
    if (named && named->type == FieldType::kMaps) AddMapNames(*json, &names);
    if (changed && json->number()) names.SetValue(*changed, *json->number());
  }
  AddFunctions(&names);
  names.Resolve();
  return names;
}

void RecipeLayers::Impl::AddFunctions(FormulaNames* names) const {
  constexpr std::string_view kFunctions = "functions";
  for (const Json& library : libraries) names->SetFunctions(library);
  Json merged = Json::ObjectOf();
  const auto merge = [&](const Json& layer) {
    if (const Json* const functions = layer.Find(kFunctions))
      MergeRecipe(Json::ObjectOf({{std::string(kFunctions), {}, *functions}}), &merged);
  };
  for (const std::vector<Json>& layer : layers) std::ranges::for_each(layer, merge);
  for (const auto& [path, value, name] : sets) {
    if (!IsFunctionPath(path)) continue;
    const auto source = std::make_shared<const Source>(Source{name, true, kSets});
    Faults ignored;  // MergeSets reports them
    auto json = CheckPath(path, source, &ignored) ? SetValueToJson(path, value, source, &ignored)
                                                  : std::nullopt;
    Json patch;
    if (json && PutAtPath(path, std::move(*json), &patch)) merge(patch);
  }
  names->SetFunctions(merged.At(kFunctions));
}

void RecipeLayers::Impl::MergeFormulas(const FormulaNames& names, FormulaExpander* expander,
                                       Json* tree) const {
  for (Formula& formula : AllFormulas(names)) {
    if (formula.path == PathOf(ObjectKind::kNode) && AreWords(formula.text, names)) {
      Json patch;
      PutAtPath(formula.path + ".type", std::move(formula.text), &patch);
      MergeRecipe(patch, tree);
      continue;
    }
    ExpandAtPath(formula.path, expander, &formula.text);
    PutAtPath(formula.path, std::move(formula.text), tree);
  }
}

Json RecipeLayers::Impl::MergeLower(const FormulaNames& names, FormulaExpander* expander) const {
  Json tree{Json::Object()};
  for (int i = 0; i < kLayerCount; ++i) {
    if (i == kFormulas) MergeFormulas(names, expander, &tree);
    for (Json json : layers[i]) {
      const Json* const type = i == kFlags ? RootType(json) : nullptr;
      if (type && names.Contains(*type->text())) DropType(&json);  // AllFormulas has it
      expander->ExpandRecipe(&json);
      if (tree.members().empty() && !json.is_patch) {
        tree = std::move(json);
        continue;
      }
      if (!tree.place.source && !json.is_patch) tree.place = json.place;
      MergeRecipe(json, &tree);
    }
  }
  return tree;
}

void RecipeLayers::Impl::MergeRootFlags(Json* root) const {
  const std::string key(PathOf(ObjectKind::kNode));
  for (Json flags : layers[kFlags]) {
    DropType(&flags);
    Json* const lower = flags.Find(key);
    if (!lower) continue;
    Json upper = Json::ObjectOf();
    upper.Add(key, std::move(*root)).replaces = false;
    MergeRecipe(upper, &flags);
    *root = std::move(*flags.Find(key));
    root->replaces = true;
  }
}

Json RecipeLayers::Impl::MergeSets(const Json& lower, FormulaExpander* expander,
                                   Faults* problems) const {
  Json merged;
  for (const auto& [path, value, name] : sets) {
    const auto source = std::make_shared<Source>(Source{name, true, kSets});
    const std::optional<std::string> full =
        NeedsCompletion(path) ? FullPath(path, value, source, Overlaid(lower, merged), problems)
                              : path;
    if (!full) continue;
    for (const std::string& key : KeysOfPath(*full))
      source->pointer = ChildPointer(source->pointer, key);
    if (!CheckPath(*full, source, problems)) continue;
    auto json = SetValueToJson(*full, value, source, problems);
    if (!json) continue;
    const bool is_formula = json->text() && !IsFunctionPath(*full) &&
                            FieldAtPath(*full, &IsInput) &&
                            !IsTypeAlone(*json->text(), expander->names());
    ExpandAtPath(*full, expander, &*json);
    json->replaces = is_formula && json->object();
    if (json->replaces && *full == PathOf(ObjectKind::kNode)) MergeRootFlags(&*json);
    if (PutAtPath(*full, std::move(*json), &merged)) continue;
    const std::string depth = std::to_string(kMaxRecipeDepth);
    problems->Add({source}, "", "nested deeper than " + depth + " levels");
  }
  return merged;
}

RecipeLayers::RecipeLayers() = default;
RecipeLayers::RecipeLayers(const RecipeLayers& other)
    : impl_(other.impl_ ? std::make_unique<Impl>(*other.impl_) : nullptr) {}
RecipeLayers::RecipeLayers(RecipeLayers&&) noexcept = default;
RecipeLayers& RecipeLayers::operator=(const RecipeLayers& other) {
  return *this = RecipeLayers(other);
}
RecipeLayers& RecipeLayers::operator=(RecipeLayers&&) noexcept = default;
RecipeLayers::~RecipeLayers() = default;

RecipeLayers::Impl& RecipeLayers::Own() {
  if (!impl_) impl_ = std::make_unique<Impl>();
  return *impl_;
}

void RecipeLayers::AddPreset(const std::string& name, const std::string& origin) {
  Own().AddText(PresetRecipe(name), origin.empty() ? "preset " + name : origin, kPreset);
}

void RecipeLayers::AddText(std::string_view text, const std::string& name) {
  Own().AddText(text, name, kFile);
}

void RecipeLayers::AddKey(std::string_view path, std::string_view value, std::string_view origin) {
  Own().AddKey(path, value, origin, kFlags);
}

void RecipeLayers::AddKnob(std::string_view name, std::string_view value, std::string_view origin) {
  Own().AddKnob(name, value, origin);
}

void RecipeLayers::AddFormula(std::string_view name, std::string_view formula,
                              std::string_view origin) {
  if (origin.empty()) origin = name;
  const Place place{NewSource(origin, kFormulas)};
  if (IsUserKey(name))
    return Own().faults.Add(place, "", "names that start with \"x-\" are for notes",
                            "choose another name");
  if (!IsNodeName(name))
    return Own().faults.Add(place, "", "a name must be " + std::string(kNodeNameRule));
  Own().AddFormula(ChildPointer("/nodes", name), formula, origin);
}

void RecipeLayers::AddDefault(std::string_view path, std::string_view value,
                              std::string_view origin) {
  Own().AddKey(path, value, origin, kDefaults);
}

void RecipeLayers::AddSet(std::string_view path, std::string_view value, std::string_view origin) {
  Own().sets.push_back(
      {std::string(path), std::string(value), Shown(origin.empty() ? path : origin)});
}

void RecipeLayers::AddLibrary(std::string_view text, const std::string& name) {
  Own().AddLibrary(text, name);
}

void RecipeLayers::AddImage(const std::string& name, std::shared_ptr<const SourceImage> image,
                            std::string_view origin) {
  if (!image) throw Error(ErrorKind::kUsage, "", "AddImage needs an image, got null");
  Own().images.push_back({name, std::move(image), std::string(origin.empty() ? name : origin)});
}

Recipe RecipeLayers::Resolve() const {
  const Impl none;
  const Impl& impl = impl_ ? *impl_ : none;
  Faults faults = impl.faults;
  if (impl.broken) faults.Throw();
  const FormulaNames names = impl.Names();
  FormulaExpander expander(names, &faults);
  Json tree = impl.MergeLower(names, &expander);
  if (const Json sets = impl.MergeSets(tree, &expander, &faults); sets.object()) {
    CheckTurned(tree, sets, &faults);
    MergeRecipe(sets, &tree);
  }
  const std::vector<std::string> shared = AddSharedNodes(expander.shared(), &tree);
  const std::optional<Error> no_world = SetImageDefaults(impl.images, &tree);
  std::vector<OriginRecord> ignored;
  for (const Json& library : impl.libraries)
    CheckFunctions({tree, &faults, &ignored}, *FindField(ObjectKind::kRecipe, "functions"), library,
                   &names);
  Recipe recipe = RecipeFromJson(tree, &faults, &names);
  if (!faults.empty()) {
    DropFollowersOfKnobs(tree, names, &faults);
    faults.Throw();
  }
  if (no_world) throw Error(*no_world);
  if (auto message = LengthError(recipe); !message.empty())
    throw FaultAt(recipe, "", std::move(message), std::string(kLengthHint));
  AttachImages(impl.images, &recipe);
  if (names.has_knobs() || names.calls() > 0) KeepFormulas(tree, names, shared, &recipe);
  return recipe;
}

Recipe ReadRecipe(std::string_view text, const std::string& name) {
  RecipeLayers layers;
  layers.AddText(text, name);
  return layers.Resolve();
}

}  // namespace cobble
