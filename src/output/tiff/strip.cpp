// Compresses strips of TIFF files. Based on: TIFF, revision 6.0 (Adobe, 1992), section 14; Adobe
// Photoshop TIFF Technical Note 3 (2005), the floating-point predictor.
#include "output/tiff/strip.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/bands.h"
#include "core/maps.h"
#include "output/byte_checksums.h"
#include "output/byte_order.h"
#include "output/writers.h"

namespace cobble {
namespace {

constexpr std::size_t kChecksum = 4;
constexpr std::size_t kFrame = kZlibHeader.size() + kFinalBlock.size() + kChecksum;
// Float rows' planes of at least this many bytes are compressed apart: this pays for the headers.
constexpr std::size_t kMinPart = std::size_t{1} << 12;
constexpr std::size_t kPlanes = TiffStripPacker::kPlanes;

// Subtracts from each sample of a row the same channel's sample to its left.
template <class Sample, int kChannels>
void PredictIntegers(const uint8_t* row, std::size_t bytes, uint8_t* out) noexcept {
  constexpr std::size_t kPixel = kChannels * sizeof(Sample);
  std::memcpy(out, row, kPixel);
  for (std::size_t at = kPixel; at < bytes; at += sizeof(Sample)) {
    Sample x, left;
    std::memcpy(&x, row + at, sizeof x);
    std::memcpy(&left, row + at - kPixel, sizeof left);
    x = static_cast<Sample>(x - left);
    std::memcpy(out + at, &x, sizeof x);
  }
}

// Writes the bytes of the row's floats in four planes, most significant first, then subtracts from
// each byte the one kChannels before it, across the ends of planes.
template <int kChannels>
void PredictFloats(const uint8_t* row, std::size_t bytes, uint8_t* out) noexcept {
  const std::size_t samples = bytes / 4;
  for (std::size_t plane = 0; plane < kPlanes; ++plane) {
    const uint8_t* const in = row + 3 - plane;
    uint8_t* const to = out + plane * samples;
    // The first pixel's left neighbour is the last pixel of the plane before.
    for (std::size_t i = 0; i < kChannels; ++i) {
      const uint8_t left = plane == 0 ? 0 : in[4 * (samples - kChannels + i) + 1];
      to[i] = static_cast<uint8_t>(in[4 * i] - left);
    }
    for (std::size_t i = kChannels; i < samples; ++i)
      to[i] = static_cast<uint8_t>(in[4 * i] - in[4 * (i - kChannels)]);
  }
}

using PredictRow = void (*)(const uint8_t* row, std::size_t bytes, uint8_t* out) noexcept;

template <int kChannels>
PredictRow SelectPredict(int sample_bytes) {
  if (sample_bytes == 4) return &PredictFloats<kChannels>;
  return sample_bytes == 2 ? &PredictIntegers<uint16_t, kChannels>
                           : &PredictIntegers<uint8_t, kChannels>;
}

PredictRow SelectPredict(const TiffRows& format) {
  using Select = PredictRow (*)(int);
  constexpr Select kByChannels[] = {&SelectPredict<1>, &SelectPredict<2>, &SelectPredict<3>,
                                    &SelectPredict<4>};
  return kByChannels[format.channels - 1](format.sample_bytes);
}

// Planes of floats have no grid.
MatchGrids GridsOf(const TiffRows& format) {
  if (format.sample_bytes == 4) return {};
  const auto pixel = static_cast<std::size_t>(format.channels * format.sample_bytes);
  return MatchGridsOf(format.row_bytes, pixel, format.sample_bytes);
}

Size RawBytes(const TiffRows& format, int64_t rows) { return Size(format.row_bytes) * Size(rows); }

// Returns the number of bytes that are compressed on their own. The planes of floats differ: high
// bytes are smooth, low bytes are noise. But planes that are too short share their codes, and the
// zlib of Compression::kSmall adapts its codes itself.
std::size_t PartBytes(const TiffRows& format, Compression compression, int64_t rows) {
  const std::size_t plane = format.row_bytes / kPlanes;
  const bool splits =
      format.sample_bytes == 4 && plane >= kMinPart && compression == Compression::kFast;
  return splits ? plane : RawBytes(format, rows).bytes();
}

}  // namespace

TiffStripPacker::TiffStripPacker(const TiffRows& format, int64_t rows, Compression compression,
                                 int64_t simd_target)
    : format_(format),
      grids_(GridsOf(format)),
      part_(PartBytes(format, compression, rows)),
      predicted_(RawBytes(format, rows)),
      deflater_(compression, Size(part_), simd_target) {}

// Every part may end with an incomplete deflate block.
Size TiffStripPacker::Bound(const TiffRows& format, Compression compression, int64_t rows) {
  const std::size_t part = PartBytes(format, compression, rows);
  return RawBytes(format, rows).DivideUp(part) * DeflatedBound(Size(part)) + Size(kFrame);
}

void TiffStripPacker::Predict(const Band& band) noexcept {
  const PredictRow predict = SelectPredict(format_);
  const uint8_t* row = AsBytes(band.data);
  uint8_t* out = AsBytes(predicted_.data());
  for (int64_t j = 0; j < band.rows; ++j, row += band.stride, out += format_.row_bytes)
    predict(row, format_.row_bytes, out);
}

std::size_t TiffStripPacker::Run(const Band& band, uint8_t* out) noexcept {
  Predict(band);
  const uint8_t* const data = AsBytes(predicted_.data());
  const std::size_t rows = static_cast<std::size_t>(band.rows), size = rows * format_.row_bytes;

  // All planes of the same significance are compressed like the middle row's.
  const std::size_t parts = part_ < format_.row_bytes ? kPlanes : 1;
  std::array<DeflateSettings, kPlanes> settings;
  const auto choose = [&](const uint8_t* part, std::size_t part_bytes) {
    return deflater_.Choose(grids_, part, part_bytes, format_.row_bytes);
  };
  for (std::size_t k = 0; k < parts; ++k)
    settings[k] = parts == 1 ? choose(data, size)
                             : choose(data + rows / 2 * format_.row_bytes + k * part_, part_);

  uint8_t* const begin = std::copy(kZlibHeader.begin(), kZlibHeader.end(), out);
  uint8_t* end = begin;
  for (std::size_t at = 0, k = 0; at < size; at += part_, k = (k + 1) % parts)
    end += deflater_.Run(settings[k], data + at, std::min(part_, size - at), end);
  end = std::copy(kFinalBlock.begin(), kFinalBlock.end(), end);
  // OpenImageIO 2.4 misreads noise that takes more space than zlib would use at most.
  if (static_cast<std::size_t>(end - begin) > StoredBytes(size))
    end = begin + StoreAll(data, size, begin);
  const BigEndian adler(Adler32(1, data, size));
  end = std::copy(adler.text().begin(), adler.text().end(), end);
  return static_cast<std::size_t>(end - out);
}

int64_t TiffStripRows(int64_t width, int64_t height) {
  return std::min(BandRows(width, height), height);
}

bool HasTiffAlpha(const PictureMap& map) {
  return map.channels == 4 && AnyPart(map, [](const PictureMap& part) { return part.is_color; });
}

}  // namespace cobble
