// Converts numbers from and to text with from_chars and to_chars: no locale, exact round trips.
#include "core/numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

namespace cobble {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Advances past digits and returns their count.
std::size_t SkipDigits(std::string_view text, std::size_t* at) {
  const std::size_t start = *at;
  while (*at < text.size() && IsDigit(text[*at])) ++*at;
  return *at - start;
}

// Advances past an optional exponent. Returns false if it has no digits.
bool SkipExponent(std::string_view text, std::size_t* at) {
  if (*at >= text.size() || (text[*at] != 'e' && text[*at] != 'E')) return true;
  ++*at;
  if (*at < text.size() && (text[*at] == '+' || text[*at] == '-')) ++*at;
  return SkipDigits(text, at) > 0;
}

// -? (0 | [1-9][0-9]*)? (. [0-9]*)? (e [+-]? [0-9]+)?, with a digit before the exponent.
bool IsDecimal(std::string_view text) {
  std::size_t at = !text.empty() && text[0] == '-' ? 1 : 0;
  const std::size_t first = at;
  const std::size_t whole = SkipDigits(text, &at);
  if (whole > 1 && text[first] == '0') return false;
  std::size_t fraction = 0;
  if (at < text.size() && text[at] == '.') {
    ++at;
    fraction = SkipDigits(text, &at);
  }
  return whole + fraction > 0 && SkipExponent(text, &at) && at == text.size();
}

// Returns whether |number| < 1. In: a JSON number other than 0.
bool IsBelowOne(std::string_view number) {
  const std::size_t end = std::min(number.find_first_of("eE"), number.size());
  const std::size_t point = std::min(number.find('.'), end);
  const std::size_t first = number.find_first_of("123456789");
  // The power of ten of the first nonzero digit, before the exponent is applied.
  auto power = static_cast<int64_t>(point) - static_cast<int64_t>(first);
  if (first < point) --power;
  if (end == number.size()) return power < 0;
  std::string_view digits = number.substr(end + 1);
  if (digits[0] == '+') digits.remove_prefix(1);
  int64_t exponent = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  if (read.ec != std::errc{}) return digits[0] == '-';
  return exponent < -power;
}

// In: what follows the buffer among the arguments of std::to_chars.
template <typename... Arguments>
std::string TextOf(Arguments... arguments) {
  std::array<char, 64> text;
  const auto written = std::to_chars(text.data(), text.data() + text.size(), arguments...);
  return std::string(text.data(), written.ptr);
}

template <typename Float>
std::string ShortestText(Float value) {
  constexpr Float kExact = 9007199254740992;  // 2^53
  const bool whole = std::abs(value) <= kExact && value == std::trunc(value);
  const bool is_minus_zero = value == 0 && std::signbit(value);
  return whole && !is_minus_zero ? TextOf(static_cast<int64_t>(value)) : TextOf(value);
}

}  // namespace

std::optional<double> ParseNumber(std::string_view text) {
  if (!IsDecimal(text)) return std::nullopt;
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size()) return std::nullopt;
  if (!std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<int64_t> ParseInteger(std::string_view text) {
  const std::size_t first = text.starts_with('-') ? 1 : 0;
  const bool is_padded = text.size() > first + 1 && text[first] == '0';
  return is_padded ? std::nullopt : ParsePadded(text);
}

std::optional<int64_t> ParsePadded(std::string_view text) {
  std::size_t at = text.starts_with('-') ? 1 : 0;
  if (SkipDigits(text, &at) == 0 || at != text.size()) return std::nullopt;
  int64_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc{}) return std::nullopt;
  return value;
}

std::size_t JsonNumberLength(std::string_view text) {
  std::size_t at = text.starts_with('-') ? 1 : 0;
  if (text.substr(at).starts_with('0')) {
    ++at;
  } else if (SkipDigits(text, &at) == 0) {
    return 0;
  }
  if (text.substr(at).starts_with('.')) {
    ++at;
    if (SkipDigits(text, &at) == 0) return 0;
  }
  return SkipExponent(text, &at) ? at : 0;
}

double ParseJsonNumber(std::string_view text) {
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec == std::errc{}) return value + 0.0;  // turns -0 into 0
  // from_chars does not distinguish overflow from underflow.
  if (IsBelowOne(text)) return 0;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return text[0] == '-' ? -kInfinity : kInfinity;
}

std::string Shortest(double value) { return ShortestText(value); }
std::string Shortest(float value) { return ShortestText(value); }

std::string Readable(double value) {
  if (value == 0 || std::abs(value) >= 1 || std::abs(value) < 1e-5) return Shortest(value);
  return TextOf(value, std::chars_format::fixed);
}

// Drops digits of the shortest text, so the result is no larger and prints with these digits.
double WithTwoDigits(double x) {
  constexpr std::size_t kDigits = 3;  // with the point: "1.4"
  const std::string text = TextOf(std::abs(x), std::chars_format::scientific);
  const std::size_t exponent = text.find('e');
  const auto size =
      ParseNumber(text.substr(0, std::min(exponent, kDigits)) + text.substr(exponent));
  return std::copysign(size.value_or(0), x);
}

}  // namespace cobble
