// Tests cobble render: the files it writes, and rendering a picture again from its metadata.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/refusals.h"
#include "cobble/recipe_io.h"
#include "support/harness.h"
#include "support/skip.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

json Info(const std::string& path) {
  const Outcome outcome = RunCobble({"info", path, "--json"});
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  return json::parse(outcome.out);
}

TEST_CASE("every preset renders to a valid PNG") {
  Folder folder;
  REQUIRE(Presets().size() >= 3);
  for (const Preset& preset : Presets()) {
    if (!preset.images.empty()) continue;  // an image shows what the user gives
    CAPTURE(preset.name);
    // The finest gullies and waves do not show in 64 x 64 pixels, which is a warning.
    const bool is_fine = preset.text.find("erosion(") != preset.text.npos ||
                         preset.text.find("phasor(") != preset.text.npos;
    Render("--preset " + std::string(preset.name) + (is_fine ? " --size 256" : " --size 64") +
           " -o height=a.png -o normal=n.png -o value=v.r32");
    if (test::Has(test::kShell)) CHECK(RunShell("pngcheck -q a.png n.png").status == 0);
    const auto values = Floats("v.r32");
    const auto [minimum, maximum] = std::minmax_element(values.begin(), values.end());
    CHECK(*maximum - *minimum > 0.05f);
    CHECK(preset.description.size() > 10);
  }
}

TEST_CASE("heights beyond float32 are clamped to its range") {
  Folder folder;
  std::string noise = R"({"type": "perlin"})";
  for (const char* times : {"1e12", "1e12", "1e6"})
    noise = R"({"type": "multiply", "a": )" + noise + R"(, "b": )" + times + "}";
  WriteFile("huge.json", R"({"cobble": 1, "range": [0, 1e-9], "noise": )" + noise + "}");
  Render("huge.json --size 16 -o height=h.r32");
  for (const float height : Floats("h.r32")) CHECK(std::abs(height) <= 3.4028235e38f);
}

TEST_CASE("an = in a file or folder name does not start a list of maps") {
  Folder folder;
  fs::create_directory("d=e");
  Render("--noise value --size 8 -o ./a=b.png -o c.d=e.png -o ./d=e/f.png.r8 -o normal=g=h.png");
  CHECK(folder.Names() == std::vector<std::string>{"a=b.png", "c.d=e.png", "d=e", "g=h.png"});
  CHECK(fs::exists("d=e/f.png.r8"));
  CHECK(Info("g=h.png")["cobble:output"]["map"] == "normal");
}

TEST_CASE("suffixes may be in capitals; --format applies to files without a known suffix") {
  Folder folder;
  Render("--noise value --size 8 -o A.PNG -o b.dat -o c --format r16");
  CHECK(ReadAll("A.PNG").starts_with("\x89PNG"));
  CHECK(fs::file_size("b.dat") == 128);
  CHECK(fs::file_size("c") == 128);
}

TEST_CASE(
    "--bits for one map overrides --bits for all maps, and later flags override earlier ones") {
  Folder folder;
  const auto bits = [](const std::string& path) {
    return Info(path)["cobble:output"]["bits"].get<int>();
  };
  Render("--noise value --size 8 -o h.png -o normal=n.png");
  CHECK(bits("h.png") == 16);
  CHECK(bits("n.png") == 8);
  Render("--noise value --size 8 -o h.png -o normal=n.png --bits normal=16 --bits 8");
  CHECK(bits("h.png") == 8);
  CHECK(bits("n.png") == 16);
  Render("--noise value --size 8 -o h.png --bits 16 --bits 8 --bits height=8 --bits height=16");
  CHECK(bits("h.png") == 16);
}

