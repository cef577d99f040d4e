// Estimates what a store costs from a sample of its pixels.
#pragma once

#include <cstdint>

#include "cobble/program.h"
#include "stores/chunk_store.h"

namespace cobble {

struct StoreEstimate {
  double pixels = 0;       // of level 0
  double evaluations = 0;  // of noise: of level 0 with halos, and of the range stage
  double bytes = 0;        // on disk, of all levels
  int64_t files = 0;       // on disk, of all levels, with records
  // CPU seconds of each stage on this machine; 0 if the plan lacks it.
  double range_seconds = 0, render_seconds = 0, pyramid_seconds = 0;
  int samples = 0;  // windows that were rendered and encoded

  double seconds() const { return range_seconds + render_seconds + pyramid_seconds; }
};

// Renders and encodes parts of chunks, spread over the picture, and their coarser means, on one
// thread for about `seconds`. In: program, from CompileStore. Throws what rendering throws.
StoreEstimate EstimateStore(const ChunkStore& store, const Program& program, double seconds);

}  // namespace cobble
