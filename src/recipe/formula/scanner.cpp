// Finds the ends of the tokens of formulas.
#include "recipe/formula/scanner.h"

#include <algorithm>

#include "core/numbers.h"
#include "core/utf8.h"

namespace cobble {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsLetterOrDigit(char c) { return IsLetter(c) || IsDigit(c); }
bool IsOfName(char c) { return IsLetterOrDigit(c) || c == '_'; }
bool IsOfNumber(char c) { return IsOfName(c) || c == '.'; }
bool IsDecimal(char c) { return IsDigit(c) || c == '.'; }
bool IsOfWord(char c) {
  return !IsBlank(c) && std::string_view(",()[]'\"").find(c) == std::string_view::npos;
}

// Includes other languages' operators, so that messages can name them.
constexpr std::string_view kPunctuators = "()[],?:<>+-*/%^=!&|;";
constexpr std::string_view kLongPunctuators[] = {"<=", ">=", "**", "==", "!=", "&&", "||", "//"};

// Returns the number of bytes at the start of the text that fulfil the condition.
template <bool (*kFulfil)(char)>
std::size_t LengthOf(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && kFulfil(text[length])) ++length;
  return length;
}

}  // namespace

FormulaToken FormulaScanner::Take(FormulaToken::Kind kind, std::size_t length) {
  const FormulaToken token{kind, text_.substr(at_, length), at_};
  at_ += length;
  return token;
}

// Takes whatever other languages might read as one number, so that "5." and "2x" are one error.
std::size_t FormulaScanner::NumberLength() const {
  const std::string_view rest = text_.substr(at_);
  std::size_t length = 0;
  for (;;) {
    length += LengthOf<&IsOfNumber>(rest.substr(length));
    const bool has_sign = length + 1 < rest.size() && (rest[length] == '-' || rest[length] == '+');
    const char last = rest[length - 1];
    const bool is_exponent = has_sign && (last == 'e' || last == 'E') &&
                             IsDigit(rest[length + 1]) && LengthOf<&IsDecimal>(rest) == length - 1;
    if (!is_exponent) return length;
    ++length;
  }
}

std::size_t FormulaScanner::NameLength() const {
  const std::string_view rest = text_.substr(at_);
  std::size_t length = LengthOf<&IsOfName>(rest);
  while (length + 1 < rest.size() && rest[length] == '-' && IsLetterOrDigit(rest[length + 1]))
    length += 1 + LengthOf<&IsOfName>(rest.substr(length + 1));
  return length;
}

// A backslash escapes a character in double quotes, as in JSON.
std::size_t FormulaScanner::TextLength() const {
  const std::string_view rest = text_.substr(at_);
  for (std::size_t i = 1; i < rest.size(); ++i) {
    if (rest[i] == rest[0]) return i + 1;
    if (rest[0] == '"' && rest[i] == '\\') ++i;
  }
  return rest.size();
}

std::size_t FormulaScanner::PunctuatorLength() const {
  if (kPunctuators.find(text_[at_]) == std::string_view::npos) return 0;
  for (const std::string_view pair : kLongPunctuators)
    if (pair[0] == text_[at_] && text_.substr(at_ + 1).starts_with(pair[1])) return 2;
  return 1;
}

FormulaToken FormulaScanner::Next() {
  at_ += LengthOf<&IsBlank>(text_.substr(at_));
  if (at_ == text_.size()) return Take(FormulaToken::kEnd, 0);
  const char c = text_[at_];
  const bool is_decimal = c == '.' && at_ + 1 < text_.size() && IsDigit(text_[at_ + 1]);
  if (IsDigit(c) || is_decimal) return Take(FormulaToken::kNumber, NumberLength());
  if (IsLetter(c)) return Take(FormulaToken::kName, NameLength());
  if (c == '#')
    return Take(FormulaToken::kColor, 1 + LengthOf<&IsLetterOrDigit>(text_.substr(at_ + 1)));
  if (c == '\'' || c == '"') return Take(FormulaToken::kText, TextLength());
  if (const std::size_t length = PunctuatorLength(); length > 0)
    return Take(FormulaToken::kPunctuator, length);
  return Take(FormulaToken::kOther, std::max<std::size_t>(Utf8Length(text_.substr(at_)), 1));
}

FormulaToken FormulaScanner::WordAt(std::size_t offset) {
  at_ = offset;
  if (at_ == text_.size()) return Take(FormulaToken::kEnd, 0);
  if (text_[at_] == '\'' || text_[at_] == '"') return Take(FormulaToken::kText, TextLength());
  return Take(FormulaToken::kName, LengthOf<&IsOfWord>(text_.substr(at_)));
}

std::optional<double> ParseFormulaNumber(std::string_view text) {
  std::size_t length = LengthOf<&IsDigit>(text);
  if (length < text.size() && text[length] == '.') {
    const std::size_t decimals = LengthOf<&IsDigit>(text.substr(length + 1));
    if (decimals == 0) return std::nullopt;
    length += 1 + decimals;
  }
  if (length < text.size() && LowerCase(text[length]) == 'e') {
    const std::size_t sign =
        length + 1 < text.size() && (text[length + 1] == '-' || text[length + 1] == '+') ? 1 : 0;
    const std::size_t digits = LengthOf<&IsDigit>(text.substr(length + 1 + sign));
    if (digits == 0) return std::nullopt;
    length += 1 + sign + digits;
  }
  if (length != text.size()) return std::nullopt;
  return ParseJsonNumber(text);
}

std::string_view WithoutBlanks(std::string_view text) {
  text.remove_prefix(LengthOf<&IsBlank>(text));
  while (!text.empty() && IsBlank(text.back())) text.remove_suffix(1);
  return text;
}

bool IsFormulaName(std::string_view text) {
  FormulaScanner scanner(text);
  const FormulaToken token = scanner.Next();
  return token.kind == FormulaToken::kName && token.text == text;
}

}  // namespace cobble
