// The formulas and bounds of masks.
#include "support/oracle/mask.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace cobble::test {
namespace {

// Slopes are assumed to be within a quarter of their tolerance; with the full tolerance, masks
// with some contrast would accept anything.
constexpr double kSlopeSlack = kSlopeTolerance / kValueTolerance / 4;

double NumberOr(const Node& node, const char* key, double fallback) {
  return node.Has(key) ? node.Number(key) : fallback;
}

// Returns the value, limited, with partial derivatives that are not used: masks have no slope.
Jet LimitedJet(double value, const Bounds& bounds, std::size_t inputs) {
  return {std::clamp(value, bounds.low, bounds.high), std::vector<double>(inputs)};
}

OracleMask MakeSlopeOf(const Recipe& recipe, const Node& node) {
  const double strength = NumberOr(node, "strength", recipe.normal.strength);
  const double limit = node.Number("limit");
  const std::string measure = node.Text("measure");
  const bool is_angle = measure == "angle", is_magnitude = measure == "magnitude";
  Bounds bounds{-limit, limit};
  if (is_angle) bounds = {0, 90};
  if (is_magnitude) bounds.low = 0;
  const auto at = [=](std::span<const double> s) {
    const double length = std::hypot(s[0], s[1]);
    const double angle = std::atan(std::abs(strength) * length) * 180 / std::numbers::pi;
    double value = s[measure == "x" ? 0 : 1];
    if (is_magnitude) value = length;
    if (is_angle) value = angle;
    return LimitedJet(value, bounds, 2);
  };
  return {0, {{0, 0, 0}}, {at, bounds, is_angle ? 90.0 : limit}};
}

OracleMask MakeCurvatureOf(const Recipe& recipe, const Node& node) {
  const double strength = NumberOr(node, "strength", recipe.normal.strength);
  const double scale = NumberOr(node, "scale", recipe.curvature.scale);
  const double r = node.Number("radius");
  const Bounds bounds{-1, 1};
  const auto at = [=](std::span<const double> s) {
    const double divergence = (s[0] - s[2]) / (2 * r) + (s[5] - s[7]) / (2 * r);
    return LimitedJet(-0.5 * strength * scale * divergence, bounds, 8);
  };
  return {r, {{r, 0, 0}, {-r, 0, 0}, {0, r, 0}, {0, -r, 0}}, {at, bounds, 1}};
}

}  // namespace

OracleSample OracleMask::At(const Vec3& position,
                            const std::function<OracleSample(const Vec3&)>& at) const {
  std::vector<OracleSample> slopes;
  for (const Vec3& offset : offsets) {
    const OracleSample sample = at(Plus(position, offset));
    for (std::size_t a = 0; a < 2; ++a)
      slopes.push_back({.value = sample.slope[a],
                        .value_slack = kSlopeSlack * sample.slope_slack,
                        .jump = sample.kink || sample.jump});
  }
  return Operate(operation, slopes);
}

bool IsMask(std::string_view type) { return type == "slope-of" || type == "curvature-of"; }

OracleMask MakeMask(const Recipe& recipe, const Node& node) {
  return node.type == "slope-of" ? MakeSlopeOf(recipe, node) : MakeCurvatureOf(recipe, node);
}

}  // namespace cobble::test
