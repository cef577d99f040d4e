// Parses formulas and expands them in one pass:
//
//   choice  = compare [ "?" choice ":" choice ]
//   compare = sum [ ("<" | "<=" | ">" | ">=") sum ]
//   sum     = product { ("+" | "-") product }
//   product = unary { ("*" | "/" | "%") unary }
//   unary   = ("-" | "+") unary | power
//   power   = atom [ "^" unary ]
//   atom    = number | color | name | name "(" [ arg { "," arg } ] ")" | "(" choice ")"
//   arg     = value | key "=" value
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/formula/build.h"
#include "recipe/formula/hints.h"
#include "recipe/formula/scanner.h"
#include "recipe/formula/scope.h"
#include "recipe/formula/tables.h"

namespace cobble {

// Returns a formula of a function's body. A type alone, "perlin", gets brackets: like any noise in
// a body, it needs a pattern.
Json AsCall(const Json& formula, const FormulaSite& site);

// A recursive-descent parser. Read functions start at the next token; false means an error.
class FormulaParser {
 public:
  FormulaParser(const FormulaSite& site, const Json& formula)
      : build_(site, formula), scanner_(build_.text()), token_(scanner_.Next()) {
    context_.may_be_color = site.may_be_color;
    if (!site.scope) return;
    brackets_ = site.scope->brackets + site.scope->objects;
    nested_ = site.scope->nested;
  }

  // In: field, of the key whose value the formula is; null for a node.
  std::optional<Json> Read(const Field* field = nullptr);
  // The same for a part of the body of a function.
  bool ReadWhole(const Field* field, FormulaValue* value);

 private:
  // What the value being read is for; messages depend on it.
  struct Context {
    bool may_be_color = false;       // as a node or by itself
    bool is_color_value = false;     // only a colour by itself
    bool in_list = false;            // an item of a list
    const NodeSpec* spec = nullptr;  // set if the value is in a call of it, without a key
  };
  struct Call;  // of a node type

  // --- Tokens, and errors about them ---

  void Advance() {
    before_ = token_;
    token_ = scanner_.Next();
  }
  bool IsKeyNext() const;  // of "key=value"
  // Takes the next token if it is this bracket or comma, else adds an error and returns false.
  bool Expect(std::string_view punctuator, std::string_view expected);
  // Reads items and the commas between them, up to the closing bracket.
  template <typename ReadItem>
  bool ReadItems(std::string_view closing, std::string_view item, ReadItem read_item) {
    while (!token_.Is(closing)) {
      if (!read_item()) return false;
      if (!token_.Is(",")) break;
      Advance();
      if (token_.Is(closing)) return Unexpected(item);
    }
    return token_.Is(closing) || Unexpected("\",\" or \"" + std::string(closing) + '"');
  }
  // Count open brackets and calls, and open exponents and branches of choices. Entering too many
  // adds an error and returns false.
  bool Enter(std::size_t offset);
  void Leave() { --brackets_; }
  bool EnterNested(std::size_t offset);
  void LeaveNested() { --nested_; }
  // Add an error about the next token. Return false.
  bool Fail(std::string message, Phrase hint = {}) {
    return build_.Fail(token_.offset, std::move(message), std::move(hint));
  }
  bool Unexpected(std::string_view expected);
  // For hints about a name.
  NameContext ContextBehind(const FormulaToken& name) const;

  // --- Operators and atoms ---

  bool ReadChoice(FormulaValue* value);
  bool ReadCompare(FormulaValue* value);
  bool ReadSum(FormulaValue* value);
  bool ReadProduct(FormulaValue* value);
  // In: read, reads the values between the operators.
  bool ReadChain(std::string_view operators, bool (FormulaParser::*read)(FormulaValue*),
                 FormulaValue* value);
  bool ReadUnary(FormulaValue* value);
  bool ReadPower(FormulaValue* value);
  bool ReadAtom(FormulaValue* value);
  bool ReadNumber(FormulaValue* value);
  bool ReadColor(FormulaValue* value);
  bool ReadGroup(FormulaValue* value);
  bool ReadName(FormulaValue* value);
  bool FailUnknownName(const FormulaToken& name);
  std::string ColorNamed(std::string_view name) const;
  // Takes what a name of the function stands for in its body.
  bool TakeBound(const FormulaToken& name, const FormulaScope::Bound& bound, FormulaValue* value);

  // --- Calls of functions of recipes and libraries (parse_functions.cpp) ---

  bool ReadCallOfFunction(const FormulaToken& name, const Function& function, FormulaValue* value);
  bool ReadArguments(const FormulaToken& name, FormulaScope* scope);
  // In: parameter, whose argument starts at the next token; given, those before it.
  bool BindArgument(const FormulaToken& first, const Function::Parameter& parameter,
                    FormulaScope* scope);
  bool FailNoParameter(const FormulaToken& key, const Function& function);

  // --- Calls of node types and of functions of formulas (parse_calls.cpp) ---

  // Reads from the opening bracket on.
  bool ReadCall(const FormulaToken& name, FormulaValue* value);
  bool ReadCallOf(const FormulaToken& name, FormulaValue* value);
  bool ReadRef(const FormulaToken& name, FormulaValue* value);
  bool ReadTypeCall(const FormulaToken& name, const NodeSpec& spec, std::string_view kind,
                    FormulaValue* value);
  bool ReadArgument(Call* call);
  bool ReadArgumentOf(std::string_view key, const FormulaToken& first, bool is_by_key, Call* call);
  bool ReadFurther(Call* call);
  bool FinishTypeCall(Call* call, FormulaValue* value);
  bool FoldPair(const Call& call, FormulaValue* a, FormulaValue* b);
  bool ReadFunctionCall(const FormulaToken& name, const FormulaFunction& function,
                        FormulaValue* value);
  bool FailUnknownCall(const FormulaToken& name);
  bool FailBadKey(const Call& call, const FormulaToken& key);
  bool FailOtherKeySign(const Call& call);
  bool FailTooMany(const Call& call);
  // Returns whether the second argument, without a key, is a list of lists.
  bool HasStopsNext() const;

  // --- Values of a call's arguments, as their keys require (parse_values.cpp) ---

  bool ReadValue(const Field& field, FormulaValue* value);
  // Reads a word or a text in quotes. In: field, or null for an unknown key.
  bool ReadWord(const Field* field, FormulaValue* value);
  // Take a word as the value of a key, and one that a parameter stands for.
  void SetWord(const Field* field, std::string text, const FormulaToken& word,
               FormulaValue* value) const;
  bool TakeWord(const Field* field, const FormulaToken& word, const FormulaScope::Bound& bound,
                FormulaValue* value);
  bool ReadListOf(const Field& field, FormulaValue* value);
  bool ReadInputs(const Field& field, FormulaValue* value);
  bool ReadNumberOf(const Field& field, FormulaValue* value);
  bool ReadColorOf(const Field& field, FormulaValue* value);
  bool FailNoList(const Field& field);
  bool FailValue(const Field& field, std::size_t offset, const std::string& rule,
                 const FormulaValue& value, std::string hint);

  FormulaBuilder build_;
  Context context_{};
  FormulaScanner scanner_;
  FormulaToken token_;                      // the next token
  FormulaToken before_{};                   // the token before it
  int brackets_ = 0;                        // open brackets and calls
  bool is_number_ = false;                  // the formula is the value of a key that takes no node
  int nested_ = 0;                          // open exponents and branches of choices
  std::map<std::string_view, int> counts_;  // of calls of each type so far
};

}  // namespace cobble
