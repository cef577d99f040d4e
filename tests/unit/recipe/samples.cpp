// Makes samples according to the field's type.
#include "unit/recipe/samples.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "recipe/fields/node_spec.h"

namespace cobble::test {
namespace {

using nlohmann::json;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Values {
  std::vector<json> right, wrong;
};

bool IsInteger(const Field& field) {
  return field.type == FieldType::kInteger || field.type == FieldType::kSize;
}

double Above(const Field& field, double x) {
  return IsInteger(field) ? x + 1 : std::nextafter(x, kInfinity);
}
double Under(const Field& field, double x) {
  return IsInteger(field) ? x - 1 : std::nextafter(x, -kInfinity);
}

// Returns whether the field is the `limit` of another row of its types: its number must not exceed
// that row's or, for Field::above, must be below it.
bool IsUnder(const Field& field, std::string_view Field::*limit) {
  return std::any_of(Fields().begin(), Fields().end(), [&](const Field& other) {
    return other.object == field.object && other.*limit == field.key &&
           (other.used_by & field.used_by) != 0;
  });
}
bool IsUnderAnother(const Field& field) { return IsUnder(field, &Field::above); }

// Returns right and wrong single numbers for the field. If two fields must be in order, tries the
// lower only at its minimum and the upper only at its maximum.
Values NumbersOf(const Field& field) {
  const double minimum = field.exclusive_minimum ? Above(field, field.minimum) : field.minimum;
  Values values{{}, {Under(field, minimum), Above(field, field.maximum)}};
  if (field.above.empty()) values.right.push_back(minimum);
  if (!IsUnderAnother(field)) values.right.push_back(field.maximum);
  values.wrong.insert(values.wrong.end(), {"1", true, nullptr, json::object()});
  if (IsInteger(field)) values.wrong.push_back(minimum + 0.5);
  if (field.not_zero) values.wrong.push_back(0);
  if (field.or_zero) values.right.push_back(0);
  return values;
}

// Returns lists of `field.count` numbers: all equal except the tried one, or all different.
Values ListsOf(const Field& field, bool different) {
  const Values numbers = NumbersOf(field);
  const auto count = static_cast<std::size_t>(field.count);
  Values values;
  json list = json::array();
  for (std::size_t i = 0; i < count; ++i) list.push_back(numbers.right[different ? i : 0]);
  values.right.push_back(list);
  for (const json& wrong : numbers.wrong) {
    for (std::size_t i = 0; i < count; ++i) {
      values.wrong.push_back(list);
      values.wrong.back()[i] = wrong;
    }
  }
  values.wrong.insert(values.wrong.end(), {json::array(), "1", true, nullptr, json::object()});
  list.push_back(numbers.right[0]);
  values.wrong.push_back(list);
  // Shorter lists, and whether the field accepts them. It never accepts a list of one number.
  for (int length = 1; length < field.count; ++length) {
    const bool is_short_form = length > 1 && std::ranges::count(LengthsOf(field), length) > 0;
    const json shorter(static_cast<std::size_t>(length), numbers.right[0]);
    (is_short_form ? values.right : values.wrong).push_back(shorter);
  }
  return values;
}

// Returns lists of any length up to `field.count`.
Values AnyListsOf(const Field& field) {
  const Values numbers = NumbersOf(field);
  const auto maximum = static_cast<std::size_t>(field.count);
  Values values{{}, {json::array(), json::object(), "1", true, nullptr, 1}};
  values.right = {numbers.right, json(1, numbers.right[0]), json(maximum, numbers.right[0])};
  values.wrong.push_back(json(maximum + 1, numbers.right[0]));
  for (const json& wrong : numbers.wrong) {
    values.wrong.push_back(json::array({wrong}));
    values.wrong.push_back(json::array({numbers.right[0], wrong}));
  }
  return values;
}

json PointsOf(const Field& field, int count) {
  json points = json::array();
  for (int i = 0; i < count; ++i) points.push_back({field.minimum + i, i % 2});
  return points;
}

// The x values always rise, which the schema cannot express.
Values PairsOf(const Field& field) {
  Values values{{}, {json::array(), json::object(), "1", true, nullptr, 1}};
  for (const int count : {2, 3, field.count}) values.right.push_back(PointsOf(field, count));
  for (const int count : {1, field.count + 1}) values.wrong.push_back(PointsOf(field, count));
  values.right.push_back({{field.minimum, field.maximum}, {field.maximum, field.minimum}});
  const Values pairs = ListsOf(*ItemOf(field), false);
  for (const json& wrong : pairs.wrong)
    values.wrong.push_back(json::array({json::array({0, 0}), json::array({1, 1}), wrong}));
  return values;
}

Values OneOrList(const Field& field) {
  Values values = ListsOf(field, false);
  const Values numbers = NumbersOf(field);
  values.right.insert(values.right.end(), numbers.right.begin(), numbers.right.end());
  values.wrong.insert(values.wrong.end(), numbers.wrong.begin(), numbers.wrong.end());
  return values;
}

Values ChoicesOf(const Field& field) {
  Values values{{}, {"no such word", "", 1, true, nullptr}};
  for (const std::string_view choice : field.choices) values.right.push_back(std::string(choice));
  return values;
}

Values RangesOf(const Field& field) {
  Values values = ChoicesOf(field);
  const Values lists = ListsOf(field, true);
  values.right.insert(values.right.end(), lists.right.begin(), lists.right.end());
  values.wrong.insert(values.wrong.end(), lists.wrong.begin(), lists.wrong.end());
  values.wrong.push_back({3, 3});
  values.wrong.push_back("fixed");
  return values;
}

const json kNode{{"type", "perlin"}};

Values InputsOf(const Field& field) {
  Values values{
      {kNode, {{"ref", "rock"}}, {{"ref", ""}, {"x-a", 1}}, "perlin", "1 - 0.5*perlin(4)"},
      {"perlin +", "", "{}", true, nullptr, json::object(), {{"type", "marble"}}}};
  values.wrong.insert(values.wrong.end(), {{{"ref", 5}},
                                           {{"type", "ref"}},
                                           {{"ref", "rock"}, {"type", "perlin"}},
                                           {{"ref", "rock"}, {"octaves", 2}}});
  if (field.object == ObjectKind::kNode) {
    const Values numbers = NumbersOf(field);
    values.right.insert(values.right.end(), numbers.right.begin(), numbers.right.end());
    std::ranges::copy_if(numbers.wrong, std::back_inserter(values.wrong),
                         [](const json& value) { return !value.is_string(); });  // a formula
  } else {
    values.wrong.push_back(5);
  }
  return values;
}

Values InputListsOf(const Field& field) {
  Values values = InputsOf(field);
  const auto maximum = static_cast<std::size_t>(field.count);
  values.right.push_back(json::array({kNode}));
  values.right.push_back(json(maximum, kNode));
  values.right.push_back(json(maximum, 0.5));
  values.wrong.push_back(json::array());
  values.wrong.push_back(json(maximum + 1, kNode));
  values.right.push_back(json::array({kNode, "perlin"}));
  values.wrong.push_back(json::array({kNode, "perlin("}));
  values.wrong.push_back(json::array({kNode, json::array({kNode})}));
  return values;
}

Values NamedNodesOf(const Field& field) {
  Values values{{json::object(), {{"x-own", 1}}}, {json::array(), 1, "x", nullptr}};
  const std::string maximum(100, 'n');
  const std::vector<std::string> right{"rock", "h\xC3\xA9 \"llo.", "type", "0", "n...", maximum};
  const std::vector<std::string> wrong{
      "", "a/b", "~", "a\nb", "\x7F", "\xC2\x85", "\xE2\x80\xAE", maximum + "..."};
  for (const std::string& name : right) values.right.push_back({{name, kNode}});
  for (const std::string& name : wrong) values.wrong.push_back({{name, kNode}});
  for (const json& node : InputsOf(field).wrong)
    (node.is_number() ? values.right : values.wrong).push_back({{"rock", node}});
  values.right.push_back({{"rock", "teal"}, {"sand", json::array({1, 0.5, 0})}});
  values.wrong.push_back({{"rock", json::array({1, 0.5})}});
  return values;
}

Values ColorsOf(const Field& field) {
  Field channels = field;
  channels.type = FieldType::kVector;
  channels.count = 3;
  channels.minimum = 0;
  channels.maximum = kMaxChannel;
  Values values = ListsOf(channels, false);
  const std::vector<json> right{"#abc", "#A0b1C2", "teal", "Teal", 0, 0.5, kMaxChannel};
  const std::vector<json> wrong{"", "#", "#12345", "#ggg", -0.5, 2 * kMaxChannel};
  values.right.insert(values.right.end(), right.begin(), right.end());
  values.wrong.insert(values.wrong.end(), wrong.begin(), wrong.end());
  return values;
}

Values MapsOf() {
  Values values{{json::object(), {{"x-Own", "x"}}}, {json::array(), 1, "x", nullptr}};
  const std::string longest(100, 'n');
  for (const std::string& name :
       {std::string("a"), std::string("color-2"), std::string("a_b"), longest})
    values.right.push_back({{name, 0.5}});
  for (const std::string& name :
       {std::string(), std::string("A"), std::string("2a"), std::string("-a"), std::string("_a"),
        std::string("a.b"), std::string("h\xC3\xA9"), longest + "n", std::string("height"),
        std::string("ao")})
    values.wrong.push_back({{name, 0.5}});
  const std::vector<json> right{
      -3, "teal", "#123", json::array({0, 1, 2}), kNode, {{"type", "color"}, {"value", "red"}}};
  const std::vector<json> wrong{2e12,    "#12", json::array({0, 1}), json::array({0, 1, "1"}),
                                nullptr, true,  json::object(),      {{"type", "color"}}};
  for (const json& map : right) values.right.push_back({{"a", map}});
  for (const json& map : wrong) values.wrong.push_back({{"a", map}});
  return values;
}

// Only built-in maps, because the recipe defines no others.
Values PacksOf() {
  Values values{{json::object(), {{"x-Own", "x"}}}, {json::array(), 1, "x", nullptr}};
  const json right = json::parse(
      R"([["ao", 0.5], ["normal", "invert:ao"], [0, 1, "height", "invert:curvature"],
          ["weight:ao", "weight:height", 0.5], ["normal.x", "invert:normal.g", "ao.r", "lit.b"],
          ["weight:normal.z", "weight:ao"]])");
  const json wrong = json::parse(
      R"(["ao", 1, [], ["ao"], [0, 0, 0, 0, 0], ["ao", -0.5], ["ao", 1.5], ["ao", true],
          ["ao", "slope"], ["ao", "slope.x"], ["ao", "normal."], ["ao", "normal.w"],
          ["ao", "normal.xy"], ["invert:value.r", "ao"], ["invert:value", "ao"],
          ["ao", "Normal"], ["ao", "invert:"], ["ao", "weight:"], ["weight:invert:ao", "ao"],
          ["weight:slope", "weight:ao"],
          ["ao", ["ao"]], ["ao", null], {"0": "ao", "1": "ao"}])");
  for (const json& pack : right) values.right.push_back({{"orm", pack}});
  for (const json& pack : wrong) values.wrong.push_back({{"orm", pack}});
  for (const char* name : {"", "Orm", "height", "_om"})
    values.wrong.push_back({{name, json::array({"ao", 0.5})}});
  return values;
}

