// ramp: colours along a scale of numbers, as in a gradient editor.
//
// Colours are mixed in a colour space. In Oklab, the cube roots of the responses of the cones are
// linear between two stops, so the responses, and with them red, green and blue, are cubics. Where
// a channel is not a cubic (in the space srgb, and with smooth steps), it is divided into cubics
// through four of its values, until they are within kTolerance.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "core/color.h"
#include "nodes/curve_table.h"
#include "nodes/fields.h"
#include "program/compile.h"
#include "program/intervals.h"
#include "program/node_type.h"

namespace cobble::nodes {
namespace {

constexpr int kMaxStops = 64;
// Of a channel as stored in sRGB: a sixteenth of a step of 16 bits.
constexpr double kTolerance = 1.0 / 65535 / 16;

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
constexpr Detail kDetails[] = {
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

// A colour in the space of a ramp, and back.
Rgb Encode(const std::string& space, const Rgb& color) {
  if (space == "oklab") return ConeRootsFromLinear(color);
  if (space == "linear") return color;
  return {SrgbFromLinear(color[0]), SrgbFromLinear(color[1]), SrgbFromLinear(color[2])};
}
Rgb Decode(const std::string& space, const Rgb& color) {
  if (space == "oklab") return LinearFromConeRoots(color);
  if (space == "linear") return color;
  return {LinearFromSrgb(color[0]), LinearFromSrgb(color[1]), LinearFromSrgb(color[2])};
}

// The ramp between two stops.
class Transition {
 public:
  Transition(const Node& node, const Stop& from, const Stop& to)
      : space_(node.Text("space")),
        is_smooth_(node.Text("interpolation") == "smooth"),
        from_(Encode(space_, from.color)),
        to_(Encode(space_, to.color)) {}

  // In: t, 0..1.
  Rgb At(double t) const {
    if (is_smooth_) t = t * t * (3 - 2 * t);
    Rgb mixed{};
    for (std::size_t c = 0; c < 3; ++c) mixed[c] = from_[c] + t * (to_[c] - from_[c]);
    return Decode(space_, mixed);
  }

  // Returns the places, 0 and 1 included, between which the channels are smooth: the sRGB curve has
  // a straight part, and its curvature jumps where that ends.
  std::vector<double> SmoothParts() const {
    std::vector<double> parts{0, 1};
    for (std::size_t c = 0; c < 3 && space_ == "srgb"; ++c) {
      const double share = (kStraightEnd - from_[c]) / (to_[c] - from_[c]);
      if (share > 0 && share < 1) parts.push_back(is_smooth_ ? InverseSmooth(share) : share);
    }
    std::ranges::sort(parts);
    const auto is_close = [](double a, double b) { return b - a < kMinPart; };
    parts.erase(std::unique(parts.begin(), parts.end() - 1, is_close), parts.end() - 1);
    return parts;
  }

 private:
  static constexpr double kStraightEnd = 0.04045, kMinPart = 1e-4;

  // Returns the t of S(t) = share, by bisection.
  static double InverseSmooth(double share) {
    double low = 0, high = 1;
    for (int step = 0; step < 60; ++step) {
      const double t = (low + high) / 2;
      (t * t * (3 - 2 * t) < share ? low : high) = t;
    }
    return low;
  }

  std::string space_;
  bool is_smooth_;
  Rgb from_, to_;
};

// Returns the cubic through four values of f at equal distances, over a segment from x to end.
CubicSegment Through(double x, double end, const std::array<double, 4>& f) {
  // Newton's forward differences, then powers of t / width.
  const double width = end - x;
  const double d1 = f[1] - f[0], d2 = f[2] - 2 * f[1] + f[0],
               d3 = f[3] - 3 * f[2] + 3 * f[1] - f[0];
  const double a1 = 3 * d1 - 1.5 * d2 + d3, a2 = 4.5 * d2 - 4.5 * d3, a3 = 4.5 * d3;
  return {x, end, {f[0], a1 / width, a2 / (width * width), a3 / (width * width * width)}};
}

// The part of a transition from t = begin to t = end, and its place on the scale.
struct Part {
  const Transition& transition;
  double begin, end;
  double x, width;  // of the whole transition

  double TOf(double share) const { return begin + share * (end - begin); }
  double XOf(double share) const { return x + TOf(share) * width; }
};

// Divides the part into `pieces` cubics per channel. Returns false if one of them is not within the
// tolerance.
bool Divide(const Part& part, int pieces, std::array<std::vector<CubicSegment>, 3>* channels) {
  constexpr int kProbes = 12;
  bool fits = true;
  for (int piece = 0; piece < pieces; ++piece) {
    const auto share = [&](double within) { return (piece + within) / pieces; };
    std::array<Rgb, 4> nodes;
    for (std::size_t k = 0; k < 4; ++k)
      nodes[k] = part.transition.At(part.TOf(share(static_cast<double>(k) / 3)));
    for (std::size_t c = 0; c < 3; ++c)
      (*channels)[c].push_back(Through(part.XOf(share(0)), part.XOf(share(1)),
                                       {nodes[0][c], nodes[1][c], nodes[2][c], nodes[3][c]}));
    for (int probe = 0; probe < kProbes; ++probe) {
      const double within = (probe + 0.5) / kProbes;
      const Rgb exact = part.transition.At(part.TOf(share(within)));
      for (std::size_t c = 0; c < 3; ++c) {
        const CubicSegment& segment = (*channels)[c].back();
        const double got = segment.At(within * (segment.end - segment.x));
        fits &= std::abs(SrgbFromLinear(got) - SrgbFromLinear(exact[c])) <= kTolerance;
      }
    }
  }
  return fits;
}

// Adds the cubics of a transition, as few as are needed, `max_pieces` at most.
void AddTransition(const Transition& transition, double x, double width, int max_pieces,
                   std::array<std::vector<CubicSegment>, 3>* channels) {
  const std::vector<double> parts = transition.SmoothParts();
  const int max_per_part = max_pieces / static_cast<int>(parts.size() - 1);
  for (std::size_t k = 0; k + 1 < parts.size(); ++k) {
    const Part part{transition, parts[k], parts[k + 1], x, width};
    std::array<std::vector<CubicSegment>, 3> added;
    for (int pieces = 1; !Divide(part, pieces, &added) && 2 * pieces <= max_per_part; pieces *= 2)
      added = {};
    for (std::size_t c = 0; c < 3; ++c)
      (*channels)[c].insert((*channels)[c].end(), added[c].begin(), added[c].end());
  }
}

std::array<std::vector<CubicSegment>, 3> SegmentsOf(const Node& node,
                                                    const std::vector<Stop>& stops) {
  std::array<std::vector<CubicSegment>, 3> channels;
  const int max_pieces = (CubicTable::kMaxSegments - 2) / static_cast<int>(stops.size());
  for (std::size_t k = 0; k + 1 < stops.size(); ++k) {
    const double x = stops[k].x, end = stops[k + 1].x;
    if (node.Text("interpolation") == "step") {
      for (std::size_t c = 0; c < 3; ++c)
        channels[c].push_back({x, end, {stops[k].color[c], 0, 0, 0}});
    } else {
      AddTransition(Transition(node, stops[k], stops[k + 1]), x, end - x, max_pieces, &channels);
    }
  }
  return channels;
}

CompiledColor Compile(Compiler& compiler, const NodeContext& context) {
  const Compiled source = compiler.Materialized(compiler.Input(context, "source"));
  const std::vector<Stop> stops = StopsOf(context.node);
  const auto channels = SegmentsOf(context.node, stops);
  CompiledColor out;
  for (std::size_t c = 0; c < 3; ++c) {
    const double first = stops.front().color[c], last = stops.back().color[c];
    Bounds bounds = Hull({first, first}, {last, last});
    for (const CubicSegment& segment : channels[c]) bounds = Hull(bounds, BoundsOf(segment));
    // Cubics are evaluated in float32.
    const double margin = 1e-6 * MaxMagnitude(bounds);
    out.channels[c] =
        compiler.Apply({PointwiseOp::kCurve, {}, MakeCubicTable(first, channels[c], last)},
                       {source}, {bounds.low - margin, bounds.high + margin});
  }
  return out;
}

}  // namespace

const NodeType& Ramp() {
  static const NodeType type{
      .spec = {.name = "ramp",
               .is_color = true,
               .summary = "colours along a scale of numbers, as in a gradient editor",
               .value = "the colour of stops at x = s, mixed between the two stops around it",
               .bounds = "those of the channels",
               .details = kDetails,
               .fields = {SourceField(),
                          {.key = "stops",
                           .type = FieldType::kStops,
                           .count = kMaxStops,
                           .required = true,
                           .help = "pairs [x, colour] with increasing x; constant beyond the ends"},
                          {.key = "space",
                           .type = FieldType::kChoice,
                           .choices = kSpaceNames,
                           .fallback = "\"oklab\"",
                           .help = "the colour space in which colours are mixed",
                           .details = kSpaces},
                          {.key = "interpolation",
                           .type = FieldType::kChoice,
                           .choices = kInterpolationNames,
                           .fallback = "\"linear\"",
                           .help = "how a colour changes from stop to stop",
                           .details = kInterpolations}}},
      .compile_color = &Compile};
  return type;
}

}  // namespace cobble::nodes
