// Tests that maps and masks of a recipe with a world match the ground: planes of known slope in
// metres, bowls of known radius.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>

#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "cobble/render.h"

namespace cobble {
namespace {

using namespace std::string_literals;

// By default, a plane that rises by 50 m over the picture's width of 100 m. The values -0.5 and 0.5
// are 10 m and 60 m high.
std::string WorldPlane(const std::string& more, const std::string& noise = "x + 0*y") {
  return R"j({"cobble": 1, "range": [-0.5, 0.5], "world": {"width": 100, "heights": [10, 60]},
    "noise": ")j" +
         noise + "\", " + more + "}";
}

// Returns the map's channels in the middle of a window.
std::array<float, 3> WorldSample(const std::string& text, const std::string& map,
                                 Window window = {}) {
  const Recipe recipe = ReadRecipe(text, "f");
  const Program program = Program::Compile(recipe, OptionsFor(recipe, {map}));
  RenderOptions options;
  options.window = window;
  const Image image = RenderImage(program, map, options);
  std::array<float, 3> channels{};
  const auto pixel = static_cast<std::size_t>(image.height / 2 * image.width + image.width / 2);
  for (int c = 0; c < image.channels; ++c)
    channels[static_cast<std::size_t>(c)] =
        image.samples[pixel * static_cast<std::size_t>(image.channels) +
                      static_cast<std::size_t>(c)];
  return channels;
}

const double kPlaneCosine = 1 / std::sqrt(1.25);  // of the slope 1 : 2

TEST_CASE("the normal of a plane of known slope in metres") {
  for (const char* more :
       {R"j("size": 64)j", R"j("size": [64, 16])j", R"j("size": [16, 64])j",
        R"j("size": [65, 33], "domain": {"grid": "vertices"})j", R"j("size": 64, "samples": 2)j",
        R"j("size": [32, 32], "domain": {"extent": [1, 3]})j"}) {
    CAPTURE(more);
    const auto normal = WorldSample(WorldPlane(more), "normal");
    CHECK(normal[0] == doctest::Approx(-0.5 * kPlaneCosine).epsilon(1e-5));
    CHECK(normal[1] == doctest::Approx(0).epsilon(1e-5));
    CHECK(normal[2] == doctest::Approx(kPlaneCosine).epsilon(1e-5));
    CHECK(WorldSample(WorldPlane(more), "normal", {3, 5, 9, 7}) == normal);
  }
}

TEST_CASE("the normal along y, where rows are as many metres apart as columns") {
  // The extent is [1, 0.25]: y rises by 0.25 over 16 rows of 100 / 64 m, 12.5 m over 25 m.
  const auto normal = WorldSample(WorldPlane(R"j("size": [64, 16])j", "y"), "normal");
  CHECK(normal[1] == doctest::Approx(0.5 * kPlaneCosine).epsilon(1e-5));
  CHECK(normal[2] == doctest::Approx(kPlaneCosine).epsilon(1e-5));
}

TEST_CASE("the range decides the metres of a value") {
  const std::string text =
      R"j({"cobble": 1, "size": 32, "range": [-2, 2], "world": {"width": 100, "heights": [0, 200]},
          "noise": "x"})j";
  CHECK(WorldSample(text, "normal")[2] == doctest::Approx(kPlaneCosine).epsilon(1e-5));
}

TEST_CASE("slope-of says true degrees of the height's own node") {
  const double degrees = std::atan(0.5) * 180 / 3.14159265358979;
  for (const char* domain : {R"j("size": 64)j", R"j("size": [64, 16])j",
                             R"j("size": [65, 33], "domain": {"grid": "vertices"})j",
                             R"j("size": 64, "domain": {"extent": [4, 4]})j"}) {
    for (const char* mask : {R"j("slope-of(land)")j", R"j("slope-of(land, radius=0.01)")j"}) {
      CAPTURE(domain);
      CAPTURE(mask);
      const bool is_wide = std::string(domain).find("extent") != std::string::npos;
      const std::string land = is_wide ? R"j("x/4")j" : R"j("x")j";
      const std::string more = std::string(domain) + R"j(, "nodes": {"land": )j" + land +
                               R"j(}, "maps": {"m": )j" + mask + "}";
      CHECK(WorldSample(WorldPlane(more, "land"), "m")[0] ==
            doctest::Approx(degrees).epsilon(1e-4));
    }
  }
  // Twice the scale shows twice as much noise on the same ground.
  const std::string scaled = R"j("size": 64, "domain": {"scale": 2}, "nodes": {"land": "x/2"},)j"
                             R"j( "maps": {"m": "slope-of(land)"})j";
  CHECK(WorldSample(WorldPlane(scaled, "land"), "m")[0] == doctest::Approx(degrees).epsilon(1e-4));
  CHECK(WorldSample(WorldPlane(scaled, "land"), "normal")[2] ==
        doctest::Approx(kPlaneCosine).epsilon(1e-5));
}

