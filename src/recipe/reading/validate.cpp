// Validate converts the recipe to a JSON tree, reads that with the usual reader, and compares the
// result with the recipe to find what reading filled in or converted.
#include "recipe/reading/validate.h"

#include <algorithm>
#include <array>
#include <utility>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/maps.h"
#include "core/suggest.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/json/json.h"
#include "recipe/reading/faults.h"
#include "recipe/reading/knobs.h"
#include "recipe/reading/packs.h"
#include "recipe/reading/read.h"
#include "recipe/reading/read_value.h"
#include "recipe/writing/recipe_tree.h"

namespace cobble {
namespace {

constexpr const char* kRoot = "/noise";

// A key of Node::values: "octaves", or "distribution.type" for a key of an inner object.
struct Path {
  std::string_view outer;  // the inner object; empty: the node itself
  std::string_view key;

  explicit Path(std::string_view path) {
    const std::size_t dot = path.find('.');
    if (dot != std::string_view::npos) outer = path.substr(0, dot);
    key = path.substr(outer.empty() ? 0 : dot + 1);
  }
  std::string_view first() const { return outer.empty() ? key : outer; }
  std::string PointerBelow(std::string_view node) const {
    return ChildPointer(outer.empty() ? std::string(node) : ChildPointer(node, outer), key);
  }
};

// Recipes built in code have no source location, so only the pointer is reported.
void AddFault(std::string pointer, std::string message, Faults* faults) {
  faults->Add({}, std::move(pointer), std::move(message));
}

// A single input is not written as a list, so its pointer has no index.
std::string InputPointer(const std::string& pointer, const std::vector<Node>& inputs,
                         std::size_t index) {
  return inputs.size() == 1 ? pointer : ChildPointer(pointer, index);
}

// Converts a recipe to JSON. Unlike RecipeTree, also converts invalid values, for the reader to
// reject. Reports only values that the reader would ignore or that JSON cannot represent.
class TreeMaker {
 public:
  explicit TreeMaker(Faults* faults) : faults_(faults) {}
  Json Make(const Recipe& recipe) { return ObjectTree(ObjectKind::kRecipe, recipe); }

 private:
  Json ObjectTree(ObjectKind kind, const Recipe& recipe) {
    Json json = Json::ObjectOf();
    for (const Field& field : Fields()) {
      if (field.object != kind) continue;
      if (field.type == FieldType::kObject) {
        if (Json object = ObjectTree(field.inner, recipe); !object.object()->empty())
          json.Add(field.key, std::move(object));
      } else if (field.type == FieldType::kInput) {
        json.Add(field.key, NodeTree(recipe.noise, kRoot));
      } else if (field.type == FieldType::kNodes) {
        json.Add(field.key, NamedTree(field, recipe.nodes, &TreeMaker::NodeTree));
      } else if (field.type == FieldType::kMaps) {
        json.Add(field.key, NamedTree(field, recipe.maps, &TreeMaker::InputTree));
      } else if (field.type == FieldType::kPacks) {
        json.Add(field.key, NamedTree(field, recipe.packs, &TreeMaker::PackTree));
      } else if (field.type == FieldType::kKnobs) {
        if (!recipe.knobs.empty()) json.Add(field.key, KnobsToJson(recipe.knobs));
      } else if (field.type == FieldType::kFunctions) {
        if (!recipe.functions.empty()) json.Add(field.key, FunctionsToJson(recipe.functions));
      } else if (const Value value = field.access.get(recipe); !IsLeftOut(field, value, recipe)) {
        json.Add(field.key, ToJson(field, value));
      }
    }
    return json;
  }

  // In: named, the nodes, maps or packs; tree_of, the function that converts one at a pointer.
  Json NamedTree(const Field& field, const auto& named, auto tree_of) {
    const std::string rule(field.type == FieldType::kNodes ? kNodeNameRule : kMapNameRule);
    Json json = Json::ObjectOf();
    for (const auto& [name, value] : named) {
      const std::string pointer = ChildPointer(ChildPointer("", field.key), name);
      if (IsUserKey(name)) AddFault(pointer, "a name must be " + rule, faults_);
      json.Add(name, (this->*tree_of)(value, pointer));
    }
    return json;
  }

  Json PackTree(const std::vector<PackPart>& parts, const std::string& pointer) {
    for (std::size_t i = 0; i < parts.size(); ++i) CheckPart(parts[i], ChildPointer(pointer, i));
    return PackToJson(parts);
  }

  // Reports parts that would change when read back.
  void CheckPart(const PackPart& part, const std::string& pointer) {
    if (part.map.empty() && part.invert) AddFault(pointer, "a number cannot be inverted", faults_);
    if (part.map.empty() && part.weight) AddFault(pointer, "a number cannot be a weight", faults_);
    if (part.invert && part.weight)
      AddFault(pointer, "must be inverted or a weight, not both", faults_);
    if (!part.map.empty() && part.value != 0)
      AddFault(pointer, "must have a map or a value, not both", faults_);
    if (part.map.starts_with(kInvertPrefix))
      AddFault(pointer, "must be inverted with PackPart::invert", faults_);
    if (part.map.starts_with(kWeightPrefix))
      AddFault(pointer, "must be made a weight with PackPart::weight", faults_);
  }

  // A node beyond the maximum depth becomes an empty object, whose depth the reader rejects.
  Json NodeTree(const Node& node, const std::string& pointer) {
    Json json = Json::ObjectOf();
    if (++depth_ <= kMaxRecipeDepth) {
      if (node.type != kRefType) {
        json.Add("type", Json::Text(node.type));
      } else if (!node.Has("ref")) {
        json.Add("ref", Json());
      }
      AddValues(node, pointer, &json);
      AddInputs(node, pointer, &json);
    }
    --depth_;
    return json;
  }

