// Reduces files and shows their channels.
#include "views/file_look.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "core/bounds.h"

namespace cobble {
namespace {

constexpr std::string_view kAlpha = "A";

// Returns "normal." for "normal.X", else "".
std::string_view PrefixOf(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == name.npos ? "" : name.substr(0, dot + 1);
}

std::vector<std::size_t> ShownChannels(const std::vector<PictureChannel>& channels) {
  const std::string_view prefix = PrefixOf(channels.front().name);
  std::vector<std::size_t> shown;
  for (const std::string_view color : {"R", "G", "B"})
    for (std::size_t c = 0; c < channels.size(); ++c)
      if (channels[c].name == std::string(prefix) + std::string(color)) shown.push_back(c);
  if (shown.size() == 3) return shown;
  shown.clear();
  for (std::size_t c = 0; c < channels.size() && shown.size() < 3; ++c) {
    const std::string_view name = channels[c].name;
    if (PrefixOf(name) == prefix && (c == 0 || name.substr(prefix.size()) != kAlpha))
      shown.push_back(c);
  }
  return shown;
}

// Returns whether red, green and blue are equal everywhere, as in formats without grey.
bool IsGrey(const Image& image) {
  const auto is_equal = [](float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); };
  for (std::size_t at = 0; at < image.samples.size(); at += 3)
    if (!is_equal(image.samples[at], image.samples[at + 1]) ||
        !is_equal(image.samples[at], image.samples[at + 2]))
      return false;
  return true;
}

// Returns the extremes of the finite samples, or 0 and 1.
Bounds ExtremesOf(const Image& image) {
  Bounds extremes{INFINITY, -INFINITY};
  for (const float sample : image.samples) {
    if (!std::isfinite(sample)) continue;
    extremes.low = std::min(extremes.low, double{sample});
    extremes.high = std::max(extremes.high, double{sample});
  }
  return extremes.low <= extremes.high ? extremes : Bounds{0, 1};
}

uint8_t ByteOf(double x, const PictureInfo& info, const Bounds& extremes, bool is_color) {
  if (!info.channels.front().is_float) return UnitByte(x);
  if (is_color && extremes.low < 0) return UnitByte((x + 1) / 2);
  if (is_color) return info.is_srgb ? UnitByte(x) : SrgbByte(x);
  if (extremes.low >= 0 && extremes.high <= 1) return UnitByte(x);
  return UnitByte((x - extremes.low) / (extremes.high - extremes.low));
}

Image ReadReduced(PictureReader& reader, const std::vector<std::size_t>& shown,
                  const FittedSize& size) {
  const PictureInfo& info = reader.info();
  const std::size_t channels = info.channels.size();
  const auto width = static_cast<std::size_t>(info.width);
  Reducer reducer(info.width, info.height, static_cast<int>(shown.size()), size);
  std::vector<float> row((Size(info.width) * Size(channels)).bytes());
  std::vector<float> picked((Size(info.width) * Size(shown.size())).bytes());
  for (int64_t y = 0; y < info.height; ++y) {
    reader.ReadRow(row);
    auto to = picked.begin();
    for (std::size_t x = 0; x < width; ++x)
      for (const std::size_t c : shown) *to++ = row[x * channels + c];
    reducer.Add(picked);
  }
  return reducer.Take();
}

}  // namespace

RgbPicture LookAtFile(PictureReader& reader, int64_t max_width, int64_t max_height) {
  const PictureInfo& info = reader.info();
  const auto shown = ShownChannels(info.channels);
  const FittedSize size = FitWithin(info.width, info.height, max_width, max_height);
  const Image image = ReadReduced(reader, shown, size);
  const Bounds extremes = ExtremesOf(image);
  const std::size_t count = shown.size();
  const bool is_color = count == 3 && !IsGrey(image);
  RgbPicture picture(size.width, size.height);
  for (std::size_t at = 0; at < picture.samples.size(); ++at) {
    const std::size_t pixel = at / 3, c = count == 1 ? 0 : at % 3;
    if (c >= count) continue;  // two channels: no blue
    picture.samples[at] =
        ByteOf(double{image.samples[pixel * count + c]}, info, extremes, is_color);
  }
  return picture;
}

}  // namespace cobble
