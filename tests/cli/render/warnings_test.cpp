// Tests warnings and hints, and that --quiet hides them.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/refusals.h"
#include "cobble/recipe_io.h"
#include "jobs/recipe_warnings.h"
#include "jobs/run_warnings.h"
#include "recipe/fields/picture_maps.h"
#include "support/harness.h"
#include "support/skip.h"

namespace cobble {
namespace {

std::string TextOf(const std::vector<Issue>& issues) {
  std::string text;
  for (const Issue& issue : issues) text += issue.Text() + '\n';
  return text;
}

std::string WarningsIn(const std::string& members) {
  return TextOf(WarningsOf(ReadRecipe(R"({"cobble": 1, )" + members + "}", "f")));
}

TEST_CASE("named nodes that nothing uses are reported") {
  test::CheckPlaces(WarningsIn);
  std::string many = R"("noise": {"type": "perlin"}, "nodes": {"n": {"type": "value"})";
  for (int i = 0; i < 100; ++i) many += ", \"" + std::to_string(i) + R"(": {"type": "value"})";
  const std::string text = WarningsIn(many + "}");
  CHECK(std::count(text.begin(), text.end(), '\n') == 11);
  CHECK(text.ends_with("\n91 more nodes have no effect\n"));
}

TEST_CASE("a key that another key makes ineffective is reported") { test::CheckPlaces(WarningsIn); }

TEST_CASE("colours that look like bytes are reported, with the text to write") {
  const auto map = [](const std::string& node) {
    return WarningsIn(R"("noise": {"type": "perlin"}, "maps": {"m": )" + node + "}");
  };
  const std::string times = " times as bright as white: [r, g, b] is linear, and 1 is white; ";
  test::CheckPlaces(WarningsIn);
  for (const char* color : {"[16, 16, 16]", "[255.5, 0, 0]", "[256, 255, 255]", "[20, 0.5, 0]",
                            "\"#ffffff\"", "100", "[0, 0, 0]", "[1, 1, 1]"})
    CHECK_MESSAGE(map(color) == "", color);
  CHECK(RunLine("check -", R"({"cobble": 1, "noise": {"type": "perlin"},
 "maps": {"m": [255, 0, 0]}})")
            .err == "cobble: warning: -:2:16: /maps/m: is up to 255" + times +
                        "for sRGB from 0 to 255, write \"#ff0000\"\n");
}

// 15 % of this picture is flat.
constexpr std::string_view kFlat =
    "--noise voronoi --metric manhattan --function F2 --dimensions 3";

TEST_CASE("distances that reach their limit are reported once, with the key to raise") {
  Folder folder;
  const std::string flat(kFlat);
  const auto errors = [&](const std::string& flags) {
    return RunLine("render --size 64 -o a.png " + flags).err;
  };
  test::CheckMessage(errors(flat), "warning: /noise/limit ... 15 % ... --limit 2");
  CHECK(errors(flat + " --limit 2").empty());
  CHECK(errors(flat + " --quiet").empty());
  CHECK(errors("--noise voronoi").empty());
  // No warning below 1 %.
  CHECK(errors("--noise voronoi --function F2").empty());
  WriteFile("two.json", R"({"cobble": 1, "noise": {"type": "add",
      "a": {"type": "cell", "density": 0.1, "function": "F4", "limit": 1.1, "seed": 1},
      "b": {"type": "cell", "density": 0.1, "function": "F4", "limit": 3, "seed": 1}}})");
  CHECK(errors("two.json").ends_with("; raise \"limit\" (at most 3)\n"));
  CHECK(errors(flat + " --limit 2.1") == "");
  CHECK(errors("two.json").starts_with("cobble: warning: two.json:2:"));
  CHECK(Contains(errors("two.json"), "/noise/a/limit: distances reach the limit of 1.1 in "));
}

// Samples measured for warnings have one z, like pixels.
TEST_CASE("directions of erosion and phasor may come from noises of 3 dimensions") {
  Folder folder;
  for (const char* noise :
       {"erosion(simplex(2,dimensions=3))", "phasor(8,angle=60*perlin(2,dimensions=3))"})
    for (const char* files : {"-o a.png", "-o curvature=c.png", "--frames 2 -o f_{frame}.png"})
      CHECK(RunLine(std::string("render --size 128 --noise ") + noise + " " + files).err.empty());
}

TEST_CASE("waves that are shorter than a pixel are reported, with the octaves that are not") {
  Folder folder;
  const auto errors = [&](const std::string& size) {
    return RunLine("render --noise erosion(simplex(2)) -o a.png --size " + size).err;
  };
  CHECK(errors("128").empty());
  test::CheckMessage(errors("100"), "warning: --noise: column 1 ... 0.98 pixels ... 4 octaves");
  // Once for all octaves of a fractal.
  const std::string fractal =
      RunLine("render --noise fractal(erosion(simplex(2)),octaves=3) -o a.png --size 100").err;
  CHECK(fractal.find("are 0.24 pixels long, too fine to show; use at most 2 octaves\n") <
        fractal.size());
  CHECK(std::ranges::count(fractal, '\n') == 3);
  CHECK(Contains(errors("4"), "pixels long, too fine to show; use at most "));
}

