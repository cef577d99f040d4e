// Trees of nodes, positions of pixels and the maps, from their definitions.
#include "support/oracle.h"

#include <algorithm>
#include <cmath>

namespace cobble::test {
namespace {

uint32_t Fnv1a(const std::string& bytes) {
  uint32_t hash = 2166136261u;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return hash;
}

// A noise's own seed: as written, the recipe's at the root, elsewhere from its path.
uint32_t SeedOf(const Recipe& recipe, const Node& node, const std::string& path) {
  if (node.Has("seed")) return static_cast<uint32_t>(node.Number("seed"));
  if (path == "/noise") return recipe.seed;
  return HashValue(HashEat(HashSeed(recipe.seed), Fnv1a(path)));
}

int64_t Modulo(int64_t a, int64_t m) { return ((a % m) + m) % m; }

}  // namespace

Oracle::Oracle(const Recipe& recipe) : recipe_(recipe), root_(Build(recipe.noise, "/noise")) {}

Oracle::Part Oracle::Build(const Node& node, const std::string& path) const {
  Part part{node.type, 0, nullptr, {}};
  switch (node.type) {
    case NodeType::kConstant:
      part.number = node.Number("value");
      break;
    case NodeType::kAdd:
      for (const char* key : {"a", "b"})
        part.inputs.push_back(Build(node.Input(key), path + "/" + key));
      break;
    case NodeType::kWarp: {
      part.number = node.Number("amount");
      part.inputs.push_back(Build(node.Input("source"), path + "/source"));
      int place = 0;
      for (const Node& by : node.Inputs("by"))
        part.inputs.push_back(Build(by, path + "/by/" + std::to_string(place++)));
      break;
    }
    default:  // a noise
      part.noise = std::make_shared<OracleNoise>(recipe_, node, SeedOf(recipe_, node, path));
      break;
  }
  return part;
}

OracleSample Oracle::Evaluate(const Part& part, const Vec3& position, double slack) const {
  switch (part.type) {
    case NodeType::kAdd:
      return Add(part, position, slack);
    case NodeType::kWarp:
      return Warp(part, position, slack);
    case NodeType::kConstant: {
      OracleSample constant{part.number, {}};
      constant.value_slack = std::abs(part.number) * 0.01;  // float32 holds 6e-8 of it
      return constant;
    }
    default:
      return part.noise->At(position, slack);
  }
}

OracleSample Oracle::Add(const Part& part, const Vec3& position, double slack) const {
  OracleSample a = Evaluate(part.inputs[0], position, slack);
  const OracleSample b = Evaluate(part.inputs[1], position, slack);
  a.value += b.value;
  for (int k = 0; k < 3; ++k) a.slope[k] += b.slope[k];
  a.value_slack += b.value_slack;
  a.slope_slack += b.slope_slack;
  a.kink |= b.kink;
  a.jump |= b.jump;
  return a;
}

// f(P + amount by(P)); slope_a = f_a + amount sum_k f_k d by_k / dP_a.
OracleSample Oracle::Warp(const Part& part, const Vec3& position, double slack) const {
  const double amount = part.number;
  std::vector<OracleSample> by;
  Vec3 moved = position;
  double moved_slack = slack;
  for (std::size_t k = 1; k < part.inputs.size(); ++k) {
    by.push_back(Evaluate(part.inputs[k], position, slack));
    moved[k - 1] += amount * by.back().value;
    moved_slack += std::abs(amount) * by.back().value_slack;
  }
  const OracleSample source = Evaluate(part.inputs[0], moved, moved_slack);
  OracleSample result = source;
  for (std::size_t k = 0; k < by.size(); ++k) {
    for (int a = 0; a < 3; ++a) result.slope[a] += amount * source.slope[k] * by[k].slope[a];
    result.value_slack += std::abs(amount * source.slope[k]) * by[k].value_slack;
    result.slope_slack += std::abs(amount) * source.slope_slack * by[k].slope_slack;
    result.kink |= by[k].kink;
    result.jump |= by[k].jump;
  }
  return result;
}

Bounds Oracle::BoundsOf(const Part& part) const {
  switch (part.type) {
    case NodeType::kConstant:
      return {part.number, part.number};
    case NodeType::kAdd: {
      const Bounds a = BoundsOf(part.inputs[0]), b = BoundsOf(part.inputs[1]);
      return {a.low + b.low, a.high + b.high};
    }
    case NodeType::kWarp:
      return BoundsOf(part.inputs[0]);
    default:
      return part.noise->bounds();
  }
}

Vec3 Oracle::Position(int64_t i, int64_t j) const {
  if (recipe_.tiling) {
    i = Modulo(i, recipe_.width);
    j = Modulo(j, recipe_.height);
  }
  const auto along = [](int64_t index, int64_t count, double extent) {
    const auto middle = static_cast<long double>(index) + 0.5L;
    return static_cast<double>((middle / static_cast<long double>(count) - 0.5L) * extent);
  };
  return {along(i, recipe_.width, recipe_.domain.extent[0]),
          along(j, recipe_.height, recipe_.domain.extent[1]), recipe_.domain.slice};
}

std::optional<Bounds> Oracle::HeightRange() const {
  switch (recipe_.range.mode) {
    case RangeMode::kNone:
      return {};
    case RangeMode::kFixed:
      return Bounds{recipe_.range.low, recipe_.range.high};
    case RangeMode::kNatural:
      return bounds();
    case RangeMode::kFit:
      break;
  }
  Bounds fit{HUGE_VAL, -HUGE_VAL};
  for (int64_t j = 0; j < recipe_.height; ++j)
    for (int64_t i = 0; i < recipe_.width; ++i) {
      const double value = AtPixel(i, j).value;
      fit = {std::min(fit.low, value), std::max(fit.high, value)};
    }
  return fit;
}

// What a step of one picture width, to the right and downwards, is in units of P.
std::array<double, 2> Oracle::PictureUnits() const {
  const double pixel_height = recipe_.domain.extent[1] / static_cast<double>(recipe_.height);
  return {recipe_.domain.extent[0], pixel_height * static_cast<double>(recipe_.width)};
}

double Oracle::SlopeScale(const std::optional<Bounds>& range) const {
  const auto units = PictureUnits();
  const double span = range ? std::abs(range->high - range->low) : 1;
  return span == 0 ? 0 : std::max(units[0], units[1]) / span;
}

OracleMaps Oracle::Maps(const OracleSample& sample, const std::optional<Bounds>& range) const {
  OracleMaps maps;
  maps.value = sample.value;
  maps.height = sample.value;
  double steps = 1;  // of h, for a step of 1 of the value
  if (range) {
    const double span = range->high - range->low;
    steps = span == 0 ? 0 : 1 / span;
    maps.height = span == 0 ? 0.5 : (sample.value - range->low) / span;
  }
  const auto units = PictureUnits();
  for (int a = 0; a < 2; ++a) maps.slope[a] = steps * sample.slope[a] * units[a];

  const double strength = recipe_.normal.strength;
  const double up = recipe_.normal.y == NormalY::kUp ? 1 : -1;
  const Vec3 n{-strength * maps.slope[0], up * strength * maps.slope[1], 1};
  const double length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  for (int a = 0; a < 3; ++a) maps.normal[a] = n[a] / length;
  return maps;
}

}  // namespace cobble::test
