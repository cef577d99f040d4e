// Encodes pictures as characters, half blocks or kitty graphics; sixel is in sixel.cpp.
#include "views/terminal_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

namespace cobble {
namespace {

// U+2580, the upper half of a character cell in the text colour.
constexpr std::string_view kUpperHalf = "\xE2\x96\x80";

// From black to white on a dark background.
constexpr std::string_view kGreys = " .:-=+*#%@";

// The levels of the 6 x 6 x 6 cube, and the first colours of the cube and of the greys.
constexpr std::array<int, 6> kCubeLevels{0, 95, 135, 175, 215, 255};
constexpr int kCube = 16, kGreyRamp = 232;

int NearestLevel(int x) {
  const auto distance = [x](int level) { return std::abs(level - x); };
  return static_cast<int>(std::ranges::min_element(kCubeLevels, {}, distance) -
                          kCubeLevels.begin());
}

// Picks one of the 256 colours for each pixel, and passes the error on to the neighbours that
// follow. Based on: Robert Floyd and Louis Steinberg, "An adaptive algorithm for spatial
// greyscale", 1976. Row-major.
std::vector<int> Dithered256(const RgbPicture& picture) {
  using Missing = std::array<double, 3>;
  const auto width = static_cast<std::size_t>(picture.width);
  std::vector<int> colors;
  std::vector<Missing> row(width + 2), next(width + 2);  // with a pixel at both ends
  for (int64_t y = 0; y < picture.height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      const uint8_t* const wanted = picture.Pixel(static_cast<int64_t>(x), y);
      std::array<uint8_t, 3> rgb{};
      for (std::size_t c = 0; c < 3; ++c) rgb[c] = UnitByte((wanted[c] + row[x + 1][c]) / 255);
      colors.push_back(Nearest256(rgb.data()));
      const auto shown = ColorOf256(colors.back());
      for (std::size_t c = 0; c < 3; ++c) {
        const double missing = rgb[c] - shown[c];
        row[x + 2][c] += missing * 7 / 16;
        next[x][c] += missing * 3 / 16;
        next[x + 1][c] += missing * 5 / 16;
        next[x + 2][c] += missing / 16;
      }
    }
    row = std::exchange(next, std::vector<Missing>(width + 2));
  }
  return colors;
}

// Writes a colour only where it changes. In: color(x, y), the end of a pixel's escape sequence.
template <typename Color>
std::string Blocks(const RgbPicture& picture, const Color& color) {
  std::string text;
  for (int64_t y = 0; y < picture.height; y += 2) {
    std::string upper, lower;
    for (int64_t x = 0; x < picture.width; ++x) {
      std::string next = "\x1b[38;" + color(x, y);
      if (next != upper) text += upper = std::move(next);
      next = y + 1 < picture.height ? "\x1b[48;" + color(x, y + 1) : "";
      if (next != lower) text += lower = std::move(next);
      text += kUpperHalf;
    }
    text += "\x1b[0m\n";
  }
  return text;
}

std::string Blocks24(const RgbPicture& picture) {
  return Blocks(picture, [&](int64_t x, int64_t y) {
    const uint8_t* const rgb = picture.Pixel(x, y);
    return fmt::format("2;{};{};{}m", rgb[0], rgb[1], rgb[2]);
  });
}

std::string Blocks256(const RgbPicture& picture) {
  const std::vector<int> colors = Dithered256(picture);
  return Blocks(picture, [&](int64_t x, int64_t y) {
    return fmt::format("5;{}m", colors[(Size(y) * Size(picture.width) + Size(x)).bytes()]);
  });
}

// The brightness of a pixel in sRGB, 0 to 255, by the weights of Rec. 709.
double Brightness(const uint8_t* rgb) {
  return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
}

std::string Characters(const RgbPicture& picture) {
  std::string text;
  for (int64_t y = 0; y < picture.height; y += 2) {
    const int64_t below = std::min(y + 1, picture.height - 1);
    for (int64_t x = 0; x < picture.width; ++x) {
      const double mean =
          (Brightness(picture.Pixel(x, y)) + Brightness(picture.Pixel(x, below))) / 2;
      const auto index = static_cast<std::size_t>(mean / 256 * static_cast<double>(kGreys.size()));
      text += kGreys[index];
    }
    text += '\n';
  }
  return text;
}

std::string Base64(const uint8_t* data, std::size_t size) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t at = 0; at < size; at += 3) {
    const std::size_t n = std::min<std::size_t>(size - at, 3);
    uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) bits = bits << 8 | (k < n ? data[at + k] : 0u);
    for (std::size_t k = 0; k < 4; ++k) text += k <= n ? kDigits[bits >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

// a=T: show; f=24: bytes of red, green and blue; s, v: width and height; q=2: without replies;
// m=1: more chunks follow.
std::string Kitty(const RgbPicture& picture) {
  constexpr std::size_t kChunk = 3072;  // 4096 characters, the maximum of the protocol
  std::string text;
  const std::size_t size = picture.samples.size();
  for (std::size_t at = 0; at < size; at += kChunk) {
    const std::size_t n = std::min(size - at, kChunk);
    const std::string keys =
        at == 0 ? fmt::format("a=T,f=24,s={},v={},q=2,", picture.width, picture.height) : "";
    text += fmt::format("\x1b_G{}m={};{}\x1b\\", keys, at + n < size ? 1 : 0,
                        Base64(picture.samples.data() + at, n));
  }
  return text + '\n';
}

}  // namespace

std::array<int, 3> ColorOf256(int color) {
  if (color >= kGreyRamp) {
    const int grey = 8 + 10 * (color - kGreyRamp);
    return {grey, grey, grey};
  }
  const auto level = [](int index) { return kCubeLevels[static_cast<std::size_t>(index % 6)]; };
  return {level((color - kCube) / 36), level((color - kCube) / 6), level(color - kCube)};
}

int Nearest256(const uint8_t* rgb) {
  const int in_cube =
      kCube + 36 * NearestLevel(rgb[0]) + 6 * NearestLevel(rgb[1]) + NearestLevel(rgb[2]);
  const int mean = (rgb[0] + rgb[1] + rgb[2]) / 3;
  const int grey = kGreyRamp + std::clamp((mean - 3) / 10, 0, 23);
  const auto distance = [rgb](int color) {
    const auto shown = ColorOf256(color);
    int sum = 0;
    for (std::size_t c = 0; c < 3; ++c) sum += (rgb[c] - shown[c]) * (rgb[c] - shown[c]);
    return sum;
  };
  return distance(grey) < distance(in_cube) ? grey : in_cube;
}

std::string TerminalText(const RgbPicture& picture, Protocol protocol) {
  switch (protocol) {
    case Protocol::kCharacters:
      return Characters(picture);
    case Protocol::kBlocks256:
      return Blocks256(picture);
    case Protocol::kBlocks:
      return Blocks24(picture);
    case Protocol::kSixel:
      return Sixel(picture);
    case Protocol::kKitty:
      return Kitty(picture);
  }
  return {};
}

}  // namespace cobble