TEST_CASE("check warns of waves too fine, as render does") {
  Folder folder;
  WriteFile("fine.json", R"r({"cobble": 1, "size": 64, "noise": "phasor(50, 8)"})r");
  const std::string fine = RunLine("check fine.json").err;
  test::CheckMessage(fine, "warning: fine.json:1:48: /noise/octaves ... 1 octave");
  CHECK(RunLine("render fine.json -o a.png").err == fine);
}

TEST_CASE("the report lists the noises whose distances reach their limit") {
  Folder folder;
  const auto limited = [&](const std::string& flags) {
    RunLine("render --quiet --size 64 -o a.png --report r.json " + flags);
    return nlohmann::json::parse(ReadAll("r.json")).at("limited");
  };
  const auto flat = limited(std::string(kFlat));
  REQUIRE(flat.size() == 1);
  CHECK(flat[0]["key"] == "/noise/limit");
  CHECK(flat[0]["limit"] == 1);
  CHECK(flat[0]["share"].get<double>() == doctest::Approx(0.15).epsilon(0.1));
  CHECK(limited("--noise voronoi").empty());
}

TEST_CASE("clipped curvatures are reported once, with the scale that clips about 1 %") {
  Folder folder;
  const std::string rough =
      "render --size 128 --noise perlin --frequency 8 --octaves 4 --report r.json ";
  const auto errors = [&](const std::string& flags) { return RunLine(rough + flags).err; };
  const std::string map = errors("-o curvature=c.png --curvature-scale 0.05");
  CHECK(map.find("the map curvature is clipped to black or white in ") != map.npos);
  const std::size_t hint = map.find("; --curvature-scale ");
  REQUIRE(hint != map.npos);
  CHECK(map.ends_with(" clips about 1 %\n"));
  const std::string scale = map.substr(hint + 20, map.find(' ', hint + 20) - hint - 20);
  CHECK(Contains(errors("--vary curvature.scale=0.007,0.05 -o curvature=v{curvature.scale}.png"),
                 "warning: --vary curvature.scale=0.05: the map curvature is clipped"));
  CHECK(errors("-o curvature=c.png --curvature-scale " + scale).empty());
  const auto clipped = nlohmann::json::parse(ReadAll("r.json")).at("clipped");
  REQUIRE(clipped.size() == 1);  // not a scale that leaves nearly everything grey
  CHECK(clipped[0]["share"] > 0.002);
  CHECK(clipped[0]["share"] <= 0.01);
  CHECK(errors("-o curvature=c.png --curvature-scale 0.05 --quiet").empty());
  CHECK(errors("-o height=h.png --curvature-scale 0.05").empty());
  CHECK(errors("-o curvature=c.png").empty());
  WriteFile("m.json", R"r({"cobble": 1, "size": 128, "noise": "perlin(8, octaves=4)", "maps": {
      "m": "abs(curvature-of(perlin(8, octaves=4), scale=0.05))"}})r");
  const std::string node = RunLine("render m.json -o m=m.png").err;
  CHECK(node.starts_with(
      "cobble: warning: m.json:2:17: /maps/m/source: the curvature is clipped to -1 or 1 in "));
  CHECK(node.find("; scale=0.0") != node.npos);
  CHECK(RunLine("render m.json -o height=h.png").err.empty());
}

TEST_CASE("the report lists the curvatures that are clipped") {
  Folder folder;
  WriteFile("m.json", R"r({"cobble": 1, "size": 128, "noise": "perlin(8, octaves=4)",
      "curvature": {"scale": 0.05}, "maps": {"m": "curvature-of(perlin(8, octaves=4), scale=1)"},
      "pack": {"two": ["m", "curvature"]}})r");
  RunLine("render --quiet m.json -o two=a.png --report r.json");
  const auto clipped = nlohmann::json::parse(ReadAll("r.json")).at("clipped");
  REQUIRE(clipped.size() == 2);
  CHECK(clipped[0]["key"] == "/maps/m");
  CHECK(clipped[0]["scale"] == 1);
  CHECK(clipped[0]["share"] > 0.8);
  CHECK(clipped[0]["fitting"] < 0.1);
  CHECK(clipped[1]["key"] == "/curvature/scale");
  CHECK(clipped[1]["share"] > 0.05);
  RunLine("render --quiet m.json -o height=a.png --report r.json");
  CHECK(nlohmann::json::parse(ReadAll("r.json")).at("clipped").empty());
}

