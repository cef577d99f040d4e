// Tests that compare compares what users expect, in particular recipes with their pictures.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "output/formats.h"
#include "support/harness.h"

namespace cobble {
namespace {

using nlohmann::json;

constexpr std::string_view kRecipe = R"({
  "cobble": 1, "size": [70, 50], "noise": {"type": "perlin", "frequency": 3},
  "range": [-0.5, 0.4], "seed": 7,
  "nodes": {"tint": {"type": "ramp", "source": {"type": "value"},
                     "stops": [[0, "#102030"], [1, "#f0d0a0"]]}},
  "maps": {"color": {"ref": "tint"}},
  "pack": {"two": ["height", "ao"], "three": ["height", "curvature", "ao"],
           "four": ["height", "ao", 0.25, "curvature"]}})";

TEST_CASE("a recipe equals its picture, bit for bit, in all lossless formats") {
  const Folder folder;
  WriteFile("r.json", kRecipe);
  int equal = 0;
  for (const std::string map : {"height", "normal", "color", "slope", "two", "three", "four"}) {
    for (const Format& format : Formats()) {
      if (format.name == "jpg") continue;
      for (const int bits : format.bits) {
        const std::string file = fmt::format("{}{}{}", map, bits, format.suffixes.front());
        CAPTURE(file);
        const Outcome rendered = RunCobble(
            SplitWords(fmt::format("render r.json --quiet --bits {} -o {}={}", bits, map, file)));
        if (rendered.status != 0) continue;  // the format cannot hold the map
        const Outcome outcome = RunCobble({"compare", file, "r.json", "--map", map});
        CHECK(outcome.out == file + " and r.json are equal\n");
        CHECK(outcome.status == 0);
        ++equal;
      }
    }
  }
  CHECK(equal >= 80);
  const Outcome changed = RunCobble({"compare", "height16.png", "-"}, [] {
    std::string text(kRecipe);
    return text.replace(text.find("7,"), 1, "8");
  }());
  CHECK(changed.status == 1);
}

TEST_CASE("a recipe is rendered as a picture of cobble shows it: its map and its window") {
  const Folder folder;
  WriteFile("r.json", kRecipe);
  CHECK(RunLine("render r.json --quiet --window 10,-5,30,20 -o normal=n.exr -o h.png").status == 0);
  CHECK(RunCobble({"compare", "n.exr", "r.json"}).out == "n.exr and r.json are equal\n");
  CHECK(RunCobble({"compare", "r.json", "h.png"}).out == "r.json and h.png are equal\n");
  CHECK(RunCobble({"compare", "n.exr", "r.json", "--map", "height"}).status == 1);
}

TEST_CASE("samples that are not finite are counted, and left out of the statistics") {
  const Folder folder;
  const std::string sidecar = R"({"width": 3, "height": 1, "bpp": 32, "channels": 1})";
  const std::string zero(4, '\0'), half("\0\0\0\x3f", 4), nan("\0\0\xc0\x7f", 4);
  for (const char* name : {"a.r32.json", "b.r32.json", "c.r32.json"}) WriteFile(name, sidecar);
  WriteFile("a.r32", zero + zero + zero);
  WriteFile("b.r32", half + nan + zero);
  WriteFile("c.r32", zero + nan + zero);
  CHECK(RunCobble({"compare", "a.r32", "b.r32"}).out ==
        "a.r32 and b.r32 differ\n"
        "samples  2 of 3 differ (66.7 %)\n"
        "infinite 1 of these: NaN or infinity in one of the two\n"
        "first    at x 1, y 0, channel Y: 0 and nan\n"
        "maximum  0.5\n"
        "mean     0.25\n"
        "PSNR     9.03 dB\n");
  CHECK(RunCobble({"compare", "a.r32", "c.r32", "-o", "d.png"})
            .out.ends_with("maximum  0\nmean     0\nPSNR     infinite\n"
                           "d.png: white = NaN or infinity in one of the two\n"));
  CHECK(RunCobble({"compare", "c.r32", "c.r32", "-o", "d.png"}).out ==
        "c.r32 and c.r32 are equal\nd.png: no difference: all black\n");
  const json report = json::parse(RunCobble({"compare", "a.r32", "b.r32", "--json"}).out);
  CHECK(report["not_finite"] == 1);
  CHECK(report["maximum"] == 0.5);
  CHECK(report["mean"] == 0.25);
  CHECK(report["psnr"].get<double>() == doctest::Approx(9.0309));
  CHECK(report["at"]["x"] == 1);
}

TEST_CASE("pictures that store the same map differently are noted") {
  const Folder folder;
  WriteFile("r.json", kRecipe);
  CHECK(RunLine("render r.json --quiet -o color=c.png -o color=c.exr -o color=c.hdr "
                "-o normal=n.png -o normal=n.exr -o normal=n.hdr -o height=h.png "
                "-o height=h.exr")
            .status == 0);
  const auto note = [](const std::string& a, const std::string& b) {
    return RunCobble({"compare", a, b}).err;
  };
  CHECK(note("c.png", "c.exr") ==
        "cobble: warning: c.png stores colours as sRGB, c.exr as linear light\n");
  CHECK(note("c.hdr", "c.png") ==
        "cobble: warning: c.png stores colours as sRGB, c.hdr as linear light\n");
  CHECK(note("c.exr", "c.hdr") == "");
  CHECK(note("n.exr", "n.png") == "cobble: warning: n.png stores -1..1 as 0..1, n.exr as -1..1\n");
  CHECK(note("n.exr", "n.hdr") == "cobble: warning: n.hdr stores -1..1 as 0..1, n.exr as -1..1\n");
  CHECK(note("n.hdr", "n.png") == "");
  CHECK(note("h.png", "h.exr") == "");
  CHECK(RunLine("render r.json --quiet --primaries acescg -o color=aces.exr").status == 0);
  const std::string primaries =
      "cobble: warning: c.exr stores colours with the primaries rec709, aces.exr with acescg\n";
  CHECK(note("c.exr", "aces.exr") == primaries);
  CHECK(note("aces.exr", "c.exr") == primaries);
  CHECK(note("aces.exr", "aces.exr") == "");
  CHECK(note("aces.exr", "c.png") ==
        "cobble: warning: c.png stores colours as sRGB, aces.exr as linear light\n"
        "cobble: warning: c.png stores colours with the primaries rec709, aces.exr with acescg\n");
  CHECK(RunCobble({"compare", "c.png", "c.exr", "--quiet"}).err == "");
}

}  // namespace
}  // namespace cobble
