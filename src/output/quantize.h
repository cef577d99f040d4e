// Converts float32 rows to the samples of a file: clamped, scaled, rounded, interleaved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/band_sink.h"
#include "core/maps.h"

namespace cobble {

// The conversion of a channel's value x to a sample.
// Integers: x, clamped to 0..1 (NaN: 0), times 2^bits - 1: the exact product, rounded half to even.
// 32-bit floats: x is kept bit for bit, little-endian.
// 16-bit floats: x is rounded half to even and clamped to 65504, the maximum.
struct SampleCoding {
  int bits = 16;  // integers: 8 or 16; floats: 16 or 32
  bool is_float = false;
  // First maps n of -1..1 to x = (n + 1) / 2 in float32. Only with integers and is_positive.
  bool is_signed = false;
  bool big_endian = false;   // only with 16-bit integers
  bool is_positive = false;  // only with 32-bit floats: negative numbers and NaN become 0
};

// Returns the quantiser for `coding` and a SIMD target; all targets write the same bytes.
Quantize SelectQuantize(const SampleCoding& coding, int64_t simd_target);

// Returns the conversions of a map's channels (RowFormat::transfers) before they are stored as
// integers: the sRGB curve for colours, and (x + 1) / 2 for the signed parts of a pack. Empty if no
// channel is converted. The quantiser converts the channels of a map that is itself signed.
std::vector<Transfer> IntegerTransfers(const PictureMap& map, int64_t simd_target);

// Converts a row of floats, channels interleaved, to as many samples of the format at `out`.
void QuantizeRow(const RowFormat& format, std::span<const float> row, std::byte* out);

}  // namespace cobble
