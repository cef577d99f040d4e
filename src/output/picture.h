// Writes pictures, and reads the metadata of pictures that cobble made.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/band_sink.h"
#include "core/primaries.h"
#include "output/formats.h"
#include "output/georeference.h"
#include "output/sink/sink.h"

namespace cobble {

// Keys of the metadata in a picture; the values are JSON texts.
inline constexpr std::string_view kRecipeKeyword = "cobble:recipe";
inline constexpr std::string_view kOutputKeyword = "cobble:output";

struct PictureMetadata {
  std::string recipe, output;
};

// A picture in memory: the bytes of its file and, for raw formats, of the sidecar.
struct PictureBytes {
  std::string bytes, sidecar;
};

struct PictureSpec {
  std::string path = {};           // "-": standard output
  PictureBytes* memory = nullptr;  // if not null, receives the picture instead of a file
  const Format* format = nullptr;
  std::vector<PictureMap> maps = {};
  int bits = 16;
  int64_t width = 0, height = 0;  // of the rectangle that is written
  int64_t x = 0, y = 0;           // its position in the whole picture; stored only in EXR
  int64_t chunk_side = 0;         // of Zarr chunks: padded with 0 to this width and height
  bool is_gzip = false;           // of Zarr chunks: gzip streams instead of zlib ones
  bool reverses_rows = false;     // whether the last row comes first in the file; only raw
  bool repeats = false;           // whether the picture tiles seamlessly; stored only in EXR
  PictureMetadata metadata{};
  // For the sidecar of a raw height or node: the values that sample 0 and sample 1 (integers: the
  // maximum) represent; 0 and 1 if samples are values. Unused for other maps.
  double low = 0, high = 1;
  std::optional<Georeference> georeference = {};  // stored only in TIFF
  float uvslopes_scale = 0;                       // of bumpslopes, for its attribute
  Compression compression = Compression::kFast;   // if the format supports it
  Primaries primaries = Primaries::kRec709;       // of colours; others only in EXR
  FileRules files{};
  int64_t simd_target = 0;  // a SimdLevel::target, for the quantiser and the encoders
};

// A picture being written: its file and its rows so far. Each format derives a writer. No file
// appears under its name before Commit.
class PictureWriter : public BandSink {
 public:
  RowFormat row_format() const final { return row_format_; }
  void Write(const Band& band, const Chunk& chunk) final;
  // Call after the last row. Writes the bytes after the rows and syncs the file. If a run makes
  // several pictures, all are finished before the first is committed. Throws Error kIo.
  void Finish();
  // Calls Finish if needed, and gives the file (and its sidecar) its name. Throws Error kIo.
  void Commit();
  // The number of bytes written, without the sidecar.
  uint64_t bytes_written() const { return sink_->bytes_written(); }
  // After Finish: whether Commit leaves the file and its sidecar as they are: see FileRules.
  virtual bool unchanged() const { return sink_->unchanged(); }
  // The number of samples clamped after row_format().quantize, by writers that quantise later.
  virtual uint64_t clamped_samples() const { return 0; }

 protected:
  // Opens the file, to which bytes are written in `order`. Throws the same errors as FileSink.
  PictureWriter(const PictureSpec& spec, RowFormat row_format,
                FileSink::Order order = FileSink::kInOrder);

  const PictureSpec& spec() const { return spec_; }
  const RowFormat& format() const { return row_format_; }
  ByteSink& sink() { return *sink_; }
  const ByteSink& sink() const { return *sink_; }
  std::size_t row_bytes() const { return row_bytes_; }  // of one row, in its row format

 private:
  virtual void WriteBand(const Band& /*band*/, const Chunk& /*chunk*/) {}
  // Writes the bytes after the rows.
  virtual void WriteEnd() {}
  virtual void CommitFile() { sink_->Commit(); }

  const PictureSpec spec_;
  RowFormat row_format_;
  std::size_t row_bytes_;
  std::unique_ptr<ByteSink> sink_;
  int64_t rows_written_ = 0;
  bool finished_ = false;
};

// Opens the picture and writes the bytes before the rows. Throws Error kIo if the file cannot be
// created, kLimit if the format cannot hold the picture (WhyTooLarge) or memory runs out.
std::unique_ptr<PictureWriter> OpenPicture(const PictureSpec& spec);

// Returns the paths of the picture's files: `path`, and the path of its sidecar if it has one.
std::vector<std::string> PathsOf(const Format& format, const std::string& path);

// Returns whether a file that starts with these bytes is a PNG, an EXR or a TIFF.
bool IsPicture(std::string_view start);

// Return the metadata in the bytes of a PNG, an EXR, a TIFF or a raw file's sidecar; nullopt for
// anything else. Throw Error kRecipe if a picture is damaged before its recipe. Without a recipe,
// ReadPictureMetadata throws too, and FindPictureMetadata returns an empty one.
std::optional<PictureMetadata> ReadPictureMetadata(std::string_view bytes, const std::string& name);
std::optional<PictureMetadata> FindPictureMetadata(std::string_view bytes, const std::string& name);

}  // namespace cobble
