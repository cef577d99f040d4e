// Follows a path through the table of fields.
#include "cli/text/place.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <sstream>

#include "cobble/error.h"
#include "core/suggest.h"
#include "recipe/reading/patch.h"

namespace cobble {
namespace {

std::string FirstKey(const std::string& dotted) { return dotted.substr(0, dotted.find('.')); }

struct Typed {
  ObjectKind object;
  int type;
};

// Returns the type in a path like "terrace.levels", if it uses the key after it.
std::optional<Typed> TypedKey(const std::string& path) {
  const std::string first = FirstKey(path);
  if (first.size() == path.size()) return std::nullopt;
  const std::string second = FirstKey(path.substr(first.size() + 1));
  for (const ObjectKind object : {ObjectKind::kNode, ObjectKind::kDistribution}) {
    const auto type = FindType(object, first);
    const Field* const field = type ? FindField(object, second, type) : nullptr;
    if (field && Uses(*type, *field)) return Typed{object, *type};
  }
  return std::nullopt;
}

// Throws Error kUsage for a type with a key that it does not use.
void RefuseKeyOfType(const std::string& path) {
  const std::string first = FirstKey(path);
  if (first.size() == path.size()) return;
  for (const ObjectKind object : {ObjectKind::kNode, ObjectKind::kDistribution}) {
    const auto type = FindType(object, first);
    if (!type) continue;
    const std::string key = FirstKey(path.substr(first.size() + 1));
    std::vector<std::string_view> keys;
    for (const Field* field : FieldsOf(object, *type)) keys.push_back(field->key);
    const std::string nearest(Nearest(key, keys));
    throw Error(
        ErrorKind::kUsage, Shown(path), first + " has no key " + Quoted(key),
        nearest.empty() ? "see cobble explain " + first : DidYouMean(first + '.' + nearest));
  }
}

// Makes the path dotted and absolute.
std::string FromRoot(std::string path) {
  if (path.starts_with('/')) {
    std::ranges::replace(path, '/', '.');
    return path.substr(1);
  }
  const std::string first = FirstKey(path);
  if (const auto typed = TypedKey(path)) return PathOf(typed->object) + path.substr(first.size());
  if (FindField(ObjectKind::kRecipe, first)) return path;
  const auto elsewhere = std::ranges::find(Fields(), first, &Field::key);
  if (elsewhere == Fields().end()) return path;
  return PathOf(*elsewhere) + path.substr(first.size());
}

std::vector<const Field*> RowsOf(ObjectKind object, std::string_view key) {
  std::vector<const Field*> rows;
  for (const Field& field : Fields())
    if (field.object == object && field.key == key) rows.push_back(&field);
  return rows;
}

bool IsIndex(std::string_view key) {
  return !key.empty() && key.find_first_not_of("0123456789") == std::string_view::npos;
}

// Returns whether `key` selects an item: an index, or the name of a node, a map or a pack.
bool IsItem(const Field& field, int items, std::string_view key) {
  const FieldShape shape = ShapeOf(field.type);
  if (shape == FieldShape::kNamed && items == 0) return true;
  // A named item is an object, except a pack, which is a list.
  const bool has_keys = shape == FieldShape::kObject ||
                        (shape == FieldShape::kNamed && field.type != FieldType::kPacks);
  return !has_keys && IsIndex(key);
}

// Takes one step along a path that CheckPath accepted.
RecipePlace Step(const RecipePlace& at, std::string_view key) {
  if (at.is_user_key || IsUserKey(key)) {
    RecipePlace user_key;
    user_key.is_user_key = true;
    return user_key;
  }
  ObjectKind object = ObjectKind::kRecipe;
  for (const Field* field : at.fields) {
    if (IsItem(*field, at.items, key)) return {{}, {field}, at.items + 1};
    if (object == ObjectKind::kRecipe) object = field->inner;
  }
  return {{}, RowsOf(object, key)};
}

}  // namespace

RecipePlace FindPlace(const std::string& path) {
  // Dots in a JSON pointer belong to names; any other character may replace them.
  std::string unpointed = path;
  if (path.starts_with('/')) std::ranges::replace(unpointed, '.', '_');
  const std::string dotted = FromRoot(unpointed);
  const auto source = std::make_shared<const Source>(Source{Shown(path), true});
  Faults faults;
  if (!CheckPath(dotted, source, &faults)) {
    if (!path.starts_with('/')) RefuseKeyOfType(path);
    faults.Throw();
  }

  RecipePlace place;
  std::istringstream keys(dotted);
  keys.exceptions(std::ios::badbit);  // rethrows failed allocations
  for (std::string key; std::getline(keys, key, '.');) place = Step(place, key);
  place.path = FromRoot(path);
  const auto typed = TypedKey(path);
  if (typed && dotted.find('.', PathOf(typed->object).size() + 1) == std::string::npos)
    std::erase_if(place.fields, [&](const Field* field) { return !Uses(typed->type, *field); });
  return place;
}

}  // namespace cobble
