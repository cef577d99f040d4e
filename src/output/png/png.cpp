// Writes PNG: bands are filtered and deflated in parallel, then concatenated into one zlib stream.
// Based on: the PNG specification (ISO/IEC 15948), RFC 1950 and RFC 1951.
#include "output/writers.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "core/maps.h"
#include "core/size.h"
#include "output/buffer.h"
#include "output/byte_checksums.h"
#include "output/deflate/deflate.h"
#include "output/png/chunk.h"
#include "output/png/strip.h"
#include "output/sink/sink.h"

namespace cobble {
namespace {

// Maximum number of data bytes in an IDAT chunk; a decoder may hold a whole chunk in memory.
constexpr std::size_t kMaxIdat = std::size_t{1} << 20;

struct PngBand final : Chunk {
  PngBand(Size raw, Size packed, std::size_t pieces, Deflater wanted)
      : filtered(raw), deflated(packed), crcs(pieces), deflater(std::move(wanted)) {}

  Buffer filtered, deflated;
  std::vector<uint32_t> crcs;  // of the IDAT chunks
  Deflater deflater;
  std::size_t filtered_size = 0, deflated_size = 0;
  uint32_t adler = 1;  // of the filtered rows
};

// Checks before the file is created that the metadata fits in chunks, whose lengths have 31 bits.
const PictureSpec& CheckLimits(const PictureSpec& spec) {
  if (std::max(spec.metadata.recipe.size(), spec.metadata.output.size()) > kMaxPngLength - 100)
    throw Error(ErrorKind::kLimit, spec.path, "the recipe is too long for a PNG");
  return spec;
}

std::string Header(const PictureSpec& spec, int channels) {
  constexpr char kColorTypes[] = {0, 4, 2, 6};  // grey, grey and alpha, RGB, RGBA
  std::string data;
  data += BigEndian(static_cast<uint32_t>(spec.width)).text();
  data += BigEndian(static_cast<uint32_t>(spec.height)).text();
  data += static_cast<char>(spec.bits);
  data += kColorTypes[channels - 1];
  data += std::string_view("\0\0\0", 3);  // deflate, filter method 0, no interlacing
  return PngChunkText("IHDR", data);
}

bool HasColor(const PictureMap& map) {
  return AnyPart(map, [](const PictureMap& part) { return part.is_color; });
}

// Returns an uncompressed iTXt chunk, without language or translated keyword; empty if text is.
std::string TextChunk(std::string_view keyword, const std::string& text) {
  if (text.empty()) return {};
  std::string data(keyword);
  data += std::string_view("\0\0\0\0\0", 5);
  data += text;
  return PngChunkText("iTXt", data);
}

class PngWriter final : public PictureWriter {
 public:
  explicit PngWriter(const PictureSpec& spec)
      : PictureWriter(CheckLimits(spec), RowFormatOf(spec, {.big_endian = spec.bits == 16})),
        filters_(format(), row_bytes(), spec.simd_target) {
    sink().Write(kPngSignature);
    sink().Write(Header(spec, format().channels));
    if (HasColor(spec.maps.front())) sink().Write(PngChunkText("sRGB", std::string_view("\0", 1)));
    sink().Write(TextChunk(kRecipeKeyword, spec.metadata.recipe));
    sink().Write(TextChunk(kOutputKeyword, spec.metadata.output));
  }

  std::unique_ptr<Chunk> NewChunk(int64_t rows) const override {
    const Size raw = Size(rows) * (Size(row_bytes()) + Size(1u));
    const Size packed = DeflatedBound(raw) + Size(kZlibHeader.size());
    return std::make_unique<PngBand>(raw, packed, packed.DivideUp(kMaxIdat).bytes(),
                                     Deflater(spec().compression, raw, spec().simd_target));
  }

  void Encode(const Band& band, Chunk& chunk) const noexcept override {
    auto& png = static_cast<PngBand&>(chunk);
    png.filtered_size = static_cast<std::size_t>(band.rows) * (row_bytes() + 1);
    uint8_t* const filtered = AsBytes(png.filtered.data());
    uint8_t* const begin = AsBytes(png.deflated.data());
    const StripCoding coding = filters_.Choose(band, png.deflater, filtered);
    filters_.Run(band, 0, band.rows, coding.filter, filtered);
    png.adler = Adler32(1, filtered, png.filtered_size);

    uint8_t* out = begin;
    if (band.index == 0) out = std::copy(kZlibHeader.begin(), kZlibHeader.end(), out);
    out += png.deflater.Run(coding.settings, filtered, png.filtered_size, out);

    png.deflated_size = static_cast<std::size_t>(out - begin);
    for (std::size_t at = 0; at < png.deflated_size; at += kMaxIdat) {
      const std::size_t size = std::min(kMaxIdat, png.deflated_size - at);
      png.crcs[at / kMaxIdat] = ChunkCrc("IDAT", begin + at, size);
    }
  }

 private:
  void WriteBand(const Band&, const Chunk& chunk) override {
    const auto& png = static_cast<const PngBand&>(chunk);
    for (std::size_t at = 0; at < png.deflated_size; at += kMaxIdat) {
      const std::size_t size = std::min(kMaxIdat, png.deflated_size - at);
      sink().Write(std::string(BigEndian(static_cast<uint32_t>(size)).text()) + "IDAT");
      sink().Write(png.deflated.data() + at, size);
      sink().Write(BigEndian(png.crcs[at / kMaxIdat]).text());
    }
    adler_ = CombineAdler32(adler_, png.adler, png.filtered_size);
  }
  void WriteEnd() override {
    std::string end(kFinalBlock);
    end += BigEndian(adler_).text();
    sink().Write(PngChunkText("IDAT", end) + PngChunkText("IEND", ""));
  }

  StripFilters filters_;
  uint32_t adler_ = 1;
};

}  // namespace

std::unique_ptr<PictureWriter> OpenPng(const PictureSpec& spec) {
  return std::make_unique<PngWriter>(spec);
}

}  // namespace cobble
