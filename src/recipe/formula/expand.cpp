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
#include "recipe/fields/node_spec.h"
#include "recipe/formula/formula.h"
#include "recipe/formula/parser.h"
#include "recipe/formula/scanner.h"
#include "recipe/formula/scope.h"
#include "recipe/formula/tables.h"
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

// Returns whether an item of a range is a share, or close to one, and not a formula.
bool IsShare(const Field& field, const Json& item) {
  return TakesShares(field) && item.text() && item.text()->ends_with('%');
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
    } else if (const auto* const bound = WordIn(*field, member.value)) {
      member.value.value = *bound->word;
    } else {
      ExpandNumbers(*field, below, &member.value);
    }
  }
  if (body_ && kind == ObjectKind::kNode) AddPattern(pointer, object);
}

// Returns the parameter whose name stands in place of a word; null if none does.
const FormulaScope::Bound* FormulaExpander::WordIn(const Field& field, const Json& json) const {
  const bool takes_word = field.type == FieldType::kChoice || field.type == FieldType::kText ||
                          field.type == FieldType::kBool;
  const auto* const bound =
      body_ && takes_word && json.text() ? body_->scope->Find(*json.text()) : nullptr;
  return bound && bound->is_parameter && bound->word ? bound : nullptr;
}

bool FormulaExpander::ExpandBody(Json* json) {
  const Field field{.key = "value", .type = FieldType::kInput, .accepts = Accepts::kAny};
  ExpandInput(field, body_->pointer, json);
  return !has_failed_;
}

std::string FormulaExpander::PatternsAt(const std::string& pointer) const {
  return body_->patterns + pointer.substr(body_->pointer.size());
}

void FormulaExpander::AddPattern(const std::string& pointer, Json* node) const {
  const auto type = TypeOf(ObjectKind::kNode, *node);
  const bool has_own = node->Find(kPatternKey) || node->Find(kSeedKey);
  if (!type || has_own || !FindFieldOf(ObjectKind::kNode, *type, kPatternKey)) return;
  node->Add(kPatternKey, Json{PatternsAt(pointer), node->place});
}

bool FormulaExpander::TakeBound(const std::string& name, const Place& place, Json* json) {
  FormulaValue value;
  const Json text{"ref('" + name + "')", place};
  if (!FormulaParser(*body_, text).ReadWhole(nullptr, &value)) return false;
  *json = std::move(value.json);
  return true;
}

template <typename Expand>
void FormulaExpander::Replace(const std::string& pointer, bool may_be_color, const Expand& expand,
                              Json* json) {
  const int uses = names_.knob_uses() + names_.calls();
  const auto text = *json->text();
  FormulaSite site{names_, pointer, faults_, nodes_, may_be_color, names_.has_knobs() && !body_};
  site.shared = shared_;
  if (body_) {
    site.scope = body_->scope;
    site.patterns = PatternsAt(pointer);
    if (pointer.size() > body_->pointer.size()) site.patterns += ' ';
  }
  *json = expand(*json, site);
  has_failed_ |= json->is_unread;
  if (names_.knob_uses() + names_.calls() != uses && !body_)
    json->formula = std::make_shared<const std::string>(text);
}

bool FormulaExpander::IsFormula(const Field& field, const Json& json) const {
  const std::string& text = *json.text();
  if (body_) return body_->scope->Find(text) || !ParseColor(text);
  if (names_.FindKnobIn(text) || !names_.FunctionsOf(text).empty()) return true;
  if (ParseColor(text)) return false;
  if (names_.HasNearKnob(text)) return true;
  // Flags are strict: in "010" and "+5", a digit or a sign is a slip.
  if (json.place.is_flag() || !TakesNumber(field)) return false;
  if (ParseNumber(WithoutBlanks(text))) return false;
  if (names_.has_knobs()) return true;
  int nodes = 0;
  return !ExpandValueFormula(field, json, FormulaSite{names_, "", nullptr, &nodes}).is_unread;
}

void FormulaExpander::ExpandNumbers(const Field& field, const std::string& pointer, Json* json) {
  const bool is_fixed = field.minimum == field.maximum;
  if (!IsValue(field.type) || is_fixed || field.object == ObjectKind::kKnob) return;
  if (Json::List* const list = json->list())
    for (std::size_t i = 0; i < list->size(); ++i)
      if (const auto item = ItemOf(field, i); item && !IsShare(field, (*list)[i]))
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
  if (const auto ref = body_ ? json->TextAt(kRefType) : std::nullopt) {
    has_failed_ |= !TakeBound(std::string(*ref), json->place, json);
    return;
  }
  if (json->object()) return ExpandObject(ObjectKind::kNode, pointer, json);
  const bool may_be_color = field.accepts != Accepts::kNumber;
  if (json->list() && may_be_color)
    return ExpandNumbers({.key = field.key, .type = FieldType::kColor}, pointer, json);
  if (!json->text()) return;
  const bool has_name =
      body_ ? body_->scope->Find(*json->text()) != nullptr
            : names_.Contains(*json->text()) || names_.IsMap(*json->text(), pointer, may_be_color);
  if (may_be_color && ParseColor(*json->text()) && !has_name) return;
  Replace(pointer, may_be_color, &ExpandFormula, json);
  if (TakesObjects(field) && IsShortNode(*json)) *json = ExpandToNode(*json);
}

void AddNames(const Json& nodes, FormulaNames* names) {
  for (const auto& [name, place, node] : nodes.members()) names->Set(name, node);
}

void AddMapNames(const Json& maps, FormulaNames* names) {
  for (const auto& [name, place, map] : maps.members()) names->SetMap(name, map);
}

void AddKnobs(const Json& knobs, FormulaNames* names) {
  for (const auto& [name, place, knob] : knobs.members()) names->SetKnob(name, knob.At("value"));
}

void AddNamesOfRecipe(const Json& recipe, FormulaNames* names) {
  AddNames(recipe.At("nodes"), names);
  AddKnobs(recipe.At("knobs"), names);
  AddMapNames(recipe.At("maps"), names);
  names->SetFunctions(recipe.At("functions"));
}

}  // namespace cobble
