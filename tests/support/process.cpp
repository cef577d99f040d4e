// The parts of processes that all systems share.
#include "support/process.h"

#include "support/harness.h"
#include "test_paths.h"

namespace cobble::test {

Ended RunProcess(const Words& words, const ProcessSetup& setup) {
  return Process(words, setup).Wait();
}

Words Cobble(const std::string& line) { return Words{COBBLE_BINARY} + SplitWords(line); }

Words operator+(Words a, const Words& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace cobble::test
