// Tests the public calls with invalid arguments: each call throws an error and writes nothing.
#include <doctest/doctest.h>

#include <functional>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "cobble/render.h"
#include "support/errors.h"

namespace cobble {
namespace {

// Returns the message of the error that the call throws, which must be kUsage; empty if none.
std::string Refusal(const std::function<void()>& call) {
  return test::TextIn(call, ErrorKind::kUsage, "");
}

Recipe Noise() {
  return ReadRecipe(R"({"cobble": 1, "size": 8, "noise": {"type": "perlin"}})", "text");
}

Program ForPoints(bool slopes = true) {
  return Program::Compile(Noise(), {.positions = CompileOptions::kPoints, .slopes = slopes});
}

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr float kUntouched = -7;

// Points and arrays for their results, whose lengths a test may change.
struct Samples {
  std::vector<double> x{0.5, 1.5, 2.5}, y{1, 2, 3}, z{0, 0, 0};
  std::vector<float> value = Room(), dx = Room(), dy = Room(), dz = Room();

  static std::vector<float> Room() { return std::vector<float>(3, kUntouched); }

  std::string Take(const Program& program) {
    return Refusal([&] { SamplePoints(program, x, y, z, {value, dx, dy, dz}); });
  }
  bool IsUntouched() const {
    for (const auto* results : {&value, &dx, &dy, &dz})
      for (const float result : *results)
        if (result != kUntouched) return false;
    return true;
  }
};

TEST_CASE("points are sampled into matching arrays") {
  Samples samples;
  CHECK(samples.Take(ForPoints()) == "");
  CHECK(samples.value[2] != kUntouched);
  CHECK(samples.dz[2] == 0);
  Samples values;
  values.dx = values.dy = values.dz = {};
  CHECK(values.Take(ForPoints(false)) == "");
  CHECK(values.value == samples.value);
  Samples slope;
  slope.value = slope.dx = slope.dz = {};
  CHECK(slope.Take(ForPoints()) == "");
  CHECK(slope.dy == samples.dy);
  CHECK(Refusal([&] { SamplePoints(ForPoints(), {}, {}, {}, {}); }) == "");
}

TEST_CASE("points are rejected if lengths differ") {
  const Program program = ForPoints();
  const std::pair<std::function<void(Samples&)>, std::string> cases[] = {
      {[](Samples& s) { s.y.pop_back(); }, "y must be as long as x (3), got 2"},
      {[](Samples& s) { s.z = {}; }, "z must be as long as x (3), got 0"},
      {[](Samples& s) { s.x.push_back(1); }, "y must be as long as x (4), got 3"},
      {[](Samples& s) { s.x = s.y = s.z = {}; }, "value must be empty or as long as x (0), got 3"},
      {[](Samples& s) { s.value.pop_back(); }, "value must be empty or as long as x (3), got 2"},
      {[](Samples& s) { s.dx.push_back(0); }, "dx must be empty or as long as x (3), got 4"},
      {[](Samples& s) { s.dy.pop_back(); }, "dy must be empty or as long as x (3), got 2"},
      {[](Samples& s) { s.dz.pop_back(); }, "dz must be empty or as long as x (3), got 2"}};
  for (const auto& row : cases) {  // clang 14 cannot capture structured bindings
    CAPTURE(row.second);
    Samples samples;
    row.first(samples);
    CHECK(samples.Take(program) == row.second);
  }
}

TEST_CASE("points that are not finite are rejected before anything is written") {
  for (const double bad : {kNan, kInfinity, -kInfinity}) {
    for (std::vector<double> Samples::*axis : {&Samples::x, &Samples::y, &Samples::z}) {
      Samples samples;
      (samples.*axis)[2] = bad;
      CHECK(samples.Take(ForPoints()) == "point 2 has a coordinate that is not finite");
      CHECK(samples.IsUntouched());
    }
  }
  Samples far;
  far.x[1] = 1e13;
  try {
    SamplePoints(ForPoints(), far.x, far.y, far.z, {far.value, {}, {}, {}});
    FAIL("a point too far away is sampled");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::kRecipe);
  }
  CHECK(far.IsUntouched());
}

TEST_CASE("points that are not finite are rejected even for a constant") {
  const Recipe recipe =
      ReadRecipe(R"({"cobble": 1, "noise": {"type": "constant", "value": 3}})", "text");
  const Program program = Program::Compile(recipe, {.positions = CompileOptions::kPoints});
  Samples samples;
  CHECK(samples.Take(program) == "");
  samples.x[0] = kNan;
  CHECK(samples.Take(program) == "point 0 has a coordinate that is not finite");
}

TEST_CASE("points are rejected if the program was compiled without what they need") {
  Samples samples;
  CHECK(samples.Take(Program::Compile(Noise())) ==
        "points need a program compiled for points; set CompileOptions::positions to kPoints");
  CHECK(samples.Take(ForPoints(false)) ==
        "dx needs a program compiled with slopes; set CompileOptions::slopes");
  CHECK(samples.IsUntouched());
}

TEST_CASE("pictures are rejected if the program was compiled without what they need") {
  const auto refusal = [](const Program& program, Map map) {
    return Refusal([&] { RenderImage(program, map); });
  };
  const Program values = Program::Compile(Noise(), {.slopes = false});
  CHECK(refusal(values, Map::kHeight) == "");
  CHECK(refusal(values, Map::kValue) == "");
  CHECK(refusal(values, Map::kNormal) ==
        "program: was compiled without slopes, which the map \"normal\" needs; use OptionsFor");
  CHECK(refusal(values, Map::kSlope) ==
        "program: was compiled without slopes, which the map \"slope\" needs; use OptionsFor");
  const Program whole = Program::Compile(Noise());
  for (const Map map : {Map::kHeight, Map::kNormal, Map::kSlope, Map::kValue}) {
    CHECK(refusal(whole, map) == "");
    CHECK(refusal(ForPoints(), map) ==
          "program: was compiled for points, not for pixels; use OptionsFor");
  }
  CHECK(refusal(whole, static_cast<Map>(99)) == "map: unknown map \"unknown\"");
  CHECK(refusal(whole, static_cast<Map>(-1)) == "map: unknown map \"unknown\"");
}

Recipe WithMaps() {
  return ReadRecipe(R"({"cobble": 1, "size": [20, 9], "noise": {"ref": "rock"},
                        "nodes": {"rock": {"type": "perlin"}},
                        "maps": {"color": "#ff8000",
                                 "wet": {"type": "abs", "source": {"ref": "rock"}}},
                        "pack": {"pair": ["wet", "height"]}})",
                    "r");
}

