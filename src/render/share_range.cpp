// Measures the ends of ranges.
#include "render/share_range.h"

#include <utility>

#include "program/program_impl.h"
#include "program/view_values.h"

namespace cobble {

Bounds ShareRange(const Recipe& recipe, const CompileOptions& options, const std::string& node) {
  Recipe view = recipe;
  if (view.loop) view.domain.slice = 0;  // all slices are measured
  CompileOptions points = options;
  points.slopes = false;
  points.positions = CompileOptions::kPoints;
  points.value = node.empty();
  points.maps.clear();
  if (!node.empty()) points.maps.push_back(node);
  const Program program = Program::Impl::CompileChecked(std::move(view), points);
  const auto values = ViewValuesOf(program.impl(), ViewValues::kSide,
                                   "range " + node + " " + SubjectOf(program.impl()));
  const Range& range = recipe.range;
  const auto end = [&](double number, bool is_share) {
    return is_share ? values->AtShare(number / 100) : number;
  };
  return {end(range.low, range.is_share[0]), end(range.high, range.is_share[1])};
}

double PixelsToFind(const Recipe& recipe) {
  if (recipe.range.mode == RangeMode::kFit)
    return static_cast<double>(recipe.width) * static_cast<double>(recipe.height);
  const double samples = recipe.samples;
  return recipe.range.mode == RangeMode::kShares
             ? double{ViewValues::kSide} * ViewValues::kSide / (samples * samples)
             : 0;
}

}  // namespace cobble
