// Finds each part's loosest operator outside brackets.
#include "recipe/formula/compose.h"

#include <algorithm>

#include "recipe/formula/forms.h"
#include "recipe/formula/scanner.h"

namespace cobble {
namespace {

using Level = FormulaLevel;

// In: is_prefix, whether only a value after the operator belongs to it.
Level LevelOf(std::string_view op, bool is_prefix) {
  if (is_prefix && (op == "+" || op == "-")) return Level::kUnary;
  for (const InfixType& infix : kInfixTypes)
    if (infix.op == op) return infix.level;
  if (op == "^") return Level::kPower;
  if (op == "<" || op == "<=" || op == ">" || op == ">=") return Level::kCompare;
  return Level::kChoice;  // also of what formulas do not have
}

// Returns the level of a formula's loosest operator.
Level LevelOf(std::string_view formula) {
  Level loosest = Level::kAtom;
  int brackets = 0;
  bool wants_value = true;
  FormulaScanner scanner(formula);
  for (FormulaToken token = scanner.Next(); token.kind != FormulaToken::kEnd;
       token = scanner.Next()) {
    const bool is_sign = token.kind == FormulaToken::kPunctuator;
    if (token.Is("(") || token.Is("[")) {
      ++brackets;
    } else if (token.Is(")") || token.Is("]")) {
      if (--brackets < 0) return Level::kChoice;
    } else if (is_sign && brackets == 0) {
      loosest = std::min(loosest, LevelOf(token.text, wants_value));
    }
    if (brackets == 0) wants_value = is_sign && !token.Is(")") && !token.Is("]");
  }
  return brackets == 0 ? loosest : Level::kChoice;
}

std::string Bracketed(const std::string& part, Level minimum) {
  return LevelOf(part) < minimum ? "(" + part + ")" : part;
}

}  // namespace

std::string ComposedFormula(std::string_view op, std::span<const std::string> parts) {
  if (parts.size() == 1) return std::string(op) + Bracketed(parts[0], Level::kUnary);
  if (parts.size() == 3)
    return Bracketed(parts[0], Level::kCompare) + " ? " + parts[1] + " : " + parts[2];
  const Level level = LevelOf(op, false);
  const bool is_chain = level == Level::kSum || level == Level::kProduct;
  Level left = is_chain ? level : Above(level), right = Above(level);
  if (level == Level::kPower) right = Level::kUnary;
  return Bracketed(parts[0], left) + " " + std::string(op) + " " + Bracketed(parts[1], right);
}

}  // namespace cobble
