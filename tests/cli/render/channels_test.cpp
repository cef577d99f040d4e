// Tests channels of maps and packs, and inverted maps, in packs and in -o. Their samples are those
// of the whole map in a file of the same format.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/refusals.h"
#include "core/simd_level.h"
#include "support/harness.h"
#include "support/readers/exr.h"
#include "support/readers/png.h"

namespace cobble {
namespace {

constexpr std::string_view kChanneled = R"json({
  "cobble": 1, "size": [70, 41], "noise": "rock", "normal": {"strength": 0.2},
  "nodes": {"rock": "perlin(4, 3)", "moss": "ramp(rock, [[-0.5, #203010], [0.6, olive]])"},
  "maps": {"color": "moss", "rough": "remap(rock, to=[0.4, 0.9])", "grey": "remap(rock)",
           "glow": 0.25, "grass": "remap(rock, to=[-1, 2])"},
  "pack": {
    "labpbr-normal": ["normal.x", "normal.g", "ao", "height"],
    "labpbr-specular": ["invert:rough", 0.04, 0, "glow"],
    "hdrp-detail": ["grey", "normal.y", "invert:rough", "normal.x"],
    "dxt5nm": [1, "normal.y", 1, "normal.x"],
    "directx": ["normal.x", "invert:normal.y", "normal.z"],
    "swapped": ["color.b", "color.g", "color.r", "invert:ao.r"],
    "splat": ["weight:grass", "rough", "weight:color.g"],
    "nh": ["normal", "height"], "oa": ["ao", 0.5, "invert:rough"]}
})json";

struct Channels : RecipeFolder {
  Channels() : RecipeFolder(kChanneled) {}
};

// Checks planes whose samples may round to either neighbour.
void CheckNear(const std::vector<uint8_t>& got, const std::vector<uint8_t>& wanted) {
  REQUIRE(got.size() == wanted.size());
  int worst = 0;
  for (std::size_t k = 0; k < got.size(); ++k)
    worst = std::max(worst, std::abs(got[k] - wanted[k]));
  CHECK(worst <= 1);
}

TEST_CASE("packs of channels have the bytes of the maps' own files") {
  Channels maps;
  maps.Render(
      "-o normal=n.png -o ao=ao.png -o height=h.png -o rough=r.png -o grey=g.png -o color=c.png "
      "--bits 8");
  maps.Render(
      "-o labpbr-normal=ln.png -o labpbr-specular=ls.png -o hdrp-detail=hd.png -o dxt5nm=d.png "
      "-o directx=x.png -o swapped=s.png");
  const auto x = ReadPngChannel("n.png", 0), y = ReadPngChannel("n.png", 1),
             z = ReadPngChannel("n.png", 2);
  CHECK(*std::ranges::max_element(y) > 160);
  CHECK(x != y);
  CHECK(ReadPngChannel("ln.png", 0) == x);
  CHECK(ReadPngChannel("ln.png", 1) == y);
  CHECK(ReadPngChannel("ln.png", 2) == ReadPngChannel("ao.png", 0));
  CHECK(ReadPngChannel("ln.png", 3) == ReadPngChannel("h.png", 0));
  CheckNear(ReadPngChannel("ls.png", 0), Inverted(ReadPngChannel("r.png", 0)));
  CHECK(std::ranges::count(ReadPngChannel("ls.png", 1), 10) == 70 * 41);
  CHECK(std::ranges::count(ReadPngChannel("ls.png", 3), 64) == 70 * 41);
  CHECK(ReadPngChannel("hd.png", 0) == ReadPngChannel("g.png", 0));
  CHECK(ReadPngChannel("hd.png", 1) == y);
  CheckNear(ReadPngChannel("hd.png", 2), Inverted(ReadPngChannel("r.png", 0)));
  CHECK(ReadPngChannel("hd.png", 3) == x);
  CHECK(std::ranges::count(ReadPngChannel("d.png", 0), 255) == 70 * 41);
  CHECK(ReadPngChannel("d.png", 1) == y);
  CHECK(ReadPngChannel("d.png", 3) == x);
  CHECK(ReadPngChannel("x.png", 0) == x);
  CheckNear(ReadPngChannel("x.png", 1), Inverted(y));
  CHECK(ReadPngChannel("x.png", 2) == z);
  for (const int c : {0, 1, 2}) CHECK(ReadPngChannel("s.png", c) == ReadPngChannel("c.png", 2 - c));
  CheckNear(ReadPngChannel("s.png", 3), Inverted(ReadPngChannel("ao.png", 0)));
  maps.Render("-o normal=down.png --normal-y down");
  CheckNear(ReadPngChannel("x.png", 1), ReadPngChannel("down.png", 1));
}

