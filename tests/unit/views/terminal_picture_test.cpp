// Tests pictures as text for terminals, with a small decoder for each protocol.
#include "views/terminal_picture.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "cli/terminal/terminal.h"
#include "support/readers/sixel.h"

namespace cobble {
namespace {

RgbPicture PictureWith(int64_t width, int64_t height, std::vector<uint8_t> samples) {
  RgbPicture picture(width, height);
  REQUIRE(picture.samples.size() == samples.size());
  picture.samples = std::move(samples);
  return picture;
}

RgbPicture Gradient(int64_t width, int64_t height) {
  RgbPicture picture(width, height);
  for (std::size_t k = 0; k < picture.samples.size(); ++k)
    picture.samples[k] = static_cast<uint8_t>(std::array{k / 3 * 7, k / 50, k * 11}[k % 3]);
  return picture;
}

TEST_CASE("half blocks show two pixels, and set a colour only where it changes") {
  const RgbPicture six =
      PictureWith(2, 3, {255, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9, 9, 9, 9});
  CHECK(TerminalText(six, Protocol::kBlocks) ==
        "\x1b[38;2;255;0;0m\x1b[48;2;0;255;0m\xE2\x96\x80\x1b[48;2;0;0;255m\xE2\x96\x80\x1b[0m\n"
        "\x1b[38;2;9;9;9m\xE2\x96\x80\xE2\x96\x80\x1b[0m\n");
  CHECK(TerminalText(six, Protocol::kBlocks256) ==
        "\x1b[38;5;196m\x1b[48;5;46m\xE2\x96\x80\x1b[48;5;21m\xE2\x96\x80\x1b[0m\n"
        "\x1b[38;5;232m\xE2\x96\x80\xE2\x96\x80\x1b[0m\n");
}

TEST_CASE("characters grow with the brightness, without escape sequences") {
  std::vector<uint8_t> samples;
  for (int k = 0; k < 10; ++k) samples.insert(samples.end(), 3, static_cast<uint8_t>(k * 255 / 9));
  CHECK(TerminalText(PictureWith(10, 1, samples), Protocol::kCharacters) == " .:-=+*#%@\n");
  const RgbPicture halves = PictureWith(1, 2, {0, 0, 0, 255, 255, 255});
  CHECK(TerminalText(halves, Protocol::kCharacters) == "=\n");
}

TEST_CASE("the nearest of 256 colours is found in the cube and among the greys") {
  const auto nearest = [](uint8_t r, uint8_t g, uint8_t b) {
    const uint8_t rgb[] = {r, g, b};
    return Nearest256(rgb);
  };
  CHECK(nearest(0, 0, 0) == 16);
  CHECK(nearest(255, 255, 255) == 231);
  CHECK(nearest(128, 128, 128) == 244);
  CHECK(nearest(95, 135, 175) == 67);
  CHECK(nearest(3, 3, 3) == 16);
  CHECK(nearest(5, 5, 5) == 232);
  CHECK(nearest(246, 246, 246) == 255);
  for (int color = 16; color < 256; ++color) {
    const auto rgb = ColorOf256(color);
    const auto byte = [&](std::size_t c) { return static_cast<uint8_t>(rgb[c]); };
    CHECK(ColorOf256(nearest(byte(0), byte(1), byte(2))) == rgb);
  }
  // Compared with a search through all of them.
  for (int k = 0; k < 500; ++k) {
    const std::array<int, 3> wanted{k * 37 % 256, k * 101 % 256, k * 59 % 256};
    const auto distance = [&](int color) {
      int sum = 0;
      for (std::size_t c = 0; c < 3; ++c) {
        const int d = ColorOf256(color)[c] - wanted[c];
        sum += d * d;
      }
      return sum;
    };
    int best = distance(16);
    for (int color = 17; color < 256; ++color) best = std::min(best, distance(color));
    CHECK(distance(nearest(static_cast<uint8_t>(wanted[0]), static_cast<uint8_t>(wanted[1]),
                           static_cast<uint8_t>(wanted[2]))) == best);
  }
}

TEST_CASE("256 colours keep the mean of a colour that is not among them") {
  RgbPicture plain(40, 40);
  for (std::size_t k = 0; k < plain.samples.size(); ++k)
    plain.samples[k] = std::array<uint8_t, 3>{110, 52, 30}[k % 3];
  const std::string text = TerminalText(plain, Protocol::kBlocks256);
  std::array<double, 3> sums{};
  std::array<int, 3> now[2] = {};  // of the text, of the background
  int shown = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (text.compare(at, 3, "\xE2\x96\x80") == 0) {
      for (const auto& color : now)
        for (std::size_t c = 0; c < 3; ++c) sums[c] += color[c];
      shown += 2;
      at += 3;
    } else if (text[at] == '\x1b' && text.compare(at, 4, "\x1b[0m") != 0) {
      now[text[at + 2] == '4'] = ColorOf256(std::atoi(&text[at + 7]));
      at = text.find('m', at) + 1;
    } else {
      at += text[at] == '\n' ? 1 : 4;
    }
  }
  REQUIRE(shown == 1600);
  CHECK(std::abs(sums[0] / shown - 110) < 3);
  CHECK(std::abs(sums[1] / shown - 52) < 3);
  CHECK(std::abs(sums[2] / shown - 30) < 3);
}

std::string Decoded(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = bits << 6 | static_cast<uint32_t>(digits.find(c));
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 255);
  }
  return bytes;
}

