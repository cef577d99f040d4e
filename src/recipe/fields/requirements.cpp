// Compares values as JSON, like the requirements.
#include "recipe/fields/requirements.h"

#include <algorithm>
#include <optional>

#include "core/list_text.h"
#include "core/suggest.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/json/json.h"
#include "recipe/reading/read_value.h"
#include "recipe/reading/value_hints.h"

namespace cobble {
namespace {

// Returns nullopt if an exclusive key replaces the value.
std::optional<Json> ValueOf(const Node& node, const Field& field) {
  const auto found = node.values.find(field.key);
  if (found == node.values.end()) return std::nullopt;
  return ToJson(field, found->second);
}

bool Applies(const Requirement& requirement, const Node& node, const Field& field) {
  const auto value = ValueOf(node, field);
  if (!value) return false;
  const std::string text = WriteJsonLine(*value);
  return requirement.value.empty() ? text != field.fallback : text == requirement.value;
}

std::string Message(const Requirement& requirement, const Json& value) {
  const std::string condition =
      requirement.value.empty() ? " is set" : " is " + std::string(requirement.value);
  return MustBe(
      ListText(requirement.required, " or ") + " if " + Quoted(requirement.key) + condition, value);
}

}  // namespace

std::vector<Violation> ViolatedRequirements(const Node& node) {
  std::vector<Violation> violations;
  const auto type = NodeTypeNumber(node.type);
  const NodeSpec* const spec = FindNodeSpec(node.type);
  if (!spec || !spec->noise) return violations;
  const auto field_of = [&](std::string_view key) -> const Field& {
    return *FindField(ObjectKind::kNode, key, type);
  };
  for (const Requirement& requirement : spec->noise->requirements) {
    const auto value = ValueOf(node, field_of(requirement.other));
    if (!value || std::ranges::count(requirement.required, WriteJsonLine(*value)) > 0) continue;
    if (!Applies(requirement, node, field_of(requirement.key))) continue;
    if (std::ranges::find(violations, requirement.other, &Violation::key) == violations.end())
      violations.push_back({requirement.other, Message(requirement, *value)});
  }
  return violations;
}

}  // namespace cobble
