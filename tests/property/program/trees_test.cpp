// Programs of trees: what is shared and folded, what seeds follow from, what is refused and where.
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

Recipe Read(const std::string& members) {
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

// The seed that the noise below takes from its path.
uint32_t SeedAt(uint32_t recipe_seed, std::string_view path) {
  uint32_t hash = 0x811C9DC5;
  for (const char c : path) hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193;
  return HashValue(HashEat(HashSeed(recipe_seed), hash));
}

TEST_CASE("a noise below a ref has the seed of its path, wherever the ref stands") {
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
    const Recipe shared = Read(std::string(kRocks) + refs);
    CHECK(SamePictures(shared, Read("\"seed\": 3, \"noise\": " + copies)));
    const Oracle oracle(shared);
    Judge(PixelsAgainstOracle(shared, oracle, {0, 0, 40, 40}));
  }
}

TEST_CASE("seeds of inputs follow from their paths") {
  const Recipe implicit = Read(R"("seed": 9, "noise": {"type": "warp",
      "by": [0.1, {"type": "value"}], "source": {"type": "perlin"}})");
  const Recipe written = Read(fmt::format(R"("noise": {{"type": "warp",
      "by": [0.1, {{"type": "value", "seed": {}}}], "source": {{"type": "perlin", "seed": {}}}}})",
                                          SeedAt(9, "/noise/by/1"), SeedAt(9, "/noise/source")));
  CHECK(SamePictures(implicit, written));
}

TEST_CASE("a ref used twice is computed once") {
  const std::size_t once = Steps(Read(std::string(kRocks) + R"({"ref": "rock"})"));
  CHECK(once == 2);
  CHECK(Steps(Read(std::string(kRocks) +
                   R"({"type": "add", "a": {"ref": "rock"}, "b": {"ref": "rock"}})")) == once + 1);
  CHECK(Steps(Read(std::string(kRocks) +
                   R"({"type": "mix", "a": {"ref": "rock"}, "by": {"ref": "rock"},
      "b": {"type": "invert", "source": {"ref": "rock"}}})")) == once + 2);
  // At other positions it is another.
  CHECK(Steps(Read(std::string(kRocks) + R"({"type": "add", "a": {"ref": "rock"},
      "b": {"type": "transform", "scale": 2, "source": {"ref": "rock"}}})")) == 2 * once + 1);
  // The same transform twice is at the same positions.
  CHECK(Steps(Read(std::string(kRocks) + R"({"type": "add",
      "a": {"type": "transform", "scale": 2, "source": {"ref": "rock"}},
      "b": {"type": "transform", "scale": 2, "source": {"ref": "rock"}}})")) == once + 1);
}

TEST_CASE("chains of constant sums and factors are one step") {
  const std::string noise = R"({"type": "perlin", "seed": 1})";
  const auto below = [](const std::string& node, const std::string& source) {
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
                               R"({"type": "transform", "scale": [-1, 1, 1], "source": $})"};
  std::string chain = noise;
  for (const std::string& node : nodes) {
    chain = below(node, chain);
    INFO(chain);
    const Recipe recipe = Read("\"noise\": " + chain);
    CHECK(Steps(recipe) == 2);
    Judge(PixelsAgainstOracle(recipe, Oracle(recipe), {0, 0, 40, 40}));
  }
  // Both factors go into the sum's one step, and what is constant throughout is one number.
  CHECK(Steps(Read("\"noise\": " + fmt::format(R"({{"type": "subtract", "a": {0}, "b": {1}}})",
                                               below(nodes[3], noise), below(nodes[4], noise)))) ==
        3);
  CHECK(Steps(Read(R"("noise": {"type": "remap", "source": {"type": "add", "a": 1,
                      "b": {"type": "multiply", "a": 2, "b": 3}}})")) <= 3);
}

// What compiling says: where and how.
struct Refused {
  ErrorKind kind{};
  std::string where, message, hint;
};

Refused RefusalOf(const std::string& members) {
  try {
    Program::Compile(Read(members));
  } catch (const Error& error) {
    CHECK(error.issues().size() == 1);
    const Issue& issue = error.issues().front();
    return {error.kind(), issue.where, issue.message, issue.hint};
  }
  return {};
}

TEST_CASE("refs to nothing and in circles are refused where they stand") {
  const Refused unknown =
      RefusalOf(std::string(kRocks) + R"({"type": "abs", "source": {"ref": "rokc"}})");
  CHECK(unknown.kind == ErrorKind::kRecipe);
  CHECK(unknown.where.ends_with("/noise/source/ref"));
  CHECK(unknown.hint == "did you mean \"rock\"?");

  const Refused self = RefusalOf(R"("nodes": {"a": {"type": "abs", "source": {"ref": "a"}}},
                                    "noise": {"ref": "a"})");
  CHECK(self.kind == ErrorKind::kRecipe);
  CHECK(self.where.ends_with("/nodes/a/source/ref"));

  const Refused circle =
      RefusalOf(R"("nodes": {"a": {"type": "warp", "source": 1, "by": {"ref": "b"}},
      "b": {"type": "abs", "source": {"ref": "a"}}},
      "noise": {"type": "abs", "source": {"ref": "a"}})");
  CHECK(circle.kind == ErrorKind::kRecipe);
  CHECK(circle.where.ends_with("/nodes/b/source/ref"));
}

// A chain of `count` named nodes, each of the next; two levels each.
std::string ChainOf(int count) {
  std::string nodes;
  for (int k = 0; k < count; ++k)
    nodes += fmt::format(R"("n{}": {{"type": "abs", "source": {{"ref": "n{}"}}}}, )", k, k + 1);
  return fmt::format(R"("nodes": {{{}"n{}": {{"type": "perlin"}}}}, "noise": {{"ref": "n0"}})",
                     nodes, count);
}

TEST_CASE("refs may nest 64 levels deep") {
  CHECK_NOTHROW(Program::Compile(Read(ChainOf(31))));
  const Refused deep = RefusalOf(ChainOf(32));
  CHECK(deep.kind == ErrorKind::kRecipe);
  CHECK(deep.where.ends_with("/nodes/n31/source"));
  CHECK(deep.message.find("64") != std::string::npos);
}

TEST_CASE("a recipe that unfolds without end is a limit") {
  std::string noise = R"({"type": "perlin", "frequency": 1e-3})";
  for (int k = 0; k < 3; ++k)
    noise = fmt::format(R"({{"type": "fractal", "octaves": 32, "lacunarity": 1, "source": {}}})",
                        noise);
  const Refused refused = RefusalOf("\"noise\": " + noise);
  CHECK(refused.kind == ErrorKind::kLimit);
  CHECK(refused.where.ends_with("/noise"));
}

TEST_CASE("what cannot tile is refused, naming the node") {
  const auto tiled = [](const std::string& noise) {
    return RefusalOf("\"tiling\": true, \"noise\": " + noise);
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
            .where.ends_with("/noise/source/frequency"));
  const std::string turned = R"({"type": "transform", "rotate": [0, 0, 90], "scale": [1, 2, 1], )";
  CHECK(tiled(turned + perlin + "}").where.ends_with("/noise/rotate"));
  const Refused fractal = tiled(R"({"type": "abs", "source": {"type": "fractal",
                                    "lacunarity": 1.5, )" +
                                perlin + "}}");
  CHECK(fractal.kind == ErrorKind::kRecipe);
  CHECK(fractal.where.ends_with("/noise/source/lacunarity"));
}

struct Unfit {
  std::string_view noise, where;
};

TEST_CASE("fields that do not go together are refused at the field") {
  for (const Unfit& unfit :
       {Unfit{R"({"type": "multiply", "a": {"type": "multiply", "a": {"type": "multiply",
                  "a": {"type": "perlin"}, "b": 1e12}, "b": 1e12}, "b": 1e12})",
              "/noise"},
        Unfit{R"({"type": "power", "exponent": 100,
                  "source": {"type": "multiply", "a": {"type": "perlin"}, "b": 10}})",
              "/noise"},
        Unfit{R"({"type": "remap", "source": {"type": "perlin"}, "from": [1, 1]})", "/noise/from"},
        Unfit{R"({"type": "clamp", "source": {"type": "perlin"}, "low": 2, "high": 1})",
              "/noise/high"}}) {
    INFO(std::string(unfit.noise));
    try {
      Program::Compile(Read("\"noise\": " + std::string(unfit.noise)));
      FAIL_CHECK("compiled");
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::kRecipe);
      CHECK(error.issues().front().where.ends_with(unfit.where));
    }
  }
}

