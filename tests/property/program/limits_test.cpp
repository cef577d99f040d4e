// Tests recipes and windows at the limits: far windows, extreme values, tiling errors with hints.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "property/property.h"
#include "render/render_bands.h"
#include "support/levels.h"
#include "support/recipe_rows.h"

namespace cobble::test {
namespace {

Recipe Read(const std::string& members) {
  return ReadRecipe("{\"cobble\": 1, " + members + "}", "limits");
}

TEST_CASE("rotated windows at the last pixels are bit-identical at every SIMD level and in parts") {
  const Recipe recipe = Read(R"("size": 1024, "domain": {"rotate": [0, 0, 33]},
                                "noise": {"type": "perlin", "frequency": 0.05})");
  const int64_t end = (int64_t{1} << 53) - 512;
  const Window window{end - 600, 3, 600, 2};
  const Image best = RenderImage(Program::Compile(recipe), Map::kValue, {.window = window});
  for (const std::string& level : RunningLevels()) {
    INFO(level);
    const Program program = Program::Compile(recipe, {.simd = level});
    CHECK(SameBits(RenderImage(program, Map::kValue, {.window = window}), best));
    const Window part{end - 333, 4, 333, 1};
    CHECK(
        SameBits(RenderImage(program, Map::kValue, {.window = part}), Crop(best, 267, 1, 333, 1)));
  }
  const Window beyond{end - 600, 3, 601, 2};
  CHECK_THROWS_AS(RenderImage(Program::Compile(recipe), Map::kValue, {.window = beyond}), Error);
}

// Returns a node times 10^exponent, in factors within the format's limits.
std::string Times(std::string node, int exponent) {
  for (int left = std::abs(exponent); left > 0; left -= 12)
    node = fmt::format(R"({{"type": "multiply", "a": {}, "b": 1e{}}})", node,
                       exponent < 0 ? -std::min(left, 12) : std::min(left, 12));
  return node;
}

// Returns trees whose values, slopes or factors approach or exceed the range of float32.
std::vector<std::string> Trees() {
  const std::string noise = R"({"type": "perlin", "frequency": 7})";
  const std::string fine = R"({"type": "value", "frequency": 1e12})";
  const auto abs = [](const std::string& a) {
    return fmt::format(R"({{"type": "abs", "source": {}}})", a);
  };
  std::vector<std::string> trees;
  const auto add = [&](std::string_view format, const std::string& a, const std::string& b = "") {
    trees.push_back("\"noise\": " + fmt::format(fmt::runtime(format), a, b));
  };
  add("{}", Times(noise, 30));
  add("{}", Times(fine, 30));
  add(R"({{"type": "multiply", "a": {}, "b": {}}})", abs(Times(fine, 15)), Times(fine, 15));
  add(R"({{"type": "subtract", "a": {}, "b": {}}})", abs(Times(fine, 29)), Times(fine, 29));
  add(R"({{"type": "add", "a": {}, "b": 1}})", Times(noise, -48));
  add(R"({{"type": "subtract", "a": {}, "b": 1e12}})", Times(noise, -40));
  add(R"({{"type": "add", "a": 1, "b": {{"type": "abs", "source": {}}}}})", Times(noise, -42));
  for (const std::string& source :
       {noise, fine, Times(noise, 30), Times(fine, 30), abs(Times(noise, -48)),
        abs(Times(fine, -40)), abs(Times(noise, 15))})
    for (const char* const node :
         {R"({{"type": "remap", "source": {}}})",
          R"({{"type": "remap", "source": {}, "from": [0, 1e12], "to": [0, 1]}})",
          R"({{"type": "remap", "source": {}, "to": [-1e12, 1e12]}})",
          R"({{"type": "terrace", "source": {}, "levels": 256, "sharpness": 1}})",
          R"({{"type": "power", "source": {}, "exponent": 0.01}})",
          R"({{"type": "smoothstep", "source": {}, "low": 0, "high": 1e-9}})",
          R"({{"type": "threshold", "source": {}, "level": 0.3, "softness": 1e-9}})",
          R"({{"type": "smooth-max", "a": {}, "b": 0, "width": 1e-9}})",
          R"({{"type": "mix", "a": {0}, "b": -1, "by": {0}}})",
          R"({{"type": "clamp", "source": {}, "low": -1e-9, "high": 1e-9}})",
          R"({{"type": "curve", "source": {}, "points": [[-1e9, 1e9], [0, -1e9], [1e-6, 1e9]]}})",
          R"({{"type": "fractal", "source": {}, "lacunarity": 1}})",
          R"({{"type": "transform", "source": {}, "scale": [1e-6, 0.5, 1], "rotate": [1, 2, 3]}})",
          R"({{"type": "warp", "source": {{"type": "perlin"}}, "amount": 1e-20, "by": {}}})"})
      add(node, source);
  for (const std::string& source : {noise, fine})
    for (const char* const node :
         {R"({{"type": "power", "source": {}, "exponent": 100}})",
          R"({{"type": "power", "exponent": 100,
               "source": {{"type": "multiply", "a": {}, "b": 1.99}}}})",
          R"({{"type": "fractal", "kind": "ridged", "gain": 1e6, "offset": 1e6, "source": {},
               "lacunarity": 1}})",
          R"({{"type": "fractal", "kind": "hybrid", "offset": -1e4, "source": {},
               "lacunarity": 1}})"})
      add(node, source);
  for (const std::string& source : {noise, fine, Times(noise, 30), Times(fine, 30)})
    for (const char* const node :
         {R"({{"type": "divide", "a": 1, "b": {{"type": "clamp", "source": {}, "low": 1e-30,
               "high": 1}}}})",
          R"({{"type": "divide", "b": {{"type": "clamp", "source": {0}, "low": -1, "high": -1}},
               "a": {0}}})",
          R"({{"type": "modulo", "b": {{"type": "clamp", "source": {0}, "low": 1e-37, "high": 1}},
               "a": {0}}})",
          R"({{"type": "modulo", "a": {}, "b": 1e-37}})", R"({{"type": "sine", "source": {}}})",
          R"({{"type": "triangle", "source": {}}})", R"({{"type": "square", "source": {}}})",
          R"({{"type": "floor", "source": {}}})", R"({{"type": "sign", "source": {}}})",
          R"({{"type": "exp", "source": {{"type": "clamp", "source": {}, "low": -1e12,
               "high": 69}}}})",
          R"({{"type": "log", "source": {{"type": "clamp", "source": {}, "low": 2e-38,
               "high": 1e12}}}})"})
      add(node, source);
  add(R"({{"type": "ridge", "source": {}}})", Times(noise, 14));
  add(R"({{"type": "ridge", "source": {}}})", Times(fine, 14));
  return trees;
}

