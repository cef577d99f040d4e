// Errors. Every failure is thrown as an Error, which has a kind and one or more issues.
#ifndef COBBLE_ERROR_H_
#define COBBLE_ERROR_H_

#include <cstddef>
#include <exception>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cobble/export.h"

namespace cobble {

// The numbers are the exit statuses of the command-line program.
enum class ErrorKind : int {
  kUsage = 2,   // invalid arguments, on the command line or in a call
  kRecipe = 3,  // an invalid recipe or invalid points
  kLimit = 4,   // a limit on size, cost, memory or threads was exceeded
  kIo = 5,      // reading or writing failed
  kBug = 70,    // a bug in cobble
};

// Text that names options, as separate parts, so that a program can show its own names for them:
// the command line shows flags.
class COBBLE_EXPORT Phrase {
 public:
  struct Part {
    // Plain text, an option of a call ("max_cost"), or the path of a recipe's key
    // ("noise.octaves").
    std::string text;
    std::string value{};  // suggested for the option; empty: none
    bool is_option = false;
    bool is_suggestion = false;  // `text` is what to write instead

    bool operator==(const Part&) const = default;
  };

  Phrase() = default;
  // Plain text.
  Phrase(std::string text);                                     // NOLINT: implicit on purpose
  Phrase(std::string_view text) : Phrase(std::string(text)) {}  // NOLINT
  Phrase(const char* text) : Phrase(std::string(text)) {}       // NOLINT
  explicit Phrase(Part part) : parts_{std::move(part)} {}
  static Phrase Option(std::string_view name, std::string_view value = {});
  static Phrase Suggestion(std::string_view text);

  const std::vector<Part>& parts() const { return parts_; }
  bool empty() const { return parts_.empty(); }
  // Returns the text, with options in backquotes and suggestions in quotes: "use a smaller
  // `window`, or `bits=32`".
  std::string Text() const;
  // Returns the first suggestion; empty if there is none.
  std::string suggestion() const;

  Phrase& operator+=(const Phrase& other);
  friend Phrase operator+(Phrase a, const Phrase& b) { return std::move(a += b); }
  bool operator==(const Phrase&) const = default;

 private:
  std::vector<Part> parts_;  // no two neighbours are plain text
};
COBBLE_EXPORT std::ostream& operator<<(std::ostream& out, const Phrase& phrase);  // Text()

// One problem: where it is, what is wrong and, if known, how to fix it.
struct COBBLE_EXPORT Issue {
  // "marble.json:7:14: /noise/octaves", a file, an option ("simd", "bits=12"), or empty.
  std::string where;
  Phrase message;  // "must be a whole number from 1 to 32, got 40"
  Phrase hint{};   // "did you mean \"octaves\"?", or empty

  // For programs, what is wrong:
  std::string option{};  // if an option of the call, its name
  std::string value{};   // if one value of that option, the value: "12"
  // If a file that cannot be read, its path; if a missing folder, its path with a slash at the end.
  std::string file{};
  std::string pointer{};           // if a key of a recipe, its JSON pointer: "/noise/octaves"
  std::string origin{};            // of that key: Origin::text (recipe.h); empty: unknown
  std::string formula{};           // if that key is in a formula, the formula
  std::size_t formula_offset = 0;  // and the position in it, in bytes
  int line = 0, column = 0;        // in the recipe's text, from 1; columns count bytes; 0: unknown
  bool wants_list = false;         // that key lacks a list of the required length
  bool is_varied = false;          // that key has one of several values (Series::vary in series.h)
  // The other values of the series, if the issue concerns only them: "seed=3 noise.octaves=1".
  std::string variation{};

  // Returns "variation: where: message; hint", without empty parts.
  std::string Text() const;

  bool operator==(const Issue&) const = default;
};

class COBBLE_EXPORT Error : public std::exception {
 public:
  Error(ErrorKind kind, std::vector<Issue> issues);
  Error(ErrorKind kind, std::string where, Phrase message, Phrase hint = {});
  // An Error about an option of the call, or about one of its values.
  static Error At(ErrorKind kind, std::string_view option, Phrase message, Phrase hint = {});
  static Error AtValue(ErrorKind kind, std::string_view option, std::string_view value,
                       Phrase message, Phrase hint = {});

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
