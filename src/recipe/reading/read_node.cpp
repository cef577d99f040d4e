// Builds nodes from JSON, recursively.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "cobble/recipe_io.h"
#include "core/color.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/formula/tables.h"
#include "recipe/formula/write.h"
#include "recipe/reading/read_object.h"
#include "recipe/reading/read_value.h"
#include "recipe/reading/value_hints.h"

namespace cobble {
namespace {

// Levels of lists in a value: [[x, [r, g, b]], ...].
constexpr int kMaxValueDepth = 3;

// A node, or an object with a type inside a node, whose values the node stores.
struct Part {
  ObjectKind kind;
  const Json& json;  // an object
  std::string pointer;
  std::string path;  // prefix of its keys in Node::values: "", "distribution."
  // Nesting depth in the recipe as write.cpp outputs it.
  int depth;
  std::optional<int> type = {};

  const Field* Find(std::string_view key) const { return FindField(kind, key, type); }
};

// Returns whether the object has a key that excludes the field.
bool IsExcluded(const Part& part, const Field& field) {
  return std::ranges::any_of(FieldsOf(part.kind, *part.type), [&](const Field* other) {
    return AreExclusive(field, *other) && part.json.Find(other->key);
  });
}

// Returns whether all types that use the key have the same rule for it.
bool HasOneRule(const Field& field) {
  return std::all_of(Fields().begin(), Fields().end(), [&](const Field& other) {
    return other.object != field.object || other.key != field.key || Rule(other) == Rule(field);
  });
}

// Returns the call of a node with two of its numbers swapped; "clamp(..., 0, 1)" if it is long.
std::string SwappedCall(const Json& node, std::string_view lower, double low,
                        std::string_view upper, double high) {
  constexpr std::size_t kMaxQuoted = 40;  // bytes
  Json swapped = node;
  swapped.Find(lower)->value = high;
  swapped.Find(upper)->value = low;
  std::string text = ReadableFormula(swapped);
  if (text.size() <= kMaxQuoted) return text;
  return *node.Find("type")->text() + "(..., " + Shortest(high) + ", " + Shortest(low) + ")";
}

// Returns what to write instead of equal or swapped ends.
std::string OrderHint(const Json& json, const Field& upper, std::string_view lower, double low,
                      double high) {
  if (low == high) return std::string(upper.equal_hint);
  if (low < high) return {};  // in order, but too close together
  if (json.place.formula) {
    const std::string call = SwappedCall(json, lower, low, upper.key, high);
    return "swap them: " + call +
           (upper.swapped_formula.empty() ? "" : "; " + std::string(upper.swapped_formula) + call);
  }
  std::string hint = "swap them: " + Quoted(lower) + ": " + Shortest(high) + ", " +
                     Quoted(upper.key) + ": " + Shortest(low);
  if (!upper.swapped_hint.empty()) hint += "; " + std::string(upper.swapped_hint);
  return hint;
}

// For the command line.
Phrase MissingKeyHint(const Field& field, std::string_view pointer) {
  const std::string path = OptionOf(pointer);
  if (path.empty()) return {};
  const bool is_list = field.type == FieldType::kInputs;
  if (!IsInput(field.type)) return "use " + Phrase::Option(path);
  return "use " + Phrase::Option(path + (is_list ? ".0.type" : ".type"), "NAME");
}

// Returns nullopt if the key in `effective_if` is invalid. In: path, the prefix of its keys.
std::optional<bool> IsEffective(const Field& field, const std::string& path, const Node& node) {
  if (field.effective_if.empty()) return true;
  const std::string other = path + std::string(field.effective_if);
  if (!node.Has(other)) return std::nullopt;
  return std::ranges::count(field.effective_values, node.Text(other)) > 0;
}

// Returns whether a flag put the key into an inner object that the type lacks (reported there).
bool IsMisplaced(const Part& part, std::string_view key) {
  return std::ranges::any_of(*part.json.object(), [&](const Json::Member& member) {
    const Field* const field = part.Find(member.key);
    return field && !Uses(*part.type, *field) && member.value.is_patch && member.value.Find(key);
  });
}

std::string NotBoth(std::string_view key, std::string_view other) {
  return "use " + Quoted(key) + " or " + Quoted(other) + ", not both";
}

class NodeReader : public ObjectReader {
 public:
  explicit NodeReader(const ObjectReader& in) : ObjectReader(in) {}

