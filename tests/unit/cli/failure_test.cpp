// Tests that a failed allocation ends a command only if nothing recovers from it.
#include "cli/failure.h"

#include <doctest/doctest.h>

#include <limits>
#include <new>
#include <sstream>

#include "cli/run.h"
#include "support/sanitizers.h"
#include "support/skip.h"

namespace cobble {
namespace {

// Before each write, tries to allocate more than there is, and does without.
class Recovering : public std::stringbuf {
 protected:
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    const volatile std::size_t too_much = std::numeric_limits<std::size_t>::max() / 2;
    if (::operator new(too_much, std::nothrow) == nullptr) ++recovered;
    return std::stringbuf::xsputn(text, size);
  }

 public:
  int recovered = 0;
};

TEST_CASE("a failed allocation that was recovered does not fail the command") {
  if (test::kUnderSanitizer) return test::Skip("sanitizers end the program");
  const auto before = std::get_terminate();
  const auto new_handler = std::get_new_handler();
  InstallTerminateHandler();
  Recovering buffer;
  std::istringstream in;
  std::ostream out(&buffer);
  std::ostringstream err;
  CHECK(Run({"list", "maps"}, in, out, err) == 0);
  CHECK(err.str() == "");
  CHECK(buffer.recovered > 0);
  std::set_terminate(before);
  std::set_new_handler(new_handler);
}

}  // namespace
}  // namespace cobble
