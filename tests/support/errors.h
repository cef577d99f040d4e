// Catches what calls throw.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cobble/error.h"

namespace cobble::test {

// Returns the issues of the Error that a call throws, or none. Checks its kind, if one is given.
std::vector<Issue> IssuesIn(const std::function<void()>& call, std::optional<ErrorKind> kind = {});
// The same for the error's text, or `none` if the call returns.
std::string TextIn(const std::function<void()>& call, std::optional<ErrorKind> kind = {},
                   const std::string& none = "nothing is wrong");
bool Succeeds(const std::function<void()>& call);

}  // namespace cobble::test