  Node Read(const Json& json, const std::string& pointer, int depth) {
    if (json.is_unread) return Node::Constant(0);
    if (json.is_call && !json.Find("type") && !json.Find("ref")) return FailInCall(json, pointer);
    Node node;
    if (!json.Find("type") && json.Find("ref")) node.type = kRefType;
    ReadPart({ObjectKind::kNode, json, pointer, "", depth}, &node);
    return node;
  }

  Node ReadInput(const Field& field, const Json& json, const std::string& pointer, int depth) {
    if (json.object()) return Read(json, pointer, depth);
    if (json.number()) return Node::Constant(ReadNumber(field, json, pointer, faults_).value_or(0));
    if (auto color = ReadColor(field, json, pointer, depth)) return std::move(*color);
    FailRule(&ItemRule, field, json, pointer);
    return Node();
  }

 private:
  // Reports a path into what a call expands to.
  Node FailInCall(const Json& json, const std::string& pointer) {
    for (const auto& [key, place, value] : json.members())
      faults_->Add(place, ChildPointer(pointer, key),
                   "no key can be set in a call of a function, which expands after the last layer",
                   "set the whole formula, or a part of the function");
    return Node::Constant(0);
  }

  void ReadPart(Part part, Node* node) {
    if (part.depth > kMaxRecipeDepth) return ReportTooDeep(part.json, part.pointer);
    part.type = ReadType(part);
    CheckRef(part);
    for (const Json::Member& member : *part.json.object()) {
      std::string child = ChildPointer(part.pointer, member.key);
      if (const Field* const field = Accept(part.kind, part.type, member, child)) {
        ReadPartMember(part, *field, member.value, child, node);
        RecordOrigin(member.value, std::move(child));
      }
    }
    if (part.type) FillIn(part, node);
  }

  // Returns the object's type, explicit or default; nullopt if it is missing or invalid.
  std::optional<int> ReadType(const Part& part) {
    if (const auto type = TypeOf(part.kind, part.json)) return type;
    const Field& field = *part.Find("type");
    if (part.json.Find(field.key)) return std::nullopt;  // invalid: reported when read
    if (!field.required) return FindType(part.kind, std::get<std::string>(*DefaultValue(field)));
    if (!faults_->Accepts(part.json.place)) return std::nullopt;
    faults_->AddMissing(part.json.place, ChildPointer(part.pointer, field.key),
                        "is required: " + ShortRule(field), ChoicesHint(field));
    return std::nullopt;
  }

  void ReadPartMember(const Part& part, const Field& field, const Json& json,
                      const std::string& pointer, Node* node) {
    const std::string key = part.path + std::string(field.key);
    if (!part.type && !HasOneRule(field)) return;  // the rule depends on the invalid type
    if (field.type == FieldType::kInput) {
      node->inputs[key].push_back(ReadInput(field, json, pointer, part.depth + 1));
    } else if (field.type == FieldType::kInputs) {
      node->inputs[key] = ReadInputs(field, json, pointer, part.depth + 2);
    } else if (field.type == FieldType::kObject) {
      ReadInner(part, field, json, node);
    } else if (auto value = ReadValue(field, json, pointer, faults_)) {
      if (key == "type") {
        node->type = std::get<std::string>(*std::move(value));
      } else {
        node->values[key] = *std::move(value);
      }
    }
  }

  void ReadInner(const Part& part, const Field& field, const Json& json, Node* node) {
    const std::string key(field.key), pointer = ChildPointer(part.pointer, key);
    if (!json.object()) return FailRule(&Rule, field, json, pointer);
    ReadPart({field.inner, json, pointer, part.path + key + '.', part.depth + 1}, node);
  }

  // Reads a colour. Where colours are not accepted, returns only a valid one, which CheckKinds
  // (node_kind.h) reports. Returns nullopt for any other value, and for the name of a type or node.
  std::optional<Node> ReadColor(const Field& field, const Json& json, const std::string& pointer,
                                int depth) {
    const bool is_accepted = field.accepts != Accepts::kNumber;
    const bool is_channels = json.list() && json.list()->size() == 3;
    if (!json.text() && !is_channels) return std::nullopt;
    // "white" is a colour where one is accepted, although it is also a type. The name of a node of
    // the recipe is more likely than a colour.
    const bool is_node = json.text() && root_.At("nodes").Find(*json.text());
    const bool is_color = is_accepted && !is_node && json.text() && ParseColor(*json.text());
    if (!is_color && !ObjectHint(root_, field.inner, json, pointer).empty()) return std::nullopt;
    const Field color{.object = field.object, .key = field.key, .type = FieldType::kColor};
    Faults ignored;
    const auto value = ReadValue(color, json, pointer, is_accepted ? faults_ : &ignored);
    if (!value) return is_accepted ? std::optional(Node()) : std::nullopt;
    const auto& rgb = std::get<NumberList>(*value);
    Node node = Node::Color({rgb[0], rgb[1], rgb[2]});
    if (depth - 1 + kMaxValueDepth > kMaxRecipeDepth &&
        depth - 1 + static_cast<int>(DepthOf(ToJson(color, *value))) > kMaxRecipeDepth)
      ReportTooDeep(json, pointer);
    return node;
  }

