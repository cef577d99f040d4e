// Sets the blanks of formulas, token by token.
#include "recipe/formula/scanner.h"
#include "recipe/writing/document.h"

namespace cobble {
namespace {

bool IsOpening(const FormulaToken& token) { return token.Is("(") || token.Is("["); }
bool IsClosing(const FormulaToken& token) { return token.Is(")") || token.Is("]"); }

// Returns whether an operand ends with the token, so that a sign behind it is an operator.
bool EndsOperand(const FormulaToken& token) {
  return IsClosing(token) ||
         (token.kind != FormulaToken::kPunctuator && token.kind != FormulaToken::kEnd);
}

class FormulaSpacer {
 public:
  explicit FormulaSpacer(std::string_view text) : text_(text) {}

  std::string Space() {
    std::string spaced;
    FormulaScanner scanner(text_);
    for (FormulaToken token = scanner.Next(); token.kind != FormulaToken::kEnd;
         token = scanner.Next()) {
      const bool has_blank = HasBlank(token);
      if (has_blank) spaced += ' ';
      spaced += token.text;
      is_sign_ = (token.Is("-") || token.Is("+")) && !EndsOperand(last_);
      has_blank_after_ = token.kind == FormulaToken::kPunctuator && has_blank;
      last_ = token;
    }
    return spaced;
  }

 private:
  // Before `token`.
  bool HasBlank(const FormulaToken& token) const {
    if (last_.kind == FormulaToken::kEnd || is_sign_ || IsOpening(last_) || last_.Is("="))
      return false;
    if (last_.Is(",")) return true;
    if (token.Is(",") || token.Is("=") || IsClosing(token)) return false;
    if (last_.kind == FormulaToken::kPunctuator && !IsClosing(last_)) return has_blank_after_;
    if (IsOpening(token)) return last_.kind != FormulaToken::kName;
    return token.kind != FormulaToken::kPunctuator || IsSurrounded(token);
  }

  // Loose operators always have blanks, the others if the text has one on either side.
  bool IsSurrounded(const FormulaToken& op) const {
    const bool is_loose = op.text.find_first_of("+-<>?:") == 0;
    return is_loose || op.offset != last_.end() ||
           (op.end() < text_.size() && text_[op.end()] == ' ');
  }

  std::string_view text_;
  FormulaToken last_{};
  bool is_sign_ = false;          // the last token is a unary sign
  bool has_blank_after_ = false;  // the last token is an operator with blanks around it
};

}  // namespace

std::string SpacedFormula(std::string_view text) { return FormulaSpacer(text).Space(); }

}  // namespace cobble
