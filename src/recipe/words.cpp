// Flags and --set as JSON.
#include "recipe/words.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "cobble/recipe_io.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "recipe/merge.h"

namespace cobble {
namespace {

std::vector<std::string_view> Split(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> pieces;
  for (;;) {
    const std::size_t end = text.find_first_of(separators);
    pieces.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return pieces;
    text.remove_prefix(end + 1);
  }
}

// One number, or a list of several; nothing where a piece is no number.
std::optional<Json> Numbers(std::string_view word, std::string_view separators,
                            const Place& place) {
  Json::List list;
  for (const std::string_view piece : Split(word, separators)) {
    const auto number = ParseNumber(piece);
    if (!number) return std::nullopt;
    list.push_back({*number + 0.0, place});
  }
  return list.size() == 1 ? list.front() : Json{std::move(list), place};
}

std::optional<Json> Typed(FieldType type, std::string_view word, const Place& place) {
  switch (type) {
    case FieldType::kWhole:
    case FieldType::kNumber:
      return Numbers(word, "", place);
    case FieldType::kVector:
    case FieldType::kScale:
    case FieldType::kRange:
      return Numbers(word, ",", place);
    case FieldType::kSize:
      return Numbers(word, "x,", place);
    case FieldType::kList: {
      auto numbers = Numbers(word, ",", place);
      if (numbers && numbers->number()) return Json{Json::List{std::move(*numbers)}, place};
      return numbers;
    }
    case FieldType::kFlag:
      if (word == "true" || word == "false") return Json{word == "true", place};
      return std::nullopt;
    case FieldType::kText:
    case FieldType::kChoice:
    case FieldType::kPairs:
    case FieldType::kObject:
    case FieldType::kInput:
    case FieldType::kInputs:
    case FieldType::kNodes:
      break;
  }
  return std::nullopt;
}

std::size_t Depth(const Json& json) {
  std::size_t inner = 0;
  if (json.list()) {
    for (const Json& item : *json.list()) inner = std::max(inner, Depth(item));
  } else if (json.object()) {
    for (const auto& member : *json.object()) inner = std::max(inner, Depth(member.value));
  }
  return json.list() || json.object() ? inner + 1 : 0;
}

// Where a path has come to: an object, the named nodes, a list, a plain value, or a user's own key,
// which may hold anything. What is a list in one type of an object and not in another may be both:
// it is then of another kind, and has a list.
struct Spot {
  enum Kind { kObject, kNodes, kList, kPlain, kOwn } kind = kObject;
  ObjectKind object = ObjectKind::kRecipe;
  std::optional<Field> list = {};

