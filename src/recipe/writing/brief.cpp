// Leaves out what reading the recipe fills in.
#include "recipe/writing/brief.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "cobble/recipe_io.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/formula/expand.h"
#include "recipe/formula/tables.h"
#include "recipe/formula/write.h"
#include "recipe/reading/patch.h"
#include "recipe/reading/read_value.h"
#include "recipe/reading/validate.h"
#include "recipe/writing/document.h"
#include "recipe/writing/recipe_tree.h"

namespace cobble {
namespace {

// In: is_sphere, whether noises have 3 dimensions by default.
void DropDefaults(ObjectKind kind, bool is_sphere, Json* object);

// Returns whether a key is written even with its default, because it names what the object is. In
// formulas, a fractal's kind is the name of its function, and an axis is the name of a coordinate.
bool IsName(const Field& field, const Json& object) {
  const auto is = [&](std::string_view name, std::string_view key) {
    return object.TextAt("type") == name && field.key == key;
  };
  return field.required || field.key == "cobble" || is(kFractalType, kKindKey) ||
         is("coordinate", "axis") || (field.object == ObjectKind::kNode && field.key == "type");
}

// Returns whether the value is the field's default. Inner objects have lost their own defaults.
bool IsDefault(const Field& field, bool is_sphere, const Json& value) {
  if (is_sphere && field.key == "dimensions") return value.number() && *value.number() == 3;
  if (field.type == FieldType::kObject) return value.object()->empty();
  if (const auto& fallback = DefaultValue(field))
    return IsSameNode(value, ToJson(field, *fallback));
  return false;
}

// Drops the defaults in a node or in the nodes of a list.
void DropInputs(bool is_sphere, Json* input) {
  if (input->object()) return DropDefaults(ObjectKind::kNode, is_sphere, input);
  if (!input->list()) return;
  for (Json& item : *input->list()) DropInputs(is_sphere, &item);
}

// Adds the keys whose places in a call come before the place of a kept key, so that perlin(4, 6)
// does not become perlin(octaves=6). Adds none if one has a list, which is longer than a key.
void KeepPlaces(const Json& node, std::set<std::string_view>* kept) {
  const auto type = node.TextAt("type");
  if (!type) return;
  const std::vector<std::string_view>& places = FindNodeSpec(*type)->arguments;
  const auto is_kept = [&](std::string_view key) { return kept->contains(key); };
  const auto end = std::find_if(places.rbegin(), places.rend(), is_kept).base();
  const bool is_short = std::all_of(places.begin(), end, [&](std::string_view key) {
    const Json* const value = node.Find(key);
    return is_kept(key) || !value || !value->list();
  });
  if (is_short) kept->insert(places.begin(), end);
}

void DropDefaults(ObjectKind kind, bool is_sphere, Json* object) {
  const auto type = TypeOf(kind, *object);
  for (Json::Member& member : *object->object()) {
    const Field& field = *FindField(kind, member.key, type);
    if (field.type == FieldType::kObject) DropDefaults(field.inner, is_sphere, &member.value);
    if (IsInput(field.type)) DropInputs(is_sphere, &member.value);
    if (!HasNamedNodes(field.type)) continue;
    for (Json::Member& named : *member.value.object()) DropInputs(is_sphere, &named.value);
  }
  std::set<std::string_view> kept;
  for (const Json::Member& member : *object->object()) {
    const Field& field = *FindField(kind, member.key, type);
    if (IsName(field, *object) || !IsDefault(field, is_sphere, member.value))
      kept.insert(field.key);
  }
  if (kind == ObjectKind::kNode) KeepPlaces(*object, &kept);
  std::erase_if(*object->object(),
                [&](const Json::Member& member) { return !kept.contains(member.key); });
}

void ShortenConstants(Json* nodes) {
  for (Json::Member& member : *nodes->object()) {
    const auto type = member.value.TextAt("type");
    if ((type == kConstantType || type == kColorType) && member.value.object()->size() == 2)
      member.value = Json(*member.value.Find("value"));
  }
}

// Appends the names of the nodes that a value uses. Recursive, to a depth of kMaxRecipeDepth.
void FindRefs(const Json& json, std::vector<std::string_view>* names) {
  for (const Json& item : json.items()) FindRefs(item, names);
  if (const auto ref = json.TextAt(kRefType)) names->push_back(*ref);
  for (const Json::Member& member : json.members()) FindRefs(member.value, names);
}

// Returns the nodes in an order in which each stands below the nodes that it uses, starting with
// the names in `first`. Uses its own stack: a chain of nodes may be as long as the recipe.
Json::Object SortedNodes(Json::Object nodes, const std::vector<std::string_view>& first) {
  struct Frame {
    Json::Member* member;
    std::vector<std::string_view> uses;
    std::size_t next = 0;
  };
  std::map<std::string_view, Json::Member*> waiting;
  for (Json::Member& member : nodes) waiting.emplace(member.key, &member);
  std::vector<Frame> open;
  const auto visit = [&](std::string_view name) {
    const auto found = waiting.find(name);
    if (found == waiting.end()) return;
    Frame& frame = open.emplace_back(Frame{found->second, {}});
    FindRefs(frame.member->value, &frame.uses);
    waiting.erase(found);
  };
  std::vector<Json::Member*> order;
  const auto add = [&](std::string_view name) {
    for (visit(name); !open.empty();) {
      Frame& frame = open.back();
      if (frame.next < frame.uses.size()) {
        visit(frame.uses[frame.next++]);
      } else {
        order.push_back(frame.member);
        open.pop_back();
      }
    }
  };
  for (const std::string_view name : first) add(name);
  for (const Json::Member& member : nodes) add(member.key);
  Json::Object sorted;
  for (Json::Member* const member : order) sorted.push_back(std::move(*member));
  return sorted;
}

void SortNodes(Json* recipe) {
  Json* const nodes = recipe->Find("nodes");
  if (!nodes) return;
  std::vector<std::string_view> used;
  for (const std::string_view key : {"noise", "maps"})
    if (const Json* const json = recipe->Find(key)) FindRefs(*json, &used);
  nodes->value = SortedNodes(std::move(*nodes->object()), used);
}

}  // namespace

Json BriefTree(const Recipe& recipe) {
  Json tree = RecipeTree(recipe);
  DropDefaults(ObjectKind::kRecipe, recipe.domain.IsSphere(), &tree);
  SortNodes(&tree);
  return tree;
}

Json BriefInput(const Node& node) {
  Json tree = InputTree(node);
  DropInputs(false, &tree);
  return tree;
}

std::string ReadableFormulaAt(const Json& tree, std::string_view pointer) {
  const Json& node = AtPath(tree, pointer);
  return node.is_null() ? "" : ReadableFormula(node);
}

std::string WriteBriefRecipe(const Recipe& recipe) {
  CheckContents(recipe);
  Json tree = BriefTree(recipe);
  if (Json* const nodes = tree.Find("nodes")) ShortenConstants(nodes);
  FormulaNames names;
  AddNamesOfRecipe(tree, &names);
  names.Resolve();
  Json brief = tree;
  ShortenNodes(tree, names, 0, &brief);
  OrderKeys(&brief);
  return PrintDocument(brief);
}

}  // namespace cobble
