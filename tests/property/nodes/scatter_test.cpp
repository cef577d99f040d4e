// Tests what is special to scatter: its stamps' overlaps, ids and places.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <set>
#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "property/nodes/positions.h"

namespace cobble::test {
namespace {

constexpr const char* kCone =
    R"({"type": "invert", "source": {"type": "gradient", "kind": "radial"}})";

// The picture is smaller than a stamp, which overlaps its own copies.
TEST_CASE("a picture of one cell tiles") {
  for (const char* overlap : {"max", "add", "over"}) {
    const Recipe recipe =
        ReadNode(fmt::format(
                     R"({{"type": "scatter", "source": {}, "frequency": 1, "radius": 2,
                                 "overlap": "{}"}})",
                     kCone, overlap),
                 R"("tiling": true, "domain": {"extent": [1, 1]}, )");
    CompareWithOracle(recipe);
    CheckRepeats(recipe);
    const Points points = Sample(Program::Compile(recipe, {.positions = CompileOptions::kPoints}),
                                 std::vector<Vec3>{{-0.499999, 0.2, 0}, {0.499999, 0.2, 0}});
    CHECK(points.value[0] == doctest::Approx(points.value[1]).epsilon(1e-4));
  }
}

TEST_CASE("the bound of a sum counts the stamps that can overlap") {
  const auto high = [](const char* members) {
    return Program::Compile(
               ReadNode(fmt::format(R"({{"type": "scatter", "source": 1, "overlap": "add", {}}})",
                                    members)))
        .high();
  };
  CHECK(high(R"("radius": 0.5)") == 4);
  CHECK(high(R"("radius": 0.5, "density": 1.2)") == 8);
  CHECK(high(R"("radius": 0.4, "jitter": 0)") == 1);
  CHECK(high(R"("radius": 1)") == 9);
  CHECK(high(R"("radius": 2)") == 23);
  CHECK(high(R"("radius": 2, "density": 0)") == 0);
}

TEST_CASE("stamps are at the points of voronoi, and have its ids") {
  const std::string points = R"("frequency": 6, "pattern": "stones")";
  const Recipe distance = ReadNode(R"({"type": "voronoi", )" + points + "}");
  const Recipe id = ReadNode(R"({"type": "voronoi", "function": "cell-id", )" + points + "}");
  const std::string stamps =
      R"({"type": "scatter", "density": 2, "radius": 2, "source": )" + std::string(kCone) + ", ";
  const Image want = RenderImage(Program::Compile(distance), Map::kValue);
  const Image got = RenderImage(Program::Compile(ReadNode(stamps + points + "}")), Map::kValue);
  for (std::size_t k = 0; k < want.samples.size(); ++k)
    if (want.samples[k] < 1) REQUIRE(1 - got.samples[k] == doctest::Approx(want.samples[k] / 2));
  const Image want_id = RenderImage(Program::Compile(id), Map::kValue);
  const Image got_id = RenderImage(
      Program::Compile(ReadNode(stamps + R"("function": "id", )" + points + "}")), Map::kValue);
  int different = 0;
  for (std::size_t k = 0; k < want_id.samples.size(); ++k)
    if (want.samples[k] < 1) different += want_id.samples[k] != got_id.samples[k];
  CHECK(different <= 1);
}

TEST_CASE("a stamp is the disc of 1 unit in the middle of its source") {
  const auto at = [](const char* source, double x, double y) {
    return SampleAt(fmt::format(R"({{"type": "scatter", "source": {}, "frequency": 1,
                                    "radius": 0.25, "jitter": 0, "turn": 0}})",
                                source),
                    x, y);
  };
  const char* const x = R"({"type": "add", "a": 1, "b": {"type": "coordinate", "axis": "x"}})";
  CHECK(at(x, 0.5, 0.5) == At{1, 2, 0});
  CHECK(at(x, 0.625, 0.5) == At{1.25f, 2, 0});
  CHECK(at(x, 0.7499, 0.5).value == doctest::Approx(1.5).epsilon(1e-3));
  CHECK(at(x, 0.75, 0.5) == At{0, 0, 0});
  CHECK(at(x, 0.68, 0.68) == At{0, 0, 0});
}

std::size_t DifferentValues(const std::string& noise) {
  const Recipe recipe = ReadRecipe(
      R"({"cobble": 1, "size": 300, "tiling": true, "range": "none", "noise": )" + noise + "}",
      "scatter");
  const Image image = RenderImage(Program::Compile(recipe), Map::kValue);
  return std::set<float>(image.samples.begin(), image.samples.end()).size();
}

TEST_CASE("every stamp has one id, which its parts on both sides of a seam share") {
  const char* const text =
      R"({{"type": "scatter", "source": 1, "frequency": 8, "radius": {},
                              "jitter": {}, "density": {}, "function": "{}"}})";
  CHECK(DifferentValues(fmt::format(fmt::runtime(text), 0.3, 0, 1, "id")) == 64 + 1);
  CHECK(DifferentValues(fmt::format(fmt::runtime(text), 0.1, 1, 1, "id")) == 64 + 1);
  CHECK(DifferentValues(fmt::format(fmt::runtime(text), 0.3, 0, 0, "id")) == 1);
  CHECK(DifferentValues(fmt::format(fmt::runtime(text), 0.3, 0, 1, "height")) == 2);
  const std::size_t half = DifferentValues(fmt::format(fmt::runtime(text), 0.3, 0, 0.5, "id"));
  CHECK(half > 20);
  CHECK(half < 45);
}

TEST_CASE("steps after a scatter see what was computed before it") {
  const std::string perlin = R"({"type": "abs", "source": {"type": "perlin", "seed": 3}})";
  const std::string scatter = fmt::format(
      R"({{"type": "scatter", "seed": 5, "source": {{"type": "multiply", "a": {0}, "b": {0}}}}})",
      perlin);
  const auto image = [](const std::string& node) {
    return RenderImage(Program::Compile(ReadNode(node)), Map::kValue).samples;
  };
  const auto a = image(perlin), b = image(scatter);
  const auto sum = image(R"({"type": "add", "a": )" + perlin + R"(, "b": {"type": "add", "a": )" +
                         scatter + R"(, "b": )" + perlin + "}}");
  for (std::size_t k = 0; k < sum.size(); ++k) REQUIRE(sum[k] == a[k] + (b[k] + a[k]));
}

}  // namespace
}  // namespace cobble::test
