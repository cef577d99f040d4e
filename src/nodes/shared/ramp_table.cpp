// Implements MakeRampTable.
#include "nodes/shared/ramp_table.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "core/math.h"

namespace cobble::nodes {
namespace {

RampSegment Constant(double x, const Rgb& color) {
  return {x, true, {{{color[0], 0, 0, 0}, {color[1], 0, 0, 0}, {color[2], 0, 0, 0}}}};
}

}  // namespace

std::shared_ptr<RampTable> MakeRampTable(const std::vector<RampSegment>& segments, double end,
                                         const Rgb& last) {
  std::vector<RampSegment> all;
  const auto& first = segments.front();
  all.push_back(Constant(first.x, {first.c[0][0], first.c[1][0], first.c[2][0]}));
  all.insert(all.end(), segments.begin(), segments.end());
  all.push_back(Constant(end, last));

  auto table = std::make_shared<RampTable>();
  const std::size_t size =
      std::bit_ceil(std::max<std::size_t>(all.size(), RampTable::kMinSegments));
  table->segments = static_cast<int>(std::bit_ceil(all.size()));
  table->x.assign(size, std::numeric_limits<float>::infinity());
  table->rate.assign(size, 0);
  for (auto& channel : table->c)
    for (auto& power : channel) power.assign(size, 0);
  for (std::size_t k = 0; k < all.size(); ++k) {
    table->x[k] = ToFloat(all[k].x);
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t power = 0; power < 4; ++power)
        table->c[a][power][k] = ToFloat(all[k].c[a][power]);
    if (all[k].is_constant) continue;
    // Uses the rounded ends, so that t is 1 at the next. Two equal ends enclose no number.
    const double width = double{ToFloat(all[k + 1].x)} - double{table->x[k]};
    if (width > 0) table->rate[k] = ToFloat(1 / width);
  }
  return table;
}

}  // namespace cobble::nodes
