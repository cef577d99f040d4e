// Describes types of nodes, formulas, presets, maps and the names of colours.
#include <algorithm>

#include "core/color.h"
#include "core/maps.h"
#include "core/numbers.h"
#include "recipe/description/description.h"
#include "recipe/fields/fields.h"
#include "recipe/presets.h"

namespace cobble {
namespace {

// Returns the key of an input that makes the result a colour, or "KEY=VALUE".
std::string ColorCondition(const NodeSpec& spec) {
  const auto& [key, value] = spec.color_choice;
  if (key.empty()) return std::string(spec.color_if);
  return std::string(key) + "=" + std::string(value);
}

JsonTree DescribeNode(const NodeSpec& spec) {
  JsonTree row{{"name", spec.name}};
  if (spec.noise) row["noise"] = true;
  if (spec.is_color) row["color"] = true;
  if (const std::string condition = ColorCondition(spec); !condition.empty())
    row["color_if"] = condition;
  row["summary"] = spec.summary;
  row["call"] = CallText(spec);
  if (!spec.value.empty()) row["value"] = spec.value;
  if (const std::string bounds = BoundsText(spec); !bounds.empty()) row["bounds"] = bounds;
  row["arguments"] = spec.arguments;
  JsonTree& keys = row["keys"] = JsonTree::array();
  for (const Field* field : KeysOfType(ObjectKind::kNode, *NodeTypeNumber(spec.name)))
    keys.push_back(DescribeField(*field, std::string(field->key)));
  if (!spec.details.empty()) row["details"] = DetailsTree(spec.details);
  if (spec.noise) row["source"] = spec.noise->source;
  return row;
}

template <typename Items, typename Make>
JsonTree ListOf(const Items& items, const Make& make) {
  JsonTree rows = JsonTree::array();
  for (const auto& item : items) rows.push_back(make(item));
  return rows;
}

}  // namespace

std::string IntervalText(double low, double high) { return Shortest(low) + ".." + Shortest(high); }

std::string BoundsText(const NodeSpec& spec) {
  if (!spec.noise) return std::string(spec.bounds);
  const auto interval = [](const Bounds& bounds) { return IntervalText(bounds.low, bounds.high); };
  std::string text = interval(spec.noise->bounds);
  if (HasTurbulence(spec)) text += "; with turbulence " + interval(kTurbulentBounds);
  if (!spec.noise->limited_bounds.empty())
    text += "; with limit above 1 " + std::string(spec.noise->limited_bounds);
  return text;
}

std::string ExpansionText(const FormulaOperator& op) {
  std::string text(op.node);
  if (!op.when.empty()) text += ", " + std::string(op.when);
  return text;
}

JsonTree DescribeNodes() {
  return ListOf(NodeSpecs(), [](const NodeSpec* spec) { return DescribeNode(*spec); });
}

JsonTree DescribeFunctions() {
  return ListOf(FormulaFunctions(), [](const FormulaFunction& function) -> JsonTree {
    return {{"name", function.name}, {"call", CallText(function)}, {"summary", function.summary}};
  });
}

JsonTree DescribeOperators() {
  return ListOf(FormulaOperators(), [](const FormulaOperator& op) -> JsonTree {
    return {{"name", op.op}, {"summary", std::string(op.form) + ": " + ExpansionText(op)}};
  });
}

JsonTree DescribePresets() {
  return ListOf(PresetSummaries(), [](const PresetSummary& preset) -> JsonTree {
    return {{"name", preset.name}, {"group", preset.group}, {"description", preset.description}};
  });
}

JsonTree DescribeMaps() {
  return ListOf(kMapTable, [](const MapInfo& map) -> JsonTree {
    return {{"name", map.name}, {"channels", map.channels}, {"summary", map.help}};
  });
}

JsonTree DescribeColors() {
  JsonTree colors = JsonTree::object();
  for (const std::string_view name : ColorNames())
    colors[std::string(name)] = *HexOf(*ParseColor(name));
  return colors;
}

}  // namespace cobble
