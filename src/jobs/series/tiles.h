// Tiles of a large picture, each written to a file of its own.
#ifndef COBBLE_JOBS_SERIES_TILES_H_
#define COBBLE_JOBS_SERIES_TILES_H_

#include <cstdint>
#include <vector>

#include "cobble/image.h"
#include "cobble/series.h"

namespace cobble {

struct PictureTile {
  int64_t x = 0, y = 0;  // column and row in the grid
  Window window;
};

// Cuts a window into equal tiles, row by row from the top. Neighbours share their border pixels if
// the overlap is 1. Throws Error kUsage at `tiles` if a side (less the overlap) is not a multiple
// of the number of tiles, kLimit if there are too many tiles.
std::vector<PictureTile> CutTiles(const Window& window, const TileGrid& grid);

}  // namespace cobble

#endif  // COBBLE_JOBS_SERIES_TILES_H_