TEST_CASE("kitty graphics are chunks of base64, of which only the last is final") {
  for (const auto& [width, height] : {std::pair{1, 1}, {32, 32}, {64, 33}, {1, 2}}) {
    const RgbPicture picture = Gradient(width, height);
    std::string text = TerminalText(picture, Protocol::kKitty), bytes;
    REQUIRE(text.ends_with("\x1b\\\n"));
    text.pop_back();
    std::string keys =
        "a=T,f=24,s=" + std::to_string(width) + ",v=" + std::to_string(height) + ",q=2,";
    while (!text.empty()) {
      const std::size_t end = text.find("\x1b\\");
      const bool is_last = end + 2 == text.size();
      const std::string start = "\x1b_G" + keys + (is_last ? "m=0;" : "m=1;");
      REQUIRE(text.starts_with(start));
      const std::string data = text.substr(start.size(), end - start.size());
      CHECK(data.size() <= 4096);
      CHECK(data.size() % 4 == 0);
      bytes += Decoded(data);
      text.erase(0, end + 2);
      keys.clear();
    }
    CHECK(bytes == std::string(picture.samples.begin(), picture.samples.end()));
  }
}

TEST_CASE("sixel keeps up to 256 colours within the precision of its levels") {
  for (const auto& [width, height] : {std::pair{1, 1}, {5, 6}, {7, 13}, {16, 16}}) {
    RgbPicture picture(width, height);
    for (std::size_t k = 0; k < picture.samples.size(); ++k)
      picture.samples[k] = static_cast<uint8_t>(k / 3 % 250 + k % 3);
    const RgbPicture shown = test::ReadSixel(TerminalText(picture, Protocol::kSixel));
    REQUIRE(shown.width == width);
    REQUIRE(shown.height == height);
    int worst = 0;
    for (std::size_t k = 0; k < picture.samples.size(); ++k)
      worst = std::max(worst, std::abs(picture.samples[k] - shown.samples[k]));
    CHECK(worst <= 2);
  }
}

TEST_CASE("sixel approximates a picture of many colours") {
  RgbPicture picture(128, 100);
  for (int64_t y = 0; y < 100; ++y)
    for (int64_t x = 0; x < 128; ++x) {
      uint8_t* const rgb = picture.samples.data() + (y * 128 + x) * 3;
      rgb[0] = static_cast<uint8_t>(2 * x);
      rgb[1] = static_cast<uint8_t>(2 * y);
      rgb[2] = static_cast<uint8_t>(x + y);
    }
  const RgbPicture shown = test::ReadSixel(TerminalText(picture, Protocol::kSixel));
  double sum = 0;
  for (std::size_t k = 0; k < picture.samples.size(); ++k)
    sum += std::abs(picture.samples[k] - shown.samples[k]);
  CHECK(sum / static_cast<double>(picture.samples.size()) < 6);
}

TEST_CASE("the replies of a terminal say which graphics it has") {
  const auto is = [](std::string_view text, bool complete, bool kitty, bool sixel) {
    const TerminalReplies replies = ParseReplies(text);
    return replies.is_complete == complete && replies.has_kitty == kitty &&
           replies.has_sixel == sixel;
  };
  CHECK(is("", false, false, false));
  CHECK(is("\x1b[?62;4;22c", true, false, true));
  CHECK(is("\x1b[?62;22;4c", true, false, true));
  CHECK(is("\x1b[?1;2c", true, false, false));
  CHECK(is("\x1b[?4;6c", true, false, false));  // a VT132
  CHECK(is("\x1b[?62;14;44c", true, false, false));
  CHECK(is("\x1b[?62;4;22", false, false, false));
  CHECK(is("\x1b[?62;4;", false, false, false));
  CHECK(is("\x1b_Gi=31;OK\x1b\\", false, true, false));
  CHECK(is("\x1b_Gi=31;OK\x1b\\\x1b[?62c", true, true, false));
  CHECK(is("\x1b_Gi=31;ENOENT:no\x1b\\\x1b[?62;4c", true, false, true));
  CHECK(is("typed\x1b[?6c", true, false, false));
}

TEST_CASE("lines wrap at the width of the terminal") {
  CHECK(RowsOf("", 10) == 0);
  CHECK(RowsOf("a\n", 10) == 1);
  CHECK(RowsOf("\n", 10) == 1);
  CHECK(RowsOf("0123456789\n", 10) == 1);
  CHECK(RowsOf("0123456789a\nb\n", 10) == 3);
}

}  // namespace
}  // namespace cobble
