// What calls that fail throw.
#ifndef COBBLE_TESTS_SUPPORT_ERRORS_H_
#define COBBLE_TESTS_SUPPORT_ERRORS_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cobble/error.h"

namespace cobble::test {

// Return the issues of the Error that a call throws, none if it throws nothing; its text, or
// `none`; and whether it throws none. They check the kind of the error if one is given.
std::vector<Issue> IssuesIn(const std::function<void()>& call, std::optional<ErrorKind> kind = {});
std::string TextIn(const std::function<void()>& call, std::optional<ErrorKind> kind = {},
                   const std::string& none = "nothing is wrong");
bool Succeeds(const std::function<void()>& call);

}  // namespace cobble::test

#endif  // COBBLE_TESTS_SUPPORT_ERRORS_H_
