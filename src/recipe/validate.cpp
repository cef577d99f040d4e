// Validate: a recipe is made into a tree, whatever it holds, and the tree is read. What reading
// fills in, or takes in more than one form, is then looked for in the recipe itself.
#include "recipe/validate.h"

#include <algorithm>
#include <array>
#include <utility>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/suggest.h"
#include "recipe/faults.h"
#include "recipe/fields.h"
#include "recipe/json.h"
#include "recipe/node_spec.h"
#include "recipe/read.h"
#include "recipe/read_value.h"
#include "recipe/write.h"

namespace cobble {
namespace {

constexpr const char* kRoot = "/noise";

// A key of a node as Node has it: "octaves", or "distribution.type" for one of an object inside.
struct Path {
  std::string_view outer;  // that object; empty: the node itself
  std::string_view key;

  explicit Path(std::string_view path) {
    const std::size_t dot = path.find('.');
    if (dot != std::string_view::npos) outer = path.substr(0, dot);
    key = path.substr(outer.empty() ? 0 : dot + 1);
  }
  std::string_view first() const { return outer.empty() ? key : outer; }
  std::string PointerBelow(std::string_view node) const {
    return Below(outer.empty() ? std::string(node) : Below(node, outer), key);
  }
};

// What was made by hand has no place in a text; its pointer says where it is.
void AddFault(std::string pointer, std::string message, Faults* faults) {
  faults->Add({{}, true, std::move(pointer), std::move(message)});
}

// One input is written alone, several as a list, and so are their pointers.
std::string InputPointer(const std::string& pointer, const std::vector<Node>& inputs,
                         std::size_t index) {
  return inputs.size() == 1 ? pointer : Below(pointer, index);
}

// Makes the tree of a recipe. Unlike RecipeTree it takes what is there, not what should be, so that
// reading judges it; what reading would ignore, or a tree cannot hold, it adds to the faults
// itself.
class TreeMaker {
 public:
  explicit TreeMaker(Faults* faults) : faults_(faults) {}

  Json Make(const Recipe& recipe) { return ObjectTree(ObjectKind::kRecipe, recipe); }

 private:
  Json ObjectTree(ObjectKind kind, const Recipe& recipe);
  Json NodesTree(const Recipe& recipe);
  Json NodeTree(const Node& node, const std::string& pointer);
  void AddValues(const Node& node, const std::string& pointer, Json* json);
  void AddInputs(const Node& node, const std::string& pointer, Json* json);
  Json InputTree(const Node& node, const std::string& pointer);
  void Put(const Path& path, Json value, const std::string& pointer, Json* json);

