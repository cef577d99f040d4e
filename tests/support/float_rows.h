// Several maps of a program in one run, as float32.
#ifndef COBBLE_TESTS_SUPPORT_FLOAT_ROWS_H_
#define COBBLE_TESTS_SUPPORT_FLOAT_ROWS_H_

#include <vector>

#include "cobble/program.h"
#include "cobble/render.h"

namespace cobble::test {

// The components of all `maps`, one map's after another's, interleaved.
Image RenderMaps(const Program& program, const std::vector<Map>& maps,
                 const RenderOptions& options = {});

}  // namespace cobble::test

#endif  // COBBLE_TESTS_SUPPORT_FLOAT_ROWS_H_
