// Formats messages.
#include "cli/terminal/style.h"

#include <algorithm>
#include <cstddef>
#include <ostream>
#include <string_view>

#include "cli/line/flag_errors.h"
#include "cli/terminal/streams.h"
#include "cli/terminal/terminal.h"
#include "core/utf8.h"
#include "platform/environment.h"

namespace cobble {
namespace {

constexpr std::size_t kLongestMessage = 8192;  // bytes

// SGR escape sequences.
constexpr std::string_view kBold = "\x1b[1m", kBoldRed = "\x1b[1;31m", kBoldYellow = "\x1b[1;33m",
                           kCyan = "\x1b[36m", kReset = "\x1b[0m";

std::string Styled(std::string_view text, std::string_view style) {
  return std::string(style) + Printable(text, kLongestMessage) + std::string(kReset);
}

// Shown bytes of a formula: before the caret, after it at the end of a long one, and in all.
constexpr std::size_t kBeforeCaret = 50, kAfterCaret = 26, kShown = 76;

// Returns the issue's formula, and a caret under the place of the error.
std::string CaretLines(const Issue& issue) {
  const std::string_view formula = issue.formula;
  const std::size_t at = std::min(issue.formula_offset, formula.size());
  std::size_t begin = at > kBeforeCaret ? at - kBeforeCaret : 0;
  while (begin > 0 && Utf8Length(formula.substr(begin)) == 0) --begin;
  std::size_t end = std::min(std::max(at + kAfterCaret, begin + kShown), formula.size());
  while (end < formula.size() && Utf8Length(formula.substr(end)) == 0) ++end;
  const std::string before =
      (begin > 0 ? "..." : "") + Printable(formula.substr(begin, at - begin), kLongestMessage);
  const std::string after = Printable(formula.substr(at, end - at), kLongestMessage) +
                            (end < formula.size() ? "..." : "");
  std::size_t columns = 0;
  for (const char c : before) columns += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0;
  return "  " + before + after + "\n  " + std::string(columns, ' ') + "^\n";
}

}  // namespace

bool UsesColor(const std::ostream& stream) {
  return Variable("NO_COLOR").empty() && HasEscapes() && IsTerminal(stream);
}

std::string MessageLine(const Issue& any, Severity severity, bool color) {
  const Issue issue = InFlags(any);
  // A file's message has the column, so only people need the caret.
  const bool has_caret = !issue.formula.empty() && (color || issue.origin.starts_with("--"));
  const std::string caret = has_caret ? CaretLines(issue) : "";
  const bool is_error = severity == Severity::kError;
  const std::string start = severity == Severity::kWarning ? "cobble: warning:" : "cobble:";
  if (!color) return start + ' ' + Printable(issue.Text(), kLongestMessage) + '\n' + caret;
  std::string line = Styled(start, is_error ? kBoldRed : kBoldYellow) + ' ';
  if (!issue.where.empty()) line += Styled(issue.where + ':', kBold) + ' ';
  line += Printable(issue.message.Text(), kLongestMessage);
  if (!issue.hint.empty()) line += "; " + Styled(issue.hint.Text(), kCyan);
  return line + '\n' + caret;
}

void PrintHints(std::span<const Issue> hints, std::ostream& err) {
  const bool color = UsesColor(err);
  for (const Issue& hint : hints) err << MessageLine(hint, Severity::kHint, color);
}

void PrintWarnings(std::span<const Issue> warnings, std::ostream& err) {
  const bool color = UsesColor(err);
  for (const Issue& warning : warnings) err << MessageLine(warning, Severity::kWarning, color);
}

}  // namespace cobble