TEST_CASE("a strength of the node's own is in units, whatever the world") {
  const std::string more = R"j("size": 64, "maps": {"m": "slope-of(x, strength=1)"})j";
  CHECK(WorldSample(WorldPlane(more), "m")[0] == doctest::Approx(45).epsilon(1e-5));
}

// The pixels of a plane of x are from -0.5 + 1/128 to 0.5 - 1/128.
TEST_CASE("with the range fit, the picture's extremes have the heights of the world") {
  const std::string text = R"j({"cobble": 1, "size": 64, "range": "fit", "noise": "x + 0*y",
    "world": {"width": 100, "heights": [10, 60]}, "maps": {"m": "slope-of(x, strength=1)"}})j";
  const double rise = 50 / (100 * 63.0 / 64);
  CHECK(WorldSample(text, "normal")[2] == doctest::Approx(1 / std::sqrt(1 + rise * rise)));
  CHECK(WorldSample(text, "m")[0] == doctest::Approx(45));
  const std::string mask = R"j({"cobble": 1, "size": 64, "range": "fit", "noise": "x",
    "world": {"width": 100, "heights": [10, 60]}, "maps": {"m": "slope-of(x)"}})j";
  const double degrees = std::atan(rise) * 180 / 3.14159265358979;
  CHECK(WorldSample(mask, "m")[0] == doctest::Approx(degrees).epsilon(1e-4));
  CHECK(WorldSample(mask, "m", {3, 5, 9, 7})[0] == doctest::Approx(degrees).epsilon(1e-4));
}

const std::string kFitted = R"j("noise": "land", "nodes": {"land": "x*x*x + y*y"},
    "world": {"width": 100, "heights": [10, 60]}, "maps": {"m": "slope-of(land)",
    "c": "curvature-of(land, 0.01)"}})j";

TEST_CASE("masks with the range fit are those with the two numbers that it finds") {
  const double edge = 0.5 - 1.0 / 128;
  const Recipe fit = ReadRecipe(R"j({"cobble": 1, "size": 64, "range": "fit", )j" + kFitted, "f");
  const Program value = Program::Compile(fit, OptionsFor(fit, {"value"}));
  const auto all = RenderImage(value, "value").samples;
  const auto [minimum, maximum] = std::ranges::minmax(all);
  CHECK(maximum == doctest::Approx(edge * edge * edge + edge * edge));
  Recipe fixed = fit;
  fixed.range = {RangeMode::kFixed, minimum, maximum};
  for (const char* map : {"m", "c"}) {
    CAPTURE(map);
    const auto expected =
        RenderImage(Program::Compile(fixed, OptionsFor(fixed, {map})), map).samples;
    const Program program = Program::Compile(fit, OptionsFor(fit, {map}));
    for (const int threads : {1, 2}) {
      RenderOptions options;
      options.threads = threads;
      CHECK(RenderImage(program, map, options).samples == expected);
    }
    RenderOptions row;
    row.window = {0, 40, 64, 1};
    const auto part = RenderImage(program, map, row).samples;
    CHECK(std::equal(part.begin(), part.end(), expected.begin() + std::ptrdiff_t{40} * 64));
    // Points, which are at the middle of the pixels, have no picture of their own.
    const Program points =
        Program::Compile(fit, {.positions = CompileOptions::kPoints, .maps = {map}});
    const double x[] = {0.5 / 64, -10.5 / 64}, y[] = {8.5 / 64, 8.5 / 64}, z[] = {0, 0};
    float at[2] = {};
    const std::span<float> maps[] = {at};
    SamplePoints(points, x, y, z, {.maps = maps});
    CHECK(at[0] == doctest::Approx(expected[40 * 64 + 32]).epsilon(1e-5));
    CHECK(at[1] == doctest::Approx(expected[40 * 64 + 21]).epsilon(1e-5));
  }
}

TEST_CASE("with the range fit, a picture of one value is flat, and the noise has no such masks") {
  const std::string world = R"j({"cobble": 1, "size": 64, "range": "fit",
    "world": {"width": 100, "heights": [10, 60]}, "noise": )j";
  CHECK(WorldSample(world + R"j("0.3", "maps": {"m": "slope-of(x)"}})j", "m")[0] == 0);
  const std::string part = world + R"j("slope-of(x)", "maps": {"m": "x"}})j";
  for (const char* map : {"value", "m"})
    CHECK_THROWS_WITH(WorldSample(part, map), doctest::Contains("of which this node is a part"));
  const Recipe recipe =
      ReadRecipe(R"j({"cobble": 1, "size": 64, "range": "fit", )j" + kFitted, "f");
  const Program bare = Program::Compile(recipe, {.slopes = false, .maps = {"m"}, .value = false});
  CHECK_THROWS_WITH(RenderImage(bare, "m"), doctest::Contains("without the value"));
}

