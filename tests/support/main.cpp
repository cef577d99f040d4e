// The test programs' main. Tests may use as many threads as they want, like the command. The exit
// status is 77 if all test cases that ran were skipped (test::Skip), which
// tests/discover_tests.cmake expects, and 1 if none ran.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <iostream>

#include "render/parallel.h"
#include "support/skip.h"

namespace {

// Counts the test cases that ran, and how many of them were skipped.
struct Counter : doctest::IReporter {
  explicit Counter(const doctest::ContextOptions&) {}
  void test_case_start(const doctest::TestCaseData&) override {
    ++run;
    calls_before = cobble::test::SkipCalls();
  }
  void test_case_end(const doctest::CurrentTestCaseStats&) override {
    if (cobble::test::SkipCalls() > calls_before) ++skipped;
  }
  void report_query(const doctest::QueryData&) override { is_query = true; }
  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats&) override {}
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}

  static inline int run = 0, skipped = 0, calls_before = 0;
  static inline bool is_query = false;
};
REGISTER_LISTENER("counter", 1, Counter);

}  // namespace

int main(int argc, char** argv) {
  const cobble::OwnThreads own_threads;
  const int status = doctest::Context(argc, argv).run();
  if (status != 0 || Counter::is_query) return status;
  if (Counter::run == 0) {
    std::cerr << "no test case has this name, or is in this file\n";
    return 1;
  }
  return Counter::skipped == Counter::run ? 77 : 0;
}
