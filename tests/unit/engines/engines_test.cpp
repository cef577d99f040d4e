// Tests that the rows of the table of engines are consistent.
#include "engines/engines.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "output/formats.h"
#include "recipe/fields/fields.h"

namespace cobble {
namespace {

TEST_CASE("every engine has a summary, a source and pictures of different names") {
  std::set<std::string_view> engines, packs;
  for (const EngineSpec& engine : EngineSpecs()) {
    CAPTURE(engine.name);
    CHECK(engines.insert(engine.name).second);
    CHECK_FALSE(engine.summary.empty());
    CHECK_FALSE(engine.source.empty());
    CHECK_FALSE(engine.pictures.empty());
    CHECK((engine.companion == nullptr) == engine.companion_suffix.empty());
    CHECK((engine.container == nullptr) == engine.container_suffix.empty());
    std::set<std::string_view> suffixes;
    for (const SetPicture& picture : engine.pictures) {
      CHECK(suffixes.insert(picture.suffix).second);
      CHECK((picture.channels.size() > 1) != picture.pack.empty());
      if (!picture.pack.empty()) CHECK(packs.insert(picture.pack).second);
    }
  }
  CHECK(engines.size() == 10);
}

TEST_CASE("every picture has a format that holds its channels at each of its bits") {
  for (const EngineSpec& engine : EngineSpecs()) {
    for (const SetPicture& picture : engine.pictures) {
      CAPTURE(engine.name);
      CAPTURE(picture.suffix);
      const Format* const usual = FindFormat(picture.formats.front());
      REQUIRE(usual);
      CHECK(std::ranges::count(usual->bits, picture.bits.front()) == 1);
      PictureMap map;
      map.channels = static_cast<int>(picture.channels.size());
      for (const std::string_view name : picture.formats) {
        const Format* const format = FindFormat(name);
        REQUIRE(format);
        CHECK(CanHold(*format, map));
        CHECK(std::ranges::any_of(
            picture.bits, [&](int bits) { return std::ranges::count(format->bits, bits) > 0; }));
      }
    }
  }
}

TEST_CASE("every setting of an engine is a key of recipes that has a flag") {
  for (const EngineSpec& engine : EngineSpecs()) {
    for (const EngineSetting& setting : engine.settings) {
      CAPTURE(setting.path);
      const auto fields = Fields();
      const auto field = std::ranges::find_if(
          fields, [&](const Field& each) { return PathOf(each) == setting.path; });
      REQUIRE(field != fields.end());
      CHECK_FALSE(field->flag.empty());
    }
  }
}

}  // namespace
}  // namespace cobble
