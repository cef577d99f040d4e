// Commands of tests of cobble render --for.
#ifndef COBBLE_TESTS_CLI_RENDER_ENGINE_COMMANDS_H_
#define COBBLE_TESTS_CLI_RENDER_ENGINE_COMMANDS_H_

#include <doctest/doctest.h>

#include <string>

#include "support/harness.h"
#include "support/readers/png.h"

namespace cobble {

inline void Render(const std::string& line, const std::string& err = {}) {
  const Outcome outcome = RunCobble(SplitWords("render " + line));
  REQUIRE_MESSAGE(outcome.status == 0, line << ": " << outcome.err);
  CHECK(outcome.err == err);
}

// Returns the message of a command line that must be refused.
inline std::string Refusal(const std::string& line, int status = 2) {
  const Outcome outcome = RunCobble(SplitWords("render " + line));
  CHECK_MESSAGE(outcome.status == status, line << ": " << outcome.err);
  CHECK(outcome.out.empty());
  return outcome.err;
}

inline bool SamePixels(const std::string& a, const std::string& b) {
  const PngPicture one = ReadPng(a), two = ReadPng(b);
  return one.ok && two.ok && one.width == two.width && one.bits == two.bits &&
         one.channels == two.channels && one.bytes == two.bytes;
}

}  // namespace cobble

#endif  // COBBLE_TESTS_CLI_RENDER_ENGINE_COMMANDS_H_
