// Collects the errors of a recipe's nodes, to be thrown together.
#pragma once

#include <algorithm>
#include <vector>

#include "cobble/error.h"
#include "recipe/reading/faults.h"

namespace cobble {

class IssueList {
 public:
  struct Full {};  // thrown instead of adding more than kMaxReported

  // Adds the issues of an error, except those already in the list.
  void Add(const Error& error) {
    if (issues_.empty()) kind_ = error.kind();
    for (const Issue& issue : error.issues()) {
      if (std::ranges::count(issues_, issue) > 0) continue;
      if (issues_.size() == kMaxReported) throw Full();
      issues_.push_back(issue);
    }
  }

  void EndEarly() { issues_.push_back({"", "there may be more errors", ""}); }

  // Throws all issues, if any, as one Error of the first one's kind.
  void Throw() const {
    if (!issues_.empty()) throw Error(kind_, issues_);
  }

 private:
  ErrorKind kind_ = ErrorKind::kBug;  // of the first error
  std::vector<Issue> issues_;
};

}  // namespace cobble
