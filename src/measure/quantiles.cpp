// Implements ValueCounts.
#include "measure/quantiles.h"

#include <algorithm>
#include <bit>

namespace cobble {
namespace {

constexpr uint32_t kSign = uint32_t{1} << 31;
constexpr std::size_t kPages = 512;  // signs times exponents

// Maps floats to integers in the same order.
uint32_t KeyOf(float value) {
  const auto bits = std::bit_cast<uint32_t>(value + 0.0f);  // -0 becomes 0
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

float ValueOf(uint32_t key) {
  return std::bit_cast<float>((key & kSign) != 0 ? key ^ kSign : ~key);
}

}  // namespace

ValueCounts::ValueCounts(int bits) : largest_(bits > 0 ? (1 << bits) - 1 : 0) {
  if (bits > 0) {
    whole_.resize(std::size_t{1} << bits);
    bytes_ = whole_.size() * sizeof(whole_[0]);
  } else {
    pages_.resize(kPages);
    bytes_ = pages_.size() * sizeof(pages_[0]);
  }
}

void ValueCounts::Add(float value) {
  ++count_;
  if (largest_ > 0) {
    // NOLINTNEXTLINE(bugprone-incorrect-roundings): values are not negative
    ++whole_[static_cast<std::size_t>(static_cast<double>(value) * largest_ + 0.5)];
    return;
  }
  const uint32_t key = KeyOf(value), bin = key >> kRestBits;
  std::unique_ptr<Page>& page = pages_[bin >> kFractionBits];
  if (!page) {
    page = std::make_unique<Page>();
    bytes_ += sizeof(Page);
  }
  FloatBin& found = (*page)[bin % kPageBins];
  const uint64_t mask = (1u << kRestBits) - 1, rest = key & mask;
  if (found.count == 0 || rest < found.low) found.low = rest & mask;
  if (rest > found.high) found.high = rest & mask;
  found.count += 1;
}

template <typename Visit>
void ValueCounts::ForBins(const Visit& visit) const {
  for (std::size_t k = 0; k < whole_.size(); ++k) {
    const auto value = static_cast<double>(k);
    if (whole_[k] > 0 && !visit(Bin{(value - 0.5) / largest_, (value + 0.5) / largest_, whole_[k]}))
      return;
  }
  for (std::size_t p = 0; p < pages_.size(); ++p) {
    if (!pages_[p]) continue;
    for (std::size_t k = 0; k < kPageBins; ++k) {
      const auto first = static_cast<uint32_t>(p * kPageBins + k) << kRestBits;
      const FloatBin bin = (*pages_[p])[k];
      const auto value = [&](uint64_t rest) {
        return double{ValueOf(first | static_cast<uint32_t>(rest))};
      };
      if (bin.count > 0 && !visit(Bin{value(bin.low), value(bin.high), bin.count})) return;
    }
  }
}

double ValueCounts::Quantile(double fraction, double minimum, double maximum) const {
  const double wanted = fraction * static_cast<double>(count_);
  double before = 0, found = maximum;
  ForBins([&](const Bin& bin) {
    const auto here = static_cast<double>(bin.count);
    if (before + here < wanted) {
      before += here;
      return true;
    }
    const double share = largest_ > 0 ? 0.5 : (wanted - before) / here;
    found = bin.low + share * (bin.high - bin.low);
    return false;
  });
  return std::clamp(found, minimum, maximum);
}

std::vector<double> ValueCounts::Histogram(int buckets, double minimum, double maximum) const {
  std::vector<double> counts(static_cast<std::size_t>(buckets));
  const double width = (maximum - minimum) / buckets;
  ForBins([&](const Bin& bin) {
    const auto here = static_cast<double>(bin.count);
    const double low = std::clamp(bin.low, minimum, maximum);
    const double high = std::clamp(bin.high, minimum, maximum);
    const auto bucket = [&](double x) {
      return width > 0 ? std::clamp(static_cast<int>((x - minimum) / width), 0, buckets - 1) : 0;
    };
    const int first = bucket(low), last = bucket(high);
    if (first == last || !(high > low)) {
      counts[static_cast<std::size_t>(first)] += here;
      return true;
    }
    for (int b = first; b <= last; ++b) {
      const double from = std::max(low, minimum + b * width);
      const double to = b == last ? high : std::min(high, minimum + (b + 1) * width);
      counts[static_cast<std::size_t>(b)] += here * std::max(to - from, 0.0) / (high - low);
    }
    return true;
  });
  return counts;
}

}  // namespace cobble
