// Evaluates a compiled recipe: pictures as float samples, and single points.
#ifndef COBBLE_RENDER_H_
#define COBBLE_RENDER_H_

#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cobble/enums.h"
#include "cobble/export.h"
#include "cobble/image.h"
#include "cobble/program.h"

namespace cobble {

struct RenderOptions {
  Window window{};          // sides >= 0; either 0: the recipe's whole picture
  int threads = 0;          // maximum; 0: all of this process, or of the caller's oneTBB arena
  int tile_columns = 0;     // maximum width of a tile in pixels; 0: automatic; affects only speed
  bool statistics = false;  // compute Statistics
  // Called repeatedly with the fraction of rows done, 0 to 1. Calls may come from any thread, but
  // never overlap. May be empty. An exception stops the run and propagates to the caller.
  std::function<void(double)> progress{};
};

// Statistics of the noise value over the window, before the range is applied.
struct Statistics {
  double minimum = 0, maximum = 0, mean = 0;
};

// A map by name: a built-in one ("normal"), one of the recipe's maps or packs, or "@" and a node's
// name or JSON pointer ("@rock", "@/noise/a"), whose samples are its values; a channel of any of
// these ("normal.y", "orm.r"); or a single channel inverted ("invert:height").
struct COBBLE_EXPORT MapName {
  MapName(Map map) : name(Name(map)) {}                 // NOLINT: implicit on purpose
  MapName(std::string text) : name(std::move(text)) {}  // NOLINT: likewise
  MapName(const char* text) : name(text) {}             // NOLINT: likewise

  std::string name;
};

// Returns the options that compile a recipe for pictures of these maps and nothing else. Throws
// Error kUsage for an unknown map.
COBBLE_EXPORT CompileOptions OptionsFor(const Recipe& recipe, const std::vector<MapName>& maps);

// Renders the window of one map. Channels: 2 for slope (h_x, h_y), 3 for normal (x, y, z) and
// colours (linear red, green, blue), 6 for bumpslopes, those of its parts for a pack, else 1.
// `program` must be compiled for kPixels and compute what the map needs (OptionsFor).
//
// Throws Error kUsage for an unknown map, an unsuitable program or an invalid option, kLimit if
// memory runs out.
COBBLE_EXPORT Image RenderImage(const Program& program, const MapName& map,
                                const RenderOptions& options = {});

// How often a noise's distances reach its `limit`, where its values are flat.
struct LimitedDistances {
  std::string pointer;  // JSON pointer of the key: "/noise/limit"
  double limit = 1;
  double share = 0;  // of the samples, 0..1; mean over octaves, weighted by amplitude
};

// Measures all noises with a limit at 64 x 64 samples spread over the window (empty: the picture).
// `program` may be compiled with any options. Throws Error kLimit if memory runs out.
COBBLE_EXPORT std::vector<LimitedDistances> MeasureLimits(const Program& program,
                                                          const Window& window = {});

// The outputs of SamplePoints: the noise value and its slope with respect to P. Each span has one
// element per point, or is empty if the result is not needed.
struct PointResults {
  std::span<float> value = {}, dx = {}, dy = {}, dz = {};
  // The channels of CompileOptions::maps in order: one for a number, red, green and blue for a
  // colour. Empty if no map is needed.
  std::span<const std::span<float>> maps = {};
};

// Evaluates the noise at the given points, which do not affect each other. In: `program`, compiled
// for kPoints, with slopes and a value if `results` has spans for them. x, y, z: coordinates of P
// in recipe units, or directions of any length from the middle of a sphere, other than 0,0,0;
// finite, three spans of equal length. Nothing is written if the call throws. If maps depend on the
// range "fit" of a world, the first call renders the whole picture to find it.
//
// Throws Error kUsage if an argument is not like this; kRecipe, with an empty Issue::where, for a
// point beyond 2^40 cells from the origin.
COBBLE_EXPORT void SamplePoints(const Program& program, std::span<const double> x,
                                std::span<const double> y, std::span<const double> z,
                                const PointResults& results);

}  // namespace cobble

#endif  // COBBLE_RENDER_H_
