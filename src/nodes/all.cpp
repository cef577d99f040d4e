// The table of node types: one row per type, in the order used by lists and messages.
#include <vector>

#include "nodes/further_rows.h"
#include "program/node_type.h"

// A row names the function in a type's file in nodes/. Ref is last: it is not a value of "type".
#define COBBLE_NODE_TYPES(ROW) \
  ROW(Constant)                \
  ROW(Add)                     \
  ROW(Subtract)                \
  ROW(Multiply)                \
  ROW(Min)                     \
  ROW(Max)                     \
  ROW(SmoothMin)               \
  ROW(SmoothMax)               \
  ROW(Mix)                     \
  ROW(Abs)                     \
  ROW(Invert)                  \
  ROW(Power)                   \
  ROW(Clamp)                   \
  ROW(Remap)                   \
  ROW(Smoothstep)              \
  ROW(Ridge)                   \
  ROW(Threshold)               \
  ROW(Terrace)                 \
  ROW(Curve)                   \
  ROW(Quantile)                \
  ROW(Divide)                  \
  ROW(Modulo)                  \
  ROW(Sine)                    \
  ROW(Triangle)                \
  ROW(Square)                  \
  ROW(Floor)                   \
  ROW(Sign)                    \
  ROW(Exp)                     \
  ROW(Log)                     \
  ROW(Color)                   \
  ROW(Ramp)                    \
  ROW(Palette)                 \
  ROW(Blend)                   \
  ROW(Adjust)                  \
  ROW(Channels)                \
  ROW(Channel)                 \
  ROW(Luminance)               \
  ROW(Warp)                    \
  ROW(Transform)               \
  ROW(Fractal)                 \
  ROW(Coordinate)              \
  ROW(Gradient)                \
  ROW(Image)                   \
  ROW(ByExample)               \
  ROW(White)                   \
  ROW(Checker)                 \
  ROW(Stripes)                 \
  ROW(Dots)                    \
  ROW(Bricks)                  \
  ROW(Rings)                   \
  ROW(Polygon)                 \
  ROW(Hexagons)                \
  ROW(Tiles)                   \
  ROW(Weave)                   \
  ROW(Scatter)                 \
  ROW(Erosion)                 \
  ROW(Drainage)                \
  ROW(Phasor)                  \
  ROW(Blur)                    \
  ROW(SlopeOf)                 \
  ROW(CurvatureOf)             \
  ROW(Value)                   \
  ROW(Perlin)                  \
  ROW(Simplex)                 \
  ROW(SimplexValue)            \
  ROW(Voronoi)                 \
  ROW(Cell)                    \
  ROW(Hill)                    \
  COBBLE_FURTHER_ROWS(ROW)     \
  ROW(Ref)

namespace cobble {
namespace nodes {

#define COBBLE_DECLARE(NAME) NodeType NAME();
COBBLE_NODE_TYPES(COBBLE_DECLARE)

}  // namespace nodes

std::span<const NodeType> NodeTypes() {
  static const std::vector<NodeType> types = [] {
    std::vector<NodeType> all;
#define COBBLE_APPEND(NAME) all.push_back(nodes::NAME());
    COBBLE_NODE_TYPES(COBBLE_APPEND)
    return all;
  }();
  return types;
}

}  // namespace cobble