// Displacements and transforms count where cells are told from 2^40 on.
TEST_CASE("warps and transforms that reach too far are refused at what moves them") {
  const std::string far = R"("source": {"type": "perlin", "frequency": 1e3})";
  const auto refused = [](const std::string& noise) { return RefusalOf("\"noise\": " + noise); };
  CHECK(refused(R"({"type": "warp", "by": {"type": "value"}, "amount": 2e9, )" + far + "}")
            .where.ends_with("/noise/amount"));
  CHECK(refused(R"({"type": "warp", "by": {"type": "value"}, "amount": 1e8, )" + far + "}")
            .where.empty());
  CHECK(refused(R"({"type": "transform", "translate": [2e9, 0, 0], )" + far + "}")
            .where.ends_with("/noise/translate"));
  // What a warp moves, a transform below it moves further.
  const std::string inner = R"("source": {"type": "transform", "scale": 100, )" + far + "}";
  CHECK(refused(R"({"type": "warp", "by": {"type": "value"}, "amount": 1e8, )" + inner + "}")
            .where.ends_with("/noise/amount"));
}

TEST_CASE("refs are checked in nodes that nothing uses, too") {
  const auto refused = [](const std::string& nodes) {
    return RefusalOf(R"("noise": {"type": "perlin"}, "nodes": )" + nodes);
  };
  CHECK(refused(R"({"a": {"type": "abs", "source": {"ref": "a"}}})")
            .where.ends_with("/nodes/a/source/ref"));
  CHECK(refused(R"({"a": {"type": "abs", "source": {"ref": "b"}},
                    "b": {"type": "warp", "source": 1, "by": [0, {"ref": "a"}]}})")
            .where.ends_with("/nodes/b/by/1/ref"));
  CHECK(refused(R"({"a": {"type": "abs", "source": {"ref": "zz"}}})")
            .where.ends_with("/nodes/a/source/ref"));
  CHECK(refused(R"({"a": {"type": "abs", "source": {"ref": "b"}}, "b": {"type": "perlin"}})")
            .where.empty());
}

}  // namespace
}  // namespace cobble::test
