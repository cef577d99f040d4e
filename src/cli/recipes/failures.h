// Collects the errors of several files, to report them together.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "cobble/error.h"

namespace cobble {

class Failures {
 public:
  // Adds new issues. The kind is the first error's.
  void Add(const Error& error) {
    if (issues_.empty()) kind_ = error.kind();
    for (const Issue& issue : error.issues())
      if (std::ranges::count(issues_, issue) == 0) issues_.push_back(issue);
  }
  template <typename Try>
  void Collect(const Try& attempt) {
    try {
      attempt();
    } catch (const Error& error) {
      Add(error);
    }
  }

  // Returns all errors as one, or nullopt.
  std::optional<Error> error() const {
    return issues_.empty() ? std::nullopt : std::optional(Error(kind_, issues_));
  }
  void Throw() const {
    if (!issues_.empty()) throw Error(kind_, issues_);
  }

 private:
  ErrorKind kind_ = ErrorKind::kUsage;
  std::vector<Issue> issues_;
};

// Throws Error kUsage if standard input is among the paths twice.
inline void CheckIsReadOnce(const std::vector<std::string>& paths) {
  if (std::ranges::count(paths, "-") > 1)
    throw Error(ErrorKind::kUsage, "-", "standard input can be read only once");
}

// Calls `read` for each path, after CheckIsReadOnce. Returns all errors as one, or nullopt.
template <typename Read>
std::optional<Error> ReadEach(const std::vector<std::string>& paths, const Read& read) {
  CheckIsReadOnce(paths);
  Failures failures;
  for (const std::string& path : paths) failures.Collect([&] { read(path); });
  return failures.error();
}

}  // namespace cobble
