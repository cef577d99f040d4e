// Tests elevation models: GeoTIFFs become worlds, holes are filled, raw files need no sidecar.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/refusals.h"
#include "support/harness.h"
#include "support/skip.h"
#include "support/small_tiff.h"

namespace cobble {
namespace {

using nlohmann::json;
using test::SmallTiff;
using test::TiffTag;

constexpr int kSide = 40;
constexpr uint16_t kNoData = 42113;

// A slope to the east, of 10 m in 100 m, from 500 m, with a hole in the middle.
std::vector<int16_t> Slope(int16_t in_hole) {
  std::vector<int16_t> samples;
  for (int y = 0; y < kSide; ++y)
    for (int x = 0; x < kSide; ++x)
      samples.push_back(std::hypot(x - 20, y - 20) < 8 ? in_hole
                                                       : static_cast<int16_t>(500 + 10 * x));
  return samples;
}

void WriteTiff(const std::string& path, const std::vector<TiffTag>& place, bool declares = true) {
  SmallTiff tiff{.width = kSide,
                 .height = kSide,
                 .format = 2,
                 .samples = test::BytesOf(Slope(-9999)),
                 .more = place};
  if (declares) tiff.more.push_back(test::Ascii(kNoData, "-9999"));
  WriteFile(path, tiff.Bytes());
}

void WriteModels() {
  WriteTiff("dem.tif", test::PlaceTags(100, 5e5, 52e5, 32632));
  WriteTiff("degrees.tif", test::DegreeTags(1.0 / 3600, 7, 46));
  WriteTiff("globe.tif", test::DegreeTags(9, -180, 90));
  WriteTiff("feet.tif", test::PlaceTags(100, 980000, 190000, 2263));
  WriteTiff("undeclared.tif", test::PlaceTags(100, 5e5, 52e5, 32632), false);
  const SmallTiff fractions{.width = kSide,
                            .height = kSide,
                            .samples = test::BytesOf(Slope(700)),
                            .more = test::DegreeTags(1.0 / 3600, 7, 46)};
  WriteFile("degrees16.tif", fractions.Bytes());
  for (const char* const path : {"land.raw", "N46E007.hgt"})
    WriteFile(path, test::BytesOf(Slope(700)));
}

constexpr std::string_view kShow = "--preset from-height --quiet --image height=";

json ModelInfo(const std::string& path) { return json::parse(Out("info --json " + path)); }

TEST_CASE("a projected GeoTIFF is the world of its maps, with its holes filled") {
  const Folder folder;
  WriteModels();
  Out(std::string("render ") + std::string(kShow) +
      "dem.tif -o height=h.tif -o value=v.r32 -o normal=n.png");
  const json height = ModelInfo("h.tif");
  CHECK(height["cobble:recipe"]["world"]["width"] == 4000);
  CHECK(height["cobble:recipe"]["world"]["heights"] == json{500, 890});
  CHECK(height["channels"][0]["metres"] == json{500, 890});
  // The slope goes on through the hole: 1 in 10 everywhere.
  const json value = ModelInfo("v.r32");
  CHECK(value["channels"][0]["minimum"].get<double>() == doctest::Approx(500));
  CHECK(value["channels"][0]["maximum"].get<double>() == doctest::Approx(890));
  const std::string samples = ReadAll("v.r32");
  for (int k = 0; k < kSide * kSide; ++k) {
    float sample = 0;
    std::memcpy(&sample, samples.data() + 4 * k, 4);
    REQUIRE(std::abs(double{sample} - (500 + 10 * (k % kSide))) < 0.02);
  }
  Out(std::string("render ") + std::string(kShow) +
      "undeclared.tif:nodata=-9999 -o value=named.r32");
  CHECK(ReadAll("named.r32") == samples);
  const json place = json::parse(Out("info --json h.tif"))["details"];
  CHECK(place.dump().find("EPSG:32632") != std::string::npos);
}

TEST_CASE("the channel missing shows what was filled") {
  const Folder folder;
  WriteModels();
  Out(std::string("render ") + std::string(kShow) +
      "dem.tif --set maps.holes=image(height,missing) -o holes=m.r32");
  const std::string samples = ReadAll("m.r32");
  for (int k = 0; k < kSide * kSide; ++k) {
    float sample = 0;
    std::memcpy(&sample, samples.data() + 4 * k, 4);
    const bool is_hole = std::hypot(k % kSide - 20, k / kSide - 20) < 8;
    REQUIRE(std::abs(double{sample} - (is_hole ? 1 : 0)) < 1e-5);
  }
}

TEST_CASE("GDAL reads the place and the elevations of a model's pictures") {
  if (RunShell("command -v gdalinfo >/dev/null").status != 0) return test::Skip("no GDAL");
  const Folder folder;
  WriteModels();
  const auto transform = [](const std::string& path) {
    const Outcome outcome = RunShell("gdalinfo -json " + path);
    REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
    return json::parse(outcome.out)["geoTransform"];
  };
  const std::string render = std::string("render ") + std::string(kShow) + "dem.tif ";
  Out(render + "-o a.tif");
  CHECK(transform("dem.tif") == json{500000, 100, 0, 5200000, 0, -100});
  CHECK(transform("a.tif") == json{500000, 100, 0, 5200000, 0, -100});
  Out(render + "--size 80 -o b.tif --window 2,4,8,8");
  CHECK(transform("b.tif") == json{500100, 50, 0, 5199800, 0, -50});
  Out(render + "--georeference EPSG:25832,7,8 -o c.tif");
  CHECK(transform("c.tif") == json{7, 100, 0, 8, 0, -100});
  const Outcome at = RunShell(
      "gdal_translate -q -unscale -ot Float32 a.tif m.tif && "
      "gdallocationinfo -valonly m.tif 20 20");
  REQUIRE_MESSAGE(at.status == 0, at.err);
  CHECK(std::abs(std::stod(at.out) - 700) < 0.02);
}

TEST_CASE("GDAL's masks are holes, and pictures of a model in feet are where it is") {
  if (RunShell("command -v gdal_translate >/dev/null").status != 0) return test::Skip("no GDAL");
  const Folder folder;
  WriteModels();
  const auto translate = [](const std::string& words) {
    const Outcome outcome = RunShell("gdal_translate -q " + words);
    REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  };
  const std::string masked =
      "-mask mask -a_nodata none -co TILED=YES -co BLOCKXSIZE=16 -co BLOCKYSIZE=16 dem.tif ";
  translate("--config GDAL_TIFF_INTERNAL_MASK YES " + masked + "inside.tif");
  translate("--config GDAL_TIFF_INTERNAL_MASK NO " + masked + "beside.tif");
  CHECK(ReadAll("beside.tif.msk").starts_with("II"));
  for (const std::string path : {"inside.tif", "beside.tif"}) {
    CHECK(ModelInfo(path)["channels"][0]["minimum"] == 500);
    Out(std::string("render ") + std::string(kShow) + path + " -o value=v.r32");
    Out(std::string("render ") + std::string(kShow) + "dem.tif -o value=w.r32");
    CHECK(ReadAll("v.r32") == ReadAll("w.r32"));
  }

  translate("-a_srs EPSG:2263+6360 feet.tif survey.tif");
  Out(std::string("render ") + std::string(kShow) + "survey.tif -o a.tif");
  const json world = ModelInfo("a.tif")["cobble:recipe"]["world"];
  CHECK(world["width"].get<double>() == doctest::Approx(4000 * 1200.0 / 3937));
  CHECK(world["heights"][1].get<double>() == doctest::Approx(890 * 1200.0 / 3937));
  const json at = json::parse(RunShell("gdalinfo -json a.tif").out);
  CHECK(at["geoTransform"][0] == 980000);
  CHECK(at["geoTransform"][1].get<double>() == doctest::Approx(100));
  CHECK(at["coordinateSystem"]["wkt"].get<std::string>().find("New York") != std::string::npos);
}

TEST_CASE("warnings say what is lost or doubtful of a model: its place, holes, slopes, heights") {
  const Folder folder;
  WriteModels();
  WriteTiff("own.tif", test::PlaceTags(100, 5e5, 52e5, 32767));
  const auto warnings = [](const std::string& words) {
    const Outcome outcome = RunLine("render --preset from-height --image height=" + words);
    CHECK(outcome.status == 0);
    return outcome.err;
  };
  test::CheckMessage(warnings("dem.tif -o a.tif"),
                     "... 12.1 % of the image ... --set "
                     "'maps.missing=image(height, missing, edges=auto)'");
  const std::string mask = " --set maps.missing=image(height,missing)";
  CHECK(warnings("dem.tif -o a.tif" + mask).empty());
  CHECK(warnings("own.tif -o a.png" + mask).empty());
  const std::string start = "warning: -o a.tif ... does not say where on the ground ... ";
  test::CheckMessage(warnings("own.tif -o a.tif" + mask),
                     start + "without an EPSG code ... gdal_translate -a_srs EPSG:CODE");
  test::CheckMessage(warnings("dem.tif --rotate 90 -o a.tif" + mask),
                     start + "turns ... state it: --georeference EPSG:CODE,X,Y");
  Out("render --noise x --range -1,1 --size 16 --world-width 1600 --world-heights 0,9 "
      "--georeference EPSG:32632,1,2 -o placed.tif");
  test::CheckMessage(
      RunLine("render --noise x --size 16 --set maps.m=image(a,edges=extend) --image "
              "a=placed.tif --rotate 90 --bits 32 -o m=m.tif")
          .err,
      "... turns ... --world-width X --world-heights RANGE --georeference EPSG:");
  // Stretched, it would have no place.
  test::CheckMessage(warnings("dem.tif --size 40x20 -o a.png" + mask),
                     "... another shape ... --size 40x40 ... noise.fit=cover (or contain)");
  test::CheckMessage(warnings("dem.tif --flip -o a.tif" + mask), start + "flipped");
  test::CheckMessage(warnings("dem.tif --world-width 99 -o a.tif" + mask),
                     start + "100 m ... 2.475 m");
  CHECK(warnings("own.tif --georeference EPSG:32632,1,2 -o a.tif" + mask).empty());
  test::CheckMessage(
      warnings("dem.tif --noise image(height,edges=auto)*2 --range 0,2000 -o a.png" + mask),
      "warning: --noise ... not used ... use --world-width 4000 --world-heights 0,2000, and ... "
      "--georeference EPSG:32632,500000,5200000");
  // The range and the metres that belong to it, wherever one of them is missing.
  const std::string cliffs = "dem.tif --noise max(image(height,edges=auto),0) --size 40 -o a.png ";
  const std::string land = "--range 500,890 ", world = "--world-width 4000 --world-heights ";
  test::CheckMessage(warnings(cliffs + mask), "warning: --noise ... use " + land + world +
                                                  "500,890, and for TIFF => warning: -o a.png");
  const std::string hint = warnings(cliffs + world + "0,99" + mask);
  const std::string from = hint.substr(hint.find("--range ") + 8);
  const std::string range = from.substr(0, from.find(' '));
  CHECK(from.starts_with(range + " with --world-heights " + range));
  CHECK(warnings(cliffs + land + world + "500,890" + mask).empty());
  CHECK(warnings("dem.tif --normal-strength 0.3 -o normal=a.png" + mask).empty());
  test::CheckMessage(
      warnings("dem.tif --set maps.m=image(v) --image v=undeclared.tif -o a.png" + mask),
      "warning: --set maps.m ... -9999 ... :nodata=-9999");
  WriteTiff("mercator.tif", test::PlaceTags(100, 1e6, 6e6, 3857));
  test::CheckMessage(warnings("mercator.tif -o a.png" + mask),
                     "... web mercator ... gdalwarp -t_srs EPSG:32632 -r cubic mercator.tif "
                     "mercator_m.tif");
  WriteTiff("depths.tif", test::KeyTags(100, 5e5, 52e5, {{1024, 1}, {3072, 32632}, {4096, 5866}}));
  test::CheckMessage(warnings("depths.tif -o a.png" + mask),
                     "... EPSG:5866 ... gdal_translate -a_scale -1 depths.tif depths_m.tif");
}

TEST_CASE("a picture of a model is made again from its recipe and the same samples") {
  const Folder folder;
  WriteModels();
  Out(std::string("render ") + std::string(kShow) + "dem.tif -o a.tif");
  Out("render --quiet a.tif --image height=dem.tif -o b.tif");
  CHECK(ReadAll("a.tif") == ReadAll("b.tif"));
  // Other holes are another image.
  const std::string other = "a.tif --image height=dem.tif:nodata=none -o b.tif";
  CHECK(Refusal(other, 3).find("sha256") != std::string::npos);
}

TEST_CASE("a raw file is read as its name says, in every command") {
  const Folder folder;
  WriteModels();
  const std::string name = "land.raw:40x40:i16le";
  Out(std::string("render ") + std::string(kShow) + name + " -o value=a.r32 --depfile a.d");
  CHECK(ReadAll("a.d") == "a.r32: land.raw\n\nland.raw:\n");
  CHECK(ModelInfo("a.r32")["channels"][0]["maximum"].get<double>() == doctest::Approx(890));
  CHECK(ModelInfo(name)["file"] == "land.raw");
  CHECK(ModelInfo(name)["channels"][0]["minimum"] == 500);
  CHECK(RunLine("compare " + name + " a.r32 --tolerance 1e-3").status == 0);
  CHECK(RunLine("stats " + name).status == 0);
  // A world of any width takes the heights of whole numbers.
  Out(std::string("render ") + std::string(kShow) + name + " --world-width 4000 -o a.tif");
  CHECK(ModelInfo("a.tif")["cobble:recipe"]["world"]["heights"] == json{500, 890});
  // A file that has the whole name is itself.
  WriteFile("x:1x1:u8", "not a picture");
  CHECK(RunLine("info x:1x1:u8").err.find("is not a picture") != std::string::npos);
}

TEST_CASE("models that cannot be read or placed are refused with the cure") {
  const Folder folder;
  WriteModels();
  test::CheckRefusals();
}

}  // namespace
}  // namespace cobble
