// Pictures on their way to files, and what a picture that cobble made says of itself.
#ifndef COBBLE_OUTPUT_PICTURE_H_
#define COBBLE_OUTPUT_PICTURE_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/band_sink.h"
#include "output/formats.h"
#include "output/sink.h"

namespace cobble {

// What a picture carries: JSON texts, under these names.
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
  std::string path;                // "-": standard output
  PictureBytes* memory = nullptr;  // where the picture goes instead of a file
  const Format* format = nullptr;
  std::vector<Map> maps;
  int bits = 16;
  int64_t width = 0, height = 0;  // of what is written
  int64_t x = 0, y = 0;           // where in the picture that begins; EXR tells
  bool repeats = false;           // without a seam; EXR tells
  PictureMetadata metadata{};
  // How a height's samples map, for the sidecar of raw files: the noise's value at sample 0 and at
  // sample 1 (integers: the largest); 0 and 1 where samples are values. Unused for other maps.
  double low = 0, high = 1;
  Compression compression = Compression::kFast;  // where the format compresses
  FileRules files{};
  int64_t simd_target = 0;  // SimdLevel::target, for the quantiser and the filters
};

// A picture being written. Nothing is seen under its name before Commit; without it, nothing ever.
class PictureWriter : public BandSink {
 public:
  // All rows are written: writes whatever comes after them, and sees all to the disk. Where a run
  // makes several pictures, all are finished before the first is committed. Throws Error kIo.
  void Finish();
  // Finishes if nobody did, and makes the file (and its sidecar) appear. Throws Error kIo.
  void Commit();
  // Of the picture alone, without its sidecar.
  virtual uint64_t bytes_written() const = 0;

 private:
  virtual void FinishFile() = 0;
  virtual void CommitFile() = 0;

  bool finished_ = false;
};

// Opens the picture and writes what comes before its rows. Throws Error kIo where the file cannot
// be made, kLimit where the format cannot hold so large a picture (WhyTooLarge) or memory is short.
std::unique_ptr<PictureWriter> OpenPicture(const PictureSpec& spec);

// Opens what the picture's bytes go to; the formats call it. Throws what FileSink does.
std::unique_ptr<ByteSink> OpenSink(const PictureSpec& spec,
                                   FileSink::Order order = FileSink::kInOrder);

// The paths that a picture at `path` takes up: itself, and its sidecar where its format has one.
std::vector<std::string> PathsOf(const Format& format, const std::string& path);

// Whether a file that starts so is a PNG or an EXR.
bool IsPicture(std::string_view start);

// What the bytes of a file, PNG, EXR or raw sidecar, say of themselves; nothing where it is no
// picture of a kind known here. Throws Error kRecipe for a picture that carries no recipe or is
// damaged before it.
std::optional<PictureMetadata> ReadPictureMetadata(std::string_view bytes, const std::string& name);

}  // namespace cobble

#endif  // COBBLE_OUTPUT_PICTURE_H_
