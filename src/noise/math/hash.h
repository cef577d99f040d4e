// SmallXXHash of scalars, used during setup. Kernels use the vector version in hash-inl.h.
// Based on: Yann Collet, xxHash (XXH32), 2012; reduced to one accumulator by Jasper Flick
// (catlikecoding.com, "Pseudorandom Noise: Hashing"), 2021.
#pragma once

#include <bit>
#include <cstdint>

namespace cobble {

inline constexpr uint32_t kPrimeA = 0x9E3779B1;
inline constexpr uint32_t kPrimeB = 0x85EBCA77;
inline constexpr uint32_t kPrimeC = 0xC2B2AE3D;
inline constexpr uint32_t kPrimeD = 0x27D4EB2F;
inline constexpr uint32_t kPrimeE = 0x165667B1;

// Returns the initial accumulator of a seed. Octave o starts from this value plus o.
constexpr uint32_t HashSeed(uint32_t seed) { return seed + kPrimeE; }

// Mixes an index into the accumulator.
constexpr uint32_t HashEat(uint32_t accumulator, uint32_t index) {
  return std::rotl(accumulator + index * kPrimeC, 17) * kPrimeD;
}

// Returns the hash value: the accumulator after the final avalanche.
constexpr uint32_t HashValue(uint32_t accumulator) {
  uint32_t a = accumulator;
  a ^= a >> 15;
  a *= kPrimeB;
  a ^= a >> 13;
  a *= kPrimeC;
  a ^= a >> 16;
  return a;
}

// Returns the leading 24 bits of a hash value as 0..1, such as a cell-id.
constexpr float LeadingBits(uint32_t hash) { return static_cast<float>(hash >> 8) * 0x1p-24f; }

// Returns the position of a feature point along an axis of its cell, 0..1, as in Voronoi noise. In:
// the cell's hash; which of its bytes to use; jitter, 0..1.
constexpr double PointInCell(uint32_t hash, uint32_t byte, double jitter) {
  const uint32_t bits = (hash >> (8 * byte)) & 255;
  return 0.5 + (bits / 255.0 - 0.5) * jitter;
}

}  // namespace cobble
