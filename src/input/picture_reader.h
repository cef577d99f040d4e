// Reads pictures row by row. One file per format; readers.h has the table's rows.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/image.h"
#include "core/primaries.h"
#include "core/size.h"
#include "input/byte_source.h"
#include "input/raw_layout.h"

namespace cobble {

struct PictureChannel {
  std::string name;       // "Y", "R", "normal.X"
  int bits = 8;           // per sample in the file
  bool is_float = false;  // samples are any numbers; otherwise 0..1, integers over their maximum
  bool is_uint = false;   // the numbers are unsigned integers; only with is_float
  bool is_int = false;    // the numbers are signed integers; only with is_float
};

struct PictureInfo {
  std::string_view format = {};  // "png"
  int64_t width = 0, height = 0;
  std::vector<PictureChannel> channels;
  bool is_srgb = false;     // the file states that its samples are encoded by sRGB
  bool states_srgb = true;  // whether the file says either way
  std::optional<Chromaticities> primaries = {};  // of an EXR that states them
  std::string compression = {};                  // "deflate"; empty for none
  std::vector<std::string> more;             // other properties: "interlaced", "tiles of 64 x 64"
  std::optional<ImageTerrain> terrain = {};  // of an elevation model
  int orientation = 1;       // that the file states, as in EXIF; it is undone, as in viewers
  std::string no_data = {};  // that the file declares (no_data.h)
};

class PictureReader {
 public:
  virtual ~PictureReader() = default;

  const PictureInfo& info() const { return info_; }

  // Reads the next row, from the top. Unsigned integers of 8 and 16 bits become value / maximum,
  // others their numbers, rounded once. Samples that the file marks as missing are NaN.
  // Out: row, the channels interleaved, width * channels samples.
  // Throws Error kRecipe if the file is damaged or truncated, kIo if reading fails.
  virtual void ReadRow(std::span<float> row) = 0;

 protected:
  PictureInfo info_;
};

// A file that may be a picture.
struct PictureFile {
  std::string name;  // in messages
  std::string path;  // its suffix decides where the first bytes do not
  std::shared_ptr<const ByteSource> source;
  std::string sidecar_name, sidecar;            // of a raw file: its sidecar's name and text
  std::optional<RawLayout> layout = {};         // of a raw file without a sidecar
  std::shared_ptr<const ByteSource> mask = {};  // of a TIFF: the file that GDAL names dem.tif.msk
  std::optional<std::string> no_data = {};      // that its name declares (no_data.h)
};

struct ReadableFormat {
  std::string_view name;                   // "png"
  std::string_view title;                  // "a PNG file"
  std::vector<std::string_view> suffixes;  // ".png"; case-insensitive
  std::vector<std::string_view> starts;    // of the file; empty: known by its suffix alone
  std::unique_ptr<PictureReader> (*open)(const PictureFile& file);
  bool has_sidecar = false;
};

std::span<const ReadableFormat> ReadableFormats();

// Returns the format by the file's first bytes, else by the path's suffix; null if neither is
// known. In: start, kFormatBytes or the whole file if shorter.
inline constexpr std::size_t kFormatBytes = 16;
const ReadableFormat* FindReadableFormat(std::string_view start, std::string_view path);

// Returns whether a file with this path has a sidecar.
bool NeedsSidecar(std::string_view path);

// Opens a picture and reads its header. Throws Error
// - kRecipe if it is not a picture, is damaged, or has a feature that cobble does not read;
// - kLimit if it has more than 2^34 pixels or 64 channels, or needs more than kMaxReaderBytes;
// - kIo if reading fails.
std::unique_ptr<PictureReader> OpenPictureFile(const PictureFile& file);

// --- For the readers ---

// Maximum memory for reading a picture: its rows or row of tiles, or all of it if it cannot be read
// row by row, and what the callers keep of its rows.
inline constexpr uint64_t kMaxReaderBytes = uint64_t{1} << 30;
// Bytes per sample of a row: the file's, a float, and what measuring, comparing and reducing keep.
inline constexpr uint64_t kRowSampleBytes = 48;
inline constexpr int kMaxReaderChannels = 64;

[[noreturn]] void RefusePicture(const PictureFile& file, const std::string& message);
[[noreturn]] void RefuseMemory(const PictureFile& file);  // not enough to read it

// Throws Error kRecipe if a side is 0; kLimit if the picture is too large, or if `held` plus
// kRowSampleBytes for each sample of a row exceed kMaxReaderBytes. Call before libraries allocate
// rows. In: held, bytes that the reader and its library need beyond a few rows.
void CheckPictureSize(const PictureFile& file, const PictureInfo& info, Size held = 0u);

}  // namespace cobble
