// Tests slope-of and curvature-of of surfaces whose slopes and curvatures are
// known, and against the maps slope and curvature.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "property/nodes/positions.h"

namespace cobble::test {
namespace {

// The values of a mask of one source, at a point.
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
  // The defaults are those of the maps.
  const std::string defaults = R"("normal": {"strength": 0.5}, "curvature": {"scale": 0.2}, )";
  CHECK(MaskAt(mask(R"("radius": 0.05)", bowl), 0.1, 0.05, defaults) ==
        doctest::Approx(-0.2).epsilon(1e-4));
}

// Compares a mask of the node "s" with a channel of a map of "s", pixel by
// pixel. Returns the largest difference.
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

// The map compares slopes at four pixels, the node values at 8 places and the middle.
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
