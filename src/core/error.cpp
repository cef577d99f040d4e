// Error and Issue; also the overflow error of Size.
#include "cobble/error.h"

#include <utility>

#include "core/size.h"

namespace cobble {

std::string Issue::Text() const {
  std::string text = where;
  if (!where.empty()) text += ": ";
  text += message;
  if (!hint.empty()) text += "; " + hint;
  return text;
}

Error::Error(ErrorKind kind, std::vector<Issue> issues) : kind_(kind), issues_(std::move(issues)) {
  for (const Issue& issue : issues_) {
    if (!what_.empty()) what_ += '\n';
    what_ += issue.Text();
  }
}

Error::Error(ErrorKind kind, std::string where, std::string message, std::string hint)
    : Error(kind, {Issue{std::move(where), std::move(message), std::move(hint)}}) {}

void Size::Fail() { throw Error(ErrorKind::kLimit, "", "a size is too large for this machine"); }

}  // namespace cobble
