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

// The families of kernels for frames of any kind. Each has a function SelectNAMEHere per level.
#define COBBLE_FAMILIES(ROW) \
  ROW(Lattice)               \
  ROW(Simplex)               \
  ROW(Voronoi)               \
  ROW(Cell)                  \
  ROW(Hill)                  \
  ROW(White)                 \
  ROW(Coordinate)            \
  ROW(Gradient)              \
  ROW(Shape)

namespace cobble::HWY_NAMESPACE {

#define COBBLE_DECLARE(NAME) Kernel Select##NAME##Here(const NAME##Args& args, Frame::Kind kind);
COBBLE_FAMILIES(COBBLE_DECLARE)
#undef COBBLE_DECLARE

Kernel SelectImageHere(ImageArgs::Filter filter, bool is_sphere);
Kernel SelectExampleHere(ImageArgs::Filter filter);
StampFunctions StampsHere();
ErosionFunctions SelectErosionHere(int slopes);
PhasorFunction SelectPhasorHere(int slopes);
PointwiseRun SelectPointwiseHere(PointwiseOp op);
ColorRun SelectRampHere(bool is_cubic);
ColorRun SelectColorHere(ColorArgs::Curve curve);
const Arithmetic& ArithmeticHere();

}  // namespace cobble::HWY_NAMESPACE

#if HWY_ONCE
namespace cobble {

#define COBBLE_DEFINE(NAME)                                                            \
  Kernel Select##NAME(const NAME##Args& args, Frame::Kind kind, int64_t simd_target) { \
    return COBBLE_SELECT(Select##NAME##Here, simd_target)(args, kind);                 \
  }
COBBLE_FAMILIES(COBBLE_DEFINE)

Kernel SelectImage(const ImageArgs& args, int64_t simd_target) {
  return COBBLE_SELECT(SelectImageHere, simd_target)(args.filter, args.edges == ImageArgs::kSphere);
}

Kernel SelectExample(const ExampleArgs& args, int64_t simd_target) {
  return COBBLE_SELECT(SelectExampleHere, simd_target)(args.filter);
}

StampFunctions SelectStamps(const StampArgs& args) {
  return COBBLE_SELECT(StampsHere, args.simd_target)();
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
