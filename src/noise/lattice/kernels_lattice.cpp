// The kernels of value and Perlin noise, compiled once per SIMD level.
#include "noise/lattice/frames-inl.h"
#include "noise/lattice/grid-inl.h"
#include "noise/lattice/lattice.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

template <class Gradient, bool kSlopes>
Kernel SelectGrid(const LatticeArgs& args) {
  if (args.turbulence == Turbulence::kNone)
    return TypedKernel<LatticeGrid<Gradient, kSlopes, false>>::kKernel;
  return TypedKernel<LatticeGrid<Gradient, kSlopes, true>>::kKernel;
}

// Not by SelectBySlopes: the kernel with slopes always writes the one along the column axis.
template <class Gradient>
Kernel SelectGrid(const LatticeArgs& args) {
  return args.slopes == 0 ? SelectGrid<Gradient, false>(args) : SelectGrid<Gradient, true>(args);
}

template <class Gradient, int kDims>
Kernel SelectPoints(const LatticeArgs& args) {
  return SelectBySlopes<LatticeFrames<Gradient, kDims, kDims>, LatticeFrames<Gradient, kDims, 0>>(
      args.slopes);
}

template <class Gradient>
Kernel SelectByFrame(const LatticeArgs& args, Frame::Kind kind) {
  if (kind == Frame::kGrid) return SelectGrid<Gradient>(args);
  if (args.dimensions == 1) return SelectPoints<Gradient, 1>(args);
  if (args.dimensions == 2) return SelectPoints<Gradient, 2>(args);
  return SelectPoints<Gradient, 3>(args);
}

Kernel SelectLatticeHere(const LatticeArgs& args, Frame::Kind kind) {
  if (args.kind == LatticeKind::kValue) return SelectByFrame<ValueGradient>(args, kind);
  return SelectByFrame<PerlinGradient>(args, kind);
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