TEST_CASE("curvatures in stamps are not measured, and the report lists them") {
  Folder folder;
  WriteFile("m.json", R"r({"cobble": 1, "size": 64, "noise": {"type": "scatter", "frequency": 4,
      "source": "curvature-of(perlin(8), scale=10)"}})r");
  CHECK(RunLine("render m.json -o height=a.png --report r.json").err.empty());
  const auto report = nlohmann::json::parse(ReadAll("r.json"));
  CHECK(report.at("clipped").empty());
  CHECK(report.at("unmeasured") == nlohmann::json::array({"/noise/source"}));
  RunLine("render --noise perlin --size 16 -o height=a.png --report r.json --quiet");
  CHECK(nlohmann::json::parse(ReadAll("r.json")).at("unmeasured").empty());
}

TEST_CASE("clipped curvatures are reported for stores and plans, too") {
  Folder folder;
  WriteFile("m.json", R"r({"cobble": 1, "size": 128, "noise": "perlin(8, octaves=4)", "maps": {
      "m": "abs(curvature-of(perlin(8, octaves=4), scale=0.05))"}})r");
  const std::string start =
      "cobble: warning: m.json:2:17: /maps/m/source: the curvature is clipped to -1 or 1 in ";
  CHECK(RunLine("render m.json -o m=a.zarr").err.starts_with(start));
  CHECK(RunLine("render m.json -o m=b.zarr --quiet").err.empty());
  CHECK(RunLine("render m.json -o height=c.zarr").err.empty());
  CHECK(RunLine("plan m.json -o m=d.zarr").err.find(start) != std::string::npos);
  for (const std::string range : {"", " --range fit"}) {
    CAPTURE(range);
    const std::string rough =
        "--size 128 --noise perlin --frequency 8 --octaves 4 --curvature-scale 0.05" + range;
    const std::string file = RunLine("render " + rough + " -o curvature=c.png").err;
    CHECK(file.find("the map curvature is clipped to black or white") != std::string::npos);
    const std::string store = range.empty() ? "e.zarr" : "f.zarr";
    CHECK(RunLine("render " + rough + " -o curvature=" + store).err == file);
    CHECK(Contains(RunLine("plan " + rough + " -o curvature=p" + store).err,
                   "the map curvature is clipped to black or white"));
  }
}

TEST_CASE("a mask outside 0..1 in a file of integers is warned about") {
  const Folder folder;
  WriteFile("m.json", R"r({"cobble": 1, "size": 64, "noise": "perlin(4)",
      "nodes": {"steep": "slope-of(perlin(8), strength=1)"},
      "maps": {"degrees": "steep", "good": "remap(steep)", "signed": "perlin(3)",
               "half": "remap(perlin(3), [-0.5, 0.5])", "tint": "blend(red, blue, steep)"},
      "pack": {"pair": ["degrees", "good"]}})r");
  const auto warnings = [](const std::string& flags) {
    const Outcome outcome = RunLine("render m.json " + flags);
    CHECK(outcome.status == 0);
    return outcome.err;
  };
  test::CheckMessage(warnings("-o good=g.png -o degrees=a.png"),
                     "warning: -o degrees=a.png ... 100 % ... 0..90");
  CHECK(warnings("-o signed=a.tga").find(" % of signed is outside 0..1") != std::string::npos);
  CHECK(Contains(warnings("-o half=a.png"), "18 % of half is outside 0..1"));
  for (const std::string flags :
       {"-o degrees=a.exr", "-o degrees=a.png --quiet", "-o degrees=a.png --dry-run --quiet",
        "-o @steep=a.png", "-o good=a.png", "-o tint=a.png", "-o height=a.png", "-o value=a.pfm",
        "-o pair=a.exr"})
    CHECK_MESSAGE(warnings(flags).empty(), flags);
  test::CheckMessage(warnings("-o pair=a.png"),
                     "warning: -o pair=a.png ... 100 % of degrees in pair ... 0..90");
  test::CheckMessage(warnings("-o degrees.r=a.png"),
                     "warning: -o degrees.r=a.png ... 100 % of degrees.r");
  test::CheckMessage(warnings("-o invert:degrees=a.png"),
                     "warning: -o invert:degrees=a.png ... maps.degrees=remap( ... 0..90");
  test::CheckMessage(warnings("-o degrees=a.zarr --bits 8"),
                     "warning: -o a.zarr ... 100 % of degrees");
  CHECK(Contains(RunLine("plan m.json -o degrees=b.zarr --bits 8").err,
                 "warning: -o b.zarr: 100 % of degrees"));
  CHECK(warnings("-o degrees=c.zarr --bits 32").empty());
}

