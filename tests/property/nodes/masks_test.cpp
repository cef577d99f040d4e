// Tests slope-of, curvature-of and blur against the oracle, with slopes where they have them, below
// domains, transforms, warps and fractals, and at their limits.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "program/program_impl.h"
#include "property/nodes/positions.h"
#include "support/float_rows.h"
#include "support/levels.h"

namespace cobble::test {
namespace {

// Masks of a source, which replaces {}. Masks without a radius have no slope.
const std::vector<std::string> kExactMasks{
    R"({{"type": "slope-of", "source": {}}})",
    R"({{"type": "slope-of", "strength": 0.7, "source": {}}})",
    R"({{"type": "slope-of", "measure": "magnitude", "limit": 6, "source": {}}})",
    R"({{"type": "slope-of", "measure": "x", "source": {}}})",
    R"({{"type": "slope-of", "measure": "y", "limit": 1.5, "source": {}}})"};
const std::vector<std::string> kSlopedMasks{
    R"({{"type": "slope-of", "radius": 0.04, "strength": 0.7, "source": {}}})",
    R"({{"type": "slope-of", "radius": 0.03, "measure": "magnitude", "limit": 6, "source": {}}})",
    R"({{"type": "slope-of", "radius": 0.02, "measure": "x", "source": {}}})",
    R"({{"type": "slope-of", "radius": 0.05, "measure": "y", "limit": 1.5, "source": {}}})",
    R"({{"type": "curvature-of", "radius": 0.03, "scale": 0.1, "source": {}}})",
    R"({{"type": "curvature-of", "radius": 0.02, "strength": -0.2, "source": {}}})"};
const std::vector<std::string> kBlurs{
    R"({{"type": "blur", "radius": 0.05, "source": {}}})",
    R"({{"type": "blur", "radius": 0.3, "samples": 9, "source": {}}})"};

std::vector<std::string> AllMasks() {
  std::vector<std::string> all = kExactMasks;
  for (const auto* const more : {&kSlopedMasks, &kBlurs})
    all.insert(all.end(), more->begin(), more->end());
  return all;
}
const std::vector<std::string> kMasks = AllMasks();

const std::vector<std::string> kSources{
    R"({"type": "perlin", "octaves": 3})",
    R"({"type": "value", "dimensions": 3, "frequency": 6})",
    R"({"type": "bricks", "bevel": 0.3})",
    R"({"type": "transform", "rotate": 40, "scale": [2, -1, 1], "translate": [0.3, 7, 0.2],
        "source": {"type": "simplex"}})",
    R"({"type": "transform", "rotate": [50, 20, 70], "scale": [1, 3, 0.5],
        "source": {"type": "perlin", "dimensions": 3}})",
    R"({"type": "warp", "amount": 0.1, "by": [{"type": "perlin"}, 0.2, {"type": "value"}],
        "source": {"type": "perlin", "dimensions": 3}})",
    R"({"type": "add", "a": {"type": "coordinate", "axis": "radius"},
        "b": {"type": "smoothstep", "low": -1, "source": {"type": "fractal", "octaves": 3,
        "source": {"type": "value"}}}})"};

std::string With(const std::string& mask, const std::string& source) {
  return fmt::format(fmt::runtime(mask), source);
}

Program Compiled(const Recipe& recipe, const std::string& level = "auto") {
  return Program::Compile(recipe, {.simd = level, .slopes = false});
}

Image ValuesIn(const Recipe& recipe, const Window& window) {
  return RenderImage(Compiled(recipe), Map::kValue, {.window = window});
}

