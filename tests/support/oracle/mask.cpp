// The formulas and bounds of masks.
#include "support/oracle/mask.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace cobble::test {
namespace {

// Slopes and values are assumed to be within a quarter of their tolerance, and values also to be
// rounded. With the full tolerances, masks with some contrast would accept anything.
constexpr double kSlopeSlack = kSlopeTolerance / kValueTolerance / 4, kValueSlack = 0.25;

double NumberOr(const Node& node, const char* key, double fallback) {
  return node.Has(key) ? node.Number(key) : fallback;
}

// Returns the value, limited, with slope 0 at the limits and beyond.
Jet Limited(Jet jet, const Bounds& bounds) {
  if (jet.value <= bounds.low || jet.value >= bounds.high)
    jet = {std::clamp(jet.value, bounds.low, bounds.high),
           std::vector<double>(jet.partials.size())};
  return jet;
}

Vec3 OnCircle(double radius, double degrees) {
  const double turn = degrees * std::numbers::pi / 180;
  return {radius * std::cos(turn), radius * std::sin(turn), 0};
}

// A slope's measure, and its partial derivatives along x and y.
struct SlopeMeasure {
  std::string name;
  double strength, limit;

  Bounds bounds() const {
    if (name == "angle") return {0, 90};
    return {name == "magnitude" ? 0 : -limit, limit};
  }

  Jet Of(double x, double y) const {
    if (name == "x") return {x, {1, 0}};
    if (name == "y") return {y, {0, 1}};
    const double length = std::hypot(x, y);
    double value = length, rise = 1;
    if (name == "angle") {
      const double tangent = std::abs(strength) * length;
      value = std::atan(tangent) * 180 / std::numbers::pi;
      rise = std::abs(strength) / (1 + tangent * tangent) * 180 / std::numbers::pi;
    }
    if (length == 0) return {value, {0, 0}};
    return {value, {rise * x / length, rise * y / length}};
  }
};

OracleMask MakeSlopeOf(const Recipe& recipe, const Node& node) {
  const SlopeMeasure measure{node.Text("measure"),
                             NumberOr(node, "strength", recipe.normal.strength),
                             node.Number("limit")};
  const double r = node.Number("radius"), coarse = measure.bounds().high;
  if (r == 0) {
    const auto at = [=](std::span<const double> s) {
      return Limited({measure.Of(s[0], s[1]).value, {0, 0}}, measure.bounds());
    };
    return {0, true, {{0, 0, 0}}, {at, measure.bounds(), coarse}};
  }
  const auto at = [=](std::span<const double> s) {
    const Jet jet = measure.Of((s[0] - s[1]) / (2 * r), (s[2] - s[3]) / (2 * r));
    const double x = jet.partials[0] / (2 * r), y = jet.partials[1] / (2 * r);
    return Limited({jet.value, {x, -x, y, -y}}, measure.bounds());
  };
  return {r, false, {{r, 0, 0}, {-r, 0, 0}, {0, r, 0}, {0, -r, 0}}, {at, measure.bounds(), 0}};
}

OracleMask MakeCurvatureOf(const Recipe& recipe, const Node& node) {
  const double strength = NumberOr(node, "strength", recipe.normal.strength);
  const double scale = NumberOr(node, "scale", recipe.curvature.scale);
  const double r = node.Number("radius");
  const Bounds bounds{-1, 1};
  const auto at = [=](std::span<const double> s) {
    double mean = 0;
    for (const double each : s.first(8)) mean += each / 8;
    const double factor = -0.5 * scale * strength * 4 / (r * r);
    std::vector<double> partials(9, factor / 8);
    partials[8] = -factor;
    return Limited({factor * (mean - s[8]), partials}, bounds);
  };
  OracleMask mask{r, false, {}, {at, bounds, 0}};
  for (int k = 0; k < 8; ++k) mask.offsets.push_back(OnCircle(r, 22.5 + 45 * k));
  mask.offsets.push_back({0, 0, 0});
  return mask;
}

// The weights and offsets of blur's samples.
OracleMask MakeBlur(const Node& node) {
  const double r = node.Number("radius");
  const auto n = static_cast<std::size_t>(node.Number("samples"));
  std::vector<double> weights;
  OracleMask mask;
  mask.radius = r;
  double total = 0;
  Vec3 mean{};
  for (std::size_t k = 0; k < n; ++k) {
    const double t = (static_cast<double>(k) + 0.5) / static_cast<double>(n);
    weights.push_back(std::exp(-2 * t));
    mask.offsets.push_back(
        OnCircle(r * std::sqrt(t), static_cast<double>(k) * 180 * (3 - std::sqrt(5.0))));
    total += weights.back();
    mean = Plus(mean, mask.offsets.back(), weights.back());
  }
  for (double& weight : weights) weight /= total;
  for (Vec3& offset : mask.offsets) offset = Plus(offset, mean, -1 / total);
  mask.operation.at = [weights](std::span<const double> s) {
    double sum = 0;
    for (std::size_t k = 0; k < s.size(); ++k) sum += weights[k] * s[k];
    return Jet{sum, weights};
  };
  return mask;
}

}  // namespace

OracleSample OracleMask::At(const Vec3& position,
                            const std::function<OracleSample(const Vec3&)>& at) const {
  std::vector<OracleSample> inputs;
  for (const Vec3& offset : offsets) {
    OracleSample sample = at(Plus(position, offset));
    if (!is_of_slopes) {
      sample.value_slack = kValueSlack * sample.value_slack + kRounding * std::abs(sample.value);
      sample.slope_slack /= 4;
      inputs.push_back(sample);
      continue;
    }
    for (std::size_t a = 0; a < 2; ++a)
      inputs.push_back({.value = sample.slope[a],
                        .value_slack = kSlopeSlack * sample.slope_slack,
                        .jump = sample.kink || sample.jump});
  }
  return Operate(operation, inputs);
}

bool IsMask(std::string_view type) {
  return type == "slope-of" || type == "curvature-of" || type == "blur";
}

OracleMask MakeMask(const Recipe& recipe, const Node& node) {
  if (node.type == "blur") return MakeBlur(node);
  return node.type == "slope-of" ? MakeSlopeOf(recipe, node) : MakeCurvatureOf(recipe, node);
}

}  // namespace cobble::test