// Of x, from -0.5 to 0.5 across the picture, (x - low) / (high - low) is stored.
TEST_CASE("heights outside their range are warned about, with the range that fits") {
  const Folder folder;
  const auto warnings = [](const std::string& words) {
    const Outcome outcome = RunLine("render --size 64 " + words);
    CHECK_MESSAGE(outcome.status == 0, outcome.err);
    return outcome.err;
  };
  for (const std::string bits : {"8", "16"})
    test::CheckMessage(warnings("--noise x+1 --range 0,1 -o a.png --bits " + bits),
                       "warning: -o a.png ... 50 % of height ... --range 0.5,1.5 or --range fit");
  CHECK(warnings("--noise x+1 --range 0.5,1.5 -o a.png").empty());
  CHECK(warnings("--noise x+1 --range fit -o a.png").empty());
  CHECK(warnings("--noise x+1 --range 0,1.489 -o a.png").empty());  // 1 column of 64
  CHECK(warnings("--noise x>0?1.009:0 --range 0,1 -o a.png").empty());
  test::CheckMessage(warnings("--noise x>0?1.011:0 --range 0,1 -o a.png"),
                     "warning: -o a.png ... 50 % of height ... --range 0,1.011 or");
  test::CheckMessage(warnings("--noise x+1 --range 0,1.4 -o a.png"),
                     "warning: -o a.png ... 9 % of height");
  CHECK(warnings("--noise x+1 --range 0,1 -o a.exr -o b.r32 -o normal=c.png").empty());
  CHECK(warnings("--noise x+1 --range 0,1 --quiet -o a.png").empty());
  test::CheckMessage(warnings("--noise x*1000 --range 0,1 -o height=a.png -o height=b.tga"),
                     "warning: -o height=a.png ... 100 % ... --range -500,500 => "
                     "warning: -o height=b.tga ... 100 % ... --range -500,500");
  test::CheckMessage(
      warnings("--noise x+1 --range 0,1 -o invert:height=a.png"),
      "warning: -o invert:height=a.png ... 50 % of invert:height ... --range 0.5,1.5");
  test::CheckMessage(warnings("--noise x+1 --range 1,0 -o a.png"),
                     "warning: -o a.png ... 50 % of height ... --range 1.5,0.5");
  test::CheckMessage(warnings("--noise perlin --range 0,0.1 -o height=a.png"),
                     "warning: -o height=a.png ... 89 % of height ... --range -1,1");
  CHECK(Contains(warnings("--noise x+1 --range 0,1 -o a.png --dry-run"),
                 "warning: -o a.png: 50 % of height"));
  test::CheckMessage(
      warnings("--noise x+1 --range 0,1 --world-width 64 --world-heights 10,30 -o a.tif"),
      "warning: -o a.tif ... 50 % ... --range 0.5,1.5 with --world-heights 20,40");
  CHECK(warnings("--noise x+1 --range 0.5,1.5 --world-width 64 --world-heights 20,40 -o a.tif")
            .empty());
  const std::string codes = "--noise x+1 --range 0,1 -o a.png --terrain mapbox ";
  for (const std::string metres :
       {"--elevation 1000,3000", "--world-width 64 --world-heights 1000,3000"})
    test::CheckMessage(
        warnings(codes + metres),
        "warning: -o a.png ... 50 % of height ... 1000 or 3000 m ... --range 0.5,1.5 with "
        "... 2000,4000");
  CHECK(warnings("--noise x+1 --range 0.5,1.5 -o a.png --terrain mapbox --elevation 2000,4000")
            .empty());
  CHECK(Contains(RunLine("render --noise x+1 --range 0,1 --size 256 -o t/{z}/{x}/{y}.png "
                         "--tile-scheme xyz --terrain mapbox --elevation 1000,3000")
                     .err,
                 "1000 or 3000 m"));
  CHECK(warnings("--noise 5 -o a.png --dry-run").find("outside") == std::string::npos);
  test::CheckMessage(warnings("--noise x+1 --range 0,1 -o a.zarr --bits 16"),
                     "warning: -o a.zarr ... 50 % of height ... --range 0.5,1.5");
  CHECK(Contains(RunLine("plan --size 64 --noise x+1 --range 0,1 -o b.zarr --bits 8").err,
                 "warning: -o b.zarr: 50 % of height"));
  CHECK(warnings("--noise x+1 --range fit -o c.zarr --bits 8").empty());
  CHECK(Contains(warnings("--noise x+1 --range 0,1 --size 65 --for unity-terrain -o set"),
                 "warning: set.raw: 49 % of height"));
}

