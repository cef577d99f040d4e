// Tests the map elevation: heights in metres, as cobble sample and reports have them.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/refusals.h"
#include "cli/sets/engine_commands.h"
#include "support/harness.h"
#include "support/skip.h"

namespace cobble {
namespace {

using nlohmann::json;

constexpr int kVertices = 33;
const std::string kGround = "r.json --grid vertices --size " + std::to_string(kVertices) + ' ';

// The range fit, and one whose second number is lower.
const char* const kGrounds[] = {"", "--range fit", "--range 1,-0.5"};

void CheckNear(const std::vector<float>& samples, const std::vector<double>& wanted) {
  REQUIRE(samples.size() == wanted.size());
  for (std::size_t k = 0; k < samples.size(); ++k)
    REQUIRE(std::abs(double{samples[k]} - wanted[k]) < 1e-4);
}

TEST_CASE("samples are what cobble sample and reports print, in metres") {
  const Folder folder;
  WriteFile("r.json", kGroundRecipe);
  for (const std::string ground : kGrounds) {
    CAPTURE(ground);
    Out("render --quiet " + kGround + ground + " -o elevation=e.r32 -o value=v.r32 --report rep");
    const std::vector<float> samples = Floats("e.r32");
    CheckNear(samples, Elevations(kGround + ground, kVertices));
    const auto [low, high] = std::ranges::minmax(samples);
    std::vector<double> reported = json::parse(ReadAll("rep"))["world"]["elevations"];
    std::ranges::sort(reported);
    CHECK(low == static_cast<float>(reported[0]));
    CHECK(high == static_cast<float>(reported[1]));
  }
  Out("render --quiet r.json --noise 0.5 --range fit -o elevation=flat.r32");
  CHECK(std::ranges::minmax(Floats("flat.r32")).min == 125);
  CHECK(std::ranges::minmax(Floats("flat.r32")).max == 125);
}

TEST_CASE("GDAL and OpenImageIO read the same metres, and GDAL their unit and place") {
  if (RunShell("command -v gdalinfo oiiotool >/dev/null").status != 0)
    return test::Skip("no GDAL or no oiiotool");
  const Folder folder;
  WriteFile("r.json", kGroundRecipe);
  Out("render " + kGround +
      "--georeference EPSG:32632,5e5,52e5 -o elevation=e.r32 -o elevation=e.tif -o "
      "elevation=e.exr");
  REQUIRE(RunShell("gdal_translate -q -of ENVI e.tif gdal").status == 0);
  CHECK((ReadAll("gdal") == ReadAll("e.r32")));
  REQUIRE(
      RunShell("oiiotool e.exr -o e.exr.tif && gdal_translate -q -of ENVI e.exr.tif oiio").status ==
      0);
  CHECK((ReadAll("oiio") == ReadAll("e.r32")));
  const json info = json::parse(RunShell("gdalinfo -json e.tif").out);
  CHECK(info["bands"][0]["unit"] == "m");
  CHECK(info["geoTransform"] == json{499984.375, 31.25, 0, 5200015.625, 0, -31.25});
  const json channel = json::parse(Out("info --json e.exr"))["channels"][0];
  CHECK(channel["metres"] == json{channel["minimum"], channel["maximum"]});
  for (const std::string command : {"info", "stats"})
    CHECK_MESSAGE(Contains(Out(command + " e.exr"), " m\n"), command);
}

// Checks a part of e.r32, a picture of 64 columns, from a column and a row on.
void CheckPart(const std::string& path, std::size_t column, std::size_t row, std::size_t width) {
  CAPTURE(path);
  const std::vector<float> whole = Floats("e.r32"), part = Floats(path);
  REQUIRE(part.size() % width == 0);
  for (std::size_t k = 0; k < part.size(); ++k)
    REQUIRE(part[k] == whole[(row + k / width) * 64 + column + k % width]);
}

TEST_CASE("windows, tiles and stores have the metres of the whole picture") {
  const Folder folder;
  WriteFile("r.json", kGroundRecipe);
  const std::string ground = "r.json --size 64 --range fit ";
  Out("render " + ground + "-o elevation=e.r32");
  Out("render " + ground + "--window 8,16,40,20 -o elevation=w.r32");
  Out("render " + ground + "--tiles 2x1 -o elevation=t{x}.r32");
  CheckPart("w.r32", 8, 16, 40);
  CheckPart("t0.r32", 0, 0, 32);
  CheckPart("t1.r32", 32, 0, 32);
  for (const std::string& line : SplitLines(
           Out("plan --quiet " + ground + "--compression none --chunk 64 -o elevation=s.zarr")))
    CHECK(RunLine(line.substr(7)).status == 0);
  for (const std::string& line : SplitLines(Out("plan s.zarr --stage render")))
    CHECK(RunLine(line.substr(7)).status == 0);
  CHECK((ReadAll("s.zarr/elevation/0/0/0") == ReadAll("e.r32")));
  CHECK(RunLine("verify s.zarr --recompute 100%").status == 0);
}

TEST_CASE("a picture of metres is rendered again, and is an elevation model") {
  const Folder folder;
  WriteFile("r.json", kGroundRecipe);
  Out("render r.json -o elevation=e.tif");
  Out("render e.tif -o again.tif");
  CHECK((ReadAll("again.tif") == ReadAll("e.tif")));
  Out("render --quiet --preset from-height --image height=e.tif -o elevation=f.tif");
  CHECK(RunLine("compare f.tif e.tif --tolerance 0.001").status == 0);
}

TEST_CASE("elevations need a world and a format that holds them") {
  const Folder folder;
  WriteFile("r.json", kGroundRecipe);
  test::CheckRefusals();
}

}  // namespace
}  // namespace cobble