TEST_CASE("-o takes channels of maps, nodes and packs, and inverted maps") {
  Channels maps;
  maps.Render("-o normal=n.png -o color=c.png -o hdrp-detail=hd.png -o height=h.r32");
  maps.Render("-o oa=oa.png -o splat=sp.png -o nh=nh.png -o splat=sp.r32");
  const std::vector<std::string> letters{"r", "g", "b", "a"}, axes{"x", "y", "z"};
  const auto check = [&](const std::string& map, const std::string& whole, int channel) {
    CAPTURE(map);
    maps.Render("-o " + map + "=one.png");
    CHECK(ReadPngChannel("one.png", 0) == ReadPngChannel(whole, channel));
    CHECK(ReadPng("one.png").channels == 1);
    CHECK(RunLine("render one.png --quiet -o again.png").status == 0);
    CHECK(ReadAll("again.png") == ReadAll("one.png"));
  };
  for (int c = 0; c < 3; ++c) {
    const auto k = static_cast<std::size_t>(c);
    for (const std::string& letter : {letters[k], axes[k]}) {
      check("normal." + letter, "n.png", c);
      check("color." + letter, "c.png", c);
      check("@moss." + letter, "c.png", c);
      check("@/maps/color." + letter, "c.png", c);
      check("oa." + letter, "oa.png", c);
      check("splat." + letter, "sp.png", c);
    }
  }
  for (int c = 0; c < 4; ++c) {
    check("hdrp-detail." + letters[static_cast<std::size_t>(c)], "hd.png", c);
    check("nh." + letters[static_cast<std::size_t>(c)], "nh.png", c);
  }
  maps.Render("-o invert:height=i.r32 -o height.r=same.r32 -o splat.b=w.r32 -o slope.y=sy.r32");
  maps.Render("-o slope=s.r32");
  const auto height = Floats("h.r32"), inverted = Floats("i.r32"), splat = Floats("sp.r32");
  const auto weight = Floats("w.r32"), slope = Floats("s.r32"), slope_y = Floats("sy.r32");
  CHECK(ReadAll("same.r32") == ReadAll("h.r32"));
  REQUIRE(inverted.size() == height.size());
  for (std::size_t k = 0; k < height.size(); ++k) {
    CHECK(inverted[k] == 1 - height[k]);
    CHECK(weight[k] == splat[3 * k + 2]);
    CHECK(slope_y[k] == slope[2 * k + 1]);
  }
  maps.Render("-o normal=n2.png -o invert:normal.y=iy.png -o invert:oa.b=back.png -o rough=r.png");
  CHECK(ReadAll("n2.png") == ReadAll("n.png"));  // the normals do not turn
  CheckNear(ReadPngChannel("iy.png", 0), Inverted(ReadPngChannel("n.png", 1)));
  CheckNear(ReadPngChannel("back.png", 0), ReadPngChannel("r.png", 0));
}

TEST_CASE("channels have the same bits together, at every level, in windows, and in any order") {
  Channels maps;
  const std::string all =
      " -o labpbr-normal=a.r32 -o swapped=b.r32 -o splat.r=c.r32 -o lit.g=d.r32 -o directx=e.r32";
  const std::vector<std::string> files{"a.r32", "b.r32", "c.r32", "d.r32", "e.r32"};
  maps.Render(all);
  std::vector<std::string> first;
  for (const std::string& file : files) first.push_back(ReadAll(file));
  for (const SimdLevel& level : SimdLevels()) {
    if (!level.is_supported) continue;
    maps.Render("--threads 2 --simd " + std::string(level.name) + all);
    for (std::size_t k = 0; k < files.size(); ++k) CHECK(ReadAll(files[k]) == first[k]);
  }
  maps.Render("-o lit=l.r32");
  const auto lit = Floats("l.r32"), green = Floats("d.r32");
  for (std::size_t k = 0; k < green.size(); ++k) CHECK(green[k] == lit[3 * k + 1]);
  maps.Render("--window 13,5,30,20 -o labpbr-normal=w.r32");
  const auto whole = Floats("a.r32"), window = Floats("w.r32");
  int wrong = 0;
  for (std::size_t y = 0; y < 20; ++y)
    for (std::size_t k = 0; k < 120; ++k)
      wrong += window[y * 120 + k] != whole[((y + 5) * 70 + 13) * 4 + k];
  CHECK(wrong == 0);
}

