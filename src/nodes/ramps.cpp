// Colours along a scale of numbers: ramp, as in a gradient editor, and palette, one for each part.
//
// In Oklab, the cube roots of the cones' responses are linear between two stops, so the responses
// are cubics, and so are red, green and blue.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "core/color.h"
#include "core/math.h"
#include "nodes/shared/values.h"
#include "noise/steps/ramp_step.h"

namespace cobble::nodes {
namespace {

// --- Tables (noise/steps/ramp_step.h) ---

// A segment from x to the next segment's x. Channel a is c[a][0] + c[a][1] t + c[a][2] t^2 +
// c[a][3] t^3 for t = 0..1, or c[a][0] if constant.
struct RampSegment {
  double x;
  bool is_constant;
  std::array<std::array<double, 4>, 3> c;
};

RampSegment Constant(double x, const Rgb& color) {
  return {x, true, {{{color[0], 0, 0, 0}, {color[1], 0, 0, 0}, {color[2], 0, 0, 0}}}};
}

// In: segments in ascending order; end, where the last one ends. Beyond the ends, the table is
// constant: the first segment at t = 0, and `last`. Its flags are not set.
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

// --- Ramp ---

constexpr int kMaxStops = 64;
constexpr Detail kSpaces[] = {
    {"oklab", "even steps for the eye: no grey or dark bands between two colours"},
    {"linear", "mixes light, as a blurred photograph does"},
    {"srgb", "mixes the numbers of #rrggbb, as old image editors do"},
};
constexpr Detail kInterpolations[] = {
    {"linear", "straight from stop to stop"},
    {"smooth", "S(t) = t^2 (3 - 2 t) from stop to stop: flat at the stops"},
    {"step", "the colour of the stop below, without a transition"},
};
constexpr Detail kRampDetails[] = {
    {"space", "oklab, linear or srgb: the numbers that are mixed"},
    {"interpolation",
     "linear: t = the share of the way from stop to stop; smooth: t^2 (3 - 2 t); step: 0"},
};
constexpr std::string_view kSpaceNames[] = {"oklab", "linear", "srgb"};
constexpr std::string_view kInterpolationNames[] = {"linear", "smooth", "step"};

struct Stop {
  double x;
  Rgb color;
};

std::vector<Stop> StopsOf(const Node& node) {
  const std::vector<double>& numbers = node.Numbers("stops");
  std::vector<Stop> stops;
  for (std::size_t k = 0; k + 3 < numbers.size(); k += 4)
    stops.push_back({numbers[k], {numbers[k + 1], numbers[k + 2], numbers[k + 3]}});
  return stops;
}

// Returns each number's transition from a to b for t = 0..1, as powers of t.
std::array<std::array<double, 4>, 3> StraightLine(const Rgb& a, const Rgb& b) {
  std::array<std::array<double, 4>, 3> c{};
  for (std::size_t k = 0; k < 3; ++k) c[k] = {a[k], b[k] - a[k], 0, 0};
  return c;
}

// The same in linear light, with the cones' cube roots changing on a straight line.
std::array<std::array<double, 4>, 3> LineInOklab(const Rgb& a, const Rgb& b) {
  const ConeRoots from = ConeRootsFromLinear(a), to = ConeRootsFromLinear(b);
  std::array<std::array<double, 4>, 3> c{};
  for (std::size_t cone = 0; cone < 3; ++cone) {
    const double r = from[cone], d = to[cone] - from[cone];
    const std::array<double, 4> cube{r * r * r, 3 * r * r * d, 3 * r * d * d, d * d * d};
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t power = 0; power < 4; ++power)
        c[k][power] += kLinearFromCones[k][cone] * cube[power];
  }
  return c;
}

Rgb SrgbOf(const Rgb& color) {
  return {SrgbFromLinear(color[0]), SrgbFromLinear(color[1]), SrgbFromLinear(color[2])};
}

std::vector<RampSegment> SegmentsOf(const Node& node, const std::vector<Stop>& stops) {
  const bool is_step = node.Text("interpolation") == "step";
  const bool is_oklab = node.Text("space") == "oklab";
  std::vector<RampSegment> segments;
  for (std::size_t k = 0; k + 1 < stops.size(); ++k) {
    const Rgb &from = stops[k].color, &to = stops[k + 1].color;
    segments.push_back({stops[k].x, is_step,
                        is_oklab && !is_step ? LineInOklab(from, to) : StraightLine(from, to)});
    for (auto& channel : segments.back().c)
      if (is_step) channel = {channel[0], 0, 0, 0};
  }
  return segments;
}

// Returns the bounds of c[0] + c[1] t + c[2] t^2 + c[3] t^3 for t = 0..1.
Bounds BoundsOfCubic(const std::array<double, 4>& c) {
  const auto at = [&](double t) { return c[0] + t * (c[1] + t * (c[2] + t * c[3])); };
  const double first = at(0), last = at(1);
  Bounds bounds = Hull({first, first}, {last, last});
  // Extrema: c1 + 2 c2 t + 3 c3 t^2 = 0, solved without cancellation.
  const double discriminant = c[2] * c[2] - 3 * c[3] * c[1];
  if (discriminant < 0) return bounds;
  const double q = -(c[2] + std::copysign(std::sqrt(discriminant), c[2]));
  for (const double t : {q / (3 * c[3]), c[1] / q}) {
    if (!(t > 0 && t < 1)) continue;  // also if it is not a number
    bounds = Hull(bounds, {at(t), at(t)});
  }
  return bounds;
}

// Returns a channel's bounds; its segments are computed in float32. In: stops, in linear light.
Bounds ChannelBounds(const std::vector<Stop>& stops, const std::vector<RampSegment>& segments,
                     std::size_t channel) {
  Bounds bounds{stops.front().color[channel], stops.front().color[channel]};
  for (const Stop& stop : stops) bounds = Hull(bounds, {stop.color[channel], stop.color[channel]});
  for (const RampSegment& segment : segments) {
    const auto& c = segment.c[channel];
    if (c[2] != 0 || c[3] != 0) bounds = Hull(bounds, BoundsOfCubic(c));
  }
  const double margin = 2e-6 * MaxMagnitude(bounds);
  return {bounds.low - margin, bounds.high + margin};
}

CompiledColor CompileRamp(Compiler& compiler, const NodeContext& context) {
  const Node& node = context.node;
  const Compiled source = compiler.Input(context, "source");
  const std::vector<Stop> stops = StopsOf(node);
  std::vector<RampSegment> segments = SegmentsOf(node, stops);
  std::array<Bounds, 3> bounds;
  for (std::size_t c = 0; c < 3; ++c) bounds[c] = ChannelBounds(stops, segments, c);

  // A step between two colours is the same in every space.
  const bool is_srgb = node.Text("space") == "srgb" && node.Text("interpolation") != "step";
  std::vector<Stop> mixed = stops;
  for (Stop& stop : mixed)
    if (is_srgb) stop.color = SrgbOf(stop.color);
  if (is_srgb) segments = SegmentsOf(node, mixed);
  const auto table = MakeRampTable(segments, mixed.back().x, mixed.back().color);
  table->is_smooth = node.Text("interpolation") == "smooth";
  table->is_cubic = node.Text("space") == "oklab" && node.Text("interpolation") != "step";
  table->is_srgb = is_srgb;
  return compiler.ApplyRamp(table, source, bounds);
}

// --- Palette ---

constexpr int kMaxColors = 256;

CompiledColor CompilePalette(Compiler& compiler, const NodeContext& context) {
  const std::vector<double>& numbers = context.node.Numbers("colors");
  const std::size_t count = numbers.size() / 3;
  std::vector<RampSegment> segments;
  std::array<Bounds, 3> bounds;
  for (std::size_t k = 0; k < count; ++k) {
    segments.push_back({static_cast<double>(k) / static_cast<double>(count), true, {}});
    for (std::size_t c = 0; c < 3; ++c) {
      const double value = numbers[3 * k + c];
      segments.back().c[c][0] = value;
      bounds[c] = k == 0 ? Bounds{value, value} : Hull(bounds[c], {value, value});
    }
  }
  const auto& last = segments.back().c;
  const auto table = MakeRampTable(segments, 1, {last[0][0], last[1][0], last[2][0]});
  return compiler.ApplyRamp(table, compiler.Input(context, "source"), bounds);
}

}  // namespace

