// Renders a picture: bands of rows are rendered and encoded in parallel and written in order.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/render.h"
#include "core/band_sink.h"
#include "core/bounds.h"
#include "core/maps.h"
#include "core/size.h"
#include "program/height_scale.h"

namespace cobble {

// Throws Error kUsage if the window exceeds the limits of Window, or if it or the halo of a map
// reaches pixel indices beyond 2^53, where doubles skip integers, or positions farther than 2^40
// cells from the origin, where fractional positions lose precision. Called by RenderBands.
void CheckWindow(const Program& program, const Window& window, std::span<const PictureMap> maps);

// Returns where a window is after the whole picture is mirrored top to bottom.
Window MirroredWindow(const Recipe& recipe, const Window& window);

// Returns the window of the noise that a window shows: the same unless the picture is flipped.
Window UnflippedWindow(const Recipe& recipe, const Window& window);

// Returns whether the map needs slopes, which the program must then be compiled with.
bool NeedsSlopes(const PictureMap& map);

// Returns whether the map is computed from the value of the noise (CompileOptions::value).
bool NeedsValue(const PictureMap& map);

// The largest halo of several maps: pixels on every side of the window, the map that needs it, and
// the JSON pointer to its recipe key ("/curvature/radius"). Without one, only `pixels` is used.
struct Halo {
  int64_t pixels = 0;
  std::string map = {};
  std::string_view field = {};
};
Halo HaloOf(const Recipe& recipe, std::span<const PictureMap> maps);

// Returns the values that become 0 and 1 in a node that is a number, with these bounds.
HeightRange RangeOfNode(const PictureMap& node, const Bounds& bounds);

// Returns the values that became 0 and 1 in a picture of these maps: `height`, the height's range,
// if it shows a map of the table; else the first node's range; else 0 and 1. Of an inverted height
// or node alone, low is above high.
HeightRange RangeOf(const Program& program, std::span<const PictureMap> maps,
                    const HeightRange& height);

// Returns the recipe's range. For "fit", renders the whole picture once, whatever the window, to
// find its minimum and maximum; if they are equal, h is 0.5. For shares, see share_range.h.
HeightRange ResolveRange(const Program& program, const RenderOptions& options);

// Returns the largest number of threads, up to the requested number, whose bands in flight fit into
// `maximum` bytes: `band_bytes` and the worker's memory for each band, and the maps' halo ring.
// Returns 0 if even one thread does not fit.
int ThreadsWithin(const Program& program, const RenderOptions& options,
                  std::span<const PictureMap> maps, Size band_bytes, Size maximum);
// Returns the memory that ThreadsWithin counts for one thread.
Size BytesOfOneThread(const Program& program, const RenderOptions& options,
                      std::span<const PictureMap> maps, Size band_bytes);

// One picture of a run. The sink receives the planes in the order of `maps`.
struct BandOutput {
  std::vector<PictureMap> maps;
  BandSink* sink = nullptr;
};

struct BandReport {
  Statistics statistics;
  std::vector<uint64_t> clamped_samples;  // number of clamped samples, by output
};

// Renders the window into all outputs in one pass, in bands of BandRows rows (core/bands.h).
// Rethrows exceptions of the sinks. Throws Error kLimit if memory or threads run out.
BandReport RenderBands(const Program& program, const HeightRange& range,
                       const RenderOptions& options, std::span<const BandOutput> outputs);

// Renders the window of all maps into the channels of one image, in order. Throws like RenderImage.
Image RenderMaps(const Program& program, std::span<const PictureMap> maps,
                 const RenderOptions& options);

}  // namespace cobble
