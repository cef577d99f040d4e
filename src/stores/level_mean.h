// Halves a picture: the step from one level of a pyramid to the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cobble {

// The samples of one map of a chunk, as its file stores them.
struct ChunkPixels {
  int64_t width = 0, height = 0;
  int channels = 1;
  int bits = 8;                    // per sample: 8, 16 or 32
  bool is_float = false;           // only with 32 bits
  std::vector<std::byte> samples;  // little-endian, channels interleaved, rows without padding
};

enum class PixelKind {
  kScalars,  // each channel by itself
  kNormal,   // 3 channels are a unit vector, integers s being 2 s / maximum - 1; a 4th is a scalar
  kCode,     // 3 channels of 8 bits: one number of 24 bits, the most significant byte first
};

struct MeanSpec {
  PixelKind kind = PixelKind::kScalars;
  int normal_channel = 0;  // of kNormal: the first of the vector, 0 or 1
  // Bit c: channel c is sRGB, and its mean is the mean of the light. Only for integer kScalars.
  uint32_t srgb_channels = 0;
};

// Returns a picture of half the size, rounded up. Each pixel is the mean of the 2 x 2 pixels it
// covers; at an odd right or lower edge, of the 1 or 2 that exist.
//   integers  the exact mean, rounded half up; codes too
//   sRGB      the mean of the light, in double, rounded to the nearest sample; equal samples give
//             the same sample
//   floats    the mean in double, summed row by row, rounded to float; NaN gives the quiet NaN
//             0x7FC00000
//   normals   the normal of the mean slopes: the mean of -x/z and -y/z, where z is at least half a
//             step of the samples (floats: 2^-24); rounded half to even. Equal unit normals give
//             the same normal in 98 % of directions, else one within one step: rounding to samples
//             changes the length.
// In: width x height pixels of 8 or 16 bits, or floats of 32 bits, that fit the kind. Throws Error
// kLimit if they exceed the address space.
// Repeats: the same bits everywhere; IEEE + - * / sqrt only, besides the sRGB tables.
ChunkPixels Halved(const ChunkPixels& pixels, const MeanSpec& spec);

}  // namespace cobble