// Compares values only: pixels in and around the picture, and random points.
void CompareValues(const Recipe& recipe) {
  INFO(WriteRecipe(recipe));
  const Oracle oracle(recipe);
  const Program program = Compiled(recipe);
  CHECK(program.low() == doctest::Approx(oracle.bounds().low));
  CHECK(program.high() == doctest::Approx(oracle.bounds().high));
  // Rounding takes only sums of octaves beyond their bounds.
  const double margin = recipe.noise.type == "fractal" ? 1e-6 * program.high() : 0;
  // Beyond the picture, coordinates and their blurs exceed their bounds.
  const bool goes_on = WriteRecipe(recipe).find("\"coordinate\"") != std::string::npos &&
                       recipe.noise.type == "blur";
  const auto is_within = [&](float x) {
    return goes_on || (x >= program.low() - margin && x <= program.high() + margin);
  };
  Tally tally;
  const Window window{-13, -9, 70, 51};
  const Image image = ValuesIn(recipe, window);
  for (int64_t j = 0; j < window.height; ++j)
    for (int64_t i = 0; i < window.width; ++i) {
      const float got = *image.Pixel(i, j);
      CHECK(is_within(got));
      if ((i + j) % 4 != 0) continue;  // the oracle is slow
      const OracleSample want = oracle.AtPixel(window.x + i, window.y + j);
      if (want.jump)
        ++tally.kinks;
      else
        tally.Value(got, want.value, want.value_slack, fmt::format("pixel {}, {}", i, j));
    }
  Random random(8);
  const std::vector<Vec3> points = RandomPoints(random, 100, 1);
  const Points got =
      Sample(Program::Compile(recipe, {.positions = CompileOptions::kPoints, .slopes = false}),
             points, false);
  for (std::size_t k = 0; k < points.size(); ++k) {
    const OracleSample want = oracle.At(points[k]);
    CHECK(is_within(got.value[k]));
    if (!want.jump)
      tally.Value(got.value[k], want.value, want.value_slack, fmt::format("point {}", k));
  }
  CheckMissesAndKinks(tally);
}

TEST_CASE("masks agree with the oracle, in pictures that are moved, turned or scaled") {
  for (const std::string& mask : kMasks)
    for (const std::string& source : kSources)
      for (const char* domain :
           {"", R"("domain": {"rotate": [0, 0, 90], "scale": [2, -3, 1], "slice": -0.9}, )",
            R"("domain": {"rotate": [0, 0, 33], "extent": [2, 1], "translate": [5, -30, 2]}, )",
            R"("domain": {"rotate": [20, 50, 70], "scale": [0.5, 2, 1.5], "slice": 0.2}, )",
            R"("domain": {"rotate": [90, 0, 0], "scale": [1, 40, 1]}, )"})
        CompareValues(ReadNode(With(mask, source), domain));
}

TEST_CASE("masks agree with the oracle below transforms, fractals and warps") {
  for (const std::string& mask : kMasks)
    for (const char* tree :
         {R"({{"type": "transform", "rotate": 25, "scale": [1, 50, 1], "translate": [0.1, 0.2],
             "source": {{"type": "transform", "rotate": 30, "source": {}}}}})",
          R"({{"type": "transform", "rotate": [40, 50, 60], "scale": -1.5, "source": {}}})",
          R"({{"type": "fractal", "octaves": 3, "source": {}}})",
          R"({{"type": "warp", "amount": 0.1, "by": [{{"type": "perlin"}}, 0.2,
             {{"type": "value"}}], "source": {}}})"})
      CompareValues(ReadNode(fmt::format(fmt::runtime(tree), With(mask, kSources[0])),
                             R"("domain": {"slice": 0.03, "rotate": [0, 0, 10]}, )"));
}

constexpr const char* kTreesOfMasks[] = {
    R"({{"type": "transform", "rotate": 25, "scale": [1, 5, 1], "translate": [0.1, 0.2],
        "source": {{"type": "transform", "rotate": 30, "source": {}}}}})",
    R"({{"type": "fractal", "octaves": 3, "source": {}}})",
    R"({{"type": "warp", "amount": 0.1, "by": [{{"type": "perlin"}}, 0.2,
        {{"type": "value"}}], "source": {}}})",
    R"({{"type": "scatter", "frequency": 2, "source": {}}})",
    R"({{"type": "multiply", "a": {{"type": "value"}}, "b": {}}})"};

