// Lists and counts in sentences ("8, 16 or 32", "3 tiles"), and lists in flags ("a,b").
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace cobble {

struct ItemText {
  std::string operator()(std::string_view word) const { return std::string(word); }
  std::string operator()(int number) const { return std::to_string(number); }
};

// Returns the items separated by commas, the last two by `last`, such as " or ". In: text_of
// returns an item's text, a string or a Phrase.
template <typename Items, typename TextOf = ItemText>
auto ListText(const Items& items, std::string_view last, TextOf text_of = {}) {
  std::remove_cvref_t<decltype(text_of(*std::begin(items)))> list;
  std::size_t left = std::size(items);
  for (const auto& item : items) {
    if (left < std::size(items)) list += left > 1 ? std::string_view(", ") : last;
    list += text_of(item);
    --left;
  }
  return list;
}

// Returns the pieces of a text between characters that are one of `separators`.
inline std::vector<std::string_view> PiecesOf(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> pieces;
  for (;;) {
    const std::size_t end = text.find_first_of(separators);
    pieces.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return pieces;
    text.remove_prefix(end + 1);
  }
}

// Splits "height,normal" at the commas.
inline std::vector<std::string> SplitNames(std::string_view text) {
  const auto pieces = PiecesOf(text, ",");
  return {pieces.begin(), pieces.end()};
}

// Splits at the commas outside brackets of any kind and quotation marks.
inline std::vector<std::string> SplitOutsideBrackets(std::string_view text) {
  std::vector<std::string> pieces(1);
  int depth = 0;
  bool is_quoted = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (is_quoted && c == '\\' && k + 1 < text.size()) pieces.back() += text[k++];
    if (c == '"') is_quoted = !is_quoted;
    if (!is_quoted && (c == '(' || c == '[' || c == '{')) ++depth;
    if (!is_quoted && (c == ')' || c == ']' || c == '}')) --depth;
    if (c == ',' && depth <= 0 && !is_quoted) {
      pieces.emplace_back();
    } else {
      pieces.back() += text[k];
    }
  }
  return pieces;
}

// Returns the names of the rows of a table.
template <typename Name = std::string_view, typename Rows>
std::vector<Name> RowNames(const Rows& rows) {
  std::vector<Name> names;
  names.reserve(std::size(rows));
  for (const auto& row : rows) names.emplace_back(row.name);
  return names;
}

// Returns "1 tile" or "3 tiles" for "tile".
inline std::string CountText(int64_t count, std::string_view noun) {
  return std::to_string(count) + ' ' + std::string(noun) + (count == 1 ? "" : "s");
}

}  // namespace cobble
