// Benchmarks of calls of the C interface that compute next to nothing: what a call costs beyond the
// rendering.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace cobble::bench {

struct CallRow {
  std::string name;                 // "call/render-pixel"
  std::function<void()> (*make)();  // returns the call; it throws std::runtime_error if it fails
};

std::vector<CallRow> CallRows();

}  // namespace cobble::bench
