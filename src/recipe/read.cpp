// Reading a recipe: a walk over its objects and nodes, with the pointers arising on the way.
#include "recipe/read.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "cobble/recipe_io.h"
#include "core/suggest.h"
#include "recipe/fields.h"
#include "recipe/read_value.h"

namespace cobble {
namespace {

// "value, perlin and voronoi".
std::string Joined(const std::vector<std::string_view>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 < words.size() ? ", " : " and ";
    text += words[i];
  }
  return text;
}

class Reader {
 public:
  explicit Reader(Faults* faults) : faults_(faults) {}

  Recipe Read(const Json& root);

 private:
  void SetDefaults();
  void DeriveDefaults(const Json& root);
  void ReadObject(ObjectKind kind, const Json& json, const std::string& pointer);
  void ReadMember(const Field& field, const Json& json, const std::string& pointer);
  std::optional<Node> ReadRoot(const Json& root);
  Node ReadNode(const Json& json, const std::string& pointer, int depth);
  std::optional<NodeType> ReadType(const Json& json, const std::string& pointer);
  void ReadNodeMember(const Field& field, const Json& json, const std::string& pointer, int depth,
                      Node* node);
  Node ReadInput(const Field& field, const Json& json, const std::string& pointer, int depth);
  std::vector<Node> ReadInputs(const Field& field, const Json& json, const std::string& pointer,
                               int depth);
  void FillIn(const Json& json, const std::string& pointer, Node* node);
  bool Accept(const Field* field, std::optional<NodeType> type, ObjectKind kind,
              const Json::Member& member, const std::string& pointer);
  void Unknown(ObjectKind kind, std::optional<NodeType> type, const Json::Member& member,
               const std::string& pointer);

  // An object that was only passed on the way to a key of it was not written.
  void Remember(const Json& json, const std::string& pointer) {
    if (json.place.source && !json.by_path) recipe_.origins[pointer] = ToOrigin(json.place);
  }
  void Fail(const Json& json, const std::string& pointer, std::string message) {
    faults_->Add({json.place, true, pointer, std::move(message)});
  }

