// Counts neighbours. What they take was measured: with cells of a pixel or less, so that nothing is
// shared, 0.6 to 6 ns each on a core of a Zen 3, be they corners, points or waves.
#include "program/cost.h"

#include <algorithm>
#include <utility>

namespace cobble {
namespace {

// Of cell noise: finding how many points a cube has, and where, as if they were so many more.
constexpr double kCube = 5;

double Power(double base, double exponent) {
  double power = 1;
  for (; exponent > 0; --exponent) power *= base;
  return power;
}

// Two points a cell, but one in one dimension; the walls and smooth minima look two cells far.
double VoronoiPoints(const Node& noise, double dimensions) {
  const double points = dimensions == 1 ? 1 : 2;
  const double near = points * Power(3, dimensions), far = points * Power(5, dimensions);
  if (noise.Text("smooth") != Name(Smooth::kNone)) return far;
  return noise.Text("function") == Name(VoronoiFunction::kEdge) ? near + far : near;
}

double Waves(const Node& noise) {
  return noise.Has("sizes") ? static_cast<double>(noise.Numbers("sizes").size())
                            : noise.Number("waves");
}

// The key that multiplies the cost of a noise most.
std::string Largest(const Node& noise, const std::string& pointer, const Node* fractal,
                    const std::string& fractal_pointer) {
  std::pair<double, std::string> most{noise.Number("octaves"), pointer + "/octaves"};
  if (fractal) most = std::max(most, {fractal->Number("octaves"), fractal_pointer + "/octaves"});
  if (noise.type != NodeType::kHill) return most.second;
  return std::max(most, {Waves(noise), pointer + (noise.Has("sizes") ? "/sizes" : "/waves")})
      .second;
}

}  // namespace

double Neighbours(const Node& noise) {
  const double dimensions = noise.Number("dimensions");
  switch (noise.type) {
    case NodeType::kSimplex:
    case NodeType::kSimplexValue:
      return dimensions + 1;
    case NodeType::kVoronoi:
      return VoronoiPoints(noise, dimensions);
    case NodeType::kCell:
      return Power(3, dimensions) * (kCube + noise.Number("density"));
    case NodeType::kHill:
      return dimensions * Waves(noise);
    default:
      return Power(2, dimensions);
  }
}

void CostCounter::AddNoise(const Node& noise, const std::string& pointer, const Node* fractal,
                           const std::string& fractal_pointer) {
  const double evaluations = noise.Number("octaves") * Neighbours(noise);
  cost_.evaluations += evaluations;
  double& own = by_noise_[pointer];
  own += evaluations;
  if (own <= most_) return;
  most_ = own;
  cost_.field = Largest(noise, pointer, fractal, fractal_pointer);
}

}  // namespace cobble
