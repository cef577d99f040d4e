// Tests the choice of filter and compression for many kinds of strips.
#include "output/png/strip.h"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "core/simd_level.h"

namespace cobble {
namespace {

using Bytes = std::vector<uint8_t>;

struct Shape {
  std::size_t row = 0, pixel = 1;
  int64_t rows = 0;
};

Bytes Fill(const Shape& shape, const std::function<uint8_t(std::size_t i, std::size_t j)>& byte) {
  Bytes bytes;
  for (std::size_t j = 0; j < static_cast<std::size_t>(shape.rows); ++j)
    for (std::size_t i = 0; i < shape.row; ++i) bytes.push_back(byte(i, j));
  return bytes;
}

Band BandOf(const Shape& shape, const Bytes& bytes) {
  return {0, 0, shape.rows, reinterpret_cast<const std::byte*>(bytes.data()), shape.row};
}

StripCoding ChoiceOf(const Shape& shape, const Bytes& bytes) {
  const int64_t target = FindSimdLevel("auto")->target;
  const RowFormat format{.channels = static_cast<int>(shape.pixel), .sample_bytes = 1};
  const StripFilters filters(format, shape.row, target);
  Deflater deflater(Compression::kFast, Size(bytes.size() + static_cast<uint64_t>(shape.rows)),
                    target);
  Bytes filtered(bytes.size() + static_cast<std::size_t>(shape.rows));
  return filters.Choose(BandOf(shape, bytes), deflater, filtered.data());
}

TEST_CASE("noise is coded without matches, smooth and flat strips with long matches") {
  const Shape shape{512, 1, 64};
  std::mt19937 random(1);
  const Bytes noise = Fill(shape, [&](auto, auto) { return static_cast<uint8_t>(random()); });
  CHECK(ChoiceOf(shape, noise).settings.method == DeflateMethod::kLiterals);

  const Bytes smooth = Fill(shape, [](auto i, auto j) {
    return static_cast<uint8_t>(128 +
                                100 * std::sin(0.01 * double(i)) * std::cos(0.013 * double(j)));
  });
  CHECK(ChoiceOf(shape, smooth).settings.method == DeflateMethod::kLongMatches);

  const Bytes patches =
      Fill(shape, [](auto i, auto j) { return static_cast<uint8_t>(i / 40 * 37 + j / 30 * 91); });
  CHECK(ChoiceOf(shape, patches).settings.method == DeflateMethod::kLongMatches);
  CHECK(ChoiceOf(shape, Bytes(512 * 64)).settings.method == DeflateMethod::kLongMatches);
}

TEST_CASE("repeated pixels of many values are coded with short matches") {
  const Shape shape{1024, 4, 64};
  std::mt19937 random(2);
  Bytes row(shape.row * 3);
  for (auto& x : row) x = static_cast<uint8_t>(random());
  std::size_t from = 0;
  const Bytes bytes = Fill(shape, [&](auto i, auto) {
    if (i % 8 == 0) from = random() % (row.size() / 8 - 1) * 8;
    return row[from + i % 8];
  });
  Bytes sums = bytes;  // running sums, so that differences from the pixel to the left repeat
  for (std::size_t k = 0; k < sums.size(); ++k)
    if (k % shape.row >= shape.pixel)
      sums[k] = static_cast<uint8_t>(sums[k] + sums[k - shape.pixel]);
  const StripCoding coding = ChoiceOf(shape, sums);
  CHECK(coding.settings.method == DeflateMethod::kShortMatches);
  CHECK(coding.filter == PngFilter::kSub);
}

TEST_CASE("the chosen filter predicts the rows best") {
  const Shape shape{600, 1, 50};
  std::mt19937 random(3);
  const auto small = [&] { return static_cast<int>(random() % 8); };
  Bytes along(600 * 50), down = along, patches = along;
  for (std::size_t k = 0; k < along.size(); ++k) {
    const std::size_t i = k % shape.row;
    along[k] = static_cast<uint8_t>(i == 0 ? random() : along[k - 1] + small());
    down[k] = static_cast<uint8_t>(k < shape.row ? random() : down[k - shape.row] + small());
    patches[k] = static_cast<uint8_t>(i / 7 * 57 + k / shape.row / 5 * 91 + random() % 4);
  }
  CHECK(ChoiceOf(shape, along).filter == PngFilter::kSub);
  CHECK(ChoiceOf(shape, down).filter == PngFilter::kUp);
  CHECK(ChoiceOf(shape, patches).filter == PngFilter::kPaeth);
}

TEST_CASE("the choice for a band of any shape is deterministic") {
  std::mt19937 random(4);
  for (const Shape& shape : {Shape{1, 1, 1},
                             {6, 6, 1},
                             {1, 1, 3000},
                             {2, 2, 500},
                             {100000, 1, 1},
                             {60000, 6, 3},
                             {37, 1, 41}}) {
    const Bytes bytes =
        Fill(shape, [&](auto, auto) { return static_cast<uint8_t>(random() % 40); });
    const StripCoding first = ChoiceOf(shape, bytes), second = ChoiceOf(shape, bytes);
    CHECK(first.filter == second.filter);
    CHECK(first.settings.method == second.settings.method);
    CHECK(first.settings.long_matches.min_match == second.settings.long_matches.min_match);
  }
}

}  // namespace
}  // namespace cobble
