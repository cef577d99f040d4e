// Prints JSON that was read, and converts it to a tree that can be extended.
#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "core/json/print.h"
#include "core/json/tree.h"
#include "core/numbers.h"
#include "recipe/json/json.h"

namespace cobble {
namespace {

void AddText(const std::string& text, std::string* line) {
  const auto is_plain = [](char c) { return c >= ' ' && c < 0x7F && c != '"' && c != '\\'; };
  if (std::ranges::all_of(text, is_plain)) {
    line->append("\"").append(text).append("\"");
  } else {
    *line += PrintJsonLine(JsonTree(text));
  }
}

// Prints like PrintJsonLine, without a JsonTree of the whole: that takes several times as long, and
// allocates memory while it is destroyed, where a failure ends the process.
void AddLine(const Json& json, std::string* line) {
  if (json.text()) return AddText(*json.text(), line);
  if (!json.list() && !json.object()) {
    const bool is_finite = json.number() && std::isfinite(*json.number());
    *line += is_finite ? Shortest(*json.number()) : PrintJsonLine(TreeOf(json));
    return;
  }
  std::string_view between;
  *line += json.list() ? '[' : '{';
  for (const Json& item : json.items()) {
    *line += between;
    AddLine(item, line);
    between = ", ";
  }
  for (const auto& [key, place, member] : json.members()) {
    *line += between;
    AddText(key, line);
    *line += ": ";
    AddLine(member, line);
    between = ", ";
  }
  *line += json.list() ? ']' : '}';
}

}  // namespace

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
std::string WriteJsonLine(const Json& json) {
  std::string line;
  AddLine(json, &line);
  return line;
}
std::string PlainText(const Json& json) { return json.text() ? *json.text() : WriteJsonLine(json); }

}  // namespace cobble
