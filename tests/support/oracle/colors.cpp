// The formulas of blend modes and of Oklab, with numbers that carry their partial derivatives.
#include "support/oracle/colors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "support/oracle/bounds.h"

namespace cobble::test {
namespace {

using Inputs = std::span<const double>;

constexpr std::size_t kMaxInputs = 8;

// A number and its partial derivatives with respect to the inputs.
struct ColorDual {
  double v = 0;
  std::array<double, kMaxInputs> d{};

  ColorDual(double value) : v(value) {}  // NOLINT: implicit on purpose
  static ColorDual Input(Inputs x, std::size_t i) {
    ColorDual out(x[i]);
    out.d[i] = 1;
    return out;
  }
  // Returns the number f(v) with the derivative f'(v).
  ColorDual Map(double value, double rate) const {
    ColorDual out(value);
    for (std::size_t i = 0; i < kMaxInputs; ++i) out.d[i] = rate * d[i];
    return out;
  }
  Jet ToJet(std::size_t inputs) const {
    return {v, {d.begin(), d.begin() + static_cast<std::ptrdiff_t>(inputs)}};
  }
};

ColorDual operator+(const ColorDual& a, const ColorDual& b) {
  ColorDual out(a.v + b.v);
  for (std::size_t i = 0; i < kMaxInputs; ++i) out.d[i] = a.d[i] + b.d[i];
  return out;
}
ColorDual operator*(const ColorDual& a, const ColorDual& b) {
  ColorDual out(a.v * b.v);
  for (std::size_t i = 0; i < kMaxInputs; ++i) out.d[i] = a.d[i] * b.v + a.v * b.d[i];
  return out;
}
ColorDual operator-(const ColorDual& a, const ColorDual& b) { return a + b * -1; }

ColorDual Min(const ColorDual& a, const ColorDual& b) { return a.v <= b.v ? a : b; }
ColorDual Max(const ColorDual& a, const ColorDual& b) { return a.v >= b.v ? a : b; }
ColorDual Clamp01(const ColorDual& a) {
  if (a.v < 0) return ColorDual(0);
  return a.v > 1 ? ColorDual(1) : a;
}
ColorDual Cube(const ColorDual& a) { return a * a * a; }
ColorDual CubeRoot(const ColorDual& a) {
  const double root = std::cbrt(a.v);
  return a.Map(root, a.v == 0 ? 0 : 1 / (3 * root * root));
}

// Source: W3C, "Compositing and Blending Level 1", 2015; base within 0..1 where it is not linear.
ColorDual BlendOf(const std::string& mode, const ColorDual& b, const ColorDual& o) {
  const ColorDual c = Clamp01(b);
  if (mode == "add") return b + o;
  if (mode == "multiply") return b * o;
  if (mode == "screen") return b + o - c * Clamp01(o);
  if (mode == "darken") return Min(b, o);
  if (mode == "lighten") return Max(b, o);
  if (mode == "difference") return b.v > o.v ? b - o : o - b;
  if (mode == "overlay") {
    const ColorDual hard = c.v <= 0.5 ? o * (c * 2) : o + (c * 2 - 1) - o * (c * 2 - 1);
    return hard + (b - c);
  }
  if (mode == "soft-light") {
    const ColorDual root = c.Map(std::sqrt(c.v), c.v > 0 ? 0.5 / std::sqrt(c.v) : 0);
    const ColorDual raised = c.v <= 0.25 ? ((c * 16 - 12) * c + 4) * c : root;
    const ColorDual soft = o.v <= 0.5 ? c - (ColorDual(1) - o * 2) * c * (ColorDual(1) - c)
                                      : c + (o * 2 - 1) * (raised - c);
    return soft + (b - c);
  }
  return o;  // normal, height
}

ColorDual Weighted(const std::array<double, 3>& row, const std::array<ColorDual, 3>& x) {
  return x[0] * row[0] + x[1] * row[1] + x[2] * row[2];
}

// Source: Bjorn Ottosson, "A perceptual color space for image processing", 2020. The matrix back is
// the inverse of the first one, with more digits than published.
constexpr std::array<double, 3> kCones[] = {{0.4122214708, 0.5363325363, 0.0514459929},
                                            {0.2119034982, 0.6806995451, 0.1073969566},
                                            {0.0883024619, 0.2817188376, 0.6299787005}};
constexpr std::array<double, 3> kOklab[] = {{0.2104542553, 0.7936177850, -0.0040720468},
                                            {1.9779984951, -2.4285922050, 0.4505937099},
                                            {0.0259040371, 0.7827717662, -0.8086757660}};

std::array<ColorDual, 3> Solve(const std::array<double, 3> (&m)[3],
                               const std::array<ColorDual, 3>& v) {
  const auto minor = [&](std::size_t r, std::size_t c) {
    const std::size_t r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
    return m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1];
  };
  const double all = m[0][0] * minor(0, 0) + m[0][1] * minor(0, 1) + m[0][2] * minor(0, 2);
  const auto row = [&](std::size_t c) {
    return Weighted({minor(0, c) / all, minor(1, c) / all, minor(2, c) / all}, v);
  };
  return {row(0), row(1), row(2)};
}

std::array<ColorDual, 3> OklabOf(const std::array<ColorDual, 3>& rgb) {
  const std::array<ColorDual, 3> roots{CubeRoot(Weighted(kCones[0], rgb)),
                                       CubeRoot(Weighted(kCones[1], rgb)),
                                       CubeRoot(Weighted(kCones[2], rgb))};
  return {Weighted(kOklab[0], roots), Weighted(kOklab[1], roots), Weighted(kOklab[2], roots)};
}

std::array<ColorDual, 3> AdjustedOklab(const std::array<ColorDual, 3>& lab, Inputs x) {
  const ColorDual turn = ColorDual::Input(x, 3) * (3.14159265358979323846 / 180);
  const ColorDual cos = turn.Map(std::cos(turn.v), -std::sin(turn.v));
  const ColorDual sin = turn.Map(std::sin(turn.v), std::cos(turn.v));
  const ColorDual contrast = ColorDual::Input(x, 7), factor = contrast * ColorDual::Input(x, 4);
  const double grey = std::pow((128.0 / 255 + 0.055) / 1.055, 2.4);
  const double pivot = OklabOf({grey, grey, grey})[0].v;
  return {contrast * (lab[0] + ColorDual::Input(x, 5) - pivot) + pivot,
          factor * (lab[1] * cos - lab[2] * sin), factor * (lab[1] * sin + lab[2] * cos)};
}

}  // namespace

