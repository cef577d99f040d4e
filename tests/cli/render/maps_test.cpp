// Tests the maps, packs and colours of recipes, and nodes written by their JSON pointers, as in -o
// @/noise/a=a.png. Pictures are compared with the planes of raw float files.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/refusals.h"
#include "core/color.h"
#include "core/maps.h"
#include "core/simd_level.h"
#include "platform/path.h"
#include "support/harness.h"
#include "support/readers/exr.h"
#include "support/readers/png.h"

namespace cobble {
namespace {

constexpr std::string_view kRecipe = R"({
  "cobble": 1, "size": [70, 41], "noise": {"ref": "rock"},
  "nodes": {
    "rock": {"type": "perlin", "octaves": 3},
    "moss": {"type": "ramp", "source": {"ref": "rock"},
             "stops": [[-0.5, "#203010"], [0.1, "olive"], [0.6, [0.9, 0.8, 0.1]]]}},
  "maps": {
    "color": {"ref": "moss"},
    "roughness": {"type": "remap", "source": {"ref": "rock"}, "to": [0.4, 0.9]},
    "metallic": 0.25, "grey": {"type": "channels", "red": 0.5, "green": 0.5, "blue": 0.5},
    "cut": {"type": "remap", "source": {"ref": "rock"}, "to": [-1, 2]},
    "low": {"type": "remap", "source": {"ref": "rock"}, "to": [-1, 0.25]}},
  "pack": {
    "orm": ["ao", "roughness", "metallic"],
    "mask": ["metallic", "ao", 0, "invert:roughness"],
    "rgba": ["color", "roughness"],
    "two": ["roughness", 1],
    "splat": ["weight:cut", "weight:roughness", "ao", "weight:metallic"],
    "layers": ["weight:cut", "weight:low"],
    "nh": ["normal", "height"]}
})";

struct Maps : RecipeFolder {
  Maps() : RecipeFolder(kRecipe) {}
};

// Checks a PNG of 8 or 16 bits against values of 0..1, within 0.51 steps.
void CheckPng(const std::string& path, int channels, int bits, const std::vector<double>& values) {
  CAPTURE(path);
  const PngPicture png = ReadPng(path);
  CHECK(png.ok);
  CHECK(png.channels == channels);
  CHECK(png.bits == bits);
  const std::size_t bytes = bits == 8 ? 1 : 2;
  REQUIRE(png.bytes.size() == values.size() * bytes);
  const double steps = bits == 8 ? 255 : 65535;
  double worst = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double got = bits == 8 ? png.bytes[k] : png.bytes[2 * k] * 256 + png.bytes[2 * k + 1];
    worst = std::max(worst, std::abs(got - std::min(std::max(values[k], 0.0), 1.0) * steps));
  }
  CHECK(worst <= 0.51);
}

std::vector<double> Srgb(const std::vector<float>& linear) {
  std::vector<double> values;
  for (const float x : linear) values.push_back(SrgbFromLinear(static_cast<double>(x)));
  return values;
}

TEST_CASE("a colour map is linear in float formats, and sRGB in integer formats") {
  Maps maps;
  maps.Render("-o color=c.r32 -o color=c.png -o color=c.exr");
  const auto linear = Floats("c.r32");
  CHECK(linear.size() == 3 * 70 * 41);
  CheckPng("c.png", 3, 8, Srgb(linear));
  maps.Render("-o color=c16.png --bits 16");
  CheckPng("c16.png", 3, 16, Srgb(linear));
  CHECK(ReadAll("c.png").find(std::string("sRGB\0", 5)) != std::string::npos);
  const ExrPicture exr = ReadExr("c.exr");
  REQUIRE(exr.channels.size() == 3);
  CHECK(exr.channels.at("R")[5] == linear[15]);
  CHECK(exr.channels.at("B")[5] == linear[17]);
  maps.Render("-o roughness=r.png -o height=h.png");
  CHECK(ReadAll("r.png").find("sRGB") == std::string::npos);
  CHECK(ReadAll("h.png").find("sRGB") == std::string::npos);
}

