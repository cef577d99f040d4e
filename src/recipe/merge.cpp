// Merging layers, along the table of fields.
#include "recipe/merge.h"

#include <optional>
#include <utility>

#include "core/numbers.h"
#include "recipe/fields.h"
#include "recipe/read_value.h"

namespace cobble {
namespace {

void MergeObject(ObjectKind kind, const Json& upper, Json* lower);

// The type that a node says it has; nothing where it says none or one that does not exist.
std::optional<NodeType> TypeOf(const Json& node) {
  const Json* const type = node.Find("type");
  NodeType result;
  if (!type || !type->text() || !FromName(*type->text(), &result)) return std::nullopt;
  return result;
}

void DropForeignKeys(const Json& upper, Json* lower) {
  const auto type = TypeOf(upper);
  if (!type || TypeOf(*lower) == type) return;
  std::erase_if(*lower->object(), [type](const Json::Member& member) {
    const Field* const field = FindField(ObjectKind::kNode, member.key);
    return field && !Uses(*type, *field);
  });
}

void MergeInput(const Json& upper, Json* lower) {
  if (!upper.object()) {
    *lower = upper;
    return;
  }
  if (upper.by_path && lower->number()) {  // a number is a constant node whose keys can be reached
    *lower = AsNode(*lower);
  }
  MergeObject(ObjectKind::kNode, upper, lower);
}

void MergeList(const Field& field, const Json& upper, Json* lower) {
  const bool inputs = field.type == FieldType::kInputs;
  Json list{AsList(field, *lower), lower->place.source ? lower->place : upper.place};
  for (const auto& [key, place, item] : *upper.object()) {
    const auto index = static_cast<std::size_t>(ParseWhole(key).value_or(0));
    Json filler = inputs ? Json::Number(0) : Json();  // an input of 0 is none
    filler.place = place;
    if (list.list()->size() <= index) list.list()->resize(index + 1, filler);
    Json* const target = &(*list.list())[index];
    if (inputs) {
      MergeInput(item, target);
    } else {
      *target = item;
    }
  }
  *lower = std::move(list);
}

// field: null for keys that no table row knows.
void MergeValue(const Field* field, const Json& upper, Json* lower) {
  const FieldType type = field ? field->type : FieldType::kText;
  if (upper.object() && type == FieldType::kObject) {
    MergeObject(field->inner, upper, lower);
  } else if (type == FieldType::kInput) {
    MergeInput(upper, lower);
  } else if (upper.by_path && field) {
    MergeList(*field, upper, lower);
  } else if (type == FieldType::kInputs && !lower->list()) {
    MergeInput(upper, lower);
  } else {
    *lower = upper;
  }
}

void MergeObject(ObjectKind kind, const Json& upper, Json* lower) {
  if (!lower->object()) *lower = Json{Json::Object(), upper.place, true};
  if (lower->by_path && !upper.by_path) {  // now it is written
    lower->place = upper.place;
    lower->by_path = false;
  }
  if (kind == ObjectKind::kNode) DropForeignKeys(upper, lower);
  Json::Object& members = *lower->object();
  const std::size_t known = members.size();  // a key that `upper` has twice stays there twice
  for (const auto& [key, place, value] : *upper.object()) {
    std::size_t at = 0;
    while (at < known && members[at].key != key) ++at;
    if (at == known) {
      at = members.size();
      members.push_back({key, place, Json()});
    }
    members[at].place = place;
    MergeValue(FindField(kind, key), value, &members[at].value);
  }
}

}  // namespace

void MergeRecipe(const Json& upper, Json* lower) { MergeObject(ObjectKind::kRecipe, upper, lower); }

Json::List AsList(const Field& field, const Json& json) {
  if (json.list()) return *json.list();
  if (field.type == FieldType::kInputs) return json.place.source ? Json::List{json} : Json::List();
  if (json.number()) return Json::List(static_cast<std::size_t>(field.count), json);
  const Json fallback = Fallback(field);
  return fallback.list() ? *fallback.list() : Json::List();
}

Json AsNode(const Json& number) {
  Json node{Json::Object(), number.place};
  node.Add("type", Json{std::string(Name(NodeType::kConstant)), number.place});
  node.Add("value", number);
  return node;
}

}  // namespace cobble
