// Builds a Recipe from its JSON tree.
#include "recipe/reading/read.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cobble/version.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_kind.h"
#include "recipe/reading/functions.h"
#include "recipe/reading/knobs.h"
#include "recipe/reading/packs.h"
#include "recipe/reading/read_object.h"
#include "recipe/reading/read_value.h"
#include "recipe/reading/sphere.h"
#include "recipe/reading/value_hints.h"

namespace cobble {
namespace {

// Returns the names of the nodes that are written out rather than implied by paths into them.
std::vector<std::string_view> WrittenNames(const Json& nodes) {
  std::vector<std::string_view> names;
  for (const Json::Member& member : *nodes.object())
    if (!member.value.is_patch && !IsUserKey(member.key)) names.push_back(member.key);
  return names;
}

// Returns the place of an object; if only flags give its members, the place of the first member.
Place PlaceOf(const Json& object) {
  const bool has_own = object.place.source || !object.object() || object.object()->empty();
  return has_own ? object.place : object.object()->front().place;
}

class RecipeReader : public ObjectReader {
 public:
  RecipeReader(const ObjectReader& in, const FormulaNames* names)
      : ObjectReader(in), names_(names) {}

  Recipe Read() {
    SetDefaults();
    RecordOrigin(root_, "");
    ReadObject(ObjectKind::kRecipe, root_, "");
    ReadRoot();
    for (const Field* field : FieldsOf(ObjectKind::kRecipe))
      if (field->type == FieldType::kPacks) ReadPacksOf(*field);
    CheckKinds(root_, recipe_, faults_);
    FitSize(&recipe_);
    CheckGrid();
    CheckSphere(*this, &recipe_);
    CheckWorld();
    DeriveDefaults();
    CheckFollowers();
    return std::move(recipe_);
  }

 private:
  void SetDefaults() {
    for (const Field& field : Fields()) {
      if (field.access.set && !field.fallback.empty())
        field.access.set(recipe_, *DefaultValue(field));
    }
  }

  // Called last: these defaults depend on other values.
  void DeriveDefaults() {
    for (const Field& field : Fields()) {
      if (!field.derived) continue;
      const auto value = field.derived(recipe_);
      if (value && !FindGiven(field)) field.access.set(recipe_, *value);
    }
  }

  void ReadObject(ObjectKind kind, const Json& json, const std::string& pointer) {
    if (!json.object()) return Fail(json, pointer, MustBe("an object", json));
    for (const Json::Member& member : *json.object()) {
      std::string below = ChildPointer(pointer, member.key);
      if (const Field* const field = Accept(kind, std::nullopt, member, below)) {
        ReadMember(*field, member.value, below);
        RecordOrigin(member.value, std::move(below));
      }
    }
    if (kind != ObjectKind::kRecipe) CheckRequired(kind, json, pointer);
  }

  void ReadMember(const Field& field, const Json& json, const std::string& pointer) {
    if (field.type == FieldType::kObject) return ReadObject(field.inner, json, pointer);
    if (HasNamedNodes(field.type)) return ReadNamed(field, json, pointer);
    if (field.type == FieldType::kInput) return;  // the root node: see ReadRoot
    if (field.type == FieldType::kPacks) return;  // see ReadPacksOf
    if (field.type == FieldType::kKnobs) return ReadKnobsOf(field, json, pointer);
    if (field.type == FieldType::kFunctions) return CheckFunctions(*this, field, json, names_);
    if (MeansRoot(field, json, pointer))
      return Fail(json, pointer, MustBe(Rule(field), json),
                  "for the noise's, use " +
                      Phrase::Option("noise." + std::string(field.key), Shortest(*json.number())));
    if (const auto value = ReadValue(field, json, pointer, faults_))
      field.access.set(recipe_, *value);
  }

  // Returns whether only the root's key of that name takes a flag's number: --samples 16 of a blur.
  bool MeansRoot(const Field& field, const Json& json, const std::string& pointer) {
    const auto type = TypeOf(ObjectKind::kNode, root_.At(PathOf(ObjectKind::kNode)));
    const bool is_own =
        field.object == ObjectKind::kRecipe && json.place.is_flag() && json.number();
    const Field* const key =
        is_own && type ? FindFieldOf(ObjectKind::kNode, *type, field.key) : nullptr;
    if (!key || key->type != field.type) return false;
    Faults ignored;
    return !ReadValue(field, json, pointer, &ignored) && ReadValue(*key, json, pointer, &ignored);
  }

