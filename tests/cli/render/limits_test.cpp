// Tests the limits on input size, reported errors and computation.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/refusals.h"
#include "cobble/encode.h"
#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "core/utf8.h"
#include "output/formats.h"
#include "support/harness.h"
#include "support/skip.h"

namespace cobble {
namespace {

std::string RecipeOfNoise(const std::string& noise) {
  return R"({"cobble": 1, "noise": )" + noise + "}";
}

double CostOf(const std::string& noise) {
  return Program::Compile(ReadRecipe(RecipeOfNoise(noise), "f")).cost().evaluations;
}

TEST_CASE("a sample costs one evaluation per neighbour and octave") {
  CHECK(CostOf(R"({"type": "value", "dimensions": 1})") == 2);
  CHECK(CostOf(R"({"type": "perlin", "octaves": 5})") == 20);
  CHECK(CostOf(R"({"type": "perlin", "dimensions": 3})") == 8);
  CHECK(CostOf(R"({"type": "simplex", "dimensions": 3})") == 4);
  CHECK(CostOf(R"({"type": "voronoi", "dimensions": 1})") == 3);
  CHECK(CostOf(R"({"type": "voronoi"})") == 18);
  CHECK(CostOf(R"({"type": "voronoi", "dimensions": 3, "octaves": 2})") == 108);
  CHECK(CostOf(R"({"type": "voronoi", "function": "edge"})") == 68);
  CHECK(CostOf(R"({"type": "voronoi", "smooth": "lse"})") == 50);
  CHECK(CostOf(R"({"type": "cell"})") == 81);
  CHECK(CostOf(R"({"type": "cell", "density": 16})") == 189);
  CHECK(CostOf(R"({"type": "hill", "waves": 100})") == 200);
  CHECK(CostOf(R"({"type": "hill", "sizes": [1, 2], "dimensions": 3})") == 6);
}

TEST_CASE("the memory in a message includes what the noise takes") {
  const Folder folder;
  // The rows of the picture alone would fit.
  const Format& format = *FindFormat("r16");
  const auto maximum = static_cast<int64_t>(Limits{}.max_memory);
  const int64_t width = (maximum - 4096) / (format.band_copies * 2);
  const Outcome outcome = RunCobble(
      {"render", "--noise", "voronoi", "--size", fmt::format("{},1", width), "-o", "a.r16"});
  CHECK(outcome.status == 4);
  const std::string start = "cobble: --size: needs at least ";
  INFO(outcome.err);
  REQUIRE(outcome.err.starts_with(start));
  const double gibibytes = std::stod(outcome.err.substr(start.size()));
  CHECK(gibibytes > 2);
  CHECK(gibibytes <= 2.02);
  CHECK(outcome.err.ends_with(
      " GiB of memory, but the limit is 2 GiB; use a smaller size or a narrower --window "
      "X,Y,WIDTH,HEIGHT\n"));
}

TEST_CASE("an arithmetic step costs one evaluation, a fractal the sum of its octaves") {
  const std::string noise = R"({"type": "value"})";
  CHECK(CostOf(R"({"type": "abs", "source": )" + noise + "}") == 5);
  CHECK(CostOf(R"({"type": "add", "a": )" + noise + R"(, "b": )" + noise + "}") == 9);
  const double fractal = CostOf(R"({"type": "fractal", "octaves": 8, "source": )" + noise + "}");
  CHECK(fractal >= 32);
  CHECK(fractal <= 48);
  // Computing a warp's positions has its own cost.
  CHECK(CostOf(R"({"type": "warp", "source": )" + noise + R"(, "by": )" + noise + "}") > 8);
}

// A world needs its preset's range.
TEST_CASE("every preset is within the limits at 65536 x 65536 with range fit") {
  for (const Preset& preset : Presets()) {
    if (!preset.images.empty()) continue;  // an image shows what the user gives
    CAPTURE(preset.name);
    // A sphere is twice as wide as high.
    const bool is_sphere = preset.text.find("\"surface\"") != preset.text.npos;
    std::vector<std::string> words{"render",
                                   "--preset",
                                   std::string(preset.name),
                                   "--size",
                                   is_sphere ? "46340" : "65536",
                                   "--dry-run",
                                   "-o",
                                   "a.png",
                                   "--quiet"};
    if (preset.text.find("\"world\"") == preset.text.npos)
      words.insert(words.end(), {"--range", "fit"});
    const Outcome outcome = RunCobble(words);
    CHECK(outcome.err == "");
    CHECK(outcome.status == 0);
  }
}

TEST_CASE("renders that would take days are rejected unless --max-cost allows them") {
  const Folder folder;
  const std::string hill = RecipeOfNoise(R"({"type": "hill", "octaves": 32, "waves": 4096})");
  test::CheckFault(RunCobble({"render", "-", "--size", "20000", "-o", "a.png"}, hill), 4,
                   "-:1:65: /noise/waves ... 1.05e+14 ... --max-cost 1.1e+14");
  CHECK(RunCobble({"render", "-", "--size", "20000", "-o", "a.png", "--dry-run"}, hill).status ==
        4);
  CHECK(RunCobble(
            {"render", "-", "--size", "20000", "-o", "a.png", "--dry-run", "--max-cost", "1.1e14"},
            hill)
            .status == 0);
  CHECK(RunCobble({"render", "-", "--size", "16", "-o", "a.png", "--dry-run"}, hill).status == 0);
  CHECK(folder.Names().empty());
}

TEST_CASE(
    "a bad window in a picture's metadata is reported with the picture's name, also by check") {
  const Folder folder;
  REQUIRE(RunLine("render --noise value --size 8 -o a.r8").status == 0);
  nlohmann::json sidecar = nlohmann::json::parse(ReadAll("a.r8.json"));
  const auto err = [&](const std::vector<int64_t>& window, int status) {
    sidecar["cobble:output"]["window"] = window;
    WriteFile("a.r8.json", sidecar.dump());
    const Outcome outcome = RunCobble({"render", "a.r8", "-o", "b.png"});
    CHECK(outcome.status == status);
    const Outcome checked = RunCobble({"check", "a.r8"});
    CHECK(checked.status == status);
    CHECK(checked.err == outcome.err);
    return outcome.err;
  };
  test::CheckMessage(err({99999999999999, 0, 8, 8}, 3), "a.r8.json: cobble:output");
  CHECK(err({0, 0, 200000, 200000}, 4)
            .starts_with(
                "cobble: a.r8.json: cobble:output: 200000 x 200000 pixels exceed the limit of "));
  CHECK(folder.Names() == std::vector<std::string>{"a.r8", "a.r8.json"});
}

TEST_CASE("a picture that reaches almost 2^40 cells is accepted") {
  const std::string line = "--quiet --noise value --frequency 1e12 --extent 2,2 --size ";
  for (const std::string size : {"1", "2", "4", "1000"})
    CHECK(RunLine("render --dry-run --checksum " + line + size).err == "");
}

TEST_CASE("check rejects rows that exceed the memory limit in every format") {
  const Outcome outcome = RunCobble(
      {"check", "-"}, R"({"cobble": 1, "size": [2147483647, 1], "noise": {"type": "value"}})");
  CHECK(outcome.status == 4);
  CHECK(outcome.err.starts_with("cobble: -:1:23: /size: needs at least "));
}

TEST_CASE("check rejects what render rejects") {
  const std::string noise = R"("noise": {"type": "fractal", "octaves": 32, "lacunarity": 1, )"
                            R"("source": {"type": "voronoi", "dimensions": 3, "octaves": 8}}})";
  const Outcome outcome = RunCobble({"check", "-"}, R"({"cobble": 1, "size": 131072, )" + noise);
  CHECK(outcome.status == 4);
  CHECK(outcome.err.find(": /noise/octaves: ") != std::string::npos);
  CHECK(RunCobble({"check", "-"}, R"({"cobble": 1, "size": 1024, )" + noise).status == 0);
}

TEST_CASE("a recipe is read only up to the size limit, from files, pipes and devices") {
  if (test::Lacks(test::kShell)) return;
  const Folder folder;
  const std::string maximum = std::to_string(kMaxRecipeBytes);
  std::string text = RecipeOfNoise(R"({"type": "perlin"})");
  text += std::string(kMaxRecipeBytes - text.size(), ' ');
  WriteFile("most.json", text);
  WriteFile("more.json", text + " ");
  CHECK(RunCobble({"check", "most.json"}).err == "");
  CHECK(RunCobble({"check", "-"}, text).err == "");
  CHECK(RunCobble({"check", "more.json"}).err ==
        "cobble: more.json: has more than " + maximum + " bytes\n");
  CHECK(RunCobble({"check", "-"}, text + " ").err ==
        "cobble: -: has more than " + maximum + " bytes\n");
  const Outcome endless = RunShell("cobble check - </dev/zero");
  CHECK(endless.status == 3);
  CHECK(endless.err == "cobble: -: has more than " + maximum + " bytes\n");
  const Outcome pipe = RunShell("mkfifo p; (yes >p 2>/dev/null &) ; cobble check p");
  CHECK(pipe.status == 3);
  CHECK(pipe.err == "cobble: p: has more than " + maximum + " bytes\n");
}

TEST_CASE("an endless picture is read only up to the size limit") {
  if (test::Lacks(test::kShell)) return;
  const Folder folder;
  for (const char* start :
       {"\\211PNG\\r\\n\\032\\n",
        "\\166\\057\\061\\001\\002\\000\\000\\000a\\000b\\000\\377\\377\\377\\177"}) {
    CAPTURE(start);
    test::CheckFault(
        RunShell("(printf '" + std::string(start) + "'; cat /dev/zero) | cobble info -"), 4, "-");
  }
}

TEST_CASE("a recipe that can be read fits into a picture's metadata or is rejected") {
  const Folder folder;
  // A short text that becomes very long once all defaults are written.
  const auto nodes = [](int count) {
    std::string text = R"({"cobble": 1, "size": 8, "noise": {"type": "perlin"}, "nodes": {)";
    for (int i = 0; i < count; ++i)
      text += (i > 0 ? ",\"" : "\"") + std::to_string(i) + R"(":{"type":"hill"})";
    return text + "}}";
  };
  WriteFile("large.json", nodes(2000));
  for (const char* picture : {"a.png", "a.exr", "a.tif", "a.r16"}) {
    CAPTURE(picture);
    CHECK(RunCobble({"render", "large.json", "--quiet", "-o", picture}).err == "");
    CHECK(RunCobble({"check", "--quiet", picture}).err == "");
  }
  const Outcome outcome = RunCobble({"check", "-"}, nodes(20000));
  CHECK(outcome.status == 3);
  CHECK(outcome.err.starts_with("cobble: -:1:1: has "));
  CHECK(Contains(outcome.err, " bytes with every default written out; the maximum is 1048576"));
}

TEST_CASE("the first 20 errors are reported and the rest are counted") {
  std::string text = R"({"cobble": 1, "noise": {"type": "perlin")";
  for (int i = 0; i < 30; ++i) text += ", \"k" + std::to_string(i) + "\": 0";
  const Outcome outcome = RunCobble({"check", "-"}, text + R"(}, "seed": -1})");
  CHECK(outcome.status == 3);
  CHECK(outcome.err.find("unknown key \"k19\"") != std::string::npos);
  CHECK(outcome.err.find("unknown key \"k20\"") == std::string::npos);
  CHECK(outcome.err.ends_with("\ncobble: 11 more errors\n"));
  // Errors in refs, which are found node by node and not counted.
  text = R"({"cobble": 1, "noise": {"type": "perlin"}, "nodes": {"a": {"ref": "x"})";
  for (int i = 0; i < 30; ++i) text += ", \"n" + std::to_string(i) + R"(": {"ref": "x"})";
  const Outcome planned = RunCobble({"check", "-"}, text + "}}");
  CHECK(planned.status == 3);
  CHECK(std::count(planned.err.begin(), planned.err.end(), '\n') == 21);
  CHECK(planned.err.ends_with("\ncobble: there may be more errors\n"));
}

