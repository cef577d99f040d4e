// Converts ranks of samples to normal quantiles; the table leads from quantiles to samples.
#include "recipe/images/example_planes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "core/interrupt.h"
#include "core/math.h"

namespace cobble {
namespace {

// The distinct samples, in ascending order, each with the quantile of its ranks.
struct Distribution {
  std::vector<float> samples, quantiles;
};

Distribution DistributionOf(std::vector<float> channel) {
  InterruptCounter interrupt;
  std::ranges::sort(channel, [&interrupt](float a, float b) {
    interrupt.Count();
    return a < b;
  });
  const auto count = static_cast<double>(channel.size());
  Distribution out;
  for (auto first = channel.begin(); first != channel.end();) {
    interrupt.Count();
    const auto end = std::upper_bound(first, channel.end(), *first);
    const auto below = static_cast<double>(first - channel.begin());
    const auto equal = static_cast<double>(end - first);
    const auto quantile = static_cast<float>(NormalQuantile((below + equal / 2) / count));
    out.samples.push_back(*first);
    // The quantile function is monotone only within its error.
    out.quantiles.push_back(out.quantiles.empty() ? quantile
                                                  : std::max(quantile, out.quantiles.back()));
    first = end;
  }
  return out;
}

// Returns the samples at the ends of all pieces of the table, interpolated linearly.
std::vector<double> SamplesAtEnds(const Distribution& of) {
  const double low = of.quantiles.front(), span = double{of.quantiles.back()} - low;
  std::vector<double> out;
  std::size_t k = 0;  // the last sample whose quantile is not above
  for (int piece = 0; piece <= QuantileTable::kPieces; ++piece) {
    const double quantile = low + span * piece / QuantileTable::kPieces;
    while (k + 1 < of.samples.size() && double{of.quantiles[k + 1]} <= quantile) ++k;
    if (k + 1 == of.samples.size()) {
      out.push_back(of.samples[k]);
      continue;
    }
    const double t =
        (quantile - double{of.quantiles[k]}) / (double{of.quantiles[k + 1]} - of.quantiles[k]);
    out.push_back(of.samples[k] + t * (double{of.samples[k + 1]} - of.samples[k]));
  }
  return out;
}

// Returns monotone cubics through the ends of pieces.
// Based on: F. N. Fritsch, J. Butland, "A Method for Constructing Local Monotone Piecewise Cubic
// Interpolants", 1984: a slope is the harmonic mean of the slopes of the chords on both sides.
std::vector<float> MonotoneCubics(const std::vector<double>& ends) {
  const std::size_t pieces = ends.size() - 1;
  std::vector<double> slopes(ends.size(), 0.0);
  for (std::size_t k = 1; k < pieces; ++k) {
    const double before = ends[k] - ends[k - 1], after = ends[k + 1] - ends[k];
    if (before + after > 0) slopes[k] = 2 * before * after / (before + after);
  }
  std::vector<float> out;
  for (std::size_t k = 0; k < pieces; ++k) {
    const double rise = ends[k + 1] - ends[k], a = slopes[k], b = slopes[k + 1];
    for (const double c : {ends[k], a, 3 * rise - 2 * a - b, a + b - 2 * rise})
      out.push_back(ToFloat(c));
  }
  return out;
}

// A table to invert: the samples at the ends of pieces and the cubics' coefficients.
struct InvertibleTable {
  const std::vector<double>& ends;
  const std::vector<float>& coefficients;

  // Returns the x, in pieces, of a sample.
  double PlaceOf(double sample) const {
    const auto [first, last] = std::equal_range(ends.begin(), ends.end(), sample);
    const auto next = static_cast<double>(first - ends.begin());
    if (first != last) return (next + static_cast<double>(last - ends.begin() - 1)) / 2;
    // If quantiles round to one float, an end may not be the first or last sample.
    if (first == ends.begin()) return 0;
    if (first == ends.end()) return next - 1;
    const float* const c = coefficients.data() + 4 * (first - ends.begin() - 1);
    double low = 0, high = 1;
    for (int bit = 0; bit < 26; ++bit) {
      const double t = (low + high) / 2;
      const double value = double{c[0]} + t * (double{c[1]} + t * (double{c[2]} + t * c[3]));
      (value < sample ? low : high) = t;
    }
    return next - 1 + high;
  }
};

std::vector<float> QuantilesOf(const std::vector<float>& channel, const Distribution& of,
                               const InvertibleTable& table) {
  const double low = of.quantiles.front(), span = double{of.quantiles.back()} - low;
  std::vector<float> quantiles;
  InterruptCounter interrupt;
  for (const float sample : of.samples) {
    interrupt.Count();
    quantiles.push_back(
        static_cast<float>(low + span * table.PlaceOf(sample) / QuantileTable::kPieces));
  }
  std::vector<float> out;
  out.reserve(channel.size());
  for (const float sample : channel) {
    interrupt.Count();
    const auto found = std::ranges::lower_bound(of.samples, sample);
    out.push_back(quantiles[static_cast<std::size_t>(found - of.samples.begin())]);
  }
  return out;
}

}  // namespace

ExamplePlane MakeExamplePlane(const std::vector<float>& channel, int64_t width, int64_t height,
                              PlaneEdges edges) {
  const Distribution distribution = DistributionOf(channel);
  ExamplePlane out;
  out.low = distribution.samples.front();
  out.high = distribution.samples.back();
  out.table.first = distribution.quantiles.front();
  const float span = distribution.quantiles.back() - distribution.quantiles.front();
  if (span > 0) out.table.pieces_per_unit = QuantileTable::kPieces / span;
  const std::vector<double> ends = SamplesAtEnds(distribution);
  out.table.coefficients = MonotoneCubics(ends);
  out.normal = PlaneFrom(QuantilesOf(channel, distribution, {ends, out.table.coefficients}), width,
                         height, edges);
  return out;
}

std::shared_ptr<const ExamplePlane> ExamplePlaneOf(const SourceImage& image,
                                                   const PlaneRequest& request) {
  const SourceImage::Impl& impl = image.impl();
  const std::lock_guard lock(impl.mutex);
  auto& plane = impl.examples[request];
  if (!plane)
    plane = std::make_shared<const ExamplePlane>(
        MakeExamplePlane(FilledChannelOf(impl.pixels, request), impl.pixels.width,
                         impl.pixels.height, request.edges));
  return plane;
}

}  // namespace cobble