  std::vector<Node> ReadInputs(const Field& field, const Json& json, const std::string& pointer,
                               int depth) {
    if (json.is_patch && json.object()) {
      const Json::Member& first = json.object()->front();
      faults_->Add(first.place, ChildPointer(pointer, first.key), BadIndex(field, first.key));
      return {};
    }
    const bool is_color =
        json.text() && (field.accepts != Accepts::kNumber || ParseColor(*json.text()));
    std::vector<Node> nodes;
    if (json.object() || json.number() || is_color) {
      nodes.push_back(ReadInput(field, json, pointer, depth));
      return nodes;
    }
    const std::size_t count = json.list() ? json.list()->size() : 0;
    if (count < 1 || count > static_cast<std::size_t>(field.count)) {
      FailRule(&Rule, field, json, pointer);
      return nodes;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const Json& item = (*json.list())[i];
      std::string below = ChildPointer(pointer, i);
      nodes.push_back(ReadInput(field, item, below, depth));
      RecordOrigin(item, std::move(below));
    }
    return nodes;
  }

  // Fills in defaults and runs the checks that need the whole object.
  void FillIn(const Part& part, Node* node) {
    for (const Field* field : FieldsOf(part.kind, *part.type)) {
      if (const Json* const json = part.json.Find(field->key)) {
        CheckExclusive(part, *field, *json);
        CheckEffective(part, *field, *json, *node);
      } else if (!IsExcluded(part, *field)) {
        FillInField(part, *field, node);
      }
      CheckOrder(part, *field, *node);
      CheckDepth(part, *field, *node);
    }
  }

  // Stores a missing key's default or reports the key: at a type set by a flag, else at the object.
  void FillInField(const Part& part, const Field& field, Node* node) {
    const Json* const type = part.json.Find("type");
    const Place& place = type && type->place.is_flag() ? type->place : part.json.place;
    const std::string key = part.path + std::string(field.key);
    if (field.required) {
      if (IsMisplaced(part, field.key) || IsEffective(field, part.path, *node) != true) return;
      const std::string_view name = TypesOf(part.kind)[static_cast<std::size_t>(*part.type)];
      const std::string by = field.effective_if.empty() ? Quoted(name) : ConditionText(field);
      const std::string pointer = ChildPointer(part.pointer, field.key);
      Phrase hint;
      const NodeSpec* const spec = FindNodeSpec(name);
      if (spec && part.json.place.formula) {
        const bool is_place = std::ranges::count(spec->arguments, field.key) > 0;
        hint = is_place ? "write " + CallText(*spec)
                        : "add " + std::string(field.key) + "=... to the call";
      } else if (place.is_flag()) {
        hint = MissingKeyHint(field, pointer);
        const std::string_view form = spec ? FormWithoutCall(*spec) : std::string_view();
        const bool is_root = type && type->place.is_flag() && part.pointer == "/noise";
        if (is_root && !form.empty() && !hint.empty())
          hint += ", or the formula " + std::string(form);
      }
      faults_->AddMissing(place, pointer, "is required by " + by, std::move(hint));
    } else if (field.type == FieldType::kObject) {
      ReadInner(part, field, Json{Json::Object(), place}, node);
    } else if (field.type == FieldType::kInput && !field.fallback.empty()) {
      node->inputs[key].push_back(Node::Constant(std::get<double>(*DefaultValue(field))));
    } else if (!field.fallback.empty()) {
      node->values[key] = DefaultOf(field);
    }
  }

  // Noises on a sphere have 3 dimensions.
  Value DefaultOf(const Field& field) const {
    const auto surface = root_.At("domain").TextAt("surface").value_or("plane");
    const bool is_sphere = surface != Name(SurfaceShape::kPlane);
    return is_sphere && field.key == "dimensions" ? Value(3.0) : *DefaultValue(field);
  }