  bool IsList(std::string_view key) const {
    return kind == kList || (list && ParseWhole(key).has_value());
  }
};

Spot SpotOf(const Field& field) {
  switch (field.type) {
    case FieldType::kObject:
    case FieldType::kInput:
      return {Spot::kObject, field.inner};
    case FieldType::kNodes:
      return {Spot::kNodes, field.inner};
    case FieldType::kSize:
    case FieldType::kVector:
    case FieldType::kScale:
    case FieldType::kList:
    case FieldType::kPairs:
    case FieldType::kRange:
    case FieldType::kInputs:
      return {Spot::kList, field.inner, field};
    case FieldType::kWhole:
    case FieldType::kNumber:
    case FieldType::kFlag:
    case FieldType::kText:
    case FieldType::kChoice:
      break;
  }
  return {Spot::kPlain};
}

// Of all rows of a key, as which type the path will meet is not known yet.
Spot SpotOf(ObjectKind object, std::string_view key) {
  Spot all{Spot::kList};
  for (const Field& field : Fields()) {
    if (field.object != object || field.key != key) continue;
    const Spot one = SpotOf(field);
    if (one.kind == Spot::kList) {
      all.list = one.list;
    } else {
      all.kind = one.kind;
      all.object = one.object;
    }
  }
  return all;
}

Spot ItemOf(const Field& field) {
  if (field.type == FieldType::kInputs) return {Spot::kObject, field.inner};
  if (field.type == FieldType::kPairs) return {Spot::kList, field.inner, PairOf(field)};
  return {Spot::kPlain};
}

// One step of a path. Says what is wrong in `issue`, which is otherwise left alone.
Spot Step(const Spot& spot, std::string_view key, Issue* issue) {
  const bool has_keys = spot.kind == Spot::kObject || spot.kind == Spot::kNodes;
  if (spot.kind == Spot::kOwn || (has_keys && IsOwnKey(key))) return {Spot::kOwn};
  if (spot.kind == Spot::kPlain) {
    issue->message = "nothing has keys there, got " + Quoted(key);
    return {};
  }
  if (spot.IsList(key)) {
    const auto index = ParseWhole(key);
    if (index && *index >= 0 && *index < spot.list->count) return ItemOf(*spot.list);
    issue->message = NoItem(*spot.list, key);
    return {};
  }
  if (spot.kind == Spot::kNodes) {
    if (IsName(key)) return {Spot::kObject, spot.object};
    issue->message = "a name must be " + std::string(kNameRule);
    return {};
  }
  if (FindField(spot.object, key)) return SpotOf(spot.object, key);
  issue->message = "unknown key " + Quoted(key);
  issue->hint = DidYouMean(key, KeysOf(spot.object));
  return {};
}

// Writes out a short form that an earlier word of the layer left where the path goes on to `key`.
void Expand(const Spot& spot, std::string_view key, Json* json) {
  if (spot.IsList(key)) {
    const bool is_node = spot.list->type == FieldType::kInputs && json->object() && !json->by_path;
    if (json->number() || is_node) *json = Json{AsList(*spot.list, *json), json->place};
  } else if (spot.kind == Spot::kObject && spot.object == ObjectKind::kNode && json->number() &&
             key != "type" && key != "ref") {
    *json = AsNode(*json);
  }
}

// The member or item `key` of `json`, made where it is not there.
Json* Child(const Spot& spot, std::string_view key, const Place& place, Json* json) {
  if (json->list() && spot.IsList(key)) return &ItemAt(*spot.list, key, place, json);
  if (!json->object()) *json = Json{Json::Object(), place, true};
  if (Json* const found = json->Find(key)) return found;
  return &json->Add(key, Json{std::monostate(), place});
}

}  // namespace

Json FlagWord(const Field& field, std::string_view word,
              const std::shared_ptr<const Source>& source) {
  const Place place{source};
  auto typed = Typed(field.type, word, place);
  return typed ? std::move(*typed) : Json{std::string(word), place};
}

std::optional<Json> SetWord(std::string_view word, const std::shared_ptr<const Source>& source,
                            Faults* faults) {
  const std::size_t start = word.find_first_not_of(" \t\r\n");
  const bool surely_json =
      start != std::string_view::npos && std::string_view("{[\"").find(word[start]) < 3;
  Faults ignored;
  auto json = ParseJson(word, source, surely_json ? faults : &ignored);
  if (!json && !surely_json) json = Json{std::string(word), {source}};
  return json;
}

bool CheckPath(std::string_view path, const std::shared_ptr<const Source>& source, Faults* faults) {
  Spot spot;
  for (const std::string_view key : Split(path, ".")) {
    Issue issue;
    spot = Step(spot, key, &issue);
    if (issue.message.empty()) continue;
    faults->Add({{source}, true, "", issue.message, issue.hint});
    return false;
  }
  return true;
}

bool PutAt(std::string_view path, Json value, Json* root) {
  const auto keys = Split(path, ".");
  if (keys.size() + Depth(value) > static_cast<std::size_t>(kMaxRecipeDepth)) return false;
  Json* at = root;
  Spot spot;
  Issue none;  // see CheckPath
  for (const std::string_view key : keys) {
    Expand(spot, key, at);
    at = Child(spot, key, value.place, at);
    spot = Step(spot, key, &none);
  }
  *at = std::move(value);
  return true;
}

}  // namespace cobble
