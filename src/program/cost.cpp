// Counts noise evaluations. A lattice corner, feature point or wave takes 0.6 to 6 ns (measured on
// a Zen 3 core, with cells no larger than a pixel, so no work is shared).
#include "program/cost.h"

#include <algorithm>
#include <utility>

#include "program/node_type.h"
#include "recipe/reading/faults.h"

namespace cobble {
namespace {

std::string CostliestKey(const NoiseContext& noise) {
  const bool has_octaves = noise.node.Has("octaves");
  std::pair<double, std::string> largest{
      noise.lattice.octaves, has_octaves ? ChildPointer(noise.pointer, "octaves") : noise.pointer};
  const Site& site = noise.site;
  if (site.fractal_node)
    largest = std::max(largest, {site.fractal_node->Number("octaves"),
                                 ChildPointer(site.fractal_pointer, "octaves")});
  if (site.IsInStamp())
    largest = std::max(largest, {site.stamps, ChildPointer(site.scatter_pointer, "radius")});
  if (noise.type.costly_key) {
    const CostlyKey costly = noise.type.costly_key(noise.node);
    largest = std::max(largest, {costly.factor, ChildPointer(noise.pointer, costly.key)});
  }
  return largest.second;
}

}  // namespace

void CostCounter::AddNoise(const NoiseContext& noise) {
  const double of_octave = noise.type.evaluations ? noise.type.evaluations(noise.node) : 1;
  const double evaluations = step_weight_ * noise.lattice.octaves * of_octave;
  cost_.evaluations += evaluations;
  double& total = by_noise_[noise.pointer];
  total += evaluations;
  if (total <= maximum_) return;
  maximum_ = total;
  cost_.field = CostliestKey(noise);
}

}  // namespace cobble
