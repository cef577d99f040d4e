// Asks the terminal and the environment.
#include "cli/terminal/terminal.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <string>

#include "core/numbers.h"
#include "output/sink/calls.h"
#include "output/sink/signals.h"

namespace cobble {
namespace {

constexpr std::chrono::milliseconds kPatience{200};

// Asks whether a kitty graphic of one pixel can be shown, then for the device attributes, which
// every terminal answers.
constexpr std::string_view kQuestion = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[c";
constexpr std::string_view kKittyAnswer = "\x1b_Gi=31;OK", kAttributes = "\x1b[?";

std::string Variable(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

// Returns the value of a variable that holds a positive number, else 0.
int NumberIn(const char* name) {
  const auto number = ParseInteger(Variable(name));
  return number && *number > 0 && *number <= 10000 ? static_cast<int>(*number) : 0;
}

// Passes typed characters on at once and without echo, for the replies of the terminal. Signals
// wait until the old mode is back.
class RawInput {
 public:
  RawInput() {
    // To change the terminal from the background would stop the process.
    if (::tcgetpgrp(STDIN_FILENO) != ::getpgrp()) return;
    if (::tcgetattr(STDIN_FILENO, &before_) != 0) return;
    termios raw = before_;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    is_on_ = ::tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0;
  }
  ~RawInput() {
    // A late reply must not reach the shell.
    if (is_on_) ::tcsetattr(STDIN_FILENO, is_answered ? TCSANOW : TCSAFLUSH, &before_);
  }
  RawInput(const RawInput&) = delete;
  RawInput& operator=(const RawInput&) = delete;

  bool is_on() const { return is_on_; }
  bool is_answered = false;

 private:
  const SignalShield shield_;
  termios before_{};
  bool is_on_ = false;
};

TerminalReplies Ask() {
  using Clock = std::chrono::steady_clock;
  RawInput input;
  if (!input.is_on() ||
      call::Write(STDOUT_FILENO, kQuestion.data(), kQuestion.size(), nullptr) != 0)
    return {};
  std::string text;
  const auto end = Clock::now() + kPatience;
  for (auto now = Clock::now(); now < end; now = Clock::now()) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - now).count() + 1;
    pollfd request{STDIN_FILENO, POLLIN, 0};
    if (::poll(&request, 1, static_cast<int>(left)) <= 0) continue;
    std::array<char, 256> block;
    const ssize_t n = ::read(STDIN_FILENO, block.data(), block.size());
    if (n <= 0) break;
    text.append(block.data(), static_cast<std::size_t>(n));
    if (ParseReplies(text).is_complete) break;
  }
  const TerminalReplies replies = ParseReplies(text);
  input.is_answered = replies.is_complete;
  return replies;
}

bool HasTrueColor() {
  const std::string color = Variable("COLORTERM");
  return color == "truecolor" || color == "24bit" || Variable("TERM").ends_with("-direct");
}

}  // namespace

TerminalSize SizeOfTerminal() {
  TerminalSize size;
  winsize window{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) != 0) window = {};
  if (const int columns = NumberIn("COLUMNS")) size.columns = columns;
  if (const int lines = NumberIn("LINES")) size.lines = lines;
  if (window.ws_col == 0 || window.ws_row == 0) return size;
  size.columns = window.ws_col;
  size.lines = window.ws_row;
  if (window.ws_xpixel < window.ws_col || window.ws_ypixel < window.ws_row) return size;
  size.cell_width = window.ws_xpixel / window.ws_col;
  size.cell_height = window.ws_ypixel / window.ws_row;
  return size;
}

Protocol BestProtocol() {
  const std::string term = Variable("TERM");
  if (!Variable("NO_COLOR").empty() || term.empty() || term == "dumb") return Protocol::kCharacters;
  if (term == "xterm-kitty") return Protocol::kKitty;
  TerminalReplies replies;
  if (::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1) replies = Ask();
  const bool is_in_kitty = !Variable("KITTY_WINDOW_ID").empty() && !replies.is_complete &&
                           Variable("TMUX").empty() && !term.starts_with("screen");
  if (replies.has_kitty || is_in_kitty) return Protocol::kKitty;
  if (replies.has_sixel) return Protocol::kSixel;
  return HasTrueColor() ? Protocol::kBlocks : Protocol::kBlocks256;
}

// Device attributes: ESC [ ? 62 ; 4 ; ... c, where 4 stands for sixel.
TerminalReplies ParseReplies(std::string_view text) {
  TerminalReplies replies;
  replies.has_kitty = text.find(kKittyAnswer) != text.npos;
  const std::size_t begin = text.find(kAttributes);
  if (begin == text.npos) return replies;
  std::string_view list = text.substr(begin + kAttributes.size());
  const std::size_t end = list.find_first_not_of("0123456789;");
  if (end == list.npos || list[end] != 'c') return replies;
  replies.is_complete = true;
  list = list.substr(0, end);
  for (bool is_first = true; !list.empty(); is_first = false) {
    const std::string_view item = list.substr(0, list.find(';'));
    if (item == "4" && !is_first) replies.has_sixel = true;
    list.remove_prefix(std::min(item.size() + 1, list.size()));
  }
  return replies;
}

}  // namespace cobble