TEST_CASE("maps of the recipe are rendered by name") {
  const Recipe recipe = WithMaps();
  const auto render = [&](const MapName& map) {
    return RenderImage(Program::Compile(recipe, OptionsFor(recipe, {map})), map);
  };
  const Image color = render("color");
  CHECK(color.channels == 3);
  CHECK(color.samples[0] == 1);
  CHECK(color.samples[1] == doctest::Approx(0.2158605));
  CHECK(color.samples[2] == 0);
  const Image value = render(Map::kValue), wet = render("wet"), pair = render("pair");
  const Image height = render("height"), node = render("@rock");
  REQUIRE(pair.channels == 2);
  for (std::size_t k = 0; k < value.samples.size(); ++k) {
    CHECK(wet.samples[k] == std::abs(value.samples[k]));
    CHECK(pair.samples[2 * k] == wet.samples[k]);
    CHECK(pair.samples[2 * k + 1] == height.samples[k]);
    CHECK(node.samples[k] == value.samples[k]);
  }
}

TEST_CASE("channels and inverses of maps are maps") {
  const Recipe recipe = WithMaps();
  const auto render = [&](const MapName& map) {
    return RenderImage(Program::Compile(recipe, OptionsFor(recipe, {map})), map);
  };
  const Image normal = render(Map::kNormal), y = render("normal.y"), pair = render("pair");
  const Image down = render("invert:normal.g"), wet = render("invert:pair.r"),
              tall = render("pair.g");
  REQUIRE(y.channels == 1);
  for (std::size_t k = 0; k < y.samples.size(); ++k) {
    CHECK(y.samples[k] == normal.samples[3 * k + 1]);
    CHECK(down.samples[k] == -y.samples[k]);
    CHECK(wet.samples[k] == 1 - pair.samples[2 * k]);
    CHECK(tall.samples[k] == pair.samples[2 * k + 1]);
  }
  CHECK_FALSE(OptionsFor(recipe, {"pair.r"}).value);
  CHECK(Refusal([&] { OptionsFor(recipe, {"pair.b"}); }) ==
        "maps: the map pair has no channel \"b\"; its channels are r and g");
  CHECK(Refusal([&] { OptionsFor(recipe, {"norml.z"}); }) ==
        "maps: unknown map \"norml.z\"; did you mean \"normal.z\"?");
  CHECK(Refusal([&] { OptionsFor(recipe, {"Albedo"}); }) ==
        "maps: unknown map \"Albedo\"; did you mean \"color\"?");
}