TEST_CASE("channels are layers of an EXR and arrays of a store") {
  Channels maps;
  maps.Render("-o height,normal.y,invert:height,color.r,color=all.exr");
  const ExrPicture exr = ReadExr("all.exr");
  for (const std::string name : {"normal.y.Y", "invert~height.Y", "color.r.Y", "height.Y"})
    CHECK_MESSAGE(exr.channels.contains(name), name);
  CHECK(exr.channels.at("color.r.Y") == exr.channels.at("color.R"));
  CHECK(exr.channels.at("invert~height.Y")[9] == 1 - exr.channels.at("height.Y")[9]);
  maps.Render("-o color.r,color=aces.exr --primaries acescg");
  CHECK(ReadExr("aces.exr").channels.at("color.r.Y") == exr.channels.at("color.R"));
  CHECK(ReadExr("aces.exr").channels.at("color.R") != exr.channels.at("color.R"));
  test::CheckRefusal("2 render r.json -o color.r=a.exr --primaries acescg => --primaries acescg");
  maps.Render("-o normal.y,invert:height=s.zarr --bits 16");
  CHECK(std::filesystem::exists("s.zarr/invert~height/0/.zarray"));
  CHECK(RunLine("verify s.zarr").status == 0);
  maps.Render("-o normal.y=one.zarr --levels 1 --chunk 32");
  CHECK(RunLine("verify one.zarr").status == 0);
}

TEST_CASE("files of inverted heights say what their samples mean") {
  Channels maps;
  maps.Render("--range -0.5,1.5 -o invert:height=i.r16 -o height.r=h.r16 -o invert:height=p.png");
  const auto scale = [](const std::string& path) {
    const auto json = nlohmann::json::parse(ReadAll(path));
    return json["low"].dump() + ' ' + json["high"].dump() + ' ' +
           json["cobble:output"]["range"].dump();
  };
  CHECK(scale("i.r16.json") == "1.5 -0.5 [1.5,-0.5]");
  CHECK(scale("h.r16.json") == "-0.5 1.5 [-0.5,1.5]");
  CHECK(RunLine("stats r.json --map invert:height --json").status == 0);
  CHECK(RunLine("sheet r.json --map color.g -o s.png --quiet").status == 0);
}

TEST_CASE("a channel that a map lacks is refused") {
  Channels maps;
  const std::pair<std::string, std::string> rows[] = {
      {"normal.a", "the map normal has no channel \"a\"; its channels are x, y and z"},
      {"normal.w", "the map normal has no channel \"w\"; its channels are x, y and z"},
      {"color.red", "the map color has no channel \"red\"; its channels are r, g and b"},
      {"hdrp-detail.A", "the map hdrp-detail has no channel \"A\"; its channels are r, g, b and a"},
      {"height.g", "the map height has no channel \"g\"; it has one channel: write \"height\""},
      {"invert:normal.w", "the map normal has no channel \"w\"; its channels are x, y and z"}};
  for (const auto& [map, message] : rows)
    CHECK(Refusal("r.json -o " + map + "=x.png") ==
          "cobble: -o " + map + "=x.png: " + message + "; if = is part of the file name, write ./" +
              map + "=...\n");
  test::CheckRefusal("2 render r.json -o norml.y=x.png => -o norml.y=x.png ... \"normal.y\"");
  test::CheckRefusal("2 render r.json -o invert:hight=x.png => ... \"invert:height\"");
  test::CheckRefusal("2 render r.json -o @moos.r=x.png => ... \"@moss.r\"");
  test::CheckRefusal("2 render r.json -o hdrp-detial.g=x.png => ... \"hdrp-detail.g\"");
  test::CheckRefusal("2 render r.json -o invert:normal=x.png => ... \"invert:normal.y\"");
  test::CheckRefusal("2 render r.json -o invert:value=x.exr => ... \"height\"");
  test::CheckRefusal("2 render r.json -o invert:slope.x=x.exr => ... no range; if = is part");
  test::CheckRefusal("2 render r.json -o inverted:normal.y=x.png => ... \"invert:normal.y\"");
  test::CheckRefusal("2 render r.json -o slope.x=x.png => ... .exr");
  test::CheckRefusal("2 render r.json -o slope.z=x.exr => -o slope.z=x.exr ... are x and y");
  test::CheckRefusal("2 render r.json -o weight:color.g=x.png => ... \"splat.r\"");
  test::CheckRefusal("2 render r.json -o height=x.png --bits norml.y=8 => --bits ... normal.y");
  test::CheckRefusal("2 stats r.json --map normal.q => --map ... x, y and z");
  CHECK_FALSE(std::filesystem::exists("x.png"));
}

