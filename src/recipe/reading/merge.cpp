// Merges recipe layers. How a key is merged depends on its type in the table of fields.
#include "recipe/reading/merge.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/color.h"
#include "core/numbers.h"
#include "recipe/fields/node_spec.h"
#include "recipe/reading/read_value.h"

namespace cobble {
namespace {

void MergeObject(ObjectKind kind, const Json& upper, Json* lower);
void MergeNamed(const Field& field, const Json& upper, Json* lower);

// Drops the keys that a change of type removes. Setting `type`, even an unknown one, removes `ref`.
void DropKeysOfOldType(ObjectKind kind, const Json& upper, Json* lower) {
  if (kind == ObjectKind::kNode && upper.Find("type"))
    std::erase_if(*lower->object(), [](const Json::Member& old) { return old.key == "ref"; });
  const auto type = TypeOf(kind, upper), old_type = TypeOf(kind, *lower);
  if (!type || old_type == type) return;
  std::erase_if(*lower->object(), [&](const Json::Member& member) {
    const Field* const field = FindField(kind, member.key, type);
    // If the types have different rows for the key, its old value meant something else.
    const Field* const old = old_type ? FindField(kind, member.key, old_type) : field;
    return field && (!Uses(*type, *field) || old != field);
  });
}

void DropExclusiveKeys(ObjectKind kind, std::optional<int> type, const Json& upper, Json* lower) {
  for (const Json::Member& member : *upper.object()) {
    const Field* const field = FindField(kind, member.key, type);
    if (!field) continue;
    std::erase_if(*lower->object(), [&](const Json::Member& old) {
      const Field* const other = FindField(kind, old.key, type);
      return other && AreExclusive(*field, *other);
    });
  }
}

// Returns whether a patch sets only the number of a constant.
bool IsNumberPatch(const Json& upper) {
  return upper.is_patch && upper.object()->size() == 1 && upper.Find("value");
}

// In: field, the key's row; null for an item of a list.
void MergeInput(const Field* field, const Json& upper, Json* lower) {
  if (!upper.object() || upper.replaces) {
    *lower = upper;
    return;
  }
  if (lower->is_call) {  // an object with a type replaces it; the reader refuses others
    *lower = upper;
    lower->is_call = true;
    return;
  }
  if (lower->is_null() && field && !field->fallback.empty() && IsNumberPatch(upper)) {
    *lower = DefaultJson(*field);
    lower->place = upper.place;
  }
  // A path may lead to a key of a constant or colour in its short form.
  if (upper.is_patch && IsShortNode(*lower)) *lower = ExpandToNode(*lower);
  MergeObject(ObjectKind::kNode, upper, lower);
}

// In: upper, an object whose keys are indices into the list.
void MergeListItems(const Field& field, const Json& upper, Json* lower) {
  const bool inputs = field.type == FieldType::kInputs;
  Json list{ExpandToList(field, *lower), lower->place.source ? lower->place : upper.place};
  for (const auto& [key, place, item] : *upper.object()) {
    Json* const target = &ListItem(field, key, place, &list);
    const auto index = static_cast<std::size_t>(ParseInteger(key).value_or(0));
    const auto item_field = ItemOf(field, index);
    if (inputs) {
      MergeInput(nullptr, item, target);
    } else if (item.is_patch && item.object() && item_field) {
      MergeListItems(*item_field, item, target);
    } else {
      *target = item;
    }
  }
  *lower = std::move(list);
}

// Returns whether a patch of a kInputs sets items (by.0), not keys of a single node (by.frequency).
bool HasIndexKeys(const Json& upper) {
  return upper.is_patch && std::ranges::all_of(*upper.object(), [](const Json::Member& member) {
           return ParseInteger(member.key).has_value();
         });
}

// In: field, the key's row, or null if the key is unknown.
void MergeValue(const Field* field, const Json& upper, Json* lower) {
  const FieldType type = field ? field->type : FieldType::kText;
  if (upper.object() && type == FieldType::kObject) {
    MergeObject(field->inner, upper, lower);
  } else if (type == FieldType::kInput) {
    MergeInput(field, upper, lower);
  } else if (upper.object() && ShapeOf(type) == FieldShape::kNamed) {
    MergeNamed(*field, upper, lower);
  } else if (upper.is_patch && field && (type != FieldType::kInputs || HasIndexKeys(upper))) {
    MergeListItems(*field, upper, lower);
  } else if (type == FieldType::kInputs && !lower->list()) {
    MergeInput(nullptr, upper, lower);
  } else {
    *lower = upper;
  }
}

// Prepares `lower` for the keys of `upper`: replaces anything but an object by an empty one.
void MakeObject(const Json& upper, Json* lower) {
  // The formula of one does not give what both are together.
  const auto formula = lower->object() ? nullptr : upper.formula;
  if (!lower->object()) *lower = Json{Json::Object(), upper.place, true};
  lower->formula = formula;
  if (!lower->is_patch || upper.is_patch) return;
  // `upper` has the whole object, so it is no longer a patch.
  lower->place = upper.place;
  lower->is_patch = false;
}

// Merges members. In: field_of, a function that returns the row of a key, or null.
template <typename FieldOf>
void MergeMembers(const Json& upper, const FieldOf& field_of, Json* lower) {
  Json::Object& members = *lower->object();
  // Replaces only keys already in `lower`: duplicates in `upper` remain and are reported.
  const std::size_t old_count = members.size();
  for (const auto& [key, place, value] : *upper.object()) {
    std::size_t at = 0;
    while (at < old_count && members[at].key != key) ++at;
    if (at == old_count) {
      at = members.size();
      members.push_back({key, place, Json()});
    }
    members[at].place = place;
    MergeValue(field_of(key), value, &members[at].value);
  }
}

void MergeObject(ObjectKind kind, const Json& upper, Json* lower) {
  MakeObject(upper, lower);
  DropKeysOfOldType(kind, upper, lower);
  const auto upper_type = TypeOf(kind, upper);
  const auto type = upper_type ? upper_type : TypeOf(kind, *lower);
  DropExclusiveKeys(kind, type, upper, lower);
  MergeMembers(
      upper, [&](std::string_view key) { return FindField(kind, key, type); }, lower);
}

// Nodes and maps merge like inputs, packs like lists.
void MergeNamed(const Field& field, const Json& upper, Json* lower) {
  MakeObject(upper, lower);
  const Field item = *ItemOf(field);
  MergeMembers(
      upper, [&](std::string_view key) { return IsUserKey(key) ? nullptr : &item; }, lower);
}

// Drops the values of `lower` that follow from keys of `upper`.
void DropFollowers(const Json& upper, Json* lower) {
  for (const Field& field : RecipeFields()) {
    if (field.follows.empty() || !upper.Find(field.follows)) continue;
    Json* const object = lower->Find(PathOf(field.object));
    if (object && object->object())
      std::erase_if(*object->object(), [&](const Json::Member& m) { return m.key == field.key; });
  }
}

// In: color, a colour as text.
Json::List ChannelsOf(const Json& color) {
  Json::List channels;
  const Rgb rgb = *ParseColor(*color.text());
  for (const double channel : rgb) channels.push_back({channel, color.place});
  return channels;
}

}  // namespace

void MergeRecipe(const Json& upper, Json* lower) {
  DropFollowers(upper, lower);
  MergeObject(ObjectKind::kRecipe, upper, lower);
}

Json::List ExpandToList(const Field& field, const Json& json) {
  if (json.list()) return *json.list();
  if (field.type == FieldType::kInputs) return json.place.source ? Json::List{json} : Json::List();
  if (IsColorText(field, json)) return ChannelsOf(json);
  if (json.number() && field.type != FieldType::kList && !field.single_sets_last)
    return Json::List(static_cast<std::size_t>(MaxLength(field)), json);
  Json fallback = DefaultJson(field);
  if (IsColorText(field, fallback)) return ChannelsOf(fallback);
  if (!fallback.list()) return {};
  if (json.number() && field.single_sets_last) fallback.list()->back() = json;
  return *fallback.list();
}

Json& ListItem(const Field& field, std::string_view key, const Place& place, Json* list) {
  const auto index = static_cast<std::size_t>(ParseInteger(key).value_or(0));
  // A missing input defaults to 0; a missing number or pair is an error.
  const bool is_inputs = field.type == FieldType::kInputs;
  const Json hole = is_inputs ? Json{0.0, place} : Json{std::monostate(), place, true};
  if (list->list()->size() <= index) list->list()->resize(index + 1, hole);
  return (*list->list())[index];
}

Json ExpandToNode(const Json& json) {
  Json node{Json::Object(), json.place};
  node.Add("type", Json{std::string(json.number() ? kConstantType : kColorType), json.place});
  node.Add("value", json);
  return node;
}

bool IsShortNode(const Json& json) {
  const auto is_number = [](const Json& item) { return item.number() != nullptr; };
  return json.number() || (json.text() && ParseColor(*json.text())) ||
         (json.list() && json.list()->size() == 3 && std::ranges::all_of(*json.list(), is_number));
}

bool IsColorText(const Field& field, const Json& json) {
  return field.type == FieldType::kColor && json.text() && ParseColor(*json.text());
}

}  // namespace cobble