Values KnobsOf() {
  Values values{{json::object(), {{"x-own", 1}}}, {json::array(), 1, "x", nullptr}};
  const json number{{"value", 1}, {"range", {0, 2}}}, color{{"value", "teal"}};
  for (const json& knob :
       {number, color, json{{"value", 4}, {"range", {0, 6}}, {"step", 2}},
        json{{"value", {0, 0.5, 1}}, {"description", "the colour of moss"}, {"x-own", 1}}})
    values.right.push_back({{"moss-color", knob}});
  for (const json& knob : {json(1), json("teal"), json::object(), json{{"value", true}},
                           json{{"value", 1}, {"range", {0}}}, json{{"value", "teal"}, {"own", 1}}})
    values.wrong.push_back({{"moss-color", knob}});
  for (const char* name : {"", "1st", "a b", "a--b", "a-"})
    values.wrong.push_back({{name, number}});
  return values;
}

Values FunctionsOf() {
  Values values{{json::object(), {{"x-own", 1}}}, {json::array(), 1, "x", nullptr}};
  const json plain{{"value", "x + y"}};
  for (const json& function :
       {plain, json{{"value", 0.5}, {"description", "half"}, {"x-own", 1}},
        json{{"parameters", "s, at=0.5"}, {"value", "s - at"}},
        json{{"nodes", {{"grain", "perlin(8)"}, {"flat", "teal"}}}, {"value", "grain"}},
        json{{"value", {{"type", "perlin"}}}}})
    values.right.push_back({{"worn-edge", function}});
  for (const json& function :
       {json(1), json("x"), json::object(), json{{"value", true}}, json{{"value", nullptr}},
        json{{"value", "x"}, {"parameters", 1}}, json{{"value", "x"}, {"nodes", 1}},
        json{{"value", "x"}, {"nodes", {{"a", true}}}}, json{{"value", "x"}, {"own", 1}}})
    values.wrong.push_back({{"worn-edge", function}});
  for (const char* name : {"", "1st", "a b", "a--b", "a-"}) values.wrong.push_back({{name, plain}});
  return values;
}

