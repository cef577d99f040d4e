// blur: the mean of the source around each position.
//
// Based on: Helmut Vogel, "A better way to construct the sunflower head", 1979, for the places: a
// spiral that turns by the golden angle covers a disc evenly with any number of places.
#include <array>
#include <cmath>
#include <vector>

#include "core/math.h"
#include "nodes/shared/places.h"
#include "nodes/shared/values.h"

namespace cobble::nodes {
namespace {

constexpr double kGoldenAngle = 137.50776405003785;  // degrees: 180 (3 - sqrt 5)

struct Place {
  Vector3 offset;
  double weight;  // positive; the sum of all weights is 1
};

// Returns places in the radius, the heaviest first. Their weighted mean is 0: a plane stays itself.
std::vector<Place> PlacesOf(const Node& node) {
  const double radius = node.Number("radius"), count = node.Number("samples");
  std::vector<Place> places;
  Vector3 mean{0, 0, 0};
  double total = 0;
  for (int k = 0; k < count; ++k) {
    const double square = (k + 0.5) / count, distance = radius * std::sqrt(square);
    const auto [sin, cos] = SinCosDegrees(kGoldenAngle * k);
    const Place place{{distance * cos, distance * sin, 0}, cobble::Exp(-2 * square)};
    for (std::size_t a = 0; a < 2; ++a) mean[a] += place.weight * place.offset[a];
    total += place.weight;
    places.push_back(place);
  }
  for (Place& place : places) {
    for (std::size_t a = 0; a < 2; ++a) place.offset[a] -= mean[a] / total;
    place.weight /= total;
  }
  return places;
}

// Adds a place to the mean of those before it. In: share, its part of the weights so far: 1 for the
// first place, then at most 1/2, since weights fall. So the mean stays exactly within the bounds.
Compiled Averaged(Compiler& compiler, const Compiled& mean, const Compiled& place, double share) {
  if (share == 1) return place;
  if (mean.IsConstant() && place.IsConstant()) return mean;
  Compiled out = Combined(compiler, {PointwiseOp::kBetween, {ToFloat(share)}}, {mean, place}, 1);
  out.bounds = mean.bounds;
  return out;
}

// Calls add(site, share) for each place.
template <typename Add>
void ForEachPlace(const NodeContext& context, const Add& add) {
  double total = 0;
  for (const Place& place : PlacesOf(context.node)) {
    total += place.weight;
    add(SiteAt(context, place.offset, context.node.Number("radius")), place.weight / total);
  }
}

bool IsSharp(const NodeContext& context) { return context.node.Number("radius") == 0; }

Compiled CompileBlur(Compiler& compiler, const NodeContext& context) {
  if (IsSharp(context)) return compiler.Input(context, "source");
  Compiled mean;
  ForEachPlace(context, [&](const Site& site, double share) {
    const Compiled place = compiler.InputAt(context, "source", site, context.slopes);
    mean = Averaged(compiler, mean, place, share);
  });
  return mean;
}

CompiledColor CompileBlurredColor(Compiler& compiler, const NodeContext& context) {
  if (IsSharp(context)) return compiler.ColorInput(context, "source");
  CompiledColor mean;
  ForEachPlace(context, [&](const Site& site, double share) {
    const CompiledColor place = compiler.ColorInputAt(context, "source", site);
    for (std::size_t c = 0; c < 3; ++c)
      mean.channels[c] = Averaged(compiler, mean.channels[c], place.channels[c], share);
  });
  return mean;
}

constexpr Detail kBlurDetails[] = {
    {"places",
     "sample k = 0, 1, ... of n is at the distance r sqrt(t), t = (k + 0.5) / n, from P, in the "
     "direction k * 137.508 degrees, the golden angle, along x and y of P; z stays. All are then "
     "moved so that their weighted mean is P: a plane remains as it is"},
    {"weights", "exp(-2 t): a Gaussian whose standard deviation is half the radius"},
    {"samples",
     "details smaller than about r / sqrt(n) show as n faint copies: use more samples where the "
     "source has hard edges, such as a threshold without softness"},
    {"slope", "the same mean of the slopes of s, exactly"},
    {"colours",
     "a colour is blurred in linear light; blurring the number before a ramp looks different: do "
     "so where the ramp has narrow bands"},
    {"cost", "computes the source once for each sample"},
};

}  // namespace

NodeType Blur() {
  return {
      .spec =
          {.name = "blur",
           .color_if = "source",
           .smooths_source = true,
           .on_sphere = "use fewer octaves of its noises",
           .summary = "blurs the source, a number or a colour, over a distance: soft masks, slopes "
                      "of the land without its pebbles",
           .value =
               "the weighted mean of s at `samples` places within the distance r of P, r = radius",
           .bounds = "lo..hi",
           .details = kBlurDetails,
           .arguments = {"source", "radius"},
           .fields = {ColorField("source", "the input: a number or a colour"),
                      NumberField("radius", {0, kLarge}, "0.02",
                                  "distance that the blur reaches, in units; 0: the source"),
                      WholeField("samples", {8, 64}, "16",
                                 "number of places: 8 are coarse, 64 fine")}},
      .compile = &CompileBlur,
      .compile_color = &CompileBlurredColor,
      .repeats = [](const Node& node) {
        return node.Number("radius") == 0 ? 1 : static_cast<int>(node.Number("samples"));
      }};
}

}  // namespace cobble::nodes
