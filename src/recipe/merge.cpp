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

// The type that an object says it has; nothing where it says none or one that does not exist.
std::optional<int> TypeOf(ObjectKind kind, const Json& json) {
  const Json* const type = json.Find("type");
  return type && type->text() ? FindType(kind, *type->text()) : std::nullopt;
}

void DropForeignKeys(ObjectKind kind, const Json& upper, Json* lower) {
  const auto type = TypeOf(kind, upper);
  if (!type || TypeOf(kind, *lower) == type) return;
  std::erase_if(*lower->object(), [&](const Json::Member& member) {
    const Field* const field = FindField(kind, member.key, type);
    return field && !Uses(*type, *field);
  });
}

// Drops from `lower` what keys of `upper` stand instead of, or are stood for by.
void DropReplacedKeys(ObjectKind kind, std::optional<int> type, const Json& upper, Json* lower) {
  for (const Json::Member& member : *upper.object()) {
    const Field* const field = FindField(kind, member.key, type);
    if (!field) continue;
    std::erase_if(*lower->object(), [&](const Json::Member& old) {
      const Field* const replaced = FindField(kind, old.key, type);
      return replaced && Excludes(*field, *replaced);
    });
  }
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
    Json* const target = &ItemAt(field, key, place, &list);
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
  DropForeignKeys(kind, upper, lower);
  const auto own_type = TypeOf(kind, upper);
  const auto type = own_type ? own_type : TypeOf(kind, *lower);
  DropReplacedKeys(kind, type, upper, lower);
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
    MergeValue(FindField(kind, key, type), value, &members[at].value);
  }
}

}  // namespace

void MergeRecipe(const Json& upper, Json* lower) { MergeObject(ObjectKind::kRecipe, upper, lower); }

Json::List AsList(const Field& field, const Json& json) {
  if (json.list()) return *json.list();
  if (field.type == FieldType::kInputs) return json.place.source ? Json::List{json} : Json::List();
  if (json.number() && field.type != FieldType::kList)
    return Json::List(static_cast<std::size_t>(field.count), json);
  const Json fallback = Fallback(field);
  return fallback.list() ? *fallback.list() : Json::List();
}

Json& ItemAt(const Field& field, std::string_view key, const Place& place, Json* list) {
  const auto index = static_cast<std::size_t>(ParseWhole(key).value_or(0));
  // An input of 0 is none, but a number must be there.
  const bool is_inputs = field.type == FieldType::kInputs;
  const Json hole = is_inputs ? Json{0.0, place} : Json{std::monostate(), place, true};
  if (list->list()->size() <= index) list->list()->resize(index + 1, hole);
  return (*list->list())[index];
}

Json AsNode(const Json& number) {
  Json node{Json::Object(), number.place};
  node.Add("type", Json{std::string(Name(NodeType::kConstant)), number.place});
  node.Add("value", number);
  return node;
}

}  // namespace cobble
