// Tests PFM files, byte by byte.
#include "output/writers.h"

#include <doctest/doctest.h>

#include <cstring>

#include "core/maps.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

float PfmRamp(int64_t x, int64_t y, int c) {
  return static_cast<float>(x * 1000 + y * 10 + c) - 5000.5f;
}

TEST_CASE("rows are stored bottom to top, whatever the bands") {
  const TemporaryFolder folder;
  for (const Map map : {Map::kHeight, Map::kValue, Map::kNormal}) {
    for (const auto& [width, height] : std::initializer_list<std::pair<int64_t, int64_t>>{
             {1, 1}, {1, 7}, {5, 1}, {3, 2}, {31, 17}, {300, 5}}) {
      const PictureSpec spec = SpecOf(folder / "a.pfm", "pfm", {map}, 32, width, height);
      const std::string header = (map == Map::kNormal ? "PF\n" : "Pf\n") + std::to_string(width) +
                                 " " + std::to_string(height) + "\n-1.0\n";
      std::string wanted = header;
      for (int64_t y = height; y-- > 0;) {
        for (int64_t x = 0; x < width; ++x) {
          for (int c = 0; c < PictureMap(map).channels; ++c) {
            const float sample = PfmRamp(x, y, c);
            wanted.append(reinterpret_cast<const char*>(&sample), sizeof sample);
          }
        }
      }
      for (const int64_t rows : {int64_t{1}, int64_t{3}, height}) {
        const auto writer = OpenPicture(spec);
        WriteBands(*writer, spec, rows, PfmRamp);
        writer->Commit();
        CHECK((ReadFile(spec.path) == wanted));
        CHECK(writer->bytes_written() == wanted.size());
      }
    }
  }
}

}  // namespace
}  // namespace cobble