  // Reads /noise, which counts as missing if only flags set its keys and none sets its type.
  void ReadRoot() {
    const Field& field = *FindField(ObjectKind::kRecipe, PathOf(ObjectKind::kNode));
    const std::string pointer = ChildPointer("", field.key);
    const Json* const json = root_.Find(field.key);
    const bool has_type =
        json && (json->is_unread || json->is_call || json->Find("type") || json->Find("ref"));
    if (!json || (json->object() && json->place.is_flag() && !has_type)) {
      const Phrase hint = "give one with " + Phrase::Option("noise.type") + ", or start from " +
                          Phrase::Option("preset");
      faults_->AddMissing(root_.place, pointer, "is required",
                          root_.place.source ? Phrase() : hint);
    } else if (json->object()) {
      recipe_.noise = ReadNode(*this, *json, pointer, 2);
    } else {
      FailRule(&Rule, field, *json, pointer);
    }
  }

  void ReadNamed(const Field& field, const Json& json, const std::string& pointer) {
    if (!json.object()) return Fail(json, pointer, MustBe(Rule(field), json));
    const std::string what = field.type == FieldType::kMaps ? "map " : "node ";
    for (const auto& [name, place, node] : *json.object()) {
      if (IsUserKey(name)) continue;
      const std::string below = ChildPointer(pointer, name);
      RecordOrigin(node, below);
      if (auto error = NameError(field, name); !error.empty()) {
        faults_->Add(place, below, std::move(error));
      } else if (node.is_patch && !node.Find("type") && !node.Find("ref")) {
        faults_->AddMissing(node.place, below, "unknown " + what + Quoted(name),
                            DidYouMean(name, WrittenNames(json)));
      } else {
        ReadNamedItem(field, name, node, below);
      }
    }
  }

  void ReadNamedItem(const Field& field, const std::string& name, const Json& json,
                     const std::string& pointer) {
    if (field.type == FieldType::kMaps) {
      recipe_.maps[name] = ReadMap(*this, *ItemOf(field), json, pointer, 3);
    } else if (json.object()) {
      recipe_.nodes[name] = ReadNode(*this, json, pointer, 3);
    } else {
      FailRule(&ItemRule, field, json, pointer);
    }
  }

  // Called after reading nodes and maps, to which packs refer.
  void ReadPacksOf(const Field& field) {
    if (const Json* const json = root_.Find(field.key)) ReadPacks(*this, field, *json, &recipe_);
  }

  void ReadKnobsOf(const Field& field, const Json& json, const std::string& pointer) {
    if (!json.object()) return Fail(json, pointer, MustBe(Rule(field), json));
    ReadKnobs(*this, field, json, &recipe_);
  }

  // Reports keys that do not fit vertices. They must be present, since their defaults fit.
  void CheckGrid() {
    if (recipe_.domain.grid != Grid::kVertices) return;
    if (recipe_.samples > 1)
      Fail(*root_.Find("samples"), "/samples",
           "must be 1 with grid \"vertices\", which are points without an area to average, got " +
               std::to_string(recipe_.samples),
           "use " + Phrase::Option("samples", "1"));
    if (recipe_.width < 2 || recipe_.height < 2)
      Fail(*root_.Find("size"), "/size",
           "must be at least 2 x 2 with grid \"vertices\", whose first and last are on opposite "
           "edges, got " +
               std::to_string(recipe_.width) + " x " + std::to_string(recipe_.height));
  }

  // If the world could not be read, errors were reported.
  void CheckWorld() {
    const Json* const json = root_.Find(PathOf(ObjectKind::kWorld));
    if (!json || !recipe_.world || recipe_.world->Width() == 0 || recipe_.world->Rise() == 0)
      return;
    const auto [low, high] = recipe_.world->heights;
    if (high < low)
      Fail(*json->Find("heights"), "/world/heights",
           fmt::format("must increase, got [{}, {}]", Readable(low), Readable(high)),
           "swap them; to turn the surface over, swap the numbers of range too");
    if (recipe_.range.mode == RangeMode::kNatural || recipe_.range.mode == RangeMode::kNone) {
      const Json* const range = root_.Find("range");
      const Place place = range ? range->place : PlaceOf(*json);
      const std::string got = range ? WriteJsonLine(*range) : Quoted(Name(recipe_.range.mode));
      faults_->Add({place, range != nullptr, "/range",
                    fmt::format("must be fit, shares or two numbers with a world, the values that "
                                "are {} m and {} m high, got {}",
                                Readable(low), Readable(high), got),
                    place.is_flag() ? "as in " + Phrase::Option("range", "-1,1")
                                    : Phrase("as in \"range\": [-1, 1]")});
    }
  }