TEST_CASE("numbers are written as they are, clamped and counted") {
  Maps maps;
  maps.Render(
      "-o roughness=r.r32 -o cut=cut.r32 -o cut=cut.png -o metallic=m.png "
      "--report report.json");
  const auto cut = Floats("cut.r32");
  CHECK(*std::min_element(cut.begin(), cut.end()) < 0);
  CheckPng("cut.png", 1, 8, {cut.begin(), cut.end()});
  CheckPng("m.png", 1, 8, std::vector<double>(70 * 41, 0.25));
  const auto outside =
      std::count_if(cut.begin(), cut.end(), [](float x) { return x < 0 || x > 1; });
  CHECK(Contains(ReadAll("report.json"), "\"clamped\": " + std::to_string(outside)));
  for (const float x : Floats("r.r32")) CHECK((x >= 0.4f && x <= 0.9f));
}

TEST_CASE("packs hold their parts, in one file") {
  Maps maps;
  maps.Render("-o ao=ao.r32 -o roughness=r.r32 -o color=c.r32 -o normal=n.r32 -o height=h.r32");
  const auto ao = Floats("ao.r32"), rough = Floats("r.r32"), color = Floats("c.r32");
  const auto normal = Floats("n.r32"), height = Floats("h.r32");
  std::vector<double> orm, mask, rgba, two, nh;
  for (std::size_t k = 0; k < ao.size(); ++k) {
    const double r = static_cast<double>(rough[k]), a = static_cast<double>(ao[k]);
    orm.insert(orm.end(), {a, r, 0.25});
    mask.insert(mask.end(), {0.25, a, 0, 1 - r});
    for (std::size_t c = 0; c < 3; ++c) {
      rgba.push_back(SrgbFromLinear(static_cast<double>(color[3 * k + c])));
      nh.push_back((static_cast<double>(normal[3 * k + c]) + 1) / 2);
    }
    rgba.push_back(r);
    nh.push_back(static_cast<double>(height[k]));
    two.insert(two.end(), {r, 1});
  }
  maps.Render("-o orm=orm.png -o mask=mask.png -o rgba=rgba.png -o two=two.png -o nh=nh.png");
  CheckPng("orm.png", 3, 8, orm);
  CheckPng("mask.png", 4, 8, mask);
  CheckPng("rgba.png", 4, 8, rgba);
  CheckPng("two.png", 2, 8, two);
  CheckPng("nh.png", 4, 8, nh);
  maps.Render(
      "-o mask=mask16.png -o rgba=rgba16.png -o orm=orm16.png -o two=two16.png -o nh=nh16.png "
      "--bits 16");
  CheckPng("orm16.png", 3, 16, orm);
  CheckPng("two16.png", 2, 16, two);
  CheckPng("nh16.png", 4, 16, nh);
  CheckPng("mask16.png", 4, 16, mask);
  CheckPng("rgba16.png", 4, 16, rgba);
  maps.Render("-o rgba=rgba.exr -o rgba=rgba.r32 -o mask=mask.tga");
  const ExrPicture exr = ReadExr("rgba.exr");
  REQUIRE(exr.channels.size() == 4);
  CHECK(exr.channels.at("A")[7] == rough[7]);
  CHECK(exr.channels.at("G")[7] == color[22]);
  CHECK(Floats("rgba.r32")[31] == rough[7]);
}

TEST_CASE("weights of a pack add up to 1, and the first is 1 where all are 0") {
  Maps maps;
  maps.Render("-o splat=splat.r32 -o layers=layers.r32 -o cut=cut.r32 -o low=low.r32");
  maps.Render("-o roughness=r.r32 -o ao=ao.r32 -o splat=splat.png");
  const auto splat = Floats("splat.r32"), layers = Floats("layers.r32"), cut = Floats("cut.r32");
  const auto low = Floats("low.r32"), rough = Floats("r.r32"), ao = Floats("ao.r32");
  int all_zero = 0;
  for (std::size_t k = 0; k < cut.size(); ++k) {
    const float weight = std::max(cut[k], 0.0F), other = std::max(low[k], 0.0F);
    const float sum = weight + rough[k] + 0.25F;
    CHECK(splat[4 * k] == weight / sum);
    CHECK(splat[4 * k + 1] == rough[k] / sum);
    CHECK(splat[4 * k + 2] == ao[k]);
    CHECK(splat[4 * k + 3] == 0.25F / sum);
    CHECK(std::abs(splat[4 * k] + splat[4 * k + 1] + splat[4 * k + 3] - 1) < 1e-6F);
    if (weight + other == 0) ++all_zero;
    CHECK(layers[2 * k] == (weight + other > 0 ? weight / (weight + other) : 1));
    CHECK(layers[2 * k + 1] == (weight + other > 0 ? other / (weight + other) : 0));
  }
  CHECK(all_zero > 100);
  CheckPng("splat.png", 4, 8, {splat.begin(), splat.end()});
}