TEST_CASE("nodes, packs and colours outside 0..1 are warned about") {
  const Folder folder;
  const auto warnings = [](const std::string& words) {
    const Outcome outcome = RunLine("render --noise x --size 64 " + words);
    CHECK_MESSAGE(outcome.status == 0, outcome.err);
    return outcome.err;
  };
  test::CheckMessage(warnings("--let n=x+1 --range 0,1 -o @n=a.png"),
                     "warning: -o @n=a.png ... 50 % of @n ... --range 0.5,1.5");
  test::CheckMessage(warnings("--let n=x+1 --range 0,1 -o @n=a.zarr --bits 16"),
                     "warning: -o a.zarr ... 50 % of @n ... --range 0.5,1.5");
  test::CheckMessage(RunLine("render --preset alpine --size 64 --range 0,45 -o @steep=a.png").err,
                     "warning: -o @steep=a.png ... 14 % of @steep ... --range 0,90");
  CHECK(warnings("--let n=x+1 -o @n=a.png").empty());
  CHECK(warnings("--let n=x+1 --range 0,1 -o @n=a.exr").empty());
  // 1 in 10 of x*10 is from 0 to 1.
  test::CheckMessage(warnings(R"(--set maps.a=x*10 --set pack.p=["a","a",0] -o p=a.png)"),
                     "warning: -o p=a.png ... 90 % of a in p ... maps.a=remap(x*10) ... -5..5");
  test::CheckMessage(warnings("--set maps.sun=[3,2,1] -o sun=a.png"),
                     "warning: -o sun=a.png ... 100 % of sun ... 1..3");
  test::CheckMessage(warnings("--noise x*1e6 --range none -o a.exr --bits 16"),
                     "warning: -o a.exr ... 88 % of height ... --bits 32");
  test::CheckMessage(
      warnings("--noise x+1000 --range none -o height=a.exr -o value=b.exr --bits 16"),
      "warning: -o height=a.exr ... half floats ... 0.5 ... --bits 32 => warning: -o value=b.exr");
  CHECK(warnings("--noise x*1000 --range none -o a.exr --bits 16").empty());
  test::CheckMessage(warnings("--range none -o a.hdr"), "warning: -o a.hdr ... 50 % of height");
}

TEST_CASE("the pictures of a series are warned about once, those of a size together") {
  const Folder folder;
  const auto warnings = [](const std::string& words) {
    return RunLine("render --size 64 --noise x+1 --range 0,1 " + words).err;
  };
  // The tiles on the left are within the range.
  test::CheckMessage(warnings("--tiles 2x2 -o a.png"),
                     "warning: -o a.png ... 50 % of height in 4 tiles");
  test::CheckMessage(warnings("--tiles 2x2 --for worldmachine -o b{x}{y}"),
                     "warning: b{x}{y}.png ... in 4 tiles => --for worldmachine");
  test::CheckMessage(warnings("--tiles 2x2 -o c{x}{y}_normal.png --range 0,2"),
                     "warning: -o c{x}{y}_normal.png ... normal=c{x}{y}_normal.png");
  test::CheckMessage(
      warnings(
          "--tiles 2x2 -o {x}{y}.exr --bits 16 --range 0,2 --world-width 9 --world-heights 0,99"),
      "warning: -o {x}{y}.exr ... half floats");
  test::CheckMessage(warnings("--vary range=[0,2],[0,1],[0.2,0.4] -o v{range}.png"),
                     "warning: --vary range=[0.2,0.4] ... v0.2_0.4.png: 100 % of height");
  CHECK(warnings("--vary range=[0,2],[0,3] -o w{range}.png").empty());
  WriteFile("list", "--noise x+1 --size 64 --range 0,1 -o b.png\n");
  CHECK(RunLine("batch list --quiet").err.empty());
  CHECK(RunLine("batch list").err.find("warning: list:1: -o b.png: 50 % of height") !=
        std::string::npos);
}

TEST_CASE("an image whose values are outside a range is warned about") {
  const Folder folder;
  CHECK(RunLine("render --noise x*1000 --size 16 -o value=m.r32").status == 0);
  const auto warnings = [](const std::string& words) {
    return RunLine("render --preset from-height --image height=m.r32 -o height=o.png " + words).err;
  };
  test::CheckMessage(warnings("--range 0,1 -o normal=n.png"),
                     "warning: -o height=o.png ... 100 % of height ... --range -468.8,468.8 or");
  CHECK(warnings("-o normal=n.png").empty());
  // Of agate in this seed, 10 % are below 0, where its preset clips them.
  CHECK(RunLine("render --preset agate --seed 2 --size 256 -o a.png").err.empty());
  WriteFile("list", "--preset agate --seed 2 --size 256 -o b.png\n");
  CHECK(RunLine("batch list").err.find("warning") == std::string::npos);
  test::CheckMessage(RunLine("render --preset agate --seed 2 --size 256 --range 0,1 -o a.png").err,
                     "warning: -o a.png ... 10 % of height");
  CHECK(warnings("--range -468.8,468.8").empty());
  // A node changes the height, which is no longer as its author has seen it.
  const std::string changed = "--preset agate --seed 2 --size 256 --let hair=0 -o a.png";
  test::CheckMessage(RunLine("render " + changed).err, "warning: -o a.png ... 10 % of height");
  WriteFile("list", changed + '\n');
  CHECK(Contains(RunLine("batch list").err, "warning: list:1: -o a.png: 10 % of height"));
}

