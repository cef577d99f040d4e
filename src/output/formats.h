// The table of file formats: what each can hold, by which suffix it is known.
#ifndef COBBLE_OUTPUT_FORMATS_H_
#define COBBLE_OUTPUT_FORMATS_H_

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/enums.h"
#include "cobble/image.h"
#include "core/size.h"

namespace cobble {

class PictureWriter;
struct PictureSpec;

// How hard a format that compresses without loss tries. The pixels are the same.
enum class Compression { kFast, kSmall };
inline constexpr std::array<std::string_view, 2> kCompressions{"fast", "small"};

struct Format {
  std::string_view name;                   // as --format takes it: "png", "r16"
  std::vector<std::string_view> suffixes;  // ".png"; matched without regard to case
  std::vector<int> bits;                   // a component's, that it can hold
  std::vector<Map> maps;                   // that it can hold at all
  std::size_t max_maps = 1;                // in one file
  bool is_float = false;                   // keeps samples as they are; else clamps to 0..1
  bool has_sidecar = false;
  bool compresses = false;  // as Compression says
  int band_copies = 1;      // of a band's samples that are in memory at once, at most
  // What a file can hold at most; 0: no limit of the format's own.
  int64_t max_side = 0;        // pixels
  int64_t farthest_pixel = 0;  // column or row of a pixel, either way from the picture's corner
  uint64_t max_row_bytes = 0;  // of a row's samples
  uint64_t max_bytes = 0;      // of all samples, where the whole picture is held in memory
  std::string_view help;       // a line for `cobble list formats`
  // What OpenPicture (picture.h) calls; nobody else does.
  std::unique_ptr<PictureWriter> (*open)(const PictureSpec& spec) = nullptr;
};

std::span<const Format> Formats();
const Format* FindFormat(std::string_view name);
// By the suffix of the path; null where it has none that is known.
const Format* FormatOfPath(std::string_view path);

// Bits where nobody says: the format's only choice, of floats the most, else those of the map.
int DefaultBits(const Format& format, Map map);

// Why `format` cannot hold `map` at `bits` ("a PNG holds 8 or 16 bits, not 32"); empty: it can.
std::string WhyNot(const Format& format, Map map, int bits);

// Why `format` cannot hold so many maps in one file; empty: it can.
std::string WhyTooMany(const Format& format, std::size_t maps);

// Why `format` cannot hold these maps of so large or so far a window; empty: it can.
std::string WhyTooLarge(const Format& format, const std::vector<Map>& maps, int bits,
                        const Window& window);

// Bytes of memory that such a picture takes while it is made, at most, but for what does not grow
// with it: each band that is under way, and the picture itself where it is held whole.
struct PictureMemory {
  Size band, whole;
};
PictureMemory MemoryOf(const Format& format, const std::vector<Map>& maps, int bits,
                       const Window& window);

// Bytes of all samples of the picture.
Size SampleBytes(const std::vector<Map>& maps, int bits, const Window& window);

}  // namespace cobble

#endif  // COBBLE_OUTPUT_FORMATS_H_
