// Converts JSON that was read to the tree that is printed.
#include "core/json/print.h"
#include "core/json/tree.h"
#include "core/numbers.h"
#include "recipe/json/json.h"

namespace cobble {

JsonTree TreeOf(const Json& json) {
  if (json.boolean()) return *json.boolean();
  if (json.number()) return *json.number();
  if (json.text()) return *json.text();
  if (json.list()) {
    JsonTree list = JsonTree::array();
    for (const Json& item : *json.list()) list.push_back(TreeOf(item));
    return list;
  }
  if (!json.object()) return nullptr;
  // operator[] would search all members for each key.
  JsonTree object = JsonTree::object();
  JsonTree::object_t::Container& members = object.get_ref<JsonTree::object_t&>();
  for (const auto& [key, place, member] : *json.object()) members.emplace_back(key, TreeOf(member));
  return object;
}

std::size_t JsonLineLength(const Json& json) {
  const auto text_length = [](const std::string& text) {
    return PrintJsonLine(JsonTree(text)).size();
  };
  if (json.number()) return Shortest(*json.number()).size();
  if (json.text()) return text_length(*json.text());
  std::size_t length = std::string_view("[]").size(), count = 0;
  if (json.list()) {
    count = json.list()->size();
    for (const Json& item : *json.list()) length += JsonLineLength(item);
  } else if (json.object()) {
    count = json.object()->size();
    for (const auto& [key, place, member] : *json.object())
      length += text_length(key) + std::string_view(": ").size() + JsonLineLength(member);
  } else {
    return WriteJsonLine(json).size();
  }
  return count == 0 ? length : length + (count - 1) * std::string_view(", ").size();
}

std::string WriteJson(const Json& json) { return PrintJson(TreeOf(json)); }
std::string WriteJsonLine(const Json& json) { return PrintJsonLine(TreeOf(json)); }

}  // namespace cobble
