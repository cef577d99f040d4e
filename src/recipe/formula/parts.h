// What the parts of a formula mean, for editors. The formula may be invalid or end anywhere.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/formula/functions.h"
#include "recipe/formula/scanner.h"
#include "recipe/formula/tables.h"

namespace cobble {

// A node type or a function that formulas call.
struct Callable {
  const NodeSpec* spec = nullptr;  // the type, or fractal for ridged(...) and other kinds
  const FormulaFunction* function = nullptr;  // null for a type
  const Function* own = nullptr;              // of a recipe or a library

  bool is_known() const { return spec != nullptr || is_function(); }
  bool is_function() const { return function != nullptr || own != nullptr; }
  std::string_view name() const;
  std::string text() const;  // the call: "grime(s, amount=0.5)"
  // The keys that arguments without a key set, in order. A function's need not be keys of a type.
  std::vector<std::string_view> Places() const;
  // The keys that arguments can set.
  std::vector<const Field*> Keys() const;
  const Field* Find(std::string_view key) const;  // or null
};
// Returns a Callable that is not known if the name is unknown. In: functions, of the recipe.
Callable FindCallable(std::string_view name, std::span<const Function> functions = {});
std::vector<Callable> Callables();  // all but ref and the functions of recipes and libraries

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
  std::size_t begin, end;  // bytes
  Callable call = {};      // in whose brackets it is
  const Field* field = nullptr;
};
std::string_view NameOf(FormulaPart::Kind kind);  // "type"

// Where a formula stands.
struct FormulaPlace {
  std::span<const std::string_view> names;
  bool may_be_color = false;                 // a colour may stand there
  std::span<const Function> functions = {};  // of the recipe, perhaps without their bodies
};

// Splits a formula into parts, and knows what its end is inside.
class FormulaParts {
 public:
  // Brackets that are open, or the whole formula.
  struct Frame {
    char bracket = 0;  // '(' or '['; 0: the whole formula
    Callable call = {};
    bool is_call = false;  // brackets of a call, which may be unknown
    const Field* field = nullptr;
    int depth = 0, index = 0;               // nested lists in the field's value; items before
    std::vector<std::string_view> given{};  // keys written so far
    bool is_keyed = false;                  // the argument has a key
    bool is_start = true;                   // an argument or an item begins here
  };

  // A formula longer than kMaxLength has no parts: nobody wrote it by hand.
  FormulaParts(std::string_view formula, const FormulaPlace& place);
  static constexpr std::size_t kMaxLength = 20'000;

  const std::vector<FormulaPart>& parts() const { return parts_; }
  const Frame& end() const { return frames_.back(); }
  FormulaWant want() const;  // after the end

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