  Faults* faults_;
  Recipe recipe_;
};

void Reader::SetDefaults() {
  for (const Field& field : Fields()) {
    if (field.set && !field.fallback.empty()) field.set(recipe_, *DefaultOf(field));
  }
}

// Once all that is written is read.
void Reader::DeriveDefaults(const Json& root) {
  for (const Field& field : Fields()) {
    if (!field.derived) continue;
    const std::string_view path = PathOf(field.object);
    const Json* const object = path.empty() ? &root : root.Find(path);
    if (!object || !object->Find(field.key)) field.set(recipe_, field.derived(recipe_));
  }
}

// Tells of a key that does not belong where it stands.
void Reader::Unknown(ObjectKind kind, std::optional<NodeType> type, const Json::Member& member,
                     const std::string& pointer) {
  std::string hint;
  if (!faults_->full()) hint = DidYouMean(member.key, type ? KeysOf(*type) : KeysOf(kind));
  for (const Field& field : Fields()) {
    if (hint.empty() && field.object != kind && field.key == member.key) {
      hint = "it belongs in " +
             (PathOf(field.object).empty() ? "the recipe itself" : Quoted(PathOf(field.object)));
    }
  }
  faults_->Add({member.place, true, pointer, "unknown key " + Quoted(member.key), hint});
}

// Whether a member is to be read; if not, tells why, but for a user's own key.
bool Reader::Accept(const Field* field, std::optional<NodeType> type, ObjectKind kind,
                    const Json::Member& member, const std::string& pointer) {
  if (IsOwnKey(member.key)) return false;
  if (!field) {
    Unknown(kind, type, member, pointer);
    return false;
  }
  if (!type || Uses(*type, *field)) return true;
  const auto users = UsersOf(*field);
  faults_->Add({member.place, true, pointer,
                Quoted(member.key) + " is not used by " + Quoted(Name(*type)) + " (" +
                    Joined(users) + (users.size() == 1 ? " uses it)" : " use it)")});
  return false;
}

void Reader::ReadObject(ObjectKind kind, const Json& json, const std::string& pointer) {
  if (!json.object()) return Fail(json, pointer, MustBe("an object", json));
  for (const Json::Member& member : *json.object()) {
    const std::string below = Below(pointer, member.key);
    const Field* const field = FindField(kind, member.key);
    if (!Accept(field, std::nullopt, kind, member, below)) continue;
    Remember(member.value, below);
    ReadMember(*field, member.value, below);
  }
}

void Reader::ReadMember(const Field& field, const Json& json, const std::string& pointer) {
  if (field.type == FieldType::kObject) return ReadObject(field.inner, json, pointer);
  if (field.type == FieldType::kInput) return;  // the root of the nodes, see ReadRoot
  if (const auto value = ReadValue(field, json, pointer, faults_)) field.set(recipe_, *value);
}

// The node at /noise. One that only flags have touched, and not its type, was never there.
std::optional<Node> Reader::ReadRoot(const Json& root) {
  const Field& field = *FindField(ObjectKind::kRecipe, PathOf(ObjectKind::kNode));
  const std::string pointer = Below("", field.key);
  const Json* const json = root.Find(field.key);
  if (!json || (json->object() && json->place.is_flag() && !json->Find("type"))) {
    const bool from_text = root.place.source != nullptr;
    faults_->Add({root.place, false, pointer, "is required",
                  from_text ? "" : "name one with --noise TYPE, or start from --preset NAME"});
    return std::nullopt;
  }
  if (json->object()) return ReadNode(*json, pointer, 2);
  Fail(*json, pointer, MustBe(Rule(field), *json));
  return std::nullopt;
}

std::optional<NodeType> Reader::ReadType(const Json& json, const std::string& pointer) {
  const Field& field = *FindField(ObjectKind::kNode, "type");
  const Json* const type = json.Find(field.key);
  if (!type) {
    faults_->Add({json.place, false, Below(pointer, field.key), "is required: " + Rule(field)});
    return std::nullopt;
  }
  NodeType result;
  Faults told_later;  // with the other members
  const auto value = ReadValue(field, *type, pointer, &told_later);
  if (!value || !FromName(std::get<std::string>(*value), &result)) return std::nullopt;
  return result;
}

// depth: of this object in the recipe as it is written (write.cpp), which must be readable again.
Node Reader::ReadNode(const Json& json, const std::string& pointer, int depth) {
  Node node;
  if (depth > kMaxRecipeDepth) {
    Fail(json, pointer, "nested deeper than " + std::to_string(kMaxRecipeDepth) + " levels");
    return node;
  }
  const auto type = ReadType(json, pointer);
  for (const Json::Member& member : *json.object()) {
    const std::string below = Below(pointer, member.key);
    const Field* const field = FindField(ObjectKind::kNode, member.key);
    if (!Accept(field, type, ObjectKind::kNode, member, below)) continue;
    Remember(member.value, below);
    ReadNodeMember(*field, member.value, below, depth, &node);
  }
  if (!type) return node;
  node.type = *type;
  FillIn(json, pointer, &node);
  return node;
}

void Reader::ReadNodeMember(const Field& field, const Json& json, const std::string& pointer,
                            int depth, Node* node) {
  const std::string key(field.key);
  if (field.type == FieldType::kInput) {
    node->inputs[key] = {ReadInput(field, json, pointer, depth + 1)};
  } else if (field.type == FieldType::kInputs) {
    node->inputs[key] = ReadInputs(field, json, pointer, depth + 2);
  } else if (const auto value = ReadValue(field, json, pointer, faults_)) {
    if (key != "type") node->values[key] = *value;
  }
}

Node Reader::ReadInput(const Field& field, const Json& json, const std::string& pointer,
                       int depth) {
  if (json.object()) return ReadNode(json, pointer, depth);
  if (json.number()) return Node::Constant(ReadNumber(field, json, pointer, faults_).value_or(0));
  Fail(json, pointer, MustBe(ItemRule(field), json));
  return Node();
}

std::vector<Node> Reader::ReadInputs(const Field& field, const Json& json,
                                     const std::string& pointer, int depth) {
  if (json.object() || json.number()) return {ReadInput(field, json, pointer, depth)};
  const std::size_t count = json.list() ? json.list()->size() : 0;
  if (count < 1 || count > static_cast<std::size_t>(field.count)) {
    Fail(json, pointer, MustBe(Rule(field), json));
    return {};
  }
  std::vector<Node> nodes;
  for (std::size_t i = 0; i < count; ++i) {
    const Json& item = (*json.list())[i];
    Remember(item, Below(pointer, i));
    nodes.push_back(ReadInput(field, item, Below(pointer, i), depth));
  }
  return nodes;
}

// Gives the node the defaults of its type, and tells what it lacks: at its type where a flag chose
// that, else where the node stands.
void Reader::FillIn(const Json& json, const std::string& pointer, Node* node) {
  const Json& type = *json.Find("type");
  const Place place = type.place.is_flag() ? type.place : json.place;
  for (const Field& field : Fields()) {
    if (field.object != ObjectKind::kNode || !Uses(node->type, field)) continue;
    if (json.Find(field.key)) continue;
    const std::string below = Below(pointer, field.key);
    if (field.required) {
      faults_->Add({place, false, below, "is required by " + Quoted(Name(node->type))});
    } else if (!field.fallback.empty()) {
      node->values[std::string(field.key)] = *DefaultOf(field);
    }
  }
}

Recipe Reader::Read(const Json& root) {
  SetDefaults();
  Remember(root, "");
  ReadObject(ObjectKind::kRecipe, root, "");
  if (auto node = ReadRoot(root)) recipe_.noise = std::move(*node);
  DeriveDefaults(root);
  return std::move(recipe_);
}

}  // namespace

Recipe ReadTree(const Json& root, Faults* faults) { return Reader(faults).Read(root); }

}  // namespace cobble