TEST_CASE("masks with a radius have the slope of the oracle, in any view and below any node") {
  const auto compare = [](const std::string& node, const std::string& members) {
    const Recipe recipe = ReadNode(node, members);
    INFO(WriteRecipe(recipe));
    CompareSamples(recipe, Oracle(recipe));
  };
  std::vector<std::string> sloped = kSlopedMasks;
  sloped.insert(sloped.end(), kBlurs.begin(), kBlurs.end());
  for (const std::string& mask : sloped) {
    for (const std::string& source : kSources)
      for (const char* domain :
           {"", R"("domain": {"rotate": [0, 0, 33], "scale": [2, -3, 1], "slice": -0.9}, )",
            R"("domain": {"rotate": [20, 50, 70], "scale": [0.5, 2, 1.5], "slice": 0.2}, )"})
        compare(With(mask, source), domain);
    for (const char* tree : kTreesOfMasks)
      compare(fmt::format(fmt::runtime(tree), With(mask, kSources[0])), "");
  }
}

TEST_CASE("masks of masks with a radius have the slope of the oracle") {
  const std::string mask = R"({{"type": "curvature-of", "radius": 0.2, "source": {}}})";
  const std::string inner =
      R"({"type": "slope-of", "radius": 0.05, "measure": "magnitude",
                                "source": {"type": "perlin"}})";
  const Recipe recipe = ReadNode(With(mask, inner));
  CompareSamples(recipe, Oracle(recipe));
}

std::vector<RecipeWish> MaskWishes(int count, int nodes) {
  std::vector<RecipeWish> wishes = MixedWishes(count, nodes, 46, 30);
  for (RecipeWish& wish : wishes) wish.masks = true;
  return wishes;
}

bool HasMasks(const Recipe& recipe) {
  const std::string text = WriteRecipe(recipe);
  return text.find("-of\"") != text.npos || text.find("\"blur\"") != text.npos;
}

TEST_CASE("random trees with masks agree with the oracle") {
  int masks = 0, jumps = 0, samples = 0;
  Tally all;
  ForEachRecipe(45, MaskWishes(240, 20), [&](const Recipe& recipe, Random& random) {
    if (!HasMasks(recipe)) return;
    ++masks;
    const Oracle oracle(recipe);
    const Program program = Compiled(recipe);
    const Image image = RenderImage(program, Map::kValue);
    Tally tally;
    for (int k = 0; k < 200; ++k) {
      const int64_t i = random.Integer(0, 45), j = random.Integer(0, 29);
      const OracleSample want = oracle.AtPixel(i, j);
      const float got = *image.Pixel(i, j);
      CHECK(got >= program.low() - 1e-4);
      CHECK(got <= program.high() + 1e-4);
      ++samples;
      if (want.jump)
        ++jumps;
      else
        tally.Value(got, want.value, want.value_slack, fmt::format("pixel {}, {}", i, j));
    }
    all.Add(tally);
  });
  CHECK(masks >= 5);  // even with a seventh of the recipes
  CHECK(jumps * 4 < samples);
  CheckMisses(all);
}

TEST_CASE("random trees with masks that have a slope agree with the oracle, slopes included") {
  std::vector<RecipeWish> wishes = MaskWishes(160, 16);
  for (RecipeWish& wish : wishes) wish.sloped_masks = true;
  int masks = 0;
  Tally all;
  ForEachRecipe(47, wishes, [&](const Recipe& recipe, Random& random) {
    if (!HasMasks(recipe)) return;
    ++masks;
    all.Add(PointsAgainstOracle(recipe, Oracle(recipe), RandomPoints(random, 100, 0.4)));
  });
  CHECK(masks >= 5);
  CheckMisses(all);
}

TEST_CASE("random trees with masks have the same bits at every level, in any window and tile") {
  const Window whole{-20, -10, 700, 24};
  ForEachRecipe(46, MaskWishes(48, 20), [&](const Recipe& recipe, Random&) {
    if (!HasMasks(recipe)) return;
    const Image reference = ValuesIn(recipe, whole);
    for (const std::string& level : RunningLevels())
      for (const int columns : {0, 33})
        CheckSameBits(recipe, {Map::kValue}, {level, 2, columns, {-17, -7, 641, 13}, false},
                      reference, whole);
  });
}