TEST_CASE("the range that is proposed for an image ends the warning") {
  const Folder folder;
  CHECK(RunLine("render --noise x*1000 --size 16 -o value=m.r32").status == 0);
  for (const std::string noise : {"", "--noise blur(image(height,edges=auto),0.1) "}) {
    const std::string words =
        "render --preset from-height --image height=m.r32 --scale 3 " + noise + "-o a.png ";
    const std::string first = RunLine(words).err;
    test::CheckMessage(first, "warning: -o a.png ... % of height ... or --range fit");
    const std::size_t at = first.find("--range ");
    CHECK(RunLine(words + first.substr(at, first.find(" or ", at) - at)).err.empty());
  }
  test::CheckMessage(
      RunLine("render --preset from-height --image height=m.r32 --scale 3 -o @/noise=a.png").err,
      "warning: -o @/noise=a.png ... % of @/noise ... EXR");
}

TEST_CASE("a range that does not count for nodes is reported") {
  const Folder folder;
  CHECK(RunLine("render --noise x*1000 --size 16 -o value=m.r32").status == 0);
  test::CheckRefusals();
}

TEST_CASE("shares that flatten or cut heights are reported") {
  const Folder folder;
  test::CheckRefusals();
}

TEST_CASE("no map of a preset is warned about") {
  const Folder folder;
  for (const Preset& preset : Presets()) {
    if (!preset.images.empty()) continue;  // an image shows what the user gives
    const Recipe recipe = ReadRecipe(preset.text, std::string(preset.name));
    std::string words = "render --size 128 --bits 8 --preset " + std::string(preset.name);
    for (const std::string_view name : PictureMapNames(recipe))
      if (name != "slope" && name != "value" && name != "bumpslopes" && name != "elevation" &&
          FindPictureMap(recipe, name))
        words += fmt::format(" -o {0}={0}.png", name);
    CHECK_MESSAGE(RunLine(words).err == "", preset.name);
  }
}

TEST_CASE("no preset is limited or clipped by accident") {
  const Folder folder;
  for (const Preset& preset : Presets()) {
    if (!preset.images.empty()) continue;  // an image shows what the user gives
    CAPTURE(preset.name);
    RecipeLayers layers;
    layers.AddPreset(std::string(preset.name));
    Recipe recipe = layers.Resolve();
    if (!recipe.domain.IsSphere()) CHECK(TextOf(LookWarnings(recipe, "curvature")).empty());
    // A sphere cuts few cells, so that shares differ by seed.
    const uint32_t end = recipe.seed + (recipe.domain.IsSphere() ? 16 : 1);
    for (; recipe.seed < end; ++recipe.seed)
      CHECK(TextOf(LimitWarning(recipe, LimitedNoises(Program::Compile(recipe), {}))).empty());
  }
  CHECK(Contains(
      RunLine("render --preset cliff --size 128 --curvature-scale 0.05 -o curvature=c.png").err,
      "the map curvature is clipped"));
}

TEST_CASE("a slice that has no effect is reported") { test::CheckPlaces(WarningsIn); }

TEST_CASE("no preset has warnings") {
  for (const Preset& preset : Presets())
    CHECK_MESSAGE(TextOf(WarningsOf(ReadRecipe(preset.text, "f"))).empty(), preset.name);
}

TEST_CASE("a strength that is not the world's is reported") { test::CheckPlaces(WarningsIn); }

TEST_CASE("a strength that contradicts the world is reported with the range fit, too") {
  test::CheckPlaces(WarningsIn);
}

TEST_CASE(
    "cells that are too small or too large to show are reported, with a number that shows them") {
  const Folder folder;
  test::CheckRefusals();
}

TEST_CASE("of the warnings about many variations, the first 20 are printed") {
  const Folder folder;
  const std::string many = RunLine(
                               "render -o a{noise.frequency}.png --size 64 --noise perlin "
                               "--vary noise.frequency=101..125")
                               .err;
  CHECK(std::ranges::count(many, '\n') == 21);
  CHECK(many.ends_with("\ncobble: warning: 5 more warnings\n"));
}

TEST_CASE("the scales of named nodes that double are found in time") {
  std::string nodes = R"j("n0": "perlin(900)")j";
  for (int k = 1; k <= 50; ++k) nodes += fmt::format(R"(, "n{0}": "(n{1} + n{1})*0.5")", k, k - 1);
  const std::string recipe =
      R"({"cobble": 1, "size": [256, 256], "noise": "n50", "nodes": {)" + nodes + "}}";
  test::CheckMessage(RunLine("check -", recipe).err, "warning: -:1:75: /nodes/n0/frequency");
}

