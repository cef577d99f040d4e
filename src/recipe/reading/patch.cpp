// Builds JSON patches from flags and --set.
#include "recipe/reading/patch.h"

#include <utility>

#include "cobble/recipe_io.h"
#include "core/list_text.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "recipe/hints/trade_words.h"
#include "recipe/reading/merge.h"

namespace cobble {
namespace {

// Returns a number, or a list of several; nullopt if a piece is not a number, nor a share where
// these may be.
std::optional<Json> ParseNumbers(std::string_view word, std::string_view separators,
                                 const Place& place, bool takes_shares = false) {
  Json::List list;
  for (const std::string_view piece : PiecesOf(word, separators)) {
    const auto number = ParseNumber(piece);
    const bool is_share = takes_shares && piece.ends_with('%');
    if (!number && !is_share) return std::nullopt;
    // + 0.0 turns -0 into 0.
    list.push_back(number ? Json{*number + 0.0, place} : Json{std::string(piece), place});
  }
  return list.size() == 1 ? list.front() : Json{std::move(list), place};
}

// In: word, "ao,roughness,0".
Json ParseParts(std::string_view word, const Place& place) {
  Json::List list;
  for (const std::string_view piece : PiecesOf(word, ",")) {
    const auto number = ParseNumbers(piece, "", place);
    list.push_back(number ? *number : Json{std::string(piece), place});
  }
  return {std::move(list), place};
}

// Returns nullopt if the word is invalid, or if JSON represents the type as a string.
std::optional<Json> ParseTyped(FieldType type, std::string_view word, const Place& place) {
  if (type == FieldType::kBool && (word == "true" || word == "false"))
    return Json{word == "true", place};
  if (type == FieldType::kPack) return ParseParts(word, place);
  const bool is_number = type == FieldType::kInteger || type == FieldType::kNumber;
  const std::string_view separators = SeparatorsOf(type);
  if (!is_number && separators.empty()) return std::nullopt;
  auto numbers = ParseNumbers(word, separators, place, type == FieldType::kRange);
  if (type == FieldType::kList && numbers && numbers->number())
    return Json{Json::List{std::move(*numbers)}, place};
  return numbers;
}

// The target of a prefix of a path, as far as the table of fields determines it. Paths are checked
// before the types of nodes are known, so a key that is a list for some types and an object for
// others is both: `kind` and `object` describe the object, `list` the list.
struct Target {
  enum Kind {
    kObject,
    kNamed,  // an object of named items
    kList,
    kScalar,
    kUser,  // inside a user-defined key ("x-..."), which holds anything
  } kind = kObject;
  ObjectKind object = ObjectKind::kRecipe;
  std::optional<Field> list = {};
  std::optional<Field> named = {};  // field of the named items' object

