// Sorts the keys of recipes.
#include "recipe/writing/order.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"

namespace cobble {
namespace {

using Item = DocumentValue::Item;

void OrderObject(ObjectKind kind, DocumentValue* object);
void OrderInput(DocumentValue* input);

std::optional<int> TypeOfObject(ObjectKind kind, DocumentValue* object) {
  if (kind == ObjectKind::kNode && object->Find(kRefType)) return NodeTypeNumber(kRefType);
  const DocumentValue* const type = object->Find("type");
  return type && type->text() ? FindType(kind, *type->text()) : std::nullopt;
}

// Returns a key's place in its object; nullopt for an unknown key.
std::optional<std::size_t> RankOf(ObjectKind kind, std::optional<int> type, std::string_view key) {
  const bool is_root = kind == ObjectKind::kRecipe && key == PathOf(ObjectKind::kNode);
  if (is_root) key = "nodes";
  const auto fields = FieldsOf(kind, type.value_or(0));
  const auto found = std::ranges::find(fields, key, [](const Field* field) { return field->key; });
  if (found == fields.end()) return std::nullopt;
  return static_cast<std::size_t>(found - fields.begin()) * 2 + (is_root ? 1 : 0);
}

void SortItems(ObjectKind kind, DocumentValue* object) {
  const auto type = TypeOfObject(kind, object);
  std::vector<std::pair<std::size_t, Item>> ranked;
  std::size_t rank = 0;
  for (Item& item : object->items) {
    rank = RankOf(kind, type, item.key).value_or(rank);
    ranked.emplace_back(rank, std::move(item));
  }
  std::ranges::stable_sort(ranked, {}, &std::pair<std::size_t, Item>::first);
  object->items.clear();
  for (auto& [place, item] : ranked) object->items.push_back(std::move(item));
}

void OrderNamed(const Field& field, DocumentValue* object) {
  object->is_split = object->items.size() > 1;
  if (field.type == FieldType::kPacks) return;
  for (Item& item : object->items)
    if (!IsUserKey(item.key)) OrderInput(&item.value);
}

void OrderInput(DocumentValue* input) {
  if (input->is_object) return OrderObject(ObjectKind::kNode, input);
  for (Item& item : input->items) OrderInput(&item.value);  // of a list of inputs
}

void OrderMember(const Field& field, DocumentValue* value) {
  if (field.type == FieldType::kInput || field.type == FieldType::kInputs) return OrderInput(value);
  if (!value->is_object) return;
  if (field.type == FieldType::kObject) return OrderObject(field.inner, value);
  if (ShapeOf(field.type) == FieldShape::kNamed) OrderNamed(field, value);
}

void OrderObject(ObjectKind kind, DocumentValue* object) {
  const auto type = TypeOfObject(kind, object);
  for (Item& item : object->items)
    if (const Field* const field = FindField(kind, item.key, type))
      OrderMember(*field, &item.value);
  SortItems(kind, object);
  // No blank line above the first key.
  if (object->items.empty()) return;
  auto& above = object->items.front().above;
  above.erase(above.begin(), std::ranges::find_if(above, [](auto& line) { return !line.empty(); }));
}

}  // namespace

void OrderKeys(DocumentValue* recipe) {
  OrderObject(ObjectKind::kRecipe, recipe);
  recipe->is_split = true;
}

}  // namespace cobble
