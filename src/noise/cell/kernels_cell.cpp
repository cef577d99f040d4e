// The kernels of cell noise, compiled once per SIMD level.
#include "noise/cell/cell.h"
#include "noise/cell/grid-inl.h"
#include "noise/cell/points-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Two slopes even in 1D: the slot of the missing axis is null and is skipped.
Kernel SelectGrid(const CellArgs& args) {
  if (args.is_of_nearest()) return TypedKernel<CellGrid<0, true>>::kKernel;
  return SelectBySlopes<CellGrid<2, false>, CellGrid<0, false>>(args.slopes);
}

template <int kDims>
Kernel SelectPoints(const CellArgs& args) {
  if (args.is_of_nearest()) return TypedKernel<AtGroups<CellGroups<kDims, 0, true>>>::kKernel;
  return SelectBySlopes<AtGroups<CellGroups<kDims, kDims, false>>,
                        AtGroups<CellGroups<kDims, 0, false>>>(args.slopes);
}

Kernel SelectCellHere(const CellArgs& args, Frame::Kind kind) {
  if (kind == Frame::kGrid) return SelectGrid(args);
  if (args.dimensions == 1) return SelectPoints<1>(args);
  if (args.dimensions == 2) return SelectPoints<2>(args);
  return SelectPoints<3>(args);
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
