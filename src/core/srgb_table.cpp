// Makes the tables of the sRGB curve.
#include "core/srgb_table.h"

#include <algorithm>
#include <limits>

#include "core/color.h"

namespace cobble {

SrgbTable::SrgbTable(int bits) {
  const int maximum = (1 << bits) - 1;
  for (int s = 0; s <= maximum; ++s) {
    light_.push_back(LinearFromSrgb(static_cast<double>(s) / maximum));
    halfway_.push_back(LinearFromSrgb((s + 0.5) / maximum));
  }
  halfway_.back() = std::numeric_limits<double>::infinity();

  const int buckets = 2 * (maximum + 1);
  buckets_ = buckets;
  std::size_t sample = 0;
  for (int k = 0; k <= buckets; ++k) {
    // Slightly below the bucket, because SampleOf rounds the root.
    const double root = std::max(k - 0x1p-20, 0.0) / buckets_;
    while (root * root >= halfway_[sample]) ++sample;
    first_.push_back(static_cast<uint16_t>(sample));
  }
}

const SrgbTable& SrgbTable::Of(int bits) {
  static const SrgbTable* const kBytes = new SrgbTable(8);
  if (bits == 8) return *kBytes;
  static const SrgbTable* const kWords = new SrgbTable(16);
  return *kWords;
}

}  // namespace cobble