// Planes that rise by 1 m per 2 m to the right, or as steeply downwards, whatever units are long.
TEST_CASE("slope-of says degrees of the ground where the domain stretches it") {
  struct Case {
    const char *more, *right, *down;  // the heights of the two planes
  };
  const Case cases[] = {{R"j("size": 64, "domain": {"scale": [1, 2]})j", "x", "y/2"},
                        {R"j("size": [64, 32], "domain": {"extent": [1, 1]})j", "x", "y/2"},
                        {R"j("size": [16, 64], "domain": {"extent": [2, 2]})j", "x/2", "2*y"},
                        {R"j("size": 64, "domain": {"scale": [1, 2], "rotate": 90})j", "y", "x/2"},
                        {R"j("size": [64, 32], "domain": {"extent": [1, 1], "rotate": 45})j",
                         "(x + y)*0.70710678118654752", "(y - x)*0.70710678118654752/2"}};
  const double degrees = std::atan(0.5) * 180 / 3.14159265358979;
  for (const Case& each : cases)
    for (const std::string plane : {each.right, each.down})
      for (const std::string mask : {"slope-of(land)", "slope-of(land, radius=0.01)"}) {
        CAPTURE(each.more);
        CAPTURE(plane);
        CAPTURE(mask);
        const std::string more = each.more + R"j(, "nodes": {"land": ")j"s + plane +
                                 R"j("}, "maps": {"m": ")j" + mask + "\"}";
        CHECK(WorldSample(WorldPlane(more, "land"), "m")[0] ==
              doctest::Approx(degrees).epsilon(1e-4));
        CHECK(WorldSample(WorldPlane(more, "land"), "normal")[2] ==
              doctest::Approx(kPlaneCosine).epsilon(1e-5));
      }
}

TEST_CASE("curvature-of is that of a dome on the ground where the domain stretches it") {
  const std::string dome = R"j({"cobble": 1, "size": [64, 32], "range": [-1, 0],
    "world": {"width": 100, "heights": [0, 5]}, "noise": "land", "domain": {"extent": [1, 1]},
    "nodes": {"land": "0 - (x*x + y*y/4)"}, "curvature": {"scale": 4},
    "maps": {"m": "curvature-of(land, radius=0.1)"}})j";
  CHECK(WorldSample(dome, "m")[0] == doctest::Approx(0.4).epsilon(1e-3));
}

TEST_CASE("masks refuse a domain that tilts the ground") {
  const std::string more =
      R"j("size": 64, "domain": {"rotate": [30, 0, 0]}, "maps": {"m": "slope-of(x)"})j";
  CHECK_THROWS_WITH(WorldSample(WorldPlane(more), "m"), doctest::Contains("the domain tilts it"));
}

TEST_CASE("curvature is that of a dome on the ground") {
  // z = -(x^2 + y^2) / (2 R) with R = 1 km on 100 m: 0.5 d^2 z is 1 / R. A dome of `scale` picture
  // widths is 1, so one of 1 km, 10 widths, is scale / 10.
  const std::string dome = R"j({"cobble": 1, "size": 64, "range": [-1, 0],
    "world": {"width": 100, "heights": [0, 5]}, "noise": "land",
    "nodes": {"land": "0 - (x*x + y*y)"}, "curvature": {"scale": 4, "radius": 0.1},
    "maps": {"m": "curvature-of(land, radius=0.1)"}})j";
  CHECK(WorldSample(dome, "m")[0] == doctest::Approx(0.4).epsilon(1e-3));
  CHECK(WorldSample(dome, "curvature")[0] == doctest::Approx(0.5 + 0.5 * 0.4).epsilon(1e-3));
}

TEST_CASE("occlusion of a wall at the edge of a plain") {
  // At a pixel just left of a cliff of 50 m: the tangent to the pixel beside it is 50 m per step.
  const std::string cliff = R"j({"cobble": 1, "size": 100, "range": [0, 1],
    "world": {"width": 1000, "heights": [0, 10]}, "noise": "threshold(x, 0, 0)",
    "ao": {"radius": 0.01}})j";
  // One step is 10 m, so the cliff's tangent is 1: half of the light from its direction is lost.
  const auto ao = WorldSample(cliff, "ao", {49, 50, 1, 1});
  // Directions 0 and 45 degrees, up and down, meet the cliff at 1 and sqrt 2 steps.
  CHECK(ao[0] == doctest::Approx((5 + 0.5 + 2 * (2.0 / 3)) / 8).epsilon(1e-4));
}

}  // namespace
}  // namespace cobble
