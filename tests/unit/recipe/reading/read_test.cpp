// Tests of reading recipes: the message and location for each malformed recipe.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "support/schema_validator.h"

namespace cobble {
namespace {

struct Case {
  std::string text;
  std::vector<std::string> lines;  // lines of the error, without the leading "f:"
};

std::string ErrorOf(const std::string& text) {
  try {
    ReadRecipe(text, "f");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::kRecipe);
    return error.what();
  }
  return "nothing is wrong";
}

void Check(const std::vector<Case>& cases) {
  for (const Case& wrong : cases) {
    CAPTURE(wrong.text);
    std::string expected;
    for (const std::string& line : wrong.lines)
      expected += (expected.empty() ? "f:" : "\nf:") + line;
    CHECK(ErrorOf(wrong.text) == expected);
    test::CheckSchemaAgrees(wrong.text, expected);
  }
}

// Returns a recipe of one line with that `noise`, which starts in column 24.
std::string Noise(const std::string& noise) { return R"({"cobble": 1, "noise": )" + noise + "}"; }
// Returns a recipe with perlin noise and one more key, which starts in column 40.
std::string With(const std::string& member) {
  return R"({"cobble":1,"noise":{"type":"perlin"}, )" + member + "}";
}

const std::string kSeeTypes = "see cobble list noises and cobble list nodes";
const std::string kFar = "from -1e12 to 1e12";

TEST_CASE("texts that are not recipes are reported") {
  Check(
      {{"", {"1:1: is empty"}},
       {"[1]", {"1:1: must be an object, got [1]"}},
       {"\n  5", {"2:3: must be an object, got 5"}},
       {"null", {"1:1: must be an object, got null"}},
       {R"("perlin")", {R"(1:1: must be an object, got "perlin")"}},
       {"{}", {"1:1: /cobble: is required: the format version, 1", "1:1: /noise: is required"}},
       {R"({"cobble": 1})", {"1:1: /noise: is required"}},
       {"// none\n{\"cobble\": 1}", {"2:1: /noise: is required"}},
       {R"({"noise": {"type": "perlin"}})", {"1:1: /cobble: is required: the format version, 1"}}});
}

TEST_CASE("wrong keys at the top level of a recipe are reported") {
  Check(
      {{R"({"cobble": 0, "noise": {"type": "perlin"}})", {"1:12: /cobble: must be 1, got 0"}},
       // What a newer format has may be unknown, and is not reported.
       {R"({"cobble": 2, "new": 5, "noise": {"type": "new"}})",
        {"1:12: /cobble: must be 1, got 2; the recipe needs a newer cobble"}},
       {R"({"cobble": 2})", {"1:12: /cobble: must be 1, got 2; the recipe needs a newer cobble"}},
       {R"({"cobble": "1", "noise": {"type": "perlin"}})",
        {"1:12: /cobble: must be 1, got \"1\"; write 1 without quotes"}},
       {With(R"("$schema": 1)"), {"1:51: /$schema: must be text in UTF-8, got 1"}},
       {With(R"("description": ["a"])"),
        {"1:55: /description: must be text in UTF-8, got [\"a\"]"}},
       {With(R"("size": 0)"), {"1:48: /size: must be a whole number from 1 to 2147483647, got 0"}},
       {With(R"("size": [5, 1.5])"),
        {"1:52: /size/1: must be a whole number from 1 to 2147483647, got 1.5"}},
       {With(R"("size": [0, -1])"),
        {"1:49: /size/0: must be a whole number from 1 to 2147483647, got 0",
         "1:52: /size/1: must be a whole number from 1 to 2147483647, got -1"}},
       {With(R"("size": "1024x512")"),
        {"1:48: /size: must be one or two whole numbers from 1 to 2147483647, got "
         "\"1024x512\"; as in [1024, 512]"}},
       {With(R"("size": [1, 2, 3])"),
        {"1:48: /size: must be one or two whole numbers from 1 to 2147483647, got [1, 2, 3]"}},
       {With(R"("seed": -1)"),
        {"1:48: /seed: must be a whole number from 0 to 4294967295, got -1"}},
       {With(R"("seed": 4294967296)"),
        {"1:48: /seed: must be a whole number from 0 to 4294967295, got 4294967296"}},
       {With(R"("tiling": 1)"), {"1:50: /tiling: must be true or false, got 1"}},
       {With(R"("tiling": null)"), {"1:50: /tiling: must be true or false, got null"}},
       {With(R"("range": [2, 2])"),
        {"1:49: /range: must be \"natural\", \"fit\", \"none\" or two numbers at least 1e-9 "
         "apart, " +
         kFar + ", got [2, 2]; for black below a value and white above, use a \"threshold\" node"}},
       {With(R"("range": "fti")"),
        {"1:49: /range: must be \"natural\", \"fit\", \"none\" or two numbers at least 1e-9 apart, "
         "from -1e12 to 1e12, got \"fti\"; did you mean \"fit\"?"}},
       {With(R"("range": [0, "1"])"),
        {"1:53: /range/1: must be a number " + kFar + ", got \"1\"; write 1 without quotes"}},
       {With(R"("domain": [])"), {"1:50: /domain: must be an object, got []"}},
       {With(R"("normal": "up")"), {"1:50: /normal: must be an object, got \"up\""}},
       {With(R"("seeed": 1)"), {"1:40: /seeed: unknown key \"seeed\"; did you mean \"seed\"?"}},
       {With(R"("zebra": 1)"), {"1:40: /zebra: unknown key \"zebra\""}},
       {With(R"("octaves": 5)"),
        {"1:40: /octaves: unknown key \"octaves\"; it belongs in \"noise\""}},
       {With(R"("rotate": [0, 0, 0])"),
        {"1:40: /rotate: unknown key \"rotate\"; it belongs in \"domain\""}},
       {With(R"("a/b~c": 1)"), {"1:40: /a~1b~0c: unknown key \"a/b~c\""}},
       {With(R"("a\nb\u001b": 1)"), {"1:40: /a\\x0Ab\\x1B: unknown key \"a\\x0Ab\\x1B\""}},
       {With(R"("X-mine": 1)"), {"1:40: /X-mine: unknown key \"X-mine\""}}});
}

TEST_CASE("wrong keys of domain and normal are reported") {
  Check(
      {{With(R"("domain": {"slice": "0"})"),
        {"1:60: /domain/slice: must be a number " + kFar + ", got \"0\"; write 0 without quotes"}},
       {With(R"("domain": {"scale": 0})"),
        {"1:60: /domain/scale: must be a number " + kFar + ", not 0, got 0"}},
       {With(R"("domain": {"scale": [1, 0, 1]})"),
        {"1:64: /domain/scale/1: must be a number " + kFar + ", not 0, got 0"}},
       {With(R"("domain": {"scale": [2]})"),
        {"1:60: /domain/scale: must be one, two or three numbers " + kFar + ", not 0, got [2]"}},
       {With(R"("domain": {"rotate": [45, 0]})"),
        {"1:61: /domain/rotate: must be one or three numbers from -1e6 to 1e6, got [45, 0]"}},
       {With(R"("domain": {"rotate": [0, 0, 1e7]})"),
        {"1:68: /domain/rotate/2: must be a number from -1e6 to 1e6, got 10000000"}},
       {With(R"("domain": {"extent": [1, 0]})"),
        {"1:65: /domain/extent/1: must be a number greater than 0 and at most 1e12, got 0"}},
       {With(R"("domain": {"extent": [-1, 1]})"),
        {"1:62: /domain/extent/0: must be a number greater than 0 and at most 1e12, got -1"}},
       {With(R"("domain": {"translate": [1, 2, 3, [4]]})"),
        {"1:64: /domain/translate: must be two or three numbers " + kFar + ", got a list of 4"}},
       {With(R"("domain": {"scal": 1, "x-scal": 1})"),
        {"1:51: /domain/scal: unknown key \"scal\"; did you mean \"scale\"?"}},
       {With(R"("domain": {"size": 1})"),
        {"1:51: /domain/size: unknown key \"size\"; it belongs in the recipe itself"}},
       {With(R"("normal": {"y": "Up"})"),
        {"1:56: /normal/y: must be one of \"up\", \"down\", got \"Up\"; did you mean \"up\"?"}},
       {With(R"("normal": {"strength": {}})"),
        {"1:63: /normal/strength: must be a number from -1e6 to 1e6, got an object"}},
       {With(R"("curvature": {"radius": 0.26})"),
        {"1:64: /curvature/radius: must be a number from 0 to 0.25, got 0.26"}},
       {With(R"("curvature": {"radius": -1e-9, "scale": true})"),
        {"1:64: /curvature/radius: must be a number from 0 to 0.25, got -1e-09",
         "1:80: /curvature/scale: must be a number from -1e6 to 1e6, got true"}},
       {With(R"("ao": {"radius": "far", "directions": 7})"),
        {"1:57: /ao/radius: must be a number from 0 to 0.25, got \"far\"",
         "1:78: /ao/directions: must be a whole number from 8 to 16, got 7"}},
       {With(R"("ao": {"directions": 8.5})"),
        {"1:61: /ao/directions: must be a whole number from 8 to 16, got 8.5"}},
       {With(R"("ao": {"direction": 8})"),
        {"1:47: /ao/direction: unknown key \"direction\"; did you mean \"directions\"?"}},
       {With(R"("ao": {"directions": 17})"),
        {"1:61: /ao/directions: must be a whole number from 8 to 16, got 17"}}});
}

TEST_CASE("wrong keys of noises are reported") {
  Check({{Noise("5"), {"1:24: /noise: must be an object with a \"type\" or a \"ref\", got 5"}},
         {Noise(R"("perlin")"),
          {"1:24: /noise: must be an object with a \"type\" or a \"ref\", got \"perlin\"; write "
           "{\"type\": \"perlin\"}"}},
         {Noise("{}"), {"1:24: /noise/type: is required: the name of a type; " + kSeeTypes}},
         {Noise(R"({"octaves": 40})"),
          {"1:24: /noise/type: is required: the name of a type; " + kSeeTypes,
           "1:36: /noise/octaves: must be a whole number from 1 to 32, got 40"}},
         {Noise(R"({"type": "perlim"})"),
          {"1:33: /noise/type: unknown type \"perlim\"; did you mean \"perlin\"?"}},
         {Noise(R"({"type": 3, "octavs": 1})"),
          {"1:33: /noise/type: must be the name of a type, got 3; " + kSeeTypes,
           "1:36: /noise/octavs: unknown key \"octavs\"; did you mean \"octaves\"?"}},
         {Noise(R"({"type": "perlin", "octaves": 0})"),
          {"1:54: /noise/octaves: must be a whole number from 1 to 32, got 0"}},
         {Noise(R"({"type": "perlin", "octaves": 2.5})"),
          {"1:54: /noise/octaves: must be a whole number from 1 to 32, got 2.5"}},
         {Noise(R"({"type": "perlin", "octaves": "five"})"),
          {"1:54: /noise/octaves: must be a whole number from 1 to 32, got \"five\""}},
         {Noise(R"({"type": "perlin", "octaves": true})"),
          {"1:54: /noise/octaves: must be a whole number from 1 to 32, got true"}},
         {Noise(R"({"type": "value", "dimensions": 4})"),
          {"1:56: /noise/dimensions: must be a whole number from 1 to 3, got 4"}},
         {Noise(R"({"type": "value", "frequency": 0})"),
          {"1:55: /noise/frequency: must be a number greater than 0 and at most 1e12, got 0"}},
         {Noise(R"({"type": "value", "lacunarity": 0.5})"),
          {"1:56: /noise/lacunarity: must be a number from 1 to 16, got 0.5"}},
         {Noise(R"({"type": "value", "persistence": 1.001})"),
          {"1:57: /noise/persistence: must be a number from 0 to 1, got 1.001"}},
         {Noise(R"({"type": "value", "turbulence": "smoth"})"),
          {"1:56: /noise/turbulence: must be one of \"none\", \"absolute\", \"smooth\", got "
           "\"smoth\"; did you mean \"smooth\"?"}},
         {Noise(R"({"type": "value", "turbulence": true})"),
          {"1:56: /noise/turbulence: must be one of \"none\", \"absolute\", \"smooth\", got true"}},
         {Noise(R"({"type": "value", "seed": 1.5})"),
          {"1:50: /noise/seed: must be a whole number from 0 to 4294967295, got 1.5"}},
         {Noise(R"({"type": "value", "amount": 1})"),
          {"1:42: /noise/amount: \"amount\" is not used by \"value\" (warp uses it)"}},
         {Noise(R"({"type": "value", "tiling": true})"),
          {"1:42: /noise/tiling: unknown key \"tiling\"; it belongs in the recipe itself"}},
         {Noise(R"({"type": "value", "frequency": 1, "frequency": 0})"),
          {"1:58: /noise/frequency: duplicate key \"frequency\", first at 1:42",
           "1:71: /noise/frequency: must be a number greater than 0 and at most 1e12, got 0"}}});
}

TEST_CASE("wrong keys of voronoi are reported") {
  const std::string functions =
      R"(one of "F1", "F2", "F2-F1", "F1+F2", "F1*F2", "F1/F2", "cell-id", "edge")";
  Check(
      {{Noise(R"({"type": "voronoi", "metric": "euclidian"})"),
        {"1:54: /noise/metric: must be one of \"euclidean\", \"euclidean-squared\", "
         "\"manhattan\", \"chebyshev\", got \"euclidian\"; did you mean \"euclidean\"?"}},
       {Noise(R"({"type": "voronoi", "function": "cellid"})"),
        {"1:56: /noise/function: unknown value \"cellid\"; did you mean \"cell-id\"? (one of "
         "\"F1\", \"F2\", \"F2-F1\", \"F1+F2\", \"F1*F2\", \"F1/F2\", \"cell-id\", \"edge\")"}},
       {Noise(R"({"type": "voronoi", "function": 1})"),
        {"1:56: /noise/function: must be " + functions + ", got 1"}},
       {Noise(R"({"type": "voronoi", "smooth": true})"),
        {"1:54: /noise/smooth: must be one of \"none\", \"lse\", \"poly\", got true"}},
       {Noise(R"({"type": "voronoi", "jitter": 1.5})"),
        {"1:54: /noise/jitter: must be a number from 0 to 1, got 1.5"}},
       {Noise(R"({"type": "voronoi", "jitter": -0.1})"),
        {"1:54: /noise/jitter: must be a number from 0 to 1, got -0.1"}},
       {Noise(R"({"type": "voronoi", "jiter": 1})"),
        {"1:44: /noise/jiter: unknown key \"jiter\"; did you mean \"jitter\"?"}},
       {Noise(R"({"type": "voronoi", "turbulence": "smooth"})"),
        {"1:44: /noise/turbulence: \"turbulence\" is not used by \"voronoi\" (value, perlin, "
         "simplex and simplex-value use it)"}},
       {Noise(R"({"type": "perlin", "jitter": 1})"),
        {"1:43: /noise/jitter: \"jitter\" is not used by \"perlin\" (scatter and voronoi use it)"}},
       {Noise(R"({"type": "value", "metric": "manhattan", "smooth": "lse"})"),
        {"1:42: /noise/metric: \"metric\" is not used by \"value\" (voronoi and cell use it)",
         "1:65: /noise/smooth: \"smooth\" is not used by \"value\" (voronoi uses it)"}}});
}

TEST_CASE("wrong operations and inputs are reported") {
  const std::string input =
      "must be a number " + kFar + " or an object with a \"type\" or a \"ref\", got ";
  Check({{Noise(R"({"type": "add", "a": 1})"), {"1:24: /noise/b: is required by \"add\""}},
         {Noise(R"({"type": "warp"})"),
          {"1:24: /noise/source: is required by \"warp\"",
           "1:24: /noise/by: is required by "
           "\"warp\""}},
         {Noise(R"({"type": "constant"})"), {"1:24: /noise/value: is required by \"constant\""}},
         {Noise(R"({"type": "add", "a": "1", "b": [1]})"),
          {"1:45: /noise/a: " + input + "\"1\"", "1:55: /noise/b: " + input + "[1]"}},
         {Noise(R"({"type": "add", "a": 1e13, "b": 0})"),
          {"1:45: /noise/a: " + input + "10000000000000"}},
         {Noise(R"({"type": "add", "a": {"type": "add", "a": 1, "b": {"type": "x"}}, "b": 0})"),
          {"1:83: /noise/a/b/type: must be the name of a type, got \"x\"; " + kSeeTypes}},
         {Noise(R"({"type": "warp", "source": 1, "by": []})"),
          {"1:60: /noise/by: must be a list of 1 to 3 inputs, each a number " + kFar +
           " or an object with a \"type\" or a \"ref\", got []"}},
         {Noise(R"({"type": "warp", "source": 1, "by": [1, {"type": "perlin", "octaves": 0}]})"),
          {"1:94: /noise/by/1/octaves: must be a whole number from 1 to 32, got 0"}},
         {Noise(R"({"type": "warp", "source": 1, "by": [null]})"),
          {"1:61: /noise/by/0: " + input + "null"}},
         {Noise(R"({"type": "warp", "source": 1, "by": [1, 2, 3, 4]})"),
          {"1:60: /noise/by: must be a list of 1 to 3 inputs, each a number " + kFar +
           " or an object with a \"type\" or a \"ref\", got [1, 2, 3, 4]"}},
         {Noise(R"({"type": "warp", "source": 1, "by": 1, "octaves": 3})"),
          {"1:63: /noise/octaves: \"octaves\" is not used by \"warp\" (fractal, value, perlin, "
           "simplex, simplex-value, voronoi, cell and hill use it)"}},
         {Noise(R"({"type": "add", "a": 1, "b": 1, "c": 1})"),
          {"1:56: /noise/c: unknown key \"c\""}}});
}

TEST_CASE("all errors are reported together, in the order of the text") {
  Check(
      {{"{\n"
        "  \"cobble\": 1,\n"
        "  \"sizes\": 5,\n"
        "  \"noise\": {\n"
        "    \"type\": \"perlin\",\n"
        "    \"octaves\": 40\n"
        "  },\n"
        "  \"range\": 1, \"domain\": {\"extent\": 1},\n"
        "  \"seed\": 0.5\n"
        "}",
        {"3:3: /sizes: unknown key \"sizes\"; did you mean \"size\"?",
         "6:16: /noise/octaves: must be a whole number from 1 to 32, got 40",
         "8:12: /range: must be \"natural\", \"fit\", \"none\" or two numbers at least 1e-9 "
         "apart, " +
             kFar + ", got 1",
         "8:36: /domain/extent: must be two numbers greater than 0 and at most 1e12, got 1",
         "9:11: /seed: must be a whole number from 0 to 4294967295, got 0.5"}}});
}

// Returns a recipe of `n` nested additions, whose depth in the text is `n`.
std::string Sums(int n) {
  std::string text = R"({"cobble": 1, "noise": )";
  for (int i = 0; i < n; ++i) text += R"({"type": "add", "b": 1, "a": )";
  return text + "1" + std::string(static_cast<std::size_t>(n) + 1, '}');
}

TEST_CASE("a deep recipe survives the round trip or is rejected") {
  const Recipe recipe = ReadRecipe(Sums(63), "f");
  CHECK(ReadRecipe(WriteRecipe(recipe), "g") == recipe);
  CHECK(ErrorOf(Sums(64)).find("nested deeper than 64 levels") != std::string::npos);
  // A single input of a warp is written as a list with one element, which adds a level.
  std::string text = R"({"cobble": 1, "noise": )";
  for (int i = 0; i < 40; ++i) text += R"({"type": "warp", "source": 1, "by": )";
  text += "1" + std::string(41, '}');
  CHECK(ErrorOf(text).find(": nested deeper than 64 levels") != std::string::npos);
}

TEST_CASE("errors beyond the limit are counted, not printed") {
  std::string text = R"({"cobble": 1, "noise": {"type": "perlin"})";
  for (int i = 0; i < 50000; ++i) text += ", \"k" + std::to_string(i) + "\": 0";
  const std::string error = ErrorOf(text + "}");
  CHECK(error.ends_with("\n49980 more errors"));
  CHECK(std::count(error.begin(), error.end(), '\n') == 20);
}

TEST_CASE("comments, x- keys, explicit defaults and the order of keys do not change a recipe") {
  const Recipe plain = ReadRecipe(R"({"cobble": 1, "noise": {"type": "perlin"}})", "f");
  for (const char* text :
       {"\xEF\xBB\xBF{\"cobble\": 1.0, \"noise\": {\"type\": \"perlin\"}}",
        R"({"cobble": 1, "x-a": {"x": [null]}, "noise": {"type": "perlin", "x-b": 1}})",
        R"(/* a */ {"cobble": 1, // b
            "noise": {"type": "perlin", "octaves": 1.0e0}} // c)",
        R"({"cobble": 1, "noise": {"type": "perlin"}, "domain": {"x-c": 1}, "normal": {}})",
        R"({"noise": {"frequency": 4, "type": "perlin"}, "size": 1024, "cobble": 1})"}) {
    CAPTURE(text);
    CHECK(ReadRecipe(text, "f") == plain);
  }
}