// Adds the keys that an object outside of nodes always has.
json ObjectWith(ObjectKind kind, json object) {
  if (kind == ObjectKind::kWorld) object.update({{"width", 1000}, {"heights", {0, 100}}});
  return object;
}

Values ValuesOf(const Field& field) {
  switch (field.type) {
    case FieldType::kInteger:
    case FieldType::kNumber: {
      Values values = NumbersOf(field);
      values.wrong.push_back(json::array({1}));
      return values;
    }
    case FieldType::kBool:
      return {{true, false}, {"true", 1, 0, nullptr}};
    case FieldType::kText:
      return {{"", "h\xC3\xA9llo\n", "a\"\\\x01/* b"}, {1, true, nullptr, json::array({"x"})}};
    case FieldType::kChoice:
      return ChoicesOf(field);
    case FieldType::kSize:
    case FieldType::kScale:
    case FieldType::kByAxis:
      return OneOrList(field);
    case FieldType::kVector:
      return field.single_sets_last ? OneOrList(field) : ListsOf(field, false);
    case FieldType::kList:
      return AnyListsOf(field);
    case FieldType::kPairs:
      return PairsOf(field);
    case FieldType::kColor:
      return ColorsOf(field);
    case FieldType::kRange:
      return RangesOf(field);
    case FieldType::kObject: {
      const json own = ObjectWith(field.inner, {{"x-own", 1}});
      return {{ObjectWith(field.inner, json::object()), own},
              {json::array(), 1, "x", nullptr, ObjectWith(field.inner, {{"own", 1}})}};
    }
    case FieldType::kInput:
      return InputsOf(field);
    case FieldType::kInputs:
      return InputListsOf(field);
    case FieldType::kNodes:
      return NamedNodesOf(field);
    case FieldType::kMaps:
      return MapsOf();
    case FieldType::kPacks:
      return PacksOf();
    case FieldType::kKnobs:
      return KnobsOf();
    case FieldType::kFunctions:
      return FunctionsOf();
    case FieldType::kColors:  // no type in nodes/ has these yet, but tests/extension has
    case FieldType::kStop:
    case FieldType::kStops:
    case FieldType::kPack:
    case FieldType::kKnobValue:  // of KnobsOf
      break;
  }
  return {};
}

