// Based on: POSIX.1-2017, Shell Command Language, 2.2 Quoting and 2.3 Token Recognition.
#include "cli/line/shell_words.h"

#include <algorithm>

#include "cobble/error.h"
#include "core/escape.h"

namespace cobble {
namespace {

// Takes the characters of a quoted text up to its closing mark. In: line[*at] follows the opening
// mark. Out: *at follows the closing one.
void TakeQuoted(std::string_view line, char mark, bool backslash_quotes, std::size_t* at,
                std::string* word) {
  constexpr std::string_view kEscapable = "$`\"\\";
  backslash_quotes = backslash_quotes && mark == '"';
  for (; *at < line.size(); ++*at) {
    const char c = line[*at];
    if (c == mark) {
      ++*at;
      return;
    }
    const bool escapes = backslash_quotes && c == '\\' && *at + 1 < line.size() &&
                         kEscapable.find(line[*at + 1]) != std::string_view::npos;
    *word += escapes ? line[++*at] : c;
  }
  throw Error(ErrorKind::kUsage, "", std::string("a quotation mark ") + mark + " is not closed");
}

}  // namespace

std::vector<std::string> SplitShellWords(std::string_view line, bool backslash_quotes) {
  if (line.find('\0') != std::string_view::npos)
    throw Error(ErrorKind::kUsage, "", "contains a NUL character");
  std::vector<std::string> words;
  bool in_word = false;
  for (std::size_t at = 0; at < line.size();) {
    const char c = line[at++];
    const bool is_blank = c == ' ' || c == '\t' || c == '\r';
    if (is_blank) {
      in_word = false;
      continue;
    }
    if (!in_word && c == '#') break;
    if (!in_word) words.emplace_back();
    in_word = true;
    if (c == '\'' || c == '"') {
      TakeQuoted(line, c, backslash_quotes, &at, &words.back());
    } else if (c == '\\' && backslash_quotes) {
      if (at == line.size())
        throw Error(ErrorKind::kUsage, "", "the line ends with a backslash",
                    "each line is a whole command");
      words.back() += line[at++];
    } else {
      words.back() += c;
    }
  }
  return words;
}

std::string ShellQuoted(std::string_view text) {
  return "'" + Escaped(text, {{'\'', "'\\''"}}) + "'";
}

std::string ShellWord(std::string_view text) {
  const auto is_plain = [](char c) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool is_digit = c >= '0' && c <= '9';
    return is_letter || is_digit ||
           std::string_view("_-./,:=+@%").find(c) != std::string_view::npos;
  };
  const bool is_word = !text.empty() && std::ranges::all_of(text, is_plain);
  return is_word ? std::string(text) : ShellQuoted(text);
}

}  // namespace cobble
