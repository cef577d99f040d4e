// Merging layers, along the table of fields.
#include "recipe/merge.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/numbers.h"
#include "recipe/fields.h"
#include "recipe/node_spec.h"
#include "recipe/read_value.h"

namespace cobble {
namespace {

void MergeObject(ObjectKind kind, const Json& upper, Json* lower);
void MergeNodes(const Json& upper, Json* lower);

// Even where it is not known, a type takes the place of a ref.
void DropForeignKeys(ObjectKind kind, const Json& upper, Json* lower) {
  if (kind == ObjectKind::kNode && upper.Find("type"))
    std::erase_if(*lower->object(), [](const Json::Member& old) { return old.key == "ref"; });
  const auto type = TypeOf(kind, upper), old_type = TypeOf(kind, *lower);
  if (!type || old_type == type) return;
  std::erase_if(*lower->object(), [&](const Json::Member& member) {
    const Field* const field = FindField(kind, member.key, type);
    // Where the types have rows of their own, the key meant something else.
    const Field* const old = old_type ? FindField(kind, member.key, old_type) : field;
    return field && (!Uses(*type, *field) || old != field);
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
    } else if (item.by_path && field.type == FieldType::kPairs) {
      MergeList(PairOf(field), item, target);
    } else {
      *target = item;
    }
  }
  *lower = std::move(list);
}

// Whether the keys that paths gave to a field of type kInputs are indices; else they are those of a
// node that stands there alone.
bool AreItems(const Json& upper) {
  return upper.by_path && std::ranges::all_of(*upper.object(), [](const Json::Member& member) {
           return ParseWhole(member.key).has_value();
         });
}

// field: null for keys that no table row knows.
void MergeValue(const Field* field, const Json& upper, Json* lower) {
  const FieldType type = field ? field->type : FieldType::kText;
  if (upper.object() && type == FieldType::kObject) {
    MergeObject(field->inner, upper, lower);
  } else if (type == FieldType::kInput) {
    MergeInput(upper, lower);
  } else if (upper.object() && type == FieldType::kNodes) {
    MergeNodes(upper, lower);
  } else if (upper.by_path && field && (type != FieldType::kInputs || AreItems(upper))) {
    MergeList(*field, upper, lower);
  } else if (type == FieldType::kInputs && !lower->list()) {
    MergeInput(upper, lower);
  } else {
    *lower = upper;
  }
}

// Makes `lower` an object for the keys of `upper`.
void Open(const Json& upper, Json* lower) {
  if (!lower->object()) *lower = Json{Json::Object(), upper.place, true};
  if (!lower->by_path || upper.by_path) return;
  lower->place = upper.place;  // now it is written
  lower->by_path = false;
}

// field_of: the row of a key, or null.
template <typename FieldOf>
void MergeMembers(const Json& upper, const FieldOf& field_of, Json* lower) {
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
    MergeValue(field_of(key), value, &members[at].value);
  }
}

void MergeObject(ObjectKind kind, const Json& upper, Json* lower) {
  Open(upper, lower);
  DropForeignKeys(kind, upper, lower);
  const auto own_type = TypeOf(kind, upper);
  const auto type = own_type ? own_type : TypeOf(kind, *lower);
  DropReplacedKeys(kind, type, upper, lower);
  MergeMembers(
      upper, [&](std::string_view key) { return FindField(kind, key, type); }, lower);
}

// Named nodes, each as the one at /noise.
void MergeNodes(const Json& upper, Json* lower) {
  Open(upper, lower);
  const Field* const node = FindField(ObjectKind::kRecipe, PathOf(ObjectKind::kNode));
  MergeMembers(
      upper, [&](std::string_view key) { return IsOwnKey(key) ? nullptr : node; }, lower);
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
  node.Add("type", Json{std::string(kConstantType), number.place});
  node.Add("value", number);
  return node;
}

}  // namespace cobble
