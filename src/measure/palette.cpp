// Groups the pixels of a picture by colour.
// Based on: X. Wu, "Efficient statistical computations for optimal color quantization", 1991;
// S. Lloyd, "Least squares quantization in PCM", 1982.
#include "measure/palette.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "core/interrupt.h"

namespace cobble {
namespace {

constexpr double kMaxPixels = 100000;
constexpr int kRounds = 12;  // of improvement

using Lab = std::array<double, 3>;

Lab Times(const std::array<Rgb, 3>& matrix, const std::array<double, 3>& of) {
  Lab out{};
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 3; ++c) out[r] += matrix[r][c] * of[c];
  return out;
}

// Returns the colour of a pixel; nullopt if it is missing or not visible.
std::optional<Lab> ColorAt(const Image& image, bool is_srgb, int64_t x, int64_t y) {
  const float* const pixel = image.Pixel(x, y);
  const int colors = image.channels < 3 ? 1 : 3;
  if (image.channels > colors && !(pixel[colors] >= 0.5f)) return std::nullopt;
  Rgb linear{};
  for (int c = 0; c < 3; ++c) {
    const double sample = std::clamp(double{pixel[colors == 3 ? c : 0]}, 0.0, 1.0);
    if (std::isnan(sample)) return std::nullopt;
    linear[static_cast<std::size_t>(c)] = is_srgb ? LinearFromSrgb(sample) : sample;
  }
  return Times(kOklabFromRoots, ConeRootsFromLinear(linear));
}

// Returns pixels at even distances.
std::vector<Lab> ColorsIn(const Image& image, bool is_srgb) {
  const double pixels = static_cast<double>(image.width) * static_cast<double>(image.height);
  const double step = std::max(1.0, std::sqrt(pixels / kMaxPixels));
  std::vector<Lab> colors;
  for (double y = step / 2; y < static_cast<double>(image.height); y += step) {
    CheckInterrupt();
    for (double x = step / 2; x < static_cast<double>(image.width); x += step)
      if (const auto color =
              ColorAt(image, is_srgb, static_cast<int64_t>(x), static_cast<int64_t>(y)))
        colors.push_back(*color);
  }
  return colors;
}

struct ColorGroup {
  std::vector<Lab> colors;
  Lab mean{}, variance{};  // the sum of squares

  explicit ColorGroup(std::vector<Lab> of) : colors(std::move(of)) {
    for (std::size_t c = 0; c < 3; ++c) {
      for (const Lab& each : colors) mean[c] += each[c];
      mean[c] /= static_cast<double>(std::max<std::size_t>(colors.size(), 1));
      for (const Lab& each : colors) variance[c] += (each[c] - mean[c]) * (each[c] - mean[c]);
    }
  }
  double Spread() const { return variance[0] + variance[1] + variance[2]; }
};

// Splits the group that varies most, along the axis where it does, until there are so many, or all
// are of one colour.
std::vector<ColorGroup> SplitGroups(std::vector<Lab> colors, std::size_t count) {
  std::vector<ColorGroup> groups;
  groups.emplace_back(std::move(colors));
  while (groups.size() < count) {
    CheckInterrupt();
    const auto widest = std::ranges::max_element(groups, {}, &ColorGroup::Spread);
    const auto axis = static_cast<std::size_t>(std::ranges::max_element(widest->variance) -
                                               widest->variance.begin());
    std::array<std::vector<Lab>, 2> halves;
    for (const Lab& each : widest->colors)
      halves[each[axis] > widest->mean[axis] ? 1 : 0].push_back(each);
    if (halves[0].empty() || halves[1].empty()) break;
    *widest = ColorGroup(std::move(halves[0]));
    groups.emplace_back(std::move(halves[1]));
  }
  return groups;
}

// Moves every colour to the group whose mean is nearest.
std::vector<ColorGroup> Regrouped(const std::vector<ColorGroup>& groups) {
  std::vector<std::vector<Lab>> next(groups.size());
  for (const ColorGroup& group : groups)
    for (const Lab& color : group.colors) {
      std::size_t nearest = 0;
      double shortest = std::numeric_limits<double>::infinity();
      for (std::size_t k = 0; k < groups.size(); ++k) {
        double distance = 0;
        for (std::size_t c = 0; c < 3; ++c) {
          const double d = color[c] - groups[k].mean[c];
          distance += d * d;
        }
        if (distance < shortest) shortest = distance, nearest = k;
      }
      next[nearest].push_back(color);
    }
  std::vector<ColorGroup> out;
  for (std::vector<Lab>& colors : next)
    if (!colors.empty()) out.emplace_back(std::move(colors));
  return out;
}

std::string NearestHex(const Lab& lab) {
  const Rgb linear = LinearFromConeRoots(Times(kRootsFromOklab, lab));
  std::string hex = "#";
  for (const double channel : linear)
    hex += fmt::format(
        "{:02x}",
        static_cast<int>(std::lround(255 * SrgbFromLinear(std::clamp(channel, 0.0, 1.0)))));
  return hex;
}

}  // namespace

std::vector<PaletteColor> PaletteOf(const Image& image, bool is_srgb, int count) {
  std::vector<Lab> pixels = ColorsIn(image, is_srgb);
  if (pixels.empty()) return {};
  const auto all = static_cast<double>(pixels.size());
  std::vector<ColorGroup> groups = SplitGroups(std::move(pixels), static_cast<std::size_t>(count));
  for (int round = 0; round < kRounds; ++round) {
    CheckInterrupt();
    groups = Regrouped(groups);
  }
  std::ranges::sort(groups, {}, [](const ColorGroup& group) { return group.mean; });
  std::vector<PaletteColor> palette;
  double darker = 0;
  for (const ColorGroup& group : groups) {
    const double share = static_cast<double>(group.colors.size()) / all;
    std::string hex = NearestHex(group.mean);
    const auto known = std::ranges::find(palette, hex, &PaletteColor::hex);
    if (known == palette.end())
      palette.push_back({std::move(hex), share});
    else
      known->share += share;
  }
  for (PaletteColor& color : palette) {
    color.position = darker + color.share / 2;
    darker += color.share;
  }
  return palette;
}

JsonTree ListOf(const std::vector<PaletteColor>& colors) {
  JsonTree list = JsonTree::array();
  for (const PaletteColor& color : colors)
    list.push_back({{"color", color.hex}, {"share", color.share}, {"position", color.position}});
  return list;
}

std::string RampOf(const std::vector<PaletteColor>& colors, const std::string& source) {
  std::vector<std::string> stops;
  double last = 0;
  for (const PaletteColor& color : colors) {
    constexpr double kPlaces = 1e4;
    last = std::max(std::round(color.position * kPlaces), last + 1);  // they must increase
    stops.push_back(fmt::format("[{}, {}]", last / kPlaces, color.hex));
  }
  if (colors.size() == 1) return colors.front().hex;
  return fmt::format("ramp({}, [{}])", source, fmt::join(stops, ", "));
}

std::string EqualPartsOf(const std::vector<PaletteColor>& colors, const std::string& source) {
  std::vector<std::string> names;
  names.reserve(colors.size());
  for (const PaletteColor& color : colors) names.push_back(color.hex);
  return fmt::format("palette({}, [{}])", source, fmt::join(names, ", "));
}

}  // namespace cobble
