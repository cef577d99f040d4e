// Every operation's formula and bounds, and the chain rule.
#include "support/oracle/values.h"

#include <algorithm>
#include <cmath>

#include "support/oracle/bounds.h"
#include "support/oracle/curve.h"

namespace cobble::test {
namespace {

using Inputs = std::span<const double>;
using Ranges = std::span<const Bounds>;

double Clamp01(double x) { return std::clamp(x, 0.0, 1.0); }
double Sign(double x) { return (x > 0) - (x < 0); }

// Returns smoothstep(t) and its derivative, where t has the derivative `rate`.
Jet Eased(double t, double rate) {
  const double v = Clamp01(t);
  return {v * v * (3 - 2 * v), {6 * v * (1 - v) * rate}};
}

Jet SmoothMin(double a, double b, double width) {
  const double h = std::max(1 - std::abs(a - b) / width, 0.0), smaller_weight = h / 2;
  const double value = std::min(a, b) - width * h * h / 4;
  return a <= b ? Jet{value, {1 - smaller_weight, smaller_weight}}
                : Jet{value, {smaller_weight, 1 - smaller_weight}};
}

Jet Power(double s, double exponent) {
  if (s == 0) return {0, {exponent == 1 ? 1.0 : 0.0}};
  const double size = std::pow(std::abs(s), exponent);
  return {Sign(s) * size, {exponent * size / std::abs(s)}};
}

OracleOperation MakeRemap(const Node& node, Ranges in) {
  const Bounds from = in[0];
  const std::vector<double>& to = node.Numbers("to");
  const double c = to[0], d = to[1];
  double a = from.low, b = from.high;
  if (node.Has("from")) {
    a = node.Numbers("from")[0];
    b = node.Numbers("from")[1];
  }
  if (a == b) return {[c](Inputs) { return Jet{c, {0}}; }, {c, c}, 0};
  const auto at = [=](double s) { return c + (s - a) * ((d - c) / (b - a)); };
  return {[=](Inputs x) {
            return Jet{at(x[0]), {(d - c) / (b - a)}};
          },
          Monotone(from, at), std::max({std::abs(a), std::abs(b), std::abs(c), std::abs(d)})};
}

OracleOperation MakeTerrace(const Node& node, Ranges in) {
  const Bounds from = in[0];
  const double low = from.low, high = from.high;
  if (low == high) return {[v = low](Inputs) { return Jet{v, {0}}; }, from, 0};
  const double levels = node.Number("levels"), k = node.Number("sharpness");
  return {[=](Inputs x) {
            const double u = (x[0] - low) / (high - low) * levels, f = u - std::floor(u);
            const double q = f * f * f * (6 * f * f - 15 * f + 10);
            const double q_slope = 30 * f * f * (1 - f) * (1 - f);
            return Jet{low + (high - low) * (std::floor(u) + (1 - k) * f + k * q) / levels,
                       {(1 - k) + k * q_slope}};
          },
          from, std::abs(low) + std::abs(high)};
}

OracleOperation MakeCurve(const Node& node, Ranges) {
  const std::vector<double>& points = node.Numbers("points");
  Bounds bounds{points[1], points[1]};
  for (std::size_t k = 1; k < points.size(); k += 2)
    bounds = Hull({bounds.low, bounds.high, points[k]});
  return {[curve = OracleCurve(points)](Inputs x) {
            const auto [value, slope] = curve.At(x[0]);
            return Jet{value, {slope}};
          },
          bounds, std::max({std::abs(points[0]), std::abs(points[points.size() - 2]), 1.0})};
}

OracleOperation MakeAbs(const Node&, Ranges in) {
  return {[](Inputs x) { return Jet{std::abs(x[0]), {Sign(x[0])}}; }, Magnitude(in[0])};
}

OracleOperation MakeInvert(const Node&, Ranges in) {
  const Bounds a = in[0];
  return {[sum = a.low + a.high](Inputs x) {
            return Jet{sum - x[0], {-1}};
          },
          a, std::max(std::abs(a.low), std::abs(a.high))};
}

OracleOperation MakePower(const Node& node, Ranges in) {
  const double exponent = node.Number("exponent");
  return {[=](Inputs x) { return Power(x[0], exponent); },
          Monotone(in[0], [=](double s) { return Power(s, exponent).value; })};
}

OracleOperation MakeClamp(const Node& node, Ranges in) {
  const double low = node.Number("low"), high = node.Number("high");
  const auto limited = [=](double s) { return std::clamp(s, low, high); };
  return {[=](Inputs x) {
            return Jet{limited(x[0]), {limited(x[0]) == x[0] ? 1.0 : 0.0}};
          },
          Monotone(in[0], limited), std::max(std::abs(low), std::abs(high))};
}

OracleOperation MakeSmoothstep(const Node& node, Ranges) {
  const double low = node.Number("low"), width = node.Number("high") - low;
  return {[=](Inputs x) { return Eased((x[0] - low) / width, 1 / width); },
          {0, 1},
          std::abs(low) + std::abs(width)};
}

OracleOperation MakeRidge(const Node&, Ranges in) {
  return {[](Inputs x) {
            const double rest = 1 - std::abs(x[0]);
            return Jet{rest * rest, {-2 * rest * Sign(x[0])}};
          },
          Ridge(in[0], 1), 1};
}

OracleOperation MakeThreshold(const Node& node, Ranges) {
  const double level = node.Number("level"), softness = node.Number("softness");
  return {[=](Inputs x) {
            if (softness == 0) return Jet{x[0] >= level ? 1.0 : 0.0, {0}};
            return Eased((x[0] - level) / softness + 0.5, 1 / softness);
          },
          {0, 1},
          std::abs(level) + softness};
}

OracleOperation MakeAdd(const Node&, Ranges in) {
  return {[](Inputs x) { return Jet{x[0] + x[1], {1, 1}}; }, Plus(in[0], in[1])};
}

OracleOperation MakeSubtract(const Node&, Ranges in) {
  return {[](Inputs x) { return Jet{x[0] - x[1], {1, -1}}; }, Minus(in[0], in[1])};
}

OracleOperation MakeMultiply(const Node&, Ranges in) {
  return {[](Inputs x) { return Jet{x[0] * x[1], {x[1], x[0]}}; }, Times(in[0], in[1])};
}

OracleOperation MakeMin(const Node&, Ranges in) {
  return {[](Inputs x) {
            return x[0] <= x[1] ? Jet{x[0], {1, 0}} : Jet{x[1], {0, 1}};
          },
          {std::min(in[0].low, in[1].low), std::min(in[0].high, in[1].high)}};
}

OracleOperation MakeMax(const Node&, Ranges in) {
  return {[](Inputs x) {
            return x[0] >= x[1] ? Jet{x[0], {1, 0}} : Jet{x[1], {0, 1}};
          },
          {std::max(in[0].low, in[1].low), std::max(in[0].high, in[1].high)}};
}

OracleOperation MakeSmoothMin(const Node& node, Ranges in) {
  const double width = node.Number("width");
  return {[=](Inputs x) { return SmoothMin(x[0], x[1], width); },
          {std::min(in[0].low, in[1].low) - width / 4, std::min(in[0].high, in[1].high)}};
}

OracleOperation MakeSmoothMax(const Node& node, Ranges in) {
  const double width = node.Number("width");
  return {[=](Inputs x) {
            const Jet negated = SmoothMin(-x[0], -x[1], width);
            return Jet{-negated.value, negated.partials};
          },
          {std::max(in[0].low, in[1].low), std::max(in[0].high, in[1].high) + width / 4}};
}

OracleOperation MakeMix(const Node&, Ranges in) {
  return {[](Inputs x) {
            const double t = Clamp01(x[2]), gap = x[1] - x[0];
            return Jet{x[0] + gap * t, {1 - t, t, t == x[2] ? gap : 0}};
          },
          {std::min(in[0].low, in[1].low), std::max(in[0].high, in[1].high)}};
}

// The remainder of a / b, with b's sign.
double Rest(double a, double b) { return a - b * std::floor(a / b); }

OracleOperation MakeDivide(const Node&, Ranges in) {
  const Bounds a = in[0], b = in[1];
  return {[b](Inputs x) {
            const double divisor = std::clamp(x[1], b.low, b.high);
            return Jet{x[0] / divisor, {1 / divisor, -x[0] / (divisor * divisor)}};
          },
          Hull({a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high})};
}

OracleOperation MakeModulo(const Node&, Ranges in) {
  const Bounds a = in[0], b = in[1];
  const Bounds quotients = MakeDivide({}, in).bounds;
  const double first = std::floor(quotients.low), last = std::floor(quotients.high);
  Bounds bounds = Hull({0, b.low > 0 ? b.high : b.low});
  if (b.low > 0 && a.low >= 0) bounds.high = std::min(bounds.high, a.high);
  if (b.low < 0 && a.high <= 0) bounds.low = std::max(bounds.low, a.low);
  if (first == last) bounds = Minus(a, Times(b, {first, first}));
  if (a.low == a.high && b.low == b.high) bounds.low = bounds.high = Rest(a.low, b.low);
  // Beyond the picture's edge, the inputs may exceed their bounds.
  return {[=](Inputs x) {
            if (first == last) return Jet{x[0] - first * x[1], {1, -first}};
            const double divisor = std::clamp(x[1], b.low, b.high);
            const double rest = std::clamp(Rest(x[0], divisor), bounds.low, bounds.high);
            return Jet{rest, {1, -std::floor(x[0] / divisor)}};
          },
          bounds};
}

// In: a wave of period 1 with extremes at multiples of 1/4.
Bounds BoundsOfWave(const Bounds& in, const std::function<double(double)>& wave) {
  if (std::max(std::abs(in.low), std::abs(in.high)) > 16) return {-1, 1};
  Bounds bounds = Monotone(in, wave);
  for (double x = std::ceil(4 * in.low) / 4; x <= in.high; x += 0.25)
    bounds = Hull({bounds.low, bounds.high, std::round(wave(x))});
  return bounds;
}

OracleOperation MakeSine(const Node&, Ranges in) {
  constexpr double kTurn = 6.283185307179586;
  const auto reduced = [](double s) { return s - std::round(s); };
  return {[=](Inputs x) {
            const double angle = kTurn * reduced(x[0]);
            return Jet{std::sin(angle), {kTurn * std::cos(angle)}};
          },
          BoundsOfWave(in[0], [=](double s) { return std::sin(kTurn * reduced(s)); })};
}

OracleOperation MakeTriangle(const Node&, Ranges in) {
  const auto at = [](double s) {
    const double phase = s - std::floor(s);
    if (phase <= 0.25) return Jet{4 * phase, {phase < 0.25 ? 4.0 : 0.0}};
    if (phase < 0.75) return Jet{2 - 4 * phase, {-4}};
    return Jet{4 * phase - 4, {phase > 0.75 ? 4.0 : 0.0}};
  };
  return {[=](Inputs x) { return at(x[0]); },
          BoundsOfWave(in[0], [=](double s) { return at(s).value; })};
}

OracleOperation MakeSquare(const Node& node, Ranges in) {
  const double duty = node.Number("duty");
  const auto at = [=](double s) { return s - std::floor(s) < duty ? 1.0 : -1.0; };
  const bool same_period = std::floor(in[0].low) == std::floor(in[0].high);
  const double first = at(in[0].low), last = at(in[0].high);
  Bounds bounds{-1, 1};
  if (duty == 0 || duty == 1 || (same_period && first == last)) bounds = {first, first};
  return {[=](Inputs x) {
            return Jet{std::clamp(at(x[0]), bounds.low, bounds.high), {0}};
          },
          bounds, 1};
}

OracleOperation MakeFloor(const Node&, Ranges in) {
  const auto at = [](double s) { return std::floor(s); };
  return {[=, range = in[0]](Inputs x) {
            return Jet{at(std::clamp(x[0], range.low, range.high)), {0}};
          },
          Monotone(in[0], at)};
}

OracleOperation MakeSign(const Node&, Ranges in) {
  return {[range = in[0]](Inputs x) {
            return Jet{Sign(std::clamp(x[0], range.low, range.high)), {0}};
          },
          Monotone(in[0], Sign)};
}

OracleOperation MakeExp(const Node&, Ranges in) {
  return {[](Inputs x) {
            return Jet{std::exp(x[0]), {std::exp(x[0])}};
          },
          Monotone(in[0], [](double s) { return std::exp(s); })};
}

OracleOperation MakeLog(const Node&, Ranges in) {
  return {[low = in[0].low](Inputs x) {
            const double limited = std::max(x[0], low);
            return Jet{std::log(limited), {1 / limited}};
          },
          Monotone(in[0], [](double s) { return std::log(s); })};
}

// An operation: its name, its number of inputs, and the function that builds it from a node.
struct Operation {
  std::string_view type;
  std::size_t inputs;
  OracleOperation (*make)(const Node& node, Ranges in);
};

constexpr Operation kOperations[] = {{"abs", 1, &MakeAbs},
                                     {"invert", 1, &MakeInvert},
                                     {"power", 1, &MakePower},
                                     {"clamp", 1, &MakeClamp},
                                     {"remap", 1, &MakeRemap},
                                     {"smoothstep", 1, &MakeSmoothstep},
                                     {"ridge", 1, &MakeRidge},
                                     {"threshold", 1, &MakeThreshold},
                                     {"terrace", 1, &MakeTerrace},
                                     {"curve", 1, &MakeCurve},
                                     {"sine", 1, &MakeSine},
                                     {"triangle", 1, &MakeTriangle},
                                     {"square", 1, &MakeSquare},
                                     {"floor", 1, &MakeFloor},
                                     {"sign", 1, &MakeSign},
                                     {"exp", 1, &MakeExp},
                                     {"log", 1, &MakeLog},
                                     {"add", 2, &MakeAdd},
                                     {"subtract", 2, &MakeSubtract},
                                     {"multiply", 2, &MakeMultiply},
                                     {"divide", 2, &MakeDivide},
                                     {"modulo", 2, &MakeModulo},
                                     {"min", 2, &MakeMin},
                                     {"max", 2, &MakeMax},
                                     {"smooth-min", 2, &MakeSmoothMin},
                                     {"smooth-max", 2, &MakeSmoothMax},
                                     {"mix", 3, &MakeMix}};

const Operation& Find(std::string_view type) {
  return *std::ranges::find(kOperations, type, &Operation::type);
}

Vec3 SlopeOf(const Jet& jet, std::span<const OracleSample> inputs) {
  Vec3 slope{};
  for (std::size_t i = 0; i < inputs.size(); ++i)
    slope = Plus(slope, inputs[i].slope, jet.partials[i]);
  return slope;
}

// Marks results dominated by the inputs' errors, so that they are not compared.
void LimitSlack(OracleSample* sample) {
  sample->jump |= kValueTolerance * sample->value_slack > 0.02 * (1 + std::abs(sample->value));
  sample->kink |= kSlopeTolerance * sample->slope_slack > 0.1 * (1 + Largest(sample->slope));
}

}  // namespace

std::span<const char* const> OperandKeys(std::string_view type) {
  static constexpr const char* kKeys[] = {"source", "a", "b", "by"};
  const std::span keys(kKeys);
  const std::size_t inputs = Find(type).inputs;
  return inputs == 1 ? keys.first(1) : keys.subspan(1, inputs);
}

bool IsOperation(std::string_view type) {
  return std::ranges::any_of(kOperations, [&](const Operation& o) { return o.type == type; });
}

OracleOperation MakeOperation(const Node& node, std::span<const Bounds> inputs) {
  return Find(node.type).make(node, inputs);
}

OracleSample Operate(const OracleOperation& operation, std::span<const OracleSample> inputs) {
  std::vector<double> x;
  for (const OracleSample& input : inputs) x.push_back(input.value);
  const Jet here = operation.at(x);
  OracleSample out{.value = here.value, .slope = SlopeOf(here, inputs)};
  out.value_slack = kRounding * (std::abs(here.value) + operation.coarse);
  out.slope_slack = kRounding * Largest(out.slope);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const OracleSample& input = inputs[i];
    const double off = kValueTolerance * (input.value_slack + kRounding / 2 * operation.coarse);
    double value_off = 0, slope_off = 0, partial = std::abs(here.partials[i]);
    for (const double step : {-1.0, -0.5, 0.5, 1.0}) {
      x[i] = input.value + step * off;
      const Jet near = operation.at(x);
      value_off = std::max(value_off, std::abs(near.value - here.value));
      slope_off = std::max(slope_off, Largest(Plus(SlopeOf(near, inputs), out.slope, -1)));
      partial = std::max(partial, std::abs(near.partials[i]));
    }
    x[i] = input.value;
    out.value_slack += value_off / kValueTolerance;
    out.slope_slack += partial * (input.slope_slack + kRounding * Largest(input.slope)) +
                       slope_off / kSlopeTolerance;
    out.kink |= input.kink && partial > 0;
    out.jump |= input.jump;
  }
  LimitSlack(&out);
  return out;
}

}  // namespace cobble::test