TEST_CASE("windows inside and around a picture match it bit by bit") {
  Folder folder;
  const std::string recipe =
      "--noise perlin --size 50x40 --range fit --frequency 7 --rotate 0,0,9 ";
  for (const std::string map : {"height", "normal", "slope", "value", "curvature", "ao"}) {
    CAPTURE(map);
    std::size_t channels = 1;
    if (map == "normal") channels = 3;
    if (map == "slope") channels = 2;
    Render(recipe + "-o " + map + "=whole.r32");
    Render(recipe + "--window 11,7,30,20 -o " + map + "=part.r32");
    Render(recipe + "--window -5,-3,60,50 -o " + map + "=around.r32");
    const auto whole = Floats("whole.r32"), part = Floats("part.r32"),
               larger = Floats("around.r32");
    const auto row = [&](const std::vector<float>& all, std::size_t width, std::size_t x,
                         std::size_t y, std::size_t n) {
      const auto first = all.begin() + static_cast<std::ptrdiff_t>((y * width + x) * channels);
      return std::vector<float>(first, first + static_cast<std::ptrdiff_t>(n * channels));
    };
    for (std::size_t y = 0; y < 20; ++y)
      REQUIRE(row(part, 30, 0, y, 30) == row(whole, 50, 11, y + 7, 30));
    for (std::size_t y = 0; y < 40; ++y)
      REQUIRE(row(larger, 60, 5, y + 3, 50) == row(whole, 50, 0, y, 50));
  }
}

TEST_CASE("the same command writes the same bytes for any thread count and SIMD level") {
  Folder folder;
  const std::string recipe = "--preset marble --window 0,0,300,300 ";
  Render(recipe + "-o a.png --threads 1 --simd scalar");
  Render(recipe + "-o b.png --threads 5");
  CHECK(ReadAll("a.png") == ReadAll("b.png"));
}

TEST_CASE("rendering a picture from itself writes the same file byte for byte") {
  Folder folder;
  for (const std::string how :
       {"-o height=a.png", "-o height=a.png --bits 8", "-o normal=a.png --bits 16",
        "-o a.png --window -7,3,20,10", "-o a.png --range fit --window 5,5,20,10", "-o a.r8",
        "-o slope=a.r32", "-o value=a.r32 --range none", "-o a.r16 --window 1,1,5,5"}) {
    CAPTURE(how);
    Render("--preset clouds --size 60 " + how);
    std::string file = "a.r32";
    for (const char* const name : {"a.png", "a.r8", "a.r16"})
      if (how.find(name) != how.npos) file = name;
    Render(file + " -o b" + file.substr(1));
    CHECK(ReadAll(file) == ReadAll("b" + file.substr(1)));
  }
}

TEST_CASE("the command's flags override a picture's metadata") {
  Folder folder;
  Render("--noise value --size 40 --window 3,4,10,12 -o normal=a.png --bits 16");
  const auto output = [&](const std::string& line) {
    Render("a.png " + line);
    return Info("b.png")["cobble:output"];
  };
  CHECK(output("-o b.png")["window"] == json{3, 4, 10, 12});
  CHECK(output("-o b.png --window 0,0,5,5")["window"] == json{0, 0, 5, 5});
  // The window in the metadata was for size 40.
  CHECK(output("-o b.png --size 20")["window"] == json{0, 0, 20, 20});
  CHECK(output("-o b.png --seed 5")["window"] == json{3, 4, 10, 12});
  CHECK(output("-o b.png --bits 8")["bits"] == 8);
  CHECK(output("-o b.png")["map"] == "normal");
  CHECK(output("-o height=b.png")["bits"] == 16);  // the default of a height
  Render("a.png -o b.r8");                         // r8 cannot hold 16 bits
  CHECK(Info("b.r8")["cobble:output"]["bits"] == 8);
  Render("a.png -o b.exr");  // not the half floats that 16 bits would be
  CHECK(Info("b.exr")["cobble:output"]["bits"] == 32);
  Render("a.png -o a.exr --bits 16");
  Render("a.exr -o b.exr");
  CHECK(Info("b.exr")["cobble:output"]["bits"] == 16);
  Render("a.exr -o b.png");
  CHECK(Info("b.png")["cobble:output"]["bits"] == 8);
}

TEST_CASE("a default extent follows the size, also when rendering from a picture") {
  Folder folder;
  Render("--noise perlin --size 20 -o a.png");
  CHECK_FALSE(Info("a.png")["cobble:recipe"]["domain"].contains("extent"));
  Render("a.png --size 60x20 -o value=b.r32");
  Render("--noise perlin --size 60x20 -o value=c.r32");
  CHECK(ReadAll("b.r32") == ReadAll("c.r32"));
  WriteFile("shown.json", RunCobble({"show", "a.png"}).out);
  Render("shown.json --size 60x20 -o value=d.r32");
  CHECK(ReadAll("d.r32") == ReadAll("c.r32"));
}

