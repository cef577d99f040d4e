// Errors. Every failure that cobble reports is thrown as an Error, which has a kind and one or more
// issues.
#ifndef COBBLE_ERROR_H_
#define COBBLE_ERROR_H_

#include <exception>
#include <string>
#include <vector>

#include "cobble/export.h"

namespace cobble {

// The numbers are the exit statuses of the command-line program.
enum class ErrorKind : int {
  kUsage = 2,   // invalid arguments: on the command line or of a call
  kRecipe = 3,  // an invalid recipe or invalid points
  kLimit = 4,   // a limit on size, cost, memory or threads was exceeded
  kIo = 5,      // reading or writing failed
  kBug = 70,    // a bug in cobble
};

// One problem: where it is, what is wrong and, if known, how to fix it.
struct COBBLE_EXPORT Issue {
  std::string where;    // "marble.json:7:14: /noise/octaves", an option ("simd"), or empty
  std::string message;  // "must be a whole number from 1 to 32, got 40"
  std::string hint;     // "did you mean \"octaves\"?", or empty

  // Returns "where: message; hint", without empty parts.
  std::string Text() const;
};

class COBBLE_EXPORT Error : public std::exception {
 public:
  Error(ErrorKind kind, std::vector<Issue> issues);
  Error(ErrorKind kind, std::string where, std::string message, std::string hint = {});

  ErrorKind kind() const { return kind_; }
  const std::vector<Issue>& issues() const { return issues_; }

  // Returns the texts of all issues, one per line.
  const char* what() const noexcept override { return what_.c_str(); }

 private:
  ErrorKind kind_;
  std::vector<Issue> issues_;
  std::string what_;
};

}  // namespace cobble

#endif  // COBBLE_ERROR_H_
