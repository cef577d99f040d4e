// Asks the terminal and the environment.
#include "cli/terminal/terminal.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ostream>
#include <string>

#include "cli/terminal/streams.h"
#include "core/numbers.h"
#include "platform/clock.h"
#include "platform/environment.h"
#include "platform/file.h"
#include "platform/terminal.h"

namespace cobble {
namespace {

constexpr std::chrono::milliseconds kPatience{200};

// Asks for a one-pixel kitty graphic, then for device attributes, which every terminal answers.
constexpr std::string_view kQuestion = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[c";
constexpr std::string_view kKittyAnswer = "\x1b_Gi=31;OK", kAttributes = "\x1b[?";

// Returns a variable's positive number, or 0.
int NumberIn(const char* name) {
  const auto number = ParseInteger(Variable(name));
  return number && *number > 0 && *number <= 10000 ? static_cast<int>(*number) : 0;
}

TerminalReplies Ask() {
  RawInput input;
  if (!input.is_on() ||
      file::Write(kStandardOutput, kQuestion.data(), kQuestion.size(), nullptr) != 0)
    return {};
  std::string text;
  const auto end = Clock::now() + kPatience;
  for (auto now = Clock::now(); now < end; now = Clock::now()) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - now);
    if (!input.Read(left + std::chrono::milliseconds{1}, &text)) break;
    if (ParseReplies(text).is_complete) break;
  }
  const TerminalReplies replies = ParseReplies(text);
  if (replies.is_complete) input.SetComplete();
  return replies;
}

bool HasTrueColor() {
  const std::string color = Variable("COLORTERM");
  return color == "truecolor" || color == "24bit" || TerminalType().ends_with("-direct");
}

}  // namespace

TerminalSize SizeOfTerminal() {
  TerminalSize size;
  const TerminalWindow window = WindowOf(kStandardOutput);
  if (const int columns = NumberIn("COLUMNS")) size.columns = columns;
  if (const int lines = NumberIn("LINES")) size.lines = lines;
  if (window.columns == 0 || window.lines == 0) return size;
  size.columns = window.columns;
  size.lines = window.lines;
  if (window.width < window.columns || window.height < window.lines) return size;
  size.cell_width = window.width / window.columns;
  size.cell_height = window.height / window.lines;
  return size;
}

bool HasEscapes() {
  const std::string term = TerminalType();
  return !term.empty() && term != "dumb";
}

Protocol BestProtocol() {
  if (!Variable("NO_COLOR").empty() || !HasEscapes()) return Protocol::kCharacters;
  const std::string term = TerminalType();
  if (term == "xterm-kitty") return Protocol::kKitty;
  TerminalReplies replies;
  if (IsTerminalHandle(kStandardInput) && IsTerminalHandle(kStandardOutput)) replies = Ask();
  const bool is_in_kitty = !Variable("KITTY_WINDOW_ID").empty() && !replies.is_complete &&
                           Variable("TMUX").empty() && !term.starts_with("screen");
  if (replies.has_kitty || is_in_kitty) return Protocol::kKitty;
  if (replies.has_sixel) return Protocol::kSixel;
  return HasTrueColor() ? Protocol::kBlocks : Protocol::kBlocks256;
}

// Device attributes: ESC [ ? 62 ; 4 ; ... c, where a 4 after the first number is sixel.
TerminalReplies ParseReplies(std::string_view text) {
  TerminalReplies replies;
  replies.has_kitty = text.find(kKittyAnswer) != text.npos;
  const std::size_t begin = text.find(kAttributes);
  if (begin == text.npos) return replies;
  const std::string_view list = text.substr(begin + kAttributes.size());
  const std::size_t end = list.find_first_not_of("0123456789;");
  if (end == list.npos || list[end] != 'c') return replies;
  replies.is_complete = true;
  replies.has_sixel = (std::string(list.substr(0, end)) + ';').find(";4;") != std::string::npos;
  return replies;
}

// Counts bytes as columns; messages escape almost all that is not ASCII.
int RowsOf(std::string_view lines, int columns) {
  int rows = 0;
  while (!lines.empty()) {
    const std::size_t length = std::min(lines.find('\n'), lines.size());
    rows += std::max(1, (static_cast<int>(length) + columns - 1) / columns);
    lines.remove_prefix(std::min(length + 1, lines.size()));
  }
  return rows;
}

StatusBlock::StatusBlock(std::ostream& err)
    : err_(err), is_in_place_(IsTerminal(err) && HasEscapes()) {}

void StatusBlock::Show(const std::string& lines) {
  std::string text;
  if (is_in_place_ && !shown_.empty())
    text = fmt::format("\x1b[{}A\r\x1b[J", RowsOf(shown_, SizeOfTerminal().columns));
  err_ << text + lines << std::flush;
  shown_ = lines;
}

}  // namespace cobble
