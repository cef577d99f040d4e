// Tests the texts of errors: on Linux, those of the C library.
#include "platform/error_text.h"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <system_error>

#include "support/skip.h"

namespace cobble {
namespace {

TEST_CASE("errors have the same text on every system") {
  CHECK(ErrorText(ENOENT) == "No such file or directory");
}

TEST_CASE("the texts of errors are those of Linux") {
  if (!test::Has(test::kShell))
    return test::Skip("the C library has other texts than that of Linux");
  for (int error = 1; error < 140; ++error)
    CHECK(ErrorText(error) == std::generic_category().message(error));
}

TEST_CASE("errors that errno does not have are explained") {
  std::set<std::string> texts;
  for (const int error : {kReservedName, kBadNameEnd, kBadNameCharacter, kOpenElsewhere, kReadOnly})
    texts.insert(ErrorText(error));
  CHECK(texts.size() == 5);
  CHECK(ErrorText(kWindowsErrors + 1392) == "Input/output error (Windows error 1392)");
  for (const std::string& text : texts) CHECK(text.find("nknown error") == std::string::npos);
}

}  // namespace
}  // namespace cobble
