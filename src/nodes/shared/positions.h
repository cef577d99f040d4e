// Shared by the types that are computed from positions but are not noises.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

#include "noise/coordinate/coordinate.h"
#include "program/picture_box.h"

namespace cobble::nodes {

inline Repetition RepetitionOf(const PictureBox& box) {
  Repetition out;
  std::ranges::copy(box.middle, out.middle);
  std::ranges::copy(box.period, out.period);
  return out;
}

// Returns a choice as an enum whose values are in the order of the names.
template <typename Enum, std::size_t kCount>
Enum ChoiceOf(std::string_view name, const std::string_view (&names)[kCount]) {
  return static_cast<Enum>(std::ranges::find(names, name) - std::begin(names));
}

}  // namespace cobble::nodes
