// Tests HaloRing: the rows in each block, that rows in use at the same time do not share memory,
// and the padding around them that may be read.
#include "render/halo_ring.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

namespace cobble::test {
namespace {

HaloRing::Shape ShapeOf(int64_t width, int64_t height, int64_t band_rows, int64_t halo) {
  return {.window = {0, 0, width, height}, .band_rows = band_rows, .halo = halo};
}

HaloRing::Shape Flipped(HaloRing::Shape shape) {
  shape.flip = true;
  return shape;
}

TEST_CASE("blocks hold every row within the halo once, in order") {
  for (const auto& shape : {ShapeOf(7, 100, 16, 5), ShapeOf(1, 1, 32768, 3), ShapeOf(9, 33, 16, 16),
                            ShapeOf(3, 17, 4, 30), ShapeOf(1, 40, 1, 2)}) {
    CAPTURE(shape.halo);
    const HaloRing ring(shape, 3);
    const int64_t bands = (shape.window.height + shape.band_rows - 1) / shape.band_rows;
    int64_t next = -shape.halo;
    for (int64_t block = 0; block < bands + 2 * shape.halo_blocks(); ++block) {
      const auto [first, end] = ring.RowsOf(block);
      if (first >= end) continue;
      CHECK(first == next);
      CHECK(end - first <= shape.band_rows);
      next = end;
    }
    CHECK(next == shape.window.height + shape.halo);
  }
}

TEST_CASE("blocks of a flipped picture hold the same rows from the other end") {
  for (const auto& shape :
       {ShapeOf(7, 100, 16, 5), ShapeOf(9, 33, 16, 16), ShapeOf(3, 17, 4, 30)}) {
    CAPTURE(shape.halo);
    const HaloRing plain(shape, 3), flipped(Flipped(shape), 3);
    const int64_t bands = (shape.window.height + shape.band_rows - 1) / shape.band_rows;
    for (int64_t block = 0; block < bands + 2 * shape.halo_blocks(); ++block) {
      const auto [first, end] = plain.RowsOf(block);
      const auto [flipped_first, flipped_end] = flipped.RowsOf(block);
      CHECK(flipped_first == shape.window.height - end);
      CHECK(flipped_end == shape.window.height - first);
      for (int64_t row = first; row < end; ++row)
        CHECK(flipped.Value(shape.window.height - 1 - row, 2) - flipped.Value(0, 0) ==
              plain.Value(row, 2) - plain.Value(shape.window.height - 1, 0));
    }
  }
}

// Item k makes block k and maps band k - 2 L, L = shape.halo_blocks(). At most `slots`
// are in flight.
TEST_CASE("no block is overwritten while it is in use") {
  for (const auto& shape :
       {ShapeOf(1, 100, 8, 5), ShapeOf(1, 90, 8, 8), ShapeOf(1, 77, 4, 30), ShapeOf(1, 64, 1, 2)})
    for (const int slots : {1, 2, 5}) {
      CAPTURE(shape.halo);
      CAPTURE(slots);
      const HaloRing ring(shape, slots);
      const int64_t lead = 2 * shape.halo_blocks();
      const int64_t items = (shape.window.height + shape.band_rows - 1) / shape.band_rows + lead;
      for (int64_t oldest = 0; oldest < items; ++oldest) {
        // The rows that items from `oldest` on read or write while in flight together.
        std::set<int64_t> rows;
        for (int64_t item = oldest; item < std::min(items, oldest + slots); ++item) {
          const auto [first, end] = ring.RowsOf(item);
          for (int64_t row = first; row < end; ++row) rows.insert(row);
          const int64_t band = (item - lead) * shape.band_rows;
          const int64_t last = std::min(band + shape.band_rows, shape.window.height) + shape.halo;
          for (int64_t row = band - shape.halo; item >= lead && row < last; ++row) rows.insert(row);
        }
        std::set<const float*> places;
        for (const int64_t row : rows) places.insert(ring.Value(row, 0));
        CHECK(places.size() == rows.size());
      }
    }
}

TEST_CASE("pixels are kept, and the padding around them is readable") {
  for (const int64_t width : {1, 15, 16, 17, 300})
    for (const int64_t halo : {1, 15, 16, 40}) {
      CAPTURE(width);
      CAPTURE(halo);
      HaloRing::Shape shape = ShapeOf(width, 5, 16, halo);
      shape.slopes = true;
      shape.maps = 2;
      HaloRing ring(shape, 1);
      std::vector<float> value, x, y, first, second;
      for (int64_t k = 0; k < width + 2 * halo; ++k) {
        value.push_back(static_cast<float>(k));
        x.push_back(static_cast<float>(k) + 0.25f);
        y.push_back(static_cast<float>(k) + 0.5f);
        first.push_back(static_cast<float>(k) + 0.125f);
        second.push_back(static_cast<float>(k) + 0.75f);
      }
      const auto n = static_cast<int>(value.size());
      const float* const maps[] = {first.data(), second.data()};
      for (int64_t row = -halo; row < 5 + halo; ++row)
        ring.Put(row, -halo, n, {value.data(), {x.data(), y.data()}}, maps);

      CHECK(reinterpret_cast<std::uintptr_t>(ring.Value(0, 0)) % kAlign == 0);
      CHECK(reinterpret_cast<std::uintptr_t>(ring.SlopeY(4, 0)) % kAlign == 0);
      for (const int64_t row : {-halo, int64_t{2}, 4 + halo}) {
        CHECK(std::equal(value.begin(), value.end(), ring.Value(row, -halo)));
        CHECK(std::equal(x.begin(), x.end(), ring.SlopeX(row, -halo)));
        CHECK(std::equal(y.begin(), y.end(), ring.SlopeY(row, -halo)));
        CHECK(std::equal(first.begin(), first.end(), ring.MapPlane(0, row, -halo)));
        CHECK(std::equal(second.begin(), second.end(), ring.MapPlane(1, row, -halo)));
        // Vectors of kPad samples, offset by the halo, read up to this position.
        const int64_t end = (width + kPad - 1) / kPad * kPad + halo;
        CHECK(std::all_of(ring.Value(row, width + halo), ring.Value(row, end),
                          [](float sample) { return sample == 0; }));
      }
    }
}

TEST_CASE("memory does not grow with the height of the window") {
  const auto bytes = [](int64_t height, int slots) {
    return HaloRing::Bytes(ShapeOf(1000, height, 16, 50), slots).value();
  };
  CHECK(bytes(100'000, 4) == bytes(1000, 4));
  CHECK(bytes(100'000, 4) > bytes(100'000, 1));
  CHECK(bytes(90, 4) < bytes(1000, 4));  // the ring has no more rows than the window
  // The rows of 2 L + slots blocks, each at least as wide as the window and its halo.
  CHECK(bytes(1000, 4) >= (2 * 4 + 4) * 16 * 1100 * sizeof(float));
  CHECK(bytes(1000, 4) <= (2 * 4 + 4) * 16 * 1200 * sizeof(float));
  CHECK_THROWS_AS(HaloRing(ShapeOf(int64_t{1} << 40, int64_t{1} << 40, 1, int64_t{1} << 40), 1),
                  Error);
}

}  // namespace
}  // namespace cobble::test
