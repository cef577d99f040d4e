// Tests that steps compute the axes that later steps read, and no others.
#include "program/position_axes.h"

#include <doctest/doctest.h>

#include <variant>

namespace cobble {
namespace {

NoiseStep NoiseAt(int positions, int dimensions) {
  NoiseStep noise{};
  noise.positions = positions;
  noise.dimensions = dimensions;
  return noise;
}

TransformStep TransformBy(const Affine& map, int from, int to) {
  return {.map = map, .from = from, .to = to};
}

template <class PositionStep>
PositionAxes AxesOf(const Program::Impl& program, std::size_t step) {
  return std::get<PositionStep>(program.steps[step]).axes;
}

TEST_CASE("noises need as many axes as they have dimensions, unless they are on a grid") {
  for (int dimensions = 1; dimensions <= 3; ++dimensions) {
    Program::Impl program;
    program.position_sets = 1;
    program.steps = {PixelPositionsStep{.frame = {}, .to = 0}, NoiseAt(0, dimensions),
                     NoiseAt(0, 1), NoiseAt(-1, 3)};
    FindPositionAxes(&program);
    CHECK(AxesOf<PixelPositionsStep>(program, 0) ==
          PositionAxes{true, dimensions > 1, dimensions > 2});
  }
}

TEST_CASE("a map reads the axes whose factor is not 0, a displacement those that it writes") {
  const Affine turn = MakeDomain({0, 0, 0}, {90, 0, 0}, {1, 1, 1});  // exchanges y and z
  Program::Impl program;
  program.position_sets = 4;
  program.steps = {PixelPositionsStep{.frame = {}, .to = 0},
                   DisplaceStep{.from = 0, .by = {-1, -1, -1}, .amount = 1, .limit = {}, .to = 1},
                   TransformBy(turn, 1, 2), TransformBy(Affine(), 0, 3), NoiseAt(2, 2)};
  FindPositionAxes(&program);
  CHECK(AxesOf<TransformStep>(program, 2) == PositionAxes{true, true, false});
  CHECK(AxesOf<DisplaceStep>(program, 1) == PositionAxes{true, false, true});
  CHECK(AxesOf<PixelPositionsStep>(program, 0) == PositionAxes{true, false, true});
  CHECK(AxesOf<TransformStep>(program, 3) == PositionAxes{false, false, false});
}

}  // namespace
}  // namespace cobble
