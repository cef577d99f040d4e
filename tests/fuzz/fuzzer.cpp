// Shared by all fuzzers.
#include "fuzz/fuzzer.h"

#include <stdexcept>

namespace cobble::test {

void Demand(bool holds, const std::string& what) {
  if (!holds) throw std::logic_error(what);
}

}  // namespace cobble::test
