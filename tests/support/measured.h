// Runs processes and measures their peak memory.
#pragma once

#include <cstdint>
#include <string>

#include "support/sanitizers.h"

namespace cobble {

// Whether the resident memory reflects the program's allocations; sanitizers keep far more.
inline constexpr bool kIsMeasurable = !test::kUnderSanitizer;
inline constexpr const char* kWhyNotMeasurable = "a sanitizer takes memory of its own";

// The memory of a program that does nothing. Windows needs more, under Wine, than Linux.
#if defined(_WIN32)
inline constexpr uint64_t kIdleMemory = uint64_t{40} << 20;
#else
inline constexpr uint64_t kIdleMemory = uint64_t{8} << 20;
#endif

struct Measured {
  int status = -1;
  uint64_t peak = 0;  // maximum resident memory, in bytes
  std::string reported, err;
};

// Runs a test case that is otherwise skipped, in a separate process, so that only its memory
// counts. `words`: its arguments, with /dev/null for the system's null device.
Measured RunMeasured(const std::string& words, const std::string& test_case);

// The same for a test case that runs cobble with these words, separated by spaces.
Measured RunMeasured(const std::string& words);

// Called by such a test case to get its arguments, and to report a status and a line.
std::string MeasuredWords();
void ReportMeasured(int status, const std::string& line);

}  // namespace cobble
