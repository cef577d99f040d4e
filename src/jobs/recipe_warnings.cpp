// Finds what has no effect in a recipe.
#include "jobs/recipe_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "cobble/program.h"
#include "core/bounds.h"
#include "core/list_text.h"
#include "core/suggest.h"
#include "jobs/ground_warnings.h"
#include "program/program_impl.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/fields/node_tree.h"
#include "recipe/fields/picture_maps.h"
#include "recipe/fields/world.h"
#include "recipe/images/images.h"
#include "recipe/reading/faults.h"
#include "recipe/reading/knobs.h"
#include "recipe/reading/origins.h"
#include "recipe/reading/read_value.h"
#include "render/probes.h"

namespace cobble {
namespace {

constexpr int kMaxListed = 10;     // unused nodes, or knobs
constexpr double kBrightest = 16;  // a colour's channel that may be meant, such as a lamp's

// Collects the nodes that contribute to the recipe's value, its maps, or maps that show a node.
class UsedNodes {
 public:
  UsedNodes(const Recipe& recipe, std::span<const std::string> maps) : recipe_(recipe) {
    Visit(recipe.noise);
    for (const auto& [name, node] : recipe.maps) Visit(node);
    for (const std::string& name : maps)
      if (const auto map = FindPictureMap(recipe, name); map && map->IsNode())
        VisitShown(map->Source().name);
  }

  bool IsNamed(const std::string& name) const { return names_.contains(name); }
  bool has_depth() const { return has_depth_; }

 private:
  void Visit(const Node& node);
  void VisitNamed(const std::string& name);
  // In: map, "@NODE".
  void VisitShown(const std::string& map) {
    const std::string pointer = PointerOfMap(map);
    if (const std::string_view name = NameAt(pointer); !name.empty())
      VisitNamed(std::string(name));
    else if (const Node* const node = NodeAt(recipe_, pointer))
      Visit(*node);
  }

