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
constexpr const char* kMark = "MEASURED ";  // marks the reported line

std::string Replaced(std::string text, const std::string& old, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(old, at)) != std::string::npos; at += by.size())
    text.replace(at, old.size(), by);
  return text;
}

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
  const std::string given = Replaced(words, "/dev/null", test::kNullDevice);
  const test::Ended outcome =
      test::RunProcess({test::OwnProgram(), "--no-skip", "--test-case=" + test_case},
                       {.environment = {std::string(kWords) + '=' + given}, .max_seconds = 3600});
  const std::size_t mark = outcome.out.find(kMark);
  REQUIRE_MESSAGE(mark != std::string::npos, outcome.out << outcome.err);
  // On Windows, lines in standard text streams end in \r\n.
  Measured measured{.reported = {}, .err = Replaced(outcome.err, "\r\n", "\n")};
  std::istringstream reported(outcome.out.substr(mark + std::string_view(kMark).size()));
  reported >> measured.status >> measured.peak >> std::ws;
  std::getline(reported, measured.reported);
  REQUIRE(measured.peak > 0);
  return measured;
}

}  // namespace cobble
