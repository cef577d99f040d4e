// THE table of types of nodes: one row a type, in the order in which lists and messages name them.
#include <array>

#include "program/node_type.h"

// A row is the name of the function that a type's file in nodes/ defines. Ref is the last: it is
// not written as a type.
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
  ROW(Warp)                    \
  ROW(Transform)               \
  ROW(Fractal)                 \
  ROW(Value)                   \
  ROW(Perlin)                  \
  ROW(Simplex)                 \
  ROW(SimplexValue)            \
  ROW(Voronoi)                 \
  ROW(Cell)                    \
  ROW(Hill)                    \
  ROW(Ref)

namespace cobble {
namespace nodes {

#define COBBLE_DECLARE(NAME) const NodeType& NAME();
COBBLE_NODE_TYPES(COBBLE_DECLARE)

}  // namespace nodes

std::span<const NodeType* const> NodeTypes() {
#define COBBLE_ADDRESS(NAME) &nodes::NAME(),
  static const std::array types{COBBLE_NODE_TYPES(COBBLE_ADDRESS)};
  return types;
}

}  // namespace cobble
