// Words of maps in file names: the ones that cobble adds, and the ones that importers know.
#include <algorithm>

#include "core/list_text.h"
#include "core/utf8.h"
#include "engines/engines.h"

namespace cobble {
namespace {

bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsWordCharacter(char c) {
  return IsUpper(c) || IsLower(c) || IsDigit(c) || static_cast<unsigned char>(c) >= 0x80;
}

char UpperCase(char c) { return IsLower(c) ? static_cast<char>(c - 'a' + 'A') : c; }

// Returns whether `word` is one of the space-separated `words`.
bool IsAmong(std::string_view word, std::string_view words) {
  const auto all = PiecesOf(words, " ");
  return std::ranges::find(all, word) != all.end();
}

}  // namespace

std::string SuffixOfMap(const EngineSpec& engine, std::string_view map) {
  std::string suffix = "_";
  bool starts_word = true;
  for (const char c : map) {
    if (!IsWordCharacter(c)) {
      starts_word = true;
      continue;
    }
    if (engine.lower_case && starts_word && suffix.size() > 1) suffix += '_';
    suffix += starts_word && !engine.lower_case ? UpperCase(c) : c;
    starts_word = false;
  }
  return suffix;
}

std::string MapWordIn(const EngineSpec& engine, std::string_view name) {
  std::string word;
  for (std::size_t i = 0; i <= name.size(); ++i) {
    const char c = i < name.size() ? name[i] : ' ';
    if (IsDigit(c)) continue;
    const bool ends = std::string_view(" ._-#").find(c) != std::string_view::npos;
    const bool starts = IsUpper(c) && i > 0 && IsLower(name[i - 1]);
    if ((ends || starts) && !word.empty()) {
      if (IsAmong(word, engine.map_words)) return word;
      word.clear();
    }
    if (!ends) word += LowerCase(c);
  }
  return {};
}

bool MeanSameMap(const EngineSpec& engine, std::string_view a, std::string_view b) {
  for (const std::string_view words : PiecesOf(engine.map_words, "/"))
    if (IsAmong(a, words)) return IsAmong(b, words);
  return false;
}

}  // namespace cobble