TEST_CASE("other names with dots before = are files") {
  Channels maps;
  maps.Render("-o v1.2=a.png -o my.normal.map=b.png -o a.png=c.png -o ./orm.r=d.png");
  for (const char* const name : {"v1.2=a.png", "my.normal.map=b.png", "a.png=c.png", "orm.r=d.png"})
    CHECK_MESSAGE(std::filesystem::exists(name), name);
  CHECK(ReadPng("v1.2=a.png").channels == 1);
  maps.Render("-o x.y=s.zarr");
  CHECK(std::filesystem::exists("x.y=s.zarr/height/0/.zarray"));
}

TEST_CASE("packs refuse channels that are missing, and packs") {
  const auto fault = [](const std::string& parts) {
    return RunLine("check -",
                   R"json({"cobble": 1, "noise": "perlin(2)", "maps": {"m": 0.5, "c": "red"},
"pack": {"orm": ["ao", "m"], "p": [)json" +
                       parts + "]}}")
        .err;
  };
  test::CheckMessage(fault(R"("normal.a", 0)"), "-:2:36: /pack/p/0 ... x, y and z");
  test::CheckMessage(fault(R"(0, "m.g")"), "-:2:39: /pack/p/1 ... write \"m\"");
  test::CheckMessage(fault(R"("orm.r", 0)"), R"(-:2:36: /pack/p/0 ... ["ao", "m"])");
  test::CheckMessage(fault(R"("invert:orm", 0)"), R"(-:2:36: /pack/p/0 ... ["ao", "m"])");
  test::CheckMessage(fault(R"("norml.y", 0)"), "-:2:36: /pack/p/0 ... \"normal.y\"");
  test::CheckMessage(fault(R"("slope.x", 0)"), "-:2:36: /pack/p/0 ... cannot be packed");
  test::CheckMessage(fault(R"("invert:c", 0)"), "-:2:36: /pack/p/0 ... \"invert:c.g\"");
  test::CheckMessage(fault(R"("weight:c", 0)"), "-:2:36: /pack/p/0 ... \"weight:c.r\"");
  test::CheckMessage(fault(R"("weight:invert:m", "weight:m")"), "-:2:36: /pack/p/0");
  CHECK(fault(R"("invert:normal.y", "c.b", "weight:c.r", "weight:m")").empty());
}

TEST_CASE("a channel is computed without the rest of its pack, and at points") {
  Channels maps;
  WriteFile("s.json", R"json({"cobble": 1, "size": 16,
      "noise": "slope-of(perlin(4))", "maps": {"a": "0.25", "c": [0.25, 0.5, 2]},
      "pack": {"p": ["a", "normal"]}})json");
  CHECK(RunLine("render s.json --quiet -o p.r=a.png").status == 0);
  test::CheckFault(RunLine("render s.json -o p.g=b.png"), 3, "s.json:2:17: /noise");
  WriteFile("p.csv", "x,y\n0,0\n");
  CHECK(Out("sample s.json --points p.csv --map c.b,a.x,value")
            .starts_with("x,y,z,c.b,a.x,value\n"
                         "0,0,0,2,0.25,"));
  test::CheckRefusal("2 sample s.json --points p.csv --map c.a => --map ... r, g and b");
  test::CheckRefusal("2 sample s.json --points p.csv --map normal.x => --map ... --map");
  test::CheckRefusal("2 sample s.json --points p.csv --map p.r => --map ... consists of");
}

}  // namespace
}  // namespace cobble
