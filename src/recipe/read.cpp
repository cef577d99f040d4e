// Reading a recipe: a walk over its objects and nodes, with the pointers arising on the way.
#include "recipe/read.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "cobble/recipe_io.h"
#include "core/numbers.h"
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

// An object with a type: a node, or one inside of a node, which holds its values.
struct Part {
  ObjectKind kind;
  const Json& json;     // an object
  std::string pointer;  // to it
  std::string path;     // of it in the node, with a point: "", "distribution."
  // Of the object in the recipe as it is written (write.cpp), which must be readable again.
  int depth;
  std::optional<int> type = {};

  const Field* Find(std::string_view key) const { return FindField(kind, key, type); }
};

// Whether a key is there that stands instead of the field's, or is stood for by it.
bool IsReplaced(const Part& part, const Field& field) {
  return std::any_of(Fields().begin(), Fields().end(), [&](const Field& other) {
    return other.object == part.kind && Uses(*part.type, other) && Excludes(field, other) &&
           part.json.Find(other.key);
  });
}

int LayerOf(const Json& json) { return json.place.source ? json.place.source->layer : 0; }

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
  void ReadPart(Part part, Node* node);
  std::optional<int> ReadType(const Part& part);
  void ReadPartMember(const Part& part, const Field& field, const Json& json,
                      const std::string& pointer, Node* node);
  void ReadInner(const Part& part, const Field& field, const Json& json, Node* node);
  Node ReadInput(const Field& field, const Json& json, const std::string& pointer, int depth);
  std::vector<Node> ReadInputs(const Field& field, const Json& json, const std::string& pointer,
                               int depth);
  void FillIn(const Part& part, Node* node);
  void FillInField(const Part& part, const Field& field, Node* node);
  void CheckReplaced(const Part& part, const Field& field, const Json& json);
  void CheckOrder(const Part& part, const Field& field, const Node& node);
  void OutOfOrder(const Part& part, const Node& node, std::string_view upper,
                  std::string_view lower, const std::array<std::string, 2>& rules);
  bool Accept(ObjectKind kind, std::optional<int> type, const Json::Member& member,
              const std::string& pointer);
  void Unknown(ObjectKind kind, std::optional<int> type, const Json::Member& member,
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
    const std::string path = PathOf(field.object);
    const Json* const object = path.empty() ? &root : root.Find(path);
    if (!object || !object->Find(field.key)) field.set(recipe_, field.derived(recipe_));
  }
}

// Tells of a key that does not belong where it stands.
void Reader::Unknown(ObjectKind kind, std::optional<int> type, const Json::Member& member,
                     const std::string& pointer) {
  std::string hint;
  if (!faults_->full()) hint = DidYouMean(member.key, KeysOf(kind, type));
  for (const Field& field : Fields()) {
    if (hint.empty() && field.object != kind && field.key == member.key) {
      hint = "it belongs in " +
             (PathOf(field.object).empty() ? "the recipe itself" : Quoted(PathOf(field.object)));
    }
  }
  faults_->Add({member.place, true, pointer, "unknown key " + Quoted(member.key), hint});
}

// Whether a member is to be read; if not, tells why, but for a user's own key.
bool Reader::Accept(ObjectKind kind, std::optional<int> type, const Json::Member& member,
                    const std::string& pointer) {
  if (IsOwnKey(member.key)) return false;
  const Field* const field = FindField(kind, member.key, type);
  if (!field) {
    Unknown(kind, type, member, pointer);
    return false;
  }
  if (!type || Uses(*type, *field)) return true;
  const auto users = UsersOf(kind, member.key);
  faults_->Add({member.place, true, pointer,
                Quoted(member.key) + " is not used by " +
                    Quoted(TypesOf(kind)[static_cast<std::size_t>(*type)]) + " (" + Joined(users) +
                    (users.size() == 1 ? " uses it)" : " use it)")});
  return false;
}

