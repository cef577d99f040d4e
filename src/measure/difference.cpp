// Implements ComparePictures.
#include "measure/difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace cobble {
namespace {

constexpr double kInfiniteDistance = std::numeric_limits<double>::infinity();

// Returns |a - b|: 0 for equal infinities and for two NaN, otherwise infinite if one is not finite.
double Distance(float a, float b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
  const double distance = std::abs(static_cast<double>(a) - b);
  return distance < kInfiniteDistance ? distance : kInfiniteDistance;
}

struct ChannelPair {
  std::size_t a, b;
};

std::vector<ChannelPair> PairChannels(const PictureInfo& a, const PictureInfo& b) {
  const std::size_t count = std::max(a.channels.size(), b.channels.size());
  std::vector<ChannelPair> named, ordered;
  for (std::size_t c = 0; c < count; ++c)
    ordered.push_back({std::min(c, a.channels.size() - 1), std::min(c, b.channels.size() - 1)});
  if (a.channels.size() != b.channels.size()) return ordered;
  for (const ChannelPair& pair : ordered) {
    const auto found =
        std::ranges::find(b.channels, a.channels[pair.a].name, &PictureChannel::name);
    if (found == b.channels.end()) return ordered;
    named.push_back({pair.a, static_cast<std::size_t>(found - b.channels.begin())});
  }
  return named;
}

}  // namespace

std::string WhyNotComparable(const PictureInfo& a, const PictureInfo& b) {
  if (a.width != b.width || a.height != b.height)
    return fmt::format("{} x {} and {} x {} pixels", a.width, a.height, b.width, b.height);
  const std::size_t mine = a.channels.size(), other = b.channels.size();
  const bool are_grey_and_color = std::min(mine, other) == 1 && std::max(mine, other) == 3;
  if (mine != other && !are_grey_and_color) return fmt::format("{} and {} channels", mine, other);
  return {};
}

double Difference::Psnr() const {
  return mean_square > 0 ? -10 * std::log10(mean_square) : kInfiniteDistance;
}

Difference ComparePictures(PictureReader& a, PictureReader& b, double tolerance,
                           const DifferenceRow& visit) {
  const std::vector<ChannelPair> pairs = PairChannels(a.info(), b.info());
  const std::size_t step_a = a.info().channels.size(), step_b = b.info().channels.size();
  const auto width = static_cast<std::size_t>(a.info().width);
  std::vector<float> first(width * step_a), second(width * step_b), distances;
  Difference total;
  for (int64_t y = 0; y < a.info().height; ++y) {
    a.ReadRow(first);
    b.ReadRow(second);
    distances.clear();
    double sum = 0, squares = 0;
    for (std::size_t k = 0, c = 0; k < width * pairs.size(); ++k, c = (c + 1) % pairs.size()) {
      const std::size_t x = k / pairs.size();
      const float mine = first[x * step_a + pairs[c].a], other = second[x * step_b + pairs[c].b];
      const double distance = Distance(mine, other);
      distances.push_back(static_cast<float>(distance));
      if (distance == 0) continue;
      total.differing += distance > tolerance;
      const bool is_finite = distance < kInfiniteDistance;
      if (is_finite) {
        sum += distance;
        squares += distance * distance;
      }
      const bool is_first = total.not_finite == 0 && (!is_finite || distance > total.maximum);
      if (is_finite) total.maximum = std::max(total.maximum, distance);
      total.not_finite += !is_finite;
      if (!is_first) continue;
      total.x = static_cast<int64_t>(x);
      total.y = y;
      total.pair = c;
      total.a = mine;
      total.b = other;
    }
    total.samples += width * pairs.size();
    total.mean += sum;
    total.mean_square += squares;
    if (visit) visit(distances);
  }
  const auto finite = static_cast<double>(std::max<uint64_t>(total.samples - total.not_finite, 1));
  total.mean /= finite;
  total.mean_square /= finite;
  return total;
}

}  // namespace cobble