TEST_CASE("several maps of an EXR are layers") {
  Maps maps;
  maps.Render("-o height,color,roughness,orm=all.exr");
  const ExrPicture exr = ReadExr("all.exr");
  for (const std::string name :
       {"height.Y", "color.R", "color.G", "color.B", "roughness.Y", "orm.R", "orm.G", "orm.B"})
    CHECK_MESSAGE(exr.channels.contains(name), name);
}

TEST_CASE("a node is stored from 0 to 1 by its bounds, and by its values in float formats") {
  Maps maps;
  maps.Render("-o height=h.png -o @rock=rock.png -o @moss=moss.r32 -o color=c.r32");
  CHECK(ReadPng("h.png").bytes == ReadPng("rock.png").bytes);
  CHECK(ReadAll("moss.r32") == ReadAll("c.r32"));
  maps.Render("-o value=v.r32 -o @rock=n.r32 -o @rock=n.exr -o height=h.r16 -o @rock=n.r16");
  CHECK(ReadAll("n.r32") == ReadAll("v.r32"));
  CHECK(ReadExr("n.exr").channels.at("Y")[7] == Floats("v.r32")[7]);
  const std::string by_bounds = ReadAll("n.r16");
  CHECK(by_bounds == ReadAll("h.r16"));
  for (const std::string range : {"-0.2,0.2", "fit", "natural"}) {
    maps.Render("--range " + range + " -o height=f.r16 -o @rock=n.r16 -o @rock=m.r32");
    CHECK(ReadAll("n.r16") == by_bounds);
    CHECK(ReadAll("m.r32") == ReadAll("v.r32"));
    CHECK((range == "natural") == (ReadAll("f.r16") == by_bounds));
  }
  maps.Render("--range none -o @rock=n.r16");
  CHECK(ReadAll("n.r16") == by_bounds);
}

// Returns low, high and the range in cobble:output of a raw file's sidecar.
std::string ScaleOf(const std::string& path) {
  const auto sidecar = nlohmann::json::parse(ReadAll(path + ".json"));
  return sidecar["low"].dump() + ' ' + sidecar["high"].dump() + ' ' +
         sidecar["cobble:output"]["range"].dump();
}

TEST_CASE("two numbers after --range count for nodes if only nodes are written") {
  Maps maps;
  maps.Render("--range -0.2,0.2 -o height=h.r16 -o height=h.r32");
  maps.Render("--range -0.2,0.2 -o @rock=n.r16 -o @/noise=p.r16 -o @rock=n.r32 -o @rock=n.png");
  for (const char* const path : {"n.r16", "p.r16"}) CHECK(ReadAll(path) == ReadAll("h.r16"));
  CHECK(ReadAll("n.r32") == ReadAll("h.r32"));
  CHECK(RunLine("render n.png --quiet -o again.png").status == 0);
  CHECK(ReadAll("again.png") == ReadAll("n.png"));
  CHECK(RunLine("compare n.png r.json").status == 0);
  maps.Render("-o @rock=b.png -o @rock=b.r32 -o @rock=b.exr -o invert:@rock=i.png");
  for (const char* const path : {"b.png", "b.r32", "b.exr"})
    CHECK_MESSAGE(RunLine("compare r.json " + std::string(path)).status == 0, path);
  WriteFile("low.json", R"json({"cobble": 1, "size": 9, "noise": "n", "range": [0.1, 0.2],
                            "nodes": {"n": "perlin(3)"}})json");
  const auto render = [](const std::string& words) { return RunLine("render low.json " + words); };
  CHECK(render("-o @n=n.r16").err.empty());
  CHECK(ScaleOf("n.r16") == "-1 1 [-1,1]");  // the file's range is the height's
  CHECK(render("--range 0.1,0.2 --quiet -o @n=r.png").status == 0);
  CHECK(RunLine("compare low.json r.png").status == 0);
  CHECK(render("--range 0,0.25 -o @n=n.zarr --bits 16").status == 0);
  CHECK(render("-o @n=o.zarr --bits 16").status == 0);
  for (const char* const store : {"n.zarr", "o.zarr"})
    CHECK(RunLine("verify " + std::string(store)).status == 0);
  CHECK(Contains(ReadAll("n.zarr/.cobble/plan.json"), "\"range\": [0, 0.25]"));
  CHECK_FALSE(Contains(ReadAll("o.zarr/.cobble/plan.json"), "\"range\": [0, 0.25]"));
  CHECK(ReadAll("n.zarr/@n/0/0/0") != ReadAll("o.zarr/@n/0/0/0"));
  render("--range 5%,95% -o height=h.r16");
  render("--range 5%,95% -o @n=n.r16 -o @n=n.png");
  CHECK(ReadAll("n.r16") == ReadAll("h.r16"));
  CHECK(render("--range fit -o @n=n.png -o height=h.png").err.empty());
}