TEST_CASE("the masks of presets follow the world") {
  const Folder folder;
  for (const char* const preset : {"alpine", "badlands", "downs", "fjords", "island", "karst",
                                   "mesas", "ridged-mountains", "volcano"}) {
    RunLine("render --quiet --size 32 --world-width 1e6 --set maps.s=steep -o s=s.r32 --preset " +
            std::string(preset));
    const float limit = std::string_view(preset) == "ridged-mountains" ? 13 : 10;
    CHECK_MESSAGE(std::ranges::max(Floats("s.r32")) < limit, preset);
  }
}

TEST_CASE("a file name that ends in another map is reported") {
  const Recipe recipe = ReadRecipe(R"({"cobble": 1, "noise": {"type": "perlin"},
      "maps": {"color": "teal", "metallic": 1}})",
                                   "f");
  const auto hint = [&](const std::string& path, std::vector<PictureMap> maps,
                        const std::string& label) {
    PictureOutput picture;
    picture.path = path;
    picture.label = {"path", label};
    picture.names_maps = label != path;
    picture.maps = std::move(maps);
    return TextOf(MapNameHints(recipe, {&picture, 1}));
  };
  test::CheckMessage(hint("a_normal.png", {Map::kHeight}, "a_normal.png"),
                     "path=a_normal.png ... path=normal=a_normal.png");
  test::CheckMessage(hint("d/wall-ao.exr", {Map::kHeight}, "d/wall-ao.exr"),
                     "path=d/wall-ao.exr ... path=ao=d/wall-ao.exr");
  for (const std::string name : {"a_albedo.png", "diffuse.png", "a-BaseColor.png", "a_color.png"})
    CHECK(Contains(hint(name, {Map::kHeight}, name), "contains height, not color"));
  CHECK(hint("brushed-metal.png", {Map::kHeight}, "brushed-metal.png").empty());
  CHECK(hint("a_roughness.png", {Map::kHeight}, "a_roughness.png").empty());  // has no such map
  CHECK(Contains(hint("a.nrm.png", {Map::kHeight}, "a.nrm.png"), "normal=a.nrm.png"));
  CHECK(hint("a_normal.png", {Map::kHeight}, "height=a_normal.png").empty());
  CHECK(hint("a_normal.png", {Map::kNormal}, "a_normal.png").empty());
  CHECK(hint("a_height.png", {Map::kHeight}, "a_height.png").empty());
  for (const std::string name : {"normal.png", "normalmap.png", "MarbleNormal.png", "a_n.png",
                                 "a_b/AO.png", "wall-MarbleNormals.exr"}) {
    CAPTURE(name);
    const bool is_ao = name == "a_b/AO.png";
    const std::string map = is_ao ? "ao" : "normal";
    CHECK(hint(name, {Map::kHeight}, name) == "path=" + name + ": contains height, not " + map +
                                                  "; for " + map + ", write `path=" + map + "=" +
                                                  name + "`\n");
  }
  for (const std::string name : {"abnormal.png", "raw.png", "gradient.png", "n.png", "piano.png",
                                 "slope.png", "value.png"}) {
    CAPTURE(name);
    CHECK(hint(name, {Map::kHeight}, name).empty());
  }
  CHECK(hint("a_b.png", {Map::kHeight}, "a_b.png").empty());
  CHECK(hint("x_normal/a", {Map::kHeight}, "x_normal/a").empty());
}

TEST_CASE("a height that uses less than 70 % of 0..1 is reported") {
  const auto hint = [](double minimum, double maximum, HeightRange range) {
    return TextOf(RangeHint({minimum, maximum, 0}, range));
  };
  CHECK(hint(-0.5, 0.5, {false, -1, 1}) ==
        "the height uses only 0.25 to 0.75 of 0..1; `range=fit` uses all of it\n");
  CHECK(hint(-0.5, 0.5, {false, 1, -1}) ==
        "the height uses only 0.25 to 0.75 of 0..1; `range=fit` uses all of it\n");
  CHECK(hint(-0.72, 0.69, {false, -1, 1}).empty());
  CHECK_FALSE(hint(-0.7, 0.69, {false, -1, 1}).empty());
  CHECK(hint(-5, 5, {false, -1, 1}).empty());
  CHECK_FALSE(hint(-5, 0, {false, -1, 1}).empty());
  CHECK(hint(-0.5, 0.5, {true, 0, 1}).empty());
  CHECK(hint(0.5, 0.5, {false, 0, 1}).empty());  // constant
  CHECK(hint(0.5, 0.6, {false, 1, 1}).empty());
}

TEST_CASE("the hint about the range needs a whole picture and a height") {
  const auto wants = [](const std::string& members, Map map, Window window) {
    const Recipe recipe =
        ReadRecipe(R"({"cobble": 1, "size": 8, "noise": {"type": "perlin"})" + members + "}", "f");
    Job job;
    job.window = window;
    job.pictures.emplace_back().maps = {map};
    return WantsRangeHint(recipe, job);
  };
  const Window whole{0, 0, 8, 8};
  CHECK(wants("", Map::kHeight, whole));
  CHECK_FALSE(wants(R"(, "range": [0, 1])", Map::kHeight, whole));
  CHECK_FALSE(wants(R"(, "range": "natural")", Map::kHeight, whole));
  CHECK_FALSE(wants("", Map::kNormal, whole));
  CHECK_FALSE(wants("", Map::kHeight, {0, 0, 4, 8}));
  CHECK_FALSE(wants(R"(, "range": "fit")", Map::kHeight, whole));
  CHECK_FALSE(wants(R"(, "range": "none")", Map::kHeight, whole));
}

