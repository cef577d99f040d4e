// Locations in the text of a recipe, and the errors found there, which are reported together.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe.h"

namespace cobble {

inline constexpr std::size_t kMaxReported = 20;

// A text with a recipe or a part of one.
struct Source {
  std::string name;       // as printed: "marble.json", "-", "--octaves", "--set noise.octaves"
  bool is_flag = false;   // a flag or a --set
  int layer = 0;          // errors in lower layers are reported first
  std::string pointer{};  // of a --set or a formula: JSON pointer of the key that it sets
  bool is_preset = false;
  std::string call{};  // of the body of a function: the calls that it expands for, for messages
};

// A location in a source. Lines and columns start at 1, columns count bytes; both are 0 in flags.
struct Place {
  std::shared_ptr<const Source> source;  // null: unknown
  int line = 0, column = 0;
  // In a formula: its text, and the offset in it in bytes.
  std::shared_ptr<const std::string> formula = {};
  std::size_t offset = 0;

  bool is_flag() const { return source && source->is_flag; }
};

Origin ToOrigin(const Place& place);

// Append a step to a JSON pointer, escaping ~ and / by RFC 6901.
std::string ChildPointer(std::string_view pointer, std::string_view key);
std::string ChildPointer(std::string_view pointer, std::size_t index);

// Lengthens a JSON pointer by a step for as long as it exists: for walks that seldom need it.
class PointerStep {
 public:
  PointerStep(std::string_view key, std::string* pointer);
  PointerStep(std::size_t index, std::string* pointer)
      : PointerStep(std::to_string(index), pointer) {}
  ~PointerStep() { pointer_->resize(size_); }
  PointerStep(const PointerStep&) = delete;
  PointerStep& operator=(const PointerStep&) = delete;

 private:
  std::string* pointer_;
  std::size_t size_;
};

// Returns an Issue located at "<origin>: <pointer>"; only at the origin if that is a flag that set
// exactly `pointer`, and only at the pointer if the origin is unknown. In a formula of a flag, the
// column says where, and the message names the key. In: at_pointer, whether the origin is
// `pointer`'s, not an ancestor's.
Issue IssueAt(const Origin& origin, bool at_pointer, std::string_view pointer, Phrase message,
              Phrase hint);

// For trees that are too deep: chains of operators are as deep as they are long.
inline constexpr std::string_view kDepthHint =
    "combine nodes in pairs: (a + b) + (c + d) is less deep than a + b + c + d";

struct Fault {
  Place place;
  bool at_pointer = true;  // false: the key is missing; `place` is its parent's
  std::string pointer{};   // to the invalid key; empty: the whole text
  std::string message{};
  Phrase hint = {};
  bool wants_list = false;  // Issue::wants_list
};

// Collects a recipe's errors: the first kMaxReported by layer, line and column; counts the rest.
class Faults {
 public:
  void Add(Fault fault);
  void Add(Place place, std::string pointer, std::string message, Phrase hint = {}) {
    Add(Fault{std::move(place), true, std::move(pointer), std::move(message), std::move(hint)});
  }
  // Adds an error about a missing key. In: parent, the place of the object without it.
  void AddMissing(Place parent, std::string pointer, std::string message, Phrase hint = {}) {
    Add(Fault{std::move(parent), false, std::move(pointer), std::move(message), std::move(hint)});
  }
  void AddAll(const Faults& more) {
    for (const Fault& fault : more.faults_) Add(fault);
  }
  // Drops the errors that fulfil the condition and, if there are any, those not reported.
  template <typename Condition>
  void DropIf(Condition condition) {
    if (std::erase_if(faults_, condition) > 0) omitted_ = 0;
  }
  // Returns whether an error at `place` would be reported; if not, counts it. Call it before
  // composing the message of an error that a text can contain thousands of times.
  bool Accepts(const Place& place);
  bool empty() const { return faults_.empty(); }
  std::vector<Issue> Issues() const;

  // Throws all errors as one Error: kRecipe if the first is in a recipe's text, else kUsage.
  [[noreturn]] void Throw() const;
  [[noreturn]] void Throw(ErrorKind kind) const { throw Error(kind, Issues()); }

 private:
  std::vector<Fault> faults_;  // sorted by place
  std::size_t omitted_ = 0;    // errors not reported
};

}  // namespace cobble
