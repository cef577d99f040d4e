// Tests pictures on the ground: GDAL reads the scale, the place and the elevations of TIFF files
// and virtual datasets, and its slopes match slope-of; sets, tiles, samples and reports are in
// metres. Reports have the extremes of eroded terrain.
#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/refusals.h"
#include "support/harness.h"
#include "support/skip.h"

namespace cobble {
namespace {

using nlohmann::json;

constexpr std::string_view kLand = R"j({
  "cobble": 1, "size": [256, 128], "noise": "land", "nodes": {"land": "simplex(3, 3)"},
  "range": [-1, 1], "world": {"width": 2560, "heights": [100, 600]},
  "maps": {"angle": "slope-of(land, radius=0.00390625)"}})j";

Outcome RunLand(const std::string& line) {
  WriteFile("land.json", kLand);
  const Outcome outcome = RunLine(line);
  REQUIRE_MESSAGE(outcome.status == 0, line << ": " << outcome.err);
  return outcome;
}

bool HasGdalTools() { return RunShell("command -v gdalinfo gdaldem >/dev/null").status == 0; }

json InfoOfRaster(const std::string& raster) {
  const Outcome outcome = RunShell("gdalinfo -json " + raster);
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  return json::parse(outcome.out);
}

double ValueAt(const std::string& raster, const std::string& place) {
  const Outcome outcome = RunShell("gdallocationinfo -valonly " + raster + ' ' + place);
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  return std::stod(outcome.out);
}

TEST_CASE("GDAL reads the place of pixels and of vertices, to half a step") {
  if (!HasGdalTools()) return test::Skip("no GDAL");
  const Folder folder;
  const std::string place = " --georeference EPSG:32632,500000,5200000 --quiet";
  RunLand("render land.json -o a.tif" + place);
  const json area = InfoOfRaster("a.tif");
  CHECK(area["geoTransform"] == json{500000, 10, 0, 5200000, 0, -10});
  CHECK(area["metadata"][""]["AREA_OR_POINT"] == "Area");
  CHECK(area["bands"][0]["unit"] == "m");
  CHECK(area["bands"][0]["offset"] == 100);
  CHECK(std::abs(area["bands"][0]["scale"].get<double>() - 500.0 / 65535) < 1e-12);
  CHECK(Contains(area["coordinateSystem"]["wkt"].get<std::string>(), "UTM zone 32N"));

  RunLand("render land.json --window 10,20,30,40 -o w.tif" + place);
  CHECK(InfoOfRaster("w.tif")["geoTransform"] == json{500100, 10, 0, 5199800, 0, -10});

  RunLand("render land.json --size 257x129 --grid vertices -o v.tif" + place);
  const json points = InfoOfRaster("v.tif");
  CHECK(points["geoTransform"] == json{499995, 10, 0, 5200005, 0, -10});
  CHECK(points["metadata"][""]["AREA_OR_POINT"] == "Point");

  RunLand(
      "render land.json --size 257x129 --grid vertices -o t.png --tiles 2x1 --overlap 1 --vrt "
      "t.vrt" +
      place);
  const json dataset = InfoOfRaster("t.vrt");
  CHECK(dataset["geoTransform"] == points["geoTransform"]);
  CHECK(dataset["metadata"][""]["AREA_OR_POINT"] == "Point");
  CHECK(dataset["bands"][0]["offset"] == 100);

  RunLand("render land.json -o l.tif --quiet");
  CHECK(InfoOfRaster("l.tif")["geoTransform"] == json{0, 10, 0, 0, 0, -10});
}

TEST_CASE("GDAL finds the degrees that slope-of says") {
  if (!HasGdalTools()) return test::Skip("no GDAL");
  const Folder folder;
  RunLand("render land.json --bits 32 -o height=h.tif -o angle=a.tif --quiet");
  const Outcome slopes = RunShell(
      "gdal_translate -q -unscale -ot Float32 h.tif m.tif && "
      "gdaldem slope -q -alg ZevenbergenThorne m.tif s.tif");
  REQUIRE_MESSAGE(slopes.status == 0, slopes.err);
  for (const char* const place : {"100 100", "200 50", "37 90", "128 64"})
    CHECK(ValueAt("a.tif", place) == doctest::Approx(ValueAt("s.tif", place)).epsilon(1e-3));
}

TEST_CASE("a georeference that cannot be stored is refused") {
  const Folder folder;
  WriteFile("land.json", kLand);
  WriteFile("plain.json", kGoodRecipe);
  test::CheckRefusals();
}

TEST_CASE("sets for terrains state their size, also those of tiles") {
  const Folder folder;
  const std::string size = "render land.json --size 257 --world-width 2560 ";
  const Outcome unreal = RunLand(size + "--for unreal-landscape --size 253 -o hills");
  // 252 quads over 2560 m; 500 of the 511.992 m that 16 bits span at 100.
  test::CheckMessage(
      unreal.err,
      "--for unreal-landscape ... X 1015.873 ... Y 1015.873 ... Z 97.65774 ... 35000.38");
  CHECK(json::parse(ReadAll("hills.json"))["scale"]["z"].get<double>() ==
        doctest::Approx(97.65774));
  RunLand(
      "render land.json --size 505 --tiles 4x4 --overlap 1 --for unreal-landscape -o tile --quiet");
  const json tile = json::parse(ReadAll("tile_x1_y2.json"));
  CHECK(tile["location"]["x"].get<double>() == doctest::Approx(64000));
  CHECK(tile["location"]["y"].get<double>() == doctest::Approx(128000));
  RunLand(size + "--for unity-terrain -o ground --quiet");
  const json unity = json::parse(ReadAll("ground.json"));
  CHECK(unity["size"] == json{{"x", 2560}, {"y", 500}, {"z", 2560}});
  CHECK(unity["position"]["y"] == 100);
}