TEST_CASE("options for maps ask for what the maps need, and no more") {
  const Recipe recipe = WithMaps();
  const CompileOptions color = OptionsFor(recipe, {"color"});
  CHECK_FALSE(color.value);
  CHECK_FALSE(color.slopes);
  CHECK(color.maps == std::vector<std::string>{"color"});
  const CompileOptions all = OptionsFor(recipe, {"pair", "normal", "@rock", "wet"});
  CHECK(all.value);
  CHECK(all.slopes);
  CHECK(all.maps == std::vector<std::string>{"wet", "@rock"});
  CHECK(Refusal([&] { OptionsFor(recipe, {"colour"}); }) ==
        "maps: unknown map \"colour\"; did you mean \"color\"?");
}

TEST_CASE("maps that the program does not compute are rejected") {
  const Recipe recipe = WithMaps();
  const Program height = Program::Compile(recipe);
  CHECK(Refusal([&] { RenderImage(height, "color"); }) ==
        "program: was compiled without the map \"color\"; use OptionsFor");
  CHECK(Refusal([&] { RenderImage(height, "pair"); }) ==
        "program: was compiled without the map \"wet\"; use OptionsFor");
  const Program color = Program::Compile(recipe, OptionsFor(recipe, {"color"}));
  CHECK(Refusal([&] { RenderImage(color, "height"); }) ==
        "program: was compiled without the value, which the map \"height\" needs; use OptionsFor");
}

TEST_CASE("pictures are rejected if an option is out of range") {
  const Program program = Program::Compile(Noise());
  const auto refusal = [&](const RenderOptions& options) {
    return Refusal([&] { RenderImage(program, Map::kHeight, options); });
  };
  CHECK(refusal({.window = {-3, 5, 2, 2}, .threads = 2, .tile_columns = 1}) == "");
  CHECK(refusal({.threads = -1}) == "RenderOptions::threads must be 0 or more, got -1");
  CHECK(refusal({.tile_columns = -16}) == "RenderOptions::tile_columns must be 0 or more, got -16");
  CHECK(refusal({.window = {0, 0, -1, 4}}) ==
        "the width of RenderOptions::window must be 0 or more, got -1");
  CHECK(refusal({.window = {0, 0, 4, std::numeric_limits<int64_t>::min()}}) ==
        "the height of RenderOptions::window must be 0 or more, got -9223372036854775808");
  constexpr int64_t kFar = std::numeric_limits<int64_t>::max();
  for (const Window& window : {Window{kFar, 0, 1, 1}, Window{0, -kFar, 1, 1}, Window{0, 0, kFar, 1},
                               Window{0, 0, 1, kFar}})
    CHECK(refusal({.window = window}) != "");
}

