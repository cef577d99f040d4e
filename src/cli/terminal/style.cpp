// Formats messages.
#include "cli/terminal/style.h"

#include <cstdlib>
#include <string_view>

#include "cli/line/flag_errors.h"
#include "cli/terminal/streams.h"
#include "core/utf8.h"

namespace cobble {
namespace {

constexpr std::size_t kLongestMessage = 8192;  // bytes

// SGR escape sequences.
constexpr std::string_view kBold = "\x1b[1m", kBoldRed = "\x1b[1;31m", kBoldYellow = "\x1b[1;33m",
                           kCyan = "\x1b[36m", kReset = "\x1b[0m";

std::string Styled(std::string_view text, std::string_view style) {
  return std::string(style) + Printable(text, kLongestMessage) + std::string(kReset);
}

}  // namespace

bool UsesColor(const std::ostream& stream) {
  const char* const no_color = std::getenv("NO_COLOR");
  const char* const term = std::getenv("TERM");
  if (no_color && *no_color != '\0') return false;
  return term && *term != '\0' && std::string_view(term) != "dumb" && IsTerminal(stream);
}

std::string MessageLine(const Issue& any, Severity severity, bool color) {
  const Issue issue = InFlags(any);
  if (!color) return "cobble: " + Printable(issue.Text(), kLongestMessage) + '\n';
  std::string line = Styled("cobble:", severity == Severity::kError ? kBoldRed : kBoldYellow) + ' ';
  if (!issue.where.empty()) line += Styled(issue.where + ':', kBold) + ' ';
  line += Printable(issue.message.Text(), kLongestMessage);
  if (!issue.hint.empty()) line += "; " + Styled(issue.hint.Text(), kCyan);
  return line + '\n';
}

}  // namespace cobble