OracleOperation MakeBlend(const Node& node, std::span<const Bounds> inputs) {
  const std::string mode = node.Text("mode");
  const double width = mode == "height" ? node.Number("width") : 1;
  const auto weight = [=](Inputs x) {
    const ColorDual by = Clamp01(ColorDual::Input(x, 2));
    if (mode != "height") return by;
    const ColorDual gap = ColorDual::Input(x, 4) - ColorDual::Input(x, 3),
                    t = Clamp01(gap * (1 / width) + 0.5);
    return by * t * t * (ColorDual(3) - t * 2);
  };
  const auto at = [=](Inputs x) {
    const ColorDual b = ColorDual::Input(x, 0), o = ColorDual::Input(x, 1);
    return b + (BlendOf(mode, b, o) - b) * weight(x);
  };
  // Extremes are where an input is extreme, where b = o, or where a formula changes.
  const Bounds &base = inputs[0], &over = inputs[1];
  std::vector<double> ends{0, 0.5, 1, base.low, base.high, over.low, over.high};
  std::vector<double> x, low, high, values;
  for (const Bounds& in : inputs) {
    low.push_back(in.low);
    high.push_back(in.high);
  }
  for (const double b : ends)
    for (const double o : ends)
      for (const bool is_high : {false, true}) {
        x = is_high ? high : low;
        if (mode == "height") x[3] = is_high ? low[3] : high[3];
        x[0] = std::clamp(b, base.low, base.high);
        x[1] = std::clamp(o, over.low, over.high);
        values.push_back(at(x).v);
      }
  const auto [minimum, maximum] = std::ranges::minmax(values);
  return {
      [=, count = inputs.size()](Inputs in) { return at(in).ToJet(count); }, {minimum, maximum}, 1};
}

OracleOperation MakeAdjust(const Node& node, std::size_t channel) {
  const double gamma = node.Number("gamma");
  return {[=](Inputs x) {
            std::array<ColorDual, 3> rgb{ColorDual::Input(x, 0), ColorDual::Input(x, 1),
                                         ColorDual::Input(x, 2)};
            for (ColorDual& each : rgb) each = each * ColorDual::Input(x, 6);
            auto roots = Solve(kOklab, AdjustedOklab(OklabOf(rgb), x));
            for (ColorDual& root : roots) root = Cube(root);
            const ColorDual linear = Solve(kCones, roots)[channel];
            const double size = std::pow(std::abs(linear.v), 1 / gamma);
            double rate = linear.v == 0.0 ? 0 : size / std::abs(linear.v) / gamma;
            if (gamma == 1) rate = 1;
            return linear.Map(std::copysign(size, linear.v), rate).ToJet(8);
          },
          {},
          4};
}

OracleOperation MakeLuminance(std::span<const Bounds> inputs) {
  constexpr std::array<double, 3> kWeights{0.2126, 0.7152, 0.0722};
  Bounds bounds;
  for (std::size_t c = 0; c < 3; ++c)
    bounds = Plus(bounds, Times(inputs[c], {kWeights[c], kWeights[c]}));
  return {[=](Inputs x) {
            return Jet{kWeights[0] * x[0] + kWeights[1] * x[1] + kWeights[2] * x[2],
                       {kWeights.begin(), kWeights.end()}};
          },
          bounds};
}

}  // namespace cobble::test
