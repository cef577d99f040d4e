// Pictures of a compiled recipe as the bytes of files, in memory or on the disk. They are the bytes
// that `cobble render` writes of the same recipe.
#ifndef COBBLE_ENCODE_H_
#define COBBLE_ENCODE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "cobble/enums.h"
#include "cobble/export.h"
#include "cobble/program.h"
#include "cobble/render.h"

namespace cobble {

// What a run may take at most. More is refused before work begins, with Error kLimit.
struct Limits {
  int64_t pixels = int64_t{1} << 34;
  double cost = 1e14;  // evaluations of noise (Cost) in all pixels: a day or so of one core
  // Bytes: of the rows under way, of pictures that are made in memory, and of the samples of one
  // that stays there.
  uint64_t memory = uint64_t{1} << 31;
};

struct EncodeOptions {
  // "png", "exr", "r16" or another of `cobble list formats`. Empty: by the suffix of the path, and
  // PNG in memory.
  std::string format = {};
  std::vector<Map> maps = {Map::kHeight};  // EXR holds several, the others one
  int bits = 0;                            // of a sample; 0: as the format prefers
  // "fast", or of PNG and EXR "small", in ten to a hundred times the time. The pixels are the same.
  std::string compression = "fast";
  Limits limits = {};
  // Of files alone. no_clobber: refuse to replace one. sync: wait for the disk, so that a power
  // failure leaves the old file or the new one.
  bool no_clobber = false, sync = true;
};

struct EncodedPicture {
  std::string bytes;    // of the file
  std::string sidecar;  // of raw formats: the JSON that goes beside the file; else empty
};

// The window of `render` as a file in memory. The program is of kPixels, with slopes where a map
// needs them. `render.progress` goes from 0 to 1 twice where the recipe's range is "fit", and
// `render.statistics` are not asked for.
// Throws Error kUsage for what the options or the program cannot be, its place being the option's
// name; kLimit where the picture is beyond the limits or memory is short.
COBBLE_EXPORT EncodedPicture EncodePicture(const Program& program,
                                           const EncodeOptions& options = {},
                                           const RenderOptions& render = {});

// The same as a file, with its sidecar where the format has one, which appears whole or not at all;
// what stood there before stays until then. Where `path` leads to a device or a pipe, or is "-",
// standard output, the bytes are written as they come. Throws Error kIo, too.
COBBLE_EXPORT void WritePicture(const Program& program, const std::string& path,
                                const EncodeOptions& options = {},
                                const RenderOptions& render = {});

}  // namespace cobble

#endif  // COBBLE_ENCODE_H_
