// The node image, evaluated slowly and simply in double; shares no code with src.
#ifndef COBBLE_TESTS_SUPPORT_ORACLE_IMAGE_H_
#define COBBLE_TESTS_SUPPORT_ORACLE_IMAGE_H_

#include <functional>

#include "cobble/recipe.h"
#include "support/oracle/pattern.h"

namespace cobble::test {

// In: reduced, moves a position into the picture by whole periods.
OraclePattern MakeImage(const Recipe& recipe, const Node& node,
                        const std::function<Vec3(const Vec3&)>& reduced);

// Returns the node of one channel of a colour: "red", "green" or "blue".
Node ImageChannelNode(const Recipe& recipe, const Node& node, const char* channel);

}  // namespace cobble::test

#endif  // COBBLE_TESTS_SUPPORT_ORACLE_IMAGE_H_