  // Reports a ref in an object that also has a type.
  void CheckRef(const Part& part) {
    const Json* const ref = part.json.Find("ref");
    if (part.kind != ObjectKind::kNode || !ref || !part.json.Find("type")) return;
    Fail(*ref, ChildPointer(part.pointer, "ref"), NotBoth("ref", "type"));
  }

  // Reports a key next to keys that it excludes. Of two that exclude each other, only the second.
  void CheckExclusive(const Part& part, const Field& field, const Json& json) {
    for (const std::string_view key : field.excludes) {
      const Json* const other = key.empty() ? nullptr : part.json.Find(key);
      if (!other) continue;
      const bool is_mutual = std::ranges::count(part.Find(key)->excludes, field.key) > 0;
      if (is_mutual && &json < other) continue;  // both are in the object's vector of members
      Fail(json, ChildPointer(part.pointer, field.key), NotBoth(field.key, key));
    }
  }

  // Reports a required key that its `effective_if` makes unused.
  void CheckEffective(const Part& part, const Field& field, const Json& json, const Node& node) {
    if (!field.required || IsEffective(field, part.path, node) != false) return;
    const std::string& other = node.Text(part.path + std::string(field.effective_if));
    Fail(json, ChildPointer(part.pointer, field.key),
         "is not used: " + Quoted(field.effective_if) + " is " + Quoted(other),
         "it belongs to " + ConditionText(field));
  }

  // Checks the depth of the value as written: defaults and short forms become lists, one deeper.
  void CheckDepth(const Part& part, const Field& field, const Node& node) {
    if (part.depth + kMaxValueDepth <= kMaxRecipeDepth) return;
    const auto found = node.values.find(part.path + std::string(field.key));
    if (found == node.values.end() || !std::holds_alternative<NumberList>(found->second)) return;
    const auto lists = static_cast<int>(DepthOf(ToJson(field, found->second)));
    if (part.depth + lists > kMaxRecipeDepth)
      ReportTooDeep(part.json, ChildPointer(part.pointer, field.key));
  }

  // Reports at most one error.
  void CheckOrder(const Part& part, const Field& field, const Node& node) {
    const auto holds = [&](std::string_view other, double distance) {
      if (other.empty()) return true;
      const std::string key = part.path + std::string(field.key),
                        limit = part.path + std::string(other);
      if (!node.Has(key) || !node.Has(limit)) return true;  // invalid: already reported
      return node.Number(key) - node.Number(limit) >= distance;
    };
    if (!holds(field.not_below, 0)) {
      ReportOrder(part, node, field, field.not_below, {"at least ", "at most "});
    } else if (!holds(field.above, kMinDifference)) {
      const std::string apart = "at least " + LimitText(kMinDifference);
      ReportOrder(part, node, field, field.above, {apart + " above ", apart + " below "});
    }
  }

  // Reports that `upper` is too small for `lower`, at the one from the higher layer, or at `upper`.
  void ReportOrder(const Part& part, const Node& node, const Field& field, std::string_view lower,
                   const std::array<std::string, 2>& rules) {
    const std::string_view upper = field.key;
    const Json *const high = part.json.Find(upper), *const low = part.json.Find(lower);
    const bool at_upper = high && (!low || high->layer() >= low->layer());
    const std::string_view key = at_upper ? upper : lower, other = at_upper ? lower : upper;
    const double limit = node.Number(part.path + std::string(other));
    const std::string rule =
        rules[at_upper ? 0 : 1] + Quoted(other) + ", which is " + Shortest(limit);
    const Json& json = at_upper ? *high : *low;
    // If one is a default or from a lower layer, swapping is not what was meant.
    std::string hint;
    if (high && low && high->layer() == low->layer())
      hint = OrderHint(part.json, field, lower, node.Number(part.path + std::string(lower)),
                       node.Number(part.path + std::string(upper)));
    Fail(json, ChildPointer(part.pointer, key), MustBe(rule, json), hint);
  }

  void ReportTooDeep(const Json& json, const std::string& pointer) {
    Fail(json, pointer, "nested deeper than " + std::to_string(kMaxRecipeDepth) + " levels",
         kDepthHint);
  }
};

}  // namespace

Node ReadNode(const ObjectReader& in, const Json& json, const std::string& pointer, int depth) {
  return NodeReader(in).Read(json, pointer, depth);
}

Node ReadMap(const ObjectReader& in, const Field& field, const Json& json,
             const std::string& pointer, int depth) {
  return NodeReader(in).ReadInput(field, json, pointer, depth);
}

}  // namespace cobble
