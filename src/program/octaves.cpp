// Octaves: seeds, shares, frequencies.
#include "program/octaves.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "noise/hash.h"
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

// The least room that any axis and octave leaves to P, with the domain's translation or without.
double Room(const NoisePlace& place, const std::vector<Octave>& octaves, bool translated) {
  double room = HUGE_VAL;
  for (const Octave& octave : octaves) {
    for (std::size_t a = 0; a < Dimensions(place); ++a) {
      const Vector3& m = place.domain.m[a];
      const double stretch = std::abs(m[0]) + std::abs(m[1]) + std::abs(m[2]);
      const double start = translated ? std::abs(place.domain.t[a]) : 0;
      room = std::min(room, (kFarthestCell / octave.frequency[a] - start) / stretch);
    }
  }
  return room;
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
    octaves[o].seed = StartOf(place) + static_cast<uint32_t>(o);
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

double FarthestPosition(const NoisePlace& place, const std::vector<Octave>& octaves) {
  return Room(place, octaves, true);
}

std::string FieldToLower(const NoisePlace& place, const std::vector<Octave>& octaves,
                         double reach) {
  if (Room(place, octaves, false) >= reach) return "/domain/translate";
  if (Room(place, {octaves.front()}, false) < reach) return place.pointer + "/frequency";
  const bool is_tame = place.node.Number("lacunarity") <= 2;
  return place.pointer + (is_tame ? "/octaves" : "/lacunarity");
}

}  // namespace cobble