  const Recipe& recipe_;
  std::set<std::string> names_;
  bool has_depth_ = false;  // some noise depends on the z of the picture's plane
};

// Returns whether a rotation mixes z with x or y.
bool TiltsZ(std::span<const double> rotate) { return rotate[0] != 0 || rotate[1] != 0; }

void UsedNodes::Visit(const Node& node) {
  if (node.Has("dimensions") && node.Number("dimensions") == 3) has_depth_ = true;
  if (node.Has("axis") && node.Text("axis") == "z") has_depth_ = true;
  if (node.Has("rotate") && TiltsZ(node.Numbers("rotate"))) has_depth_ = true;
  for (const auto& [key, inputs] : node.inputs)
    for (const Node& input : inputs) Visit(input);
  if (node.type == kRefType) VisitNamed(node.Text("ref"));
}

void UsedNodes::VisitNamed(const std::string& name) {
  const Node* const named = NodeOfRef(recipe_, name);
  if (named && names_.insert(name).second) Visit(*named);
}

// Returns the origin of the value at a JSON pointer; empty if it is a default.
Origin OriginOf(const Recipe& recipe, const std::string& pointer) {
  const auto found = recipe.origins.find(pointer);
  return found == recipe.origins.end() ? Origin() : found->second;
}

bool IsFromCommandLine(const Origin& origin) { return origin.is_flag || !origin.pointer.empty(); }

// Returns whether the node called `name` comes from a lower layer than the tree at /noise as a
// whole. Then flags or a file replaced the tree, and the node is not a mistake.
bool WasReplaced(const Recipe& recipe, const std::string& name) {
  const Origin node = OriginOf(recipe, ChildPointer("/nodes", name));
  const Origin root =
      OriginOf(recipe, recipe.noise.type == kRefType ? "/noise/ref" : "/noise/type");
  if (node.text.empty() || IsFromCommandLine(node)) return false;
  return IsFromCommandLine(root) || (node.is_preset && !root.text.empty() && !root.is_preset);
}

// Returns whether formulas may have used the number of a constant, which leaves no ref. They may
// have been expanded when the recipe was written, but a number set now is for a formula read now.
bool IsConstantForFormulas(const Recipe& recipe, const std::string& name, const Node& node) {
  if (node.type != kConstantType) return false;
  const Origin origin = OriginOf(recipe, ChildPointer("/nodes", name));
  return origin.is_used || !IsFromCommandLine(origin);
}

// Counts what has no effect beyond what is listed.
void AddMore(int count, std::string_view noun, std::vector<Issue>* warnings) {
  const int more = count - kMaxListed;
  if (more > 0)
    warnings->push_back({"",
                         CountText(more, "more " + std::string(noun)) +
                             (more == 1 ? " has" : " have") + " no effect",
                         ""});
}

// Warns of knobs that nothing names and, if they were turned, of those that only formulas named
// which higher layers have replaced.
void WarnOfKnobs(const Recipe& recipe, std::vector<Issue>* warnings) {
  int idle = 0;
  for (const Knob& knob : recipe.knobs) {
    const std::string pointer = ChildPointer("/knobs", knob.name), value = pointer + "/value";
    const Origin origin = OriginOf(recipe, pointer);
    if (origin.text.empty()) continue;  // the recipe was not read
    const bool is_turned = IsFromCommandLine(OriginOf(recipe, value));
    if (origin.is_used && (!is_turned || NamesKnob(recipe, knob.name))) continue;
    if (++idle <= kMaxListed)
      warnings->push_back(WarningAt(recipe, is_turned ? value : pointer,
                                    "has no effect: no formula in use names it"));
  }
  AddMore(idle, "knob", warnings);
}

// Warns of functions that no formula calls.
void WarnOfFunctions(const Recipe& recipe, std::vector<Issue>* warnings) {
  const std::string start = "/functions/";
  int idle = 0;
  auto each = recipe.origins.lower_bound(start);
  for (; each != recipe.origins.end() && each->first.starts_with(start); ++each) {
    const bool is_key = each->first.find('/', start.size()) != std::string::npos;
    if (!is_key && !each->second.is_used && ++idle <= kMaxListed)
      warnings->push_back(
          WarningAt(recipe, each->first, "has no effect: no formula in use calls it"));
  }
  AddMore(idle, "function", warnings);
}

Phrase SliceHint(const Recipe& recipe) {
  const bool is_flag = OriginOf(recipe, "/domain/slice").is_flag;
  return is_flag && recipe.noise.Has("dimensions")
             ? "use " + Phrase::Option("noise.dimensions", "3")
             : "set \"dimensions\": 3 in a noise";
}

// Returns whether the key is the pattern that a formula gives to a call: "/noise bricks 1".
bool IsPatternOfFormula(const Node& node, const Field& field) {
  return field.key == "pattern" && node.Text("pattern").starts_with('/') &&
         node.Text("pattern").find(' ' + node.type + ' ') != std::string::npos;
}

// Returns a hint for a name on the command line that may be the misspelt name of another node.
Phrase OtherNameHint(const Recipe& recipe, const std::string& name) {
  if (!IsFromCommandLine(OriginOf(recipe, ChildPointer("/nodes", name)))) return "";
  std::vector<std::string_view> others;
  for (const auto& [other, node] : recipe.nodes)
    if (other != name) others.push_back(other);
  return DidYouMean(name, others);
}

// Appends a warning for each key not at its default that another key makes ineffective.
void WarnOfIneffective(const Recipe& recipe, const Node& node, const std::string& pointer,
                       std::vector<Issue>* warnings) {
  const auto type = NodeTypeNumber(node.type);
  for (const Field* field : FieldsOf(ObjectKind::kNode, type.value_or(0))) {
    const auto value = node.values.find(std::string(field->key));
    if (!type || field->effective_if.empty() || value == node.values.end()) continue;
    const std::string& other = node.Text(field->effective_if);
    if (std::ranges::count(field->effective_values, other) > 0) continue;
    if (DefaultValue(*field) == value->second || IsPatternOfFormula(node, *field)) continue;
    warnings->push_back(
        WarningAt(recipe, ChildPointer(pointer, field->key),
                  "has no effect: " + Quoted(field->effective_if) + " is " + Quoted(other)));
  }
}

// Returns whether a colour looks like sRGB bytes: whole numbers up to 255, one far above white.
bool LooksLikeBytes(std::span<const double> rgb) {
  const auto is_byte = [](double x) { return x >= 0 && x <= 255 && x == std::trunc(x); };
  return std::ranges::all_of(rgb, is_byte) && *std::ranges::max_element(rgb) > kBrightest;
}

void WarnOfBytes(const Recipe& recipe, std::span<const double> rgb, const std::string& pointer,
                 std::vector<Issue>* warnings) {
  if (!LooksLikeBytes(rgb)) return;
  warnings->push_back(WarningAt(
      recipe, pointer,
      fmt::format("is up to {} times as bright as white: [r, g, b] is linear, and 1 is white",
                  *std::ranges::max_element(rgb)),
      fmt::format("for sRGB from 0 to 255, write \"#{:02x}{:02x}{:02x}\"", static_cast<int>(rgb[0]),
                  static_cast<int>(rgb[1]), static_cast<int>(rgb[2]))));
}

// Calls WarnOfBytes for the literal colours of the node.
void WarnOfColors(const Recipe& recipe, const Node& node, const std::string& pointer,
                  std::vector<Issue>* warnings) {
  for (const Field* field : FieldsOf(ObjectKind::kNode, NodeTypeNumber(node.type).value_or(0))) {
    const bool is_stops = field->type == FieldType::kStops;
    const bool is_color = field->type == FieldType::kColor;
    if (!is_color && !is_stops && field->type != FieldType::kColors) continue;
    const std::string key = ChildPointer(pointer, field->key);
    const std::span<const double> numbers = node.Numbers(field->key);
    const std::size_t before = is_stops ? 1 : 0;  // numbers of an item before its colour
    for (std::size_t i = 0; (i + 1) * (before + 3) <= numbers.size(); ++i) {
      const std::string item = ChildPointer(key, i);
      // A colour node may have been written without its type and key.
      std::string place = is_stops ? ChildPointer(item, 1) : item;
      if (is_color) place = OriginOf(recipe, key).text.empty() ? pointer : key;
      WarnOfBytes(recipe, numbers.subspan(i * (before + 3) + before, 3), place, warnings);
    }
  }
}

// Returns about the values that the range fit will find; nullopt if it is not asked for, or the
// recipe cannot be compiled.
std::optional<Bounds> FittedValues(const Recipe& recipe) try {
  if (!FindsRange(recipe.range)) return std::nullopt;
  const HeightRange range = LikelyRange(Program::Impl::CompileChecked(recipe, {.slopes = false}));
  return Bounds{range.low, range.high};
} catch (const Error&) {  // reported elsewhere
  return std::nullopt;
}

// Returns whether the node is the land, or the land with or without details: they differ by less
// than half of the land's relief.
bool ShowsGround(const Recipe& recipe, const Node& node) try {
  constexpr double kDetails = 0.5;
  const std::string name = "difference";
  Node difference;
  difference.type = "subtract";
  difference.inputs = {{"a", {node}}, {"b", {recipe.noise}}};
  Recipe probed = recipe;
  probed.maps.insert_or_assign(name, std::move(difference));
  const Program program = Program::Compile(probed, {.slopes = false, .maps = {name}});
  const HeightRange range = LikelyRange(program);
  const auto relief = [&](const PictureMap& map) {
    const Bounds values = MeasuredValues(program, {}, map, range);
    return values.high - values.low;
  };
  return relief(*FindPictureMap(probed, name)) < kDetails * relief(Map::kHeight);
} catch (const Error&) {  // reported elsewhere
  return false;
}

// Appends a warning if the node measures the ground, but with another strength than the world's. A
// rounded number is not meant as another, nor one that makes up for what the node lacks.
void WarnOfStrength(const Recipe& recipe, const Node& node, const std::string& pointer,
                    std::vector<Issue>* warnings) {
  constexpr double kRounded = 0.02, kAdjusted = 0.25;
  constexpr double kMeasured = 0.1;  // of samples, which may miss the extremes
  const auto source = node.inputs.find("source");
  if (!recipe.world || !node.Has("strength") || source == node.inputs.end()) return;
  const Field* const field = FindField(ObjectKind::kNode, "strength", *NodeTypeNumber(node.type));
  if (field->default_text != kStrengthOfWorld) return;
  const auto fitted = FittedValues(recipe);
  const auto world = StrengthPerUnit(recipe, fitted);
  const Node& measured = source->second.front();
  const bool is_noise = measured == recipe.noise;
  const double rounded = fitted ? kMeasured : kRounded;
  const double own = node.Number("strength"), tolerance = is_noise ? rounded : kAdjusted;
  if (!world || std::abs(own - *world) <= tolerance * std::abs(*world)) return;
  if (!is_noise && !ShowsGround(recipe, measured)) return;
  warnings->push_back(WarningAt(
      recipe, ChildPointer(pointer, "strength"),
      fmt::format("is {:.3g}, but the world's heights and width give {:.3g}", own, *world),
      "without it, the node measures the ground"));
}

// Warns of a noise that does not vary along all axes of a sphere.
void WarnOfDimensions(const Recipe& recipe, const Node& node, const std::string& pointer,
                      std::vector<Issue>* warnings) {
  if (!recipe.domain.IsSphere() || !node.Has("dimensions") || node.Number("dimensions") == 3)
    return;
  warnings->push_back(
      WarningAt(recipe, ChildPointer(pointer, "dimensions"),
                "stretches the noise: it does not vary along every axis of the sphere",
                "leave it out: noises on a sphere have 3"));
}

void WarnOfNodes(const Recipe& recipe, const Node& node, const std::string& pointer,
                 std::vector<Issue>* warnings) {
  WarnOfDimensions(recipe, node, pointer, warnings);
  WarnOfIneffective(recipe, node, pointer, warnings);
  WarnOfStrength(recipe, node, pointer, warnings);
  WarnOfColors(recipe, node, pointer, warnings);
  for (const auto& [key, inputs] : node.inputs) {
    const bool is_list = inputs.size() > 1;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const std::string at = ChildPointer(pointer, key);
      WarnOfNodes(recipe, inputs[i], is_list ? ChildPointer(at, i) : at, warnings);
    }
  }
}

}  // namespace

