// DEFLATE for PNG, EXR, TIFF and Zarr. Segments are compressed in parallel, then concatenated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "core/size.h"
#include "output/deflate/long_matches.h"
#include "output/deflate/short_matches.h"
#include "output/formats.h"

namespace cobble {

// The zlib header (RFC 1950), before the first segment: deflate, 32 KiB window, fastest level.
inline constexpr std::string_view kZlibHeader{"\x78\x01", 2};
// The gzip header (RFC 1952), which may stand in its place: no name, no time, an unknown system.
inline constexpr std::string_view kGzipHeader{"\x1F\x8B\x08\0\0\0\0\0\0\xFF", 10};
// An empty stored block with BFINAL set. It ends a stream of segments, before the checksum.
inline constexpr std::string_view kFinalBlock{"\x01\x00\x00\xFF\xFF", 5};

// Returns the maximum compressed size of a segment of `size` bytes.
Size DeflatedBound(Size size);

// How a segment is compressed.
enum class DeflateMethod {
  kLiterals,      // no matches: for noisy data; by far the fastest
  kLongMatches,   // for smooth data: few different byte values, long repeats
  kShortMatches,  // for repeats of a few bytes, and for smooth 16-bit data
};

struct DeflateSettings {
  DeflateMethod method = DeflateMethod::kLiterals;
  LongSettings long_matches{};    // for kLongMatches
  ShortSettings short_matches{};  // for kShortMatches
};

struct MatchGrids {
  MatchGrid long_matches{}, short_matches{};
};

// Returns where matches start in rows of pixels. Contours move by whole pixels, so long matches
// start at pixels. Short matches in 16-bit samples start at the low byte, to encode as many low
// bytes, which are harder to code, as possible. In: row_bytes, with what precedes the first pixel,
// and pixel_bytes; first and low_byte, the places in a row of the first pixel and its low byte.
MatchGrids MatchGridsOf(std::size_t row_bytes, std::size_t pixel_bytes, int sample_bytes,
                        uint32_t first = 0, uint32_t low_byte = 0);

// Settings, and the estimated compressed size of a sample that uses them.
struct DeflateTrial {
  DeflateSettings settings{};
  std::size_t size = 0;

  // Matches take two to four times as long, so they must save a share of the size.
  bool IsWorthMoreThan(const DeflateTrial& literals) const {
    const std::size_t share = settings.method == DeflateMethod::kShortMatches ? 18 : 20;
    return size + size / share < literals.size;
  }
};

// Returns the minimum length of long matches in a sample of `size` bytes; 0 if only short ones pay.
int MinMatch(const DeflateTrial& literals, std::size_t size) noexcept;

// Compresses segments into whole blocks that end on a byte boundary. No distance reaches before the
// segment, so segments can be concatenated into one stream.
class Deflater {
 public:
  // For segments of at most `maximum` bytes. All SIMD targets give the same output. Throws Error
  // kLimit if memory runs out.
  Deflater(Compression compression, Size maximum, int64_t simd_target);
  ~Deflater();
  Deflater(Deflater&&) noexcept;

  // Estimate a sample's compressed size, without and with matches. In: 1 <= size <= kBlockBytes.
  DeflateTrial TryLiterals(const uint8_t* data, std::size_t size) const noexcept;
  DeflateTrial TryMatches(const DeflateTrial& literals, const MatchGrids& grids,
                          const uint8_t* data, std::size_t size) noexcept;

  // Returns the settings for a segment: with matches if they are worth it in a sample that starts
  // at a row in its middle. In: size >= 1; row_bytes >= 1, the length of the segment's rows.
  DeflateSettings Choose(const MatchGrids& grids, const uint8_t* data, std::size_t size,
                         std::size_t row_bytes) noexcept;

  // Compresses a segment into `out`, at most DeflatedBound(size) bytes. Returns their number.
  std::size_t Run(const DeflateSettings& settings, const uint8_t* data, std::size_t size,
                  uint8_t* out) noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Writes a whole stream of stored blocks: StoredBytes(size) bytes. In: size >= 1.
std::size_t StoreAll(const uint8_t* data, std::size_t size, uint8_t* out) noexcept;
std::size_t StoredBytes(std::size_t size) noexcept;

}  // namespace cobble