TEST_CASE("samples, statistics, pictures and reports have metres") {
  const Folder folder;
  WriteFile("p.csv", "x,y\n0,0\n");
  const std::string sample = RunLand("sample land.json --points p.csv").out;
  CHECK(sample.starts_with("x,y,z,value,dx,dy,dz,elevation\n"));
  const std::string row = sample.substr(sample.find('\n') + 1);
  const double value = std::stod(row.substr(6)), metres = std::stod(row.substr(row.rfind(',') + 1));
  CHECK(metres == doctest::Approx(350 + 250 * value));

  RunLand("render land.json -o h.png --report r.json --quiet");
  const json report = json::parse(ReadAll("r.json"));
  CHECK(report["world"]["metres_per_pixel"] == 10);
  CHECK(report["world"]["elevations"][0].get<double>() ==
        doctest::Approx(350 + 250 * report["minimum"].get<double>()));
  CHECK(Contains(RunLand("info h.png").out, "2560 m wide, heights of 100 to 600 m"));
  const json info = json::parse(RunLand("info h.png --json").out);
  CHECK(info["channels"][0]["metres"][0].get<double>() ==
        doctest::Approx(100 + 500 * info["channels"][0]["minimum"].get<double>()));
  for (const char* const line : {"stats land.json --json", "stats h.png --json"}) {
    const json channel = json::parse(RunLand(line).out)["channels"][0];
    CHECK(channel["metres"]["mean"].get<double>() ==
          doctest::Approx(100 + 500 * channel["mean"].get<double>()));
    CHECK(channel["metres"]["deviation"].get<double>() ==
          doctest::Approx(500 * channel["deviation"].get<double>()));
  }
  CHECK(RunLand("stats land.json").out.find(" m)") != std::string::npos);
  CHECK_FALSE(
      json::parse(RunLand("stats land.json --map angle --json").out)["channels"][0].contains(
          "metres"));
}

TEST_CASE("the report lists the extremes of what erodes") {
  Folder folder;
  // The slope runs from -1 to 3 along x, so samples reach within 4 / 64 of both.
  WriteFile("r.json", R"r({"cobble": 1, "size": [256, 64], "nodes": {
      "slope": "8*x*0.5 + 1", "land": "erosion(slope, 9, 2, range=[-2, 7])",
      "other": "erosion(land, 9, 2)"}, "noise": "other + land",
      "maps": {"m": "erosion(perlin(2), output=ridges)"}})r");
  RunLine("render --quiet r.json -o height=h.png --report r.rep");
  const auto eroded = json::parse(ReadAll("r.rep")).at("eroded");
  REQUIRE(eroded.size() == 2);
  CHECK(eroded[0]["key"] == "/nodes/land/range");
  CHECK(eroded[1]["key"] == "/nodes/other/range");
  CHECK(eroded[0]["range"] == json::array({-2, 7}));
  CHECK(std::abs(eroded[0]["minimum"].get<double>() + 1) <= 0.0625);
  CHECK(std::abs(eroded[0]["maximum"].get<double>() - 3) <= 0.0625);
  RunLine("render --quiet r.json -o height=h.png --window 128,0,128,64 --report r.rep");
  const auto half = json::parse(ReadAll("r.rep")).at("eroded")[0];
  CHECK(std::abs(half["minimum"].get<double>() - 1) <= 0.0625);
  RunLine("render --quiet r.json -o m=m.png --report r.rep");
  CHECK(json::parse(ReadAll("r.rep")).at("eroded").size() == 3);
  RunLine("render --quiet --noise perlin --size 16 -o h.png --report r.rep");
  CHECK(json::parse(ReadAll("r.rep")).at("eroded").empty());
}

TEST_CASE("half floats warn where their steps on the ground are longer than a centimetre") {
  const Folder folder;
  const std::string warning =
      "cobble: warning: -o a.exr: half floats store heights in steps of up to 0.24 m; use --bits "
      "32\n";
  CHECK(RunLand("render land.json --size 16 --bits 16 -o a.exr").err == warning);
  const std::string half = "render land.json --size 16 --bits 16 --set pack.p=[\"ao\",\"height\"] ";
  for (const std::string map : {"invert:height", "height.x", "bumpslopes", "p", "p.g"})
    CHECK(Contains(
        RunLand(half + "-o " + map + "=b.exr").err,
        "warning: -o " + map + "=b.exr: half floats store heights in steps of up to 0.24 m"));
  CHECK(Contains(RunLand(half + "-o value=b.exr").err, "steps of up to 0.12 m"));
  CHECK(RunLand("render land.json --size 16 --bits 16 -o ao=a.exr").err.empty());
  CHECK(RunLand("render land.json --size 16 --bits 32 -o a.exr").err.empty());
  CHECK(RunLand("render land.json --size 16 --bits 16 -o a.exr --world-heights 0,20").err.empty());
}

TEST_CASE("terrain tiles take their elevations from the world") {
  const Folder folder;
  RunLand(
      "render land.json --size 512 -o t/{z}/{x}/{y}.png --tile-scheme xyz --terrain mapbox "
      "--quiet");
  CHECK(json::parse(RunLand("info t --json").out)["elevation"] == json{100, 600});
}

}  // namespace
}  // namespace cobble