TEST_CASE("a picture of another noise version renders again with a warning") {
  Folder folder;
  Render("--noise value --size 8 -o a.r8");
  json sidecar = json::parse(ReadAll("a.r8.json"));
  sidecar["cobble:output"]["noise"] = 99;
  WriteFile("a.r8.json", sidecar.dump());
  for (const std::string more : {"", " --dry-run"}) {
    const Outcome outcome = RunLine("render a.r8 -o b.r8" + more);
    CHECK(outcome.status == 0);
    CHECK(outcome.err.starts_with(
        "cobble: warning: a.r8.json: rendered by noise version 99; this is version 3, so pixels "
        "may differ\n"));
  }
  CHECK(RunLine("render a.r8 -o b.r8 --quiet").err == "");
  CHECK(ReadAll("a.r8") == ReadAll("b.r8"));
}

TEST_CASE("check applies limits to a picture's window, not to the whole picture") {
  Folder folder;
  Render("--noise value --size 200000 --window 0,0,4,4 -o a.png");
  CHECK(RunCobble({"check", "a.png"}).status == 0);
}

TEST_CASE("a picture with damaged metadata is rejected") {
  Folder folder;
  Render("--noise value --size 8 -o a.r8");
  json sidecar = json::parse(ReadAll("a.r8.json"));
  const json good = sidecar["cobble:output"];
  CHECK(RunCobble({"render", "a.r8", "-o", "good.png"}).status == 0);
  for (const char* bad :
       {R"({"map": "hieght"})", R"({"window": [0, 0, 0, 1]})", R"({"window": [0, 0, 1]})",
        R"({"window": [0, 0, 1, 99999999999]})", R"({"bits": "8"})", R"({"map": 3})",
        R"({"noise": "1"})", R"({"noise": 1e300})", R"({"noise": 9223372036854775808})",
        R"({"bits": true})", R"({"window": [0, 0, 1, 1e300]})", R"({"map": null})",
        R"({"format": null})", R"({"bits": null})", R"({"window": null})", R"({"noise": null})",
        R"({"noise": 1.5})", R"({"window": [0, 0, "1", 1]})"}) {
    CAPTURE(bad);
    sidecar["cobble:output"] = good;
    sidecar["cobble:output"].merge_patch(json::parse(bad));  // null removes the member
    WriteFile("a.r8.json", sidecar.dump());
    test::CheckFault(RunCobble({"render", "a.r8", "-o", "b.png"}), 3, "a.r8.json ... cobble info");
    CHECK_FALSE(fs::exists("b.png"));
  }
}

TEST_CASE("hard and symbolic links to the same file are detected") {
  if (test::Lacks(test::kLinks)) return;
  GoodFolder folder;
  WriteFile("a.png", "old");
  fs::create_symlink("a.png", "soft.png");
  fs::create_hard_link("a.png", "hard.png");
  fs::create_hard_link("good.json", "good.r8");
  fs::create_directory_symlink(".", "here");
  fs::create_symlink("yet-to-come.png", "dangling.png");
  const auto names = folder.Names();
  const std::pair<std::string, std::string> pairs[] = {{"a.png", "soft.png"},
                                                       {"a.png", "hard.png"},
                                                       {"a.png", "here/a.png"},
                                                       {"new.png", "here/here/new.png"},
                                                       {"dangling.png", "yet-to-come.png"},
                                                       {"good.r8", "b.png"}};
  for (const auto& pair : pairs) {
    const auto &first = pair.first, &second = pair.second;
    CAPTURE(second);
    const Outcome outcome = RunCobble({"render", "good.json", "-o", first, "-o", second});
    CHECK(outcome.status == 2);
    CHECK(outcome.err.find("is the same file as") != std::string::npos);
    CHECK(folder.Names() == names);
  }
  CHECK(ReadAll("a.png") == "old");
  CHECK(ReadAll("good.json") == kGoodRecipe);
}

