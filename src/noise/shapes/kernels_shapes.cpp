// The kernels of shapes, compiled once per SIMD level.
#include "noise/shapes/grids-inl.h"
#include "noise/shapes/polygons-inl.h"
#include "noise/shapes/shapes.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

Kernel SelectShapeHere(ShapeArgs::Shape shape) {
  switch (shape) {
    case ShapeArgs::kChecker:
      return TypedKernel<ShapeSamples<Checker>>::kKernel;
    case ShapeArgs::kStripes:
      return TypedKernel<ShapeSamples<Stripes>>::kKernel;
    case ShapeArgs::kDots:
      return TypedKernel<ShapeSamples<Dots>>::kKernel;
    case ShapeArgs::kBricks:
      return TypedKernel<ShapeSamples<Bricks>>::kKernel;
    case ShapeArgs::kRings:
      return TypedKernel<ShapeSamples<Rings>>::kKernel;
    case ShapeArgs::kPolygon:
      return TypedKernel<ShapeSamples<Polygon>>::kKernel;
    case ShapeArgs::kHexagons:
      return TypedKernel<ShapeSamples<Hexagons>>::kKernel;
    case ShapeArgs::kHerringbone:
      return TypedKernel<ShapeSamples<Tiles<false>>>::kKernel;
    case ShapeArgs::kBasket:
      return TypedKernel<ShapeSamples<Tiles<true>>>::kKernel;
    case ShapeArgs::kWeave:
      return TypedKernel<ShapeSamples<Weave>>::kKernel;
  }
  return {};
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
