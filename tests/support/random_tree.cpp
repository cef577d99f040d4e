// Random trees, kept tame: values of a few units, errors that grow by small factors, so that the
// oracle's tolerance still means something at the root.
#include "support/random_tree.h"

#include <algorithm>
#include <cmath>

namespace cobble::test {

using nlohmann::json;

namespace {

constexpr double kMaxGrowth = 12;  // of errors, below operations that add to it
constexpr double kMaxValue = 4;

}  // namespace

RandomTree::Budget RandomTree::Budget::Share(int inputs) const {
  return {std::max(1, (nodes - 1) / inputs), std::max(1, noises / inputs), finest};
}

void RandomTree::AddTo(json& recipe) {
  const Budget all{wish_.nodes, 24, 1};
  for (const char* const name : {"base", "detail"}) {
    if (wish_.nodes < 5 || random_.Chance(0.3)) continue;
    const Made made = Node({wish_.nodes / 5 + 1, 4, 1});
    recipe["nodes"][name] = made.node;
    shared_[name] = made;
  }
  Budget rest = all;
  rest.nodes -= static_cast<int>(shared_.size()) * (wish_.nodes / 5 + 1);
  recipe["noise"] = Node(rest).node;
}

RandomTree::Made RandomTree::Node(const Budget& budget) {
  if (budget.nodes <= 1) return Leaf(budget);
  const double kind = random_.Uniform(0, 1);
  if (kind < 0.33) return Tamed(OneInput(budget));
  if (kind < 0.63) return Tamed(TwoInputs(budget));
  if (kind < 0.70 && wish_.folds) return Tamed(Mix(budget));
  if (kind < 0.82) return Warp(budget);
  if (kind < 0.91) return Transform(budget);
  return Tamed(Fractal(budget));
}

RandomTree::Made RandomTree::Leaf(const Budget& budget) {
  if (budget.noises < 4 || shared_.empty() || random_.Chance(0.6)) return Noise(budget);
  const auto& [name, made] =
      *std::next(shared_.begin(), random_.Whole(0, static_cast<int64_t>(shared_.size()) - 1));
  Made ref = made;
  ref.node = {{"ref", name}};
  return ref;
}

RandomTree::Made RandomTree::Input(const Budget& budget) {
  if (!random_.Chance(0.1)) return Node(budget);
  const double number = random_.Uniform(-1, 1);
  if (random_.Chance(0.3))
    return {{{"type", "constant"}, {"value", number}}, std::abs(number), 0, 0};
  return {number, std::abs(number), 0, 0};
}

RandomTree::Made RandomTree::Noise(const Budget& budget) {
  Made made{noise_.Make(budget.finest)};
  if (made.node.contains("distribution")) made.maximum = 100, made.span = 0;
  return Tamed(made);
}

// Back to a few units, and to small errors.
RandomTree::Made RandomTree::Tamed(Made made) {
  const double shrink = std::max(made.maximum / kMaxValue, made.growth / (2 * kMaxGrowth));
  if (shrink <= 1) return made;
  made.node = {{"type", "remap"},
               {"source", made.node},
               {"from", {-made.maximum, made.maximum}},
               {"to", {-made.maximum / shrink, made.maximum / shrink}}};
  made.maximum /= shrink;
  made.growth /= shrink;
  made.span /= shrink;
  return made;
}

std::string RandomTree::OneInputType(const Made& source) {
  if (source.growth > kMaxGrowth || source.maximum < 0.1)
    return wish_.folds ? random_.OneOf({"abs", "invert", "clamp"}) : "invert";
  if (source.span > 0.2 && random_.Chance(0.2)) return "terrace";
  if (!wish_.folds) return random_.OneOf({"invert", "remap", "smoothstep", "threshold", "curve"});
  return random_.OneOf({"abs", "invert", "power", "clamp", "remap", "smoothstep", "ridge",
                        "threshold", "curve", "curve"});
}

RandomTree::Made RandomTree::OneInput(const Budget& budget) {
  const Made source = Node(budget.Share(1));
  const std::string type = OneInputType(source);
  Made made = source;
  made.node = {{"type", type}, {"source", source.node}};
  using Options = void (RandomTree::*)(Made&);
  static const std::map<std::string, Options> kOptions{
      {"power", &RandomTree::Power},     {"clamp", &RandomTree::Clamp},
      {"remap", &RandomTree::Remap},     {"smoothstep", &RandomTree::Smoothstep},
      {"ridge", &RandomTree::Ridge},     {"threshold", &RandomTree::Threshold},
      {"terrace", &RandomTree::Terrace}, {"curve", &RandomTree::Curve}};
  const auto options = kOptions.find(type);
  if (options != kOptions.end()) (this->*options->second)(made);
  if (type == "abs") made.span /= 2;
  return made;
}

void RandomTree::Power(Made& made) {
  const double exponent = random_.Chance(0.2) ? 1 : random_.Uniform(0.5, 3);
  made.node["exponent"] = exponent;
  made.growth *= exponent * std::max(1.5, std::pow(made.maximum, exponent - 1));
  made.maximum = std::pow(made.maximum, exponent);
  made.span = 0;
}

void RandomTree::Clamp(Made& made) {
  const double low = random_.Uniform(-0.8, 0.2) * made.maximum;
  const double high = low + random_.Uniform(0.1, 1) * made.maximum;
  made.node["low"] = low;
  made.node["high"] = high;
  made.maximum = std::max(std::abs(low), std::abs(high));
  made.span = 0;
}

void RandomTree::Remap(Made& made) {
  const double c = random_.Uniform(-1.5, 1.5), d = c + random_.OneOf({-1.0, 1.0, 0.4});
  if (random_.Chance(0.8)) made.node["to"] = {c, d};
  const bool is_far = made.span < 0.2 || random_.Chance(0.5);
  double width = made.span;
  if (is_far) {
    const double a = random_.Uniform(-0.8, 0.2) * made.maximum;
    width = random_.Uniform(0.4, 1.5) * made.maximum;
    const bool falls = random_.Chance(0.3);
    made.node["from"] = {falls ? a + width : a, falls ? a : a + width};
  }
  made.growth /= width;
  made.maximum = is_far ? 1.5 + 1 + 2 * made.maximum / width : 2.5;
  made.span /= is_far ? 2.5 * width : made.span / 0.4;
}

void RandomTree::Smoothstep(Made& made) {
  if (made.maximum < 1 || random_.Chance(0.9)) {
    const double low = random_.Uniform(-0.6, 0.2) * made.maximum;
    made.node["low"] = low;
    made.node["high"] = low + random_.Uniform(0.3, 1.2) * made.maximum;
  }
  made.growth *= 1.5 / (0.3 * made.maximum);
  made.maximum = made.span = 1;
}

void RandomTree::Ridge(Made& made) {
  made.growth *= 2 * std::max(1.0, made.maximum - 1);
  made.maximum = std::max(1.0, std::pow(made.maximum - 1, 2));
  made.span = 0;
}

void RandomTree::Threshold(Made& made) {
  made.node["level"] = random_.Uniform(-0.5, 0.5) * made.maximum;
  const bool steps = wish_.folds && random_.Chance(0.15);
  const double softness = steps ? 0 : random_.Uniform(0.2, 1) * made.maximum;
  made.node["softness"] = softness;
  made.growth = steps ? 0 : made.growth * 1.5 / softness;
  made.maximum = made.span = 1;
}

void RandomTree::Terrace(Made& made) {
  made.node["levels"] = made.growth <= 1 && random_.Chance(0.1) ? 256 : random_.Whole(1, 12);
  if (random_.Chance(0.8))
    made.node["sharpness"] = random_.OneOf({0.0, 1.0, random_.Uniform(0, 1)});
  made.growth *= 2;
}

// Steps that rise or fall by at most twice their width, some of them level. Where slopes must not
// jump, the ends lie beyond the source's values.
void RandomTree::Curve(Made& made) {
  const int64_t last = random_.Chance(0.1) ? random_.Whole(60, 255) : random_.Whole(1, 9);
  const double side = (wish_.folds ? random_.Uniform(0.5, 1.2) : 1.2) * made.maximum;
  double x = -side, y = random_.Uniform(-0.5, 0.5), low = y, high = y;
  json points{{x, y}};
  for (int64_t k = 0; k < last; ++k) {
    const double width = random_.Uniform(0.7, 1.3) * 2 * side / static_cast<double>(last);
    x = k + 1 == last ? std::max(side, x + 0.5 * width) : x + width;
    if (!random_.Chance(0.1)) y += random_.Uniform(-1, 1) * width;
    low = std::min(low, y), high = std::max(high, y);
    points.push_back({x, y});
  }
  made.node["points"] = points;
  made.growth *= 3;
  made.maximum = std::max(std::abs(low), std::abs(high));
  made.span = high - low;
}

RandomTree::Made RandomTree::TwoInputs(const Budget& budget) {
  const Made a = Input(budget.Share(2)), b = Input(budget.Share(2));
  std::string type = random_.OneOf({"add", "subtract", "multiply", "smooth-min", "smooth-max",
                                    wish_.folds ? "min" : "add", wish_.folds ? "max" : "subtract"});
  Made made{{{"type", type}, {"a", a.node}, {"b", b.node}},
            a.maximum + b.maximum,
            a.growth + b.growth,
            a.span + b.span};
  if (type == "multiply") {
    made.maximum = a.maximum * b.maximum;
    made.growth = a.growth * b.maximum + b.growth * a.maximum;
  }
  if (type != "add" && type != "subtract") made.span = 0;
  if (type.ends_with("min") || type.ends_with("max"))
    made.maximum = std::max(a.maximum, b.maximum) + 0.25;
  if (type.starts_with("smooth") && random_.Chance(0.8))
    made.node["width"] = random_.Uniform(0.2, 1);
  return made;
}

RandomTree::Made RandomTree::Mix(const Budget& budget) {
  const Made a = Input(budget.Share(3)), b = Input(budget.Share(3)), by = Input(budget.Share(3));
  return {{{"type", "mix"}, {"a", a.node}, {"b", b.node}, {"by", by.node}},
          std::max(a.maximum, b.maximum),
          std::max(a.growth, b.growth) + (a.maximum + b.maximum) * by.growth,
          std::max(a.span, b.span)};
}

RandomTree::Made RandomTree::Warp(const Budget& budget) {
  const int64_t count = random_.Whole(1, 3);
  const Budget share = budget.Share(static_cast<int>(count) + 1);
  Made made = Node(share);
  json by = json::array();
  double growth = 1;
  for (int64_t k = 0; k < count; ++k) {
    const Made input = Input(share);
    by.push_back(input.node);
    growth = std::max(growth, input.growth * std::max(1.0, input.maximum));
  }
  made.node = {{"type", "warp"},
               {"source", made.node},
               {"by", by},
               {"amount", random_.Uniform(-0.1, 0.1) / growth}};
  made.growth *= 2;
  return made;
}

json RandomTree::Turn() {
  if (!wish_.tiling)
    return {random_.Uniform(-180, 180), random_.Uniform(-180, 180), random_.Uniform(-180, 180)};
  const auto half = [&] { return random_.OneOf({0.0, 180.0}); };
  if (!tiling_.square) return {half(), half(), half()};
  return {half(), half(), random_.OneOf({0.0, -90.0, 90.0, 180.0, 270.0})};
}

RandomTree::Made RandomTree::Transform(const Budget& budget) {
  const auto factor = [&] {
    const double sign = random_.OneOf({-1.0, 1.0});
    return sign *
           (wish_.tiling ? static_cast<double>(random_.Whole(1, 3)) : random_.Uniform(0.5, 2));
  };
  const double x = factor(), y = tiling_.square ? std::copysign(x, factor()) : factor();
  const double z = factor();
  Budget inner = budget.Share(1);
  inner.finest *= std::max({std::abs(x), std::abs(y), std::abs(z)});
  Made made = Node(inner);
  made.node = {{"type", "transform"}, {"source", made.node}, {"scale", {x, y, z}}};
  if (random_.Chance(0.7))
    made.node["translate"] = {random_.Uniform(-50, 50), random_.Uniform(-50, 50),
                              random_.Uniform(-50, 50)};
  if (random_.Chance(0.6)) made.node["rotate"] = Turn();
  return made;
}

RandomTree::Made RandomTree::Fractal(const Budget& budget) {
  const int64_t octaves = random_.Whole(1, std::min(4, budget.noises));
  const double lacunarity =
      wish_.tiling ? static_cast<double>(random_.Whole(1, 3)) : random_.Uniform(1, 2.5);
  Budget inner = budget.Share(1);
  inner.noises = std::max(1, budget.noises / static_cast<int>(octaves));
  inner.finest *= std::pow(lacunarity, octaves - 1);
  Made made = Node(inner);
  const bool tame = made.maximum > 1.5 || made.growth > kMaxGrowth / 3;
  const std::string kind =
      tame || !wish_.folds ? "fbm" : random_.OneOf({"fbm", "ridged", "hybrid"});
  made.node = {
      {"type", "fractal"},  {"source", made.node},      {"kind", kind},
      {"octaves", octaves}, {"lacunarity", lacunarity}, {"persistence", random_.Uniform(0.2, 0.9)}};
  if (kind == "fbm") return made;
  if (random_.Chance(0.8)) made.node["gain"] = random_.Uniform(0.5, 2.5);
  made.node["offset"] = random_.Uniform(0.5, 1.2);
  made.maximum = 7;  // (1.2 + 1.5)^2
  made.growth *= 8;
  made.span = 0;
  return made;
}

}  // namespace cobble::test
