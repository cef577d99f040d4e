// Tests that maps with a neighbourhood (curvature, ao) have no frame at the picture's edges, where
// coordinates go on, and that all values stay finite there.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "property/property.h"

namespace cobble::test {
namespace {

constexpr Map kHaloMaps[] = {Map::kCurvature, Map::kAo};

const std::string kX = R"({"type": "coordinate"})", kY = R"({"type": "coordinate", "axis": "y"})",
                  kRadius = R"({"type": "coordinate", "axis": "radius"})";

std::string Operation(const std::string& type, const std::string& a, const std::string& b) {
  return fmt::format(R"({{"type": "{}", "a": {}, "b": {}}})", type, a, b);
}

std::string Sine(const std::string& source) {
  return R"({"type": "sine", "source": )" + source + "}";
}

std::string Power(const std::string& source, int exponent) {
  return fmt::format(R"({{"type": "power", "exponent": {}, "source": {}}})", exponent, source);
}

TEST_CASE("a tilted plane has the same curvature and ao up to the edges") {
  for (const std::string& axis : {kX, kY}) {
    const Program program = Program::Compile(
        test::ReadMembers(R"("size": 64, "range": "none", "normal": {"strength": 1},
                "curvature": {"scale": 0.5, "radius": 0.05}, "ao": {"radius": 0.1}, "noise": )" +
                          axis));
    for (const float x : RenderImage(program, Map::kCurvature).samples) REQUIRE(x == 0.5f);
    for (const float x : RenderImage(program, Map::kAo).samples)
      REQUIRE(std::abs(x - 0.854f) < 1e-3f);
  }
}

// A picture of `zoom` units in pixels of the same size, whose maps read the same pixels.
Program Zoomed(const std::string& noise, const std::string& domain, int zoom, double radius) {
  const Recipe recipe = test::ReadMembers(fmt::format(
      R"("size": [{0}, {1}], "range": "none", "normal": {{"strength": {2}}},
         "curvature": {{"scale": {3}, "radius": {4}}}, "ao": {{"radius": {4}}},
         "domain": {{{5} "extent": [{6}, {7}]}}, "noise": {8})",
      64 * zoom, 40 * zoom, 0.3 / zoom, 0.2 / zoom, radius / zoom, domain, zoom, zoom * 0.625,
      noise));
  return Program::Compile(recipe);
}

TEST_CASE("curvature and ao are those of the same place in a larger picture") {
  const std::string nodes[] = {
      kX,
      kRadius,
      Operation("multiply", kX, kX),
      Operation("multiply", kY, Operation("add", kX, kY)),
      Sine(kX),
      Sine(kRadius),
      Operation("subtract", "1", Power(kRadius, 2)),
      R"({"type": "transform", "rotate": 30, "scale": [2, 0.7], "source": )" + Sine(kX) + "}",
      R"({"type": "warp", "amount": 0.2, "by": {"type": "perlin"}, "source": )" + kX + "}",
      R"({"type": "warp", "amount": 0.2, "by": )" + kX + R"(, "source": {"type": "perlin"}})"};
  for (const std::string& node : nodes)
    for (const char* const domain : {"", R"("rotate": [0, 0, 33],)", R"("translate": [3, -1],)"})
      for (const double radius : {0.0, 0.05, 0.25})
        for (const Map map : kHaloMaps) {
          INFO(node, " ", domain, " ", radius);
          const Image small = RenderImage(Zoomed(node, domain, 1, radius), map);
          const Image large =
              RenderImage(Zoomed(node, domain, 3, radius), map, {.window = {64, 40, 64, 40}});
          double largest = 0;
          for (std::size_t k = 0; k < small.samples.size(); ++k)
            largest = std::max<double>(largest, std::abs(small.samples[k] - large.samples[k]));
          CHECK(largest <= 1e-4);
        }
}

