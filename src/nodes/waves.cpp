// sine, triangle and square: waves of period 1.
#include <algorithm>
#include <cmath>
#include <utility>

#include "nodes/shared/values.h"

namespace cobble::nodes {
namespace {

// The wave has period 1, rises from -1 at -1/4 to 1 at 1/4, and falls to -1 at 3/4.
Bounds BoundsOfWave(const Bounds& source, double (*wave)(double x)) {
  // Farther out, rounding the source to float32 visibly changes the wave.
  constexpr double kMaxTight = 16;
  if (MaxMagnitude(source) > kMaxTight) return {-1, 1};
  const auto contains = [&](double phase) {
    return std::ceil(source.low - phase) <= std::floor(source.high - phase);
  };
  const double first = wave(source.low), last = wave(source.high);
  return {contains(0.75) ? -1 : std::min(first, last), contains(0.25) ? 1 : std::max(first, last)};
}

// Makes the type of a wave. In: spec, without arguments and fields.
NodeType WaveType(NodeSpec spec, PointwiseOp op, double (*wave)(double x)) {
  return OfSource(std::move(spec),
                  [=](Compiler& compiler, const NodeContext&, const Compiled& source) {
                    const auto [low, high] = source.bounds;
                    if (low == high) return Compiled::Constant(wave(low));
                    return compiler.Apply({op}, {source}, BoundsOfWave(source.bounds, wave));
                  });
}

double SineAt(double x) { return SinCosTurns(x - std::floor(x)).sin; }

double TriangleAt(double x) {
  const double u = x - 0.25;
  return 1 - 4 * std::abs(u - std::floor(u + 0.5));
}

// Returns the number of jumps from 0 to x.
double JumpsUpTo(double x, double duty) {
  const double whole = std::floor(x);
  return 2 * whole + (x - whole < duty ? 0 : 1);
}

Compiled CompileSquare(Compiler& compiler, const NodeContext& context, const Compiled& source) {
  const double duty = context.node.Number("duty");
  if (duty == 0 || duty == 1) return Compiled::Constant(2 * duty - 1);
  const double first = JumpsUpTo(source.bounds.low, duty);
  if (first == JumpsUpTo(source.bounds.high, duty))
    return Compiled::Constant(std::fmod(first, 2) == 0 ? 1 : -1);
  return compiler.Apply({PointwiseOp::kSquare, {ToFloat(duty)}}, {source}, {-1, 1});
}

}  // namespace

NodeType Sine() {
  return WaveType({.name = "sine",
                   .summary = "a smooth wave of period 1, from -1 to 1",
                   .value = "sin(2 pi s)",
                   .bounds = "-1..1; the minimum and maximum of sin(2 pi s) over lo..hi if lo and "
                             "hi are within -16..16"},
                  PointwiseOp::kSine, &SineAt);
}

NodeType Triangle() {
  return WaveType({.name = "triangle",
                   .summary = "a wave of straight lines, of period 1, from -1 to 1",
                   .value = "1 - 4 abs(u - floor(u + 0.5)), u = s - 0.25; slope 0 at its folds",
                   .bounds = "-1..1; the minimum and maximum of the value over lo..hi if lo and hi "
                             "are within -16..16"},
                  PointwiseOp::kTriangle, &TriangleAt);
}

NodeType Square() {
  return OfSource({.name = "square",
                   .summary = "a wave of period 1 that jumps between 1 and -1",
                   .value = "1 if s - floor(s) < duty, else -1; slope 0",
                   .bounds = "-1..1; one value if it does not change over lo..hi",
                   .arguments = {"duty"},
                   .fields = {NumberField("duty", {0, 1}, "0.5",
                                          "the part of each period in which the wave is 1")}},
                  &CompileSquare);
}

}  // namespace cobble::nodes