TEST_CASE("masks repeat with a tiled picture") {
  for (const std::string& mask : kMasks)
    for (const char* source :
         {R"({"type": "perlin", "octaves": 3})", R"({"type": "coordinate"})",
          R"({"type": "warp", "amount": 0.1, "by": [{"type": "perlin"}, {"type": "value"}],
              "source": {"type": "gradient", "kind": "radial"}})"})
      for (const char* domain :
           {R"("extent": [1, 1])", R"("extent": [1, 1], "rotate": [0, 0, 90], "scale": 2)"}) {
        const Recipe recipe = ReadNode(
            With(mask, source), fmt::format(R"("tiling": true, "domain": {{{}}}, )", domain));
        CompareValues(recipe);
        CHECK(SameBits(ValuesIn(recipe, {0, 0, 46, 30}), ValuesIn(recipe, {-92, 60, 46, 30})));
        if (mask.find("radius") != mask.npos) CheckRepeats(recipe);
      }
}

TEST_CASE("constant sources have no slope, and hard edges none without a radius") {
  const auto check_zero = [](const std::string& mask, const std::string& source) {
    const Image image = ValuesIn(ReadNode(With(mask, source)), {0, 0, 46, 30});
    for (const float value : image.samples) CHECK(value == 0);
  };
  for (const std::string& mask : kSlopedMasks) check_zero(mask, "0.7");
  for (const std::string& mask : kExactMasks)
    for (const char* source : {"0.7", R"({"type": "white"})", R"({"type": "checker"})",
                               R"({"type": "threshold", "level": 0, "softness": 0,
                                   "source": {"type": "perlin"}})"})
      check_zero(mask, source);
  const Program program =
      Compiled(ReadNode(R"({"type": "slope-of", "source": {"type": "white"}})"));
  CHECK(program.low() == 0);
  CHECK(program.high() == 0);
}

std::size_t Noises(const Program& program) {
  std::size_t count = 0;
  for (const Step& step : program.impl().steps) count += std::holds_alternative<NoiseStep>(step);
  return count;
}

TEST_CASE("a slope shares its source with the height; differences count the cost of each place") {
  const auto compile = [](const std::string& mask, const std::string& domain = {}) {
    return Program::Compile(
        ReadNode(R"({"ref": "s"})", domain + R"("nodes": {"s": {"type": "perlin"}}, "maps": {"m":
                                     {"source": {"ref": "s"}, "type": )" +
                                        mask + "}}, "),
        {.maps = {"m"}});
  };
  CHECK(Noises(compile(R"("slope-of")")) == 1);
  CHECK(Noises(compile(R"("slope-of")", R"("domain": {"rotate": 33, "scale": [-2, 3, 1]}, )")) ==
        1);
  CHECK(Noises(compile(R"("slope-of", "radius": 0.01)")) == 1 + 4);
  CHECK(Noises(compile(R"("curvature-of")")) == 1 + 9);
  const auto cost = [](const std::string& keys) {
    return Compiled(ReadNode("{" + keys + "}")).cost().evaluations;
  };
  const std::string source = R"(, "source": {"type": "hill"})";
  const double one = cost(R"("type": "hill")");
  CHECK(cost(R"("type": "slope-of")" + source) == one + 2);
  CHECK(cost(R"("type": "slope-of", "radius": 1)" + source) == 4 * one + 4);
  CHECK(cost(R"("type": "curvature-of")" + source) == 9 * one + 9);
}