TEST_CASE("every key of a recipe is read") {
  const Recipe recipe = ReadRecipe(R"({
    "cobble": 1, "$schema": "s", "description": "d", "size": [640, 480], "seed": 7, "tiling": true,
    "flip": true, "loop": true,
    "domain": {"translate": [1, 2, 3], "rotate": [0, 0, 45], "scale": -2, "slice": 0.25,
               "grid": "vertices"},
    "noise": {"type": "warp", "source": {"type": "value", "octaves": 3, "seed": 4294967295},
              "by": [0, {"type": "perlin", "dimensions": 3}], "amount": 0.5},
    "range": [1, -1], "normal": {"strength": 2, "y": "down"}})",
                                   "f");
  CHECK(recipe.schema == "s");
  CHECK(recipe.description == "d");
  CHECK(recipe.width == 640);
  CHECK(recipe.height == 480);
  CHECK(recipe.seed == 7);
  CHECK(recipe.tiling);
  CHECK(recipe.flip);
  CHECK(recipe.loop);
  CHECK(recipe.domain ==
        Domain{{1, 2, 3}, {0, 0, 45}, {-2, -2, -2}, {1, 479.0 / 639}, 0.25, Grid::kVertices});
  CHECK(recipe.noise.type == "warp");
  CHECK(recipe.noise.Number("amount") == 0.5);
  CHECK(recipe.noise.Input("source").type == "value");
  CHECK(recipe.noise.Input("source").Number("seed") == 4294967295.0);
  CHECK(recipe.noise.Input("source").Text("turbulence") == "none");
  REQUIRE(recipe.noise.Inputs("by").size() == 2);
  CHECK(recipe.noise.Inputs("by")[0] == Node::Constant(0));
  CHECK(recipe.noise.Inputs("by")[1].Number("dimensions") == 3);
  CHECK_FALSE(recipe.noise.Inputs("by")[1].Has("seed"));
  CHECK(recipe.range == Range{RangeMode::kFixed, 1, -1});
  CHECK(recipe.normal == Normal{2, NormalY::kDown});
}

TEST_CASE("reading a key that a node lacks is a bug") {
  const Node node = Node::Constant(1);
  CHECK_THROWS_AS((void)node.Number("octaves"), Error);
  CHECK_THROWS_AS((void)node.Text("value"), Error);
  CHECK_THROWS_AS((void)node.Inputs("a"), Error);
}

}  // namespace
}  // namespace cobble
