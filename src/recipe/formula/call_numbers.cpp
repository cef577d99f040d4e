// Counts the calls of a formula.
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

// Out: counts, including the node's calls; own, those with a pattern of the formula.
void FormulaCalls::Count(const Json& node, Counts* counts, std::vector<Call>* own) const {
  if (node.list())
    for (const Json& item : *node.list()) Count(item, counts, own);
  if (!node.object()) return;
  for (const Json::Member& member : *node.object()) Count(member.value, counts, own);
  const Json* const type = node.Find("type");
  const Json* const pattern = node.Find(kPatternKey);
  if (!type || !type->text()) return;
  ++(*counts)[*type->text()];
  if (!pattern || !pattern->text()) return;
  const std::size_t digits = pattern->text()->rfind(' ') + 1;
  const auto number = ParseInteger(std::string_view(*pattern->text()).substr(digits));
  if (number && *pattern->text() == PatternOfCall(pointer_, *type->text(), *number))
    own->push_back({*type->text(), *number});
}

}  // namespace cobble