// Below a transform, a coordinate has another limit than beside a mask, at the same positions.
TEST_CASE("a source that is used at the same positions elsewhere changes no mask") {
  const auto values = [](const std::string& node) {
    return ValuesIn(ReadNode(node,
                             R"("nodes": {"x": {"type": "coordinate"}}, "tiling": true,
                                      "domain": {"extent": [1, 1]}, )"),
                    {0, 0, 46, 30});
  };
  const std::string mask =
      R"({"type": "curvature-of", "radius": 0.25, "scale": 0.1, "source":
                               {"type": "multiply", "a": {"ref": "x"}, "b": {"ref": "x"}}})";
  const std::string moved =
      R"({"type": "multiply", "a": 0, "b": {"type": "slope-of", "source":
          {"type": "transform", "translate": [0.25, 0, 0], "source": {"ref": "x"}}}})";
  const Image alone = values(mask);
  CHECK(SameBits(values(R"({"type": "add", "a": )" + moved + R"(, "b": )" + mask + "}"), alone));
  CHECK(SameBits(values(R"({"type": "add", "a": )" + mask + R"(, "b": )" + moved + "}"), alone));
}

TEST_CASE("slopes beyond float32 stay within the bounds, at every level") {
  const std::string wild =
      R"({"type": "warp", "amount": 1e9, "by": [{"type": "perlin"}, 0],
      "source": {"type": "warp", "amount": 1e9, "by": [{"type": "perlin"}, {"type": "perlin"}],
      "source": {"type": "multiply", "a": 1e12, "b": {"type": "perlin", "frequency": 100}}}})";
  const std::string infinite = R"({"type": "multiply", "a": )" + wild + R"(, "b": )" + wild + "}";
  for (const std::string& mask : kMasks)
    for (const std::string& source : {wild, infinite}) {
      const Recipe recipe = ReadNode(With(mask, source));
      const Window whole{0, 0, 46, 30};
      const Image want = ValuesIn(recipe, whole);
      const Program program = Compiled(recipe);
      for (const float value : want.samples) {
        CHECK(value >= program.low());
        CHECK(value <= program.high());
      }
      for (const std::string& level : RunningLevels())
        CheckSameBits(recipe, {Map::kValue}, {level, 1, 0, whole, false}, want, whole);
    }
}

// The error of a program that needs slopes of the noise, or of its maps without the noise.
std::string RefusalOf(const Recipe& recipe, const CompileOptions& options) {
  try {
    Program::Compile(recipe, options);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::kRecipe);
    CHECK(error.issues().size() == 1);
    return error.issues().front().where;
  }
  return {};
}

TEST_CASE("masks are refused only where a slope is needed") {
  const Recipe mask = ReadNode(R"({"type": "add", "a": 1,
      "b": {"type": "slope-of", "source": {"type": "perlin"}}})",
                               R"("maps": {"m": 0.5}, )");
  CHECK(RefusalOf(mask, {}).ends_with("/noise/b"));
  CHECK(RefusalOf(mask, {.positions = CompileOptions::kPoints}).ends_with("/noise/b"));
  CHECK(RefusalOf(mask, {.slopes = false}).empty());
  CHECK(RefusalOf(mask, {.positions = CompileOptions::kPoints, .slopes = false}).empty());
  CHECK(RefusalOf(mask, {.maps = {"m"}, .value = false}).empty());  // maps need no slopes
  CHECK(RefusalOf(mask, {.maps = {"m"}}).ends_with("/noise/b"));
  // The same node, for a map and for the noise's slopes.
  const Recipe both =
      ReadNode(R"({"type": "warp", "source": {"type": "value"}, "by": {"ref": "m"}})",
               R"("nodes": {"m": {"type": "slope-of", "source":
                                  {"type": "perlin"}}}, "maps": {"m": {"ref": "m"}}, )");
  CHECK(RefusalOf(both, {.maps = {"m"}}).ends_with("/nodes/m"));
  CHECK(RefusalOf(both, {.slopes = false, .maps = {"m"}}).empty());
}

TEST_CASE("a radius that reaches too far is reported at the radius") {
  const Recipe recipe = ReadNode(R"({"type": "curvature-of", "radius": 1e6,
                                     "source": {"type": "perlin", "frequency": 1e7}})");
  CHECK(RefusalOf(recipe, {.slopes = false}).ends_with("/noise/radius"));
}

// --- Values by hand ---

