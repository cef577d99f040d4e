// Generates random trees with values of a few units and errors that grow by small factors, so that
// the oracle's tolerance is still meaningful at the root.
#include "support/random/tree.h"

#include <algorithm>
#include <cmath>

namespace cobble::test {

using nlohmann::json;

namespace {

constexpr double kMaxValue = 4;

}  // namespace

RandomTree::Budget RandomTree::Budget::DividedBy(int inputs) const {
  return {std::max(1, (nodes - 1) / inputs), std::max(1, noises / inputs), frequency_factor};
}

void RandomTree::AddTo(json& recipe) {
  const Budget all{wish_.nodes, 24, 1};
  needs_slopes_ = true;  // masks without a slope may refer to shared nodes
  for (const char* const name : {"base", "detail"}) {
    if (wish_.nodes < 5 || random_.Chance(0.3)) continue;
    const Subtree subtree = Node({wish_.nodes / 5 + 1, 4, 1});
    recipe["nodes"][name] = subtree.node;
    shared_[name] = subtree;
  }
  Budget rest = all;
  needs_slopes_ = wish_.sloped_masks;
  rest.nodes -= static_cast<int>(shared_.size()) * (wish_.nodes / 5 + 1);
  recipe["noise"] = Node(rest).node;
}

RandomTree::Subtree RandomTree::Node(const Budget& budget) {
  if (budget.nodes <= 1) return Leaf(budget);
  // Masks of masks of masks would take too many steps.
  if (wish_.masks && budget.noises > 2 && random_.Chance(0.15)) return Tamed(Mask(budget));
  if (wish_.erosion && budget.noises > 8 && random_.Chance(0.2)) return Tamed(Erosion(budget));
  if (wish_.phasor && budget.noises > 4 && random_.Chance(0.2)) return Tamed(Phasor(budget));
  if (wish_.drainage && budget.noises > 4 && random_.Chance(0.2)) return Tamed(Drainage(budget));
  if (wish_.drainage && random_.Chance(0.1)) return Tamed(Quantile(budget));
  // Stamps have edges, which a picture without folds must not have.
  if (wish_.folds && random_.Chance(0.05)) return Tamed(Scatter(budget));
  const double kind = random_.Uniform(0, 1);
  if (kind < 0.33) return Tamed(OneInput(budget));
  if (kind < 0.63) return Tamed(TwoInputs(budget));
  if (kind < 0.70 && wish_.folds) return Tamed(Mix(budget));
  if (kind < 0.77) return Tamed(FromColor(budget));
  if (kind < 0.84) return Warp(budget);
  if (kind < 0.91) return Transform(budget);
  return Tamed(Fractal(budget));
}

RandomTree::Subtree RandomTree::Leaf(const Budget& budget) {
  // An image that repeats with the picture has jumps, too.
  if (wish_.images && (wish_.folds || !wish_.IsPeriodic()) && random_.Chance(0.3)) return Image();
  // Patterns have jumps, which a picture without folds must not have.
  if (wish_.folds && random_.Chance(0.15)) return Pattern(budget);
  if (budget.noises < 4 || shared_.empty() || random_.Chance(0.6)) return Noise(budget);
  const auto& [name, subtree] =
      *std::next(shared_.begin(), random_.Integer(0, static_cast<int64_t>(shared_.size()) - 1));
  Subtree ref = subtree;
  ref.node = {{"ref", name}};
  return ref;
}

RandomTree::Subtree RandomTree::Input(const Budget& budget) {
  if (!random_.Chance(0.1)) return Node(budget);
  const double number = random_.Uniform(-1, 1);
  if (random_.Chance(0.3))
    return {{{"type", "constant"}, {"value", number}}, std::abs(number), 0, 0};
  return {number, std::abs(number), 0, 0};
}

RandomTree::Subtree RandomTree::Noise(const Budget& budget) {
  Subtree subtree{noise_.Make(budget.frequency_factor)};
  if (subtree.node.contains("distribution")) subtree.maximum = 100, subtree.span = 0;
  if (const std::string function = subtree.node.value("function", ""); function.size() == 1) {
    subtree.maximum = 2;  // u, v, w
    subtree.growth = 2;
  }
  if (const double limit = subtree.node.value("limit", 1.0); limit > 1) {
    subtree.maximum = limit * limit;  // F1*F2
    subtree.growth *= limit * limit;
    subtree.span = 0;
  }
  return Tamed(subtree);
}

RandomTree::Subtree RandomTree::Pattern(const Budget& budget) {
  Subtree subtree{{{"type", random_.OneOf({"coordinate", "gradient", "white", "shape"})}}};
  json& node = subtree.node;
  if (node["type"] == "coordinate") {
    node["axis"] = random_.OneOf({"x", "y", "z", "radius", "angle"});
    subtree.maximum = node["axis"] == "angle" ? 1 : 200 * budget.frequency_factor;
    subtree.growth = budget.frequency_factor;
    subtree.span = 0;
  } else if (node["type"] == "gradient") {
    const double size = random_.Uniform(0.3, 3);
    node["repeat"] = random_.OneOf({"none", "repeat", "mirror"});
    node["kind"] = random_.OneOf({"linear", "radial"});
    if (node["kind"] == "linear") {
      node["angle"] = random_.OneOf({0.0, 90.0, random_.Uniform(-360, 360)});
      node["length"] = size;
    } else {
      node["centre"] = {random_.Uniform(-1, 1), random_.Uniform(-1, 1)};
      node["radius"] = size;
    }
    subtree.growth = 3 * budget.frequency_factor;
  } else if (node["type"] == "shape") {
    subtree = Shape(budget);
  } else {
    node["dimensions"] = random_.Integer(1, 3);
    node["frequency"] = wish_.IsPeriodic()
                            ? tiling_.frequency * static_cast<double>(random_.Integer(1, 3))
                            : random_.Uniform(0.5, 10) / budget.frequency_factor;
    noise_.MaybeByAxis(node);
    if (random_.Chance(0.3)) node["pattern"] = "stones";
  }
  return Tamed(subtree);
}

// Adds a shape; in tiled pictures, with pairs of cells.
RandomTree::Subtree RandomTree::Shape(const Budget& budget) {
  const std::string type = random_.OneOf(
      {"checker", "stripes", "dots", "bricks", "rings", "polygon", "hexagons", "tiles", "weave"});
  Subtree subtree{{{"type", type}}};
  json& node = subtree.node;
  const auto frequency = [&] {
    return wish_.tiling ? 2 * tiling_.frequency * static_cast<double>(random_.Integer(1, 2))
                        : random_.Uniform(0.5, 4) / budget.frequency_factor;
  };
  const double cells = frequency();
  if (type == "bricks") {
    node["columns"] = cells;
    node["rows"] = frequency();
    node["shift"] = random_.OneOf({0.0, 0.5});
    node["mortar"] = random_.Uniform(0, 0.4);
  } else if (type == "polygon") {
    node["sides"] = random_.Integer(3, 12);
    // A period has at least one cell of tiling_.frequency.
    node["radius"] = random_.Uniform(0.2, 0.45) / (wish_.tiling ? tiling_.frequency : 1);
  } else {
    node["frequency"] = type == "tiles" && wish_.tiling ? 2 * cells : cells;
  }
  if (type == "hexagons" && wish_.tiling) node["rows"] = frequency();
  const bool has_axes = type == "checker" || type == "dots" || type == "tiles" || type == "weave";
  if (has_axes && wish_.axes && random_.Chance(0.5))
    node["frequency"] = {node["frequency"],
                         (type == "tiles" && wish_.tiling ? 2 : 1) * frequency()};
  if (type == "hexagons" || type == "tiles" || type == "weave")
    node["gap"] = random_.Uniform(0, 0.4);
  if (type == "tiles") node["layout"] = random_.OneOf({"herringbone", "basket"});
  if (type == "stripes" || type == "rings") node["width"] = random_.Uniform(0.3, 1);
  if (type == "dots") node["radius"] = random_.Uniform(0.2, 0.5);
  if (type == "checker") return subtree;
  const double bevel = wish_.folds && random_.Chance(0.1) ? 0 : random_.Uniform(0.15, 0.5);
  node["bevel"] = bevel;
  if (type == "bricks") node["function"] = random_.OneOf({"height", "id", "mortar", "u", "v"});
  if (type == "tiles") node["function"] = random_.OneOf({"height", "id", "u", "v"});
  if (type == "dots" || type == "hexagons" || type == "weave")
    node["function"] = random_.OneOf({"height", "id"});
  subtree.growth = 4;
  return subtree;
}

// Scales the node down to values of a few units and small errors.
RandomTree::Subtree RandomTree::Tamed(Subtree subtree) {
  const double shrink = std::max(subtree.maximum / kMaxValue, subtree.growth / (2 * kMaxGrowth));
  if (shrink <= 1) return subtree;
  subtree.node = {{"type", "remap"},
                  {"source", subtree.node},
                  {"from", {-subtree.maximum, subtree.maximum}},
                  {"to", {-subtree.maximum / shrink, subtree.maximum / shrink}}};
  subtree.maximum /= shrink;
  subtree.growth /= shrink;
  subtree.span /= shrink;
  return subtree;
}

std::string RandomTree::OneInputType(const Subtree& source) {
  if (source.growth > kMaxGrowth || source.maximum < 0.1)
    return wish_.folds ? random_.OneOf({"abs", "invert", "clamp"}) : "invert";
  if (source.span > 0.2 && random_.Chance(0.2)) return "terrace";
  if (!wish_.folds)
    return random_.OneOf(
        {"invert", "remap", "smoothstep", "threshold", "curve", "sine", "exp", "log"});
  if (random_.Chance(0.3))
    return random_.OneOf({"sine", "sine", "triangle", "square", "floor", "sign", "exp", "log"});
  return random_.OneOf({"abs", "invert", "power", "clamp", "remap", "smoothstep", "ridge",
                        "threshold", "curve", "curve"});
}

RandomTree::Subtree RandomTree::OneInput(const Budget& budget) {
  const Subtree source = Node(budget.DividedBy(1));
  const std::string type = OneInputType(source);
  Subtree subtree = source;
  subtree.node = {{"type", type}, {"source", source.node}};
  using Options = void (RandomTree::*)(Subtree&);
  static const std::map<std::string, Options> kOptions{
      {"power", &RandomTree::Power},     {"clamp", &RandomTree::Clamp},
      {"remap", &RandomTree::Remap},     {"smoothstep", &RandomTree::Smoothstep},
      {"ridge", &RandomTree::Ridge},     {"threshold", &RandomTree::Threshold},
      {"terrace", &RandomTree::Terrace}, {"curve", &RandomTree::Curve},
      {"sine", &RandomTree::Wave},       {"triangle", &RandomTree::Wave},
      {"square", &RandomTree::Jumps},    {"floor", &RandomTree::Jumps},
      {"sign", &RandomTree::Jumps},      {"exp", &RandomTree::Exp},
      {"log", &RandomTree::Log}};
  const auto options = kOptions.find(type);
  if (options != kOptions.end()) (this->*options->second)(subtree);
  if (type == "abs") subtree.span /= 2;
  return subtree;
}

void RandomTree::Power(Subtree& subtree) {
  const double exponent = random_.Chance(0.2) ? 1 : random_.Uniform(0.5, 3);
  subtree.node["exponent"] = exponent;
  subtree.growth *= exponent * std::max(1.5, std::pow(subtree.maximum, exponent - 1));
  subtree.maximum = std::pow(subtree.maximum, exponent);
  subtree.span = 0;
}

void RandomTree::Clamp(Subtree& subtree) {
  const double low = random_.Uniform(-0.8, 0.2) * subtree.maximum;
  const double high = low + random_.Uniform(0.1, 1) * subtree.maximum;
  subtree.node["low"] = low;
  subtree.node["high"] = high;
  subtree.maximum = std::max(std::abs(low), std::abs(high));
  subtree.span = 0;
}

void RandomTree::Remap(Subtree& subtree) {
  const double c = random_.Uniform(-1.5, 1.5), d = c + random_.OneOf({-1.0, 1.0, 0.4});
  if (random_.Chance(0.8)) subtree.node["to"] = {c, d};
  const bool is_far = subtree.span < 0.2 || random_.Chance(0.5);
  double width = subtree.span;
  if (is_far) {
    const double a = random_.Uniform(-0.8, 0.2) * subtree.maximum;
    width = random_.Uniform(0.4, 1.5) * subtree.maximum;
    const bool falls = random_.Chance(0.3);
    subtree.node["from"] = {falls ? a + width : a, falls ? a : a + width};
  }
  subtree.growth /= width;
  subtree.maximum = is_far ? 1.5 + 1 + 2 * subtree.maximum / width : 2.5;
  subtree.span /= is_far ? 2.5 * width : subtree.span / 0.4;
}

void RandomTree::Smoothstep(Subtree& subtree) {
  if (subtree.maximum < 1 || random_.Chance(0.9)) {
    const double low = random_.Uniform(-0.6, 0.2) * subtree.maximum;
    subtree.node["low"] = low;
    subtree.node["high"] = low + random_.Uniform(0.3, 1.2) * subtree.maximum;
  }
  subtree.growth *= 1.5 / (0.3 * subtree.maximum);
  subtree.maximum = subtree.span = 1;
}

void RandomTree::Ridge(Subtree& subtree) {
  subtree.growth *= 2 * std::max(1.0, subtree.maximum - 1);
  subtree.maximum = std::max(1.0, std::pow(subtree.maximum - 1, 2));
  subtree.span = 0;
}

void RandomTree::Threshold(Subtree& subtree) {
  subtree.node["level"] = random_.Uniform(-0.5, 0.5) * subtree.maximum;
  const bool steps = wish_.folds && random_.Chance(0.15);
  const double softness = steps ? 0 : random_.Uniform(0.2, 1) * subtree.maximum;
  subtree.node["softness"] = softness;
  subtree.growth = steps ? 0 : subtree.growth * 1.5 / softness;
  subtree.maximum = subtree.span = 1;
}

void RandomTree::Terrace(Subtree& subtree) {
  subtree.node["levels"] =
      subtree.growth <= 1 && random_.Chance(0.1) ? 256 : random_.Integer(1, 12);
  if (random_.Chance(0.8))
    subtree.node["sharpness"] = random_.OneOf({0.0, 1.0, random_.Uniform(0, 1)});
  subtree.growth *= 2;
}

// Makes segments with slopes from -2 to 2, some of them 0. If slopes must not jump, the ends are
// outside the source's values.
void RandomTree::Curve(Subtree& subtree) {
  const int64_t last = random_.Chance(0.1) ? random_.Integer(60, 255) : random_.Integer(1, 9);
  const double side = (wish_.folds ? random_.Uniform(0.5, 1.2) : 1.2) * subtree.maximum;
  double x = -side, y = random_.Uniform(-0.5, 0.5), low = y, high = y;
  json points{{x, y}};
  for (int64_t k = 0; k < last; ++k) {
    const double width = random_.Uniform(0.7, 1.3) * 2 * side / static_cast<double>(last);
    x = k + 1 == last ? std::max(side, x + 0.5 * width) : x + width;
    if (!random_.Chance(0.1)) y += random_.Uniform(-1, 1) * width;
    low = std::min(low, y), high = std::max(high, y);
    points.push_back({x, y});
  }
  subtree.node["points"] = points;
  subtree.growth *= 3;
  subtree.maximum = std::max(std::abs(low), std::abs(high));
  subtree.span = high - low;
}

void RandomTree::Wave(Subtree& subtree) {
  subtree.growth *= 6.3;
  subtree.maximum = 1;
  subtree.span = 0;
}

// Moves the source by a fraction, so that a source that is constant in places, for example 0 below
// a threshold, is not exactly at a jump there.
void RandomTree::Jumps(Subtree& subtree) {
  const std::string type = subtree.node["type"];
  const json source = subtree.node["source"];
  subtree.node["source"] = {{"type", "add"}, {"a", source}, {"b", random_.Uniform(0.1, 0.4)}};
  if (type == "square" && random_.Chance(0.8)) subtree.node["duty"] = random_.Uniform(0.5, 0.9);
  subtree.maximum = type == "floor" ? std::ceil(subtree.maximum + 0.4) : 1;
  subtree.growth = subtree.span = 0;
}

// Returns the subtree mapped to 0.5 .. 1.5.
RandomTree::Subtree RandomTree::Positive(Subtree subtree) {
  subtree.node = {{"type", "smoothstep"}, {"source", subtree.node}};
  Smoothstep(subtree);
  subtree.node = {{"type", "add"}, {"a", subtree.node}, {"b", 0.5}};
  subtree.maximum = 1.5;
  return subtree;
}

void RandomTree::Exp(Subtree& subtree) {
  subtree.maximum = std::exp(subtree.maximum);
  subtree.growth *= subtree.maximum;
  subtree.span = 0;
}

void RandomTree::Log(Subtree& subtree) {
  const json source = subtree.node["source"];
  subtree.node = source;
  subtree = Positive(subtree);
  subtree.node = {{"type", "log"}, {"source", subtree.node}};
  subtree.growth *= 2;
  subtree.maximum = 0.7;
  subtree.span = 0;
}

// divide and modulo, by a positive or negative b.
RandomTree::Subtree RandomTree::Division(const Subtree& a, const Subtree& b) {
  const bool is_modulo = wish_.folds && random_.Chance(0.5);
  Subtree divisor = Positive(b);
  if (random_.Chance(0.3)) divisor.node = {{"type", "multiply"}, {"a", -1}, {"b", divisor.node}};
  if (is_modulo && random_.Chance(0.3))
    divisor = {random_.OneOf({-1.0, 1.0}) * random_.Uniform(0.5, 1.5), 1.5, 0, 0};
  const double quotient = 2 * a.maximum;
  return {{{"type", is_modulo ? "modulo" : "divide"}, {"a", a.node}, {"b", divisor.node}},
          is_modulo ? 1.5 : quotient,
          is_modulo ? a.growth + divisor.growth * (quotient + 1)
                    : 2 * (a.growth + divisor.growth * quotient),
          0};
}

RandomTree::Subtree RandomTree::TwoInputs(const Budget& budget) {
  const Subtree a = Input(budget.DividedBy(2)), b = Input(budget.DividedBy(2));
  if (random_.Chance(0.15)) return Division(a, b);
  std::string type = random_.OneOf({"add", "subtract", "multiply", "smooth-min", "smooth-max",
                                    wish_.folds ? "min" : "add", wish_.folds ? "max" : "subtract"});
  Subtree subtree{{{"type", type}, {"a", a.node}, {"b", b.node}},
                  a.maximum + b.maximum,
                  a.growth + b.growth,
                  a.span + b.span};
  if (type == "multiply") {
    subtree.maximum = a.maximum * b.maximum;
    subtree.growth = a.growth * b.maximum + b.growth * a.maximum;
  }
  if (type != "add" && type != "subtract") subtree.span = 0;
  if (type.ends_with("min") || type.ends_with("max"))
    subtree.maximum = std::max(a.maximum, b.maximum) + 0.25;
  if (type.starts_with("smooth") && random_.Chance(0.8))
    subtree.node["width"] = random_.Uniform(0.2, 1);
  return subtree;
}

RandomTree::Subtree RandomTree::Mix(const Budget& budget) {
  const Subtree a = Input(budget.DividedBy(3)), b = Input(budget.DividedBy(3)),
                by = Input(budget.DividedBy(3));
  return {{{"type", "mix"}, {"a", a.node}, {"b", b.node}, {"by", by.node}},
          std::max(a.maximum, b.maximum),
          std::max(a.growth, b.growth) + (a.maximum + b.maximum) * by.growth,
          std::max(a.span, b.span)};
}

}  // namespace cobble::test