  // Reports values that contradict the key that they follow.
  void CheckFollowers() {
    for (const Field& field : Fields()) {
      const Json* const given = field.follows.empty() ? nullptr : FindGiven(field);
      const auto value = given ? field.derived(recipe_) : std::nullopt;
      if (value && field.access.get(recipe_) != *value)
        Fail(*given, '/' + PathOf(field.object) + '/' + std::string(field.key),
             fmt::format("contradicts {}, which makes it {}, got {}", Quoted(field.follows),
                         WriteJsonLine(ToJson(field, *value)), WriteJsonLine(*given)),
             "leave it out");
    }
  }

  // The recipe's own keys are reported where they are read.
  void CheckRequired(ObjectKind kind, const Json& json, const std::string& pointer) {
    const Place place = PlaceOf(json);
    for (const Field* field : FieldsOf(kind)) {
      const bool is_length = kind == ObjectKind::kWorld && field->key == "width";
      const bool is_radius = is_length && recipe_.domain.IsSphere();
      const std::string_view key = is_radius ? "radius" : field->key;
      const bool has_other = is_length && json.Find(is_radius ? "width" : "radius");
      if (!field->required || json.Find(key) || has_other) continue;  // the other is refused
      const std::string surface = is_radius ? " of a sphere" : " of a plane";
      faults_->AddMissing(
          place, ChildPointer(pointer, key), "is required" + (is_length ? surface : ""),
          place.is_flag() ? "use " + Phrase::Option(PathOf(kind) + '.' + std::string(key))
                          : Phrase());
    }
  }

  // Returns the value that the recipe gives a key outside of nodes; null if it gives none.
  const Json* FindGiven(const Field& field) const {
    const std::string path = PathOf(field.object);
    return (path.empty() ? root_ : root_.At(path)).Find(field.key);
  }

  const FormulaNames* names_;
  Recipe recipe_;
};

// Returns the JSON pointers of the named nodes, knobs and functions that formulas use.
std::vector<std::string> UsedByFormulas(const Json& root, const Recipe& recipe,
                                        const FormulaNames& names) {
  std::vector<std::string> used;
  for (const auto& [name, node] : recipe.nodes)
    if (names.IsUsed(name)) used.push_back(ChildPointer("/nodes", name));
  for (const Knob& knob : recipe.knobs)
    if (names.IsUsed(knob.name)) used.push_back(ChildPointer("/knobs", knob.name));
  for (const Json::Member& function : root.At("functions").members())
    if (names.IsCalled(function.key)) used.push_back(ChildPointer("/functions", function.key));
  return used;
}

}  // namespace

std::optional<Json> ParseRecipe(std::string_view text, const std::shared_ptr<const Source>& source,
                                Faults* faults, bool keeps_comments) {
  auto json = ParseJson(text, source, faults, keeps_comments);
  if (!json) return std::nullopt;
  if (!json->object()) {
    faults->Add(json->place, "", MustBe("an object", *json));
    return std::nullopt;
  }
  const Json* const version = json->Find("cobble");
  if (version && version->number() && *version->number() > kRecipeVersion) {
    faults->Add(version->place, "/cobble",
                MustBe(Rule(*FindField(ObjectKind::kRecipe, "cobble")), *version),
                "the recipe needs a newer cobble");
    return std::nullopt;
  }
  if (!version)
    faults->AddMissing(json->place, "/cobble",
                       "is required: the format version, " + std::to_string(kRecipeVersion));
  return json;
}

Recipe RecipeFromJson(const Json& root, Faults* faults, const FormulaNames* names) {
  std::vector<OriginRecord> records;
  Recipe recipe = RecipeReader({root, faults, &records}, names).Read();
  auto used = names ? UsedByFormulas(root, recipe, *names) : std::vector<std::string>();
  recipe.origins = Origins([records = std::move(records), used = std::move(used)] {
    Origins::Map map;
    for (const auto& [pointer, place] : records) map[pointer] = ToOrigin(place);
    for (const std::string& pointer : used)
      if (const auto origin = map.find(pointer); origin != map.end()) origin->second.is_used = true;
    return map;
  });
  return recipe;
}

}  // namespace cobble
