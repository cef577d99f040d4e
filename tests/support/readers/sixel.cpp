// Reads sixels, command by command.
#include "support/readers/sixel.h"

#include <doctest/doctest.h>

#include <array>
#include <cctype>
#include <map>
#include <vector>

namespace cobble::test {
namespace {

class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}

  RgbPicture Read();

 private:
  int Number();
  // Numbers separated by ";".
  std::vector<int> Numbers();
  void Put(char c, int times);

  const std::string& text_;
  std::size_t at_ = 0;
  RgbPicture picture_;
  std::vector<bool> is_set_;
  std::map<int, std::array<int, 3>> palette_;  // percent
  int color_ = -1;
  int64_t x_ = 0, y_ = 0;
};

int Reader::Number() {
  int number = 0;
  REQUIRE(std::isdigit(static_cast<unsigned char>(text_[at_])));
  while (std::isdigit(static_cast<unsigned char>(text_[at_])))
    number = 10 * number + (text_[at_++] - '0');
  return number;
}

std::vector<int> Reader::Numbers() {
  std::vector<int> numbers{Number()};
  while (text_[at_] == ';') {
    ++at_;
    numbers.push_back(Number());
  }
  return numbers;
}

void Reader::Put(char c, int times) {
  REQUIRE(c >= '?');
  REQUIRE(c <= '~');
  REQUIRE(palette_.contains(color_));
  for (int k = 0; k < times; ++k, ++x_) {
    REQUIRE(x_ < picture_.width);
    for (int row = 0; row < 6; ++row) {
      if (((c - '?') >> row & 1) == 0) continue;
      REQUIRE(y_ + row < picture_.height);
      const auto pixel = static_cast<std::size_t>((y_ + row) * picture_.width + x_);
      REQUIRE_FALSE(is_set_[pixel]);
      is_set_[pixel] = true;
      for (std::size_t i = 0; i < 3; ++i)
        picture_.samples[3 * pixel + i] =
            static_cast<uint8_t>((palette_[color_][i] * 255 + 50) / 100);
    }
  }
}

RgbPicture Reader::Read() {
  const std::string start = "\x1bP0;1q\"1;1;";
  REQUIRE(text_.starts_with(start));
  REQUIRE(text_.ends_with("\x1b\\\n"));
  at_ = start.size();
  const auto size = Numbers();
  REQUIRE(size.size() == 2);
  picture_ = RgbPicture(size[0], size[1]);
  is_set_.resize(picture_.samples.size() / 3);
  while (text_[at_] != '\x1b') {
    const char c = text_[at_++];
    if (c == '#') {
      const auto numbers = Numbers();
      color_ = numbers[0];
      REQUIRE(color_ < 256);
      if (numbers.size() > 1) {
        REQUIRE(numbers.size() == 5);
        REQUIRE(numbers[1] == 2);  // RGB
        for (std::size_t k = 2; k < 5; ++k) REQUIRE(numbers[k] <= 100);
        palette_[color_] = {numbers[2], numbers[3], numbers[4]};
      }
    } else if (c == '$') {
      x_ = 0;
    } else if (c == '-') {
      x_ = 0;
      y_ += 6;
    } else if (c == '!') {
      const int times = Number();
      Put(text_[at_++], times);
    } else {
      Put(c, 1);
    }
  }
  for (const bool is_set : is_set_) REQUIRE(is_set);
  return picture_;
}

}  // namespace

RgbPicture ReadSixel(const std::string& text) { return Reader(text).Read(); }

}  // namespace cobble::test
