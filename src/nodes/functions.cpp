// Functions of one input: abs, invert, power, ridge, floor, sign, exp and log.
#include <cmath>
#include <utility>

#include "nodes/shared/input_bounds.h"
#include "nodes/shared/values.h"

namespace cobble::nodes {
namespace {

double SignAt(double x) {
  if (x > 0) return 1;
  return x < 0 ? -1 : 0;
}

// Makes the type of a function with whole values, which never falls.
NodeType WholeFunction(NodeSpec spec, PointwiseOp op, double (*at)(double x)) {
  return OfSource(
      std::move(spec), [=](Compiler& compiler, const NodeContext&, const Compiled& source) {
        const double low = at(source.bounds.low), high = at(source.bounds.high);
        if (low == high) return Compiled::Constant(low);
        return compiler.Apply({op, {ToFloat(low), ToFloat(high)}}, {source}, {low, high});
      });
}

// e^69 is 9.3e29. No value may be larger than 1e30, which is e^69.08.
constexpr double kMaxExponent = 69;

double ExpAt(double x) { return x < double{kMinExponent} ? 0 : cobble::Exp(x); }

}  // namespace

NodeType Abs() {
  return OfSource({.name = "abs",
                   .summary = "the absolute value: folds at 0",
                   .value = "abs(s), slope 0 at 0",
                   .bounds = "the minimum and maximum of abs(s) over lo..hi"},
                  [](Compiler& compiler, const NodeContext&, const Compiled& source) {
                    return compiler.Apply({PointwiseOp::kAbs}, {source}, Magnitude(source.bounds));
                  });
}

NodeType Invert() {
  return OfSource({.name = "invert",
                   .summary = "mirrors values: lo becomes hi and hi becomes lo",
                   .value = "lo + hi - s",
                   .bounds = "lo..hi"},
                  [](Compiler& compiler, const NodeContext&, const Compiled& source) {
                    return compiler.Scaled(source, -1, source.bounds.low + source.bounds.high);
                  });
}

NodeType Power() {
  return OfSource(
      {.name = "power",
       .summary = "a power of the absolute value, keeping the sign: flattens or steepens near 0",
       .value = "sign(s) abs(s)^exponent, slope 0 at 0 unless exponent is 1",
       .bounds = "value at s = lo to value at s = hi",
       .arguments = {"exponent"},
       .fields = {Useful({0.2, 5}, RequiredNumber("exponent", {0.01, 100},
                                                  "above 1 flattens near 0, below 1 steepens"))}},
      [](Compiler& compiler, const NodeContext& context, const Compiled& source) {
        const double exponent = context.node.Number("exponent");
        return exponent == 1 ? source : Powered(compiler, source, exponent);
      });
}

NodeType Ridge() {
  return OfSource({.name = "ridge",
                   .summary = "sharp crests where the source is 0, valleys where it is 1 or -1",
                   .value = "(1 - abs(s))^2",
                   .bounds = "the minimum and maximum of (1 - abs(s))^2 over lo..hi"},
                  [](Compiler& compiler, const NodeContext&, const Compiled& source) {
                    return Ridged(compiler, source, 1);
                  });
}

NodeType Floor() {
  return WholeFunction({.name = "floor",
                        .summary = "the source rounded down to a whole number",
                        .value = "floor(s), slope 0",
                        .bounds = "floor(lo) to floor(hi)"},
                       PointwiseOp::kFloor, [](double x) { return std::floor(x); });
}

NodeType Sign() {
  return WholeFunction({.name = "sign",
                        .summary = "-1 below 0, 1 above 0, and 0 at 0",
                        .value = "-1 if s < 0, 0 if s = 0, 1 if s > 0; slope 0",
                        .bounds = "the sign of lo to the sign of hi"},
                       PointwiseOp::kSign, &SignAt);
}

NodeType Exp() {
  return {
      .spec = {.name = "exp",
               .summary = "the exponential: e to the power of the source, which must be at most 69",
               .value = "e^s; 0 if s < -87",
               .bounds = "value at s = lo to value at s = hi",
               .arguments = {"source"},
               .fields = {SourceField()}},
      .compile = [](Compiler& compiler, const NodeContext& context) {
        const Compiled source = InputUpTo(compiler, context, "source", kMaxExponent);
        const Bounds bounds{ExpAt(source.bounds.low), ExpAt(source.bounds.high)};
        if (bounds.low == bounds.high) return Compiled::Constant(bounds.low);
        return compiler.Apply({PointwiseOp::kExp}, {source}, bounds);
      }};
}

NodeType Log() {
  return {.spec = {.name = "log",
                   .summary = "the natural logarithm of the source, whose bounds must be above 0",
                   .value = "ln s",
                   .bounds = "ln lo to ln hi",
                   .arguments = {"source"},
                   .fields = {SourceField()}},
          .compile = [](Compiler& compiler, const NodeContext& context) {
            const Compiled source = PositiveInput(compiler, context, "source");
            const auto [low, high] = source.bounds;
            const Bounds bounds{cobble::Log(low), cobble::Log(high)};
            if (low == high) return Compiled::Constant(bounds.low);
            return compiler.Apply({PointwiseOp::kLog, {ToFloat(low)}}, {source}, bounds);
          }};
}

}  // namespace cobble::nodes
