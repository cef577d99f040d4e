// Converts JSON that was read to the tree that is printed.
#include <algorithm>

#include "core/json/print.h"
#include "core/json/tree.h"
#include "core/numbers.h"
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

std::size_t JsonLineLength(const Json& json) {
  const auto text_length = [](const std::string& text) {
    const auto is_plain = [](char c) { return c >= ' ' && c < 0x7F && c != '"' && c != '\\'; };
    return std::ranges::all_of(text, is_plain) ? text.size() + 2
                                               : PrintJsonLine(JsonTree(text)).size();
  };
  if (json.number()) return Shortest(*json.number()).size();
  if (json.text()) return text_length(*json.text());
  if (!json.list() && !json.object()) return WriteJsonLine(json).size();
  std::size_t length = std::string_view("[]").size();
  for (const Json& item : json.items()) length += JsonLineLength(item);
  for (const auto& [key, place, member] : json.members())
    length += text_length(key) + std::string_view(": ").size() + JsonLineLength(member);
  const std::size_t count = json.items().size() + json.members().size();
  return count == 0 ? length : length + (count - 1) * std::string_view(", ").size();
}

std::string WriteJson(const Json& json) { return PrintJson(TreeOf(json)); }
std::string WriteJsonLine(const Json& json) { return PrintJsonLine(TreeOf(json)); }
std::string PlainText(const Json& json) { return json.text() ? *json.text() : WriteJsonLine(json); }

}  // namespace cobble
