// Tests which sizes engines accept, and which size is suggested instead.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "engines/engines.h"

namespace cobble {
namespace {

const EngineSpec& Find(std::string_view name) {
  const auto engines = EngineSpecs();
  return *std::ranges::find(engines, name, &EngineSpec::name);
}

bool FitsOf(std::string_view engine, int64_t width, int64_t height) {
  return Fits(Find(engine).sizes, width, height);
}

// Returns the sides, from 1 to `maximum`, of squares that fit.
std::vector<int64_t> Sides(std::string_view engine, int64_t maximum) {
  std::vector<int64_t> sides;
  for (int64_t side = 1; side <= maximum; ++side)
    if (FitsOf(engine, side, side)) sides.push_back(side);
  return sides;
}

TEST_CASE("textures have sides that are powers of two") {
  CHECK(Sides("unreal", 130) == std::vector<int64_t>{1, 2, 4, 8, 16, 32, 64, 128});
  CHECK(FitsOf("unreal", 16384, 1));
  CHECK_FALSE(FitsOf("unreal", 32768, 1));
  CHECK_FALSE(FitsOf("unreal", 64, 63));
}

TEST_CASE("a Unity terrain has 2^n + 1 vertices a side, at most 4097") {
  CHECK(Sides("unity-terrain", 9000) ==
        std::vector<int64_t>{33, 65, 129, 257, 513, 1025, 2049, 4097});
  CHECK_FALSE(FitsOf("unity-terrain", 65, 33));
}

TEST_CASE("a Godot terrain is a square of regions, or of 2^n + 1 vertices") {
  CHECK(Sides("godot-terrain", 600) == std::vector<int64_t>{64, 65, 128, 129, 256, 257, 512, 513});
  CHECK_FALSE(FitsOf("godot-terrain", 128, 64));
}

TEST_CASE("an Unreal landscape has the vertices of whole components of one kind") {
  // The sizes in the Landscape Technical Guide, and the minimum and maximum.
  const std::string_view name = "unreal-landscape";
  for (const int64_t side : {8, 127, 253, 505, 1009, 2017, 4033, 8129, 8161, 16321})
    CHECK_MESSAGE(FitsOf(name, side, side), side);
  for (const int64_t side : {1, 2, 7, 512, 513, 1000, 1024, 1025, 4097, 16322})
    CHECK_FALSE_MESSAGE(FitsOf(name, side, side), side);
  CHECK(FitsOf(name, 1009, 505));
  CHECK_FALSE(FitsOf(name, 1009, 506));
  CHECK_FALSE(FitsOf(name, 511, 8));  // 2 x 255 quads and 1 x 7: no common component
}

TEST_CASE("the minimum and maximum of each rule fit, and no sides beyond them") {
  for (const EngineSpec& engine : EngineSpecs()) {
    CAPTURE(engine.name);
    if (engine.sizes.sides.empty()) continue;
    const auto sides = Sides(engine.name, 40000);
    const auto& rules = engine.sizes.sides;
    CHECK(sides.front() == std::ranges::min(rules, {}, &SideRule::minimum).minimum);
    CHECK(sides.back() == std::ranges::max(rules, {}, &SideRule::maximum).maximum);
    for (const SideRule& rule : rules)
      for (const int64_t side : {rule.minimum, rule.maximum})
        CHECK_MESSAGE(std::ranges::count(sides, side) == 1, side);
  }
}

TEST_CASE("the nearest size by ratio is suggested") {
  const SizeRule& texture = Find("unreal").sizes;
  CHECK(NearestSize(texture, 1000, 1000) == "1024");
  CHECK(NearestSize(texture, 1920, 1080) == "2048x1024");
  CHECK(NearestSize(texture, 1, 99999) == "1x16384");
  CHECK(NearestSize(texture, 3, 1000000) == "4x16384");
  CHECK(NearestSize(Find("unity-terrain").sizes, 1920, 1080) == "1025");
  CHECK(NearestSize(Find("unity-terrain").sizes, 17, 17) == "33");
  CHECK(NearestSize(Find("godot-terrain").sizes, 1000, 1000) == "1024");
  CHECK(NearestSize(Find("godot-terrain").sizes, 100000, 100000) == "16384");
  CHECK(NearestSize(Find("godot-terrain").sizes, 33, 33) == "64");
  CHECK(NearestSize(Find("unreal-landscape").sizes, 64, 128) == "127");
  CHECK(NearestSize(Find("unity-terrain").sizes, 8192, 8192) == "4097");
  CHECK(NearestSize(Find("unreal-landscape").sizes, 1000, 500) == "1009x505");
}

TEST_CASE("every suggested and every default size fits") {
  for (const EngineSpec& engine : EngineSpecs()) {
    CAPTURE(engine.name);
    const SizeRule& rule = engine.sizes;
    CHECK(std::ranges::is_sorted(rule.suggested));
    CHECK((rule.sides.empty() && rule.minimum == 1) == rule.text.empty());
    CHECK(rule.sides.empty() == rule.suggested.empty());
    for (const int64_t side : rule.suggested) CHECK(Fits(rule, side, side));
    if (!rule.sides.empty()) CHECK(Fits(rule, rule.fallback, rule.fallback));
  }
}

}  // namespace
}  // namespace cobble
