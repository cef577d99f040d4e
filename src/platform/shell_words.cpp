// Based on: POSIX.1-2017, Shell Command Language, 2.2 Quoting and 2.3 Token Recognition; the manual
// of PowerShell 7.4, about_Quoting_Rules and about_Parsing.
#include "platform/shell_words.h"

#include <algorithm>

#include "cobble/error.h"
#include "core/escape.h"

namespace cobble {
namespace {

[[noreturn]] void RefuseLine(const std::string& message, const Phrase& hint = {}) {
  throw Error(ErrorKind::kUsage, "", message, hint);
}

// Takes the characters of a quoted text up to its closing mark. In: line[*at] follows the opening
// mark. Out: *at follows the closing one.
void TakeQuoted(std::string_view line, char mark, ShellKind shell, std::size_t* at,
                std::string* word) {
  constexpr std::string_view kEscapable = "$`\"\\";
  const bool is_posix = shell == ShellKind::kPosix;
  for (; *at < line.size(); ++*at) {
    const char c = line[*at];
    const char next = *at + 1 < line.size() ? line[*at + 1] : '\0';
    const bool is_doubled = !is_posix && c == mark && next == mark;
    if (c == mark && !is_doubled) {
      ++*at;
      return;
    }
    const bool is_escape =
        is_posix && mark == '"' && c == '\\' && kEscapable.find(next) != std::string_view::npos;
    if (is_escape || is_doubled) ++*at;
    *word += line[*at];
  }
  RefuseLine(std::string("a quotation mark ") + mark + " is not closed");
}

// Returns the text between marks, with marks inside it doubled.
std::string InMarks(std::string_view text, char mark) {
  const std::string doubled(2, mark);
  return mark + Escaped(text, {{mark, doubled}}) + mark;
}

// PowerShell splits words at commas, and at dots if they start like a flag. It reads curly marks as
// double quotation marks, and expands $ and ` between them.
std::string WindowsWord(std::string_view text) {
  const bool is_like_flag =
      text.size() > 1 && text[0] == '-' && !(text[1] >= '0' && text[1] <= '9');
  if (!text.empty() && !is_like_flag && IsPlain(text, "_-./\\:=+%")) return std::string(text);
  const bool is_hard =
      text.ends_with('\\') || text.find_first_of("$`") != std::string_view::npos ||
      std::ranges::any_of(std::initializer_list<std::string_view>{"\\\"", "“", "”", "„"},
                          [&](std::string_view part) { return text.find(part) != text.npos; });
  return InMarks(text, is_hard ? '\'' : '"');
}

}  // namespace

std::vector<std::string> SplitShellWords(std::string_view line, ShellKind shell) {
  if (line.find('\0') != std::string_view::npos) RefuseLine("contains a NUL character");
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
      TakeQuoted(line, c, shell, &at, &words.back());
    } else if (c == '\\' && shell == ShellKind::kPosix) {
      if (at == line.size())
        RefuseLine("the line ends with a backslash", "each line is a whole command");
      words.back() += line[at++];
    } else {
      words.back() += c;
    }
  }
  return words;
}

bool IsPlain(std::string_view text, std::string_view others) {
  return std::ranges::all_of(text, [&](char c) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool is_digit = c >= '0' && c <= '9';
    return is_letter || is_digit || others.find(c) != std::string_view::npos;
  });
}

std::string ShellQuoted(std::string_view text) {
  return "'" + Escaped(text, {{'\'', "'\\''"}}) + "'";
}

std::string ShellWord(std::string_view text, ShellKind shell) {
  if (shell == ShellKind::kWindows) return WindowsWord(text);
  return !text.empty() && IsPlain(text, "_-./,:=+@%") ? std::string(text) : ShellQuoted(text);
}

}  // namespace cobble
