// Implements FormulaCalls.
#include "recipe/formula/call_numbers.h"

#include <algorithm>
#include <utility>

#include "core/numbers.h"
#include "recipe/formula/tables.h"

namespace cobble {

std::string PatternOfCall(std::string_view pointer, std::string_view type, int64_t number) {
  return std::string(pointer) + ' ' + std::string(type) + ' ' + std::to_string(number);
}

bool FormulaCalls::FitsOrder(std::initializer_list<const Json*> parts) const {
  Counts before = counts_;
  return std::ranges::all_of(parts, [&](const Json* part) {
    Counts after = before;
    std::vector<Call> own;
    Count(*part, &after, &own);
    const bool fits = std::ranges::all_of(own, [&](const Call& call) {
      return call.number > before[call.type] && call.number <= after[call.type];
    });
    before = std::move(after);
    return fits;
  });
}

// Counts the calls in the node. Out: own, the calls with a pattern of the formula.
void FormulaCalls::Count(const Json& node, Counts* counts, std::vector<Call>* own) const {
  for (const Json& item : node.items()) Count(item, counts, own);
  for (const Json::Member& member : node.members()) Count(member.value, counts, own);
  const auto type = node.TextAt("type"), pattern = node.TextAt(kPatternKey);
  if (!type) return;
  ++(*counts)[*type];
  if (!pattern) return;
  const auto number = ParseInteger(pattern->substr(pattern->rfind(' ') + 1));
  if (number && *pattern == PatternOfCall(pointer_, *type, *number))
    own->push_back({*type, *number});
}

}  // namespace cobble
