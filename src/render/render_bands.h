// The run of a picture: bands of rows, rendered and encoded in parallel, written in order.
#ifndef COBBLE_RENDER_RENDER_BANDS_H_
#define COBBLE_RENDER_RENDER_BANDS_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "cobble/render.h"
#include "core/band_sink.h"
#include "core/size.h"

namespace cobble {

// Throws Error kUsage where a window is beyond what Window can be, or reaches pixels of the endless
// plane past 2^53, which doubles do not count, or positions farther than 2^40 cells from the
// origin, which lose their fractions. What the maps look at around the window counts, too.
// RenderBands calls it.
void CheckWindow(const Program& program, const Window& window, std::span<const Map> maps);

// Whether the map is made of slopes, with which the program must then be compiled.
bool WantsSlopes(Map map);

// How many pixels around a window maps look at: that of the map that looks farthest, and the
// recipe's key that says so, as "/curvature/radius". Nothing where `pixels` is 0.
struct Halo {
  int64_t pixels = 0;
  Map map = Map::kHeight;
  std::string_view field = {};
};
Halo HaloOf(const Recipe& recipe, std::span<const Map> maps);
// What the noise of such a halo, and of the rows between, takes of memory with one thread.
Size HaloBytes(const Program& program, const RenderOptions& options, std::span<const Map> maps);

// What becomes 0 and 1 in the height: h = (value - low) / (high - low), or the value itself.
struct HeightRange {
  bool keep = false;  // "none": h is the value
  double low = 0, high = 1;
};

// The range that the recipe asks for. "fit" renders the whole picture once for its least and
// greatest (of the picture, whatever window is asked for); where they are equal, h is 0.5.
HeightRange ResolveRange(const Program& program, const RenderOptions& options);

// How many threads, at most as many as are asked for, have bands under way that take no more than
// `most` bytes together, a band taking `band_bytes` and what its program needs, and with them what
// the halos of the maps need. 0: not even one thread's do.
int ThreadsWithin(const Program& program, const RenderOptions& options, std::span<const Map> maps,
                  Size band_bytes, Size maximum);

// One picture of the run. The planes that reach the sink are those of its maps, one after another.
struct BandOutput {
  std::vector<Map> maps;
  BandSink* sink = nullptr;
};

struct BandReport {
  Statistics statistics;
  std::vector<uint64_t> clamped;  // samples, by output
};

// Renders the window into all outputs at once, in bands of BandRows (core/bands.h) rows.
// Throws what a sink throws, Error kLimit for memory and threads.
BandReport RenderBands(const Program& program, const HeightRange& range,
                       const RenderOptions& options, std::span<const BandOutput> outputs);

}  // namespace cobble

#endif  // COBBLE_RENDER_RENDER_BANDS_H_
