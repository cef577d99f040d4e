// Skip prints a line, which scripts/test counts, and counts its calls.
#include "support/skip.h"

#include <iostream>

namespace cobble::test {

namespace {
int calls = 0;
}

void Skip(std::string_view why) {
  ++calls;
  std::cout << "SKIPPED: " << why << std::endl;
}

int SkipCalls() { return calls; }

}  // namespace cobble::test
