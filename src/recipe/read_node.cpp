// Reading nodes: a walk down the tree, with the pointers arising on the way.
#include "recipe/read_node.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "cobble/recipe_io.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "recipe/fields.h"
#include "recipe/node_spec.h"
#include "recipe/read_object.h"
#include "recipe/read_value.h"

namespace cobble {
namespace {

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
  return std::ranges::any_of(FieldsOf(part.kind, *part.type), [&](const Field* other) {
    return Excludes(field, *other) && part.json.Find(other->key);
  });
}

// Whether all types that use the key take the same for it.
bool IsReadAlike(const Field& field) {
  return std::all_of(Fields().begin(), Fields().end(), [&](const Field& other) {
    return other.object != field.object || other.key != field.key || Rule(other) == Rule(field);
  });
}

class NodeReader : public ObjectReader {
 public:
  using ObjectReader::ObjectReader;

  Node Read(const Json& json, const std::string& pointer, int depth);

 private:
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
  void CheckRef(const Part& part);
  void CheckReplaced(const Part& part, const Field& field, const Json& json);
  void CheckDepth(const Part& part, const Field& field, const Node& node);
  void CheckOrder(const Part& part, const Field& field, const Node& node);
  void OutOfOrder(const Part& part, const Node& node, std::string_view upper,
                  std::string_view lower, const std::array<std::string, 2>& rules);
  void TooDeep(const Json& json, const std::string& pointer) {
    Fail(json, pointer, "nested deeper than " + std::to_string(kMaxRecipeDepth) + " levels");
  }
};

Node NodeReader::Read(const Json& json, const std::string& pointer, int depth) {
  Node node;
  if (TypeOf(ObjectKind::kNode, json) == NodeTypeNumber(kRefType)) node.type = kRefType;
  ReadPart({ObjectKind::kNode, json, pointer, "", depth}, &node);
  return node;
}

void NodeReader::ReadPart(Part part, Node* node) {
  if (part.depth > kMaxRecipeDepth) return TooDeep(part.json, part.pointer);
  part.type = ReadType(part);
  CheckRef(part);
  for (const Json::Member& member : *part.json.object()) {
    const std::string below = Below(part.pointer, member.key);
    if (!Accept(part.kind, part.type, member, below)) continue;
    Remember(member.value, below);
    ReadPartMember(part, *part.Find(member.key), member.value, below, node);
  }
  if (part.type) FillIn(part, node);
}

// The type that the object says it has, or has by default.
std::optional<int> NodeReader::ReadType(const Part& part) {
  if (const auto type = TypeOf(part.kind, part.json)) return type;
  const Field& field = *part.Find("type");
  if (part.json.Find(field.key)) return std::nullopt;  // what is wrong with it is told later
  if (!field.required) return FindType(part.kind, std::get<std::string>(*DefaultOf(field)));
  if (!faults_->Wants(part.json.place)) return std::nullopt;
  faults_->Add(
      {part.json.place, false, Below(part.pointer, field.key), "is required: " + Rule(field)});
  return std::nullopt;
}

void NodeReader::ReadPartMember(const Part& part, const Field& field, const Json& json,
                                const std::string& pointer, Node* node) {
  const std::string key = part.path + std::string(field.key);
  if (!part.type && !IsReadAlike(field)) return;  // what is wrong with the type is enough
  if (field.type == FieldType::kInput) {
    node->inputs[key] = {ReadInput(field, json, pointer, part.depth + 1)};
  } else if (field.type == FieldType::kInputs) {
    node->inputs[key] = ReadInputs(field, json, pointer, part.depth + 2);
  } else if (field.type == FieldType::kObject) {
    ReadInner(part, field, json, node);
  } else if (const auto value = ReadValue(field, json, pointer, faults_)) {
    if (key == "type") {
      node->type = std::get<std::string>(*value);
    } else {
      node->values[key] = *value;
    }
  }
}

void NodeReader::ReadInner(const Part& part, const Field& field, const Json& json, Node* node) {
  const std::string key(field.key), pointer = Below(part.pointer, key);
  if (!json.object()) {
    if (faults_->Wants(json.place)) Fail(json, pointer, MustBe(Rule(field), json));
    return;
  }
  ReadPart({field.inner, json, pointer, part.path + key + '.', part.depth + 1}, node);
}

// Tells of a ref beside a type.
void NodeReader::CheckRef(const Part& part) {
  const Json* const ref = part.json.Find("ref");
  if (part.kind != ObjectKind::kNode || !ref || !part.json.Find("type")) return;
  Fail(*ref, Below(part.pointer, "ref"), "\"ref\" stands instead of \"type\"",
       "leave the one or the other out");
}

// Tells of a key beside those that it stands instead of.
void NodeReader::CheckReplaced(const Part& part, const Field& field, const Json& json) {
  std::string others;
  for (const std::string_view key : field.instead_of) {
    if (!key.empty() && part.json.Find(key))
      others += (others.empty() ? "" : " and ") + Quoted(key);
  }
  if (others.empty()) return;
  Fail(json, Below(part.pointer, field.key), Quoted(field.key) + " stands instead of " + others,
       "leave the one or the other out");
}

Node NodeReader::ReadInput(const Field& field, const Json& json, const std::string& pointer,
                           int depth) {
  if (json.object()) return Read(json, pointer, depth);
  if (json.number()) return Node::Constant(ReadNumber(field, json, pointer, faults_).value_or(0));
  if (faults_->Wants(json.place)) Fail(json, pointer, MustBe(ItemRule(field), json));
  return Node();
}

std::vector<Node> NodeReader::ReadInputs(const Field& field, const Json& json,
                                         const std::string& pointer, int depth) {
  if (json.by_path && json.object()) {
    const Json::Member& first = json.object()->front();
    faults_->Add({first.place, true, Below(pointer, first.key), NoItem(field, first.key)});
    return {};
  }
  if (json.object() || json.number()) return {ReadInput(field, json, pointer, depth)};
  const std::size_t count = json.list() ? json.list()->size() : 0;
  if (count < 1 || count > static_cast<std::size_t>(field.count)) {
    if (faults_->Wants(json.place)) Fail(json, pointer, MustBe(Rule(field), json));
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
void NodeReader::FillIn(const Part& part, Node* node) {
  for (const Field* field : FieldsOf(part.kind, *part.type)) {
    if (const Json* const json = part.json.Find(field->key)) {
      CheckReplaced(part, *field, *json);
    } else if (!IsReplaced(part, *field)) {
      FillInField(part, *field, node);
    }
    CheckOrder(part, *field, *node);
    CheckDepth(part, *field, *node);
  }
}

// Defaults and short forms are written as lists.
void NodeReader::CheckDepth(const Part& part, const Field& field, const Node& node) {
  const auto found = node.values.find(part.path + std::string(field.key));
  if (found == node.values.end()) return;
  const bool is_list = std::holds_alternative<NumberList>(found->second);
  const int lists = field.type == FieldType::kPairs ? 2 : is_list ? 1 : 0;
  if (part.depth + lists > kMaxRecipeDepth) TooDeep(part.json, Below(part.pointer, field.key));
}

// What is lacking is told at the type where a flag chose that, else where the object stands.
void NodeReader::FillInField(const Part& part, const Field& field, Node* node) {
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
void NodeReader::CheckOrder(const Part& part, const Field& field, const Node& node) {
  const auto stands = [&](std::string_view other, double distance) {
    const std::string key = part.path + std::string(field.key),
                      limit = part.path + std::string(other);
    if (!node.Has(key) || !node.Has(limit)) return true;  // what is wrong with it is told elsewhere
    return node.Number(key) - node.Number(limit) >= distance;
  };
  const std::string apart = "at least " + LimitText(kMinDifference);
  if (!stands(field.not_below, 0)) {
    OutOfOrder(part, node, field.key, field.not_below, {"at least ", "at most "});
  } else if (!stands(field.above, kMinDifference)) {
    OutOfOrder(part, node, field.key, field.above, {apart + " above ", apart + " below "});
  }
}

// Told at the one of the two keys that a higher layer wrote, or else at the upper one.
void NodeReader::OutOfOrder(const Part& part, const Node& node, std::string_view upper,
                            std::string_view lower, const std::array<std::string, 2>& rules) {
  const Json *const high = part.json.Find(upper), *const low = part.json.Find(lower);
  const bool at_upper = high && (!low || high->layer() >= low->layer());
  const std::string_view key = at_upper ? upper : lower, other = at_upper ? lower : upper;
  const double limit = node.Number(part.path + std::string(other));
  const std::string rule =
      rules[at_upper ? 0 : 1] + Quoted(other) + ", which is " + Shortest(limit);
  const Json& json = at_upper ? *high : *low;
  Fail(json, Below(part.pointer, key), MustBe(rule, json));
}

}  // namespace

Node ReadNode(const Json& json, const std::string& pointer, int depth, Faults* faults,
              Origins* origins) {
  return NodeReader(faults, origins).Read(json, pointer, depth);
}

}  // namespace cobble
