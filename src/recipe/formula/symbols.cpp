// The table of other languages' operators and characters; what is wrong with a token.
#include "recipe/formula/hints.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "core/suggest.h"
#include "core/utf8.h"
#include "recipe/fields/field.h"

namespace cobble {
namespace {

constexpr std::size_t kMaxShown = 40;  // bytes of the formula in a hint

constexpr std::string_view kMultiplied = "multiply: (a > 0) * (b > 0)";
constexpr std::string_view kUnequal = "compare with a range: 1 - (a > 0.4) * (a < 0.6)";
constexpr std::string_view kStraight = "write straight quotes, 'text'";
constexpr std::string_view kRound = "write ( ); [ ] are for lists";

constexpr Detail kSymbols[] = {
    {"**", "write a power as a^2"},
    {"=",
     "a formula has no definitions: add the name to \"nodes\", with what follows as its formula"},
    {"==", "compare with a range: (a > 0.4) * (a < 0.6)"},
    {"!=", kUnequal},
    {"&&", kMultiplied},
    {"||", "write max(a > 0, b > 0)"},
    {"&", kMultiplied},
    {"|", "write max(a > 0, b > 0)"},
    {"!", "write 1 - a"},
    {"//", "write floor(a / b); a formula has no comments"},
    {".", "a formula has no members: channel(color, red) is a channel of a colour"},
    {"{", kRound},
    {"}", kRound},
    {"\xe2\x80\x98", kStraight},  // the four curly quotes
    {"\xe2\x80\x99", kStraight},
    {"\xe2\x80\x9c", kStraight},
    {"\xe2\x80\x9d", kStraight},
    {"\xc3\x97", "write *"},
    {"\xc2\xb7", "write *"},
    {"\xc3\xb7", "write /"},
    {"\xe2\x88\x92", "write -"},
    {"\xe2\x80\x93", "write -"},
    {"\xc2\xb2", "write ^2"},
    {"\xc2\xb3", "write ^3"},
    {"\xe2\x89\xa4", "write <="},
    {"\xe2\x89\xa5", "write >="},
    {"\xcf\x80", "write pi"},
};

// Operators of two characters that scan as two tokens.
constexpr Detail kPairs[] = {
    {"<<", "multiply by a power of 2, as in a * 4"},
    {">>", "divide by a power of 2, as in a / 4"},
    {"<>", kUnequal},
    {"=<", "write <="},
    {"=>", "write >="},
    {"/*", "a formula has no comments"},
    {"**", "write a power as a^2"},
};

template <typename Table>
std::string SymbolHint(const Table& table, std::string_view symbol) {
  for (const Detail& row : table)
    if (row.word == symbol) return std::string(row.text);
  return {};
}

bool StartsValue(const FormulaToken& token) {
  return token.kind != FormulaToken::kPunctuator || token.Is("(");
}

bool EndsValue(const FormulaToken& token) {
  return token.kind != FormulaToken::kEnd &&
         (token.kind != FormulaToken::kPunctuator || token.Is(")") || token.Is("]"));
}

bool IsOperator(const FormulaToken& token) {
  return token.kind == FormulaToken::kPunctuator && !EndsValue(token) && !token.Is("(") &&
         !token.Is("[") && !token.Is(",");
}

// Returns the hint for the token and the one before or after it that are one operator elsewhere.
std::string PairHint(const UnexpectedToken& at) {
  const std::size_t begin = at.token.offset;
  std::string hint;
  if (at.before.kind == FormulaToken::kPunctuator && at.before.end() == begin)
    hint =
        SymbolHint(kPairs, at.formula.substr(at.before.offset, at.token.end() - at.before.offset));
  return hint.empty() ? SymbolHint(kPairs, at.formula.substr(begin, 2)) : hint;
}

// |a|
std::string MagnitudeHint(const UnexpectedToken& at) {
  const std::string_view rest = at.formula.substr(at.token.end());
  const std::string_view inside = rest.substr(0, rest.find('|'));
  const bool is_short = inside.size() < std::min(rest.size(), kMaxShown);
  return "write abs(" + (is_short ? Printable(inside, kMaxShown) : "a") + ")";
}

std::string PunctuatorHint(const UnexpectedToken& at) {
  const bool is_first = !EndsValue(at.before);
  if (std::string hint = PairHint(at); !hint.empty()) return hint;
  if (at.token.Is(";"))
    return at.brackets > 0 ? "separate arguments with commas"
                           : "remove it: a formula is one expression";
  if (at.token.Is("=") && at.brackets > 0 && is_first)
    return "write a key before it, as in frequency=8";
  if ((at.token.Is("|") || at.token.Is("||")) && is_first) return MagnitudeHint(at);
  if (std::string hint = SymbolHint(kSymbols, at.token.text); !hint.empty()) return hint;
  if (at.token.Is("[")) return "lists are values of keys, as in remap(rock, [0, 1], [0.2, 0.8])";
  if (at.token.Is(")") && at.brackets == 0) return "remove it: no bracket is open";
  if (!IsOperator(at.before)) return {};
  if (!IsOperator(at.token)) return "write what follows " + Quoted(at.before.text);
  const bool are_factors = at.before.Is("*") && at.token.Is("*");
  return std::string("remove one of the two operators") + (are_factors ? "; a power is a^2" : "");
}

std::string OtherHint(const UnexpectedToken& at) {
  if (std::string hint = SymbolHint(kSymbols, at.token.text); !hint.empty()) return hint;
  const std::string_view text = at.formula.substr(at.token.offset);
  if (text.starts_with('_') || (IsForeignByte(text[0]) && IsUtf8(at.token.text)))
    return ForeignNameHint(text);
  return "remove it: names have letters, digits, _ and -";
}

std::string BetweenHint(const UnexpectedToken& at) {
  if (at.expected.starts_with("\",\"")) {
    const bool is_item = at.is_key_next || at.expected.ends_with("\"]\"");
    return is_item ? "put a comma in between" : "put a comma or an operator such as * in between";
  }
  return "put an operator such as * in between";
}

std::string MissingExponent(std::string_view number) {
  return "write the digits of the exponent, as in " + std::string(number) + "e3";
}

// 0x10
std::string HexadecimalHint(std::string_view text) {
  const std::string_view digits = text.substr(std::min<std::size_t>(text.size(), 2));
  uint64_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, number, 16);
  constexpr uint64_t kMaxExact = uint64_t{1} << 53;
  if (read.ec != std::errc() || read.ptr != end || number > kMaxExact)
    return "write a decimal number";
  return "write " + std::to_string(number);
}

bool IsSuffixOfNumber(std::string_view text) {
  return text == "f" || text == "F" || text == "h" || text == "u" || text == "L" || text == "d";
}

}  // namespace