constexpr std::string_view kDubious = R"({"cobble": 1, "size": 8, "domain": {"slice": 1},
"noise": {"type": "perlin", "frequency": 0.01}, "nodes": {"rock": {"type": "value"}}})";

TEST_CASE("commands print warnings on standard error, but not with --quiet") {
  const Folder folder;
  WriteFile("a.json", kDubious);
  const std::string warnings =
      "cobble: warning: a.json:2:67: /nodes/rock: has no effect: no node in use refers to it\n"
      "cobble: warning: a.json:1:46: /domain/slice: has no effect: no noise has 3 dimensions; set "
      "\"dimensions\": 3 in a noise\n";
  const auto run = [](const std::string& words) {
    const Outcome outcome = RunLine(words);
    CHECK(outcome.status == 0);
    CHECK(outcome.out == "");
    return outcome.err;
  };
  CHECK(run("check a.json") == warnings);
  CHECK(run("check a.json --quiet") == "");
  CHECK(RunCobble({"show", "a.json"}).err == warnings);
  CHECK(RunCobble({"show", "a.json", "--quiet"}).err == "");
  CHECK(run("render a.json -o a.png") == warnings);
  CHECK(run("render a.json -o a_normal.png --dry-run") ==
        warnings +
            "cobble: warning: -o a_normal.png: contains height, not normal; for normal, write -o "
            "normal=a_normal.png\n"
            "cobble: would write a_normal.png: height, 8 x 8 pixels, 16 bits, 128 bytes of "
            "samples\ncobble: 1 picture, 64 pixels, 256 noise evaluations, 128 bytes of samples\n");
  CHECK(run("render a.json -o a_normal.png --quiet") == "");
  test::CheckMessage(run("render --noise perlin --slice 1 --size 8 -o a.png"),
                     "warning: --slice ... --dimensions 3");
}

TEST_CASE("a terminal shows the hint about the range, but not with --quiet") {
  if (test::Lacks(test::kTerminal)) return;
  const Folder folder;
  const auto run = [](const std::string& more) {
    const Outcome outcome = RunOnTerminal(
        SplitWords("render --noise perlin --frequency 0.01 --size 8 -o a.png" + more));
    CHECK(outcome.status == 0);
    return outcome.out.find("the height uses only ") != std::string::npos;
  };
  CHECK(run(""));
  CHECK_FALSE(run(" --quiet"));
  CHECK_FALSE(run(" --range fit"));
  CHECK_FALSE(run(" --range natural"));
  CHECK_FALSE(run(" --dry-run"));
  CHECK(RunLine("render --noise perlin --frequency 0.01 --size 8 -o a.png").err == "");
}

TEST_CASE("show refuses what check refuses, with the same message and status") {
  const Folder folder;
  const auto check = [](const std::string& members) {
    CAPTURE(members);
    WriteFile("a.json", R"({"cobble": 1, )" + members + "}");
    const Outcome show = RunCobble({"show", "a.json"}), checked = RunCobble({"check", "a.json"});
    CHECK(show.err == checked.err);
    CHECK(show.status == checked.status);
    CHECK(show.out == "");
    return checked.status;
  };
  CHECK(check(R"("size": 200000, "noise": {"type": "perlin"})") == 4);
  CHECK(check(R"("size": 131072, "noise": {"type": "hill", "waves": 4096, "octaves": 32})") == 4);
  CHECK(check(R"("noise": {"ref": "a"})") == 3);
  CHECK(check(R"("size": [1024, 512], "tiling": true, "noise": {"type": "perlin",
      "frequency": 5})") == 3);
  CHECK(check(R"("domain": {"translate": [1e12, 0]}, "noise": {"type": "perlin"})") == 3);
}

TEST_CASE("a checksum's line escapes line breaks in a file name as sha256sum does") {
  if (test::Lacks(test::kNames)) return;
  const Folder folder;
  const auto line = [](const std::string& name) {
    return RunCobble({"render", "--noise", "perlin", "--size", "4", "--checksum", "-o", name}).out;
  };
  const std::string plain = line("a.png"), hash = plain.substr(0, 16);
  CHECK(plain == hash + "  a.png\n");
  CHECK(line("a\nb.png") == "\\" + hash + "  a\\nb.png\n");
  CHECK(line("a\\b.png") == "\\" + hash + "  a\\\\b.png\n");
}

}  // namespace
}  // namespace cobble
