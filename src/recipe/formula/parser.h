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

#include <optional>

#include "recipe/formula/call_reader.h"
#include "recipe/formula/input.h"

namespace cobble {

// A recursive-descent parser. Read functions start at the next token; false means an error.
class FormulaParser {
 public:
  FormulaParser(const FormulaSite& site, const Json& formula)
      : in_(site, formula), calls_(in_, *this) {}

  std::optional<Json> Read();

  // Reads an argument of a call, or an item of a list.
  bool ReadChoice(FormulaValue* value);

 private:
  bool ReadCompare(FormulaValue* value);
  bool ReadSum(FormulaValue* value);
  bool ReadProduct(FormulaValue* value);
  bool ReadUnary(FormulaValue* value);
  bool ReadPower(FormulaValue* value);
  bool ReadAtom(FormulaValue* value);
  bool ReadNumber(FormulaValue* value);
  bool ReadColor(FormulaValue* value);
  bool ReadGroup(FormulaValue* value);
  bool ReadName(FormulaValue* value);
  bool FailUnknownName(const FormulaToken& name);

  FormulaInput in_;
  CallReader calls_;
};

}  // namespace cobble
