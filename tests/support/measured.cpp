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

constexpr const char* kRun = "support: a run that is measured";

TEST_CASE("support: a run that is measured" * doctest::skip()) {
  const Outcome outcome = RunCobble(SplitWords(MeasuredWords()));
  TellMeasured(outcome.status, "");
  std::cerr << outcome.err;
}

}  // namespace

std::string MeasuredWords() {
  const char* const words = std::getenv(kWords);
  REQUIRE(words != nullptr);
  return words;
}

void TellMeasured(int status, const std::string& line) {
  std::cout << kMark << status << ' ' << PeakOfThisProcess() << ' ' << line << std::endl;
}

Measured RunMeasured(const std::string& words) { return RunMeasured(words, kRun); }

Measured RunMeasured(const std::string& words, const std::string& test_case) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe");
  const Outcome outcome = RunShell(std::string(kWords) + "='" + words + "' '" + self +
                                   "' --no-skip --test-case='" + test_case + "'");
  const std::size_t mark = outcome.out.find(kMark);
  REQUIRE_MESSAGE(mark != std::string::npos, outcome.out << outcome.err);
  Measured measured{.told = {}, .err = outcome.err};
  std::istringstream told(outcome.out.substr(mark + std::string_view(kMark).size()));
  told >> measured.status >> measured.peak >> std::ws;
  std::getline(told, measured.told);
  REQUIRE(measured.peak > 0);
  return measured;
}

}  // namespace cobble
