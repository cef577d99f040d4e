// The process that is measured is one test case of this program, which runs only when asked for.
#include "support/measured.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "support/harness.h"

namespace cobble {
namespace {

constexpr const char* kWords = "COBBLE_MEASURED";  // the variable that hands the words over
constexpr const char* kMark = "MEASURED ";         // before what is handed back

// What getrusage counts begins with the peak of the process that started this one; this does not.
uint64_t PeakOfThisProcess() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    uint64_t kibibytes = 0;
    if (line.starts_with("VmHWM:") && std::istringstream(line.substr(6)) >> kibibytes)
      return kibibytes * 1024;
  }
  return 0;
}

TEST_CASE("support: a run that is measured" * doctest::skip()) {
  const char* const words = std::getenv(kWords);
  REQUIRE(words != nullptr);
  const Outcome outcome = RunCobble(SplitWords(words));
  std::cout << kMark << outcome.status << ' ' << PeakOfThisProcess() << std::endl;
  std::cerr << outcome.err;
}

}  // namespace

Measured RunMeasured(const std::string& words) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe");
  const Outcome outcome = RunShell(std::string(kWords) + "='" + words + "' '" + self +
                                   "' --no-skip --test-case='support: a run that is measured'");
  const std::size_t mark = outcome.out.find(kMark);
  REQUIRE_MESSAGE(mark != std::string::npos, outcome.out << outcome.err);
  Measured measured{.err = outcome.err};
  std::istringstream told(outcome.out.substr(mark + std::string_view(kMark).size()));
  told >> measured.status >> measured.peak;
  REQUIRE(measured.peak > 0);
  return measured;
}

}  // namespace cobble
