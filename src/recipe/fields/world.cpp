// Computes the scales of worlds.
#include "recipe/fields/world.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/fields/node_tree.h"
#include "recipe/fields/picture_steps.h"

namespace cobble {
namespace {

constexpr double kTiny = 1e-9;  // of the width of the picture

double LengthOf(const Vector3& v) { return std::sqrt(v[0] * v[0] + v[1] * v[1]); }

WaysAcross WaysOf(const Recipe& recipe) {
  const auto& [extent_x, extent_y] = recipe.domain.extent;
  const PictureSteps steps = StepsOf(recipe);
  const double rows = static_cast<double>(steps.y), columns = static_cast<double>(steps.x);
  const Affine map = MakeDomain({0, 0, 0}, recipe.domain.rotate, recipe.domain.scale);
  return {.right = map.Linear({extent_x, 0, 0}),
          .down = map.Linear({0, extent_y * (columns / rows), 0})};
}

bool IsTilted(const WaysAcross& ways) {
  const double tiny = kTiny * ways.Units();
  return std::abs(ways.right[2]) > tiny || std::abs(ways.down[2]) > tiny;
}

}  // namespace

Phrase ExampleOfWorld(const Recipe& recipe) {
  const Phrase size = recipe.domain.IsSphere() ? Phrase::Option("world.radius", "6371000")
                                               : Phrase::Option("world.width", "4032");
  return size + " " + Phrase::Option("world.heights", "0,1200");
}

std::optional<WorldScale> WorldScaleOf(const Recipe& recipe) {
  if (!recipe.world) return std::nullopt;
  const World& world = *recipe.world;
  return WorldScale{.step = world.Width() / static_cast<double>(StepsOf(recipe).x),
                    .rise = world.Rise(),
                    .base = world.heights[0]};
}

std::optional<ValueScale> ValueScaleOf(const Recipe& recipe, const std::optional<Bounds>& fitted) {
  const bool is_fit = FindsRange(recipe.range);
  if (!recipe.world || (is_fit && !fitted)) return std::nullopt;
  const auto [low, high] = is_fit ? *fitted : Bounds{recipe.range.low, recipe.range.high};
  if (low == high) return std::nullopt;  // of a picture that is the same everywhere
  const double rise = recipe.world->Rise() / (high - low);
  return ValueScale{rise, recipe.world->heights[0] - rise * low};
}

bool HasFittedWorld(const Recipe& recipe) { return recipe.world && FindsRange(recipe.range); }

bool WaitsForFit(const Recipe& recipe) {
  if (!FindsRange(recipe.range)) return false;
  bool waits = false;
  const auto visit = [&](const Node& node, const std::string&) {
    const auto type = NodeTypeNumber(node.type);
    const Field* const strength = type ? FindField(ObjectKind::kNode, "strength", *type) : nullptr;
    const bool measures = strength && strength->default_text == kStrengthOfWorld;
    waits = waits || (recipe.world && measures && !node.Has("strength"));
    const auto named = node.type == kRefType ? SurfaceMapOfRef(node.Text("ref")) : std::nullopt;
    const bool is_height = named == Map::kHeight || named == Map::kSlope;
    waits = waits || (is_height && PointerOfRef(recipe, node.Text("ref")).empty());
  };
  VisitNodes(recipe, visit);
  return waits;
}

// Heights are flat where HeightScaleOf says so.
Recipe WithFittedRange(const Recipe& recipe, const Bounds& fitted) {
  Recipe out = recipe;
  out.range = {RangeMode::kFixed, fitted.low, fitted.high};
  if (!std::isfinite(static_cast<float>(1 / (fitted.high - fitted.low)))) {
    out.world.reset();
    out.normal.strength = 0;
  }
  return out;
}

double WaysAcross::Units() const { return LengthOf(right); }

std::optional<WaysAcross> WaysAcrossOf(const Recipe& recipe) {
  if (!recipe.world) return std::nullopt;
  const WaysAcross ways = WaysOf(recipe);
  return IsTilted(ways) ? std::nullopt : std::optional(ways);
}

// In p, the picture's axes must be equally long and at a right angle, and z the same along them.
std::optional<double> UnitsAcross(const Recipe& recipe) {
  const WaysAcross ways = WaysOf(recipe);
  if (IsTilted(ways)) return std::nullopt;
  const auto& [right, down] = ways;
  const PictureSteps steps = StepsOf(recipe);
  const double size = ways.Units(), tiny = kTiny * size;
  const double pixel = size / static_cast<double>(std::min(steps.x, steps.y));
  if (std::abs(right[0] * down[0] + right[1] * down[1]) > tiny * size) return std::nullopt;
  if (std::abs(LengthOf(down) - size) > tiny + pixel) return std::nullopt;
  return size;
}

std::optional<double> MetresPerUnit(const Recipe& recipe) {
  const auto units = recipe.world ? UnitsAcross(recipe) : std::nullopt;
  if (!units) return std::nullopt;
  return recipe.world->Width() / *units;
}

std::optional<double> StrengthPerUnit(const Recipe& recipe, const std::optional<Bounds>& fitted) {
  if (!recipe.world) return recipe.normal.strength;
  const auto scale = ValueScaleOf(recipe, fitted);
  const auto metres = MetresPerUnit(recipe);
  if (!scale || !metres) return std::nullopt;
  return scale->rise / *metres;
}

}  // namespace cobble
