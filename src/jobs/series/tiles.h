// Tiles of a large picture, each written to a file of its own.
#pragma once

#include <cstdint>
#include <vector>

#include "cobble/image.h"
#include "cobble/series.h"

namespace cobble {

struct PictureTile {
  int64_t x = 0, y = 0;  // column and row in the grid
  Window window;
};

// Returns the tile's UDIM number. UDIM's v points up: 1001 is the lower left tile, 1002 the next to
// the right, 1011 the one above 1001. In: rows, of the grid; bottom_up, whether row 0 of the grid
// is the lowest, as in pictures flipped for an engine.
int64_t UdimOf(const PictureTile& tile, int64_t rows, bool bottom_up);

// Throws Error kUsage at `tiles` if the grid has more than 10 columns, or numbers above 9999.
void CheckUdim(const TileGrid& grid);

// Cuts a window into equal tiles, row by row from the top. Neighbours share their border pixels if
// the overlap is 1. Throws Error kUsage at `tiles` if a side (less the overlap) is not a multiple
// of the number of tiles, kLimit if there are too many tiles.
std::vector<PictureTile> CutTiles(const Window& window, const TileGrid& grid);

}  // namespace cobble
