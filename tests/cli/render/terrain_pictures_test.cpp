// Tests --terrain in pictures and their tiles: the pixels of terrain tiles, the metres of a world,
// and what is made again from their metadata.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/refusals.h"
#include "support/harness.h"
#include "support/readers/png.h"
#include "support/skip.h"

namespace cobble {
namespace {

using nlohmann::json;

constexpr std::string_view kWorld =
    "good.json --range=-1,1 --world-width 400 --world-heights=-50,850 ";

std::string Words(const std::string& flags) { return std::string(kWorld) + flags; }

double MetresOf(const std::string& name, const PngPicture& picture, std::size_t pixel) {
  const uint8_t* const rgb = &picture.bytes[3 * pixel];
  if (name == "mapbox") return -10000 + (rgb[0] * 65536 + rgb[1] * 256 + rgb[2]) * 0.1;
  return rgb[0] * 256 + rgb[1] + rgb[2] / 256.0 - 32768;
}

TEST_CASE("tiles of a picture have the pixels of xyz tiles") {
  const GoodFolder folder;
  for (const std::string name : {"mapbox", "terrarium"}) {
    const std::string flags = "--size 512 --terrain " + name + " -o ";
    Render(Words(flags + name + "/{z}/{x}/{y}.png --tile-scheme xyz"));
    Render(Words(flags + name + "_{x}_{y}.png --tiles 2x2"));
    for (const std::string x : {"0", "1"})
      for (const std::string y : {"0", "1"}) {
        const PngPicture tile = ReadPng(name + '_' + x + '_' + y + ".png");
        const PngPicture xyz = ReadPng(name + "/1/" + x + '/' + y + ".png");
        CHECK(tile.channels == 3);
        CHECK(tile.bits == 8);
        CHECK((tile.bytes == xyz.bytes));
      }
  }
}

TEST_CASE("the metres are the world's, or those of --elevation") {
  const GoodFolder folder;
  Render(Words("-o height=v.r32"));
  const std::vector<float> heights = Floats("v.r32");
  const auto check = [&](const std::string& path, const std::string& name, double low,
                         double high) {
    CAPTURE(path);
    const PngPicture picture = ReadPng(path);
    REQUIRE(picture.channels == 3);
    for (std::size_t k = 0; k < heights.size(); ++k) {
      const double h = std::clamp(double{heights[k]}, 0.0, 1.0);
      REQUIRE(std::abs(MetresOf(name, picture, k) - (low + (high - low) * h)) <
              (name == "mapbox" ? 0.0501 : 0.0021));
    }
  };
  Render(
      Words("--terrain terrarium -o a.png -o invert:height=b.png -o normal=n.png -o height=c.tif"));
  check("a.png", "terrarium", -50, 850);
  check("b.png", "terrarium", -50, 850);
  CHECK(ReadPng("n.png").channels == 3);
  CHECK(json::parse(Out("info --json c.tif"))["channels"].size() == 1);
  Render("good.json --range=-1,1 --terrain mapbox --elevation 2500,0 -o d.png");
  check("d.png", "mapbox", 2500, 0);
  Render("good.json --set maps.rough=0.5 --terrain mapbox --elevation 0,900 -o rough=e.png");
  CHECK(ReadPng("e.png").channels == 3);
}

TEST_CASE("a picture with metres is made again as it is, or as its heights") {
  const GoodFolder folder;
  Render(Words("--terrain mapbox --tiles 2x2 -o t.png"));
  CHECK(Contains(Out("info t_x1_y0.png"), "-50 to 850 m as mapbox"));
  CHECK(!Contains(Out("stats --json t_x1_y0.png"), "metres"));  // of a colour alone
  Render("t_x1_y0.png -o again.png");
  CHECK(ReadAll("again.png") == ReadAll("t_x1_y0.png"));
  Render("t_x1_y0.png --world-heights 0,100 -o low.png");
  CHECK(json::parse(Out("info --json low.png"))["cobble:output"]["terrain"]["high"] == 100);
  Render("t_x1_y0.png --bits 16 -o plain.png -o normal=n.png");
  CHECK(ReadPng("plain.png").channels == 1);
  Render("t_x1_y0.png -o height=h.tif -o ao=ao.png");
  CHECK(ReadPng("ao.png").channels == 1);
  Render("t_x1_y0.png --terrain terrarium -o other.png");
  CHECK(json::parse(Out("info --json other.png"))["cobble:output"]["terrain"]["encoding"] ==
        "terrarium");
}

TEST_CASE("reports name the metres, and dry runs count the bytes of colours") {
  const GoodFolder folder;
  Render(Words("--terrain mapbox -o a.png --report r.json"));
  const json output = json::parse(ReadAll("r.json"))["outputs"][0];
  CHECK(output["terrain"] == "mapbox");
  CHECK(output["elevation"] == json{-50, 850});
  Render(Words("--terrain mapbox -o a.png --dry-run --quiet --report d.json"));
  const json planned = json::parse(ReadAll("d.json"))["outputs"][0];
  CHECK(planned["sample_bytes"] == 40 * 30 * 3);
  CHECK(planned["terrain"] == "mapbox");
  CHECK(Contains(RunLine("render " + Words("--terrain mapbox -o a.png --dry-run")).err,
                 "24 bits, 3600 bytes"));
}

TEST_CASE("metres that colours cannot have, or files that cannot have them, are refused") {
  const GoodFolder folder;
  test::CheckRefusals();
  const std::string warning =
      RunLine("render good.json --terrain mapbox --elevation 0,9 -o a.png").err;
  CHECK(Contains(warning, "--elevation: a range of 9 m has only 90 steps"));
}

}  // namespace
}  // namespace cobble