TEST_CASE("a chain of refs that is too deep is reported once") {
  std::string text = R"({"cobble": 1, "noise": {"ref": "n100"}, "nodes": {)";
  for (int i = 100; i < 400; ++i) text += fmt::format(R"("n{}": {{"ref": "n{}"}}, )", i, i + 1);
  const Outcome outcome = RunCobble({"check", "-"}, text + R"("n400": {"type": "value"}}})");
  CHECK(outcome.status == 3);
  CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
  CHECK(outcome.err.find("nested deeper than 256 levels") != std::string::npos);
}

// Arguments of a thousand characters, wherever a command takes one.
TEST_CASE("arguments are truncated and escaped in messages") {
  const GoodFolder folder;
  for (const std::string& letter :
       std::vector<std::string>{"w", "\x1B", "\xFF", "\u202E", "\u00E9"}) {
    std::string word;
    while (word.size() < 1000) word += letter;
    const std::string quoted = '"' + word + '"';
    const std::vector<std::vector<std::string>> lines{
        {word},
        {"--" + word},
        {"check", word},
        {"check", "good.json", "--" + word},
        {"explain", word},
        {"explain", "noise." + word},
        {"explain", "/nodes/" + word + "/x"},
        {"info", word},
        {"list", word},
        {"list", "fields", word},
        {"show", "good.json", "--" + word + "=1"},
        {"show", "good.json", "--octaves", word},
        {"show", "good.json", "--noise", word},
        {"show", "good.json", "--description", word + "\xFF"},
        {"show", "good.json", "--set", word},
        {"show", "good.json", "--set", word + "=1"},
        {"show", "good.json", "--set", "noise." + word + "=1"},
        {"show", "good.json", "--set", "noise.type=" + word},
        {"show", "good.json", "--set", "noise={" + quoted + ":1}"},
        {"show", "good.json", "--set", "noise=[" + word},
        {"show", "--preset", word},
        {"render", word, "-o", "a.png"},
        {"render", "good.json", "-o", word},
        {"render", "good.json", "-o", word + "=a.png"},
        {"render", "good.json", "-o", "folder/" + word + ".png"},
        {"render", "good.json", "-o", "a." + word},
        {"render", "good.json", "-o", "a.png", "--simd", word},
        {"render", "good.json", "-o", "a.png", "--bits", word + "=8"},
        {"render", "good.json", "-o", "a.png", "--format", word},
        {"render", "good.json", "-o", "a.png", "--window", word},
        {"render", "good.json", "-o", "a.png", "--max-cost", word},
        {"render", "good.json", "-o", "a.png", "--report", "folder/" + word},
        {"sample", "good.json", "--points", word},
    };
    for (const auto& line : lines) {
      const Outcome outcome = RunCobble(line);
      CAPTURE(line.front());
      CAPTURE(line.back().substr(0, 20));
      CAPTURE(outcome.err);
      CHECK(outcome.status != 0);
      CHECK(outcome.out == "");
      std::string message = outcome.err;
      std::erase(message, '\n');
      CHECK(Printable(message, message.size()) == message);
      // A path, a pointer and up to three quoted arguments; an escaped byte takes four characters.
      CHECK(outcome.err.size() < 4 * (400 + 400 + 3 * 80) + 500);
      CHECK(outcome.err.find(word.substr(0, 403)) == std::string::npos);
    }
    const Outcome points =
        RunCobble({"sample", "good.json", "--points", "-"}, "1," + word.substr(0, 900));
    CHECK(points.status == 3);
    CHECK(points.err.size() < 500);
    CHECK(folder.Names() == std::vector<std::string>{"good.json"});
  }
}

TEST_CASE("a JSON pointer with long keys is truncated in messages") {
  std::string text = R"({"cobble": 1, "noise": {"type": "perlin"}, "x-a": )";
  for (int i = 0; i < 50; ++i) text += "{\"" + std::string(1000, 'k') + "\": ";
  text += R"({"a": 1, "a": 2})" + std::string(51, '}');
  const Outcome outcome = RunCobble({"check", "-"}, text);
  CHECK(outcome.status == 3);
  CHECK(outcome.err.find("duplicate key") != std::string::npos);
  CHECK(outcome.err.size() < 600);
}

}  // namespace
}  // namespace cobble
