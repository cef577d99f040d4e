// Tests what holds for the files of every format.
#include "output/writers.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/bands.h"
#include "core/maps.h"
#include "support/simd_levels.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

// Values are within -1..1.
float Waves(int64_t x, int64_t y, int c) {
  return static_cast<float>(
      std::sin(0.1 * static_cast<double>(x) + 0.07 * static_cast<double>(y) + c));
}

// Calls check(spec) for the files of each format, map and depth, 123 pixels wide.
template <class Check>
void ForFiles(const std::string& path, const Check& check) {
  for (const Format& format : Formats())
    for (const MapInfo& map : kMapTable)
      for (const int bits : format.bits) {
        if (!CanHold(format, map.map) || !WhyNot(format, map.map, bits).empty()) continue;
        CAPTURE(format.name);
        CAPTURE(map.name);
        CAPTURE(bits);
        check(PictureSpec{.path = path,
                          .format = &format,
                          .maps = {map.map},
                          .bits = bits,
                          .width = 123,
                          .height = 45,
                          .metadata = {R"({"cobble": 1})", R"({"map": "x"})"},
                          .simd_target = FindSimdLevel("auto")->target});
      }
}

TEST_CASE(
    "the same picture has the same bytes at every level and in memory, and they are counted") {
  const TemporaryFolder folder;
  ForFiles(folder / "a", [](PictureSpec spec) {
    const int64_t band_rows = BandRows(spec.width, spec.height);
    const auto writer = OpenPicture(spec);
    WriteBands(*writer, spec, band_rows, Waves);
    writer->Commit();
    const std::string bytes = ReadFile(spec.path);
    CHECK(writer->bytes_written() == bytes.size());
    test::ForRunningLevels([&](const SimdLevel& level) {
      PictureBytes memory;
      spec.memory = &memory;
      spec.simd_target = level.target;
      WritePicture(spec, band_rows, Waves);
      CHECK((memory.bytes == bytes));
      CHECK(memory.sidecar == (spec.format->has_sidecar ? ReadFile(spec.path + ".json") : ""));
    });
  });
}

TEST_CASE("no file appears without Commit, or if rows are missing") {
  const TemporaryFolder folder;
  ForFiles(folder / "a", [&](const PictureSpec& spec) {
    {
      const auto writer = OpenPicture(spec);
      WriteBands(*writer, spec, BandRows(spec.width, spec.height), Waves);
    }
    CHECK(ErrorOf([&] { OpenPicture(spec)->Commit(); }).starts_with("70 "));
    CHECK(folder.Names().empty());
  });
}

}  // namespace
}  // namespace cobble
