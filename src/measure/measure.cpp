// Implements MeasurePicture.
#include "measure/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <numbers>
#include <utility>

#include "cobble/error.h"

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

// Integers of up to 16 bits have a bin each, so percentiles are exact. Floats have 2^14 bins per
// power of two, each narrower than 0.0062 % of its values. Percentiles are interpolated between a
// bin's minimum and maximum, so they are exact where it holds a single value, such as 0 or a half
// float. Only powers of two that occur have bins.
class ValueCounts {
 public:
  // bits: of integer samples, at most 16; 0 for floats.
  explicit ValueCounts(int bits) : largest_(bits > 0 ? (1 << bits) - 1 : 0) {
    if (bits > 0) {
      whole_.resize(std::size_t{1} << bits);
      bytes_ = whole_.size() * sizeof(whole_[0]);
    } else {
      pages_.resize(kPages);
      bytes_ = pages_.size() * sizeof(pages_[0]);
    }
  }

  // `value` is finite.
  void Add(float value) {
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

  uint64_t count() const { return count_; }
  // of all bins
  std::size_t bytes() const { return bytes_; }

  // Returns the value that a fraction (0..1) of the samples does not exceed. Requires count() > 0.
  double Quantile(double fraction, double minimum, double maximum) const {
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

  // Returns the number of samples in each of `buckets` equal parts of minimum..maximum. A bin that
  // spans several parts counts in each by its share.
  std::vector<double> Histogram(int buckets, double minimum, double maximum) const {
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
  void ForBins(const Visit& visit) const {
    for (std::size_t k = 0; k < whole_.size(); ++k) {
      const auto value = static_cast<double>(k);
      if (whole_[k] > 0 &&
          !visit(Bin{(value - 0.5) / largest_, (value + 0.5) / largest_, whole_[k]}))
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

  uint64_t count_ = 0;
  std::size_t bytes_ = 0;
  double largest_ = 0;                        // of the integers; 0 for floats
  std::vector<uint64_t> whole_;               // by integer
  std::vector<std::unique_ptr<Page>> pages_;  // by sign and exponent
};

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Mean and sum of squared deviations. Based on: T. Chan, G. Golub, R. LeVeque, "Updating formulae
// and a pairwise algorithm for computing sample variances", 1979.
struct Moments {
  double count = 0, mean = 0, squares = 0;

  void Add(const Moments& other) {
    if (other.count == 0) return;
    const double total = count + other.count, distance = other.mean - mean;
    squares += other.squares + distance * distance * (count * other.count / total);
    mean += distance * (other.count / total);
    count = total;
  }
};

// A sum of absolute differences, and the largest of them.
struct Differences {
  double sum = 0, maximum = 0;

  void Add(double a, double b) {
    const double difference = std::abs(a - b);
    if (!(difference < kInfinity)) return;
    sum += difference;
    maximum = std::max(maximum, difference);
  }
};

Seam SeamOf(const Differences& across, double count, double largest, double typical) {
  Seam seam{.mean = across.sum / count, .maximum = across.maximum, .typical = typical};
  if (seam.mean > 0) seam.ratio = largest > 0 ? seam.mean / largest : kInfinity;
  return seam;
}

// The measures of one channel, from its rows in order.
class ChannelMeter {
 public:
  ChannelMeter(const PictureChannel& channel, int64_t width, const std::optional<Bounds>& bounds)
      : width_(static_cast<std::size_t>(width)),
        counts_(channel.is_float ? 0 : std::max(channel.bits, 8)),
        columns_(width_ - 1) {
    measures_.name = channel.name;
    measures_.minimum = kInfinity;
    measures_.maximum = -kInfinity;
    measures_.bounds = channel.is_float ? bounds : Bounds{0, 1};
  }

  void Add(const std::vector<float>& row) {
    AddValues(row);
    AddColumns(row);
    if (rows_++ == 0) {
      first_ = row;
    } else {
      AddRows(row);
      AddTensor(row);
    }
    previous_ = row;
  }

  ChannelMeasures Finish(std::span<const double> percentiles) const {
    ChannelMeasures measures = measures_;
    const auto width = static_cast<double>(width_), height = static_cast<double>(rows_);
    measures.samples = counts_.count();
    measures.minimum += 0.0;  // -0 becomes 0
    measures.maximum += 0.0;
    if (measures.samples == 0) {
      measures.minimum = measures.maximum = 0;
      measures.histogram.assign(kHistogramBuckets, 0);
      return measures;
    }
    measures.mean = moments_.mean;
    measures.deviation = std::sqrt(moments_.squares / moments_.count);
    for (const double percent : percentiles)
      measures.percentiles.push_back(
          counts_.Quantile(percent / 100, measures.minimum, measures.maximum));
    measures.histogram = counts_.Histogram(kHistogramBuckets, measures.minimum, measures.maximum);

    double sum = 0, largest = 0;
    for (const double column : columns_) {
      sum += column;
      largest = std::max(largest, column);
    }
    const double pairs = std::max(width - 1, 1.0) * height;
    measures.seam_x = SeamOf(seam_x_, height, largest / height, sum / pairs);
    Differences seam_y;
    for (std::size_t x = 0; x < width_; ++x) seam_y.Add(previous_[x], first_[x]);
    measures.seam_y =
        SeamOf(seam_y, width, max_row_sum_ / width, row_sum_ / (std::max(height - 1, 1.0) * width));
    measures.anisotropy = Direction();
    return measures;
  }

  std::size_t count_bytes() const { return counts_.bytes(); }

 private:
  void AddValues(const std::vector<float>& row) {
    Moments moments;
    for (const float value : row) {
      if (!std::isfinite(value)) continue;
      const double x = value;
      counts_.Add(value);
      moments.mean += x;
      ++moments.count;
      measures_.minimum = std::min(measures_.minimum, x);
      measures_.maximum = std::max(measures_.maximum, x);
      if (!measures_.bounds) continue;
      measures_.at_low += x <= measures_.bounds->low;
      measures_.at_high += x >= measures_.bounds->high;
    }
    measures_.not_finite += row.size() - static_cast<std::size_t>(moments.count);
    if (moments.count == 0) return;
    moments.mean /= moments.count;
    for (const float value : row)
      if (std::isfinite(value)) moments.squares += (value - moments.mean) * (value - moments.mean);
    moments_.Add(moments);
  }

  void AddColumns(const std::vector<float>& row) {
    for (std::size_t x = 0; x + 1 < width_; ++x) {
      const double difference = std::abs(static_cast<double>(row[x + 1]) - row[x]);
      if (difference < kInfinity) columns_[x] += difference;
    }
    seam_x_.Add(row.back(), row.front());
  }

  void AddRows(const std::vector<float>& row) {
    Differences differences;
    for (std::size_t x = 0; x < width_; ++x) differences.Add(row[x], previous_[x]);
    row_sum_ += differences.sum;
    max_row_sum_ = std::max(max_row_sum_, differences.sum);
  }

  // Differences in x and y within a block of 2 x 2 samples are taken at its middle.
  void AddTensor(const std::vector<float>& row) {
    double xx = 0, yy = 0, xy = 0;
    for (std::size_t x = 0; x + 1 < width_; ++x) {
      const double a = previous_[x], b = previous_[x + 1], c = row[x], d = row[x + 1];
      const double gx = b - a + (d - c), gy = c - a + (d - b);
      if (!(std::abs(gx) + std::abs(gy) < kInfinity)) continue;
      xx += gx * gx;
      yy += gy * gy;
      xy += gx * gy;
    }
    xx_ += xx;
    yy_ += yy;
    xy_ += xy;
  }

  // The tensor's eigenvectors are the directions of fastest and slowest change. y points down in
  // pictures, up for the angle.
  Anisotropy Direction() const {
    const double sum = xx_ + yy_, difference = xx_ - yy_;
    if (!(sum > 0) || !(sum < kInfinity)) return {};
    const double fastest = 0.5 * std::atan2(-2 * xy_, difference);
    double degrees = fastest * 180 / std::numbers::pi + 90;
    if (degrees >= 180) degrees -= 180;
    return {.degrees = degrees, .coherence = std::min(std::hypot(difference, 2 * xy_) / sum, 1.0)};
  }

  ChannelMeasures measures_;
  std::size_t width_;
  int64_t rows_ = 0;
  ValueCounts counts_;
  Moments moments_;
  std::vector<float> first_, previous_;  // rows
  std::vector<double> columns_;          // sums of differences between a column and the next
  Differences seam_x_;
  double row_sum_ = 0, max_row_sum_ = 0;  // of differences between neighbouring rows
  double xx_ = 0, yy_ = 0, xy_ = 0;       // the structure tensor
};

void CheckCountBytes(const std::vector<ChannelMeter>& meters) {
  std::size_t bytes = 0;
  for (const ChannelMeter& meter : meters) bytes += meter.count_bytes();
  if (bytes > kMaxCountBytes)
    throw Error(ErrorKind::kLimit, "",
                fmt::format("the samples have so many magnitudes that counting them needs more "
                            "than {} bytes of memory",
                            kMaxCountBytes));
}

// Calls visit(channel, samples) for each channel of each row.
template <typename Visit>
void ForRows(PictureReader& reader, const Visit& visit) {
  const std::size_t channels = reader.info().channels.size();
  const auto width = static_cast<std::size_t>(reader.info().width);
  std::vector<float> row(width * channels), plane(width);
  for (int64_t y = 0; y < reader.info().height; ++y) {
    reader.ReadRow(row);
    for (std::size_t c = 0; c < channels; ++c) {
      for (std::size_t x = 0; x < width; ++x) plane[x] = row[x * channels + c];
      visit(c, std::as_const(plane));
    }
  }
}

}  // namespace

std::vector<ChannelMeasures> MeasurePicture(PictureReader& reader,
                                            const std::optional<Bounds>& bounds,
                                            std::span<const double> percentiles) {
  std::vector<ChannelMeter> meters;
  for (const PictureChannel& channel : reader.info().channels)
    meters.emplace_back(channel, reader.info().width, bounds);
  ForRows(reader, [&](std::size_t c, const std::vector<float>& samples) {
    meters[c].Add(samples);
    if (c == 0) CheckCountBytes(meters);
  });
  std::vector<ChannelMeasures> measures;
  measures.reserve(meters.size());
  for (const ChannelMeter& meter : meters) measures.push_back(meter.Finish(percentiles));
  return measures;
}

std::vector<Extremes> MeasureExtremes(PictureReader& reader) {
  std::vector<Extremes> extremes(reader.info().channels.size(), {kInfinity, -kInfinity, 0});
  ForRows(reader, [&](std::size_t c, const std::vector<float>& samples) {
    for (const float value : samples) {
      if (!std::isfinite(value)) continue;
      extremes[c].minimum = std::min<double>(extremes[c].minimum, value);
      extremes[c].maximum = std::max<double>(extremes[c].maximum, value);
      ++extremes[c].samples;
    }
  });
  for (Extremes& each : extremes) {
    if (each.samples == 0) each.minimum = each.maximum = 0;
    each.minimum += 0.0;  // -0 becomes 0
    each.maximum += 0.0;
  }
  return extremes;
}

}  // namespace cobble
