// The one type of error. Every failure of cobble is an Error: a kind, whose number is the exit
// status of the program, and one issue a fault. Thrown only in cold code.
#ifndef COBBLE_ERROR_H_
#define COBBLE_ERROR_H_

#include <exception>
#include <string>
#include <vector>

#include "cobble/export.h"

namespace cobble {

enum class ErrorKind : int {
  kUsage = 2,   // a fault in the command line, or in what a call is given
  kRecipe = 3,  // a recipe or points refused
  kLimit = 4,   // a limit of size, memory or threads
  kIo = 5,      // reading or writing failed
  kBug = 70,    // a fault of cobble itself
};

// One fault: where it is, what is wrong there, and what would be right, if that is known.
struct COBBLE_EXPORT Issue {
  std::string where;    // "marble.json:7:14: /noise/octaves", an option ("simd"); may be empty
  std::string message;  // "must be a whole number from 1 to 32, got 40"
  std::string hint;     // "did you mean \"octaves\"?"; may be empty

  // "where: message; hint", without the parts that are empty.
  std::string Text() const;
};

class COBBLE_EXPORT Error : public std::exception {
 public:
  Error(ErrorKind kind, std::vector<Issue> issues);
  Error(ErrorKind kind, std::string where, std::string message, std::string hint = {});

  ErrorKind kind() const { return kind_; }
  const std::vector<Issue>& issues() const { return issues_; }

  // All issues, a line each.
  const char* what() const noexcept override { return what_.c_str(); }

 private:
  ErrorKind kind_;
  std::vector<Issue> issues_;
  std::string what_;
};

}  // namespace cobble

#endif  // COBBLE_ERROR_H_
