// Tests pictures of the map lit: formats, frames, tiles, windows, and what is refused.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "support/harness.h"
#include "support/messages.h"
#include "support/readers/exr.h"
#include "support/readers/png.h"

namespace cobble {
namespace {

void RenderLit(const std::string& words) {
  const Outcome outcome = RunLine("render " + words + " --quiet");
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
}

double Srgb(double linear) {
  const double x = std::clamp(linear, 0.0, 1.0);
  return x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055;
}

TEST_CASE("lit is linear in EXR and sRGB in PNG, and below 1 where lamps are bright") {
  const Folder folder;
  WriteFile("lava.json", R"json({"cobble": 1, "size": [24, 16], "noise": "perlin(3)",
      "maps": {"color": "#805030",
               "emissive": "ramp(perlin(4), [[0, black], [0.5, [8, 1, 0]]])"}})json");
  RenderLit("lava.json -o lit=a.exr -o lit=a.png");
  const ExrPicture exr = ReadExr("a.exr");
  const PngPicture png = ReadPng("a.png");
  REQUIRE(png.channels == 3);
  float brightest = 0;
  const char* const names[] = {"R", "G", "B"};
  for (std::size_t c = 0; c < 3; ++c) {
    const auto& samples = exr.channels.at(names[c]);
    for (std::size_t k = 0; k < samples.size(); ++k) {
      brightest = std::max(brightest, samples[k]);
      CHECK(std::abs(png.bytes[3 * k + c] - 255 * Srgb(static_cast<double>(samples[k]))) <= 0.51);
    }
  }
  CHECK(brightest > 0.98f);
  CHECK(brightest <= 1.000001f);
}

TEST_CASE("frames, tiles and windows of lit are parts of the same pictures") {
  const Folder folder;
  WriteFile("loop.json", R"json({"cobble": 1, "size": 64, "loop": true,
      "noise": "perlin(4, 2, dimensions=3)",
      "maps": {"color": "ramp(perlin(3, dimensions=3), [[-0.5, red], [0.5, blue]])"}})json");
  RenderLit("loop.json --frames 4 -o lit=f{frame}.pfm");
  RenderLit("loop.json --slice 0.5 -o lit=half.pfm");
  RenderLit("loop.json --slice 1 -o lit=end.pfm");
  CHECK(ReadAll("f2.pfm") == ReadAll("half.pfm"));
  CHECK(ReadAll("f0.pfm") == ReadAll("end.pfm"));
  CHECK(ReadAll("f0.pfm") != ReadAll("f1.pfm"));

  RenderLit("--preset rust --size 64 --tiles 2x1 -o lit=t.pfm");
  RenderLit("--preset rust --size 64 --window 32,0,32,64 -o lit=w.pfm");
  RenderLit("--preset rust --size 64 --window 96,0,32,64 -o lit=next.pfm");
  CHECK(ReadAll("t_x1_y0.pfm") == ReadAll("w.pfm"));
  CHECK(ReadAll("next.pfm") == ReadAll("w.pfm"));
}

TEST_CASE("the recipe in a picture of lit has its sun") {
  const Folder folder;
  RenderLit("--preset rust --size 32 --lit-azimuth 90 --lit-elevation 20 -o lit=a.png");
  RenderLit("a.png -o lit=b.png");
  RenderLit("--preset rust --size 32 -o lit=c.png");
  CHECK(ReadAll("a.png") == ReadAll("b.png"));
  CHECK(ReadAll("a.png") != ReadAll("c.png"));
}

TEST_CASE("what is wrong with the map lit or its sun is refused") {
  const Folder folder;
  test::CheckCommands();
  CHECK(folder.Names().empty());
}

}  // namespace
}  // namespace cobble
