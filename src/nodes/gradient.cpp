// gradient: 0 to 1 along a direction, or away from a centre.
#include <utility>

#include "core/math.h"
#include "nodes/shared/noise.h"
#include "noise/coordinate/coordinate.h"

namespace cobble::nodes {
namespace {

// In the order of GradientArgs::Kind and GradientArgs::Repeat.
constexpr std::string_view kKinds[] = {"linear", "radial", "latitude", "longitude"};
constexpr std::string_view kRepeats[] = {"none", "repeat", "mirror"};

bool IsOfSphere(const Node& node) {
  const std::string& kind = node.Text("kind");
  return kind == "latitude" || kind == "longitude";
}

Lattice LatticeOfGradient(const Node& node) {
  return {.dimensions = IsOfSphere(node) ? 3 : kPlaneDimensions, .has_cells = false};
}

NoiseKernel MakeGradient(const Node& node, KernelRequest request) {
  auto args = std::make_shared<GradientArgs>();
  args->kind = ChoiceOf<GradientArgs::Kind>(node.Text("kind"), kKinds);
  args->repeat = ChoiceOf<GradientArgs::Repeat>(node.Text("repeat"), kRepeats);
  args->repetition = RepetitionOf(request.box);
  if (args->kind == GradientArgs::kLinear) {
    const auto [sin, cos] = SinCosDegrees(node.Number("angle"));
    const double length = node.Number("length");
    args->start = 0.5;
    args->direction[0] = cos / length;
    args->direction[1] = sin / length;
  } else if (args->kind == GradientArgs::kRadial) {
    args->rate = 1 / node.Number("radius");
    for (std::size_t a = 0; a < kPlaneDimensions; ++a)
      // The nearest copy of the centre counts, so no seam cuts through the circles.
      args->repetition.middle[a] = args->centre[a] = node.Numbers("centre")[a];
  }
  return Select(std::move(args), std::move(request), &SelectGradient);
}

constexpr Detail kGradientDetails[] = {
    {"sphere",
     "latitude and longitude are places on the planet, as for ice and climates: translate, rotate "
     "and scale of the domain do not move them, but warps and transforms do. linear and radial are "
     "of a plane alone"},
    {"tiling",
     "a tiled picture repeats. linear: positions are first moved into the picture, by whole "
     "periods; there is no seam if the gradient itself repeats with the picture: with repeat, if "
     "length divides the picture's side, with mirror, if twice length does. radial: starts at the "
     "nearest copy of centre, without a seam"},
};

constexpr Detail kKindDetails[] = {
    {"linear", "along a direction"},
    {"radial", "away from a centre"},
    {"latitude",
     "of a sphere: 0 at the south pole, 0.5 on the equator and 1 at the north pole, rising evenly "
     "with the angle. Its slope is 0 at the poles"},
    {"longitude",
     "of a sphere: 0 to 1 from west to east, 0.5 in the middle of the picture; jumps from 1 to 0 "
     "at the date line, its left and right edge, where its slope is 0"},
};

constexpr Detail kRepeatDetails[] = {
    {"none", "0 before the start, 1 beyond the end"},
    {"repeat", "starts again at 0: a sawtooth"},
    {"mirror", "runs back to 0, then to 1 again: a triangle wave"},
};

std::vector<Field> GradientFields() {
  const auto linear = [](const Field& field) { return UsedIf("kind", {"linear"}, field); };
  const auto radial = [](const Field& field) { return UsedIf("kind", {"radial"}, field); };
  Field repeat = ChoiceField("repeat", kRepeats, "\"none\"",
                             "how the gradient goes on beyond its ends", kRepeatDetails);
  return {ChoiceField("kind", kKinds, "\"linear\"",
                      "what it follows; latitude and longitude need a sphere", kKindDetails),
          linear(Useful(
              {-180, 180},
              NumberField("angle", {-kMaxAngle, kMaxAngle}, "0",
                          "linear: direction in degrees, 0 along x, 90 along y, which is down"))),
          linear(NumberField(
              "length", {kSmall, kMaxMagnitude}, "1",
              "linear: distance from 0 to 1, in units; 0.5 is in the middle of the picture")),
          radial({.key = "centre",
                  .type = FieldType::kVector,
                  .count = 2,
                  .fallback = "[0, 0]",
                  .help = "radial: where the gradient is 0"}),
          radial(NumberField("radius", {kSmall, kMaxMagnitude}, "0.5",
                             "radial: distance from the centre to 1, in units")),
          UsedIf("kind", {"linear", "radial"}, std::move(repeat))};
}

}  // namespace

NodeType Gradient() {
  return {
      .spec = {.name = "gradient",
               .on_sphere = "use gradient(latitude) or gradient(longitude), or x, y and z",
               .of_spheres = {"kind",
                              {"latitude", "longitude"},
                              "gradient(angle=-90) rises to the top, gradient() to the right"},
               .summary = "from 0 to 1 along a line, away from a centre or from pole to pole: "
                          "skies, vignettes, rings, climates",
               .value =
                   "linear: t = 0.5 + (x cos(angle) + y sin(angle)) / length; radial: t = sqrt((x "
                   "- u)^2 + (y - v)^2) / radius, centre = (u, v); (x, y) = P; repeat none: "
                   "clamp01(t); repeat: t - floor(t); mirror: 1 - abs(1 - t + 2 floor(t / 2)). "
                   "latitude: 0.5 + atan2(-y, sqrt(x^2 + z^2)) / pi; longitude: 0.5 + atan2(x, z) "
                   "/ (2 pi); (x, y, z) = P without the domain",
               .bounds = "0..1",
               .details = kGradientDetails,
               .arguments = {"kind"},
               .fields = GradientFields()},
      .noise = NoiseType{
          .lattice = &LatticeOfGradient, .is_of_sphere = &IsOfSphere, .make = &MakeGradient}};
}

}  // namespace cobble::nodes