TEST_CASE("an EXR holds any number of maps") {
  Folder folder;
  std::string maps, names;
  for (int k = 1; k <= 20; ++k) {
    const std::string name = "m" + std::to_string(k);
    maps += (k > 1 ? ", \"" : "\"") + name + "\": " + std::to_string(k);
    names += (k > 1 ? "," : "") + name;
  }
  WriteFile("r.json", R"({"cobble": 1, "size": [9, 5], "noise": {"type": "perlin"}, "maps": {)" +
                          maps + "}}");
  CHECK(RunLine("render r.json -o " + names + "=a.exr").err == "");
  const ExrPicture exr = ReadExr("a.exr");
  CHECK(exr.channels.size() == 20);
  for (int k = 1; k <= 20; ++k) {
    const std::string channel = "m" + std::to_string(k) + ".Y";
    REQUIRE_MESSAGE(exr.channels.contains(channel), channel);
    CHECK(exr.channels.at(channel)[44] == static_cast<float>(k));
  }
}

TEST_CASE("words that are not maps of the recipe get its maps as a hint") {
  Folder folder;
  const std::pair<std::string, std::string> rows[] = {
      {R"("seed": 1)", "the recipe has no \"maps\""},
      {R"("maps": {"gold": "gold", "rust": 1}, "pack": {"gr": ["gold", "rust"]})",
       "the recipe defines gold, rust, gr"},
      {R"("maps": {"a1": 1, "a2": 1, "a3": 1, "a4": 1, "a5": 1, "a6": 1, "a7": 1, "a8": 1,
          "a9": 1, "b1": 1, "b2": 1})",
       "the recipe defines a1, a2, a3, a4, a5, a6, a7, a8, a9, b1, ..."},
      {R"("nodes": {"p": {"type": "value"}})", "@p"}};
  for (const auto& [members, hint] : rows) {
    WriteFile("r.json", R"({"cobble": 1, "noise": {"type": "perlin"}, )" + members + "}");
    const std::string map = hint == "@p" ? "p" : "diffuse";
    test::CheckMessage(Refusal("r.json -o " + map + "=c.png"), "-o " + map + "=c.png ... " + hint);
  }
  test::CheckMessage(Refusal("r.json -o wear=c.png"), "... ./wear=...");
}

TEST_CASE("a drive before a map is refused, where there are drives") {
  Folder folder;
  const std::string err = RunLine("render --noise perlin -o a:height,normal=b.png").err;
  CHECK(err ==
        (RootLength("a:") > 0
             ? "cobble: -o a:height,normal=b.png: has a drive before its map; write -o "
               "\"height,normal=b.png\", or -o \"a:./height,normal=b.png\" for a file of this "
               "name\n"
             : "cobble: -o a:height,normal=b.png: unknown map \"a:height\"; the recipe has no "
               "\"maps\"; if = is part of the file name, write ./a:height,normal=...\n"));
}

TEST_CASE("a ref to a map is answered with where to move its node") {
  test::CheckFault(RunLine("check -",
                           R"({"cobble": 1, "noise": {"ref": "b"}, "maps": {"b": 0.5},
          "nodes": {"bb": {"type": "value"}}})"),
                   3, "-:1:32: /noise/ref");
}

