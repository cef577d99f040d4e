// Tests the files of cobble render --for terrain3d and terrain3d-texture.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "cli/refusals.h"
#include "cli/sets/engine_commands.h"
#include "support/harness.h"
#include "support/readers/exr.h"
#include "support/readers/png.h"

namespace cobble {
namespace {

constexpr std::string_view kLayers = R"json(
    {"cobble": 1, "size": 64, "noise": "land", "range": [-1, 1],
     "nodes": {"land": "simplex(3, 6)"},
     "maps": {"color": "ramp(land, [[-1, #3b3026], [1, wheat]])", "grass": 0.3,
              "rock": "smoothstep(land, -0.2, 0.4)", "snow": "2 * smoothstep(land, 0.2, 0.4)"},
     "pack": {"splat": ["weight:grass", "weight:rock", "weight:snow"]}})json";

TEST_CASE("a control map has the two largest layers of each pixel, and the share of the second") {
  const Folder folder;
  WriteFile("r.json", kLayers);
  Render("--quiet r.json --for terrain3d -o a");
  CHECK(folder.Names() == Strings{"a_color.png", "a_control.exr", "a_height.exr", "r.json"});
  Render("r.json --grid vertices -o splat=s.exr -o control:splat=c.exr -o height=h.exr");
  const ExrPicture splat = ReadExr("s.exr");
  const std::vector<float> controls = ReadExr("a_control.exr").channels.at("Y");
  REQUIRE(controls.size() == 64 * 64);
  std::array<int, 3> seen{};  // as the first layer
  for (std::size_t k = 0; k < controls.size(); ++k) {
    const std::array<float, 3> layers{splat.channels.at("R")[k], splat.channels.at("G")[k],
                                      splat.channels.at("B")[k]};
    std::array<std::size_t, 3> order{0, 1, 2};
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t c) { return layers[c]; });
    const auto bits = std::bit_cast<uint32_t>(controls[k]);
    const uint32_t base = bits >> 27 & 0x1F, overlay = bits >> 22 & 0x1F, blend = bits >> 14 & 0xFF;
    REQUIRE(base == order[0]);
    REQUIRE(overlay == order[1]);
    const float share = layers[overlay] / (layers[base] + layers[overlay]);
    REQUIRE(std::abs(static_cast<float>(blend) - 255 * share) < 0.501F);
    REQUIRE((bits & 0x3FFF) == 0);
    ++seen[base];
  }
  CHECK(std::ranges::all_of(seen, [](int count) { return count > 50; }));
  const auto as_bits = [](const std::vector<float>& floats) {
    std::vector<uint32_t> all;
    for (const float each : floats) all.push_back(std::bit_cast<uint32_t>(each));
    return all;
  };
  CHECK(as_bits(ReadExr("c.exr").channels.at("Y")) == as_bits(controls));
  CHECK(ReadExr("a_height.exr").channels == ReadExr("h.exr").channels);
}

TEST_CASE("the alpha of a colour map is the roughness, or leaves the textures' own") {
  const Folder folder;
  WriteFile("r.json", kLayers);
  Render("--quiet r.json --for terrain3d -o a");
  const std::vector<uint8_t> alpha = ReadPngChannel("a_color.png", 3);
  CHECK(std::ranges::count(alpha, 128) == 64 * 64);
  Render("--quiet r.json --set maps.roughness=smoothstep(land,-0.2,0.4) --for terrain3d -o b");
  Render("--quiet r.json --grid vertices -o rock=r.png");
  CHECK(ReadPngChannel("b_color.png", 3) == ReadPngChannel("r.png", 0));
  Render("--noise perlin --size 64 --for terrain3d -o c",
         "cobble: warning: --for terrain3d: the recipe has no map \"color\" or \"splat\"; written "
         "instead: no color, no splat\n"
         "cobble: --for terrain3d: for the landscape, set Import Scale 6.3 times the Vertex "
         "Spacing\n");
  CHECK(folder.Names() == Strings{"a_color.png", "a_control.exr", "a_height.exr", "b_color.png",
                                  "b_control.exr", "b_height.exr", "c_height.exr", "r.json",
                                  "r.png"});
}

TEST_CASE("a control map is made of a pack, in floats that keep its bits") {
  const Folder folder;
  WriteFile("r.json", kLayers);
  test::CheckRefusals();
}

TEST_CASE("a texture has its height in the albedo's alpha, and its roughness in the normals'") {
  const Folder folder;
  Render("--quiet --preset rust --size 32 --for terrain3d-texture -o a");
  Render(
      "--quiet --preset rust --size 32 -o color=c.png -o height=h.png -o normal=n.png "
      "-o roughness=r.png --bits 8");
  for (const int c : {0, 1, 2}) {
    CHECK(ReadPngChannel("a_alb_ht.png", c) == ReadPngChannel("c.png", c));
    CHECK(ReadPngChannel("a_nrm_rgh.png", c) == ReadPngChannel("n.png", c));
  }
  CHECK(ReadPngChannel("a_alb_ht.png", 3) == ReadPngChannel("h.png", 0));
  CHECK(ReadPngChannel("a_nrm_rgh.png", 3) == ReadPngChannel("r.png", 0));
  // Godot keeps only x and y of what it imports as normals.
  CHECK(Contains(ReadAll("a_nrm_rgh.png.import"), "compress/normal_map=2\n"));
}

}  // namespace
}  // namespace cobble
