// The points of the cubes of cell noise.
#include "noise/cell/cubes.h"

#include <algorithm>
#include <cmath>

#include "core/math.h"
#include "noise/math/hash.h"

namespace cobble {
namespace {

// MetricType::First (math/metric-inl.h), not vectorised.
float First(Metric metric, float offset) {
  return metric <= Metric::kEuclideanSquared ? offset * offset : std::abs(offset);
}

}  // namespace

std::array<uint64_t, kMaxCubePoints - 1> CountThresholds(double density) {
  std::array<uint64_t, kMaxCubePoints - 1> thresholds{};
  double term = Exp(-density);  // P(count = m)
  double sum = term;
  for (std::size_t m = 1; m < kMaxCubePoints; ++m) {
    term *= density / static_cast<double>(m);
    sum += term;
    thresholds[m - 1] = static_cast<uint64_t>(std::floor(0x1p32 * sum + 0.5));
  }
  return thresholds;
}

void MakePoints(const CellArgs& args, uint32_t seed, const GridAxes& axes, const CubeStrip& strip,
                CubePoints& out) {
  int at = 0;
  for (int k = 0; k < strip.count; ++k) {
    uint32_t hash = seed;
    for (int a = 0; a < args.dimensions; ++a) {
      int32_t index = strip.fixed;
      if (a == axes.row) index = strip.row;
      if (a == axes.column) index = strip.columns[k];
      hash = HashEat(hash, static_cast<uint32_t>(index));
    }
    uint32_t r = HashValue(hash);
    const auto draw = [&r] { return r = kRandomSteps[1].Apply(r); };
    const uint32_t first = draw();
    const auto last_point = std::count_if(args.thresholds.begin(), args.thresholds.end(),
                                          [&](uint64_t threshold) { return first >= threshold; });
    out.begin[k] = at;
    for (uint32_t p = 0; p <= static_cast<uint32_t>(last_point); ++p, ++at) {
      float inside[3] = {0, 0, 0};
      for (int a = 0; a < args.dimensions; ++a) inside[a] = static_cast<float>(draw()) * 0x1p-32f;
      out.x[at] = inside[axes.column];
      out.y[at] = inside[axes.row];
      const float fixed = strip.fixed_offset + inside[axes.fixed];
      out.fixed[at] = First(args.metric, fixed);
      if (args.is_of_nearest())
        out.carried[at] =
            args.offset_axis() >= 0 ? fixed : LeadingBits(HashValue(HashEat(hash, p)));
    }
  }
  out.begin[strip.count] = at;
}

void MergeColumns(const CellArgs& args, const CubeRow* rows, int columns, ColumnPoints& out) {
  CubePoints& to = out.points;
  int at = 0;
  for (int k = 0; k < columns; ++k) {
    to.begin[k] = at;
    for (int row = -args.reach(1); row <= args.reach(1); ++row)
      for (int layer = 0; layer <= 2 * args.reach(2); ++layer) {
        const CubePoints& from = rows[row + args.reach(1)].layer[layer];
        const int begin = from.begin[k];
        // A copy of constant length is faster; the next cube's points overwrite the surplus.
        const auto copy = [&](const float* source, float* target) {
          std::copy_n(source + begin, kMaxCubePoints, target + at);
        };
        copy(from.x, to.x);
        copy(from.fixed, to.fixed);
        if (args.is_of_nearest()) copy(from.carried, to.carried);
        for (int p = 0; p < kMaxCubePoints; ++p)
          to.y[at + p] = static_cast<float>(row) + from.y[begin + p];
        std::fill_n(out.column + at, kMaxCubePoints, static_cast<float>(k));
        at += from.begin[k + 1] - begin;
      }
  }
  to.begin[columns] = at;
  for (float* const table : {to.x, to.y, to.fixed, to.carried, out.column})
    if (table != nullptr) std::fill_n(table + at, kPad, 0.0f);
}

}  // namespace cobble