TEST_CASE("sidecars state the values that 0 and 1 of a node represent") {
  Folder folder;
  WriteFile("r.json", R"({"cobble": 1, "size": 8, "noise": {"type": "perlin"},
    "nodes": {"p": {"type": "remap", "source": {"type": "perlin"}, "from": [-1, 1], "to": [10, 20]},
              "flat": {"type": "constant", "value": 3}, "dye": {"type": "color", "value": "red"}},
    "maps": {"color": "red", "rough": 0.5}, "pack": {"both": ["height", "rough"]}})");
  const auto render = [](const std::string& words) {
    CHECK(RunLine("render r.json --quiet " + words).status == 0);
  };
  render("-o @p=p.r16 -o @p=p.r8 -o @p=p.r32 -o @flat=flat.r16 -o @dye=red.r8");
  CHECK(ScaleOf("p.r16") == "10 20 [10,20]");
  CHECK(ScaleOf("p.r8") == "10 20 [10,20]");
  CHECK(ScaleOf("p.r32") == "0 1 \"none\"");
  CHECK(ScaleOf("flat.r16") == "3 3 [3,3]");
  CHECK(ScaleOf("red.r8") == "0 1 [0,1]");
  CHECK(nlohmann::json::parse(ReadAll("red.r8.json"))["transfer"] == "srgb");
  CHECK_FALSE(nlohmann::json::parse(ReadAll("p.r8.json")).contains("transfer"));
  render("-o @dye=red.r32");
  CHECK_FALSE(nlohmann::json::parse(ReadAll("red.r32.json")).contains("transfer"));
  render("-o @p=p.r16 -o color=c.r8 -o rough=r.r16 -o both=b.r16 -o normal=n.r16 -o height=h.r16");
  CHECK(ScaleOf("p.r16") == "10 20 [10,20]");
  CHECK(ScaleOf("c.r8") == "0 1 [0,1]");
  CHECK(ScaleOf("r.r16") == "0 1 [0,1]");
  CHECK(ScaleOf("b.r16") == "0 1 [-1,1]");
  CHECK(ScaleOf("n.r16") == "-1 1 [-1,1]");
  CHECK(ScaleOf("h.r16") == "-1 1 [-1,1]");
  render("--range 12,14 -o @p=p.r16");
  CHECK(ScaleOf("p.r16") == "12 14 [12,14]");
  render("--range 12,14 -o @p=p.r16 -o rough=r.r16");
  CHECK(ScaleOf("p.r16") == "10 20 [10,20]");
  CHECK(ScaleOf("r.r16") == "0 1 [0,1]");
  render("--range none -o @p=p.r32");
  CHECK(ScaleOf("p.r32") == "0 1 \"none\"");
}

TEST_CASE("maps have the same bits alone and together, at every level, in windows and tiles") {
  Maps maps;
  const std::string all = " -o color=all_c.r32 -o mask=all_m.r32 -o normal=all_n.r32";
  maps.Render("--threads 2" + all);
  maps.Render("-o color=c.r32");
  maps.Render("-o mask=m.r32");
  CHECK(ReadAll("c.r32") == ReadAll("all_c.r32"));
  CHECK(ReadAll("m.r32") == ReadAll("all_m.r32"));
  for (const SimdLevel& level : SimdLevels()) {
    if (!level.is_supported) continue;
    maps.Render("--simd " + std::string(level.name) + " -o color=l.r32 -o rgba=l.png");
    CHECK(ReadAll("l.r32") == ReadAll("c.r32"));
    if (!std::filesystem::exists("first.png")) std::filesystem::copy_file("l.png", "first.png");
    CHECK(ReadAll("l.png") == ReadAll("first.png"));
  }
  maps.Render("--window 13,5,30,20 -o color=w.r32 -o mask=wm.r32");
  const auto whole = Floats("c.r32"), window = Floats("w.r32");
  const auto whole_mask = Floats("m.r32"), window_mask = Floats("wm.r32");
  int wrong = 0;
  for (std::size_t y = 0; y < 20; ++y)
    for (std::size_t x = 0; x < 30; ++x)
      for (std::size_t c = 0; c < 4; ++c) {
        const std::size_t to = (y + 5) * 70 + x + 13, from = y * 30 + x;
        wrong += window_mask[4 * from + c] != whole_mask[4 * to + c];
        if (c < 3) wrong += window[3 * from + c] != whole[3 * to + c];
      }
  CHECK(wrong == 0);
}

