// Tests programs compiled from trees: shared and folded nodes, seeds from paths, errors' places.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "program/program_impl.h"
#include "property/property.h"

namespace cobble::test {
namespace {

Recipe ReadTree(const std::string& members) {
  return ReadRecipe("{\"cobble\": 1, \"size\": 40, " + members + "}", "tree");
}

std::size_t Steps(const Recipe& recipe) { return Program::Compile(recipe).impl().steps.size(); }

bool SamePictures(const Recipe& a, const Recipe& b) {
  return SameBits(RenderImage(Program::Compile(a), Map::kValue),
                  RenderImage(Program::Compile(b), Map::kValue)) &&
         SameBits(RenderImage(Program::Compile(a), Map::kSlope),
                  RenderImage(Program::Compile(b), Map::kSlope));
}

constexpr std::string_view kRocks = R"("seed": 3, "nodes": {"rock": {"type": "abs",
    "source": {"type": "perlin", "octaves": 2}}}, "noise": )";

// Returns a noise's seed from its path: FNV-1a of the path, hashed with the recipe's seed.
uint32_t SeedAt(uint32_t recipe_seed, std::string_view path) {
  uint32_t hash = 0x811C9DC5;
  for (const char c : path) hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193;
  return HashValue(HashEat(HashSeed(recipe_seed), hash));
}

TEST_CASE("a noise in a named node takes its seed from its own path, wherever it is referenced") {
  const std::string copy =
      fmt::format(R"({{"type": "abs", "source": {{"type": "perlin", "octaves": 2, "seed": {}}}}})",
                  SeedAt(3, "/nodes/rock/source"));
  for (const char* const tree :
       {"{0}", R"({{"type": "add", "a": {0}, "b": {0}}})",
        R"({{"type": "multiply", "a": {0},
            "b": {{"type": "transform", "scale": 2, "source": {0}}}}})",
        R"({{"type": "warp", "amount": 0.1, "by": [{0}, {0}], "source": {0}}})",
        R"({{"type": "fractal", "octaves": 3, "source": {0}}})"}) {
    INFO(std::string(tree));
    const std::string refs = fmt::format(fmt::runtime(tree), R"({"ref": "rock"})");
    const std::string copies = fmt::format(fmt::runtime(tree), copy);
    const Recipe shared = ReadTree(std::string(kRocks) + refs);
    CHECK(SamePictures(shared, ReadTree("\"seed\": 3, \"noise\": " + copies)));
    const Oracle oracle(shared);
    CheckMissesAndKinks(PixelsAgainstOracle(shared, oracle, {0, 0, 40, 40}));
  }
}

TEST_CASE("seeds of inputs derive from their paths") {
  const Recipe implicit = ReadTree(R"("seed": 9, "noise": {"type": "warp",
      "by": [0.1, {"type": "value"}], "source": {"type": "perlin"}})");
  const Recipe written =
      ReadTree(fmt::format(R"("noise": {{"type": "warp",
      "by": [0.1, {{"type": "value", "seed": {}}}], "source": {{"type": "perlin", "seed": {}}}}})",
                           SeedAt(9, "/noise/by/1"), SeedAt(9, "/noise/source")));
  CHECK(SamePictures(implicit, written));
}

