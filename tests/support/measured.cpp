// The measured process runs one test case of this program, which is otherwise skipped.
#include "support/measured.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <iostream>
#include <sstream>

#include "support/harness.h"
#include "support/process.h"

namespace cobble {
namespace {

constexpr const char* kWords =
    "COBBLE_MEASURED";                      // the environment variable that passes the arguments
constexpr const char* kMark = "MEASURED ";  // marks the line that is reported

constexpr const char* kRun = "measured run of cobble";

TEST_CASE("measured run of cobble" * doctest::skip()) {
  const Outcome outcome = RunLine(MeasuredWords());
  ReportMeasured(outcome.status, "");
  std::cerr << outcome.err;
}

}  // namespace

std::string MeasuredWords() {
  const char* const words = std::getenv(kWords);
  REQUIRE(words != nullptr);
  return words;
}

void ReportMeasured(int status, const std::string& line) {
  std::cout << kMark << status << ' ' << test::PeakMemory() << ' ' << line << std::endl;
}

Measured RunMeasured(const std::string& words) { return RunMeasured(words, kRun); }

Measured RunMeasured(const std::string& words, const std::string& test_case) {
  const test::Ended outcome =
      test::RunProcess({test::OwnProgram(), "--no-skip", "--test-case=" + test_case},
                       {.environment = {std::string(kWords) + '=' + words}, .max_seconds = 3600});
  const std::size_t mark = outcome.out.find(kMark);
  REQUIRE_MESSAGE(mark != std::string::npos, outcome.out << outcome.err);
  Measured measured{.reported = {}, .err = outcome.err};
  std::istringstream reported(outcome.out.substr(mark + std::string_view(kMark).size()));
  reported >> measured.status >> measured.peak >> std::ws;
  std::getline(reported, measured.reported);
  REQUIRE(measured.peak > 0);
  return measured;
}

}  // namespace cobble
