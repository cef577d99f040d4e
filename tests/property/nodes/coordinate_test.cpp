// Tests coordinate, gradient and white: exact values at their edges, bounds, precision.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "property/nodes/positions.h"

namespace cobble::test {
namespace {

const std::string kAxes[] = {R"({"type": "coordinate"})", R"({"type": "coordinate", "axis": "y"})",
                             R"({"type": "coordinate", "axis": "z"})",
                             R"({"type": "coordinate", "axis": "radius"})",
                             R"({"type": "coordinate", "axis": "angle"})"};

TEST_CASE("a coordinate is the position, rounded once, and limited to the picture and its halo") {
  const std::string x = kAxes[0], y = kAxes[1], z = kAxes[2];
  CHECK(SampleAt(x, 0.1, 0.2) == At{0.1f, 1, 0});
  CHECK(SampleAt(x, 0.5, 0) == At{0.5f, 1, 0});
  // 46 x 30 pixels, and a halo of 12 (11.5, rounded).
  CHECK(SampleAt(x, 0.6, 0) == At{0.6f, 1, 0});
  CHECK(SampleAt(x, 0.75, 0) == At{0.75f, 1, 0});
  CHECK(SampleAt(x, -7, 0) == At{-35.0f / 46, 0, 0});
  const std::string wide = R"("domain": {"extent": [4, 1.5]}, )";
  CHECK(SampleAt(y, 1.9, -0.7, wide) == At{-0.7f, 0, 1});
  CHECK(SampleAt(y, 0, 0.8, wide) == At{0.8f, 0, 1});
  CHECK(SampleAt(y, 0, 1.4, wide) == At{1.35f, 0, 0});
  CHECK(SampleAt(y, 0, -1.4, R"("tiling": true, )" + wide) == At{0.1f, 0, 1});
  CHECK(SampleAt(z, 0.3, 0.3, R"("domain": {"slice": 0.25}, )").value == 0);
  CHECK(SampleAt(z, 0.3, 0.3, R"("domain": {"slice": 0.75}, )").value == 0.25f);
  // float32 positions could not distinguish these points.
  const std::string far = R"("domain": {"translate": [1e9, 0], "scale": [1, 1, 1]}, )";
  const std::string back = R"({"type": "transform", "translate": [-1e9, 0], "source": )" + x + "}";
  CHECK(SampleAt(back, 0.125, 0, far).value == 0.125f);
}

TEST_CASE("radius and angle have no slope at the centre") {
  const std::string radius = kAxes[3], angle = kAxes[4];
  const std::string square = R"("domain": {"extent": [2, 2]}, )";
  CHECK(SampleAt(radius, 0, 0) == At{0, 0, 0});
  CHECK(SampleAt(radius, 0.3, -0.4, square) == At{0.5f, 0.6f, -0.8f});
  CHECK(SampleAt(radius, 30, 40, square) ==
        At{static_cast<float>(std::hypot(70.0 / 46, 54.0 / 30)), 0, 0});
  CHECK(SampleAt(angle, 0, 0) == At{0, 0, 0});
  CHECK(SampleAt(angle, 0.5, 0) == At{0, 0, 0});  // where it jumps from 1 to 0
  constexpr float kPerRadian = 0.159154943f;
  CHECK(SampleAt(angle, 0, 0.5) == At{0.25f, -2 * kPerRadian, 0});
  CHECK(SampleAt(angle, -0.5, 0) == At{0.5f, 0, -2 * kPerRadian});
  CHECK(SampleAt(angle, 0, -0.5) == At{0.75f, 2 * kPerRadian, 0});
  CHECK(SampleAt(angle, 1, 1).value == 0.125f);
  CHECK(SampleAt(angle, 0.5, -1e-30).value == 1);
}

// The polynomial's error of 4e-11, and one rounding to float32: 2^-25 above 0.5.
TEST_CASE("the angle is within 3e-8 turns of the exact one") {
  std::vector<Vec3> points;
  Random random(5);
  for (int k = 0; k < 20000; ++k) {
    const double scale = std::exp(random.Uniform(-20, 20));
    points.push_back({scale * random.Uniform(-1, 1), scale * random.Uniform(-1, 1), 0});
  }
  const Points got = Sample(
      Program::Compile(ReadNode(kAxes[4]), {.positions = CompileOptions::kPoints}), points, false);
  double largest = 0;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const double turns = std::atan2(points[k][1], points[k][0]) / (2 * std::acos(-1.0));
    largest = std::max(largest, std::abs(got.value[k] - (turns < 0 ? turns + 1 : turns)));
  }
  CHECK(largest <= 0x1p-25 + 4e-11);
  CHECK(largest > 1e-8);
}

TEST_CASE("the bounds of a coordinate are those of the picture, and of warps") {
  const auto bounds = [](const std::string& noise, const std::string& members = {}) {
    const Program program = Program::Compile(ReadNode(noise, members));
    return std::vector<float>{static_cast<float>(program.low()),
                              static_cast<float>(program.high())};
  };
  using Pair = std::vector<float>;
  const std::string wide = R"("domain": {"extent": [4, 2]}, )";
  CHECK(bounds(kAxes[0], wide) == Pair{-2, 2});
  CHECK(bounds(kAxes[1], wide) == Pair{-1, 1});
  CHECK(bounds(kAxes[2], wide) == Pair{-0.5f, 0.5f});
  CHECK(bounds(kAxes[3], wide) == Pair{0, std::sqrt(5.0f)});
  CHECK(bounds(kAxes[4], wide) == Pair{0, 1});
  CHECK(bounds(kAxes[0], R"("domain": {"translate": [10, 0], "extent": [4, 2]}, )") == Pair{8, 12});
  CHECK(bounds(kAxes[3], R"("domain": {"translate": [5, 0], "extent": [4, 2]}, )") ==
        Pair{3, std::sqrt(50.0f)});
  const std::string warp =
      R"({"type": "warp", "amount": 0.5, "by": {"type": "perlin"}, "source": )" + kAxes[0] + "}";
  CHECK(bounds(warp, wide) == Pair{-2.5f, 2.5f});
  CHECK(bounds(warp, R"("tiling": true, "domain": {"extent": [4, 2]}, )") == Pair{-2, 2});
}

TEST_CASE("a gradient is cut off, starts again or turns at its ends, where its slope is 0") {
  const auto linear = [](const std::string& repeat, double x) {
    return SampleAt(R"({"type": "gradient", "length": 0.5, "repeat": ")" + repeat + "\"}", x, 0.3);
  };
  CHECK(linear("none", 0) == At{0.5f, 2, 0});
  CHECK(linear("none", 0.125) == At{0.75f, 2, 0});
  CHECK(linear("none", 0.3) == At{1, 0, 0});
  CHECK(linear("none", -9) == At{0, 0, 0});
  CHECK(linear("repeat", 0.375) == At{0.25f, 2, 0});
  CHECK(linear("repeat", 0.25) == At{0, 0, 0});
  CHECK(linear("mirror", 0.375) == At{0.75f, -2, 0});
  CHECK(linear("mirror", 0.25) == At{1, 0, 0});
  CHECK(linear("mirror", -0.25) == At{0, 0, 0});
  CHECK(linear("mirror", -0.375) == At{0.25f, -2, 0});
  CHECK(SampleAt(R"({"type": "gradient", "angle": 90})", 0.4, 0.25) == At{0.75f, 0, 1});
  const std::string radial =
      R"({"type": "gradient", "kind": "radial", "centre": [0.25, 0.5], "radius": 2})";
  CHECK(SampleAt(radial, 0.25, 0.5) == At{0, 0, 0});
  CHECK(SampleAt(radial, 1.25, 0.5) == At{0.5f, 0.5f, 0});
  CHECK(SampleAt(radial, 0.25, -9) == At{1, 0, 0});
}