std::vector<Issue> WarningsOf(const Recipe& recipe, std::span<const std::string> maps) {
  const UsedNodes used(recipe, maps);
  std::vector<Issue> warnings;
  int unused = 0;
  for (const auto& [name, node] : recipe.nodes) {
    if (IsConstantForFormulas(recipe, name, node)) continue;
    if (used.IsNamed(name) || WasReplaced(recipe, name) || ++unused > kMaxListed) continue;
    warnings.push_back(WarningAt(recipe, ChildPointer("/nodes", name),
                                 "has no effect: no node in use refers to it",
                                 OtherNameHint(recipe, name)));
  }
  AddMore(unused, "node", &warnings);
  WarnOfKnobs(recipe, &warnings);
  WarnOfFunctions(recipe, &warnings);
  const Domain& domain = recipe.domain;
  if (domain.slice != 0 && !used.has_depth() && !TiltsZ(domain.rotate))
    warnings.push_back(WarningAt(recipe, "/domain/slice",
                                 "has no effect: no noise has 3 dimensions", SliceHint(recipe)));
  const std::vector<Issue> of_ground = GroundWarnings(recipe);
  warnings.insert(warnings.end(), of_ground.begin(), of_ground.end());
  WarnOfNodes(recipe, recipe.noise, "/noise", &warnings);
  for (const auto& [name, node] : recipe.nodes)
    if (used.IsNamed(name)) WarnOfNodes(recipe, node, ChildPointer("/nodes", name), &warnings);
  for (const auto& [name, node] : recipe.maps)
    WarnOfNodes(recipe, node, ChildPointer("/maps", name), &warnings);
  return warnings;
}

}  // namespace cobble
