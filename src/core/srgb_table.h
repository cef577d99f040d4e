// The sRGB curve for integer samples as a table, for code that handles one pixel at a time. Kernels
// compute the curve (output/transfer.cpp).
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cobble {

// The light of each sample of 8 or 16 bits, and the sample nearest to a given light.
class SrgbTable {
 public:
  // Returns the table of samples of 8 or 16 bits, made on first use.
  static const SrgbTable& Of(int bits);

  double LightOf(std::size_t sample) const { return light_[sample]; }

  // Returns the sample whose sRGB value is nearest. In: light of 0 to 1.
  std::size_t SampleOf(double light) const {
    std::size_t sample =
        first_[static_cast<std::size_t>(static_cast<int>(std::sqrt(light) * buckets_))];
    while (light >= halfway_[sample]) ++sample;
    return sample;
  }

 private:
  explicit SrgbTable(int bits);

  std::vector<double> light_;
  std::vector<double> halfway_;  // from each sample to the next, in sRGB; the last is infinite
  // Equal buckets of the light's square root, and the first sample of each. The slope of sRGB
  // against this root is below 1.45, so a bucket has at most two samples.
  double buckets_;
  std::vector<uint16_t> first_;
};

}  // namespace cobble
