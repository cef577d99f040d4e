// Measures how often distances reach the limit of their noise. The recipe is compiled a second
// time, into steps that compute only the limited distances (LimitProbe); kernels do not count.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "cobble/render.h"
#include "program/compile.h"
#include "program/program_impl.h"
#include "program/worker.h"
#include "render/render_bands.h"

namespace cobble {
namespace {

constexpr int kSide = 64;  // samples per row and column, spread over the window

// Compiles the recipe of `program` for points, with probes.
void CompileProbes(const Program::Impl& program, Program::Impl* out) {
  out->recipe = program.recipe;
  out->options = {.positions = CompileOptions::kPoints,
                  .slopes = false,
                  .maps = program.options.maps,
                  .value = program.options.value};
  out->level = program.level;
  out->arithmetic = program.arithmetic;
  out->has_probes = true;
  Compiler(*out).Run();
}

double Fraction(double x) { return x - std::floor(x); }

// Sets the positions P of one row of samples: one at a quasi-random place in each of kSide x kSide
// rectangles of the window. On a regular grid, all samples could be at the same place in their
// lattice cells.
// Based on: Martin Roberts, "The Unreasonable Effectiveness of Quasirandom Sequences", 2018 (R2).
void SetRow(const Program::Impl& program, const Window& window, int row, Worker* worker) {
  constexpr double kStepX = 0.7548776662466927, kStepY = 0.5698402909980532;
  const auto position = [&](std::size_t axis, int64_t first, int64_t count, double at) {
    const double pixel = static_cast<double>(first) + at * static_cast<double>(count) / kSide;
    const double sample = pixel * program.recipe.samples - 0.5;
    return program.sample_origin[axis] + sample * program.sample_step[axis];
  };
  double x[kSide], y[kSide], z[kSide];
  for (int k = 0; k < kSide; ++k) {
    const int number = row * kSide + k;
    x[k] = position(0, window.x, window.width, k + Fraction(number * kStepX));
    y[k] = position(1, window.y, window.height, row + Fraction(number * kStepY));
    z[k] = program.sample_origin[2];
  }
  worker->SetPoints(x, y, z);
}

// Returns the limited shares of all noises. In: the number of limited samples of each probe. A
// noise below a fractal has several sites: the largest share counts.
std::vector<LimitedDistances> SharesOf(const std::vector<LimitProbe>& probes,
                                       const std::vector<int>& counts) {
  std::vector<LimitedDistances> shares;
  for (std::size_t p = 0; p < probes.size();) {
    const LimitProbe& first = probes[p];
    double share = 0;  // the mean over the octaves of this site
    do {
      share += probes[p].weight * counts[p] / (kSide * kSide);
    } while (++p < probes.size() && !probes[p].is_first);
    const auto known = std::ranges::find(shares, first.pointer, &LimitedDistances::pointer);
    if (known == shares.end())
      shares.push_back({first.pointer, first.limit, share});
    else
      known->share = std::max(known->share, share);
  }
  return shares;
}

}  // namespace

std::vector<LimitedDistances> MeasureLimits(const Program& program, const Window& window) {
  const Recipe& recipe = program.recipe();
  const bool is_whole = window.width <= 0 || window.height <= 0;
  const Window sampled =
      is_whole ? Window{0, 0, recipe.width, recipe.height} : UnflippedWindow(recipe, window);
  Program::Impl probed;
  CompileProbes(program.impl(), &probed);
  if (probed.probes.empty()) return {};
  std::vector<int> counts(probed.probes.size());
  Worker worker(probed, kSide);
  for (int row = 0; row < kSide; ++row) {
    SetRow(probed, sampled, row, &worker);
    worker.Evaluate({0, 0, kSide});
    for (std::size_t p = 0; p < counts.size(); ++p) {
      const float* const values = worker.Value(probed.probes[p].buffer);
      counts[p] += static_cast<int>(
          std::count(values, values + kSide, static_cast<float>(probed.probes[p].limit)));
    }
  }
  return SharesOf(probed.probes, counts);
}

}  // namespace cobble