// The value of a mask of one source at a point.
float MaskAt(const std::string& node, double x, double y, const std::string& members = {}) {
  const Program program = Program::Compile(ReadNode(node, members),
                                           {.positions = CompileOptions::kPoints, .slopes = false});
  return Sample(program, std::vector<Vec3>{{x, y, 0}}, false).value[0];
}

TEST_CASE("the measures of a plane are its angle, magnitude and slopes, in any view") {
  const auto plane = [](const std::string& keys) {  // 3 x - 4 y
    return R"({"type": "slope-of", )" + keys +
           R"(, "source": {"type": "subtract",
        "a": {"type": "multiply", "a": 3, "b": {"type": "coordinate"}},
        "b": {"type": "multiply", "a": 4, "b": {"type": "coordinate", "axis": "y"}}}})";
  };
  for (const char* view :
       {"", R"("domain": {"scale": 3}, )", R"("domain": {"scale": [-0.25, 2, 1]}, )",
        R"("domain": {"rotate": [0, 0, 90]}, )", R"("domain": {"rotate": [0, 0, 37]}, )",
        R"("domain": {"rotate": [60, 0, 0]}, )",
        R"("domain": {"rotate": [10, 20, 30], "scale": [1, 2, 3]}, )"}) {
    INFO(std::string(view));
    const auto at = [&](const std::string& keys) { return MaskAt(plane(keys), 0.1, 0.05, view); };
    CHECK(at(R"("strength": 0.2)") == doctest::Approx(45).epsilon(1e-6));
    CHECK(at(R"("strength": -0.2)") == doctest::Approx(45).epsilon(1e-6));
    CHECK(at(R"("strength": 1e6)") == doctest::Approx(90).epsilon(1e-6));
    CHECK(at(R"("strength": 0)") == 0);
    CHECK(at(R"("measure": "magnitude")") == doctest::Approx(5).epsilon(1e-6));
    CHECK(at(R"("measure": "x")") == doctest::Approx(3).epsilon(1e-6));
    CHECK(at(R"("measure": "y")") == doctest::Approx(-4).epsilon(1e-6));
    CHECK(at(R"("measure": "magnitude", "limit": 4.5)") == 4.5f);
    CHECK(at(R"("measure": "y", "limit": 0.1)") == -0.1f);
  }
  CHECK(MaskAt(plane(R"("measure": "angle")"), 0, 0, R"("normal": {"strength": 0.2}, )") ==
        doctest::Approx(45).epsilon(1e-6));
}

TEST_CASE("the curvature of x^2 + y^2 is negative, and that of a dome of radius scale is 1") {
  const std::string bowl =
      R"({"type": "multiply", "a": {"type": "coordinate", "axis": "radius"},
      "b": {"type": "coordinate", "axis": "radius"}})";
  const auto mask = [&](const std::string& keys, const std::string& source) {
    return R"({"type": "curvature-of", )" + keys + R"(, "source": )" + source + "}";
  };
  for (const char* view : {"", R"("domain": {"scale": 3}, )",
                           R"("domain": {"rotate": [0, 0, 37], "scale": [1, -2, 1]}, )"}) {
    for (const char* radius : {"0.002", "0.05"}) {
      const std::string keys = std::string(R"("strength": 0.5, "radius": )") + radius;
      CHECK(MaskAt(mask(keys + R"(, "scale": 0.2)", bowl), 0.1, 0.05, view) ==
            doctest::Approx(-0.5 * 0.5 * 0.2 * 4).epsilon(1e-3));
      CHECK(MaskAt(mask(keys + R"(, "scale": 2)", bowl), 0.1, 0.05, view) == -1);
      CHECK(MaskAt(mask(keys + R"(, "scale": -2)", bowl), 0.1, 0.05, view) == 1);
    }
    // At its edges too, a coordinate is a plane within the radius.
    CHECK(MaskAt(mask(R"("radius": 0.3)", R"({"type": "coordinate"})"), 0.49, 0, view) ==
          doctest::Approx(0).epsilon(1e-6));
  }
  // sqrt(0.25 - x^2 - y^2), a dome of radius 0.5.
  const std::string dome =
      R"({"type": "power", "exponent": 0.5, "source": {"type": "subtract", "a": 0.25, "b": )" +
      bowl + "}}";
  CHECK(MaskAt(mask(R"("strength": 1, "scale": 0.25)", dome), 0, 0) ==
        doctest::Approx(0.5).epsilon(1e-3));
  // The maps' defaults apply.
  const std::string defaults = R"("normal": {"strength": 0.5}, "curvature": {"scale": 0.2}, )";
  CHECK(MaskAt(mask(R"("radius": 0.05)", bowl), 0.1, 0.05, defaults) ==
        doctest::Approx(-0.2).epsilon(1e-4));
}