// Returns a right value for a required field that is compatible with all other fields' values.
json ValidValue(const Field& field) {
  if (field.type == FieldType::kColor) return "teal";
  if (field.type == FieldType::kColors) return json{"teal"};
  if (field.type == FieldType::kStops) return json::parse(R"([[0, "teal"], [1, "red"]])");
  if (field.type == FieldType::kChoice) return std::string(field.choices.front());
  if (field.type == FieldType::kText) return "x";
  if (field.type == FieldType::kInput || field.type == FieldType::kInputs) return 0.5;
  if (field.type == FieldType::kPairs) return PointsOf(field, 2);
  if (IsUnderAnother(field) || IsUnder(field, &Field::not_below)) return field.minimum;
  return field.above.empty() && field.not_below.empty() ? 1 : field.maximum;
}

bool IsConditional(const Field& field) { return field.required && !field.effective_if.empty(); }

// Adds the fields, except `without`, that another key's value requires.
void AddConditional(const Field& without, ObjectKind kind, std::string_view type, json* object) {
  for (const Field& field : Fields()) {
    if (field.object != kind || !IsConditional(field) || &field == &without) continue;
    if (!Uses(*FindType(kind, type), field) || object->contains(std::string(field.key))) continue;
    const auto other = object->find(std::string(field.effective_if));
    const bool is_effective =
        other != object->end() && other->is_string() &&
        std::ranges::count(field.effective_values, other->get<std::string>()) > 0;
    if (is_effective) (*object)[std::string(field.key)] = ValidValue(field);
  }
}