TEST_CASE("accepted recipes give finite samples and normals of length 1") {
  std::vector<std::string> recipes{
      R"("range": "fit", "noise": {"type": "perlin", "frequency": 1e-40})",
      R"("range": [-1e-9, 0], "normal": {"strength": 1e6},
         "noise": {"type": "perlin", "frequency": 1e12})",
      R"("normal": {"strength": -1e6}, "range": [0, 1e-9],
         "noise": {"type": "value", "frequency": 1e9, "octaves": 3})",
      R"("noise": {"type": "warp", "amount": 1e5, "by": {"type": "perlin", "frequency": 1e6},
          "source": {"type": "warp", "amount": 1e5, "by": {"type": "perlin", "frequency": 1e6},
           "source": {"type": "warp", "amount": 1e5, "by": {"type": "perlin", "frequency": 1e6},
            "source": {"type": "warp", "amount": 1e5, "by": {"type": "perlin", "frequency": 1e6},
             "source": {"type": "perlin", "frequency": 1e6}}}}})",
      R"("noise": {"type": "simplex", "frequency": 1e12, "dimensions": 3})",
      R"("range": "fit", "noise": {"type": "simplex-value", "frequency": 1e-40})",
      R"("noise": {"type": "cell", "frequency": 1e12, "weights": [1e6, -1e6, 1e6, -1e6]})",
      R"("range": "fit", "noise": {"type": "cell", "frequency": 1e-40, "function": "F2-F1"})",
      R"("noise": {"type": "hill", "frequency": 1e12, "sizes": [1e-6, 1e6]})",
      R"("range": "fit", "noise": {"type": "hill", "frequency": 1e-40})",
      R"("noise": {"type": "hill", "frequency": 1e6, "waves": 4096, "distribution":
          {"type": "weibull", "alpha": 1e6, "beta": 0.1}})",
      R"("range": "fit", "noise": {"type": "hill", "sizes": [1e-6], "distribution":
          {"type": "exponential", "rate": 1e-6}})"};
  for (const std::string& tree : Trees()) recipes.push_back(tree);
  for (const std::string& text : recipes) {
    INFO(text);
    const Program program = Program::Compile(Read("\"size\": 20, " + text));
    for (const Map map : {Map::kHeight, Map::kValue, Map::kSlope})
      for (const float sample : RenderImage(program, map).samples) CHECK(std::isfinite(sample));
    const Image normal = RenderImage(program, Map::kNormal);
    for (int64_t k = 0; k < 20 * 20; ++k) {
      const float* n = normal.samples.data() + 3 * k;
      CHECK(std::hypot(n[0], n[1], n[2]) == doctest::Approx(1).epsilon(1e-5));
    }
  }
}

