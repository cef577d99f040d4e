// The selectors of all families. Each picks the functions of a SIMD level, which are defined in
// kernels_*.cpp and compiled once per level. This file only declares them.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/selectors.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include "core/simd-inl.h"
#include "noise/cell/cell.h"
#include "noise/coordinate/coordinate.h"
#include "noise/hill/hill.h"
#include "noise/image/example.h"
#include "noise/image/image.h"
#include "noise/lattice/lattice.h"
#include "noise/scatter/stamps.h"
#include "noise/shapes/shapes.h"
#include "noise/simplex/simplex.h"
#include "noise/steps/arithmetic.h"
#include "noise/steps/color_step.h"
#include "noise/steps/pointwise.h"
#include "noise/steps/ramp_step.h"
#include "noise/voronoi/voronoi.h"
#include "noise/waves/erosion.h"
#include "noise/waves/phasor.h"
#include "noise/white/white.h"

namespace cobble::HWY_NAMESPACE {

Kernel SelectLatticeHere(const LatticeArgs& args, Frame::Kind kind);
Kernel SelectSimplexHere(const SimplexArgs& args, Frame::Kind kind);
Kernel SelectNearestHere(const VoronoiArgs& args, Frame::Kind kind);
Kernel SelectEdgeHere(const VoronoiArgs& args, Frame::Kind kind);
Kernel SelectSmoothHere(const VoronoiArgs& args, Frame::Kind kind);
Kernel SelectCellHere(const CellArgs& args, Frame::Kind kind);
Kernel SelectHillHere(const HillArgs& args, Frame::Kind kind);
Kernel SelectWhiteHere();
Kernel SelectCoordinateHere();
Kernel SelectGradientHere();
Kernel SelectShapeHere(ShapeArgs::Shape shape);
Kernel SelectImageHere(ImageArgs::Filter filter);
Kernel SelectExampleHere(ImageArgs::Filter filter);
StampFunctions StampsHere(StampArgs::Overlap overlap, bool shows_id);
ErosionFunctions SelectErosionHere(int slopes);
PhasorFunction SelectPhasorHere(int slopes);
PointwiseRun SelectPointwiseHere(PointwiseOp op);
ColorRun SelectRampHere(bool is_cubic);
ColorRun SelectColorHere(ColorArgs::Curve curve);
const Arithmetic& ArithmeticHere();

}  // namespace cobble::HWY_NAMESPACE

#if HWY_ONCE
namespace cobble {

Kernel SelectLattice(const LatticeArgs& args, Frame::Kind kind, int64_t simd_target) {
  return COBBLE_SELECT(SelectLatticeHere, simd_target)(args, kind);
}

Kernel SelectSimplex(const SimplexArgs& args, Frame::Kind kind, int64_t simd_target) {
  return COBBLE_SELECT(SelectSimplexHere, simd_target)(args, kind);
}

Kernel SelectVoronoi(const VoronoiArgs& args, Frame::Kind kind, int64_t simd_target) {
  if (args.smooth != Smooth::kNone) return COBBLE_SELECT(SelectSmoothHere, simd_target)(args, kind);
  if (args.function == VoronoiFunction::kEdge)
    return COBBLE_SELECT(SelectEdgeHere, simd_target)(args, kind);
  return COBBLE_SELECT(SelectNearestHere, simd_target)(args, kind);
}

Kernel SelectCell(const CellArgs& args, Frame::Kind kind, int64_t simd_target) {
  return COBBLE_SELECT(SelectCellHere, simd_target)(args, kind);
}

Kernel SelectHill(const HillArgs& args, Frame::Kind kind, int64_t simd_target) {
  return COBBLE_SELECT(SelectHillHere, simd_target)(args, kind);
}

Kernel SelectWhite(const WhiteArgs&, Frame::Kind, int64_t simd_target) {
  return COBBLE_SELECT(SelectWhiteHere, simd_target)();
}

Kernel SelectCoordinate(const CoordinateArgs&, Frame::Kind, int64_t simd_target) {
  return COBBLE_SELECT(SelectCoordinateHere, simd_target)();
}

Kernel SelectGradient(const GradientArgs&, Frame::Kind, int64_t simd_target) {
  return COBBLE_SELECT(SelectGradientHere, simd_target)();
}

Kernel SelectShape(const ShapeArgs& args, Frame::Kind, int64_t simd_target) {
  return COBBLE_SELECT(SelectShapeHere, simd_target)(args.shape);
}

Kernel SelectImage(const ImageArgs& args, int64_t simd_target) {
  return COBBLE_SELECT(SelectImageHere, simd_target)(args.filter);
}

Kernel SelectExample(const ExampleArgs& args, int64_t simd_target) {
  return COBBLE_SELECT(SelectExampleHere, simd_target)(args.filter);
}

StampFunctions SelectStamps(const StampArgs& args) {
  return COBBLE_SELECT(StampsHere, args.simd_target)(args.overlap, args.function == StampArgs::kId);
}

ErosionFunctions SelectErosion(const ErosionArgs& args) {
  return COBBLE_SELECT(SelectErosionHere, args.simd_target)(args.slopes);
}

PhasorFunction SelectPhasor(const PhasorArgs& args) {
  return COBBLE_SELECT(SelectPhasorHere, args.simd_target)(args.slopes);
}

PointwiseRun SelectPointwise(PointwiseOp op, int64_t simd_target) {
  return COBBLE_SELECT(SelectPointwiseHere, simd_target)(op);
}

ColorRun SelectRamp(const RampTable& table, int64_t simd_target) {
  return COBBLE_SELECT(SelectRampHere, simd_target)(table.is_cubic);
}

ColorRun SelectColor(ColorArgs::Curve curve, int64_t simd_target) {
  return COBBLE_SELECT(SelectColorHere, simd_target)(curve);
}

const Arithmetic& SelectArithmetic(int64_t simd_target) {
  return COBBLE_SELECT(ArithmeticHere, simd_target)();
}

}  // namespace cobble
#endif  // HWY_ONCE
