// Tests cobble rivers: what it refuses, where its lines are, and that GDAL reads them.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/refusals.h"
#include "support/harness.h"
#include "support/skip.h"

namespace cobble {
namespace {

using nlohmann::json;

TEST_CASE("rivers of recipes without one land are refused") {
  const Folder folder;
  WriteFile("old.geojson", "old");
  test::CheckRefusals();
  CHECK(ReadAll("old.geojson") == "old");
}

// Returns the values of a recipe at all points of the streams that its options make.
std::vector<double> FlowAlong(const std::string& options) {
  const std::string flow =
      " --noise drainage(perlin(4,5),resolution=128,output=flow,width=0.5) " + options;
  std::string points;
  Out("rivers -o a.geojson" + flow);
  const json rivers = json::parse(ReadAll("a.geojson"));
  for (const json& feature : rivers["features"])
    if (feature["properties"]["kind"] == "stream")
      for (const json& point : feature["geometry"]["coordinates"])
        points += point[0].dump() + ',' + point[1].dump() + '\n';
  WriteFile("points.csv", points);
  std::vector<double> values;
  for (const std::string& line :
       SplitLines(Out("sample --json --map value --points points.csv" + flow)))
    values.push_back(json::parse(line)["value"]);
  return values;
}

TEST_CASE("streams lie in the flow, wherever the picture is") {
  const Folder folder;
  for (const std::string options :
       {"", "--tiling", "--scale=-0.4,0.5,1", "--rotate 0,0,30", "--extent 2,1 --size 64x32"}) {
    CAPTURE(options);
    const std::vector<double> flow = FlowAlong(options);
    CHECK(flow.size() > 100);
    for (const double each : flow) CHECK(each > 0.35);
  }
}

TEST_CASE("GDAL reads streams and lakes on the ground") {
  if (RunShell("command -v ogrinfo >/dev/null").status != 0) return test::Skip("no GDAL");
  const Folder folder;
  const std::string land =
      "rivers --noise "
      "drainage(perlin(5,2)+1.3*perlin(22),0.1,uplift=0.9,river=0,floor=0,resolution=128)"
      " --world-width 2000 --world-heights 100,600 --range=-1,1 --quiet -o ";
  Out(land + "a.geojson --georeference EPSG:32632,500000,5200000");
  const std::string info = RunShell("ogrinfo -so -al a.geojson").out;
  CHECK(Contains(info, "UTM zone 32N"));
  CHECK(
      Contains(info, "Extent: (500000.000000, 5198000.000000) - (502000.000000, 5200000.000000)"));
  Out(land + "b.geojson");
  const std::string local = RunShell("ogrinfo -so -al b.geojson").out;
  CHECK(Contains(local, "ENGCRS"));
  CHECK(Contains(local, "(0.000000, -2000.000000) - (2000.000000, 0.000000)"));
  double islands = 0;
  const json rivers = json::parse(ReadAll("b.geojson"));
  for (const json& feature : rivers["features"]) {
    const json& of = feature["properties"];
    if (of["kind"] == "stream") {
      CHECK(of["drop"] >= 0);
      CHECK(of["area"] == doctest::Approx(of["size"].get<double>() * 4e6).epsilon(1e-5));
    } else {
      CHECK(of["depth"] > 0);
      CHECK(of["level"] > 100);
      CHECK(of["level"] < 600);
      for (const json& ring : feature["geometry"]["coordinates"])
        CHECK(ring.front() == ring.back());
      islands += static_cast<double>(feature["geometry"]["coordinates"].size()) - 1;
    }
  }
  CHECK(islands > 0);
}

TEST_CASE("metres are those of the picture, whatever the scale of its land") {
  const Folder folder;
  const auto rivers = [](const std::string& scale, const std::string& range) {
    Out("rivers --let land=drainage(perlin(5,2),river=0,resolution=64) --noise land" + scale +
        " --range=" + range + " --world-width 2000 --world-heights 100,600 -o a.geojson");
    return json::parse(ReadAll("a.geojson"))["features"];
  };
  const json whole = rivers("", "-1,1"), half = rivers("/2", "-0.5,0.5");
  REQUIRE(whole.size() == half.size());
  for (std::size_t k = 0; k < whole.size(); ++k)
    for (const char* const name : {"drop", "level", "depth"}) {
      const json &a = whole[k]["properties"], &b = half[k]["properties"];
      if (a.contains(name)) CHECK(a[name].get<double>() == doctest::Approx(b[name].get<double>()));
    }
}

}  // namespace
}  // namespace cobble
