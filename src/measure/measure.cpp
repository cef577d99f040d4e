// Implements MeasurePicture.
#include "measure/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "cobble/error.h"
#include "measure/quantiles.h"

namespace cobble {
namespace {

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

  ChannelMeasures Finish() const {
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
    for (std::size_t p = 0; p < kPercentiles.size(); ++p)
      measures.percentiles[p] =
          counts_.Quantile(kPercentiles[p] / 100, measures.minimum, measures.maximum);
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
                                            const std::optional<Bounds>& bounds) {
  std::vector<ChannelMeter> meters;
  for (const PictureChannel& channel : reader.info().channels)
    meters.emplace_back(channel, reader.info().width, bounds);
  ForRows(reader, [&](std::size_t c, const std::vector<float>& samples) {
    meters[c].Add(samples);
    if (c == 0) CheckCountBytes(meters);
  });
  std::vector<ChannelMeasures> measures;
  measures.reserve(meters.size());
  for (const ChannelMeter& meter : meters) measures.push_back(meter.Finish());
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
