// What parsing a formula reads and builds. Shared by the readers of the grammar (parser.h), of
// calls (call_reader.h) and of the values of keys (value_reader.h).
#pragma once

#include <cstddef>
#include <string_view>

#include "recipe/fields/node_spec.h"
#include "recipe/formula/build.h"
#include "recipe/formula/scanner.h"
#include "recipe/formula/words.h"

namespace cobble {

class FormulaInput {
 public:
  // What the value being read is for; messages depend on it.
  struct Context {
    bool may_be_color = false;       // as a node or by itself
    bool is_color_value = false;     // only a colour by itself
    bool in_list = false;            // an item of a list
    const NodeSpec* spec = nullptr;  // set if the value is in a call of it, without a key
  };

  FormulaInput(const FormulaSite& site, const Json& formula)
      : build(site, formula), scanner_(build.text()), token_(scanner_.Next()) {
    context.may_be_color = site.may_be_color;
  }

  // The next token.
  const FormulaToken& token() const { return token_; }
  // A scanner after it, to look ahead.
  FormulaScanner ahead() const { return scanner_; }
  bool IsKeyNext() const;  // of "key=value"
  int brackets() const { return brackets_; }

  void Advance() {
    before_ = token_;
    token_ = scanner_.Next();
  }
  // Returns the next token as a word (FormulaScanner::WordAt); Advance skips the word.
  FormulaToken Word() { return scanner_.WordAt(token_.offset); }

  // Takes the next token if it is this bracket or comma, else adds an error and returns false.
  bool Expect(std::string_view punctuator, std::string_view expected);
  // Count open brackets and calls, and open exponents and branches of choices. Entering too many
  // adds an error and returns false.
  bool Enter(std::size_t offset);
  void Leave() { --brackets_; }
  bool EnterNested(std::size_t offset);
  void LeaveNested() { --nested_; }
  // Adds an error about the next token. Returns false.
  bool Unexpected(std::string_view expected);
  // For hints about a name.
  NameContext ContextBehind(const FormulaToken& name) const;

  FormulaBuilder build;
  Context context{};

 private:
  FormulaScanner scanner_;
  FormulaToken token_;
  FormulaToken before_{};  // the token before it
  int brackets_ = 0;       // open brackets and calls
  int nested_ = 0;         // open exponents and branches of choices
};

}  // namespace cobble
