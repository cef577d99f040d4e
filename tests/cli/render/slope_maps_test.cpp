// Tests maps made of slopes: bumpslopes and lit.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/refusals.h"
#include "support/harness.h"
#include "support/readers/exr.h"
#include "support/readers/png.h"
#include "support/skip.h"

namespace cobble {
namespace {

const char* const kChannels[] = {"b0_h",     "b1_dhds",  "b2_dhdt",
                                 "b3_dhds2", "b4_dhdt2", "b5_dh2dsdt"};

std::vector<ExrPicture> ReadLevels(const std::string& path, int count) {
  const auto copy = [](int level) { return "level" + std::to_string(level) + ".exr"; };
  std::string command = "oiiotool";
  for (int level = 0; level < count; ++level)
    command += " " + path + " --selectmip " + std::to_string(level) +
               " -d float --tile 0 0 -o:autotrim=0 " + copy(level) + " --pop";
  REQUIRE(RunShell(command).status == 0);
  std::vector<ExrPicture> levels;
  for (int level = 0; level < count; ++level) levels.push_back(ReadExr(copy(level)));
  return levels;
}

// Compares the pixels at least `border` from the edge, where maketx lacks neighbours. Returns the
// maximum difference as a share of the channel's maximum.
double Difference(const ExrPicture& mine, const ExrPicture& theirs, const char* channel,
                  int64_t border) {
  const auto &a = mine.channels.at(channel), &b = theirs.channels.at(channel);
  REQUIRE(a.size() == b.size());
  double worst = 0, maximum = 0;
  for (int64_t y = border; y < mine.Height() - border; ++y)
    for (int64_t x = border; x < mine.Width() - border; ++x) {
      const auto i = static_cast<std::size_t>(y * mine.Width() + x);
      worst = std::max(worst, static_cast<double>(std::abs(a[i] - b[i])));
      maximum = std::max(maximum, static_cast<double>(std::abs(b[i])));
    }
  return worst / maximum;
}

bool HasMaketx() { return RunShell("command -v maketx >/dev/null").status == 0; }

// Sobel's differences over a wave of n texels are off by about (2 pi / n)^2 / 4: half a per cent
// for the waves here, and twice as much for moments.
TEST_CASE("bumpslopes are those of maketx, within the error of its differences") {
  if (!HasMaketx()) return test::Skip("no maketx");
  const Folder folder;
  const std::string recipe = "--noise perlin --frequency 2 --size 512x256 ";
  for (const std::string scale : {"0", "8"}) {
    Render(recipe + "--uvslopes-scale " + scale + " -o bumpslopes=mine.exr -o height=height.exr");
    REQUIRE(RunShell("maketx --bumpslopes --uvslopes_scale " + scale +
                     " height.exr -o theirs.exr >/dev/null")
                .status == 0);
    const std::vector<ExrPicture> all_mine = ReadLevels("mine.exr", 3),
                                  all_theirs = ReadLevels("theirs.exr", 3);
    for (std::size_t level = 0; level < 3; ++level) {
      const ExrPicture &mine = all_mine[level], &theirs = all_theirs[level];
      for (const char* channel : kChannels) {
        CAPTURE(scale);
        CAPTURE(level);
        CAPTURE(channel);
        const double difference = Difference(mine, theirs, channel, 1);
        CHECK(difference < (channel[1] == '0' ? 1e-6 : 0.01));
      }
    }
  }
}

TEST_CASE("maketx and oiiotool see the mip levels and attributes of a texture") {
  if (!HasMaketx()) return test::Skip("no oiiotool");
  const Folder folder;
  Render("--noise perlin --tiling --size 300x130 --extent 30,13 -o bumpslopes=a.exr --bits 16");
  const std::string info = RunShell("oiiotool --info -v a.exr").out;
  for (const std::string line :
       {"300 x  130, 6 channel, half openexr",
        "MIP-map levels: 300x130 150x65 75x32 37x16 18x8 9x4 4x2 2x1 1x1",
        "channel list: b0_h, b1_dhds, b2_dhdt, b3_dhds2, b4_dhdt2, b5_dh2dsdt",
        "tile size: 64 x 64", "textureformat: \"Plain Texture\"", "uvslopes_scale: 0",
        "wrapmodes: \"periodic\"", "openexr:roundingmode: 0"})
    CHECK_MESSAGE(info.find(line) != std::string::npos, line << info);
}

TEST_CASE("bumpslopes have the same bytes for any thread count and SIMD level, and from itself") {
  const Folder folder;
  for (const std::string bits : {"16", "32"}) {
    const std::string line = "--noise perlin --octaves 3 --size 301x517 --bits " + bits;
    Render(line + " --threads 1 --simd scalar -o bumpslopes=a.exr");
    Render(line + " --threads 5 -o bumpslopes=b.exr");
    CHECK((ReadAll("a.exr") == ReadAll("b.exr")));
    Render("a.exr -o c.exr");
    CHECK((ReadAll("a.exr") == ReadAll("c.exr")));
    CHECK((RunCommands("cobble render a.exr -o - --format exr").out == ReadAll("a.exr")));
  }
}

TEST_CASE("only an EXR of its own holds bumpslopes") {
  const Folder folder;
  for (const std::string file : {"a.png", "a.tif", "a.r32", "a.pfm"}) {
    const std::string message = Refusal("--noise value --size 8 -o bumpslopes=" + file);
    CHECK_MESSAGE(message.find(" cannot hold bumpslopes: it has no mip levels; use .exr\n") !=
                      std::string::npos,
                  message);
  }
  test::CheckRefusals();
  CHECK(folder.Names().empty());
}

TEST_CASE("stats names the channels of bumpslopes, and a report counts those that are clamped") {
  const Folder folder;
  Render(
      "--noise perlin --size 64 --bits 16 --uvslopes-scale 0.0001 -o bumpslopes=a.exr --report r",
      "cobble: warning: -o bumpslopes=a.exr: 50 % of bumpslopes is beyond 65504, the largest half "
      "float; use --bits 32\n");
  const auto report = nlohmann::json::parse(ReadAll("r"));
  CHECK(report["outputs"][0]["clamped"] > 3 * 64 * 64 / 2);
  CHECK(report["outputs"][0]["clamped"] <= 6 * 64 * 64);
  const auto stats =
      nlohmann::json::parse(Out("stats --noise perlin --size 16 --map bumpslopes --json"));
  REQUIRE(stats["channels"].size() == std::size(kChannels));
  for (std::size_t c = 0; c < std::size(kChannels); ++c)
    CHECK(stats["channels"][c]["name"] == kChannels[c]);
}

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
  test::CheckRefusals();
  CHECK(folder.Names().empty());
}

}  // namespace
}  // namespace cobble
