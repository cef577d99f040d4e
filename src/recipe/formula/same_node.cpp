// Compares values, not places.
#include "recipe/formula/same_node.h"

#include <algorithm>
#include <utility>

#include "recipe/fields/fields.h"
#include "recipe/reading/read_value.h"

namespace cobble {
namespace {

// Wraps a single input in a list, as the parser does.
Json InputList(const Json& json) {
  if (json.list()) return json;
  Json::List list;
  list.push_back(json);
  return Json::ListOf(std::move(list));
}

bool AreSameObjects(const Json& a, const Json& b) {
  if (a.object()->size() != b.object()->size()) return false;
  const auto type = TypeOf(ObjectKind::kNode, a);
  return std::ranges::all_of(*a.object(), [&](const Json::Member& member) {
    const Json* const other = b.Find(member.key);
    if (!other) return false;
    const Field* const field = FindField(ObjectKind::kNode, member.key, type);
    if (field && field->type == FieldType::kInputs)
      return IsSameNode(InputList(member.value), InputList(*other));
    return IsSameNode(member.value, *other);
  });
}

}  // namespace

// Recursive: JSON has at most kMaxRecipeDepth levels.
bool IsSameNode(const Json& a, const Json& b) {
  if (a.value.index() != b.value.index()) return false;
  if (a.object()) return AreSameObjects(a, b);
  if (a.list()) return std::ranges::equal(*a.list(), *b.list(), &IsSameNode);
  if (a.number()) return *a.number() == *b.number();
  if (a.boolean()) return *a.boolean() == *b.boolean();
  return !a.text() || *a.text() == *b.text();
}

}  // namespace cobble
