// What the parser of a formula reads: its tokens, and what it makes of them. Shared by the readers
// of the grammar (parser.h), of calls (call_reader.h) and of the values of keys (value_reader.h).
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
  // What the value that is being read is for; messages depend on it.
  struct Context {
    bool may_be_color = false;       // a node that is a colour, or a colour
    bool is_color_value = false;     // only a colour as it stands
    bool in_list = false;            // an item of a list
    const NodeSpec* spec = nullptr;  // whose call has the value at a place, without a key
  };

  FormulaInput(const FormulaSite& site, const Json& formula)
      : build(site, formula), scanner_(build.text()), token_(scanner_.Next()) {
    context.may_be_color = site.may_be_color;
  }

  // The next token.
  const FormulaToken& token() const { return token_; }
  // A scanner behind it, to look ahead.
  FormulaScanner ahead() const { return scanner_; }
  bool IsKeyNext() const;  // of "key=value"
  int brackets() const { return brackets_; }

  void Advance() {
    before_ = token_;
    token_ = scanner_.Next();
  }
  // Returns the next token as a word (FormulaScanner::WordAt); Advance goes behind it.
  FormulaToken Word() { return scanner_.WordAt(token_.offset); }

  // Checks that the next token is this bracket or comma, and takes it; else adds an error and
  // returns false.
  bool Expect(std::string_view punctuator, std::string_view expected);
  // Count the open brackets and calls, and the open exponents and branches of choices. To enter too
  // many adds an error and returns false.
  bool Enter(std::size_t offset);
  void Leave() { --brackets_; }
  bool EnterNested(std::size_t offset);
  void LeaveNested() { --nested_; }
  // Adds an error about the next token. Returns false.
  bool Unexpected(std::string_view expected);
  // Returns what hints about a name depend on.
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
