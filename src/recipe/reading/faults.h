// Locations in the text of a recipe, and the errors found there. Errors are collected and reported
// together.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe.h"

namespace cobble {

// Maximum number of errors reported for a recipe.
inline constexpr std::size_t kMaxReported = 20;

// A text that contains a recipe or a part of one.
struct Source {
  std::string name;       // as printed: "marble.json", "-", "--octaves", "--set noise.octaves"
  bool is_flag = false;   // from the command line: a flag or a --set
  int layer = 0;          // errors in lower layers are reported first
  std::string pointer{};  // if from a --set, or in a formula: JSON pointer of the key that it sets
  bool is_preset = false;
};

// A location in a source. Lines and columns start at 1, and columns count bytes. Both are 0 for the
// command line.
struct Place {
  std::shared_ptr<const Source> source;  // null: unknown
  int line = 0, column = 0;
  // If in a formula: its text, and the offset of the place in it, in bytes.
  std::shared_ptr<const std::string> formula = {};
  std::size_t offset = 0;

  bool is_flag() const { return source && source->is_flag; }
};

Origin ToOrigin(const Place& place);

// Appends one step to a JSON pointer, with ~ and / escaped by RFC 6901.
std::string ChildPointer(std::string_view pointer, std::string_view key);
std::string ChildPointer(std::string_view pointer, std::size_t index);

// Returns an Issue located at "<origin>: <pointer>"; only at the origin if it is a flag that set
// exactly `pointer` (at_pointer: the origin is that of `pointer` itself, not of an ancestor), and
// only at the pointer if the origin is unknown. In a formula of a flag, the column says where, and
// the message names the key.
Issue IssueAt(const Origin& origin, bool at_pointer, std::string_view pointer, Phrase message,
              Phrase hint);

// What to do about trees that are too deep: chains of operators are as deep as they are long.
inline constexpr std::string_view kDepthHint =
    "combine nodes in pairs: (a + b) + (c + d) is less deep than a + b + c + d";

struct Fault {
  Place place;
  bool at_pointer = true;  // false: the key is missing, and `place` is its parent's
  std::string pointer{};   // to the invalid key; empty: the whole text
  std::string message{};
  Phrase hint = {};
  bool wants_list = false;  // Issue::wants_list
};

// Collects the errors of a recipe. The first kMaxReported errors in order of layer, line and column
// are reported; the rest are only counted.
class Faults {
 public:
  void Add(Fault fault);
  // Returns whether an error at `place` would be reported; if not, counts it. Call this before
  // composing the message of an error that a text can contain thousands of times.
  bool Accepts(const Place& place);
  bool empty() const { return faults_.empty(); }
  std::vector<Issue> Issues() const;

  // Throws all errors as one Error: kRecipe if the first is in a recipe's text, else kUsage.
  [[noreturn]] void Throw() const;
  [[noreturn]] void Throw(ErrorKind kind) const { throw Error(kind, Issues()); }

 private:
  bool IsReported(const Place& place) const;

  std::vector<Fault> faults_;  // sorted by place
  std::size_t omitted_ = 0;    // number of errors not reported
};

// Returns the last line of a long report: "<count> more errors".
Issue MoreFaults(std::size_t count);

}  // namespace cobble
