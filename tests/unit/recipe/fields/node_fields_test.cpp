// Tests of the fields of operations: defaults, error messages, layers, depth.
#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "cobble/recipe_io.h"
#include "recipe/fields/fields.h"
#include "unit/recipe/one_noise.h"

namespace cobble {
namespace {

using test::ErrorOf;
using test::Pairs;
using test::Resolve;
using test::Text;

// Returns a recipe of a type with a source (the number 1) and further members.
std::string Of(const std::string& type, const std::string& members) {
  return Text(type, "\"source\": 1" + (members.empty() ? "" : ", " + members));
}

// Returns the error of a recipe that is located at the value `wrong`, which occurs once.
std::string At(const std::string& text, const std::string& wrong, const std::string& message) {
  REQUIRE(text.find(wrong) == text.rfind(wrong));
  return "f:1:" + std::to_string(text.find(wrong) + 1) + ": " + message;
}

Recipe ReadAgain(const Recipe& recipe) { return ReadRecipe(WriteRecipe(recipe), "g"); }

using Numbers = std::vector<double>;

const std::string kFar = "from -1e12 to 1e12";
const std::string kCurve = Of("curve", R"("points": [[0, 1], [0.5, 2], [3, -1]])");

TEST_CASE("operations have their defaults") {
  const auto node = [](const std::string& text) { return Resolve(text).noise; };
  const std::string two = R"("a": 1, "b": 2)";
  CHECK(node(Text("smooth-min", two)).Number("width") == 0.25);
  CHECK(node(Text("smooth-max", two)).Number("width") == 0.25);
  CHECK(node(Of("smoothstep", "")).Number("low") == 0);
  CHECK(node(Of("smoothstep", "")).Number("high") == 1);
  CHECK_FALSE(node(Of("remap", "")).Has("from"));
  CHECK(node(Of("remap", "")).Numbers("to") == Numbers{0, 1});
  CHECK(node(Of("threshold", R"("level": 3)")).Number("softness") == 0.05);
  CHECK(node(Of("terrace", R"("levels": 3)")).Number("sharpness") == 0.8);
  CHECK(node(Of("square", "")).Number("duty") == 0.5);
  CHECK(node(Of("warp", R"("by": 1)")).Number("amount") == 1);
  CHECK(node(Of("transform", "")).Numbers("translate") == Numbers{0, 0, 0});
  CHECK(node(Of("transform", "")).Numbers("rotate") == Numbers{0, 0, 0});
  CHECK(node(Of("transform", "")).Numbers("scale") == Numbers{1, 1, 1});
  const Node fractal = node(Of("fractal", ""));
  CHECK(fractal.Text("kind") == "fbm");
  CHECK(fractal.Number("octaves") == 5);
  CHECK(fractal.Number("lacunarity") == 2);
  CHECK(fractal.Number("persistence") == 0.5);
  CHECK(fractal.Number("gain") == 2);
  CHECK(fractal.Number("offset") == 1);
}

TEST_CASE("an operation has exactly its keys") {
  const std::vector<std::pair<std::string, std::string>> all{
      {"constant", "value"},
      {"add", "a, b"},
      {"subtract", "a, b"},
      {"multiply", "a, b"},
      {"min", "a, b"},
      {"max", "a, b"},
      {"smooth-min", "a, b, width"},
      {"smooth-max", "a, b, width"},
      {"mix", "a, b, by"},
      {"abs", "source"},
      {"invert", "source"},
      {"power", "source, exponent"},
      {"clamp", "source, low, high"},
      {"remap", "source, from, to"},
      {"smoothstep", "source, low, high"},
      {"ridge", "source"},
      {"threshold", "source, level, softness"},
      {"terrace", "source, levels, sharpness"},
      {"curve", "source, points"},
      {"divide", "a, b"},
      {"modulo", "a, b"},
      {"sine", "source"},
      {"triangle", "source"},
      {"square", "source, duty"},
      {"floor", "source"},
      {"sign", "source"},
      {"exp", "source"},
      {"log", "source"},
      {"color", "value"},
      {"ramp", "source, stops, space, interpolation"},
      {"palette", "source, colors"},
      {"blend", "base, over, by, mode, base-height, over-height, width"},
      {"adjust", "source, hue, chroma, lightness, brightness, contrast, gamma"},
      {"channels", "red, green, blue"},
      {"channel", "source, channel"},
      {"luminance", "source"},
      {"warp", "source, by, amount"},
      {"transform", "source, translate, rotate, scale"},
      {"fractal", "source, kind, octaves, lacunarity, persistence, gain, offset"}};
  for (std::size_t type = 0; type < all.size(); ++type) {
    CHECK(TypesOf(ObjectKind::kNode)[type] == all[type].first);
    std::string keys;
    for (const auto key : KeysOf(ObjectKind::kNode, static_cast<int>(type)))
      if (key != "type") keys += (keys.empty() ? "" : ", ") + std::string(key);
    CHECK(keys == all[type].second);
  }
}

TEST_CASE("nodes survive the round trip") {
  const Node curve = Resolve(kCurve).noise;
  CHECK(curve.Numbers("points") == Numbers{0, 1, 0.5, 2, 3, -1});
  CHECK(WriteRecipeLine(Resolve(kCurve)).find(R"("points": [[0, 1], [0.5, 2], [3, -1]])") !=
        std::string::npos);
  CHECK(Resolve(Of("transform", R"("scale": -2)")).noise.Numbers("scale") == Numbers{-2, -2, -2});
  CHECK(Resolve(Of("remap", R"("from": [3, -1], "to": [2, 2])")).noise.Numbers("from") ==
        Numbers{3, -1});
  const Node mix = Resolve(Text("mix", R"("a": 1, "b": {"type": "value"}, "by": 0.5)")).noise;
  CHECK(mix.Inputs("by") == std::vector{Node::Constant(0.5)});
  CHECK(mix.Input("b").type == "value");
  for (const std::string& text :
       {kCurve, Of("remap", R"("from": [0, 2])"), Of("threshold", R"("level": 1, "softness": 0)"),
        Text("mix", R"("a": 1, "b": {"type": "value"}, "by": {"type": "abs", "source": 1})")})
    CHECK(ReadAgain(Resolve(text)) == Resolve(text));
}

TEST_CASE("wrong values in operations are reported") {
  struct Case {
    std::string text, wrong, message;
  };
  const std::string two = R"("a": 1, "b": 2, )";
  const std::vector<Case> cases{
      {Text("smooth-min", two + "\"width\": 0"), "0}}",
       "/noise/width: must be a number from 1e-9 to 1e12, got 0"},
      {Text("mix", two + "\"by\": [3]"), "[3]",
       "/noise/by: must be a number " + kFar +
           ", a formula or an object with a \"type\" or a \"ref\", "
           "got [3]"},
      {Of("power", "\"exponent\": 0"), "0}}",
       "/noise/exponent: must be a number from 0.01 to 100, got 0"},
      {Of("power", "\"exponent\": 101"), "101",
       "/noise/exponent: must be a number from 0.01 to 100, got 101"},
      {Of("clamp", R"("low": 3, "high": 2)"), "2}}",
       "/noise/high: must be at least \"low\", which is 3, got 2; swap them: \"low\": 2, "
       "\"high\": 3"},
      {Of("smoothstep", R"("low": 3, "high": 2)"), "2}}",
       "/noise/high: must be at least 1e-9 above \"low\", which is 3, got 2; swap them: \"low\": "
       "2, "
       "\"high\": 3; for a falling step, put {\"type\": \"invert\", \"source\": ...} around the "
       "node"},
      {Of("smoothstep", R"("low": 3, "high": 3.0)"), "3.0",
       "/noise/high: must be at least 1e-9 above \"low\", which is 3, got 3; for a hard step, use "
       "a "
       "\"threshold\" node"},
      {Of("smoothstep", R"("low": 5)"), "5",
       "/noise/low: must be at least 1e-9 below \"high\", which is 1, got 5"},
      {Of("remap", R"("from": [2, 2])"), "[2, 2]",
       "/noise/from: must be two numbers at least 1e-9 apart, " + kFar +
           ", got [2, 2]; for a hard step, "
           "use a \"threshold\" node"},
      {Of("remap", R"("from": "natural")"), "\"natural\"",
       "/noise/from: must be two numbers at least 1e-9 apart, " + kFar + ", got \"natural\""},
      {Of("remap", R"("to": [0])"), "[0]", "/noise/to: must be two numbers " + kFar + ", got [0]"},
      {Of("threshold", R"("level": 3, "softness": -0.1)"), "-0.1",
       "/noise/softness: must be 0 or a number from 1e-9 to 1e12, got -0.1"},
      {Of("terrace", R"("levels": 257)"), "257",
       "/noise/levels: must be a whole number from 1 to 256, got 257"},
      {Of("terrace", R"("levels": 2.5)"), "2.5",
       "/noise/levels: must be a whole number from 1 to 256, got 2.5"},
      {Of("terrace", R"("levels": 3, "sharpness": 1.5)"), "1.5",
       "/noise/sharpness: must be a number from 0 to 1, got 1.5"},
      {Of("square", R"("duty": 1.5)"), "1.5", "/noise/duty: must be a number from 0 to 1, got 1.5"},
      {Of("transform", R"("scale": [1, 0, 1])"), "0, 1]",
       "/noise/scale/1: must be a number " + kFar + ", not 0, got 0"},
      {Of("transform", R"("rotate": [45, 0])"), "[45",
       "/noise/rotate: must be one or three numbers from -1e6 to 1e6, got [45, 0]"},
      {Of("transform", R"("translate": 1)"), "1}}",
       "/noise/translate: must be two or three numbers " + kFar + ", got 1"},
      {Of("fractal", R"("kind": "fmb")"), "\"fmb\"",
       "/noise/kind: must be one of \"fbm\", \"ridged\", \"hybrid\", got \"fmb\"; did you mean "
       "\"fbm\"?"},
      {Of("fractal", R"("octaves": 33)"), "33",
       "/noise/octaves: must be a whole number from 1 to 32, got 33"},
      {Of("fractal", R"("gain": 1e7)"), "1e7",
       "/noise/gain: must be a number from -1e6 to 1e6, got 10000000"},
      {Of("fractal", R"("frequency": 3)"), "\"frequency\"",
       "/noise/frequency: \"frequency\" is not used by \"fractal\" (by-example, white, checker, "
       "stripes, "
       "dots, rings, hexagons, tiles, weave, scatter, erosion, phasor, value, perlin, simplex, "
       "simplex-value, voronoi, cell and hill use it)"},
      {Of("abs", R"("souce": 3)"), "\"souce\"",
       "/noise/souce: unknown key \"souce\"; did you mean \"source\"?"},
      {Text("smoth-min", "\"a\": 1"), "\"smoth-min\"",
       "/noise/type: unknown type \"smoth-min\"; did you mean \"smooth-min\"?"}};
  for (const auto& [text, wrong, message] : cases) CHECK(ErrorOf(text) == At(text, wrong, message));
}

std::string Points(const std::string& points) { return Of("curve", "\"points\": " + points); }

// Returns points on a diagonal.
std::string Diagonal(int count) {
  std::string points;
  for (int i = 0; i < count; ++i)
    points += (i > 0 ? ", [" : "[") + std::to_string(i) + ", " + std::to_string(i) + ']';
  return "[" + points + "]";
}

TEST_CASE("wrong points in curves are reported") {
  const std::string list =
      "f:1:65: /noise/points: must be a list of 2 to 256 pairs [x, y] of numbers from -1e9 to "
      "1e9 with increasing x, got ";
  test::CheckRecipes();
  CHECK(ErrorOf(Points(Diagonal(256))) == "nothing is wrong");
  CHECK(ErrorOf(Points(Diagonal(257))) == list + "a list of 257");
}

TEST_CASE("points in curves must rise in x") {
  const std::string apart = ": must be at least 1e-9 above the previous x, which is ";
  test::CheckRecipes();
  CHECK(ErrorOf(Points("[[0, 1], [1e-10, 2]]")).find(apart + "0, got 1e-10") != std::string::npos);
}

TEST_CASE("paths reach into points") {
  const auto points = [](const Pairs& sets) {
    return Resolve(kCurve, {}, sets).noise.Numbers("points");
  };
  CHECK(points({{"noise.points.1.1", "7"}}) == Numbers{0, 1, 0.5, 7, 3, -1});
  CHECK(points({{"noise.points.1", "[0.25, 7]"}}) == Numbers{0, 1, 0.25, 7, 3, -1});
  CHECK(points({{"noise.points.3", "[4, 7]"}}) == Numbers{0, 1, 0.5, 2, 3, -1, 4, 7});
  CHECK(points({{"noise.points.3.1", "7"}, {"noise.points.3.0", "5"}}) ==
        Numbers{0, 1, 0.5, 2, 3, -1, 5, 7});
  CHECK(points({{"noise.points", "[[0, 0], [1, 1]]"}, {"noise.points.0.1", "0.5"}}) ==
        Numbers{0, 0.5, 1, 1});
  test::CheckRecipes();
}

const std::string kMix = Text("mix", R"("a": 0, "b": 1, "by": {"type": "perlin", "octaves": 2})");
const std::string kWarp = Of("warp", R"("by": [{"type": "perlin", "octaves": 2}, 3])");

TEST_CASE("paths reach into `by` of a mix or a warp") {
  const auto by = [](const std::string& text, const Pairs& sets) {
    return Resolve(text, {}, sets).noise.Inputs("by");
  };
  CHECK(by(kMix, {{"noise.by.octaves", "7"}})[0].Number("octaves") == 7);
  CHECK(by(kMix, {{"noise.by.type", "value"}})[0].type == "value");
  CHECK(by(kMix, {{"noise.by", "0.5"}, {"noise.by.value", "0.25"}})[0] == Node::Constant(0.25));
  CHECK(by(kWarp, {{"noise.by.0.octaves", "7"}})[0].Number("octaves") == 7);
  CHECK(by(kWarp, {{"noise.by.1.value", "7"}})[1] == Node::Constant(7));
  // A warp by one node needs no list.
  const std::string one = Of("warp", R"("by": {"type": "perlin"})");
  CHECK(by(one, {{"noise.by.octaves", "7"}})[0].Number("octaves") == 7);
  CHECK(by(one, {{"noise.by.0.octaves", "7"}})[0].Number("octaves") == 7);
  CHECK(by(kWarp, {{"noise.by", "3"}, {"noise.by.value", "5"}}) == std::vector{Node::Constant(5)});
  // The same is true if the type comes from the same layer.
  const Pairs mix{{"noise.type", "mix"}, {"noise.a", "0"}, {"noise.b", "1"}, {"noise.by", "3"}};
  CHECK(by(kWarp, mix) == std::vector{Node::Constant(3)});

  test::CheckRecipes();
}

TEST_CASE("paths reach through a tree") {
  const std::string text = Text("add", R"("b": 1, "a": {"type": "terrace", "levels": 5,
      "source": {"type": "transform", "source": {"type": "perlin"}}})");
  const Recipe recipe = Resolve(text, {},
                                {{"noise.a.source.source.frequency", "8"},
                                 {"noise.a.source.rotate.2", "45"},
                                 {"noise.a.levels", "7"}});
  const Node& terrace = recipe.noise.Input("a");
  CHECK(terrace.Number("levels") == 7);
  CHECK(terrace.Input("source").Numbers("rotate") == Numbers{0, 0, 45});
  CHECK(terrace.Input("source").Input("source").Number("frequency") == 8);
  CHECK(recipe.origins.at("/noise/a/levels").text == "--set noise.a.levels");
  CHECK(recipe.origins.at("/noise/a/source/source/type").text == "f:2:58");
}

TEST_CASE("operations change and merge layer by layer") {
  const std::string clamp = Of("clamp", R"("low": 0, "high": 0.5)");
  const auto step = Resolve(clamp, {{"--noise", "smoothstep"}}).noise;
  CHECK(step.Number("high") == 1);  // the default of smoothstep
  test::CheckRecipes();
  const auto fractal = Resolve(Of("fractal", ""), {{"--octaves", "3"}, {"--lacunarity", "3"}});
  CHECK(fractal.noise.Number("octaves") == 3);
  CHECK(fractal.noise.Number("lacunarity") == 3);
  // A flag that names a key of the domain sets the domain.
  const Recipe moved = Resolve(Of("transform", ""), {{"--translate", "1,2,3"}});
  CHECK(moved.noise.Numbers("translate") == Numbers{0, 0, 0});
  CHECK(moved.domain.translate[2] == 3);
}

// Returns nested sums, with `last` at that depth.
std::string Deep(int depth, const std::string& last) {
  std::string text = R"({"cobble": 1, "noise": )";
  for (int i = 2; i < depth; ++i) text += R"({"type": "add", "b": 1, "a": )";
  return text + last + std::string(static_cast<std::size_t>(depth) - 1, '}');
}

TEST_CASE("lists that would be nested too deeply when written are rejected") {
  for (const std::string last :
       {R"({"type": "transform", "source": 1})",
        R"({"type": "transform", "source": 1, "scale": 2})", R"({"type": "remap", "source": 1})"}) {
    const Recipe recipe = ReadRecipe(Deep(255, last), "f");
    CHECK(ReadAgain(recipe) == recipe);
    CHECK(ErrorOf(Deep(256, last)).find(": nested deeper than 256 levels") != std::string::npos);
  }
  const std::string curve = R"({"type": "curve", "source": 1, "points": [[0, 1], [1, 1]]})";
  const Recipe recipe = ReadRecipe(Deep(254, curve), "f");
  CHECK(ReadAgain(recipe) == recipe);
  CHECK(ErrorOf(Deep(255, curve)).find("nested deeper than 256 levels") != std::string::npos);
}

}  // namespace
}  // namespace cobble
