// GDAL virtual datasets (VRT): an XML file that shows the tiles of a picture as one raster.
//
// Samples are the whole picture's. Without a georeference, coordinates are pixels and lines from
// the upper left corner of the raster.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "cobble/image.h"
#include "jobs/job.h"
#include "output/georeference.h"
#include "output/sink/sink.h"

namespace cobble {

// The picture that was cut.
struct Vrt {
  std::string path;       // of the dataset
  PictureOutput picture;  // as it was asked for, before its tiles were named
  Window window;
  int overlap = 0;                                // pixels that neighbouring tiles share
  std::optional<Georeference> georeference = {};  // of the window
};

struct VrtTile {
  std::string path;
  Window window;  // in the same coordinates as the picture's
};

// Throws Error kUsage if the dataset cannot be written:
//   at `vrt`               its path is a device or a pipe, or XML cannot hold the path of a tile
//   at the picture's name  GDAL cannot read the picture's samples from tiles of its format
void CheckVrt(const Vrt& vrt, std::span<const VrtTile> tiles);

// Writes the dataset, which must have passed CheckVrt. Paths of tiles are relative to its folder,
// so that the files can be moved together, unless the two have no folder but / in common. Resolves
// symbolic links: GDAL looks for tiles next to the file that a link points to. Pixels that tiles
// share are read from the last tile that has them.
void WriteVrt(const Vrt& vrt, std::span<const VrtTile> tiles, ByteSink* sink);

}  // namespace cobble
