// Float32 rows into the samples of a file: clamped, scaled, rounded, interleaved.
#ifndef COBBLE_OUTPUT_QUANTIZE_H_
#define COBBLE_OUTPUT_QUANTIZE_H_

#include <cstdint>

#include "core/band_sink.h"

namespace cobble {

// How a component becomes a sample.
// Integers: x clamped to 0..1 (NaN: 0), times 2^bits - 1, rounded half to even, both at once.
// Floats of 32 bits: kept bit for bit, little-endian.
// Floats of 16 bits: rounded half to even; what would round past 65504, the largest, becomes that.
struct SampleCoding {
  int bits = 16;  // 8 or 16; floats 16 or 32
  bool is_float = false;
  bool is_signed = false;    // components of -1..1, taken as the float32 x = (n + 1) / 2; integers,
                             // and floats that are positive
  bool big_endian = false;   // integers of 16 bits
  bool is_positive = false;  // floats of 32 bits: what is below 0, or NaN, becomes 0
};

// The quantiser of `coding` for a SIMD level. Every level writes the same bytes. Integers and
// positive floats have 1 to 3 channels.
Quantize SelectQuantize(const SampleCoding& coding, int64_t simd_target);

}  // namespace cobble

#endif  // COBBLE_OUTPUT_QUANTIZE_H_
