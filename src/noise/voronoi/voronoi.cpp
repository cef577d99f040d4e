// The selector of Voronoi noise.
#include "noise/voronoi/voronoi.h"

namespace cobble {

Kernel SelectVoronoi(const VoronoiArgs& args, Frame::Kind kind, int64_t simd_target) {
  if (args.smooth != Smooth::kNone) return SelectSmooth(args, kind, simd_target);
  if (args.function == VoronoiFunction::kEdge) return SelectEdge(args, kind, simd_target);
  return SelectNearest(args, kind, simd_target);
}

}  // namespace cobble
