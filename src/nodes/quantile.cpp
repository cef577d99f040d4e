// quantile: the share of the picture whose values are lower.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "nodes/shared/alone.h"
#include "nodes/shared/monotone_cubic.h"
#include "nodes/shared/values.h"
#include "noise/scatter/stamps.h"
#include "noise/steps/pointwise.h"
#include "program/loop.h"
#include "program/view_values.h"

namespace cobble::nodes {
namespace {

// Shares between neighbouring points of the curve, in the middle and at its ends.
constexpr double kStep = 1.0 / 128, kEndStep = 1.0 / 1024;

// Straight lines between points of the curve miss the share halfway by at most this.
constexpr double kMaxMiss = 0.001;

// At most so many points are added between those that are a step apart.
constexpr double kMaxPoints = CubicTable::kMaxSegments - 16;

// Values are magnified to a span of this power of two: float32 then holds the curve's cubes, if its
// points are at least a gap apart.
constexpr int kSpanPower = 30, kMaxPower = 120;
constexpr double kMinGap = 0x1p-40;

// Returns the source as in the picture's view: where transforms map it to, as no warp displaces it.
// In a loop, at all slices.
std::shared_ptr<const Program::Impl> SourceInView(Compiler& compiler, const NodeContext& context) {
  const Recipe& recipe = compiler.recipe();
  Domain view;
  view.extent = recipe.domain.extent;
  view.surface = recipe.domain.surface;
  if (view.IsSphere()) view.grid = recipe.domain.grid;  // its width follows from both
  view.slice = recipe.loop ? 0 : recipe.domain.slice;
  Site site = context.site;
  if (site.IsInStamp()) {
    view.extent = {2 * kStampEdge, 2 * kStampEdge};
    view.slice = 0;
  }
  site.from_base = site.from_picture;
  site.bound.displacement = {0, 0, 0};
  site.displacement_pointer.clear();
  site.stamps = 1;
  site.is_in_batches = false;
  return compiler.InputAlone(context, "source", view, site);
}

// A value, and the share of the picture that is lower, with half of what is equal.
struct Share {
  double value = 0, share = 0;
};

// Returns one for each distinct value, in order.
std::vector<Share> SharesOf(const std::vector<float>& ranks) {
  std::vector<Share> shares;
  const auto count = static_cast<double>(ranks.size());
  for (std::size_t k = 0, end = 0; k < ranks.size(); k = end) {
    while (end < ranks.size() && ranks[end] == ranks[k]) ++end;
    shares.push_back({double{ranks[k]}, static_cast<double>(k + end) / (2 * count)});
  }
  return shares;
}

// Adds the ends: the extremes, or where these have shares of their own, as far beyond them as the
// next value is.
void AddEnds(const ViewValues& values, std::vector<Share>* shares) {
  const double low = double{values.low}, high = double{values.high};
  const double first = shares->front().value, last = shares->back().value;
  const bool is_single = shares->size() == 1;
  const double before = is_single ? high - first : (*shares)[1].value - first;
  const double after = is_single ? last - low : last - (*shares)[shares->size() - 2].value;
  shares->insert(shares->begin(), {low < first ? low : first - before, 0});
  shares->push_back({high > last ? high : last + after, 1});
}

double Magnification(double span) {
  return std::ldexp(1.0, std::min(kSpanPower - std::ilogb(span), kMaxPower));
}

// Returns the last value whose share is within a step of value k's, at least the next one.
std::size_t WithinStep(const std::vector<Share>& shares, std::size_t k, double step, double gap) {
  std::size_t next = k + 1;
  while (next + 1 < shares.size() && (shares[next + 1].share <= shares[k].share + step ||
                                      shares[next].value - shares[k].value < gap))
    ++next;
  return next;
}

// Returns by how much a straight line misses the share halfway between two values.
double MissBetween(const std::vector<Share>& shares, std::size_t first, std::size_t end) {
  const Share &a = shares[first], &b = shares[end], &middle = shares[(first + end) / 2];
  const double part = (middle.value - a.value) / (b.value - a.value);
  return std::abs(a.share + part * (b.share - a.share) - middle.share);
}

// Returns the points of the curve, as pairs: the farthest values whose shares differ by no more
// than a step, which is shorter where the curve bends, and both neighbours of each value that has a
// larger share.
std::vector<double> PointsOf(const ViewValues& values, double factor) {
  std::vector<Share> shares = SharesOf(values.ranks);
  AddEnds(values, &shares);
  const double gap = kMinGap / factor;
  std::vector<double> points;
  const auto add = [&](const Share& share) {
    points.push_back(double{ToFloat(share.value * factor)});
    points.push_back(share.share);
  };
  add(shares.front());
  const std::size_t last = shares.size() - 1;
  for (std::size_t k = 0; k < last;) {
    const double share = shares[k].share;
    double step = std::clamp(std::min(share, (1 - share) / 2), kEndStep, kStep);
    std::size_t next = WithinStep(shares, k, step, gap);
    const double ahead = 2 * (1 - share) / kStep + 32;  // points, if no step is shorter
    const bool has_room = static_cast<double>(points.size()) / 2 + ahead < kMaxPoints;
    for (; has_room && step > kEndStep && MissBetween(shares, k, next) > kMaxMiss; step /= 2)
      next = WithinStep(shares, k, step / 2, gap);
    // The end is as far from the point before it as others are.
    if (next == last || shares.back().value - shares[next].value >= gap) add(shares[next]);
    k = next;
  }
  if (points.end()[-1] != 1) add(shares.back());
  return points;
}

Compiled CompileQuantile(Compiler& compiler, const NodeContext& context) {
  const auto alone = SourceInView(compiler, context);
  const Compiled source = compiler.Input(context, "source");
  if (source.bounds.low == source.bounds.high) return Compiled::Constant(0.5);
  const auto side = static_cast<int>(context.node.Number("resolution"));
  const double points = static_cast<double>(side) * side;
  const auto& [m, t] = context.site.from_picture;
  const std::string subject = fmt::format(
      "quantile {} {} {} {} {} {}", side, fmt::join(m[0], " "), fmt::join(m[1], " "),
      fmt::join(m[2], " "), fmt::join(t, " "), SubjectOfSource(*alone, context, "source"));
  const bool measures =
      compiler.Simulates({subject, ChildPointer(context.pointer, "resolution"),
                          points * (kEvaluationsOfViewPoint + alone->cost.evaluations),
                          static_cast<uint64_t>(points) * kBytesOfViewPoint});
  double factor = 1;
  std::vector<double> curve{source.bounds.low, 0, source.bounds.high, 1};
  if (measures) {
    const auto values = ViewValuesOf(*alone, side, subject);
    if (values->low == values->high) return Compiled::Constant(0.5);
    factor = Magnification(double{values->high} - double{values->low});
    curve = PointsOf(*values, factor);
  }
  return compiler.Apply({PointwiseOp::kCurve, {}, MonotoneCubic(curve, true)},
                        {compiler.Scaled(source, factor, 0)}, {0, 1});
}

constexpr Detail kQuantileDetails[] = {
    {"curve",
     "the monotone cubic (Fritsch-Carlson) through shares up to 1/128 apart; its slope is exact. "
     "The result has lower values on a share of the picture that equals itself to about 0.1 %"},
    {"points",
     "one in each of resolution x resolution cells of the picture, whatever its size: windows, "
     "tiles and shards have the same bits, and previews the same heights"},
    {"view",
     "the picture with its domain: scale, rotation, slice and the transforms around the node "
     "count, warps around it do not. In a tiled picture, this is its period; in a loop, it is all "
     "slices, so that levels stand still; in a scatter, a stamp; on a sphere, points of equal "
     "area"},
    {"equal values",
     "such as clamped or terraced ones have the share below them and half of their own, which the "
     "curve reaches within the 0.05 % of the picture beside them; a constant is 0.5"},
    {"beyond", "0 below the lowest value of the view, 1 above the highest"},
    {"cost",
     "the source at resolution x resolution points, once for all nodes and pictures with the same "
     "source: about 0.1 s for simple sources"},
};

}  // namespace

NodeType Quantile() {
  return {.spec = {.name = "quantile",
                   .summary = "the share of the picture that is lower: quantile(land) < 0.3 covers "
                              "30 % of it",
                   .value = "the share, 0 to 1, of the picture's points whose source is below s",
                   .bounds = "0..1",
                   .details = kQuantileDetails,
                   .arguments = {"source"},
                   .fields = {SourceField(),
                              WholeField("resolution", {32, 4096}, "1024",
                                         "points across and down the picture that are measured")}},
          .compile = &CompileQuantile};
}

}  // namespace cobble::nodes
