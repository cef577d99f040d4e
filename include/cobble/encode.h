// Pictures of a compiled recipe as files, in memory or on disk: the same bytes that `cobble render`
// writes.
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

// Maximums of one call. Anything beyond them is refused with Error kLimit before work begins.
struct Limits {
  int64_t pixels = int64_t{1} << 34;
  double cost = 1e14;  // evaluations of noise (Cost) over all pixels: about a day of one core
  // Bytes: the rows being worked on, a picture whose format is made whole in memory, and the
  // samples of a picture that stays in memory.
  uint64_t memory = uint64_t{1} << 31;
};

struct EncodeOptions {
  // "png", "exr", "r16" or another name from `cobble list formats`. Empty: PNG in memory, and the
  // format of the path's suffix on disk.
  std::string format = {};
  std::vector<Map> maps = {Map::kHeight};  // EXR holds several, every other format one
  int bits = 0;                            // per sample; 0: the format's default
  // "fast", or "small" for PNG and EXR: the same pixels in fewer bytes, in 10 to 100 times the
  // time.
  std::string compression = "fast";
  Limits limits = {};
  // WritePicture only. no_clobber: refuse to replace a file. sync: wait for the disk, so that after
  // a power failure either the old file or the new one is there.
  bool no_clobber = false, sync = true;
};

struct EncodedPicture {
  std::string bytes;    // of the file
  std::string sidecar;  // raw formats: the JSON text that belongs beside the file; else empty
};

// Renders `render.window` and encodes it in memory. The program must be compiled for kPixels, with
// slopes if a map needs them. `render.progress` runs from 0 to 1 twice if the recipe's range is
// "fit"; `render.statistics` has no effect here.
// Throws Error kUsage for an option, or a program, that does not fit, with the option's name as its
// place; kLimit beyond the limits or where memory is short.
COBBLE_EXPORT EncodedPicture EncodePicture(const Program& program,
                                           const EncodeOptions& options = {},
                                           const RenderOptions& render = {});

// Writes the same bytes to a file, with the sidecar of a raw format beside it. Each appears whole
// or not at all, and an old file stays in place until then. A device, a pipe and "-" (standard
// output) are written directly. Also throws Error kIo.
COBBLE_EXPORT void WritePicture(const Program& program, const std::string& path,
                                const EncodeOptions& options = {},
                                const RenderOptions& render = {});

}  // namespace cobble

#endif  // COBBLE_ENCODE_H_