  Faults* faults_;
  int depth_ = 0;  // of nodes
};

Json TreeMaker::ObjectTree(ObjectKind kind, const Recipe& recipe) {
  Json json = Json::ObjectOf();
  for (const Field& field : Fields()) {
    if (field.object != kind) continue;
    if (field.type == FieldType::kObject) {
      json.Add(field.key, ObjectTree(field.inner, recipe));
    } else if (field.type == FieldType::kInput) {
      json.Add(field.key, NodeTree(recipe.noise, kRoot));
    } else if (field.type == FieldType::kNodes) {
      json.Add(field.key, NodesTree(recipe));
    } else {
      json.Add(field.key, ToJson(field, field.get(recipe)));
    }
  }
  return json;
}

Json TreeMaker::NodesTree(const Recipe& recipe) {
  Json json = Json::ObjectOf();
  for (const auto& [name, node] : recipe.nodes) {
    const std::string pointer = Below("/nodes", name);
    if (IsOwnKey(name)) AddFault(pointer, "a name must be " + std::string(kNameRule), faults_);
    json.Add(name, NodeTree(node, pointer));
  }
  return json;
}

// Deeper than a recipe may be, an empty object stands for a node: its depth alone is refused.
Json TreeMaker::NodeTree(const Node& node, const std::string& pointer) {
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

void TreeMaker::AddValues(const Node& node, const std::string& pointer, Json* json) {
  const auto type = TypeOf(ObjectKind::kNode, *json);
  for (const auto& [key, value] : node.values) {
    const Path path(key);
    const Field* const field = FindField(ObjectKind::kNode, path.first(), type);
    Put(path, field ? ToJson(*field, value) : Json(), pointer, json);
  }
}

void TreeMaker::AddInputs(const Node& node, const std::string& pointer, Json* json) {
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

// A constant is its number, which is no level of depth.
Json TreeMaker::InputTree(const Node& node, const std::string& pointer) {
  const auto value = node.values.find("value");
  const double* const number =
      value == node.values.end() ? nullptr : std::get_if<double>(&value->second);
  if (number && node == Node::Constant(*number)) return Json::Number(*number);
  return NodeTree(node, pointer);
}

void TreeMaker::Put(const Path& path, Json value, const std::string& pointer, Json* json) {
  Json* object = json;
  if (!path.outer.empty()) {
    object = json->Find(path.outer);
    if (!object || !object->object()) object = &json->Add(path.outer, Json::ObjectOf());
  }
  if (IsOwnKey(path.key)) {
    AddFault(path.PointerBelow(pointer), "unknown key " + Quoted(path.key), faults_);
  } else if (object->Find(path.key)) {
    AddFault(path.PointerBelow(pointer), Quoted(path.key) + " is there twice", faults_);
  } else {
    object->Add(path.key, std::move(value));
  }
}

// What a value is called in C++.
std::string_view KindOf(const Value& value) {
  constexpr std::array<std::string_view, std::variant_size_v<Value>> kKinds{
      "a bool", "a double", "a std::string", "a NumberList"};
  return kKinds[value.index()];
}

// Adds what a node lacks that reading filled in, and values of another kind than reading makes.
// In: the node, and what reading its tree gave.
void Compare(const Node& given, const Node& read, const std::string& pointer, Faults* faults) {
  for (const auto& [key, value] : read.values) {
    const auto found = given.values.find(key);
    const std::string below = Path(key).PointerBelow(pointer);
    if (found == given.values.end()) {
      AddFault(below, "is required: only reading fills in defaults", faults);
    } else if (found->second.index() != value.index()) {
      AddFault(below, "must be held as " + std::string(KindOf(value)), faults);
    }
  }
  for (const auto& [key, inputs] : read.inputs) {
    const auto found = given.inputs.find(key);
    const std::string below = Path(key).PointerBelow(pointer);
    if (found == given.inputs.end()) {
      AddFault(below, "must be held as an input", faults);
      continue;
    }
    const std::vector<Node>& own = found->second;
    for (std::size_t i = 0; i < std::min(inputs.size(), own.size()); ++i)
      Compare(own[i], inputs[i], InputPointer(below, own, i), faults);
  }
}

}  // namespace

void CheckContents(const Recipe& recipe) {
  Faults faults;
  const Json tree = TreeMaker(&faults).Make(recipe);
  const Recipe read = ReadTree(tree, &faults);
  Compare(recipe.noise, read.noise, kRoot, &faults);
  for (const auto& [name, node] : read.nodes)
    Compare(recipe.nodes.find(name)->second, node, Below("/nodes", name), &faults);
  if (!faults.empty()) faults.Throw(ErrorKind::kRecipe);
}

std::string LengthFault(const Recipe& recipe) {
  const std::size_t length = WriteJson(RecipeTree(recipe)).size() + 1;  // the final newline
  if (length <= kMaxRecipeBytes) return {};
  return "has " + std::to_string(length) + " bytes with every default written out, more than " +
         std::to_string(kMaxRecipeBytes);
}

void Validate(const Recipe& recipe) {
  CheckContents(recipe);
  if (auto fault = LengthFault(recipe); !fault.empty())
    throw Error(ErrorKind::kRecipe, "", std::move(fault));
}

}  // namespace cobble
