// Implements errors.h.
#include "support/errors.h"

#include <doctest/doctest.h>

namespace cobble::test {
namespace {

std::optional<Error> ErrorIn(const std::function<void()>& call, std::optional<ErrorKind> kind) {
  try {
    call();
    return std::nullopt;
  } catch (const Error& error) {
    if (kind) CHECK(error.kind() == *kind);
    return error;
  }
}

}  // namespace

std::vector<Issue> IssuesIn(const std::function<void()>& call, std::optional<ErrorKind> kind) {
  const auto error = ErrorIn(call, kind);
  return error ? error->issues() : std::vector<Issue>();
}

std::string TextIn(const std::function<void()>& call, std::optional<ErrorKind> kind,
                   const std::string& none) {
  const auto error = ErrorIn(call, kind);
  return error ? error->what() : none;
}

bool Succeeds(const std::function<void()>& call) { return !ErrorIn(call, {}); }

}  // namespace cobble::test
