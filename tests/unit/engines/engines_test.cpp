// Tests that the table of engines is consistent.
#include "engines/engines.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "cli/recipes/key_flags.h"
#include "engines/set_files.h"
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
    for (const EngineText& text : engine.texts) CHECK((text.make && !text.help.empty()));
    CHECK(engine.map_words.empty() == engine.importer.empty());
    std::set<std::string_view> suffixes;
    for (const SetPicture& picture : engine.pictures) {
      if (engine.lower_case)  // added maps follow the style of the others
        CHECK(std::ranges::none_of(picture.suffix, [](char c) { return c >= 'A' && c <= 'Z'; }));
      CHECK(suffixes.insert(picture.suffix).second);
      CHECK((picture.channels.size() > 1) != picture.pack.empty());
      if (!picture.pack.empty()) CHECK(packs.insert(picture.pack).second);
    }
  }
  CHECK(engines.size() == 17);
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
      map.channels = 0;
      for (const SetChannel& channel : picture.channels)
        map.channels += channel.role == Role::kColor || channel.role == Role::kNormal ? 3 : 1;
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

const EngineSpec& EngineNamed(std::string_view name) {
  return *std::ranges::find(EngineSpecs(), name, &EngineSpec::name);
}

TEST_CASE("an added map has a suffix in the engine's style") {
  CHECK(SuffixOfMap(EngineNamed("unreal"), "moss-mask") == "_MossMask");
  CHECK(SuffixOfMap(EngineNamed("unreal"), "@moss_2") == "_Moss2");
  CHECK(SuffixOfMap(EngineNamed("godot"), "moss-mask") == "_moss_mask");
  CHECK(SuffixOfMap(EngineNamed("godot"), "@moss") == "_moss");
  CHECK(RoleOfMap("height", false) == Role::kHeight);
  CHECK(RoleOfMap("lit", true) == Role::kTint);
  CHECK(RoleOfMap("splat", false) == Role::kMask);
  CHECK(RoleOfMap("", false) == Role::kMask);
}

TEST_CASE("the displacement is what the engine's setting means") {
  static constexpr SetChannel kHeightChannel[] = {{Role::kHeight}},
                              kMaskChannel[] = {{Role::kMask}};
  static constexpr SetPicture kHeights{.channels = kHeightChannel},
      kMasks{.channels = kMaskChannel};
  const SetPicture* const heights[] = {&kMasks, &kHeights};
  const SetInfo info{.name = "a", .height_scale = 0.25, .quads = 1008};
  const auto text = [&](std::string_view engine) {
    return DisplacementText(EngineNamed(engine), info, heights);
  };
  CHECK(text("blender") == "Scale 0.25 times the width of the surface, Midlevel 0.5");
  CHECK(text("godot") == "Height Scale 25");
  CHECK(text("unity") == "Height Map 0.25");
  // 1008 quads of 1 m: 252 m of the 511.992 m that 16 bits span at scale 100.
  CHECK(text("unreal-landscape") == "Scale Z 49.22 where Scale X and Y are 100");
  CHECK(text("godot-terrain") == "a height of 252 times the distance between vertices");
  CHECK(text("terrain3d") == "Import Scale 252 times the Vertex Spacing");
  CHECK(text("gltf").empty());
  const SetPicture* const masks[] = {&kMasks};
  CHECK(DisplacementText(EngineNamed("blender"), info, masks).empty());
  CHECK(DisplacementText(EngineNamed("blender"),
                         {.name = "a", .height_scale = 1, .height_middle = 0},
                         heights) == "Scale 1 times the width of the surface, Midlevel 0");
}

TEST_CASE("with a world, the displacement is in metres, or in the engine's own units") {
  static constexpr SetChannel kHeightChannel[] = {{Role::kHeight}};
  static constexpr SetPicture kHeights{.channels = kHeightChannel};
  const SetPicture* const heights[] = {&kHeights};
  // A window of 504 m in a picture of 2016 m.
  const SetInfo info{
      .name = "a",
      .height_scale = 0.25,
      .quads = 1008,
      .world = SetWorld{.step = 2, .width = 504, .length = 252, .rise = 504, .base = -20}};
  const auto text = [&](std::string_view engine) {
    return DisplacementText(EngineNamed(engine), info, heights);
  };
  CHECK(text("blender") == "Scale 504 and Midlevel 0.5 for a surface that is 504 m wide");
  CHECK(text("unity") == "Height Map 0.25");
  // 504 m of the 511.992 m that 16 bits span at 100; 32768 is at -20 + 252.0038 m.
  CHECK(text("unreal-landscape") ==
        "Scale X 200, Scale Y 200, Scale Z 98.439 and Location Z 23200.38");
  CHECK(text("unity-terrain") ==
        "Terrain Width 504, Terrain Length 252, Terrain Height 504 and Position Y -20");
  CHECK(text("godot-terrain") ==
        "a vertex spacing of 2, a height scale of 504 and a height offset of -20");
  CHECK(text("terrain3d") == "Import Scale 504, Height Offset -20 and Vertex Spacing 2");
  CHECK(text("worldmachine") == "a world 504 m wide, and elevations from -20 to 484 m");
  CHECK(text("unreal") == "Magnitude 50400 and Center 0.5 for a surface that is 504 m wide");
}

TEST_CASE("a landscape and a terrain have files that state their scale") {
  SetInfo info{.name = "a"};
  const SetFile file{.path = "a.r16", .picture = nullptr, .width = 253, .height = 127};
  CHECK(UnrealRawInfo(info, file).find("scale") == std::string::npos);
  CHECK(UnityTerrainInfo(info, file).empty());
  info.world = SetWorld{.step = 2,
                        .width = 504,
                        .length = 252,
                        .left = 504,
                        .top = 8,
                        .rise = 65535.0 / 128,
                        .base = 10};
  const std::string unreal = UnrealRawInfo(info, file);
  CHECK(unreal.find("\"x\": 200") != std::string::npos);
  CHECK(unreal.find("\"z\": 100\n") != std::string::npos);
  CHECK(unreal.find("\"x\": 50400") != std::string::npos);
  CHECK(unreal.find("\"z\": 26600") != std::string::npos);  // 10 m + 256 m
  const std::string unity = UnityTerrainInfo(info, file);
  CHECK(unity.find("\"heightmapResolution\": 253") != std::string::npos);
  CHECK(unity.find("\"z\": 252") != std::string::npos);
}

TEST_CASE("words by which an importer knows maps are found in names") {
  const auto word = [](std::string_view name) { return MapWordIn(EngineNamed("blender"), name); };
  CHECK(word("metal_plate") == "metal");
  CHECK(word("OldMetal") == "metal");
  CHECK(word("rough2-stone") == "rough");
  CHECK(word("a.AO") == "ao");
  for (const std::string_view name :
       {"rust", "metallurgy", "roughly", "gray-stone", "normandy", ""})
    CHECK_MESSAGE(word(name).empty(), name);
  CHECK(MapWordIn(EngineNamed("unreal"), "metal_plate").empty());
}

TEST_CASE("every setting of an engine is a key of recipes that has a flag") {
  for (const EngineSpec& engine : EngineSpecs()) {
    for (const EngineSetting& setting : engine.settings) {
      CAPTURE(setting.path);
      CHECK_FALSE(FlagOfPath(setting.path).empty());
    }
  }
}

}  // namespace
}  // namespace cobble
