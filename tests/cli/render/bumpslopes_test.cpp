// Tests the map bumpslopes: against maketx --bumpslopes, and what refuses it.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "support/harness.h"
#include "support/messages.h"
#include "support/readers/exr.h"
#include "support/skip.h"

namespace cobble {
namespace {

const char* const kChannels[] = {"b0_h",     "b1_dhds",  "b2_dhdt",
                                 "b3_dhds2", "b4_dhdt2", "b5_dh2dsdt"};

// Returns the first `count` mip levels of a texture.
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

// Compares the pixels at least `border` from the edge, where maketx has no neighbours. Returns the
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
// for the waves here, and twice that for moments.
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
  test::CheckCommands();
  CHECK(folder.Names().empty());
}

TEST_CASE("stats names the channels of bumpslopes, and a report counts those that are clamped") {
  const Folder folder;
  Render(
      "--noise perlin --size 64 --bits 16 --uvslopes-scale 0.0001 -o bumpslopes=a.exr --report r");
  const auto report = nlohmann::json::parse(ReadAll("r"));
  CHECK(report["outputs"][0]["clamped"] > 3 * 64 * 64 / 2);
  CHECK(report["outputs"][0]["clamped"] <= 6 * 64 * 64);
  const auto stats =
      nlohmann::json::parse(Out("stats --noise perlin --size 16 --map bumpslopes --json"));
  REQUIRE(stats["channels"].size() == std::size(kChannels));
  for (std::size_t c = 0; c < std::size(kChannels); ++c)
    CHECK(stats["channels"][c]["name"] == kChannels[c]);
}

}  // namespace
}  // namespace cobble
