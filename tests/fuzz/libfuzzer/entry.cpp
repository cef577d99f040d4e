// libFuzzer's entry point, which runs the fuzzer named COBBLE_FUZZER.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "fuzz/fuzzer.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  using namespace cobble::test;
  static const Fuzzer& fuzzer = *std::ranges::find(kFuzzers, COBBLE_FUZZER, &Fuzzer::name);
  fuzzer.run({reinterpret_cast<const char*>(data), size});
  return 0;
}
