// Walks a recipe's tree along the keys that take nodes, numbers or colours.
#include "recipe/formula/expand.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "core/color.h"
#include "core/list_text.h"
#include "core/numbers.h"
#include "recipe/fields/fields.h"
#include "recipe/formula/formula.h"
#include "recipe/formula/scanner.h"
#include "recipe/reading/merge.h"
#include "recipe/reading/read_value.h"

namespace cobble {
namespace {

// Returns whether a number or a colour would be short for an object.
bool TakesObjects(const Field& field) { return field.object == ObjectKind::kRecipe; }

// Returns the list that a flag spells with commas, as in -wear,max(1,wear); nullopt if the text is
// not such a list.
std::optional<Json> ListOfFlag(const Field& field, const Json& flag) {
  const bool may_be_list = flag.place.is_flag() && ShapeOf(field.type) == FieldShape::kList;
  if (!may_be_list || flag.text()->starts_with('[')) return std::nullopt;
  Json::List items;
  for (std::string& item : SplitOutsideBrackets(*flag.text())) {
    const auto number = ParseNumber(item);
    items.push_back(number ? Json{*number, flag.place} : Json{std::move(item), flag.place});
  }
  return items.size() > 1 ? std::optional(Json{std::move(items), flag.place}) : std::nullopt;
}

// Returns whether one number may be the value. A size is two: "512*256" is a slip.
bool TakesNumber(const Field& field) {
  constexpr FieldType kNumbers[] = {FieldType::kInteger, FieldType::kNumber, FieldType::kByAxis};
  if (std::ranges::count(kNumbers, field.type) > 0) return true;
  return IsNumbers(field.type) && field.type != FieldType::kSize && LengthsOf(field).front() == 1;
}

}  // namespace

void FormulaExpander::ExpandRecipe(Json* recipe) {
  if (recipe->object()) ExpandObject(ObjectKind::kRecipe, "", recipe);
}

void FormulaExpander::ExpandObject(ObjectKind kind, const std::string& pointer, Json* object) {
  const auto type = TypeOf(kind, *object);
  for (Json::Member& member : *object->object()) {
    const Field* const field = FindField(kind, member.key, type);
    if (!field) continue;
    const std::string below = ChildPointer(pointer, member.key);
    if (field->type == FieldType::kInput && kind == ObjectKind::kRecipe) {
      ExpandInput(*field, below, &member.value);
    } else if (IsInput(field->type)) {
      ExpandValue(*field, below, &member.value);
    } else if (HasNamedNodes(field->type)) {
      ExpandNamed(*field, below, &member.value);
    } else if (field->type == FieldType::kObject && member.value.object()) {
      ExpandObject(field->inner, below, &member.value);
    } else {
      ExpandNumbers(*field, below, &member.value);
    }
  }
}

template <typename Expand>
void FormulaExpander::Replace(const std::string& pointer, bool may_be_color, const Expand& expand,
                              Json* json) {
  const int uses = names_.knob_uses();
  const auto text = *json->text();
  *json = expand(*json,
                 FormulaSite{names_, pointer, faults_, &nodes_, may_be_color, names_.has_knobs()});
  if (names_.knob_uses() != uses) json->formula = std::make_shared<const std::string>(text);
}

bool FormulaExpander::IsFormula(const Field& field, const Json& json) const {
  const std::string& text = *json.text();
  if (names_.FindKnobIn(text)) return true;
  if (ParseColor(text)) return false;
  if (names_.HasNearKnob(text)) return true;
  // Flags are strict: in "010" and "+5", a digit or a sign is a slip.
  if (json.place.is_flag() || !TakesNumber(field)) return false;
  if (ParseNumber(WithoutBlanks(text))) return false;
  if (names_.has_knobs()) return true;
  int nodes = 0;
  return !ExpandValueFormula(field, json, {names_, "", nullptr, &nodes}).is_unread;
}

void FormulaExpander::ExpandNumbers(const Field& field, const std::string& pointer, Json* json) {
  const bool is_fixed = field.minimum == field.maximum;
  if (!IsValue(field.type) || is_fixed || field.object == ObjectKind::kKnob) return;
  if (Json::List* const list = json->list())
    for (std::size_t i = 0; i < list->size(); ++i)
      if (const auto item = ItemOf(field, i))
        ExpandNumbers(*item, ChildPointer(pointer, i), &(*list)[i]);
  if (!json->text() || std::ranges::count(field.choices, *json->text()) > 0) return;
  if (!IsFormula(field, *json)) return;
  if (auto list = names_.FindKnobIn(*json->text()) ? ListOfFlag(field, *json) : std::nullopt) {
    *json = *std::move(list);
    return ExpandNumbers(field, pointer, json);
  }
  Replace(
      pointer, false,
      [&](const Json& text, const FormulaSite& site) {
        return ExpandValueFormula(field, text, site);
      },
      json);
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
      const auto text = std::make_shared<const std::string>(*formula);
      member.value = Json{*number, member.value.place};
      if (names_.DependsOnKnob(member.key)) member.value.formula = text;
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
  if (json->object()) return ExpandObject(ObjectKind::kNode, pointer, json);
  const bool may_be_color = field.accepts != Accepts::kNumber;
  if (json->list() && may_be_color)
    return ExpandNumbers({.key = field.key, .type = FieldType::kColor}, pointer, json);
  if (!json->text()) return;
  if (may_be_color && ParseColor(*json->text()) && !names_.Contains(*json->text())) return;
  Replace(pointer, may_be_color, &ExpandFormula, json);
  if (TakesObjects(field) && IsShortNode(*json)) *json = ExpandToNode(*json);
}

void AddNames(const Json& nodes, FormulaNames* names) {
  for (const auto& [name, place, node] : nodes.members()) names->Set(name, node);
}

void AddKnobs(const Json& knobs, FormulaNames* names) {
  for (const auto& [name, place, knob] : knobs.members()) names->SetKnob(name, knob.At("value"));
}

void AddNamesOfRecipe(const Json& recipe, FormulaNames* names) {
  AddNames(recipe.At("nodes"), names);
  AddKnobs(recipe.At("knobs"), names);
}

}  // namespace cobble
