// Octaves: seeds, shares, frequencies.
#include "program/octaves.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "noise/math/hash.h"
#include "program/tiling.h"

namespace cobble {
namespace {

// Based on: Glenn Fowler, Landon Curt Noll, Kiem-Phong Vo, FNV-1a (32 bits), 1991.
uint32_t Fnv1a(std::string_view text) {
  uint32_t hash = 0x811C9DC5;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193;
  return hash;
}

std::size_t Dimensions(const NoisePlace& place) {
  return static_cast<std::size_t>(place.node.Number("dimensions"));
}

// Whether octave `octave` alone stays within reach.
bool Stays(const NoisePlace& place, const Octave& octave, const Vector3& magnitude) {
  const auto reaches = ReachesOf(place, {octave});
  return std::all_of(reaches.begin(), reaches.end(),
                     [&](const Reach& reach) { return reach.Holds(magnitude); });
}

// The place in the first octave of its fractal, as far as reaches go.
NoisePlace Widened(NoisePlace place, double scale) {
  for (std::size_t a = 0; a < 3; ++a) {
    for (double& stretch : place.span.stretch[a]) stretch /= scale;
    place.span.shift[a] /= scale;
    place.span.drift[a] /= scale;
  }
  return place;
}

// Which of a node's keys makes its last octave too fine.
std::string LargerOf(const Node& node) {
  return node.Number("lacunarity") <= 2 ? "/octaves" : "/lacunarity";
}

}  // namespace

uint32_t StartOf(const NoisePlace& place) {
  if (place.node.Has("seed")) return HashSeed(static_cast<uint32_t>(place.node.Number("seed")));
  const uint32_t root = HashSeed(place.recipe.seed);
  if (place.pointer == "/noise") return root;
  return HashSeed(HashValue(HashEat(root, Fnv1a(place.pointer))));
}

std::vector<Octave> MakeOctaves(const NoisePlace& place) {
  const auto count = static_cast<std::size_t>(place.node.Number("octaves"));
  const double lacunarity = place.node.Number("lacunarity");
  const double persistence = place.node.Number("persistence");
  std::vector<Octave> octaves(count);
  std::vector<double> shares(count);
  double frequency = place.node.Number("frequency"), share = 1, sum = 0;
  for (std::size_t o = 0; o < count; ++o) {
    octaves[o].seed = StartOf(place) + place.site.seed_shift + static_cast<uint32_t>(o);
    std::fill_n(octaves[o].frequency, 3, frequency);
    shares[o] = share;
    sum += share;
    frequency *= lacunarity;
    share *= persistence;
  }
  for (std::size_t o = 0; o < count; ++o)
    octaves[o].amplitude = static_cast<float>(shares[o] / sum);
  if (place.recipe.tiling) FitPeriods(place, octaves);
  return octaves;
}

std::vector<Reach> ReachesOf(const NoisePlace& place, const std::vector<Octave>& octaves) {
  std::vector<Reach> reaches(Dimensions(place));
  for (std::size_t a = 0; a < reaches.size(); ++a) {
    Reach& reach = reaches[a];
    reach.stretch = place.span.stretch[a];
    reach.room = HUGE_VAL;
    for (const Octave& octave : octaves)
      reach.room = std::min(reach.room, kFarthestCell / octave.frequency[a]);
    reach.room -= place.span.shift[a] + place.span.drift[a];
  }
  return reaches;
}

std::string FieldToLower(const NoisePlace& place, const std::vector<Octave>& octaves,
                         const Vector3& magnitude) {
  const Vector3 none{0, 0, 0};
  NoisePlace centred = place, still = place;
  centred.span.shift = none;
  still.span.drift = none;
  if (Stays(centred, octaves.back(), magnitude)) {
    const bool moved = place.recipe.domain.translate != none || place.site.transform.empty();
    return moved ? "/domain/translate" : place.site.transform + "/translate";
  }
  if (place.span.drift != none && Stays(still, octaves.back(), magnitude))
    return place.site.warp + "/amount";
  const Site& site = place.site;
  if (site.fractal_scale > 1 &&
      Stays(Widened(place, site.fractal_scale), octaves.back(), magnitude))
    return site.fractal + LargerOf(*site.fractal_node);
  if (!Stays(centred, octaves.front(), magnitude)) return place.pointer + "/frequency";
  return place.pointer + LargerOf(place.node);
}

}  // namespace cobble
