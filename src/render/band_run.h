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
#include "render/halo_ring.h"
#include "render/render_bands.h"

namespace cobble {

int TileColumns(const Program::Impl& program, const RenderOptions& options);

// Returns the shape of the ring that these maps need; its halo is 0 if they need no ring.
HaloRing::Shape RingShape(const Program& program, const Window& window,
                          std::span<const PictureMap> maps);

// Returns the number of items: one per block of the ring. The first 2 L map no band (halo_ring.h).
int64_t ItemCount(const HaloRing::Shape& shape);

// The maps of all outputs, in order.
std::vector<PictureMap> MapsOf(std::span<const BandOutput> outputs);

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
