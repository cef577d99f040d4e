// The cubes of cell noise.
#include "noise/cell/cubes.h"

#include <algorithm>
#include <cmath>

#include "core/math.h"
#include "noise/math/hash.h"

namespace cobble {
namespace {

float FixedPart(Metric metric, float offset) {
  return metric <= Metric::kEuclideanSquared ? offset * offset : std::abs(offset);
}

}  // namespace

std::array<uint64_t, kMaxCubePoints - 1> CountThresholds(double density) {
  std::array<uint64_t, kMaxCubePoints - 1> thresholds{};
  double share = Exp(-density);  // P(count = m)
  double sum = share;
  for (std::size_t m = 1; m < kMaxCubePoints; ++m) {
    share *= density / static_cast<double>(m);
    sum += share;
    thresholds[m - 1] = static_cast<uint64_t>(std::floor(0x1p32 * sum + 0.5));
  }
  return thresholds;
}

void MakePoints(const CellArgs& args, uint32_t seed, const GridAxes& axes, const CubesPlace& place,
                CubePoints& out) {
  int at = 0;
  for (int k = 0; k < place.count; ++k) {
    uint32_t hash = seed;
    for (int a = 0; a < args.dimensions; ++a) {
      const int32_t index = a == axes.column ? place.columns[k]
                            : a == axes.row  ? place.row
                                             : place.fixed;
      hash = HashEat(hash, static_cast<uint32_t>(index));
    }
    uint32_t r = HashValue(hash);
    const auto draw = [&r] { return r = kRandomSteps[1].From(r); };
    const uint32_t first = draw();
    const auto more = std::count_if(args.thresholds.begin(), args.thresholds.end(),
                                    [&](uint64_t threshold) { return first >= threshold; });
    out.begin[k] = at;
    for (uint32_t p = 0; p <= static_cast<uint32_t>(more); ++p, ++at) {
      float inside[3] = {0, 0, 0};
      for (int a = 0; a < args.dimensions; ++a) inside[a] = static_cast<float>(draw()) * 0x1p-32f;
      out.x[at] = inside[axes.column];
      out.y[at] = inside[axes.row];
      out.fixed[at] = FixedPart(args.metric, place.fixed_offset + inside[axes.fixed]);
      if (args.cell_id)
        out.number[at] = static_cast<float>(HashValue(HashEat(hash, p)) >> 8) * 0x1p-24f;
    }
  }
  out.begin[place.count] = at;
}

void JoinColumns(const CellArgs& args, const CubeRow* rows, int columns, ColumnPoints& out) {
  CubePoints& to = out.points;
  int at = 0;
  for (int k = 0; k < columns; ++k) {
    to.begin[k] = at;
    for (int row = -args.reach(1); row <= args.reach(1); ++row)
      for (int layer = 0; layer <= 2 * args.reach(2); ++layer) {
        const CubePoints& from = rows[row + args.reach(1)].layer[layer];
        const int begin = from.begin[k];
        // As many as there can be: what is too much is overwritten by the next cube's.
        const auto copy = [&](const float* source, float* target) {
          std::copy_n(source + begin, kMaxCubePoints, target + at);
        };
        copy(from.x, to.x);
        copy(from.fixed, to.fixed);
        if (args.cell_id) copy(from.number, to.number);
        for (int p = 0; p < kMaxCubePoints; ++p)
          to.y[at + p] = static_cast<float>(row) + from.y[begin + p];
        std::fill_n(out.column + at, kMaxCubePoints, static_cast<float>(k));
        at += from.begin[k + 1] - begin;
      }
  }
  to.begin[columns] = at;
  for (float* const table : {to.x, to.y, to.fixed, to.number, out.column})
    if (table != nullptr) std::fill_n(table + at, kPad, 0.0f);
}

}  // namespace cobble
