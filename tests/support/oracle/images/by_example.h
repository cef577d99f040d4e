// The node by-example, evaluated slowly and simply in double; shares no code with src.
#ifndef COBBLE_TESTS_SUPPORT_ORACLE_IMAGES_BY_EXAMPLE_H_
#define COBBLE_TESTS_SUPPORT_ORACLE_IMAGES_BY_EXAMPLE_H_

#include <array>
#include <cstdint>

#include "cobble/recipe.h"
#include "support/oracle/pattern.h"

namespace cobble::test {

// In: the accumulator of the node's hash, and the periods of a tiled picture's positions along x
// and y (0: not tiled).
OraclePattern MakeByExample(const Recipe& recipe, const Node& node, uint32_t accumulator,
                            const std::array<double, 2>& periods);

}  // namespace cobble::test

#endif  // COBBLE_TESTS_SUPPORT_ORACLE_IMAGES_BY_EXAMPLE_H_
