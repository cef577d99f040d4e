// Walks a recipe's tree along the keys that take nodes.
#include "recipe/formula/expand.h"

#include <utility>

#include "core/color.h"
#include "recipe/fields/fields.h"
#include "recipe/formula/formula.h"
#include "recipe/reading/merge.h"
#include "recipe/reading/read_value.h"

namespace cobble {
namespace {

// Returns whether a number or a colour would be short for an object.
bool TakesObjects(const Field& field) { return field.object == ObjectKind::kRecipe; }

}  // namespace

void FormulaExpander::ExpandRecipe(Json* recipe) {
  if (!recipe->object()) return;
  for (Json::Member& member : *recipe->object()) {
    const Field* const field = FindField(ObjectKind::kRecipe, member.key);
    if (!field) continue;
    const std::string pointer = ChildPointer("", member.key);
    if (field->type == FieldType::kInput) ExpandInput(*field, pointer, &member.value);
    if (HasNamedNodes(field->type)) ExpandNamed(*field, pointer, &member.value);
  }
}

void FormulaExpander::ExpandNamed(const Field& field, const std::string& pointer, Json* json) {
  if (!json->object()) return;
  const Field item = *ItemOf(field);
  for (Json::Member& member : *json->object()) {
    if (IsUserKey(member.key)) continue;
    const std::string* const formula = member.value.text();
    const bool is_node = field.type == FieldType::kNodes;
    const auto number = formula && is_node ? names_.NumberOf(member.key, *formula) : std::nullopt;
    if (number) {
      member.value = Json{*number, member.value.place};
    } else {
      ExpandInput(item, ChildPointer(pointer, member.key), &member.value);
    }
    if (is_node && IsShortNode(member.value)) member.value = ExpandToNode(member.value);
  }
}

// Expands any list: the type, which decides whether the key takes one, may be in another layer.
void FormulaExpander::ExpandValue(const Field& field, const std::string& pointer, Json* json) {
  if (!json->list()) return ExpandInput(field, pointer, json);
  for (std::size_t i = 0; i < json->list()->size(); ++i)
    ExpandInput(field, ChildPointer(pointer, i), &(*json->list())[i]);
}

void FormulaExpander::ExpandInput(const Field& field, const std::string& pointer, Json* json) {
  if (json->object()) return ExpandNode(pointer, json);
  if (!json->text()) return;
  const bool may_be_color = field.accepts != Accepts::kNumber;
  if (may_be_color && ParseColor(*json->text()) && !names_.Contains(*json->text())) return;
  *json = ExpandFormula(*json, {names_, pointer, faults_, &nodes_, may_be_color});
  if (TakesObjects(field) && IsShortNode(*json)) *json = ExpandToNode(*json);
}

void FormulaExpander::ExpandNode(const std::string& pointer, Json* node) {
  const auto type = TypeOf(ObjectKind::kNode, *node);
  for (Json::Member& member : *node->object()) {
    const Field* const field = FindField(ObjectKind::kNode, member.key, type);
    if (field && IsInput(field->type))
      ExpandValue(*field, ChildPointer(pointer, member.key), &member.value);
  }
}

void AddNames(const Json& nodes, FormulaNames* names) {
  for (const auto& [name, place, node] : nodes.members()) names->Set(name, node);
}

}  // namespace cobble