TEST_CASE("a fitted picture stays within 0..1") {
  for (int seed = 0; seed < 200; ++seed) {
    INFO("seed ", seed);
    const Recipe recipe = Read(fmt::format(
        R"("size": 64, "seed": {}, "range": "fit", "noise": {{"type": "perlin"}})", seed));
    const Image image = RenderImage(Program::Compile(recipe), Map::kHeight);
    const auto [minimum, maximum] = std::ranges::minmax(image.samples);
    CHECK(minimum == 0);
    CHECK(maximum <= 1);
    CHECK(maximum >= 1 - 1e-6f);
  }
}

double NumberAfter(const std::string& text, const std::string& words) {
  const std::size_t at = text.find(words);
  return at == std::string::npos ? 0 : std::strtod(text.c_str() + at + words.size(), nullptr);
}

TEST_CASE("the value suggested by the hint of a tiling error is accepted") {
  Random random(70);
  int followed = 0, enlarged = 0;
  for (int k = 0; k < 400; ++k) {
    Recipe recipe = Read(R"("tiling": true, "noise": {"type": "perlin"})");
    recipe.origins.clear();
    const auto random_size = [&] { return static_cast<double>(random.Integer(1, 40)) / 8; };
    recipe.domain.extent = {random_size(), random_size()};
    if (random.Chance(0.5)) recipe.domain.scale = {random_size(), -random_size(), random_size()};
    if (random.Chance(0.4)) recipe.noise.type = "simplex";  // needs an even number of rows
    recipe.noise.values["dimensions"] = static_cast<double>(random.Integer(1, 3));
    recipe.noise.values["frequency"] = random_size();
    std::string hint;
    try {
      Program::Compile(recipe);
    } catch (const Error& error) {
      hint = error.issues().front().hint.Text();
    }
    INFO(WriteRecipeLine(recipe), " ", hint);
    if (const double fit = NumberAfter(hint, " `noise.frequency="); fit > 0) {
      Recipe better = recipe;
      better.noise.values["frequency"] = fit;
      CHECK_NOTHROW(Program::Compile(better));
      ++followed;
    }
    if (const double width = NumberAfter(hint, "use `domain.extent=");
        width > 0 && hint.find("use `domain.extent=1,1` (str") == hint.npos &&
        hint.find("use `domain.extent=1,1` and") == hint.npos) {
      Recipe better = recipe;
      const double factor = width / recipe.domain.extent[0];
      CHECK(factor == std::round(factor));  // keeps the shape
      better.domain.extent = {width, factor * recipe.domain.extent[1]};
      CHECK_NOTHROW(Program::Compile(better));
      ++enlarged;
    }
    if (hint.find("`domain.extent=1,1` (stretched)") != hint.npos) {
      Recipe better = recipe;
      better.domain.extent = {1, 1};
      CHECK_NOTHROW(Program::Compile(better));
      ++followed;
    }
    if (const double fit = NumberAfter(hint, "`domain.extent=1,1` and `noise.frequency=");
        fit > 0) {
      Recipe better = recipe;
      better.domain.extent = {1, 1};
      better.noise.values["frequency"] = fit;
      CHECK_NOTHROW(Program::Compile(better));
      ++followed;
    }
  }
  CHECK(followed > 200);
  CHECK(enlarged > 150);
}

TEST_CASE("the hint about tiling spells the extent as the recipe does") {
  const auto hint_of = [](const Recipe& recipe) -> std::string {
    try {
      Program::Compile(recipe);
    } catch (const Error& error) {
      return error.issues().front().hint.Text();
    }
    return "compiled";
  };
  const Recipe from_text = Read(R"("tiling": true, "size": [1024, 512],
      "noise": {"type": "perlin", "frequency": 5})");
  CHECK(hint_of(from_text) ==
        R"(use "extent": [2,1] in "domain" (10 x 5 cells), or "frequency": 6 (6 x 3 cells), or )"
        R"("extent": [1,1] in "domain" (stretched))");
  RecipeLayers layers;
  for (const auto& [flag, value] : {std::pair{"--noise", "perlin"},
                                    {"--frequency", "5"},
                                    {"--tiling", "true"},
                                    {"--size", "1024x512"}})
    test::AddFlag(flag, value, &layers);
  CHECK(hint_of(layers.Resolve()) ==
        "use `domain.extent=2,1` (10 x 5 cells), or `noise.frequency=6` (6 x 3 cells), or "
        "`domain.extent=1,1` (stretched)");
}

