// Renders a compiled recipe and encodes it as a picture file, in memory or on disk. The bytes are
// the same as those that `cobble render` writes.
#ifndef COBBLE_ENCODE_H_
#define COBBLE_ENCODE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "cobble/export.h"
#include "cobble/program.h"
#include "cobble/render.h"

namespace cobble {

// Limits of one call. A call that exceeds one throws Error kLimit before it starts to render.
struct Limits {
  int64_t max_pixels = int64_t{1} << 34;  // maximum pixels of the window
  // Maximum noise evaluations (Cost::evaluations) over all pixels. The default is about a day's
  // work for one core.
  double max_cost = 1e14;
  // Maximum bytes of memory for rows in progress, files that are built whole in memory, and samples
  // that stay in memory; if it is not the default, also for simulations (program.h). The recipe's
  // images have their own limits (image.h).
  uint64_t max_memory = uint64_t{1} << 31;
};

struct EncodeOptions {
  // A name from `cobble list formats`: "png", "exr", "r16" and so on. Empty: in memory, PNG; on
  // disk, the format that the path's suffix names.
  std::string format = {};
  std::vector<MapName> maps = {Map::kHeight};  // only EXR can hold more than one
  int bits = 0;                                // per sample; 0: the format's default for the map
  // "fast" or, for PNG, EXR and TIFF, "small": fewer bytes, but 10 to 100 times slower. For EXR
  // also "none", "zip" (16 lines together, like "fast" and "small") or "zips" (each line alone).
  std::string compression = "fast";
  // Of colours in EXR files: "rec709", which sRGB has, or "acescg", AP1 with the white of ACES.
  std::string primaries = "rec709";
  Limits limits = {};
  // Records the recipe and these options in PNG, EXR and TIFF files and the sidecars of raw files.
  bool metadata = true;
  // "EPSG:32632,500000,5200000": for TIFF of a recipe with a world, the code of a projected
  // coordinate system in metres or feet, and the coordinates of the upper left of the recipe's
  // picture (the outer corner of its first pixel, or its first vertex). Empty: they start there.
  std::string georeference = {};
  // "mapbox" or "terrarium": a PNG file of the height has metres in 24 bits as colours; empty: not.
  std::string terrain = {};
  std::vector<double> elevation = {};  // metres at heights 0 and 1; empty: of the recipe's world
  // For WritePicture only. no_clobber: fail if the file exists. sync: flush the file to disk before
  // it replaces an old one, so that one survives a power failure. if_changed: leave a file with the
  // same bytes and its time as it is.
  bool no_clobber = false, sync = true, if_changed = false;
};

struct EncodedPicture {
  std::string bytes;    // contents of the file
  std::string sidecar;  // for raw formats, the JSON text to store beside the file; else empty
};

// Renders `render.window` and encodes it in memory. `program` must be compiled for kPixels and
// compute what the maps need (OptionsFor). `render.progress` runs from 0 to 1 twice if the recipe's
// range is "fit"; `render.statistics` is ignored.
//
// Throws Error kUsage for an invalid option or an unsuitable program, with the option's name as
// Issue::where ("format", "max_pixels"); kLimit if options.limits are exceeded or memory runs out.
COBBLE_EXPORT EncodedPicture EncodePicture(const Program& program,
                                           const EncodeOptions& options = {},
                                           const RenderOptions& render = {});

// Renders `render.window` and writes it to a file, with a sidecar for raw formats. Replaces an old
// file only when the new one is complete. Writes devices, pipes and "-" (standard output) directly.
//
// Throws like EncodePicture, and Error kIo if writing fails.
COBBLE_EXPORT void WritePicture(const Program& program, const std::string& path,
                                const EncodeOptions& options = {},
                                const RenderOptions& render = {});

}  // namespace cobble

#endif  // COBBLE_ENCODE_H_