  bool IsIndex(std::string_view key) const {
    return kind == kList || (list && ParseInteger(key).has_value());
  }
};

Target TargetOf(const Field& field) {
  switch (ShapeOf(field.type)) {
    case FieldShape::kObject:
      return {Target::kObject, field.inner};
    case FieldShape::kNamed:
      return {Target::kNamed, field.inner, {}, field};
    case FieldShape::kList:
      return {Target::kList, field.inner, field};
    case FieldShape::kPlain:
      break;
  }
  return {Target::kScalar};
}

// Combines all rows of a key, since the object's type is not known yet. A key that is a number for
// some types and a node for others (angle) counts as a node.
Target TargetOf(ObjectKind object, std::string_view key) {
  Target all{Target::kList};
  for (const Field& field : Fields()) {
    if (field.object != object || field.key != key) continue;
    const Target one = TargetOf(field);
    if (one.kind == Target::kList) {
      all.list = one.list;
    } else if (one.kind != Target::kScalar || all.kind == Target::kList) {
      all.kind = one.kind;
      all.object = one.object;
      all.named = one.named;
    }
  }
  // Some types have a plain value (constant), others a list (color).
  if (all.kind == Target::kScalar && all.list) all.kind = Target::kList;
  return all;
}

Target TargetOfItem(const Field& field, std::size_t index) {
  const auto item = ItemOf(field, index);
  return item ? TargetOf(*item) : Target{Target::kScalar};
}

// Follows a key of a path. If `target` lacks it, sets fault->message and perhaps fault->hint.
Target Follow(const Target& target, std::string_view key, Fault* fault) {
  const bool has_keys = target.kind == Target::kObject || target.kind == Target::kNamed;
  if (target.kind == Target::kUser || (has_keys && IsUserKey(key))) return {Target::kUser};
  if (target.kind == Target::kScalar) {
    fault->message = "a plain value has no keys, got " + Quoted(key);
    return {};
  }
  if (target.IsIndex(key)) {
    const auto index = ParseInteger(key);
    if (index && *index >= 0 && *index < MaxLength(*target.list))
      return TargetOfItem(*target.list, static_cast<std::size_t>(*index));
    fault->message = BadIndex(*target.list, key);
    return {};
  }
  if (target.kind == Target::kNamed) {
    fault->message = NameError(*target.named, key);
    return fault->message.empty() ? TargetOfItem(*target.named, 0) : Target();
  }
  if (FindField(target.object, key)) return TargetOf(target.object, key);
  fault->message = "unknown key " + Quoted(key);
  fault->hint = KeyHint(target.object, std::nullopt, key, HintForm::kJson);
  if (fault->hint.empty()) fault->hint = DidYouMean(key, KeysOf(target.object));
  if (fault->hint.empty())
    fault->hint = OtherKeyAdvice(target.object, key, HintForm::kOptions).Hint();
  return {};
}

// Expands a short form in `json` if the path continues into it.
void ExpandShortForm(const Target& target, std::string_view key, Json* json) {
  if (target.IsIndex(key)) {
    const bool is_node =
        target.list->type == FieldType::kInputs && json->object() && !json->is_patch;
    if (json->number() || is_node || IsColorText(*target.list, *json))
      *json = Json{ExpandToList(*target.list, *json), json->place};
  } else if (target.kind == Target::kObject && target.object == ObjectKind::kNode &&
             IsShortNode(*json) && key != "type" && key != "ref") {
    *json = ExpandToNode(*json);
  }
}

Json* FindOrAddChild(const Target& target, std::string_view key, const Place& place, Json* json) {
  if (json->list() && target.IsIndex(key)) return &ListItem(*target.list, key, place, json);
  if (!json->object()) *json = Json{Json::Object(), place, true};
  if (Json* const found = json->Find(key)) return found;
  return &json->Add(key, Json{std::monostate(), place});
}

}  // namespace

Json FlagToJson(const Field& field, std::string_view word,
                const std::shared_ptr<const Source>& source) {
  const Place place{source};
  auto typed = ParseTyped(field.type, word, place);
  return typed ? std::move(*typed) : Json{std::string(word), place};
}

std::optional<Json> SetValueToJson(std::string_view path, std::string_view word,
                                   const std::shared_ptr<const Source>& source, Faults* faults) {
  const std::size_t start = word.find_first_not_of(" \t\r\n");
  const bool must_be_json =
      start != std::string_view::npos && std::string_view("{[\"").find(word[start]) < 3;
  Faults ignored;
  auto json = ParseJson(word, source, must_be_json ? faults : &ignored);
  if (!json && !must_be_json) {
    Target target;
    Fault none;  // stays empty: CheckPath accepted the path
    for (const std::string& key : KeysOfPath(path)) target = Follow(target, key, &none);
    const auto number = ParseNumbers(word, "", {source});  // also .5, which JSON lacks
    const Json plain = number ? *number : Json{std::string(word), {source}};
    json = target.list ? FlagToJson(*target.list, word, source) : plain;
  }
  return json;
}

std::vector<std::string> KeysOfPath(std::string_view path) {
  // Only pointers contain slashes.
  const bool is_pointer = path.find('/') != std::string_view::npos;
  std::vector<std::string> keys;
  for (const std::string_view piece :
       PiecesOf(path.substr(path.starts_with('/') ? 1 : 0), is_pointer ? "/" : ".")) {
    std::string key(piece);
    for (std::size_t at = 0; is_pointer && (at = key.find('~', at)) != std::string::npos; ++at) {
      const std::string_view escape = std::string_view{key}.substr(at, 2);
      if (escape == "~0" || escape == "~1") key.replace(at, 2, escape == "~0" ? "~" : "/");
    }
    keys.push_back(std::move(key));
  }
  return keys;
}

const Json& AtPath(const Json& root, std::string_view path) {
  const Json* json = &root;
  for (const std::string& key : KeysOfPath(path)) {
    const auto index = ParseInteger(key);
    const bool is_item = index && *index >= 0 && std::cmp_less(*index, json->items().size());
    json = is_item ? &json->items()[static_cast<std::size_t>(*index)] : &json->At(key);
  }
  return *json;
}

bool CheckPath(std::string_view path, const std::shared_ptr<const Source>& source, Faults* faults) {
  Target target;
  for (const std::string& key : KeysOfPath(path)) {
    Fault fault{.place = {source}};
    target = Follow(target, key, &fault);
    if (fault.message.empty()) continue;
    faults->Add(std::move(fault));
    return false;
  }
  return true;
}

std::optional<Field> FieldAtPath(std::string_view path, bool (*is_wanted)(FieldType)) {
  const auto keys = KeysOfPath(path);
  Target target;
  Fault none;  // stays empty: CheckPath accepted the path
  for (std::size_t i = 0; i + 1 < keys.size(); ++i) target = Follow(target, keys[i], &none);
  const std::string& last = keys.back();
  if (target.kind == Target::kNamed || target.IsIndex(last)) {
    const auto& list = target.kind == Target::kNamed ? target.named : target.list;
    const auto item = ItemOf(*list, static_cast<std::size_t>(ParseInteger(last).value_or(0)));
    return item && is_wanted(item->type) ? item : std::nullopt;
  }
  if (target.kind != Target::kObject) return std::nullopt;
  // The object's type is not known yet.
  for (const Field& field : Fields())
    if (field.object == target.object && field.key == last && is_wanted(field.type)) return field;
  return std::nullopt;
}

bool PutAtPath(std::string_view path, Json value, Json* root) {
  const auto keys = KeysOfPath(path);
  if (keys.size() + DepthOf(value) > static_cast<std::size_t>(kMaxRecipeDepth)) return false;
  Json* at = root;
  Target target;
  Fault none;  // stays empty: CheckPath accepted the path
  for (const std::string& key : keys) {
    ExpandShortForm(target, key, at);
    at = FindOrAddChild(target, key, value.place, at);
    target = Follow(target, key, &none);
  }
  *at = std::move(value);
  return true;
}

}  // namespace cobble
