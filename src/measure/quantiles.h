// Counts the samples of a channel by value, for percentiles and histograms.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace cobble {

// Integers of up to 16 bits have a bin each, so percentiles are exact. Floats have 2^14 bins per
// power of two, each narrower than 0.0062 % of its values. Percentiles are interpolated between a
// bin's minimum and maximum, so they are exact where it holds a single value, such as 0 or a half
// float. Only powers of two that occur have bins.
class ValueCounts {
 public:
  // bits: of integer samples, at most 16; 0 for floats.
  explicit ValueCounts(int bits);

  // `value` is finite.
  void Add(float value);

  uint64_t count() const { return count_; }
  // of all bins
  std::size_t bytes() const { return bytes_; }
  // Returns the value that a fraction (0..1) of the samples does not exceed. Requires count() > 0.
  double Quantile(double fraction, double minimum, double maximum) const;
  // Returns the number of samples in each of `buckets` equal parts of minimum..maximum. A bin that
  // spans several parts counts in each by its share.
  std::vector<double> Histogram(int buckets, double minimum, double maximum) const;

 private:
  static constexpr int kFractionBits = 14;
  static constexpr int kRestBits = 32 - 9 - kFractionBits;  // of a float, within a bin
  static constexpr std::size_t kPageBins = std::size_t{1} << kFractionBits;
  // The number of samples in a bin of floats, and the last bits of the lowest and the highest.
  struct FloatBin {
    uint64_t count : 40;  // pictures have at most 2^34 pixels
    uint64_t low : 12;
    uint64_t high : 12;
  };
  using Page = std::array<FloatBin, kPageBins>;

  struct Bin {
    double low, high;
    uint64_t count;
  };
  // Calls visit(bin) for the bins that are not empty, in order, until it returns false.
  template <typename Visit>
  void ForBins(const Visit& visit) const;

  uint64_t count_ = 0;
  std::size_t bytes_ = 0;
  double largest_ = 0;                        // of the integers; 0 for floats
  std::vector<uint64_t> whole_;               // by integer
  std::vector<std::unique_ptr<Page>> pages_;  // by sign and exponent
};

}  // namespace cobble