NodeType Ramp() {
  return ColorType(
      {.name = "ramp",
       .summary = "colours along a scale of numbers, as in a gradient editor",
       .value = "the colour of stops at x = s, mixed between the two stops around it",
       .bounds = "the channels' bounds",
       .details = kRampDetails,
       .arguments = {"source", "stops"},
       .fields = {SourceField(),
                  {.key = "stops",
                   .type = FieldType::kStops,
                   .count = kMaxStops,
                   .required = true,
                   .help = "pairs [x, colour] with increasing x; constant beyond the ends"},
                  ChoiceField("space", kSpaceNames, "\"oklab\"",
                              "the colour space in which colours are mixed", kSpaces),
                  ChoiceField("interpolation", kInterpolationNames, "\"linear\"",
                              "how a colour changes from stop to stop", kInterpolations)}},
      &CompileRamp);
}

NodeType Palette() {
  return ColorType(
      {.name = "palette",
       .summary = "one of several colours, picked by a number: a colour for each cell-id",
       .value = "colour floor(n clamp01(s)) of colors, n = their number; the last at 1",
       .bounds = "the channels' bounds",
       .arguments = {"source", "colors"},
       .fields = {InputField("source", "the number that picks: 0..1 for all colours"),
                  {.key = "colors",
                   .type = FieldType::kColors,
                   .count = kMaxColors,
                   .required = true,
                   .help = "the colours, from source 0 to source 1"}}},
      &CompilePalette);
}

}  // namespace cobble::nodes
