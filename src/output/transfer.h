// Conversions of channels before they are stored as integers: the sRGB curve for colours, and
// (x + 1) / 2 for the signed parts of a pack.
#pragma once

#include <cstdint>
#include <vector>

#include "core/band_sink.h"
#include "core/maps.h"

namespace cobble {

// Returns the conversions of a map's channels (RowFormat::transfers) for integer formats; empty if
// no channel is converted. The quantiser converts the channels of a map that is itself signed.
std::vector<Transfer> IntegerTransfers(const PictureMap& map, int64_t simd_target);

}  // namespace cobble