void Reader::ReadObject(ObjectKind kind, const Json& json, const std::string& pointer) {
  if (!json.object()) return Fail(json, pointer, MustBe("an object", json));
  for (const Json::Member& member : *json.object()) {
    const std::string below = Below(pointer, member.key);
    if (!Accept(kind, std::nullopt, member, below)) continue;
    Remember(member.value, below);
    ReadMember(*FindField(kind, member.key), member.value, below);
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

Node Reader::ReadNode(const Json& json, const std::string& pointer, int depth) {
  Node node;
  ReadPart({ObjectKind::kNode, json, pointer, "", depth}, &node);
  return node;
}

void Reader::ReadPart(Part part, Node* node) {
  if (part.depth > kMaxRecipeDepth) {
    return Fail(part.json, part.pointer,
                "nested deeper than " + std::to_string(kMaxRecipeDepth) + " levels");
  }
  part.type = ReadType(part);
  for (const Json::Member& member : *part.json.object()) {
    const std::string below = Below(part.pointer, member.key);
    if (!Accept(part.kind, part.type, member, below)) continue;
    Remember(member.value, below);
    ReadPartMember(part, *part.Find(member.key), member.value, below, node);
  }
  if (part.type) FillIn(part, node);
}

// The type that the object says it has, or has by default.
std::optional<int> Reader::ReadType(const Part& part) {
  const Field& field = *part.Find("type");
  const Json* const type = part.json.Find(field.key);
  if (!type && field.required) {
    faults_->Add(
        {part.json.place, false, Below(part.pointer, field.key), "is required: " + Rule(field)});
    return std::nullopt;
  }
  Faults told_later;  // with the other members
  const auto value = type ? ReadValue(field, *type, part.pointer, &told_later) : DefaultOf(field);
  return value ? FindType(part.kind, std::get<std::string>(*value)) : std::nullopt;
}

void Reader::ReadPartMember(const Part& part, const Field& field, const Json& json,
                            const std::string& pointer, Node* node) {
  const std::string key = part.path + std::string(field.key);
  // What a type that is not known makes of the key is not known.
  if (!part.type && UsersOf(field) != UsersOf(part.kind, field.key)) return;
  if (field.type == FieldType::kInput) {
    node->inputs[key] = {ReadInput(field, json, pointer, part.depth + 1)};
  } else if (field.type == FieldType::kInputs) {
    node->inputs[key] = ReadInputs(field, json, pointer, part.depth + 2);
  } else if (field.type == FieldType::kObject) {
    ReadInner(part, field, json, node);
  } else if (const auto value = ReadValue(field, json, pointer, faults_)) {
    if (key == "type") {
      FromName(std::get<std::string>(*value), &node->type);
    } else {
      node->values[key] = *value;
    }
  }
}

void Reader::ReadInner(const Part& part, const Field& field, const Json& json, Node* node) {
  const std::string key(field.key), pointer = Below(part.pointer, key);
  if (!json.object()) return Fail(json, pointer, MustBe(Rule(field), json));
  ReadPart({field.inner, json, pointer, part.path + key + '.', part.depth + 1}, node);
}

// Tells of a key beside those that it stands instead of.
void Reader::CheckReplaced(const Part& part, const Field& field, const Json& json) {
  std::string others;
  for (const std::string_view key : field.instead_of) {
    if (!key.empty() && part.json.Find(key))
      others += (others.empty() ? "" : " and ") + Quoted(key);
  }
  if (others.empty()) return;
  faults_->Add({json.place, true, Below(part.pointer, field.key),
                Quoted(field.key) + " stands instead of " + others,
                "leave the one or the other out"});
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

// Gives an object the defaults of its type, and tells what it lacks.
void Reader::FillIn(const Part& part, Node* node) {
  for (const Field& field : Fields()) {
    if (field.object != part.kind || !Uses(*part.type, field)) continue;
    if (const Json* const json = part.json.Find(field.key)) {
      CheckReplaced(part, field, *json);
    } else if (!IsReplaced(part, field)) {
      FillInField(part, field, node);
    }
    CheckOrder(part, field, *node);
  }
}

// What is lacking is told at the type where a flag chose that, else where the object stands.
void Reader::FillInField(const Part& part, const Field& field, Node* node) {
  const Json* const type = part.json.Find("type");
  const Place& place = type && type->place.is_flag() ? type->place : part.json.place;
  const std::string key = part.path + std::string(field.key);
  if (field.required) {
    const std::string_view name = TypesOf(part.kind)[static_cast<std::size_t>(*part.type)];
    faults_->Add({place, false, Below(part.pointer, field.key), "is required by " + Quoted(name)});
  } else if (field.type == FieldType::kObject) {
    ReadInner(part, field, Json{Json::Object(), place}, node);
  } else if (!field.fallback.empty()) {
    node->values[key] = *DefaultOf(field);
  }
}

// Where a number is not on the right side of the others that its row names, tells of one.
void Reader::CheckOrder(const Part& part, const Field& field, const Node& node) {
  const auto stands = [&](std::string_view other, double distance) {
    const std::string key = part.path + std::string(field.key),
                      limit = part.path + std::string(other);
    if (!node.Has(key) || !node.Has(limit)) return true;  // what is wrong with it is told elsewhere
    return node.Number(key) - node.Number(limit) >= distance;
  };
  const std::string apart = "at least " + LimitText(kLeastDifference);
  if (!stands(field.not_below, 0)) {
    OutOfOrder(part, node, field.key, field.not_below, {"at least ", "at most "});
  } else if (!stands(field.above, kLeastDifference)) {
    OutOfOrder(part, node, field.key, field.above, {apart + " above ", apart + " below "});
  }
}

// Told at the one of the two keys that a higher layer wrote, or else at the upper one.
void Reader::OutOfOrder(const Part& part, const Node& node, std::string_view upper,
                        std::string_view lower, const std::array<std::string, 2>& rules) {
  const Json *const high = part.json.Find(upper), *const low = part.json.Find(lower);
  const bool at_upper = high && (!low || LayerOf(*high) >= LayerOf(*low));
  const std::string_view key = at_upper ? upper : lower, other = at_upper ? lower : upper;
  const double limit = node.Number(part.path + std::string(other));
  const std::string rule =
      rules[at_upper ? 0 : 1] + Quoted(other) + ", which is " + Shortest(limit);
  const Json& json = at_upper ? *high : *low;
  Fail(json, Below(part.pointer, key), MustBe(rule, json));
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
