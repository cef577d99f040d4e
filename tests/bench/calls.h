// Benchmarks of C interface calls that compute almost nothing: what a call costs besides rendering.
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