TEST_CASE("a picture cannot replace itself") {
  Folder folder;
  Render("--noise value --size 8 -o a.png -o a.r8");
  const std::string before = ReadAll("a.png");
  CHECK(RunCobble({"render", "a.png", "-o", "a.png"}).status == 2);
  CHECK(ReadAll("a.png") == before);
  CHECK(RunCobble({"render", "a.r8", "-o", "b.r8"}).status == 0);
  CHECK(RunCobble({"render", "a.r8", "-o", "a.r8"}).status == 2);
  CHECK(RunCobble({"render", "a.r8.json", "-o", "a.r8"}).status == 2);  // its sidecar is the input
}

TEST_CASE("a dry run checks and prints checksums, but writes nothing") {
  GoodFolder folder;
  const auto names = folder.Names();
  const Outcome plain = RunLine("render good.json -o a.png --depfile d --dry-run --quiet");
  CHECK(plain.status == 0);
  CHECK(plain.out + plain.err == "");
  const Outcome hashed =
      RunCobble(SplitWords("render good.json -o a.png -o b.r8 --dry-run --checksum"));
  CHECK(hashed.status == 0);
  CHECK(folder.Names() == names);
  CHECK(hashed.out.substr(16) == "  a.png\n" + hashed.out.substr(0, 16) + "  b.r8\n");

  CHECK(RunLine("render good.json -o slope=a.png --dry-run").status == 2);
  CHECK(RunLine("render --noise perlin --tiling --frequency 4.5 -o a.png --dry-run").status == 2);
}

TEST_CASE("a dry run for the checksum needs no output") {
  const GoodFolder folder;
  const std::string sum = Out("render good.json -o a.png --checksum").substr(0, 16);
  CHECK(Out("render good.json --dry-run --checksum") == sum + "  good.json\n");
  CHECK(Out("render --preset clouds --size 8 --dry-run --checksum").ends_with("  clouds\n"));
  CHECK(Out("render --noise value --size 8 --dry-run --checksum").ends_with("  -\n"));
  CHECK(RunLine("render good.json --checksum").status == 2);
  CHECK(RunLine("render good.json --dry-run").status == 2);
  // Its report is written once, with the same evaluations as a rendering's.
  const Outcome planned =
      RunLine("render good.json -o a.png --dry-run --checksum --report plan.json");
  CHECK(planned.status == 0);
  CHECK(planned.err == "");
  CHECK(planned.out == sum + "  a.png\n");
  const json plan = json::parse(ReadAll("plan.json"));
  CHECK(plan["total_evaluations"] == 1200 * plan["evaluations"].get<double>());
  Render("good.json -o b.png --report run.json");
  CHECK(json::parse(ReadAll("run.json"))["evaluations"] == plan["evaluations"]);
  for (const std::string name : {"plan.json", "run.json", "b.png"}) std::filesystem::remove(name);
  CHECK(folder.Names() == std::vector<std::string>{"a.png", "good.json"});
}

// Computes the CRC-64/XZ bit by bit, as defined.
uint64_t Crc64(std::string_view bytes) {
  uint64_t crc = ~uint64_t{0};
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xC96C5795D7870F42 : 0);
  }
  return ~crc;
}

TEST_CASE("the checksum is the CRC-64/XZ of the value map's bytes") {
  REQUIRE(Crc64("123456789") == 0x995DC9BBDF1939FA);
  Folder folder;
  const auto sum = [](const std::string& line) {
    const Outcome outcome = RunLine("render " + line + " --checksum");
    REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
    return outcome.out;
  };
  const std::string recipe = "--preset clouds --window -9,5,333,1000 ";
  const std::string line = sum(recipe + "-o value=v.r32");
  char hex[32];
  std::snprintf(hex, sizeof hex, "%016llx",
                static_cast<unsigned long long>(Crc64(ReadAll("v.r32"))));
  CHECK(line == std::string(hex) + "  v.r32\n");

  CHECK(sum(recipe + "--range fit -o normal=n.png").substr(0, 16) == hex);
  CHECK(sum(recipe + "--threads 5 --simd scalar -o n.r16").substr(0, 16) == hex);
  CHECK(sum(recipe + "--seed 1 -o n.r16").substr(0, 16) != hex);
}

