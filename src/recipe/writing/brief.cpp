// Leaves out what reading the recipe fills in.
#include "recipe/writing/brief.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "cobble/recipe_io.h"
#include "core/numbers.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/formula/expand.h"
#include "recipe/formula/same_node.h"
#include "recipe/formula/tables.h"
#include "recipe/formula/write.h"
#include "recipe/reading/patch.h"
#include "recipe/reading/read_value.h"
#include "recipe/reading/validate.h"
#include "recipe/writing/order.h"
#include "recipe/writing/recipe_tree.h"
#include "recipe/writing/shorten.h"

namespace cobble {
namespace {

void DropDefaults(ObjectKind kind, Json* object);

// Returns whether a key is written despite its default, since it names the rest: in formulas, a
// fractal's kind is its function, and an axis is the name of a coordinate.
bool IsName(const Field& field, const Json& object) {
  const Json* const type = object.Find("type");
  const auto is = [&](std::string_view name, std::string_view key) {
    return type && type->text() && *type->text() == name && field.key == key;
  };
  return field.required || field.key == "cobble" || is(kFractalType, kKindKey) ||
         is("coordinate", "axis") || (field.object == ObjectKind::kNode && field.key == "type");
}

// Inner objects have already lost their defaults.
bool IsDefault(const Field& field, const Json& value) {
  if (field.type == FieldType::kObject) return value.object()->empty();
  if (const auto& fallback = DefaultValue(field))
    return IsSameNode(value, ToJson(field, *fallback));
  return false;
}

// In: input, a node or a list of nodes.
void DropInputs(Json* input) {
  if (input->object()) return DropDefaults(ObjectKind::kNode, input);
  if (!input->list()) return;
  for (Json& item : *input->list()) DropInputs(&item);
}

// Adds the keys whose places in a call precede a kept key's, for perlin(4, 6) rather than
// perlin(octaves=6). Defaults that are lists would be longer than a key.
void KeepPlaces(const Json& node, std::set<std::string_view>* kept) {
  const Json* const type = node.Find("type");
  if (!type) return;
  const std::vector<std::string_view>& places = FindNodeSpec(*type->text())->arguments;
  const auto is_kept = [&](std::string_view key) { return kept->contains(key); };
  const auto end = std::find_if(places.rbegin(), places.rend(), is_kept).base();
  const bool is_short = std::all_of(places.begin(), end, [&](std::string_view key) {
    const Json* const value = node.Find(key);
    return is_kept(key) || !value || !value->list();
  });
  if (is_short) kept->insert(places.begin(), end);
}

void DropDefaults(ObjectKind kind, Json* object) {
  const auto type = TypeOf(kind, *object);
  for (Json::Member& member : *object->object()) {
    const Field& field = *FindField(kind, member.key, type);
    if (field.type == FieldType::kObject) DropDefaults(field.inner, &member.value);
    if (field.type == FieldType::kInput || field.type == FieldType::kInputs)
      DropInputs(&member.value);
    if (field.type != FieldType::kNodes && field.type != FieldType::kMaps) continue;
    for (Json::Member& named : *member.value.object()) DropInputs(&named.value);
  }
  std::set<std::string_view> kept;
  for (const Json::Member& member : *object->object()) {
    const Field& field = *FindField(kind, member.key, type);
    if (IsName(field, *object) || !IsDefault(field, member.value)) kept.insert(field.key);
  }
  if (kind == ObjectKind::kNode) KeepPlaces(*object, &kept);
  std::erase_if(*object->object(),
                [&](const Json::Member& member) { return !kept.contains(member.key); });
}

void ShortenConstants(Json* nodes) {
  for (Json::Member& member : *nodes->object()) {
    const Json* const type = member.value.Find("type");
    const bool is_short = type && (*type->text() == kConstantType || *type->text() == kColorType);
    if (is_short && member.value.object()->size() == 2)
      member.value = Json(*member.value.Find("value"));
  }
}

// Appends the names of the nodes that a value uses.
void FindRefs(const Json& json, std::vector<std::string_view>* names) {
  if (json.list())
    for (const Json& item : *json.list()) FindRefs(item, names);
  if (!json.object()) return;
  const Json* const ref = json.Find(kRefType);
  if (ref && ref->text()) names->push_back(*ref->text());
  for (const Json::Member& member : *json.object()) FindRefs(member.value, names);
}

// Puts each node below those that it uses, and those named in `first` above those that nothing else
// uses. Has its own stack: a chain of nodes may be as long as the recipe.
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
  DropDefaults(ObjectKind::kRecipe, &tree);
  SortNodes(&tree);
  return tree;
}

Json BriefInput(const Node& node) {
  Json tree = InputTree(node);
  DropInputs(&tree);
  return tree;
}

std::string ReadableFormulaAt(const Json& tree, std::string_view pointer) {
  const Json* json = &tree;
  for (const std::string& key : KeysOfPath(pointer)) {
    if (!json) return {};
    const auto index = json->list() ? ParseInteger(key) : std::nullopt;
    if (json->list()) {
      const bool is_item = index && *index >= 0 && std::cmp_less(*index, json->list()->size());
      json = is_item ? &(*json->list())[static_cast<std::size_t>(*index)] : nullptr;
    } else {
      json = json->Find(key);
    }
  }
  return json ? ReadableFormula(*json) : "";
}

std::string WriteBriefRecipe(const Recipe& recipe) {
  CheckContents(recipe);
  Json tree = BriefTree(recipe);
  if (Json* const nodes = tree.Find("nodes")) ShortenConstants(nodes);
  FormulaNames names;
  AddNames(tree, &names);
  names.Resolve();
  Document document{ToDocument(tree)};
  ShortenNodes(tree, names, 0, &document.root);
  OrderKeys(&document.root);
  return PrintDocument(document);
}

}  // namespace cobble
