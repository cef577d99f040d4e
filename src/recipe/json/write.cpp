// Converts JSON that was read to the tree that is printed.
#include "core/json/print.h"
#include "core/json/tree.h"
#include "recipe/json/json.h"

namespace cobble {

JsonTree TreeOf(const Json& json) {
  if (json.is_null()) return nullptr;
  if (json.boolean()) return *json.boolean();
  if (json.number()) return *json.number();
  if (json.text()) return *json.text();
  if (json.list()) {
    JsonTree list = JsonTree::array();
    for (const Json& item : json.items()) list.push_back(TreeOf(item));
    return list;
  }
  // operator[] would search all members for each key.
  JsonTree object = JsonTree::object();
  JsonTree::object_t::Container& members = object.get_ref<JsonTree::object_t&>();
  for (const auto& [key, place, member] : json.members()) members.emplace_back(key, TreeOf(member));
  return object;
}

std::string WriteJson(const Json& json) { return PrintJson(TreeOf(json)); }
std::string WriteJsonLine(const Json& json) { return PrintJsonLine(TreeOf(json)); }
std::string PlainText(const Json& json) { return json.text() ? *json.text() : WriteJsonLine(json); }

}  // namespace cobble
