// Shared by sine and triangle.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "nodes/shared/values.h"

namespace cobble::nodes {

// The wave has period 1, rises from -1 at -1/4 to 1 at 1/4, and falls to -1 at 3/4.
inline Bounds BoundsOfWave(const Bounds& source, double (*wave)(double x)) {
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
inline NodeType WaveType(NodeSpec spec, PointwiseOp op, double (*wave)(double x)) {
  return OfSource(
      std::move(spec), [=](Compiler& compiler, const NodeContext&, const Compiled& source) {
        const auto [low, high] = source.bounds;
        if (low == high) return Compiled::Constant(wave(low));
        return compiler.Apply({op, {}, {}}, {source}, BoundsOfWave(source.bounds, wave));
      });
}

}  // namespace cobble::nodes