TEST_CASE("several noises that only fit a square are reported in one line, with what fits all") {
  const auto issues_of = [](const std::string& size) {
    const Recipe recipe = Read("\"tiling\": true, \"size\": " + size + R"(, "noise": {"type": "add",
        "a": {"type": "perlin", "frequency": 4},
        "b": {"type": "fractal", "source": {"type": "value", "frequency": 2}}})");
    try {
      Program::Compile(recipe);
    } catch (const Error& error) {
      return error.issues();
    }
    return std::vector<Issue>{};
  };
  CHECK(issues_of("[512, 256]").empty());
  const std::vector<Issue> issues = issues_of("[1920, 1080]");
  REQUIRE(issues.size() == 1);
  CHECK(issues[0].where == "limits:1:39: /size");
  CHECK(issues[0].message ==
        "a tiled picture needs a whole number of cells along every axis, but this shape cuts "
        "through cells of 2 noises (the first is /noise/a)");
  CHECK(
      issues[0].hint.Text() ==
      R"(use `tiling=false`, or "extent": [1,1] in "domain" (stretched), or "extent": [8,4.5] in )"
      R"("domain" (shows 8 times as much))");
}

// All octaves are at their limit everywhere, so their sum is rounded at the upper bound.
TEST_CASE("a sum of octaves does not exceed its bounds by rounding") {
  for (const int octaves : {2, 3, 5, 8, 13, 32})
    for (const double limit : {1.0, 1.1, 2.3})
      for (const double persistence : {0.3, 0.5, 0.77, 1.0}) {
        const Recipe recipe =
            Read(fmt::format(R"("size": 16, "noise": {{"type": "cell", "weights": [9, 9, 9, 9],
            "density": 0.1, "octaves": {}, "limit": {}, "persistence": {}, "lacunarity": 1.3}})",
                             octaves, limit, persistence));
        const Program program = Program::Compile(recipe);
        const Image image = RenderImage(program, Map::kValue);
        INFO(octaves, " octaves, limit ", limit, ", persistence ", persistence);
        CHECK(double{std::ranges::max(image.samples)} <= program.high());
      }
}

TEST_CASE("all noises that do not tile are reported together") {
  const Recipe recipe = Read(R"("tiling": true, "noise": {"type": "add",
      "a": {"type": "perlin", "frequency": 3.5}, "b": {"type": "value", "frequency": 2.5}})");
  try {
    Program::Compile(recipe);
    FAIL("compiled");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::kRecipe);
    REQUIRE(error.issues().size() == 2);
    CHECK(error.issues()[0].where.ends_with("/noise/a/frequency"));
    CHECK(error.issues()[1].where.ends_with("/noise/b/frequency"));
  }
}

TEST_CASE("limits do not apply to axes that a noise does not use") {
  CHECK_NOTHROW(Program::Compile(
      Read(R"("domain": {"slice": 1e12}, "noise": {"type": "perlin", "frequency": 10})")));
  CHECK_THROWS_AS(Program::Compile(Read(R"("domain": {"slice": 1e12},
                               "noise": {"type": "perlin", "frequency": 10, "dimensions": 3})")),
                  Error);
}

TEST_CASE("statistics match the value map for any thread count and SIMD level") {
  const Recipe recipe = Read(R"("size": [300, 400], "noise": {"type": "perlin", "octaves": 3})");
  const Image values = RenderImage(Program::Compile(recipe), Map::kValue);
  const auto [minimum, maximum] = std::ranges::minmax(values.samples);
  double sum = 0;
  for (const float value : values.samples) sum += static_cast<double>(value);
  const auto statistics = [&](const std::string& level, int threads) {
    const Program program = Program::Compile(recipe, {.simd = level});
    return RenderBands(program, {}, {.threads = threads, .statistics = true}, {}).statistics;
  };
  const Statistics one = statistics("auto", 1);
  CHECK(one.minimum == static_cast<double>(minimum));
  CHECK(one.maximum == static_cast<double>(maximum));
  CHECK(one.mean == doctest::Approx(sum / 120000).epsilon(1e-12));
  for (const std::string& level : RunningLevels())
    for (const int threads : {1, 2, 5}) CHECK(statistics(level, threads).mean == one.mean);
}

}  // namespace
}  // namespace cobble::test
