// Tests info, stats and compare as users run them.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "cli/refusals.h"
#include "support/harness.h"
#include "support/readers/png.h"
#include "support/skip.h"

namespace cobble {
namespace {

using nlohmann::json;

void Render(const std::string& line) {
  const Outcome outcome = RunLine("render " + line);
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
}

json JsonOf(const std::string& line, int status = 0) {
  const Outcome outcome = RunLine(line);
  REQUIRE_MESSAGE(outcome.status == status, outcome.err);
  return json::parse(outcome.out);
}

TEST_CASE("info prints what a picture of cobble holds, as text and as JSON") {
  const Folder folder;
  Render("--noise constant --set noise.value=3 --range 1,5 --size 8x4 -o a.png");
  CHECK(Out("info a.png") ==
        "file       a.png\n"
        "format     png, deflate\n"
        "size       8 x 4\n"
        "bits       16\n"
        "channel Y  0.500008 to 0.500008 (values 3.00003 to 3.00003)\n"
        "map        height\n"
        "range      [1, 5]\n"
        "window     [0, 0, 8, 4]\n"
        "made by    cobble 0.10.0, noise version 3\n"
        "recipe     cobble show a.png prints it\n");
  const json info = JsonOf("info a.png --json");
  CHECK(info["format"] == "png");
  CHECK(info["width"] == 8);
  CHECK(info["channels"][0]["bits"] == 16);
  CHECK(info["channels"][0]["values"][0] == doctest::Approx(3).epsilon(1e-4));
  CHECK(info["cobble:recipe"]["noise"]["type"] == "constant");
  CHECK(info["cobble:output"]["map"] == "height");
}

TEST_CASE("info says which primaries the colours of an EXR have") {
  const Folder folder;
  Render("--preset rust --size 8 -o color=a.exr --primaries acescg");
  Render("--preset rust --size 8 -o color=b.exr");
  CHECK(Out("info a.exr").find("primaries  acescg\n") != std::string::npos);
  CHECK(Out("info b.exr").find("primaries") == std::string::npos);
}

// Replaces an EXR's chromaticities by DCI-P3's with the white point D65.
std::string WithP3(std::string exr) {
  constexpr std::string_view kAttribute("chromaticities\0chromaticities\0", 30);
  constexpr std::array<float, 8> kP3{0.68f, 0.32f, 0.265f, 0.69f, 0.15f, 0.06f, 0.3127f, 0.329f};
  const std::size_t at = exr.find(kAttribute);
  REQUIRE(at != std::string::npos);
  std::memcpy(exr.data() + at + kAttribute.size() + sizeof(int32_t), kP3.data(), sizeof kP3);
  return exr;
}

TEST_CASE("primaries that cobble does not write are shown, and compare says that they differ") {
  const Folder folder;
  Render("--preset rust --size 8 -o color=a.exr --primaries acescg --no-metadata");
  Render("--preset rust --size 8 -o color=b.exr --no-metadata");
  WriteFile("p3.exr", WithP3(ReadAll("a.exr")));
  const std::string p3 = "red 0.68, 0.32, green 0.265, 0.69, blue 0.15, 0.06, white 0.3127, 0.329";
  CHECK(Out("info p3.exr").find("primaries  " + p3 + '\n') != std::string::npos);
  CHECK(JsonOf("info p3.exr --json")["primaries"] == p3);
  CHECK(JsonOf("info a.exr --json")["primaries"] == "acescg");
  CHECK(JsonOf("info b.exr --json")["primaries"].is_null());
  CHECK(RunLine("compare p3.exr a.exr").err ==
        "cobble: warning: p3.exr stores colours with the primaries " + p3 +
            ", a.exr with acescg\n");
  CHECK(RunLine("compare p3.exr b.exr").err ==
        "cobble: warning: b.exr stores colours with the primaries rec709, p3.exr with " + p3 +
            '\n');
  CHECK(RunLine("compare p3.exr p3.exr").err == "");
}

TEST_CASE("info describes formats without metadata, sidecars and several files") {
  const Folder folder;
  Render("--noise perlin --size 8 -o a.tga -o a.r16 -o normal=n.exr -o a.pfm");
  CHECK(Out("info a.tga").ends_with("recipe     none\n"));
  if (test::Has(test::kShell)) {
    CHECK(RunShell("oiiotool --create 8x8 1 -o foreign.png").status == 0);
    CHECK(Out("info foreign.png").ends_with("recipe     none\n"));
  }
  CHECK(Out("info a.r16.json") == Out("info a.r16"));
  CHECK(JsonOf("info n.exr --json")["channels"].size() == 3);
  const json all = JsonOf("info a.tga a.r16 a.pfm --json");
  REQUIRE(all.size() == 3);
  CHECK(all[1]["format"] == "raw");
  CHECK(all[2]["channels"][0]["float"] == true);
  CHECK(Out("info a.tga a.pfm") == Out("info a.tga") + "\n" + Out("info a.pfm"));

  const Outcome outcome = RunCobble({"info", "a.tga", "nofile.png", "a.pfm"});
  CHECK(outcome.status == 5);
  CHECK(outcome.out == Out("info a.tga") + "\n" + Out("info a.pfm"));
  test::CheckMessage(outcome.err, "nofile.png");
  WriteFile("a.r16", "12");
  test::CheckMessage(RunCobble({"info", "a.r16"}).err, "a.r16 ... 2 bytes ... 128");
  CHECK(RunCobble({"info", "-"}, ReadAll("n.exr")).out.find("file       -\n") == 0);
}

// Writes a copy of a file with some bytes replaced by equally many others.
void Damage(const std::string& from, const std::string& to, const std::string& old,
            const std::string& replacement) {
  std::string bytes = ReadAll(from);
  const std::size_t at = bytes.find(old);
  REQUIRE(at != std::string::npos);
  WriteFile(to, bytes.replace(at, old.size(), replacement));
}

TEST_CASE("info describes a picture whose recipe is damaged or of a later format") {
  const Folder folder;
  Render("--noise perlin --size 8 -o a.exr");
  Damage("a.exr", "recipe.exr", "{\"cobble\"", "!\"cobble\"");
  Damage("a.exr", "output.exr", "{\"map\"", "!\"map\"");
  Damage("a.exr", "later.exr", "\"cobble\": 1,", "\"cobble\": 7,");
  const Outcome recipe = RunCobble({"info", "recipe.exr"});
  CHECK(recipe.status == 0);
  CHECK(recipe.err == "");
  CHECK(recipe.out.find("\nmap        height\n") != std::string::npos);
  CHECK(
      recipe.out.ends_with("\nrecipe     damaged: cobble:recipe:1:1: \"!\" is not a JSON value\n"));
  CHECK(JsonOf("info recipe.exr --json")["damaged"] ==
        json::array({"cobble:recipe:1:1: \"!\" is not a JSON value"}));
  CHECK(Out("info output.exr")
            .ends_with("\nrecipe     cobble show output.exr prints it\n"
                       "output     damaged: cobble:output:1:1: \"!\" is not a JSON value\n"));
  CHECK(Out("info later.exr")
            .ends_with("\nrecipe     of format 7, which needs a later version of cobble: this one "
                       "reads 1\n"));
  CHECK(!JsonOf("info a.exr --json").contains("damaged"));
}

TEST_CASE("info says whether samples are sRGB, if the file or its recipe does") {
  const Folder folder;
  WriteFile("c.json", R"({"cobble": 1, "size": 4, "noise": {"type": "perlin"},
                          "maps": {"color": [0.1, 0.5, 0.9]}})");
  Render(
      "c.json --quiet -o color=c.png -o color=c.tif -o color=c.tga -o color=c.exr "
      "-o color=c.r8 -o normal=n.tif -o normal=n.png");
  const auto srgb = [](const std::string& file) {
    return JsonOf("info " + file + " --json")["srgb"];
  };
  for (const char* file : {"c.png", "c.tif", "c.r8"}) CHECK(srgb(file) == true);
  for (const char* file : {"c.exr", "n.tif", "n.png"}) CHECK(srgb(file) == false);
  CHECK(srgb("c.tga").is_null());
  CHECK(Out("info c.tif").find("sRGB\n") != std::string::npos);
}

TEST_CASE("stats of a recipe are those of the floats that it renders") {
  const GoodFolder folder;
  Render("good.json -o a.exr -o normal=n.exr -o a.png");
  const json recipe = JsonOf("stats good.json --json"), file = JsonOf("stats a.exr --json");
  for (const char* key : {"minimum", "maximum", "mean", "deviation", "percentiles", "histogram",
                          "seam", "anisotropy", "samples"})
    CHECK(recipe["channels"][0][key] == file["channels"][0][key]);
  CHECK(recipe["map"] == "height");
  CHECK(recipe["channels"][0]["bounds"]["high"] == 1);
  CHECK(file["channels"][0]["bounds"].is_null());
  const json normal = JsonOf("stats good.json --map normal --json");
  CHECK(normal["channels"][2]["mean"] == JsonOf("stats n.exr --json")["channels"][2]["mean"]);
  const json integers = JsonOf("stats a.png --json");
  CHECK(std::abs(integers["channels"][0]["mean"].get<double>() -
                 file["channels"][0]["mean"].get<double>()) < 1e-5);
  CHECK(JsonOf("stats good.json --map value --json")["channels"][0]["bounds"]["low"] == -1);
  CHECK(JsonOf("stats good.json --size 20x10 --seed 3 --json")["width"] == 20);
  CHECK(
      RunCobble({"stats", "-"}, std::string(kGoodRecipe)).out.starts_with("-, height, 40 x 30\n"));
  CHECK(RunCobble({"stats", "-"}, ReadAll("a.png")).out.starts_with("-, 40 x 30\n"));
}

TEST_CASE("the seams of a tiled picture are steps like all others") {
  for (const std::string noise : {"perlin", "voronoi", "simplex", "white"}) {
    CAPTURE(noise);
    const json tiled = JsonOf("stats --noise " + noise + " --size 128 --tiling --json");
    for (const char* axis : {"x", "y"})
      CHECK(tiled["channels"][0]["seam"][axis]["ratio"].get<double>() <= 1.1);
  }
  const json plain = JsonOf("stats --noise perlin --size 128 --translate 0.3,0.2 --json");
  CHECK(plain["channels"][0]["seam"]["x"]["ratio"].get<double>() > 2);
}

TEST_CASE(
    "stats prints the percentiles that it is asked for, which are those of a range of shares") {
  const GoodFolder folder;
  const json plain = JsonOf("stats good.json --map value --json --percentiles 2,98");
  const json& percentiles = plain["channels"][0]["percentiles"];
  CHECK(percentiles.size() == 2);
  Render("good.json --range 2%,98% -o a.png");
  const json range = JsonOf("info a.png --json")["channels"][0]["values"];
  CHECK(range[0].get<double>() == doctest::Approx(percentiles["2"].get<double>()).epsilon(0.02));
  CHECK(range[1].get<double>() == doctest::Approx(percentiles["98"].get<double>()).epsilon(0.02));
  CHECK(Out("stats good.json --percentiles 12.5").find("12.5 %") != std::string::npos);
}

TEST_CASE("palette prints formulas that a recipe takes, and colours a picture like it") {
  const GoodFolder folder;
  Render("--preset brick-wall --size 128 --quiet -o color=wall.png");
  const json palette = JsonOf("palette wall.png -n 5 --json");
  CHECK(palette["colors"].size() == 5);
  const std::string text = Out("palette wall.png --colors 5");
  for (const char* formula : {"ramp", "palette"}) {
    CHECK(text.find(palette[formula].get<std::string>()) != std::string::npos);
    WriteFile("p.json", json{{"cobble", 1},
                             {"size", 128},
                             {"noise", "perlin(4)"},
                             {"maps", {{"color", palette[formula]}}}}
                            .dump());
    Render(std::string("p.json --quiet -o color=") + formula + ".png");
  }
  const auto mean = [](const std::string& file) {
    return JsonOf("stats " + file + " --json")["channels"][0]["mean"].get<double>();
  };
  CHECK(std::abs(mean("ramp.png") - mean("wall.png")) < 0.05);
  CHECK(RunLine("palette").status == 2);
  const Outcome refused = RunLine("palette good.json");
  CHECK(refused.status == 2);
  CHECK(refused.err.find("cobble render good.json -o color=a.png") != std::string::npos);
}

TEST_CASE("the text of stats, with blocks or ASCII by the locale") {
  if (test::Lacks(test::kShell)) return;
  const Folder folder;
  WriteFile("a.r8", std::string("\x00\x00\x33\xff", 4));
  WriteFile("a.r8.json", R"({"width": 2, "height": 2, "bpp": 8, "channels": 1})");
  const Outcome utf8 = RunShell("LC_ALL=C.UTF-8 cobble stats a.r8");
  const Outcome ascii = RunShell("LC_ALL=C cobble stats a.r8");
  const std::string body =
      "a.r8, 2 x 2\n\n"
      "                    Y\n"
      "minimum             0\n"
      "maximum             1\n"
      "mean              0.3\n"
      "deviation    0.412311\n"
      "1 %                 0\n"
      "5 %                 0\n"
      "25 %                0\n"
      "50 %                0\n"
      "75 %              0.2\n"
      "95 %                1\n"
      "99 %                1\n"
      "at 0         2 (50 %)\n"
      "at 1         1 (25 %)\n"
      "seam x              1\n"
      "seam y              1\n";
  CHECK(utf8.out.starts_with(body));
  CHECK(ascii.out.starts_with(body));
  CHECK(ascii.out.find("\nY from 0 to 1\n|@           ") != std::string::npos);
  CHECK(utf8.out.find("|\u2588           ") != std::string::npos);
  CHECK(std::ranges::all_of(ascii.out, [](char c) { return static_cast<unsigned char>(c) < 128; }));
}

TEST_CASE("a range counts for the node that is shown, as for the one that is written") {
  const Folder folder;
  const std::string land = " --quiet --preset alpine --size 32 ", range = "--range 0,45 ";
  Render(land + range + "-o @steep=a.r32");
  Render(land + range + "-o @steep=a.png --bits 8");
  const json shown = JsonOf("stats --json --map @steep" + land + range)["channels"][0];
  const json written = JsonOf("stats --json a.r32")["channels"][0];
  for (const char* key : {"minimum", "maximum", "mean"}) CHECK(shown[key] == written[key]);
  CHECK(shown["bounds"]["high"] == 2);  // 90 degrees
  for (const std::string& words :
       {std::string("-o a_sheet.png a.png --quiet"), "-o b.png --map @steep" + land + range,
        "-o c.png --map @steep --vary range=[0,45]" + land})
    REQUIRE(RunLine("sheet --cell 32 --no-labels " + words).status == 0);
  CHECK(RunLine("compare a_sheet.png b.png --tolerance 0.01").status == 0);
  CHECK(ReadAll("b.png") == ReadAll("c.png"));
}

TEST_CASE("a picture without finite samples has no statistics") {
  const Folder folder;
  WriteFile("a.r32", std::string("\x00\x00\xc0\x7f\x00\x00\x80\x7f", 8));
  WriteFile("a.r32.json", R"({"width": 2, "height": 1, "bpp": 32, "channels": 1})");
  const std::string text = Out("stats a.r32");
  for (const char* line :
       {"\nminimum      none\n", "\n99 %         none\n", "\nnot finite      2\n",
        "\nseam y       none\n", "\ncoherence    none\n"})
    CHECK_MESSAGE(text.find(line) != std::string::npos, line);
  const json channel = JsonOf("stats a.r32 --json")["channels"][0];
  for (const char* key : {"minimum", "maximum", "mean", "deviation", "seam", "anisotropy"})
    CHECK(channel[key].is_null());
  CHECK(channel["percentiles"]["50"].is_null());
  CHECK(channel["not_finite"] == 2);
}

TEST_CASE("compare reports what differs, where, and its exit status") {
  const Folder folder;
  WriteFile("a.r8.json", R"({"width": 2, "height": 2, "bpp": 8, "channels": 1})");
  WriteFile("b.r8.json", R"({"width": 2, "height": 2, "bpp": 8, "channels": 1})");
  WriteFile("a.r8", std::string("\x00\x00\x33\xff", 4));
  WriteFile("b.r8", std::string("\x00\x00\x66\xfe", 4));
  const Outcome same = RunCobble({"compare", "a.r8", "a.r8"});
  CHECK(same.status == 0);
  CHECK(same.out == "a.r8 and a.r8 are equal\n");
  const Outcome differ = RunCobble({"compare", "a.r8", "b.r8", "-o", "d.png"});
  CHECK(differ.status == 1);
  CHECK(differ.err == "");
  CHECK(differ.out ==
        "a.r8 and b.r8 differ\n"
        "samples  2 of 4 differ (50 %)\n"
        "maximum  0.2 at x 0, y 1, channel Y: 0.2 and 0.4\n"
        "mean     0.0509804\n"
        "PSNR     20.00 dB\n"
        "d.png: white = 0.2\n");
  const PngPicture diff = ReadPng("d.png");
  CHECK(diff.bytes == std::vector<uint8_t>{0, 0, 255, 5});
  const Outcome within = RunCobble({"compare", "a.r8", "b.r8", "--tolerance", "0.21"});
  CHECK(within.status == 0);
  CHECK(within.out.starts_with(
      "a.r8 and b.r8 are equal within 0.21\nsamples  0 of 4 differ by more than 0.21 (0 %)\n"));
  const Outcome quiet = RunCobble({"compare", "a.r8", "b.r8", "--quiet"});
  CHECK(quiet.status == 1);
  CHECK(quiet.out == "");
  const json report = JsonOf("compare a.r8 b.r8 --json", 1);
  CHECK(report["equal"] == false);
  CHECK(report["differing"] == 2);
  CHECK(report["at"]["y"] == 1);
  CHECK(JsonOf("compare a.r8 a.r8 --json")["psnr"].is_null());
}

TEST_CASE("compare: formats, sizes, recipes") {
  const GoodFolder folder;
  Render("good.json -o a.png -o a.exr -o normal=n.png -o a.bmp");
  Render("good.json --size 20 -o small.png");
  CHECK(RunCobble({"compare", "a.exr", "good.json"}).status == 0);
  CHECK(RunCobble({"compare", "good.json", "good.json"}).status == 0);
  CHECK(RunCobble({"compare", "small.png", "good.json", "--tolerance", "1e-5"}).status == 0);
  CHECK(RunCobble({"compare", "a.png", "a.exr"}).status == 1);
  CHECK(RunCobble({"compare", "a.png", "a.exr", "--tolerance", "1e-5"}).status == 0);
  CHECK(RunCobble({"compare", "a.bmp", "a.png", "--tolerance", "0.00197"}).status == 0);
  CHECK(RunLine("compare good.json n.png --map normal --tolerance 0.00197").status == 0);
  CHECK(RunCobble({"compare", "-", "a.exr"}, std::string(kGoodRecipe)).status == 0);
  CHECK(RunCobble({"compare", "-", "a.exr"}, ReadAll("a.exr")).status == 0);
  const Outcome sizes = RunCobble({"compare", "a.png", "small.png", "-o", "d.png"});
  CHECK(sizes.status == 1);
  CHECK(sizes.out ==
        "a.png and small.png differ: 40 x 30 and 20 x 20 pixels\nd.png is not written\n");
  CHECK(std::ranges::count(folder.Names(), "d.png") == 0);
}

TEST_CASE("TIFFs that are not supported are refused in words") {
  if (test::Lacks(test::kShell)) return;
  const Folder folder;
  CHECK(RunShell("oiiotool --create 4x4 1 -d half -o h.tif").status == 0);
  CHECK(
      RunShell("oiiotool --create 4x4 4 -d uint8 --attrib tiff:ColorSpace CMYK -o c.tif").status ==
      0);
  test::CheckMessage(RunCobble({"info", "c.tif"}).err, "c.tif");
}

TEST_CASE("errors of info, stats and compare") {
  const GoodFolder folder;
  Render("good.json -o a.png");
  Render("good.json -o bare.png --no-metadata");
  WriteFile("x.gif", std::string("GIF89a\0\0", 8));
  WriteFile("empty", "");
  WriteFile("lone.r16", "abcd");
  test::CheckRefusals();
}

TEST_CASE("a raw file of any name is known by its sidecar") {
  const GoodFolder folder;
  const auto written = [](const std::string& words) {
    REQUIRE_MESSAGE(RunLine("render good.json --format raw " + words).status == 0, words);
    return nlohmann::json::parse(Out("info land.bin --json"));
  };
  // The format follows the map's bits unless --bits says otherwise.
  CHECK(written("-o land.bin")["channels"][0]["bits"] == 16);
  CHECK(std::filesystem::file_size("land.bin") == 40 * 30 * 2);
  CHECK(written("-o normal=land.bin")["channels"].size() == 3);
  CHECK(written("-o value=land.bin")["channels"][0]["float"] == true);
  CHECK(written("-o land.bin --bits 8")["channels"][0]["bits"] == 8);
  CHECK(nlohmann::json::parse(Out("info land.bin.json --json"))["file"] == "land.bin");
  CHECK(RunLine("stats land.bin").status == 0);
  CHECK(Out("show land.bin --brief") == Out("show good.json --brief"));
  test::CheckMessage(RunLine("render good.json -o land.bin --format raw --bits 12").err,
                     "-o land.bin");
  std::filesystem::remove("land.bin.json");
  CHECK(RunLine("info land.bin").status == 3);
}

}  // namespace
}  // namespace cobble
