// Tests of TIFF files with programs that read them, and of --no-metadata.
#include <doctest/doctest.h>

#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/refusals.h"
#include "support/harness.h"
#include "support/readers/tiff.h"
#include "support/skip.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::string_view kPacks = R"({
  "cobble": 1, "size": [70, 41], "tiling": true, "noise": {"type": "value", "frequency": 5},
  "domain": {"extent": [14, 8.2]},
  "maps": {"color": {"type": "color", "value": [0.25, 0.5, 0.75]}, "rough": 0.5},
  "pack": {"rgba": ["color", "height"], "mask": ["height", 0, 1, "rough"]}})";

TEST_CASE("a TIFF has the same bytes for any thread count and SIMD level, and from itself") {
  const Folder folder;
  const std::string recipe = "--noise perlin --octaves 3 --size 301x517 ";
  for (const std::string how :
       {"height=a.tif", "normal=a.tif --bits 16", "slope=a.tif", "normal=a.tif --bits 32"}) {
    CAPTURE(how);
    Render(recipe + "--threads 1 --simd scalar -o " + how);
    const std::string bytes = ReadAll("a.tif");
    Render(recipe + "--threads 5 -o " + how);
    CHECK((ReadAll("a.tif") == bytes));
    Render("a.tif -o b.tif");
    CHECK((ReadAll("b.tif") == bytes));
  }
}

TEST_CASE("colours are sRGB in integer TIFFs, as in PNG, and linear in float ones") {
  const Folder folder;
  WriteFile("r.json", std::string(kPacks));
  Render("r.json -o color=c.tif -o color=c.png -o rgba=p.tif -o mask=m.tif --bits 8");
  Render("r.json -o color=f.tif --bits 32");
  if (test::Has(test::kShell)) CHECK(RunShell("oiiotool c.png c.tif --fail 0 --diff").status == 0);
  const TiffPicture floats = ReadTiff("f.tif");
  float linear[3];
  std::memcpy(linear, floats.bytes.data(), sizeof linear);
  CHECK(linear[0] == 0.25f);
  CHECK(linear[2] == 0.75f);
  CHECK(ReadTiff("p.tif").extra_samples == std::vector{2});
  CHECK(ReadTiff("m.tif").extra_samples == std::vector{0});
}

TEST_CASE("the recipe of a TIFF is found") {
  const Folder folder;
  Render("--noise perlin --seed 7 --size 300 -o normal=a.tiff");
  const Outcome info = RunCobble({"info", "a.tiff", "--json"});
  REQUIRE(info.status == 0);
  const json output = json::parse(info.out)["cobble:output"];
  CHECK(output["format"] == "tiff");
  CHECK(output["bits"] == 8);
  CHECK(json::parse(info.out)["cobble:recipe"]["seed"] == 7);
}

TEST_CASE("the recipe of a TIFF is found in a pipe, and a TIFF of another program has none") {
  if (test::Lacks(test::kShell)) return;
  const Folder folder;
  Render("--noise perlin --seed 7 --size 300 -o normal=a.tiff");
  CHECK(RunShell("cobble render - -o b.tif <a.tiff && cmp a.tiff b.tif").status == 0);
  CHECK(RunShell("oiiotool --create 8x8 1 -o foreign.tif").status == 0);
  test::CheckMessage(RunCobble({"render", "foreign.tif", "-o", "b.png"}).err, "foreign.tif");
}

