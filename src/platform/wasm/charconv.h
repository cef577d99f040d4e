// std::from_chars and std::to_chars for floating-point numbers, which emscripten's libc++ 13 lacks:
// by strtod, and by the shortest digits, which fmt finds. The texts are the same as in other
// libraries. CMakeLists.txt includes it before core/numbers.cpp alone.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

#include "fmt/format.h"

namespace std {

// In: a decimal number without a space or a plus sign before it, as numbers.cpp has checked.
inline from_chars_result from_chars(const char* first, const char* last, double& value) {
  const string text(first, last);  // ends with the NUL that strtod needs
  char* end = nullptr;
  const double number = strtod(text.c_str(), &end);
  const char* const after = first + (end - text.c_str());
  if (after == first) return {first, errc::invalid_argument};
  const string_view mantissa(
      first, std::find_if(first, after, [](char c) { return c == 'e' || c == 'E'; }) - first);
  const bool is_zero = mantissa.find_first_of("123456789") == string_view::npos;
  if (isinf(number) || (number == 0 && !is_zero)) return {after, errc::result_out_of_range};
  value = number;
  return {after, errc{}};
}

namespace shortest {

// Digits without zeros at their end, and the power of ten of the first.
struct Decimal {
  string digits;
  int exponent = 0;
};

// In: finite, not negative.
template <typename Float>
Decimal DecimalOf(Float value) {
  const string text = fmt::format("{}", value);  // "0.001", "1234.5", "1e+30"
  const size_t end = std::min(text.find('e'), text.size());
  const size_t point = std::min(text.find('.'), end);
  Decimal decimal;
  for (const char c : text.substr(0, end))
    if (c != '.') decimal.digits += c;
  const size_t zeros = std::min(decimal.digits.find_first_not_of('0'), decimal.digits.size() - 1);
  decimal.exponent = static_cast<int>(point) - 1 - static_cast<int>(zeros);
  if (end < text.size()) decimal.exponent += atoi(text.c_str() + end + 1);
  decimal.digits.erase(0, zeros);
  decimal.digits.erase(std::max<size_t>(decimal.digits.find_last_not_of('0') + 1, 1));
  return decimal;
}

inline string Scientific(const Decimal& number) {
  string text = number.digits.substr(0, 1);
  if (number.digits.size() > 1) text += '.' + number.digits.substr(1);
  return text + fmt::format("e{}{:02}", number.exponent < 0 ? '-' : '+', std::abs(number.exponent));
}

// Whole numbers have all their digits, not the shortest ones and zeros.
inline string Fixed(const Decimal& number, double value) {
  const auto count = static_cast<int>(number.digits.size());
  if (number.exponent < 0)
    return "0." + string(static_cast<size_t>(-number.exponent - 1), '0') + number.digits;
  if (number.exponent >= count - 1) return fmt::format("{:.0f}", value);
  const auto whole = static_cast<size_t>(number.exponent + 1);
  return number.digits.substr(0, whole) + '.' + number.digits.substr(whole);
}

inline to_chars_result Put(char* first, char* last, const string& text) {
  if (static_cast<size_t>(last - first) < text.size()) return {last, errc::value_too_large};
  return {std::copy(text.begin(), text.end(), first), errc{}};
}

}  // namespace shortest

template <typename Float>
requires is_floating_point_v<Float> to_chars_result to_chars(char* first, char* last, Float value,
                                                             chars_format format) {
  const string sign = signbit(value) ? "-" : "";
  if (!isfinite(value)) return shortest::Put(first, last, sign + (isnan(value) ? "nan" : "inf"));
  const Float size = std::abs(value);
  const shortest::Decimal decimal = shortest::DecimalOf(size);
  return shortest::Put(
      first, last,
      sign + (format == chars_format::fixed ? shortest::Fixed(decimal, static_cast<double>(size))
                                            : shortest::Scientific(decimal)));
}

// The shorter of both forms, fixed if both are equally short.
template <typename Float>
requires is_floating_point_v<Float> to_chars_result to_chars(char* first, char* last, Float value) {
  string fixed(400, '\0');
  const auto end = to_chars(fixed.data(), fixed.data() + fixed.size(), value, chars_format::fixed);
  fixed.resize(static_cast<size_t>(end.ptr - fixed.data()));
  const auto scientific = to_chars(first, last, value, chars_format::scientific);
  if (isfinite(value) && static_cast<size_t>(scientific.ptr - first) < fixed.size())
    return scientific;
  return shortest::Put(first, last, fixed);
}

}  // namespace std
