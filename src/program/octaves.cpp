// Octaves: seeds, amplitudes, frequencies, position limits.
#include "program/octaves.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "noise/math/hash.h"
#include "program/tiling.h"
#include "recipe/reading/faults.h"

namespace cobble {
namespace {

// Based on: Glenn Fowler, Landon Curt Noll, Kiem-Phong Vo, FNV-1a (32 bits), 1991.
uint32_t Fnv1a(std::string_view text) {
  uint32_t hash = 0x811C9DC5;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193;
  return hash;
}

// Returns the seed of octave 0, a hash of the node's `seed` if it has one; else of the recipe's
// seed and the node's `pattern` if it has one; else of the recipe's seed alone (the node at
// /noise, and types that share it), or with the node's JSON pointer (any other node).
uint32_t FirstSeed(const NoiseContext& noise) {
  if (noise.node.Has("seed")) return HashSeed(static_cast<uint32_t>(noise.node.Number("seed")));
  const uint32_t root = HashSeed(noise.recipe.seed);
  const auto derived = [&](std::string_view name) {
    return HashSeed(HashValue(HashEat(root, Fnv1a(name))));
  };
  if (noise.node.Has("pattern")) return derived("pattern:" + noise.node.Text("pattern"));
  const bool shares_seed = FindNodeSpec(noise.node.type)->shares_seed;
  return noise.pointer == "/noise" || shares_seed ? root : derived(noise.pointer);
}

// Returns the first axis where positions up to `magnitude` exceed an octave's limits, or nullopt.
std::optional<std::size_t> AxisBeyondLimits(const NoiseContext& noise, const Octave& octave,
                                            const Vector3& magnitude) {
  const auto limits = PositionLimitsOf(noise, {octave});
  for (std::size_t a = 0; a < limits.size(); ++a)
    if (!limits[a].Allows(magnitude)) return a;
  return std::nullopt;
}

bool IsWithinLimits(const NoiseContext& noise, const Octave& octave, const Vector3& magnitude) {
  return !AxisBeyondLimits(noise, octave, magnitude);
}

// Shifts an octave's lattice by a hash, so that no two lattices coincide at the origin.
void Scatter(Octave* octave) {
  constexpr uint32_t kFirstIndex = 0x80000000;  // far from the indices of cells near the origin
  for (uint32_t a = 0; a < 3; ++a)
    octave->scatter[a] = HashValue(HashEat(octave->seed, kFirstIndex + a)) * 0x1p-32;
}

// Rounds amplitudes down until the rounded sum of octaves that are all `maximum` is at most
// `maximum`. Sums are monotonic, so no sum then exceeds the noise's bounds.
void LimitSum(float maximum, std::vector<Octave>* octaves) {
  // As kernels sum: products of floats are exact in double.
  const auto sum = [&] {
    float total = 0;
    for (const Octave& octave : *octaves)
      total = static_cast<float>(double{octave.amplitude} * double{maximum} + double{total});
    return total;
  };
  while (sum() > maximum) {
    const auto largest = std::ranges::max_element(*octaves, {}, &Octave::amplitude);
    largest->amplitude = std::nextafter(largest->amplitude, 0.0f);
  }
}

// Returns the noise as in its fractal's first octave. In: scale, the site's fractal_scale.
NoiseContext AtFirstFractalOctave(NoiseContext noise, double scale) {
  for (std::size_t a = 0; a < 3; ++a) {
    for (double& factor : noise.bound.linear[a]) factor /= scale;
    noise.bound.translation[a] /= scale;
    noise.bound.displacement[a] /= scale;
    noise.bound.local[a] /= scale;
  }
  return noise;
}

// Returns the key to lower if the frequency of the last octave is too high.
std::string KeyToLower(double lacunarity) { return lacunarity <= 2 ? "/octaves" : "/lacunarity"; }

}  // namespace

std::vector<Octave> MakeOctaves(const NoiseContext& noise) {
  const auto count = static_cast<std::size_t>(noise.lattice.octaves);
  const bool is_scattered = noise.type.is_scattered && noise.type.is_scattered(noise.node);
  std::vector<Octave> octaves(count);
  std::vector<double> amplitudes(count);
  Vector3 frequency = noise.lattice.frequency;
  double amplitude = 1, sum = 0;
  for (std::size_t o = 0; o < count; ++o) {
    octaves[o].seed = FirstSeed(noise) + noise.site.seed_shift + static_cast<uint32_t>(o);
    std::ranges::copy(frequency, octaves[o].frequency);
    if (is_scattered) Scatter(&octaves[o]);
    amplitudes[o] = amplitude;
    sum += amplitude;
    for (double& each : frequency) each *= noise.lattice.lacunarity;
    amplitude *= noise.lattice.persistence;
  }
  for (std::size_t o = 0; o < count; ++o)
    octaves[o].amplitude = static_cast<float>(amplitudes[o] / sum);
  LimitSum(static_cast<float>(noise.node.Has("limit") ? noise.node.Number("limit") : 1), &octaves);
  if (!noise.site.IsInStamp()) FitPeriods(noise, octaves);
  return octaves;
}

bool HaveSameCells(const Octave& a, const Octave& b) {
  return a.seed == b.seed && std::ranges::equal(a.frequency, b.frequency) &&
         std::ranges::equal(a.scatter, b.scatter) && std::ranges::equal(a.period, b.period);
}

std::vector<PositionLimit> PositionLimitsOf(const NoiseContext& noise,
                                            const std::vector<Octave>& octaves) {
  if (!noise.lattice.has_cells) return {};
  std::vector<PositionLimit> limits(static_cast<std::size_t>(noise.lattice.dimensions));
  for (std::size_t a = 0; a < limits.size(); ++a) {
    PositionLimit& limit = limits[a];
    limit.linear = noise.bound.linear[a];
    limit.maximum = HUGE_VAL;
    for (const Octave& octave : octaves)
      limit.maximum =
          std::min(limit.maximum, (kFarthestCell - octave.scatter[a]) / octave.frequency[a]);
    limit.maximum -=
        noise.bound.translation[a] + noise.bound.displacement[a] + noise.bound.local[a];
  }
  return limits;
}

std::string FrequencyPointer(const NoiseContext& noise, std::string_view key) {
  return ChildPointer(noise.pointer, key.substr(0, key.find('/')));
}

std::string FieldToReduce(const NoiseContext& noise, const std::vector<Octave>& octaves,
                          const Vector3& magnitude) {
  const Vector3 none{0, 0, 0};
  NoiseContext untranslated = noise, undisplaced = noise;
  untranslated.bound.translation = none;
  undisplaced.bound.displacement = none;
  if (IsWithinLimits(untranslated, octaves.back(), magnitude)) {
    const bool is_moved =
        noise.recipe.domain.translate != none || noise.site.transform_pointer.empty();
    const bool by_domain = is_moved && !noise.site.IsInStamp();
    return by_domain ? "/domain/translate" : noise.site.transform_pointer + "/translate";
  }
  if (noise.bound.displacement != none && IsWithinLimits(undisplaced, octaves.back(), magnitude))
    return noise.site.displacement_pointer;
  const Site& site = noise.site;
  if (site.fractal_scale > 1 &&
      IsWithinLimits(AtFirstFractalOctave(noise, site.fractal_scale), octaves.back(), magnitude))
    return site.fractal_pointer + KeyToLower(site.fractal_node->Number("lacunarity"));
  if (const auto axis = AxisBeyondLimits(untranslated, octaves.front(), magnitude))
    return FrequencyPointer(noise, noise.lattice.frequency_keys[*axis]);
  return noise.pointer + KeyToLower(noise.lattice.lacunarity);
}

}  // namespace cobble
