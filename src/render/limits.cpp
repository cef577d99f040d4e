// Measures how often distances reach the limit of their noise. The recipe is compiled a second
// time, into steps that compute only the limited distances (LimitProbe); kernels do not count.
#include <algorithm>
#include <cstddef>

#include "cobble/render.h"
#include "program/compile.h"
#include "program/program_impl.h"
#include "program/worker.h"

namespace cobble {
namespace {

constexpr int kSide = 64;  // samples per row and column, spread evenly over the window

// Compiles the recipe of `program` for points, with probes.
void CompileProbes(const Program::Impl& program, Program::Impl* out) {
  out->recipe = program.recipe;
  out->options = {.positions = CompileOptions::kPoints, .slopes = false};
  out->level = program.level;
  out->arithmetic = program.arithmetic;
  out->has_probes = true;
  Compiler(*out).Run();
}

// Sets the positions P of one row of samples.
void SetRow(const Program::Impl& program, const Window& window, int row, Worker* worker) {
  const auto position = [&](std::size_t axis, int64_t first, int64_t count, int index) {
    const double pixel =
        static_cast<double>(first) + (index + 0.5) * static_cast<double>(count) / kSide - 0.5;
    return program.pixel_origin[axis] + pixel * program.pixel_step[axis];
  };
  double x[kSide], y[kSide], z[kSide];
  for (int k = 0; k < kSide; ++k) {
    x[k] = position(0, window.x, window.width, k);
    y[k] = position(1, window.y, window.height, row);
    z[k] = program.pixel_origin[2];
  }
  worker->SetPoints(x, y, z);
}

}  // namespace

std::vector<LimitedDistances> MeasureLimits(const Program& program, const Window& window) {
  const Recipe& recipe = program.recipe();
  const bool is_whole = window.width <= 0 || window.height <= 0;
  const Window sampled = is_whole ? Window{0, 0, recipe.width, recipe.height} : window;
  Program::Impl probed;
  CompileProbes(program.impl(), &probed);
  std::vector<LimitedDistances> found;
  if (probed.probes.empty()) return found;
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
  // A noise below a fractal has a probe for each octave: report the largest share.
  for (std::size_t p = 0; p < counts.size(); ++p) {
    const LimitProbe& probe = probed.probes[p];
    const double share = static_cast<double>(counts[p]) / (kSide * kSide);
    const auto known = std::find_if(found.begin(), found.end(), [&](const LimitedDistances& each) {
      return each.pointer == probe.pointer;
    });
    if (known == found.end())
      found.push_back({probe.pointer, probe.limit, share});
    else
      known->share = std::max(known->share, share);
  }
  return found;
}

}  // namespace cobble
