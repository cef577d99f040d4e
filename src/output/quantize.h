// Float32 rows into the samples of a file: clamped, scaled, rounded, interleaved.
#ifndef COBBLE_OUTPUT_QUANTIZE_H_
#define COBBLE_OUTPUT_QUANTIZE_H_

#include <cstdint>

#include "core/band_sink.h"

namespace cobble {

// How a component becomes a sample.
// Integers: x clamped to 0..1 (NaN: 0), times 2^bits - 1, rounded half to even, both at once.
// Floats: kept bit for bit, little-endian.
struct SampleCoding {
  int bits = 16;  // 8 or 16; floats 32
  bool is_float = false;
  bool is_signed = false;   // integers: components of -1..1, taken as the float32 x = (n + 1) / 2
  bool big_endian = false;  // 16 bits
};

// The quantiser of `coding` for a SIMD level. Every level writes the same bytes.
Quantize SelectQuantize(const SampleCoding& coding, int64_t simd_target);

}  // namespace cobble

#endif  // COBBLE_OUTPUT_QUANTIZE_H_