TEST_CASE("the circles of a tiled radial gradient have no seam") {
  const Recipe recipe =
      ReadNode(R"({"type": "gradient", "kind": "radial", "centre": [0.4, -0.3], "radius": 1})",
               R"("tiling": true, "domain": {"extent": [1, 1]}, )");
  const Image image =
      RenderImage(Program::Compile(recipe), Map::kValue, {.window = {0, 0, 93, 30}});
  for (int64_t j = 0; j < 30; ++j)
    for (int64_t i = 0; i + 1 < 93; ++i)
      CHECK(std::abs(*image.Pixel(i, j) - *image.Pixel(i + 1, j)) <= 1.001 / 46);
}

TEST_CASE("white is constant in a cell, has no slope, and fills 0..1 evenly") {
  const Recipe recipe =
      ReadNode(R"({"type": "white", "frequency": 46})", R"("domain": {"extent": [1, 1]}, )");
  const Image image =
      RenderImage(Program::Compile(recipe), Map::kValue, {.window = {0, 0, 300, 300}});
  double sum = 0, squares = 0;
  for (const float v : image.samples) {
    REQUIRE(v >= 0);
    REQUIRE(v <= 1);
    sum += v;
    squares += double{v} * v;
  }
  const double count = static_cast<double>(image.samples.size());
  CHECK(sum / count == doctest::Approx(0.5).epsilon(0.01));
  CHECK(squares / count == doctest::Approx(1.0 / 3).epsilon(0.01));
  const std::string white = R"({"type": "white", "frequency": 4, "seed": 7})";
  CHECK(SampleAt(white, 0.01, 0.01) == SampleAt(white, 0.24, 0.24));
  CHECK(SampleAt(white, 0.01, 0.01).dx == 0);
  CHECK(SampleAt(white, 0.01, 0.01).value != SampleAt(white, 0.26, 0.01).value);
}

}  // namespace
}  // namespace cobble::test