TEST_CASE("a node referenced twice is computed once") {
  const std::size_t once = Steps(ReadTree(std::string(kRocks) + R"({"ref": "rock"})"));
  CHECK(once == 2);
  CHECK(Steps(ReadTree(std::string(kRocks) +
                       R"({"type": "add", "a": {"ref": "rock"}, "b": {"ref": "rock"}})")) ==
        once + 1);
  CHECK(Steps(ReadTree(std::string(kRocks) +
                       R"({"type": "mix", "a": {"ref": "rock"}, "by": {"ref": "rock"},
      "b": {"type": "invert", "source": {"ref": "rock"}}})")) == once + 2);
  // At other positions the node is computed again.
  CHECK(Steps(ReadTree(std::string(kRocks) + R"({"type": "add", "a": {"ref": "rock"},
      "b": {"type": "transform", "scale": 2, "source": {"ref": "rock"}}})")) == 2 * once + 1);
  // Two equal transforms give the same positions.
  CHECK(Steps(ReadTree(std::string(kRocks) + R"({"type": "add",
      "a": {"type": "transform", "scale": 2, "source": {"ref": "rock"}},
      "b": {"type": "transform", "scale": 2, "source": {"ref": "rock"}}})")) == once + 1);
}

TEST_CASE("chains of constant summands and factors fold into one step") {
  const std::string noise = R"({"type": "perlin", "seed": 1})";
  const auto with_source = [](const std::string& node, const std::string& source) {
    std::string text = node;
    return text.replace(text.find('$'), 1, source);
  };
  const std::string nodes[] = {R"({"type": "add", "a": $, "b": 0.5})",
                               R"({"type": "add", "a": 2, "b": $})",
                               R"({"type": "subtract", "a": 1, "b": $})",
                               R"({"type": "multiply", "a": $, "b": -0.75})",
                               R"({"type": "invert", "source": $})",
                               R"({"type": "remap", "source": $})",
                               R"({"type": "remap", "source": $, "from": [-3, 1], "to": [2, 5]})",
                               R"({"type": "power", "source": $, "exponent": 1})",
                               R"({"type": "transform", "scale": [-1, 1, 1], "source": $})",
                               R"({"type": "divide", "a": $, "b": -4})"};
  std::string chain = noise;
  for (const std::string& node : nodes) {
    chain = with_source(node, chain);
    INFO(chain);
    const Recipe recipe = ReadTree("\"noise\": " + chain);
    CHECK(Steps(recipe) == 2);
    CheckMissesAndKinks(PixelsAgainstOracle(recipe, Oracle(recipe), {0, 0, 40, 40}));
  }
  // Both factors fold into the step of the sum; a constant subtree folds into a number.
  CHECK(Steps(ReadTree("\"noise\": " + fmt::format(R"({{"type": "subtract", "a": {0}, "b": {1}}})",
                                                   with_source(nodes[3], noise),
                                                   with_source(nodes[4], noise)))) == 3);
  CHECK(Steps(ReadTree(R"("noise": {"type": "remap", "source": {"type": "add", "a": 1,
                      "b": {"type": "multiply", "a": 2, "b": 3}}})")) <= 3);
}

// Returns where a recipe is refused, and checks the error's kind; "" if it compiles.
std::string WhereRefused(const std::string& members, ErrorKind kind = ErrorKind::kRecipe) {
  try {
    Program::Compile(ReadTree(members));
  } catch (const Error& error) {
    CHECK(error.kind() == kind);
    CHECK(error.issues().size() == 1);
    return error.issues().front().where;
  }
  return "";
}

// Returns a chain of `count` named nodes, each an operation on a ref to the next.
std::string ChainOf(int count) {
  std::string nodes;
  for (int k = 0; k < count; ++k)
    nodes += fmt::format(R"("n{}": {{"type": "abs", "source": {{"ref": "n{}"}}}}, )", k, k + 1);
  return fmt::format(R"("nodes": {{{}"n{}": {{"type": "perlin"}}}}, "noise": {{"ref": "n0"}})",
                     nodes, count);
}

TEST_CASE("refs may nest 256 levels deep") {
  CHECK(WhereRefused(ChainOf(255)).empty());
  CHECK(WhereRefused(ChainOf(256)).ends_with("/nodes/n255/source"));
}

TEST_CASE("a recipe that unfolds into too many nodes exceeds a limit") {
  std::string noise = R"({"type": "perlin", "frequency": 1e-3})";
  for (int k = 0; k < 3; ++k)
    noise = fmt::format(R"({{"type": "fractal", "octaves": 32, "lacunarity": 1, "source": {}}})",
                        noise);
  CHECK(WhereRefused("\"noise\": " + noise, ErrorKind::kLimit).ends_with("/noise"));
}

// What is refused, and where. In the last rows, displacements and transforms count towards the
// limit of 2^40 cells; a transform inside a warp's source also scales the displacement.
constexpr std::string_view kRefused = R"table(
"nodes": {"a": 1}, "noise": {%"abs", "source": {"ref": "aa"}} => /noise/source/ref
"nodes": {"a": {%"abs", "source": {"ref": "a"}}}, "noise": {"ref": "a"} => /nodes/a/source/ref
"nodes": {"a": {%"abs", "source": {"ref": "b"}}, "b": {%"abs", "source": {"ref": "a"}}},\
  "noise": {%"abs", "source": {"ref": "a"}} => /nodes/b/source/ref
$, "nodes": {"a": {%"warp", "source": 1, "by": {"ref": "b"}},\
  "b": {%"abs", "source": {"ref": "a"}}} => /nodes/b/source/ref
$, "nodes": {"a": {%"abs", "source": {"ref": "a"}}} => /nodes/a/source/ref
$, "nodes": {"a": {%"abs", "source": {"ref": "b"}},\
  "b": {%"warp", "source": 1, "by": [0, {"ref": "a"}]}} => /nodes/b/by/1/ref
$, "nodes": {"a": {%"abs", "source": {"ref": "zz"}}} => /nodes/a/source/ref
$, "nodes": {"a": {%"abs", "source": {"ref": "b"}}, "b": {%"perlin"}} =>
"tiling": true, "noise": {%"transform", "rotate": [0, 0, 180], "scale": [2, -3, 1],\
  "translate": [0.1, 7, 2], @} =>
"tiling": true, "noise": {%"fractal", "lacunarity": 3, @} =>
"tiling": true, "noise": {%"transform", "rotate": [0, 0, 90], "scale": [1, 2, 1], @} =>
"tiling": true, "noise": {%"transform", "rotate": [0, 0, 45], @} => /noise/rotate
"tiling": true, "noise": {%"transform", "scale": 1.3, @} => /noise/scale
"tiling": true, "noise": {%"abs",\
  "source": {%"fractal", "lacunarity": 1.5, @}} => /noise/source/lacunarity
"noise": "perlin() * 1e12 * 1e12 * 1e12" => /noise
"noise": {%"power", "exponent": 100, "source": "10*perlin()"} => /noise
"noise": {%"remap", "from": [1, 1], @} => /noise/from
"noise": {%"clamp", "low": 2, "high": 1, @} => /noise/high
"noise": {%"warp", "by": {%"value"}, "amount": 2e9, #} => /noise/amount
"noise": {%"warp", "by": {%"value"}, "amount": 1e8, #} =>
"noise": {%"transform", "translate": [2e9, 0, 0], #} => /noise/translate
"noise": {%"warp", "by": {%"value"}, "amount": 1e8,\
  "source": {%"transform", "scale": 100, #}} => /noise/amount
)table";

TEST_CASE("what cannot be compiled is refused at the key that is responsible") {
  std::istringstream lines{std::string(kRefused)};
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    if (std::string more; line.ends_with('\\') && std::getline(lines, more))
      line.replace(line.size() - 1, 1, more);
    for (const auto& [mark, text] : {std::pair{'$', R"("noise": {"type": "perlin"})"},
                                     {'@', R"("source": {"type": "perlin"})"},
                                     {'#', R"("source": {"type": "perlin", "frequency": 1e3})"},
                                     {'%', R"("type": )"}})
      for (std::size_t at; (at = line.find(mark)) != line.npos;) line.replace(at, 1, text);
    const std::size_t arrow = line.find(" =>");
    const std::string expected = line.substr(std::min(line.size(), arrow + 4));
    const std::string where = WhereRefused(line.substr(0, arrow));
    CHECK_MESSAGE((expected.empty() ? where.empty() : where.ends_with(expected)),
                  line << ": " << where);
  }
}

}  // namespace
}  // namespace cobble::test
