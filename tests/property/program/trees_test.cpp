// Tests programs compiled from node trees: sharing and folding of nodes, seeds from paths, errors
// and their locations.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

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

// Returns the seed that a noise derives from its path: FNV-1a of the path, hashed with the recipe's
// seed.
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

// The error thrown when a recipe is compiled; empty if there is none.
struct CompileError {
  ErrorKind kind{};
  std::string where, message, hint;
};

CompileError CompileErrorOf(const std::string& members) {
  try {
    Program::Compile(ReadTree(members));
  } catch (const Error& error) {
    CHECK(error.issues().size() == 1);
    const Issue& issue = error.issues().front();
    return {error.kind(), issue.where, issue.message.Text(), issue.hint.Text()};
  }
  return {};
}

TEST_CASE("unknown and cyclic refs are reported at the ref") {
  const CompileError unknown =
      CompileErrorOf(std::string(kRocks) + R"({"type": "abs", "source": {"ref": "rokc"}})");
  CHECK(unknown.kind == ErrorKind::kRecipe);
  CHECK(unknown.where.ends_with("/noise/source/ref"));
  CHECK(unknown.hint == "did you mean \"rock\"?");

  const CompileError self =
      CompileErrorOf(R"("nodes": {"a": {"type": "abs", "source": {"ref": "a"}}},
                                    "noise": {"ref": "a"})");
  CHECK(self.kind == ErrorKind::kRecipe);
  CHECK(self.where.ends_with("/nodes/a/source/ref"));

  const CompileError cycle =
      CompileErrorOf(R"("nodes": {"a": {"type": "warp", "source": 1, "by": {"ref": "b"}},
      "b": {"type": "abs", "source": {"ref": "a"}}},
      "noise": {"type": "abs", "source": {"ref": "a"}})");
  CHECK(cycle.kind == ErrorKind::kRecipe);
  CHECK(cycle.where.ends_with("/nodes/b/source/ref"));
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
  CHECK_NOTHROW(Program::Compile(ReadTree(ChainOf(255))));
  const CompileError deep = CompileErrorOf(ChainOf(256));
  CHECK(deep.kind == ErrorKind::kRecipe);
  CHECK(deep.where.ends_with("/nodes/n255/source"));
  CHECK(deep.message.find("256") != std::string::npos);
}

TEST_CASE("a recipe that unfolds into too many nodes exceeds a limit") {
  std::string noise = R"({"type": "perlin", "frequency": 1e-3})";
  for (int k = 0; k < 3; ++k)
    noise = fmt::format(R"({{"type": "fractal", "octaves": 32, "lacunarity": 1, "source": {}}})",
                        noise);
  const CompileError error = CompileErrorOf("\"noise\": " + noise);
  CHECK(error.kind == ErrorKind::kLimit);
  CHECK(error.where.ends_with("/noise"));
}

TEST_CASE("nodes that cannot tile are reported at the offending field") {
  const auto tiled = [](const std::string& noise) {
    return CompileErrorOf("\"tiling\": true, \"noise\": " + noise);
  };
  const std::string perlin = R"("source": {"type": "perlin"})";
  CHECK(tiled(R"({"type": "transform", "rotate": [0, 0, 180], "scale": [2, -3, 1],
                  "translate": [0.1, 7, 2], )" +
              perlin + "}")
            .where.empty());
  CHECK(tiled(R"({"type": "fractal", "lacunarity": 3, )" + perlin + "}").where.empty());
  CHECK(tiled(R"({"type": "transform", "rotate": [0, 0, 45], )" + perlin + "}")
            .where.ends_with("/noise/rotate"));
  CHECK(tiled(R"({"type": "transform", "scale": 1.3, )" + perlin + "}")
            .where.ends_with("/noise/scale"));
  const std::string turned = R"({"type": "transform", "rotate": [0, 0, 90], "scale": [1, 2, 1], )";
  CHECK(tiled(turned + perlin + "}").where.empty());
  const CompileError fractal = tiled(R"({"type": "abs", "source": {"type": "fractal",
                                    "lacunarity": 1.5, )" +
                                     perlin + "}}");
  CHECK(fractal.kind == ErrorKind::kRecipe);
  CHECK(fractal.where.ends_with("/noise/source/lacunarity"));
}

struct InconsistentField {
  std::string_view noise, where;
};

TEST_CASE("invalid combinations of values are reported at the responsible key") {
  for (const InconsistentField& field :
       {InconsistentField{
            R"({"type": "multiply", "a": {"type": "multiply", "a": {"type": "multiply",
                  "a": {"type": "perlin"}, "b": 1e12}, "b": 1e12}, "b": 1e12})",
            "/noise"},
        InconsistentField{R"({"type": "power", "exponent": 100,
                  "source": {"type": "multiply", "a": {"type": "perlin"}, "b": 10}})",
                          "/noise"},
        InconsistentField{R"({"type": "remap", "source": {"type": "perlin"}, "from": [1, 1]})",
                          "/noise/from"},
        InconsistentField{R"({"type": "clamp", "source": {"type": "perlin"}, "low": 2, "high": 1})",
                          "/noise/high"}}) {
    INFO(std::string(field.noise));
    try {
      Program::Compile(ReadTree("\"noise\": " + std::string(field.noise)));
      FAIL_CHECK("compiled");
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::kRecipe);
      CHECK(error.issues().front().where.ends_with(field.where));
    }
  }
}

// Displacements and transforms count towards the limit of 2^40 cells.
TEST_CASE(
    "warps and transforms that move positions too far are reported at the responsible field") {
  const std::string far = R"("source": {"type": "perlin", "frequency": 1e3})";
  const auto error_of = [](const std::string& noise) {
    return CompileErrorOf("\"noise\": " + noise);
  };
  CHECK(error_of(R"({"type": "warp", "by": {"type": "value"}, "amount": 2e9, )" + far + "}")
            .where.ends_with("/noise/amount"));
  CHECK(error_of(R"({"type": "warp", "by": {"type": "value"}, "amount": 1e8, )" + far + "}")
            .where.empty());
  CHECK(error_of(R"({"type": "transform", "translate": [2e9, 0, 0], )" + far + "}")
            .where.ends_with("/noise/translate"));
  // A transform inside a warp's source also scales the warp's displacement.
  const std::string inner = R"("source": {"type": "transform", "scale": 100, )" + far + "}";
  CHECK(error_of(R"({"type": "warp", "by": {"type": "value"}, "amount": 1e8, )" + inner + "}")
            .where.ends_with("/noise/amount"));
}

TEST_CASE("refs are also checked in unused nodes") {
  const auto error_of = [](const std::string& nodes) {
    return CompileErrorOf(R"("noise": {"type": "perlin"}, "nodes": )" + nodes);
  };
  CHECK(error_of(R"({"a": {"type": "abs", "source": {"ref": "a"}}})")
            .where.ends_with("/nodes/a/source/ref"));
  CHECK(error_of(R"({"a": {"type": "abs", "source": {"ref": "b"}},
                    "b": {"type": "warp", "source": 1, "by": [0, {"ref": "a"}]}})")
            .where.ends_with("/nodes/b/by/1/ref"));
  CHECK(error_of(R"({"a": {"type": "abs", "source": {"ref": "zz"}}})")
            .where.ends_with("/nodes/a/source/ref"));
  CHECK(error_of(R"({"a": {"type": "abs", "source": {"ref": "b"}}, "b": {"type": "perlin"}})")
            .where.empty());
}

}  // namespace
}  // namespace cobble::test