TEST_CASE("an image gives access only to its own pixels") {
  const Image image =
      RenderImage(Program::Compile(Noise()), Map::kNormal, {.window = {0, 0, 3, 2}});
  for (int64_t y = 0; y < 2; ++y)
    for (int64_t x = 0; x < 3; ++x)
      CHECK(image.Pixel(x, y) == image.samples.data() + (y * 3 + x) * 3);
  const auto refusal = [](const Image& picture, int64_t x, int64_t y) {
    return Refusal([&] { picture.Pixel(x, y); });
  };
  constexpr int64_t kFar = std::numeric_limits<int64_t>::max();
  CHECK(refusal(image, 3, 0) == "the picture has no pixel 3,0");
  CHECK(refusal(image, 0, 2) == "the picture has no pixel 0,2");
  CHECK(refusal(image, -1, 1) == "the picture has no pixel -1,1");
  CHECK(refusal(image, 1, -1) == "the picture has no pixel 1,-1");
  CHECK(refusal(Image(), 0, 0) == "the picture has no pixel 0,0");
  Image incomplete = image;
  incomplete.samples.resize(3 * 4 - 1);
  CHECK(refusal(incomplete, 2, 0) == "");
  CHECK(refusal(incomplete, 0, 1) != "");
  incomplete = {kFar, kFar, 1, {1, 2, 3}};
  CHECK(refusal(incomplete, 2, 0) == "");
  CHECK(refusal(incomplete, 0, 1) != "");
  CHECK(refusal(incomplete, kFar - 1, kFar - 1) != "");
  incomplete = {1, 1, 0, {1}};
  CHECK(refusal(incomplete, 0, 0) != "");
}

TEST_CASE("a program can be compiled for pixels only or for points only") {
  CompileOptions options;
  for (const int positions : {-1, 2, 99}) {
    options.positions = static_cast<CompileOptions::Positions>(positions);
    CHECK(Refusal([&] { Program::Compile(Noise(), options); }) ==
          "CompileOptions::positions must be kPixels or kPoints, got " + std::to_string(positions));
  }
  CHECK(Refusal([] { Program::Compile(Noise(), {.simd = "mmx"}); }) != "");
}

TEST_CASE("every use of a moved-from program is an error") {
  Program program = Program::Compile(Noise());
  Program points = ForPoints();
  const Program other = std::move(program), more = std::move(points);
  const std::string moved = "this Program has been moved from and can no longer be used";
  CHECK(Refusal([&] { RenderImage(program, Map::kHeight); }) == moved);
  CHECK(Samples().Take(points) == moved);
  CHECK(Refusal([&] { program.recipe(); }) == moved);
  CHECK(Refusal([&] { program.low(); }) == moved);
  CHECK(Refusal([&] { program.high(); }) == moved);
  CHECK(Refusal([&] { program.node_bounds(); }) == moved);
  CHECK(Refusal([&] { program.cost(); }) == moved);
  CHECK(Refusal([&] { program.simd(); }) == moved);
  program = Program::Compile(Noise());
  CHECK(Refusal([&] { RenderImage(program, Map::kHeight); }) == "");
}

TEST_CASE("maps are sampled at points, and packs and built-in maps name what they need") {
  const Recipe recipe = ReadRecipe(R"({"cobble": 1, "size": 8, "noise": "perlin",
      "maps": {"color": [0.25, 0.5, 2], "twice": "2*x"},
      "pack": {"p": ["twice", "invert:twice"]}})",
                                   "text");
  const Program program = Program::Compile(
      recipe, {.positions = CompileOptions::kPoints, .maps = {"color", "normal", "p", "twice"}});
  const std::vector<double> x{0.25, -0.4}, y{0, 0}, z{0, 0};
  std::vector<std::vector<float>> channels(4, std::vector<float>(2));
  std::vector<std::span<float>> spans(channels.begin(), channels.end());
  SamplePoints(program, x, y, z, {.maps = spans});
  CHECK(channels[0] == std::vector<float>{0.25F, 0.25F});
  CHECK(channels[2] == std::vector<float>{2, 2});
  CHECK(channels[3] == std::vector<float>{0.5F, -0.8F});  // "twice" occurs once
  spans.pop_back();
  CHECK(Refusal([&] { SamplePoints(program, x, y, z, {.maps = spans}); }) ==
        "maps has 3 spans; the maps of the program have 4 channels");
  const Program maps_alone = Program::Compile(
      recipe, {.positions = CompileOptions::kPoints, .maps = {"twice"}, .value = false});
  CHECK(Refusal([&] { SamplePoints(maps_alone, x, y, z, {.value = spans.front()}); }) ==
        "value needs a program compiled with a value; set CompileOptions::value");
  // A picture of a pack needs only the pack's name.
  const Program pixels = Program::Compile(recipe, {.maps = {"p"}});
  CHECK(RenderImage(pixels, "p").channels == 2);
}

}  // namespace
}  // namespace cobble
