// Sorts the keys of recipes.
#include "recipe/writing/document.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/reading/read_value.h"

namespace cobble {
namespace {

void OrderObject(ObjectKind kind, Json* object);
void OrderInput(Json* input);
void OrderMember(const Field& field, Json* value);

// Like TypeOf, but of an object with a ref and a type, returns the ref's.
std::optional<int> TypeOfObject(ObjectKind kind, const Json& object) {
  const bool is_ref = kind == ObjectKind::kNode && object.Find(kRefType);
  return is_ref ? NodeTypeNumber(kRefType) : TypeOf(kind, object);
}

// Returns the place of a key among the keys of its object; nullopt for an unknown key.
std::optional<std::size_t> RankOf(ObjectKind kind, std::optional<int> type, std::string_view key) {
  const bool is_root = kind == ObjectKind::kRecipe && key == PathOf(ObjectKind::kNode);
  if (is_root) key = "nodes";
  const auto fields = FieldsOf(kind, type.value_or(0));
  const auto found = std::ranges::find(fields, key, &Field::key);
  if (found == fields.end()) return std::nullopt;
  return static_cast<std::size_t>(found - fields.begin()) * 2 + (is_root ? 1 : 0);
}

void SortMembers(ObjectKind kind, std::optional<int> type, Json::Object* members) {
  std::vector<std::pair<std::size_t, Json::Member>> ranked;
  std::size_t rank = 0;
  for (Json::Member& member : *members) {
    rank = RankOf(kind, type, member.key).value_or(rank);
    ranked.emplace_back(rank, std::move(member));
  }
  std::ranges::stable_sort(ranked, {}, &std::pair<std::size_t, Json::Member>::first);
  std::ranges::transform(ranked, members->begin(),
                         [](auto& each) { return std::move(each.second); });
}

void OrderNamed(const Field& field, Json* object) {
  object->is_split = object->object()->size() > 1;
  if (field.type == FieldType::kPacks) return;
  for (Json::Member& member : *object->object())
    if (!IsUserKey(member.key)) OrderMember(*ItemOf(field), &member.value);
}

void OrderInput(Json* input) {
  if (input->object()) return OrderObject(ObjectKind::kNode, input);
  if (!input->list()) return;
  for (Json& item : *input->list()) OrderInput(&item);
}

void OrderMember(const Field& field, Json* value) {
  if (IsInput(field.type)) return OrderInput(value);
  if (!value->object()) return;
  if (field.type == FieldType::kObject) return OrderObject(field.inner, value);
  if (ShapeOf(field.type) == FieldShape::kNamed) OrderNamed(field, value);
}

void OrderObject(ObjectKind kind, Json* object) {
  const auto type = TypeOfObject(kind, *object);
  for (Json::Member& member : *object->object())
    if (const Field* const field = FindField(kind, member.key, type))
      OrderMember(*field, &member.value);
  SortMembers(kind, type, object->object());
}

}  // namespace

void OrderKeys(Json* recipe) {
  OrderObject(ObjectKind::kRecipe, recipe);
  recipe->is_split = true;
}

}  // namespace cobble