TEST_CASE("tiffinfo reads every TIFF without a warning") {
  if (!HasProgram("tiffinfo")) return test::Skip("no tiffinfo");
  const Folder folder;
  for (const std::string how : {"height=a.tif", "height=a.tif --bits 8", "height=a.tif --bits 32",
                                "normal=a.tif", "slope=a.tif"}) {
    Render("--noise perlin --size 331x217 -o " + how);
    const Outcome outcome = RunShell("tiffinfo -D a.tif");
    CHECK(outcome.status == 0);
    CHECK_MESSAGE(outcome.err == "", outcome.err);
  }
  const std::string text = RunShell("tiffinfo a.tif").out;
  for (const std::string line :
       {"Image Width: 331 Image Length: 217", "Bits/Sample: 32",
        "Sample Format: IEEE floating point", "Compression Scheme: AdobeDeflate",
        "Photometric Interpretation: min-is-black", "Extra Samples: 1<unspecified>",
        "Orientation: row 0 top, col 0 lhs", "Software: cobble",
        "Predictor: floating point predictor 3"})
    CHECK_MESSAGE(text.find(line) != std::string::npos, line);
}

TEST_CASE("gdalinfo reads TIFFs of integers and of floats") {
  if (!HasProgram("gdalinfo")) return test::Skip("no gdalinfo");
  const Folder folder;
  const auto band = [](const std::string& bits) {
    Render("--noise perlin --size 331x217 -o a.tif --bits " + bits);
    const Outcome outcome = RunShell("gdalinfo -stats a.tif");
    CHECK(outcome.status == 0);
    CHECK_MESSAGE(outcome.err == "", outcome.err);
    const std::size_t at = outcome.out.find("Type=");
    return outcome.out.substr(at, outcome.out.find(',', at) - at);
  };
  CHECK(band("8") == "Type=Byte");
  CHECK(band("16") == "Type=UInt16");
  CHECK(band("32") == "Type=Float32");
}

TEST_CASE("OpenImageIO reads small pictures of noise, which do not compress") {
  if (!HasProgram("oiiotool")) return test::Skip("oiiotool is not installed");
  const Folder folder;
  for (const std::string size : {"1", "16", "20", "64"})
    for (const std::string bits : {"8", "16"}) {
      Render("--noise white --frequency 1024 --range 0,1 --size " + size + " --bits " + bits +
             " -o a.tif -o a.png");
      const Outcome outcome = RunShell("oiiotool a.tif a.png --diff");
      CHECK_MESSAGE(outcome.status == 0, size << ", " << bits << " bits: " << outcome.out);
    }
}

TEST_CASE(".raw is a 16-bit raw file") {
  const Folder folder;
  Render("--noise perlin --size 33x17 -o a.raw -o a.r16");
  CHECK((ReadAll("a.raw") == ReadAll("a.r16")));
  CHECK((ReadAll("a.raw.json") == ReadAll("a.r16.json")));
  Render("a.raw -o b.RAW");
  CHECK((ReadAll("b.RAW") == ReadAll("a.raw")));
}

TEST_CASE("--no-metadata writes the same pixels without the recipe") {
  const Folder folder;
  const std::string recipe = "--noise perlin --seed 71 --size 33x17 ";
  for (const std::string suffix : {"png", "exr", "tif", "r16", "tga"}) {
    CAPTURE(suffix);
    Render(recipe + "-o with." + suffix);
    Render(recipe + "--no-metadata -o without." + suffix);
    CHECK(ReadAll("without." + suffix).find("perlin") == std::string::npos);
    CHECK(ReadAll("without." + suffix).find("cobble:") == std::string::npos);
    if (suffix == "r16" || suffix == "tga") {
      CHECK((ReadAll("with." + suffix) == ReadAll("without." + suffix)));
    } else {
      CHECK(fs::file_size("without." + suffix) < fs::file_size("with." + suffix) - 300);
      const std::string compare = "oiiotool with." + suffix + " without." + suffix;
      if (test::Has(test::kShell)) CHECK(RunShell(compare + " --fail 0 --diff").status == 0);
    }
  }
  const auto sidecar = json::parse(ReadAll("without.r16.json"));
  CHECK(
      sidecar ==
      json{{"width", 33}, {"height", 17}, {"bpp", 16}, {"channels", 1}, {"low", -1}, {"high", 1}});
  test::CheckMessage(RunCobble({"show", "without.png"}).err, "without.png");
}

}  // namespace
}  // namespace cobble
