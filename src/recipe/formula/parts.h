// What the parts of formulas mean, for editors: a formula may be invalid, or end anywhere.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/formula/scanner.h"
#include "recipe/formula/tables.h"

namespace cobble {

// A type of node or a function, by the name with which formulas call it.
struct Callable {
  const NodeSpec* spec =
      nullptr;  // the type, or the one that ridged(...) and the like are short for
  const FormulaFunction* function = nullptr;  // null for a type

  bool is_known() const { return spec != nullptr || function != nullptr; }
  std::string_view name() const { return function != nullptr ? function->name : spec->name; }
  // The keys that arguments without a key set, in order. Those of a function may be no keys of a
  // type.
  std::vector<std::string_view> Places() const;
  // The keys that arguments can set.
  std::vector<const Field*> Keys() const;
  const Field* Find(std::string_view key) const;  // null if it has no such key
};
// Returns what formulas call so; an unknown Callable if nothing is.
Callable FindCallable(std::string_view name);
std::vector<Callable> Callables();  // all but ref

// What a place in a formula takes.
enum class FormulaWant { kNode, kColorNode, kNumber, kColor, kWord, kText, kOther };

struct FormulaPart {
  enum Kind {
    kType,  // the name of a call
    kFunction,
    kName,      // of a node
    kConstant,  // a number or a coordinate
    kKey,
    kWord,
    kText,
    kNumber,
    kColor,
    kOperator,
    kBracket,
    kUnknown
  };
  Kind kind;
  std::size_t begin, end;        // bytes
  Callable call = {};            // in whose brackets it is
  const Field* field = nullptr;  // the key that its argument sets
};
std::string_view NameOf(FormulaPart::Kind kind);  // "type"

// Where a formula stands.
struct FormulaPlace {
  std::span<const std::string_view> names;  // of the recipe's nodes
  bool may_be_color = false;                // a colour may stand there
};

// Splits a formula into its parts, and knows what its end is inside of.
class FormulaParts {
 public:
  // Brackets that are open, or the whole formula.
  struct Frame {
    char bracket = 0;  // '(' or '['; 0: the whole formula
    Callable call = {};
    bool is_call = false;  // the brackets are those of a call, which may be unknown
    const Field* field = nullptr;
    int depth = 0, index = 0;  // the lists inside of the field's value, and the items before
    std::vector<std::string_view> given{};  // the keys written so far
    bool is_keyed = false;                  // the argument has its key
    bool is_start = true;                   // an argument or an item begins here
  };

  // Formulas longer than kMaxLength have no parts: nobody wrote them by hand.
  FormulaParts(std::string_view formula, const FormulaPlace& place);
  static constexpr std::size_t kMaxLength = 20'000;

  const std::vector<FormulaPart>& parts() const { return parts_; }
  const Frame& end() const { return frames_.back(); }
  FormulaWant want() const;  // of what follows the end

 private:
  void Add(FormulaPart::Kind kind, const FormulaToken& token);
  bool TakeKey(const FormulaToken& token, const FormulaScanner& behind);
  bool TakeWord(const FormulaToken& token);
  void Take(const FormulaToken& token);
  void TakeName(const FormulaToken& token);
  void TakePunctuator(const FormulaToken& token);
  void Open(const FormulaToken& bracket, const Callable& call, bool is_call);
  FormulaPart::Kind KindOfName(std::string_view name) const;

  std::string_view text_;
  FormulaPlace place_;
  FormulaScanner scanner_;
  std::vector<FormulaPart> parts_;
  std::vector<Frame> frames_{1};
};

}  // namespace cobble
