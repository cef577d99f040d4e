// Compiles probes, and spreads samples.
#include "render/probes.h"

#include <cmath>
#include <cstddef>

#include "program/compile.h"
#include "render/render_bands.h"

namespace cobble {
namespace {

double Fraction(double x) { return x - std::floor(x); }

void Compile(const Program::Impl& program, const CompileOptions& options, Program::Impl* out) {
  out->recipe = program.recipe;
  out->options = options;
  out->level = program.level;
  out->arithmetic = program.arithmetic;
  out->points_share_z = true;
  Compiler(*out).Run();
}

}  // namespace

void CompileProbes(const Program::Impl& program, Program::Impl* out) {
  out->has_probes = true;
  Compile(program,
          {.positions = CompileOptions::kPoints,
           .slopes = false,
           .maps = program.options.maps,
           .value = program.options.value},
          out);
}

void CompileSlopes(const Program::Impl& program, Program::Impl* out) {
  Compile(program, {.positions = CompileOptions::kPoints}, out);
}

Window ProbedWindow(const Recipe& recipe, const Window& window) {
  const bool is_whole = window.width <= 0 || window.height <= 0;
  return is_whole ? Window{0, 0, recipe.width, recipe.height} : UnflippedWindow(recipe, window);
}

// Based on: Martin Roberts, "The Unreasonable Effectiveness of Quasirandom Sequences", 2018 (R2).
ProbePoints ProbePointsOf(const Program::Impl& program, const Window& window, int row) {
  constexpr double kStepX = 0.7548776662466927, kStepY = 0.5698402909980532;
  const auto position = [&](std::size_t axis, int64_t first, int64_t count, double at) {
    const double pixel = static_cast<double>(first) + at * static_cast<double>(count) / kProbeSide;
    const double sample = pixel * program.recipe.samples - 0.5;
    return program.sample_origin[axis] + sample * program.sample_step[axis];
  };
  ProbePoints points;
  for (int k = 0; k < kProbeSide; ++k) {
    const int number = row * kProbeSide + k;
    const auto column = static_cast<std::size_t>(k);
    points.x[column] = position(0, window.x, window.width, k + Fraction(number * kStepX));
    points.y[column] = position(1, window.y, window.height, row + Fraction(number * kStepY));
    points.z[column] = program.sample_origin[2];
  }
  return points;
}

void EvaluateProbes(const Program::Impl& probed, const Window& window,
                    const std::function<void(Worker&)>& visit) {
  const Window sampled = ProbedWindow(probed.recipe, window);
  Worker worker(probed, kProbeSide);
  for (int row = 0; row < kProbeSide; ++row) {
    const ProbePoints points = ProbePointsOf(probed, sampled, row);
    worker.SetPoints(points.x, points.y, points.z);
    worker.Evaluate({0, 0, kProbeSide});
    visit(worker);
  }
}

}  // namespace cobble