// Returns the largest difference of a mask of the node "s" from a channel of a map of "s".
double MapDifference(const std::string& source, const std::string& mask, Map map, int channel,
                     double scale, double offset) {
  const Recipe recipe = ReadRecipe(
      R"({"cobble": 1, "range": [0, 1], "size": 50, "curvature": {"radius": 0.06, "scale": 0.2},
          "noise": {"ref": "s"}, "nodes": {"s": )" +
          source + R"(}, "maps": {"m": {"source": {"ref": "s"}, )" + mask + "}}}",
      "maps");
  const Image masks = RenderNamed(recipe, {"m"});
  const Image maps = RenderImage(Program::Compile(recipe), map);
  double worst = 0;
  for (int64_t j = 0; j < maps.height; ++j)
    for (int64_t i = 0; i < maps.width; ++i)
      worst = std::max(worst, std::abs(scale * double{*masks.Pixel(i, j)} + offset -
                                       double{maps.Pixel(i, j)[channel]}));
  return worst;
}

TEST_CASE("slope-of is the map slope of an unscaled picture") {
  for (const std::string source :
       {R"({"type": "perlin", "octaves": 3})", R"({"type": "bricks", "bevel": 0.3})",
        R"({"type": "transform", "rotate": 40, "scale": [2, -1, 1], "translate": [0.3, 7, 0.2],
            "source": {"type": "simplex"}})",
        R"({"type": "warp", "amount": 0.1, "by": [{"type": "perlin"}, 0.2, {"type": "value"}],
            "source": {"type": "perlin", "dimensions": 3}})"}) {
    INFO(source);
    CHECK(MapDifference(source, R"("type": "slope-of", "measure": "x")", Map::kSlope, 0, 1, 0) ==
          0);
    CHECK(MapDifference(source, R"("type": "slope-of", "measure": "y")", Map::kSlope, 1, 1, 0) ==
          0);
  }
}

// The map compares slopes at four pixels, the node compares values at 8 places and the middle.
TEST_CASE("curvature-of is the map curvature of a cubic, nearly that of a smooth noise") {
  const std::string mask = R"("type": "curvature-of", "radius": 0.06)";
  const auto difference = [&](const std::string& source) {
    return MapDifference(source, mask, Map::kCurvature, 0, 0.5, 0.5);
  };
  const std::string x = R"({"type": "coordinate"})", y = R"({"type": "coordinate", "axis": "y"})";
  const auto times = [](const std::string& a, const std::string& b) {
    return R"({"type": "multiply", "a": )" + a + R"(, "b": )" + b + "}";
  };
  const std::string cubic =
      times(times("20", x), times(y, R"({"type": "add", "a": )" + x + R"(, "b": 0.3})"));
  CHECK(difference(cubic) < 1e-4);
  CHECK(difference(times("20", times(cubic, y))) > 1e-3);
  CHECK(difference(R"({"type": "simplex", "frequency": 2})") < 0.03);
  // On a crease, 1.31 j / r against j / (2 r).
  const std::string crease =
      R"({"type": "abs", "source": {"type": "add", "a": 0.01, "b": )" + x + "}}";
  CHECK(difference(crease) == doctest::Approx(0).epsilon(0.2));
}

}  // namespace
}  // namespace cobble::test
