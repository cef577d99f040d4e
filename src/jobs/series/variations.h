// Variations: one recipe with many values for some of its keys.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "cobble/recipe.h"
#include "cobble/series.h"

namespace cobble {

inline constexpr std::size_t kMaxVariations = 100'000;

// One combination: the value of each key, in the order of the keys.
struct Variation {
  std::vector<std::string> values;
  Placeholders names;  // the values by path; lists of numbers are joined by _
};

// Returns the key's values as ParseVariedKey reads them: "1..16", "2,4,8".
std::string ValuesText(const VariedKey& key);

// Returns the values of knobs by name, as Variation::names has them: "0.4", "#91503a".
Placeholders ValuesOfKnobs(const std::vector<Knob>& knobs);

// Returns the product of all keys' values, the last key's changing fastest; without keys, one empty
// variation. Throws Error kLimit above kMaxVariations.
std::vector<Variation> Product(std::span<const VariedKey> keys);

}  // namespace cobble
