// Tests simplex noise: no creases between simplices, tiling in triangles and tetrahedra, its range.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "property/property.h"

namespace cobble::test {
namespace {

struct Kind {
  std::string type;
  int dimensions = 1;
  bool tiling = false;
};

std::vector<Kind> Kinds() {
  std::vector<Kind> kinds;
  for (const char* const type : {"simplex", "simplex-value"})
    for (int dimensions = 1; dimensions <= 3; ++dimensions)
      for (const bool tiling : {false, true}) kinds.push_back({type, dimensions, tiling});
  return kinds;
}

std::string Text(const Kind& kind) {
  return fmt::format("{} in {}D{}", kind.type, kind.dimensions, kind.tiling ? ", tiled" : "");
}

// Returns a recipe with one lattice cell per domain unit; if tiled, it has 6 x 4 x 5 cells.
Recipe OfCells(const Kind& kind, const std::string& options = "") {
  return ReadRecipe(fmt::format(R"({{"cobble": 1, "seed": 5, "size": [96, 64], "tiling": {},
                       "domain": {{"extent": [6, 4], "scale": [1, 1, 5]}},
                       "noise": {{"type": "{}", "frequency": 1, "dimensions": {}{}}}}})",
                                kind.tiling, kind.type, kind.dimensions, options),
                    "cells");
}

Program ProgramOfPoints(const Recipe& recipe) {
  return Program::Compile(recipe, {.positions = CompileOptions::kPoints});
}

// Converts skewed coordinates, whose axes are parallel to simplex borders, to a position.
Vec3 Unskewed(const Kind& kind, const Vec3& s) {
  const double sum = s[0] + s[1] + s[2];
  Vec3 c = s;
  if (kind.tiling && kind.dimensions == 2) c = {s[0] - s[1] / 2, s[1], 0};
  if (kind.tiling && kind.dimensions == 3)
    for (std::size_t a = 0; a < 3; ++a) c[a] = sum / 2 - s[a];
  if (!kind.tiling && kind.dimensions == 2)
    for (std::size_t a = 0; a < 2; ++a)
      c[a] = (s[a] - (s[0] + s[1]) * (3 - std::sqrt(3.0)) / 6) * std::sqrt(3.0);
  if (!kind.tiling && kind.dimensions == 3)
    for (std::size_t a = 0; a < 3; ++a) c[a] = (s[a] - sum / 6) / 0.6;
  c[2] /= 5;  // the scale
  return c;
}

constexpr double kStepLength = 1e-3;