std::string UnexpectedHint(const UnexpectedToken& at) {
  if (at.expected.starts_with("\":\"")) return "write a ? b : c";
  const bool is_bracket = at.token.Is("(") || at.token.Is("[");
  if (at.expected == "a word") return is_bracket ? "write the word without brackets" : "";
  const FormulaToken& token = at.token;
  if (token.kind == FormulaToken::kEnd) {
    if (IsOperator(at.before))
      return "write what follows " + Quoted(at.before.text) + ", or remove it";
    return at.brackets > 0 ? "close the open bracket" : "";
  }
  if (token.kind == FormulaToken::kOther) return OtherHint(at);
  if (StartsValue(token) && EndsValue(at.before)) return BetweenHint(at);
  if (token.kind == FormulaToken::kText) return "write names without quotes, or as ref('my rock')";
  return token.kind == FormulaToken::kPunctuator ? PunctuatorHint(at) : "";
}

std::string TokenText(const FormulaToken& token) {
  const bool has_quotes = token.kind == FormulaToken::kText && token.text.front() == '"';
  return has_quotes ? Printable(token.text, kMaxShownWord) : Quoted(token.text);
}

std::string NumberHint(std::string_view text, const FormulaNames& names, bool may_be_color) {
  constexpr std::string_view kHexDigits = "0123456789abcdefABCDEF";
  const bool has_hex_digits = text.find_first_not_of(kHexDigits) == text.npos;
  if (may_be_color && has_hex_digits && (text.size() == 3 || text.size() == 6))
    return "write #" + std::string(text);
  if (text.starts_with("0x") || text.starts_with("0X")) return HexadecimalHint(text);
  const std::size_t digits = std::min(text.find_first_not_of("0123456789."), text.size());
  std::string_view number = text.substr(0, digits);
  const std::string_view rest = text.substr(digits);
  if (std::ranges::count(number, '.') > 1) return "write one decimal point";
  if (number.ends_with('.')) number.remove_suffix(1);
  if (!ParseFormulaNumber(number)) return {};
  const std::string plain = "write " + std::string(number);
  if (rest.empty() || (IsSuffixOfNumber(rest) && !names.Contains(rest))) return plain;
  if ((rest == "e" || rest == "E") && !names.Contains(rest)) return MissingExponent(number);
  std::string digits_alone(text);
  std::erase(digits_alone, '_');
  if (ParseFormulaNumber(digits_alone)) return "write " + digits_alone;
  return plain + "*" + Printable(rest, kMaxShownWord);
}

std::string ForeignNameHint(std::string_view text) {
  const std::size_t end = text.find_first_of(" \t\r\n()[]{},?:<>+-*/%^=!&|;'\"");
  const std::string_view name = text.substr(0, end);
  const bool is_short = name.size() <= kMaxShown && IsUtf8(name);
  return "a name has letters from a to z, digits, _ and -, and starts with a letter; write ref('" +
         (is_short ? Printable(name, kMaxShown) : "...") + "')";
}

}  // namespace cobble