  void AddValues(const Node& node, const std::string& pointer, Json* json) {
    const auto type = TypeOf(ObjectKind::kNode, *json);
    for (const auto& [key, value] : node.values) {
      const Path path(key);
      const Field* const field = FindField(ObjectKind::kNode, path.first(), type);
      Put(path, field ? ToJson(*field, value) : Json(), pointer, json);
    }
  }

  void AddInputs(const Node& node, const std::string& pointer, Json* json) {
    for (const auto& [key, inputs] : node.inputs) {
      const Path path(key);
      const std::string below = path.PointerBelow(pointer);
      Json list = Json::ListOf();
      for (std::size_t i = 0; i < inputs.size(); ++i)
        list.list()->push_back(InputTree(inputs[i], InputPointer(below, inputs, i)));
      Put(path, inputs.size() == 1 ? std::move(list.list()->front()) : std::move(list), pointer,
          json);
    }
  }

  // The short form of a constant or a colour adds no depth.
  Json InputTree(const Node& node, const std::string& pointer) {
    const auto value = node.values.find("value");
    const double* const number =
        value == node.values.end() ? nullptr : std::get_if<double>(&value->second);
    if (number && node == Node::Constant(*number)) return Json::Number(*number);
    const auto* const color = node.values.size() == 1 && node.inputs.empty()
                                  ? std::get_if<NumberList>(&node.values.begin()->second)
                                  : nullptr;
    if (color && color->size() == 3 && node == Node::Color({(*color)[0], (*color)[1], (*color)[2]}))
      return ColorToJson(node);
    return NodeTree(node, pointer);
  }

  void Put(const Path& path, Json value, const std::string& pointer, Json* json) {
    Json* object = json;
    if (!path.outer.empty()) {
      object = json->Find(path.outer);
      if (!object || !object->object()) object = &json->Add(path.outer, Json::ObjectOf());
    }
    if (IsUserKey(path.key)) {
      AddFault(path.PointerBelow(pointer), "unknown key " + Quoted(path.key), faults_);
    } else if (object->Find(path.key)) {
      AddFault(path.PointerBelow(pointer), "duplicate key " + Quoted(path.key), faults_);
    } else {
      object->Add(path.key, std::move(value));
    }
  }

  Faults* faults_;
  int depth_ = 0;  // of nodes
};

std::string_view TypeName(const Value& value) {
  constexpr std::array<std::string_view, std::variant_size_v<Value>> kNames{
      "a bool", "a double", "a std::string", "a NumberList"};
  return kNames[value.index()];
}

// Returns 0 for a value that is not a list.
std::size_t CountOf(const Value& value) {
  const auto* const numbers = std::get_if<NumberList>(&value);
  return numbers ? numbers->size() : 0;
}

// Reports values that the reader filled in or whose C++ type it changed. In: read, from `given`.
void Compare(const Node& given, const Node& read, const std::string& pointer, Faults* faults) {
  for (const auto& [key, value] : read.values) {
    const auto found = given.values.find(key);
    const std::string below = Path(key).PointerBelow(pointer);
    if (found == given.values.end()) {
      AddFault(below, "is required: defaults are only filled in when a recipe is read", faults);
    } else if (found->second.index() != value.index()) {
      AddFault(below, "must be stored as " + std::string(TypeName(value)), faults);
    } else if (CountOf(found->second) != CountOf(value)) {
      AddFault(below, "must be stored as " + std::to_string(CountOf(value)) + " numbers", faults);
    }
  }
  for (const auto& [key, inputs] : read.inputs) {
    const auto found = given.inputs.find(key);
    const std::string below = Path(key).PointerBelow(pointer);
    if (found == given.inputs.end()) {
      AddFault(below, "must be stored as an input", faults);
      continue;
    }
    const std::vector<Node>& given_inputs = found->second;
    for (std::size_t i = 0; i < std::min(inputs.size(), given_inputs.size()); ++i)
      Compare(given_inputs[i], inputs[i], InputPointer(below, given_inputs, i), faults);
  }
}

}  // namespace

void CheckContents(const Recipe& recipe) {
  Faults faults;
  const Json tree = TreeMaker(&faults).Make(recipe);
  const Recipe read = RecipeFromJson(tree, &faults);
  Compare(recipe.noise, read.noise, kRoot, &faults);
  for (const auto& [name, node] : read.nodes)
    Compare(recipe.nodes.find(name)->second, node, ChildPointer("/nodes", name), &faults);
  for (const auto& [name, node] : read.maps)
    Compare(recipe.maps.find(name)->second, node, ChildPointer("/maps", name), &faults);
  if (!faults.empty()) faults.Throw(ErrorKind::kRecipe);
}

std::string LengthError(const Recipe& recipe) {
  if (MaxLineBytes(recipe) < kMaxRecipeBytes) return {};
  const std::size_t length = RecipeLineLength(recipe) + 1;  // the final newline
  if (length <= kMaxRecipeBytes) return {};
  return "has " + std::to_string(length) +
         " bytes with every default written out; the maximum is " + std::to_string(kMaxRecipeBytes);
}

void Validate(const Recipe& recipe) {
  CheckContents(recipe);
  if (auto message = LengthError(recipe); !message.empty())
    throw Error(ErrorKind::kRecipe, "", std::move(message), std::string(kLengthHint));
}

}  // namespace cobble
