// The range of nodes: two numbers that are given where only nodes are written or shown.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "cobble/error.h"
#include "cobble/recipe.h"
#include "core/bounds.h"
#include "recipe/fields/picture_maps.h"

namespace cobble {

// Returns whether the name stands for a node, or for a channel of one: "@rock", "invert:@rock".
inline bool NamesNode(std::string_view map) { return SplitMapName(map).map.starts_with('@'); }

// Returns the range that is given where only nodes are written or shown, if it is two numbers: it
// is the nodes', and not the recipe's, unless the recipe's world needs it. In: given, what sets the
// range; rest, the same without it; resolve, returns the recipe of either. Out: given, `rest` if
// the recipe does without the range. The same for shares, which `measure` finds if it can.
template <typename Given, typename Resolve>
std::optional<Bounds> TakeNodeRange(
    Given* given, Given rest, const Resolve& resolve,
    const std::function<std::optional<Bounds>()>& measure = [] { return std::nullopt; }) {
  const Range range = resolve(*given).range;
  std::optional<Bounds> ends;
  if (range.mode == RangeMode::kFixed) ends = Bounds{range.low, range.high};
  if (range.mode == RangeMode::kShares) ends = measure();
  if (!ends) return std::nullopt;
  try {
    resolve(rest);
    *given = std::move(rest);
  } catch (const Error&) {  // the world has no heights without it
  }
  return ends;
}

}  // namespace cobble