TEST_CASE("the report lists times, values and clamped samples") {
  Folder folder;
  Render(
      "--quiet --noise value --size 32 --range -.1,.1 -o a.r16 -o value=v.r32 -o height=h.r32 "
      "--report r.json");
  const json report = json::parse(ReadAll("r.json"));
  const auto values = Floats("v.r32"), heights = Floats("h.r32");
  const auto [minimum, maximum] = std::minmax_element(values.begin(), values.end());
  CHECK(report["minimum"] == static_cast<double>(*minimum));
  CHECK(report["maximum"] == static_cast<double>(*maximum));
  double sum = 0;
  for (const float value : values) sum += static_cast<double>(value);
  CHECK(report["mean"].get<double>() == doctest::Approx(sum / 1024));
  CHECK(report["range"] == json{-0.1, 0.1});
  CHECK(report["window"] == json{0, 0, 32, 32});
  CHECK(report["samples"] == 1);
  CHECK(report["evaluations"] == 4);  // corners of a cell
  CHECK_FALSE(report["simd"].get<std::string>().empty());
  CHECK(report["seconds"]["total"].get<double>() > 0);

  const auto outside =
      std::count_if(heights.begin(), heights.end(), [](float h) { return h < 0 || h > 1; });
  REQUIRE(report["outputs"].size() == 3);
  CHECK(outside > 0);
  CHECK(report["outputs"][0]["clamped"] == outside);
  CHECK(report["outputs"][0]["file"] == "a.r16");
  CHECK(report["outputs"][0]["bits"] == 16);
  CHECK(report["outputs"][0]["bytes"] == 2048);  // without the sidecar
  CHECK(report["outputs"][1]["clamped"] == 0);
  CHECK(report["outputs"][1]["map"] == "value");
}

TEST_CASE("the report counts the evaluations of all samples of a pixel") {
  Folder folder;
  Render("--noise value --size 32 --samples 3 -o a.png --report r.json");
  const json report = json::parse(ReadAll("r.json"));
  CHECK(report["samples"] == 3);
  CHECK(report["evaluations"] == 36);
}

TEST_CASE("a picture's metadata contains its recipe and its output settings") {
  Folder folder;
  Render(
      "--noise value --size 32 --range fit --window 1,2,3,4 -o a.png -o value=v.r32 -o "
      "normal=n.r8");
  const json info = Info("a.png");
  const json& output = info["cobble:output"];
  CHECK(info["cobble:recipe"]["noise"]["type"] == "value");
  CHECK(info["cobble:recipe"]["range"] == "fit");
  CHECK(output["map"] == "height");
  CHECK(output["bits"] == 16);
  CHECK(output["window"] == json{1, 2, 3, 4});
  CHECK(output["noise"] == 3);
  CHECK(output["cobble"].is_string());
  Render("--noise value --size 32 -o value=w.r32");
  const auto whole = Floats("w.r32");
  const auto [minimum, maximum] = std::minmax_element(whole.begin(), whole.end());
  CHECK(output["range"] == json{static_cast<double>(*minimum), static_cast<double>(*maximum)});
  CHECK(Info("v.r32")["cobble:output"]["map"] == "value");
  CHECK(Info("n.r8") == Info("n.r8.json"));
  Render("--noise value --size 8 --range none -o k.r32");
  CHECK(Info("k.r32")["cobble:output"]["range"] == "none");
}

TEST_CASE("progress is printed at most ten times per second, and never with --quiet") {
  Folder folder;
  const std::string line = "render --noise value --size 256 -o a.r8 --progress ";
  CHECK(RunLine(line + "auto").err == "");  // not a terminal
  CHECK(RunLine(line + "never").err == "");
  CHECK(RunLine(line + "always --quiet").err == "");
  const std::string progress = RunLine(line + "always").err;
  CHECK(progress.starts_with("cobble: render "));
  CHECK(std::count(progress.begin(), progress.end(), '\n') <= 10);
  CHECK(progress.ends_with("cobble: render 100 %\n"));
}

}  // namespace
}  // namespace cobble