TEST_CASE("the height is not computed if no map needs it, but its errors are reported") {
  Maps maps;
  maps.Render("--dry-run -o color=c.png");
  WriteFile("bad.json", R"({"cobble": 1, "noise": {"ref": "none"},
                           "maps": {"m": {"ref": "other"}, "color": "red"}})");
  test::CheckFault(RunLine("render bad.json -o color=c.png"), 3,
                   "bad.json:1:32: /noise/ref => bad.json:2:50: /maps/m/ref");
  CHECK_FALSE(std::filesystem::exists("c.png"));
}

TEST_CASE("a picture remakes its map") {
  Maps maps;
  maps.Render("-o rgba=a.png");
  const Outcome outcome = RunLine("render a.png --quiet -o b.png");
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  CHECK(ReadAll("a.png") == ReadAll("b.png"));
}

TEST_CASE("unknown maps and nodes are refused with the nearest name") {
  Maps maps;
  test::CheckMessage(Refusal("r.json -o colour=a.png"), "-o colour=a.png ... color");
  test::CheckMessage(Refusal("r.json -o @rok=a.png"), "-o @rok=a.png ... @rock");
  test::CheckMessage(Refusal("r.json -o @zzzzzz=a.png"), "-o @zzzzzz=a.png");
  test::CheckMessage(Refusal("r.json -o mask=a.jpg"), "-o mask=a.jpg ... .png");
  test::CheckMessage(Refusal("r.json -o two=a.tga"), "-o two=a.tga ... .png");
  CHECK(Contains(Refusal("r.json --bits roughnes=8 -o roughness=a.png"),
                 "did you mean \"roughness\"?"));
}

TEST_CASE("other programs' words for the maps of a material lead to the recipe's") {
  Maps maps;
  const auto check = [](const Outcome& outcome, const std::string& meant) {
    CHECK(outcome.status >= 2);
    test::CheckMessage(outcome.err, "... did you mean \"" + meant + "\"?");
  };
  for (const char* const word : {"albedo", "basecolor", "BaseColor", "base_color", "diffuse"})
    check(RunLine("render --preset rust -o " + std::string(word) + "=a.png"), "color");
  check(RunLine("render --preset rust -o albedo.r=a.png"), "color.r");
  check(RunLine("render --preset rust -o invert:metalness=a.png"), "invert:metallic");
  check(RunLine("render --preset rust -o color=a.png --bits albedo=8"), "color");
  check(RunLine("stats --preset rust --map diffuse"), "color");
  check(RunLine("sample --preset rust --map albedo --points -", "0,0\n"), "color");
  check(RunLine("view --protocol blocks --preset rust --map albedo"), "color");
  check(RunLine(R"(render --preset rust --set pack.p=["albedo.r",0] -o p=a.png)"), "color.r");
  check(RunLine(R"(render --preset rust --set pack.p=["metal",0] -o p=a.png)"), "metallic");
  check(RunLine("render r.json -o bump=a.png"), "height");
  // A recipe without the map is not said to have it.
  CHECK_FALSE(Contains(Refusal("--noise perlin -o albedo=a.png"), "did you mean"));
}

// --- Nodes by their pointers ---

constexpr std::string_view kNodes = R"json({
  "cobble": 1, "size": [40, 24], "noise": "rock + 0.5*value(8)",
  "nodes": {"rock": "perlin(4, 3)"},
  "maps": {"tint": "ramp(rock, [[-1, teal], [1, wheat]])"}})json";

TEST_CASE("a node is written by its pointer, and its picture remakes it") {
  Folder folder;
  WriteFile("r.json", kNodes);
  CHECK(RunLine("render r.json --quiet --no-metadata -o @/noise/a=a.png -o @rock=b.png "
                "-o @/maps/tint=c.png -o tint=d.png")
            .status == 0);
  CHECK(ReadAll("a.png") == ReadAll("b.png"));
  CHECK(ReadAll("c.png") == ReadAll("d.png"));
  CHECK(RunLine("render r.json --quiet -o @/noise/b/b=e.png").status == 0);
  CHECK(RunLine("render e.png --quiet -o f.png").status == 0);
  CHECK(ReadAll("e.png") == ReadAll("f.png"));
  CHECK(RunLine("stats r.json --map @/noise/b/b --json").out ==
        RunLine("stats r.json --map @/noise/b/b --json --threads 1").out);
}

