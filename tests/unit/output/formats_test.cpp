// The table of formats: names, suffixes, what each holds.
#include "output/formats.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

namespace cobble {
namespace {

TEST_CASE("formats: each is found by its name and by its suffixes, in any case") {
  std::set<std::string_view> names, suffixes;
  for (const Format& format : Formats()) {
    CHECK(FindFormat(format.name) == &format);
    CHECK(names.insert(format.name).second);
    CHECK((format.open != nullptr));
    CHECK_FALSE(format.help.empty());
    for (const std::string_view suffix : format.suffixes) {
      CHECK(suffixes.insert(suffix).second);
      CHECK(suffix.starts_with('.'));
      CHECK(FormatOfPath(std::string("a").append(suffix)) == &format);
    }
  }
  CHECK(names == std::set<std::string_view>{"png", "r8", "r16", "r32"});
  CHECK(FormatOfPath("dir.r8/A.PnG")->name == "png");
  CHECK(FormatOfPath("a.png.R16")->name == "r16");
  for (const char* path : {"a", "a.", "png", "dir.png/a", ".png", "dir/.png", "a.png/", "a.jpeg2",
                           "-", "", "/dev/null", "a.pngx"})
    CHECK(FormatOfPath(path) == nullptr);
  CHECK(FindFormat("PNG") == nullptr);
  CHECK(FindFormat("") == nullptr);
}

TEST_CASE("formats: bits where nobody says are bits that the format holds") {
  for (const Format& format : Formats())
    for (const Map map : format.maps) CHECK(WhyNot(format, map, DefaultBits(format, map)) == "");
  CHECK(DefaultBits(*FindFormat("png"), Map::kHeight) == 16);
  CHECK(DefaultBits(*FindFormat("png"), Map::kNormal) == 8);
  CHECK(DefaultBits(*FindFormat("r8"), Map::kHeight) == 8);
  CHECK(DefaultBits(*FindFormat("r16"), Map::kNormal) == 16);
  CHECK(DefaultBits(*FindFormat("r32"), Map::kSlope) == 32);
}

TEST_CASE("formats: what one cannot hold it says, naming both") {
  const Format &png = *FindFormat("png"), &r8 = *FindFormat("r8"), &r32 = *FindFormat("r32");
  CHECK(WhyNot(png, Map::kSlope, 16) == "PNG cannot hold slope: its samples are 0..1; use .r32");
  CHECK(WhyNot(r8, Map::kValue, 8) == "R8 cannot hold value: its samples are 0..1; use .r32");
  CHECK(WhyNot(png, Map::kHeight, 32) == "PNG holds 8 or 16 bits, not 32");
  CHECK(WhyNot(r32, Map::kHeight, 16) == "R32 holds 32 bits, not 16");
  for (int bits : {8, 16}) CHECK(WhyNot(png, Map::kNormal, bits) == "");
}

}  // namespace
}  // namespace cobble
