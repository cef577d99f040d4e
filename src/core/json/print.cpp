// The JSON printer.
#include "core/json/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "core/json/tree.h"
#include "core/numbers.h"
#include "core/utf8.h"

namespace cobble {
namespace {

constexpr std::size_t kLineWidth = 80;  // maximum length in bytes of a list on one line

void PrintEscape(char c, std::string* out) {
  constexpr std::string_view kPlain = "\"\\\b\f\n\r\t", kNames = "\"\\bfnrt";
  const std::size_t index = kPlain.find(c);
  if (index != std::string_view::npos) {
    *out += {'\\', kNames[index]};
  } else {
    *out += fmt::format("\\u{:04x}", static_cast<uint8_t>(c));
  }
}

void PrintText(std::string_view text, std::string* out) {
  *out += '"';
  while (!text.empty()) {
    const std::size_t length = Utf8Length(text);
    const auto first = static_cast<uint8_t>(text[0]);
    if (length == 0) {
      *out += "\\ufffd";
    } else if (first < 0x20 || first == 0x7F || first == '"' || first == '\\') {
      PrintEscape(text[0], out);
    } else {
      *out += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  *out += '"';
}

void PrintScalar(const JsonTree& tree, std::string* out) {
  if (tree.is_string()) {
    PrintText(tree.get_ref<const std::string&>(), out);
  } else if (tree.is_number_float()) {
    const auto number = tree.get<double>();
    *out += std::isfinite(number) ? Shortest(number) : "null";
  } else {
    *out += tree.dump();  // null, a truth value or a whole number
  }
}

// Returns whether `tree` stays on one line in the indented form.
bool FitsLine(const JsonTree& tree) {
  if (!tree.is_structured() || tree.empty()) return true;
  if (tree.is_object()) return false;
  const auto is_nested = [](const JsonTree& item) { return item.is_structured(); };
  return std::none_of(tree.begin(), tree.end(), is_nested) &&
         PrintJsonLine(tree).size() <= kLineWidth;
}

// Prints a value whose parts are separated by line breaks and indented, unless it fits a line.
// `newline` is a line break and the indentation of the value; without one, all is on one line.
void Print(const JsonTree& tree, const std::string& newline, std::string* out) {
  if (!tree.is_structured()) return PrintScalar(tree, out);
  const bool is_split = !newline.empty() && !FitsLine(tree);
  const std::string inner = is_split ? newline + "  " : "";
  std::string_view between;
  *out += tree.is_array() ? '[' : '{';
  for (auto item = tree.begin(); item != tree.end(); ++item) {
    *out += between;
    *out += inner;
    if (tree.is_object()) {
      PrintText(item.key(), out);
      *out += ": ";
    }
    Print(item.value(), inner, out);
    between = is_split ? "," : ", ";
  }
  if (is_split) *out += newline;
  *out += tree.is_array() ? ']' : '}';
}

}  // namespace

std::string PrintJson(const JsonTree& tree) {
  std::string text;
  Print(tree, "\n", &text);
  return text;
}

std::string PrintJsonLine(const JsonTree& tree) {
  std::string text;
  Print(tree, "", &text);
  return text;
}

}  // namespace cobble