// Sets the keys whose defaults do not suit the node's function.
void MeetRequirements(const NodeSpec& spec, json* node) {
  if (!spec.noise || !node->contains("function")) return;
  for (const Requirement& requirement : spec.noise->requirements) {
    const auto& required = requirement.required;
    if (requirement.key != "function" || node->at("function").dump() != requirement.value) continue;
    const Field& other =
        *FindField(ObjectKind::kNode, requirement.other, *NodeTypeNumber(spec.name));
    if (std::ranges::count(required, other.fallback) == 0)
      (*node)[std::string(requirement.other)] = json::parse(required.front());
  }
}

// Returns an object of the type (if not empty) with only the fields that are always required.
json ObjectFor(ObjectKind kind, std::string_view type) {
  if (type.empty()) return json::object();
  json object{{"type", std::string(type)}};
  for (const Field& field : Fields()) {
    if (field.object != kind || !field.required || field.key == "type") continue;
    if (IsConditional(field)) continue;
    if (Uses(*FindType(kind, type), field)) object[std::string(field.key)] = ValidValue(field);
  }
  return object;
}

// Returns the types of object in which to try a field: "" if the object has no types; for `type`
// itself, the type that the value names.
std::vector<std::string> TypesFor(const Field& field, const json& value) {
  const auto users = UsersOf(field);
  if (users.empty()) return {""};
  if (field.key != "type") return {users.begin(), users.end()};
  const bool known = value.is_string() && FindType(field.object, value.get<std::string>());
  return {known ? value.get<std::string>() : std::string(TypesOf(field.object).back())};
}

// Returns the minimal recipe with an object of that kind, and the range that a world needs.
json RecipeFor(ObjectKind kind) {
  json recipe{{"cobble", 1}, {"noise", {{"type", "perlin"}}}, {"range", {-1, 1}}};
  if (kind == ObjectKind::kWorld) recipe["world"] = ObjectWith(kind, json::object());
  if (kind == ObjectKind::kDistribution) recipe["noise"]["type"] = "hill";
  return recipe;
}

// Returns the pointer to an object of that type. The node at /noise must not be a colour.
std::string PointerToObject(ObjectKind kind, std::string_view type) {
  const NodeSpec* const spec = kind == ObjectKind::kNode ? FindNodeSpec(type) : nullptr;
  if (spec && (spec->is_color || !spec->color_choice.word.empty())) return "/maps/m";
  std::string path = PathOf(kind);
  std::replace(path.begin(), path.end(), '.', '/');
  return path.empty() ? path : "/" + path;
}

}  // namespace

std::string PointerOf(const Field& field, std::string_view type) {
  return PointerToObject(field.object, type) + "/" + std::string(field.key);
}

std::string RecipeWith(const Field& field, std::string_view type, std::string_view key,
                       std::string_view value) {
  json recipe = RecipeFor(field.object);
  json& object = recipe[json::json_pointer(PointerToObject(field.object, type))];
  if (!TypesOf(field.object).empty()) object = ObjectFor(field.object, type);
  if (object.is_object()) object.erase(std::string(field.key));
  if (field.object == ObjectKind::kWorld &&
      field.key == "radius") {  // of a sphere, without a width
    object.erase("width");
    recipe["domain"]["surface"] = "cube";
  }
  if (IsConditional(field)) object[std::string(field.effective_if)] = field.effective_values[0];
  if (!key.empty()) object[std::string(key)] = json::parse(value);
  if (!type.empty()) AddConditional(field, field.object, type, &object);
  if (const NodeSpec* const spec = FindNodeSpec(type)) MeetRequirements(*spec, &object);
  return recipe.dump(1);
}

std::vector<Sample> SamplesOf(const Field& field) {
  std::vector<Sample> samples;
  const bool is_named = field.object == ObjectKind::kKnob || field.object == ObjectKind::kFunction;
  if (is_named) return samples;  // knobs and functions as a whole have some
  const Values values = ValuesOf(field);
  const auto add = [&](const json& value, bool right) {
    for (const std::string& type : TypesFor(field, value)) {
      const std::string text = RecipeWith(field, type, field.key, value.dump());
      samples.push_back({text, PointerOf(field, type), right});
    }
  };
  for (const json& value : values.right) add(value, true);
  for (const json& value : values.wrong) add(value, false);
  return samples;
}

}  // namespace cobble::test
