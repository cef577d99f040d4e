// The error checks for the C interface.
#include "fuzz/c_calls.h"

#include <cstring>

#include "core/utf8.h"

namespace cobble::test {
namespace {

bool IsExpected(cobble_status status) {
  return status == COBBLE_OK || status == COBBLE_USAGE || status == COBBLE_RECIPE ||
         status == COBBLE_LIMIT || status == COBBLE_STOPPED;
}

void CheckIssue(const cobble_issue& issue) {
  for (const char* const text :
       {issue.where, issue.message, issue.hint, issue.option, issue.pointer, issue.formula}) {
    Demand(text != nullptr, "an issue has a null text");
    Demand(IsUtf8(text), std::string("an issue is not valid UTF-8: ") + text);
  }
  Demand(*issue.message != '\0', "an issue has no message");
  Demand(issue.line >= 0 && (issue.line > 0) == (issue.column > 0), "an issue has half a place");
  Demand(issue.offset <= std::strlen(issue.formula), "an issue is behind its formula");
}

}  // namespace

void CheckStatus(cobble_status status, const cobble_error* error) {
  Demand(IsExpected(status),
         "unexpected status " + std::to_string(status) + ": " + cobble_error_text(error));
}

void CheckError(cobble_status status, const cobble_error* error) {
  Demand((status == COBBLE_OK) == (error == nullptr), "a status without its error");
  Demand(cobble_error_status(error) == status, "the status of an error is not that of its call");
  const std::size_t count = cobble_error_count(error);
  Demand((count == 0) == (error == nullptr), "an error without issues");
  const std::string text = cobble_error_text(error);
  Demand(IsUtf8(text), "an error is not valid UTF-8: " + text);
  cobble_issue issue = COBBLE_ISSUE_INIT;
  for (std::size_t k = 0; k < count; ++k) {
    Demand(cobble_error_issue(error, k, &issue) == 1, "an issue is missing");
    CheckIssue(issue);
  }
  Demand(cobble_error_issue(error, count, &issue) == 0, "more issues than counted");
}

}  // namespace cobble::test