// Measures steps with midpoints on simplex borders (if `across`) or anywhere.
Steps StepsOf(const Kind& kind, const Program& program, bool across, Random& random) {
  std::vector<Vec3> points;
  for (Vec3 s : RandomPoints(random, 20'000, 50)) {
    for (int a = kind.dimensions; a < 3; ++a) s[a] = 0;
    if (across) {
      const auto axis = static_cast<std::size_t>(random.Integer(0, kind.dimensions - 1));
      const auto other = static_cast<std::size_t>(random.Integer(0, kind.dimensions - 1));
      // On a face of a lattice cell, or on the border between two simplices.
      s[axis] = std::round(s[axis]);
      if (other != axis) s[axis] += s[other] - std::floor(s[other]);
    }
    const Vec3 middle = Unskewed(kind, s);
    const double turn = random.Uniform(0, 6.3);
    const Vec3 step{std::cos(turn) * kStepLength, std::sin(turn) * kStepLength, 0};
    points.push_back(Plus(middle, step, -0.5));
    points.push_back(Plus(middle, step, 0.5));
  }
  return MaxSteps(Sample(program, points), 5);
}

TEST_CASE("simplex noise has no creases between simplices") {
  Random random(80);
  for (const Kind& kind : Kinds()) {
    INFO(Text(kind));
    const Program program = ProgramOfPoints(OfCells(kind));
    const Steps elsewhere = StepsOf(kind, program, false, random);
    const Steps across = StepsOf(kind, program, true, random);
    CHECK(across.value > 0);
    CHECK(across.value <= 1.25 * elsewhere.value);
    CHECK(across.slope <= 1.25 * elsewhere.slope);
    CHECK(elsewhere.slope <= 60 * kStepLength);  // a crease would far exceed this
  }
}

// Doubles represent these points and translations exactly.
TEST_CASE("tiled simplex noise has the same bits at points whole periods apart") {
  for (const Kind& kind : Kinds()) {
    if (!kind.tiling) continue;
    INFO(Text(kind));
    const Program program = ProgramOfPoints(OfCells(kind));
    Random random(81);
    std::vector<Vec3> points, moved;
    for (Vec3 p : RandomPoints(random, 5000, 6)) {
      for (double& x : p) x = std::round(x * 4096) / 4096;
      points.push_back(p);
      const auto periods = [&] { return static_cast<double>(random.Integer(-1000, 1000)); };
      moved.push_back({p[0] + 6 * periods(), p[1] + 4 * periods(), p[2] + periods()});
    }
    const Points here = Sample(program, points), there = Sample(program, moved);
    CHECK(SameBits(here.value, there.value));
    CHECK(SameBits(here.dx, there.dx));
    CHECK(SameBits(here.dy, there.dy));
    CHECK(SameBits(here.dz, there.dz));
  }
}

TEST_CASE("tiled simplex pictures repeat, but not after half a period") {
  for (const Kind& kind : Kinds()) {
    if (!kind.tiling) continue;
    INFO(Text(kind));
    const Program program = Program::Compile(OfCells(kind, R"(, "octaves": 2)"));
    const auto picture = [&](int64_t x, int64_t y) {
      return RenderImage(program, Map::kNormal, {.window = {x, y, 96, 64}});
    };
    const Image whole = picture(0, 0);
    CHECK(SameBits(picture(96, 0), whole));
    CHECK(SameBits(picture(-960, 6400), whole));
    CHECK_FALSE(SameBits(picture(48, 0), whole));
    if (kind.dimensions > 1) CHECK_FALSE(SameBits(picture(0, 32), whole));
  }
}

TEST_CASE("simplex noise fills -1..1 and stays within it") {
  for (const Kind& kind : Kinds()) {
    INFO(Text(kind));
    const Recipe recipe = OfCells(kind);
    const Program program = Program::Compile(recipe, {.slopes = false});
    CHECK(program.low() == -1);
    CHECK(program.high() == 1);
    // Enough points to meet most gradients.
    Random random(82);
    const Points got =
        Sample(Program::Compile(recipe, {.positions = CompileOptions::kPoints, .slopes = false}),
               RandomPoints(random, 500'000, kind.tiling ? 6 : 500), false);
    const auto [minimum, maximum] = std::ranges::minmax(got.value);
    CHECK(minimum >= -1 - 1e-6f);
    CHECK(maximum <= 1 + 1e-6f);
    CHECK(minimum < -0.5f);
    CHECK(maximum > 0.5f);
  }
}

// Returns the error of a tiled picture, by default of 1 x 1 domain units; empty if it compiles.
std::string ErrorOf(const std::string& domain, const std::string& noise) {
  const Recipe recipe =
      ReadRecipe(fmt::format(R"({{"cobble": 1, "size": 64, "tiling": true, "domain": {{{}}},
                       "noise": {{{}}}}})",
                             domain, noise),
                 "odd");
  try {
    Program::Compile(recipe);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::kRecipe);
    REQUIRE(error.issues().size() == 1);
    return error.issues()[0].Text();
  }
  return "";
}

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("tiled 2D simplex noise needs an even number of rows") {
  for (const std::string type : {R"("type": "simplex")", R"("type": "simplex-value")"}) {
    INFO(type);
    const auto error_of = [&](const std::string& domain, const std::string& options) {
      return ErrorOf(domain, type + options);
    };
    for (const char* const domain : {R"("scale": 1)", R"("rotate": [0, 0, 90])",
                                     R"("rotate": [180, 0, 180])", R"("extent": [2, 1])"}) {
      INFO(std::string(domain));
      const std::string odd = error_of(domain, R"(, "frequency": 5)");
      CHECK(Has(odd, "/noise/frequency: "));
      CHECK(Has(odd, "even number along y"));
      CHECK(Has(odd, "\"frequency\": "));  // the hint
      CHECK(error_of(domain, R"(, "frequency": 6)").empty());
      CHECK(error_of(domain, R"(, "frequency": 5, "dimensions": 1)").empty());
      CHECK(error_of(domain, R"(, "frequency": 5, "dimensions": 3)").empty());
    }
    CHECK(error_of(R"("extent": [0.5, 1])", R"(, "frequency": 6)").empty());
    CHECK_FALSE(error_of(R"("scale": [1, 0.5, 1])", R"(, "frequency": 6)").empty());
  }
}

TEST_CASE("tiled 2D simplex noise needs an even number of rows in every octave") {
  const auto error_of = [](const std::string& octaves) {
    return ErrorOf("", R"("type": "simplex", )" + octaves);
  };
  CHECK(error_of(R"("frequency": 4, "lacunarity": 1.5, "octaves": 2)").empty());
  CHECK(error_of(R"("frequency": 16, "lacunarity": 1.5, "octaves": 4)").empty());
  CHECK(error_of(R"("frequency": 2, "lacunarity": 3, "octaves": 5)").empty());
  const std::string third = error_of(R"("frequency": 4, "lacunarity": 1.5, "octaves": 3)");
  CHECK(Has(third, "/noise/lacunarity: "));
  CHECK(Has(third, "9 x 9"));
  CHECK(Has(third, "octave 3"));
}

}  // namespace
}  // namespace cobble::test