TEST_CASE("files of several maps and stores name the node without a /") {
  Folder folder;
  WriteFile("r.json", kNodes);
  CHECK(RunLine("render r.json --quiet -o height,@/noise/a,@/maps/tint=all.exr").status == 0);
  const ExrPicture exr = ReadExr("all.exr");
  CHECK(exr.channels.contains("@~noise~a.Y"));
  CHECK(exr.channels.contains("@~maps~tint.R"));
  CHECK(RunLine("render r.json --quiet -o @/noise/a,height=s.zarr").status == 0);
  CHECK(std::filesystem::exists("s.zarr/@~noise~a/0/.zarray"));
  CHECK(RunLine("verify s.zarr").status == 0);
  std::filesystem::remove(std::filesystem::path("s.zarr/@~noise~a/0/0/0"));
  CHECK(RunLine("verify s.zarr").status != 0);
  CHECK(RunLine("render r.json --quiet -o @/noise/a,height=s.zarr").status == 0);
  CHECK(std::filesystem::exists("s.zarr/@~noise~a/0/0/0"));
}

TEST_CASE("names of nodes in files are short, and no two are the same") {
  const auto name_of = [](std::string name) {
    PictureMap map;
    map.name = std::move(name);
    return NameInFiles(map);
  };
  CHECK(name_of("@rock") == "@rock");
  CHECK(name_of("@/noise/by/0") == "@~noise~by~0");
  std::string deep = "@/noise";
  for (int k = 0; k < 200; ++k) deep += "/source";
  CHECK(name_of(deep).size() == 34);
  CHECK(name_of(deep) != name_of(deep + "/a"));
}

TEST_CASE("a pointer to no node is refused with what is near") {
  Folder folder;
  WriteFile("r.json", kNodes);
  const std::pair<std::string, std::string> rows[] = {
      {"@/noise/c", "did you mean \"@/noise/a\"?"},
      {"@/nodes/rokc", "did you mean \"@/nodes/rock\"?"},
      {"@/noise/b/offset", "the inputs of the node \"/noise/b\" are a and b"},
      {"@/nodes/rock/octaves", "the node \"/nodes/rock\" has no inputs"},
      {"@/size", "write the JSON pointer to a node after @, as in \"@/noise\""}};
  for (const auto& [map, hint] : rows)
    CHECK(Refusal("r.json -o " + map + "=x.png") ==
          "cobble: -o " + map + "=x.png: unknown map \"" + map + "\"; " + hint + '\n');
  WriteFile("p.csv", "x,y\n0,0\n");
  test::CheckRefusal("2 stats r.json --map @/noise/c => --map ... @/noise/a");
  test::CheckRefusal("2 sample r.json --points p.csv --map @/noise/c => --map ... @/noise/a");
  CHECK(Contains(RunLine("sheet r.json -o s.png --map @/noise/c").err, "\"@/noise/a\"?\n"));
  CHECK_FALSE(std::filesystem::exists("x.png"));
}

TEST_CASE("a folder whose name is @ is written as ./@") {
  Folder folder;
  WriteFile("r.json", kNodes);
  CHECK(RunLine("render r.json --quiet --mkdir -o ./@/a=b.png").status == 0);
  CHECK(std::filesystem::exists("@/a=b.png"));
}

TEST_CASE("nodes that are only written by their pointers are used") {
  Folder folder;
  WriteFile("r.json", R"json({"cobble": 1, "size": 8, "noise": "perlin(4)",
      "nodes": {"a": "value(2)", "b": "abs(a)", "c": "simplex(3)"}})json");
  const std::string err = RunLine("render r.json -o @/nodes/b/source=x.png").err;
  CHECK(err.find("/nodes/c: has no effect") != std::string::npos);
  CHECK(err.find("/nodes/a:") == std::string::npos);
}

}  // namespace
}  // namespace cobble
