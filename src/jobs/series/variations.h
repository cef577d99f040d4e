// Variations: one recipe with many values for some of its keys.
#ifndef COBBLE_JOBS_SERIES_VARIATIONS_H_
#define COBBLE_JOBS_SERIES_VARIATIONS_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "jobs/series/name_template.h"

namespace cobble {

// Maximum number of pictures of one run.
inline constexpr std::size_t kMaxVariations = 100'000;

// A key and the values that it takes in turn.
struct VariedKey {
  std::string path;                 // as for RecipeLayers::AddSet
  std::vector<std::string> values;  // JSON or text, as written
};

// Parses "PATH=VALUES". VALUES is a range of whole numbers, "1..16", or a list separated by commas,
// "2,4,8"; commas inside brackets, braces and quotation marks belong to a value. Throws Error
// kUsage at `at`.
VariedKey ParseVariedKey(std::string_view text, const OptionValue& at);

// One combination: the value of each key, in the order of the keys.
struct Variation {
  std::vector<std::string> values;
  Placeholders names;  // the values by path
};

// Returns the product of all keys' values; the last key changes fastest. One empty variation if
// there are no keys. Throws Error kLimit if there are more than kMaxVariations.
std::vector<Variation> Product(std::span<const VariedKey> keys);

}  // namespace cobble

#endif  // COBBLE_JOBS_SERIES_VARIATIONS_H_