// The two have different formulas, which agree for polynomials of degree 3.
TEST_CASE("the map curvature is half of curvature-of above 0.5, up to the edges") {
  for (const std::string& node :
       {Operation("multiply", kX, kY), Operation("multiply", kX, Operation("multiply", kY, kY)),
        Power(kRadius, 2)}) {
    const std::string members =
        R"("size": 64, "range": "none", "normal": {"strength": 0.4},
           "curvature": {"scale": 0.2, "radius": 0.0625}, "noise": )";
    const Image map =
        RenderImage(Program::Compile(test::ReadMembers(members + node)), Map::kCurvature);
    const Image mask = RenderImage(
        Program::Compile(
            test::ReadMembers(members + R"({"type": "curvature-of", "radius": 0.0625, "source": )" +
                              node + "}"),
            {.slopes = false}),
        Map::kValue);
    for (std::size_t k = 0; k < map.samples.size(); ++k)
      REQUIRE(std::abs(map.samples[k] - (0.5f + 0.5f * mask.samples[k])) <= 1e-4f);
  }
}

// Their bounds are near the limits, and the values beyond the edges far above.
std::vector<std::string> Growing() {
  const std::string steep = Power(Operation("multiply", kX, "2"), 100),
                    half = Operation("multiply", Operation("multiply", steep, "1e12"), "900"),
                    huge = Operation("multiply", Operation("multiply", half, "1e12"), "400");
  const std::string exp =
      R"({"type": "exp", "source": )" + Operation("multiply", kX, "137.9") + "}";
  return {
      exp,
      Operation("multiply", exp, R"({"type": "perlin"})"),
      huge,
      Operation("multiply", half, half),
      Operation("subtract", huge, Operation("multiply", huge, "0.5")),
      Operation("divide", huge, Operation("add", kX, "1")),
      Operation("divide", "1", Operation("add", kX, "0.5000001")),
      Operation("modulo", huge, Operation("add", kX, "1")),
      R"({"type": "terrace", "levels": 256, "source": )" + huge + "}",
      R"({"type": "terrace", "levels": 256, "source": )" + Power(steep, 100) + "}",
      R"({"type": "ridge", "source": )" + half + "}",
      R"({"type": "mix", "a": )" + huge + R"(, "b": -1e12, "by": )" + steep + "}",
      R"({"type": "smooth-min", "width": 1e-6, "a": )" + huge + R"(, "b": -1e12})",
      R"({"type": "log", "source": )" + Operation("add", exp, "0.001") + "}",
      R"({"type": "curve", "points": [[-1, 3], [0, 1e9], [1e9, -1e9]], "source": )" + huge + "}",
      R"({"type": "floor", "source": )" + huge + "}",
      Sine(huge),
      R"({"type": "warp", "amount": 1000, "by": )" + steep + R"(, "source": {"type": "perlin"}})",
      R"({"type": "warp", "amount": 1000, "by": )" + steep + R"(, "source": {"type": "voronoi"}})",
      R"({"type": "warp", "by": )" + huge + R"(, "amount": 1e-31, "source": )" + half + "}",
      R"({"type": "luminance", "source": {"type": "adjust", "hue": 40, "contrast": 2, "source":
          {"type": "channels", "red": )" +
          steep + R"(, "green": )" + steep + R"(, "blue": 1}}})",
  };
}

TEST_CASE("values beyond the edges are finite, and maps within their limits") {
  for (const std::string& node : Growing())
    for (const char* const range : {"\"none\"", "\"natural\"", "\"fit\"", "[0, 1]"}) {
      INFO(range, " ", node);
      const Program program = Program::Compile(
          test::ReadMembers(fmt::format(R"("size": 48, "range": {}, "normal": {{"strength": 1}},
                              "curvature": {{"radius": 0.25}}, "ao": {{"radius": 0.25}},
                              "noise": {})",
                                        range, node)));
      for (const Map map : {Map::kCurvature, Map::kAo, Map::kNormal}) {
        const float low = map == Map::kNormal ? -1 : 0;
        const Image image = RenderImage(program, map);
        CHECK(
            std::ranges::all_of(image.samples, [&](float x) { return x >= low && x <= 1.0001f; }));
      }
      const Image value = RenderImage(program, Map::kValue, {.window = {-40, -40, 128, 128}});
      CHECK(std::ranges::all_of(value.samples, [](float x) { return std::isfinite(x); }));
      const Image inside = RenderImage(program, Map::kValue);
      const auto is_within = [&](float x) {
        const double margin = 1e-5 * std::max(std::abs(program.low()), std::abs(program.high()));
        return x >= program.low() - margin && x <= program.high() + margin;
      };
      CHECK(std::ranges::all_of(inside.samples, is_within));
    }
}

}  // namespace
}  // namespace cobble::test
