// Chooses the colours of a picture by median cut and writes it in bands of six rows.
// Based on: Paul Heckbert, "Color image quantization for frame buffer display", 1982; DEC, "VT330/
// VT340 Programmer Reference Manual, Volume 2: Graphics", 1988, chapter 14.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "views/terminal_picture.h"

namespace cobble {
namespace {

constexpr std::size_t kMaxColors = 256;
constexpr std::size_t kPercentLevels = 101;  // 0 to 100 %
constexpr int64_t kBandRows = 6;

struct Color {
  std::array<uint8_t, 3> percent{};
  uint64_t count = 0;  // of pixels
};

std::size_t KeyOf(const uint8_t* rgb) {
  std::size_t key = 0;
  for (int c = 0; c < 3; ++c) key = key * kPercentLevels + (std::size_t{rgb[c]} * 100 + 127) / 255;
  return key;
}

// Colours to be shown as one.
struct Group {
  std::span<Color> colors;
  std::size_t axis = 0;  // the channel in which they differ most
  uint64_t weight = 0;   // how much a split would gain; 0 if they are all equal

  explicit Group(std::span<Color> members) : colors(members) {
    uint64_t pixels = 0, widest = 0;
    for (const Color& color : colors) pixels += color.count;
    for (std::size_t c = 0; c < 3; ++c) {
      const auto level = [c](const Color& color) { return color.percent[c]; };
      const auto [low, high] = std::ranges::minmax_element(colors, {}, level);
      const uint64_t width = static_cast<uint64_t>(high->percent[c] - low->percent[c]);
      if (width > widest) axis = c;
      widest = std::max(widest, width);
    }
    weight = pixels * widest;
  }

  // Returns the number of colours in the lower half, by pixels: at least one, not all.
  std::size_t Sort() const {
    std::ranges::sort(colors, [this](const Color& a, const Color& b) {
      return std::pair(a.percent[axis], a.percent) < std::pair(b.percent[axis], b.percent);
    });
    uint64_t pixels = 0, below = 0;
    for (const Color& color : colors) pixels += color.count;
    std::size_t n = 0;
    while (n < colors.size() - 1 && (n == 0 || 2 * (below + colors[n].count) <= pixels))
      below += colors[n++].count;
    return n;
  }

  std::array<int, 3> Mean() const {
    std::array<uint64_t, 3> sums{};
    uint64_t pixels = 0;
    for (const Color& color : colors) {
      for (std::size_t c = 0; c < 3; ++c) sums[c] += color.count * color.percent[c];
      pixels += color.count;
    }
    pixels = std::max<uint64_t>(pixels, 1);
    std::array<int, 3> mean{};
    for (std::size_t c = 0; c < 3; ++c) mean[c] = static_cast<int>((sums[c] + pixels / 2) / pixels);
    return mean;
  }
};

struct Indexed {
  std::vector<std::array<int, 3>> palette;  // percent
  std::vector<uint8_t> pixels;              // indices into the palette
};

std::vector<Group> Split(std::span<Color> colors) {
  std::vector<Group> groups{Group(colors)};
  while (groups.size() < kMaxColors) {
    const auto heaviest = std::ranges::max_element(groups, {}, &Group::weight);
    if (heaviest->weight == 0) break;
    const std::size_t below = heaviest->Sort();
    const std::span<Color> all = heaviest->colors;
    *heaviest = Group(all.first(below));
    groups.emplace_back(all.subspan(below));
  }
  return groups;
}

Indexed ReduceColors(const RgbPicture& picture) {
  std::vector<uint64_t> counts(kPercentLevels * kPercentLevels * kPercentLevels);
  const std::span<const uint8_t> samples(picture.samples);
  for (std::size_t at = 0; at < samples.size(); at += 3) ++counts[KeyOf(&samples[at])];
  std::vector<Color> colors;
  for (std::size_t key = 0; key < counts.size(); ++key) {
    if (counts[key] == 0) continue;
    const auto level = [](std::size_t x) { return static_cast<uint8_t>(x % kPercentLevels); };
    colors.push_back(
        {{level(key / kPercentLevels / kPercentLevels), level(key / kPercentLevels), level(key)},
         counts[key]});
  }
  Indexed indexed;
  std::vector<uint8_t> index_of(counts.size());
  for (const Group& group : Split(colors)) {
    for (const auto& [percent, count] : group.colors)
      index_of[(percent[0] * kPercentLevels + percent[1]) * kPercentLevels + percent[2]] =
          static_cast<uint8_t>(indexed.palette.size());
    indexed.palette.push_back(group.Mean());
  }
  for (std::size_t at = 0; at < samples.size(); at += 3)
    indexed.pixels.push_back(index_of[KeyOf(&samples[at])]);
  return indexed;
}

// Equal characters: "!12?" for twelve, or the characters themselves if that is no longer.
void AppendRun(char c, std::size_t n, std::string* text) {
  if (n < 4) {
    text->append(n, c);
  } else {
    *text += fmt::format("!{}{}", n, c);
  }
}

// The bits of a band for each colour: `width` columns of six pixels.
using Planes = std::array<std::vector<uint8_t>, kMaxColors>;

// Appends a band: for each of its colours, columns of its pixels. In, out: planes, all 0 or empty.
void AppendBand(std::span<const uint8_t> pixels, std::size_t width, Planes* planes,
                std::string* text) {
  std::array<bool, kMaxColors> is_used{};
  for (std::size_t at = 0; at < pixels.size(); ++at) {
    std::vector<uint8_t>& plane = (*planes)[pixels[at]];
    plane.resize(width);
    plane[at % width] |= static_cast<uint8_t>(1 << at / width);
    is_used[pixels[at]] = true;
  }
  bool is_first = true;
  for (std::size_t color = 0; color < kMaxColors; ++color) {
    if (!is_used[color]) continue;
    *text += fmt::format("{}#{}", is_first ? "" : "$", color);
    is_first = false;
    std::vector<uint8_t>& plane = (*planes)[color];
    for (std::size_t x = 0, end = 0; x < width; x = end) {
      while (end < width && plane[end] == plane[x]) ++end;
      const bool is_rest = end == width && plane[x] == 0;
      if (!is_rest) AppendRun(static_cast<char>('?' + plane[x]), end - x, text);
    }
    std::ranges::fill(plane, uint8_t{0});
  }
  *text += '-';
}

}  // namespace

// Every pixel has a colour, so none keeps the background.
std::string Sixel(const RgbPicture& picture) {
  const Indexed indexed = ReduceColors(picture);
  std::string text = fmt::format("\x1bP0;1q\"1;1;{};{}", picture.width, picture.height);
  for (std::size_t k = 0; k < indexed.palette.size(); ++k) {
    const auto& color = indexed.palette[k];
    text += fmt::format("#{};2;{};{};{}", k, color[0], color[1], color[2]);
  }
  const auto width = static_cast<std::size_t>(picture.width);
  const std::size_t band = (Size(picture.width) * Size(kBandRows)).bytes();
  const std::span<const uint8_t> pixels(indexed.pixels);
  Planes planes;
  for (std::size_t at = 0; at < pixels.size(); at += band)
    AppendBand(pixels.subspan(at, std::min(band, pixels.size() - at)), width, &planes, &text);
  return text + "\x1b\\\n";
}

}  // namespace cobble
