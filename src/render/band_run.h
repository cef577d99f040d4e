// Renders a window into outputs, band by band. It can render further windows of the same size
// without allocating memory again.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "cobble/render.h"
#include "core/maps.h"
#include "core/size.h"
#include "render/render_bands.h"

namespace cobble {

// The maps of all outputs, in order.
std::vector<PictureMap> MapsOf(std::span<const BandOutput> outputs);

// Returns the memory of a run of these maps: `band_bytes` and the worker's memory for each band in
// flight, and the maps' halo ring. In: options, whose window is resolved.
Size BytesOfRun(const Program& program, const RenderOptions& options,
                std::span<const PictureMap> maps, Size band_bytes, int threads);

class BandRun {
 public:
  // In `options`, window and threads must be resolved (no 0 for a default), and `progress` is
  // ignored. The program, the outputs and their sinks must outlive the run.
  BandRun(const Program& program, const HeightRange& range, const RenderOptions& options,
          std::span<const BandOutput> outputs);
  ~BandRun();
  BandRun(const BandRun&) = delete;
  BandRun& operator=(const BandRun&) = delete;

  // Renders the window of the options' size at (x, y), which must have passed CheckWindow. With one
  // thread, allocates nothing. After an exception, the next window can be rendered as usual.
  const BandReport& Render(int64_t x, int64_t y, const std::function<void(double)>& progress);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace cobble
