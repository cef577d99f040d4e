// Chooses the quantiser and the conversions of a picture's rows.
#include "output/row_format.h"

#include "output/transfer.h"

namespace cobble {

RowFormat RowFormatOf(const PictureSpec& spec, SampleCoding coding) {
  const PictureMap& map = spec.maps.front();
  coding.bits = spec.bits;
  coding.is_float = IsFloat(*spec.format, spec.bits);
  coding.is_signed = map.range == SampleRange::kSigned;
  RowFormat format{.channels = map.channels,
                   .sample_bytes = spec.bits / 8,
                   .quantize = SelectQuantize(coding, spec.simd_target)};
  if (!coding.is_float) format.transfers = IntegerTransfers(map, spec.simd_target);
  return format;
}

}  // namespace cobble
