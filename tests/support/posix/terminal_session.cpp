// Implements TerminalSession with a pseudoterminal.
#include "support/terminal_session.h"

#include <doctest/doctest.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>

#include "support/sanitizers.h"
#include "test_paths.h"

namespace cobble::test {
namespace {

constexpr const char* kVariables[] = {"NO_COLOR", "COLORTERM", "KITTY_WINDOW_ID",
                                      "TMUX",     "COLUMNS",   "LINES"};

[[noreturn]] void Execute(const std::vector<std::string>& args,
                          const TerminalSession::Environment& environment) {
  for (const char* name : kVariables) ::unsetenv(name);
  ::setenv("TERM", "xterm", 1);
  for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
  std::vector<std::string> all{COBBLE_BINARY};
  all.insert(all.end(), args.begin(), args.end());
  std::vector<char*> pointers;
  for (std::string& word : all) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  ::execv(COBBLE_BINARY, pointers.data());
  ::_exit(127);
}

}  // namespace

TerminalSession::TerminalSession(const std::vector<std::string>& args,
                                 const Environment& environment) {
  winsize size{};
  size.ws_col = 40;
  size.ws_row = 12;
  process_ = ::forkpty(&terminal_, nullptr, nullptr, &size);
  REQUIRE(process_ >= 0);
  if (process_ == 0) Execute(args, environment);
}

TerminalSession::~TerminalSession() {
  if (process_ > 0) {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
  ::close(terminal_);
}

bool TerminalSession::Read(int milliseconds) {
  pollfd request{terminal_, POLLIN, 0};
  if (::poll(&request, 1, milliseconds) <= 0) return true;
  char block[4096];
  const ssize_t n = ::read(terminal_, block, sizeof block);
  if (n <= 0) return false;
  output_.append(block, static_cast<std::size_t>(n));
  return true;
}

bool TerminalSession::WaitFor(std::string_view text) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::seconds(kUnderSanitizer ? 120 : 20);
  for (bool is_open = true;;) {
    const std::size_t at = output_.find(text, matched_);
    if (at != std::string::npos) {
      matched_ = at + text.size();
      return true;
    }
    if (!is_open || Clock::now() > end) return false;
    is_open = Read(50);
  }
}

void TerminalSession::Type(std::string_view text) {
  REQUIRE(::write(terminal_, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
}

void TerminalSession::Send(int signal) const { ::kill(process_, signal); }

int TerminalSession::Finish() {
  while (Read(1000)) continue;
  int status = 0;
  ::waitpid(process_, &status, 0);
  process_ = -1;
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

bool TerminalSession::Echoes() const {
  termios settings{};
  REQUIRE(::tcgetattr(terminal_, &settings) == 0);
  return (settings.c_lflag & (ECHO | ICANON)) == (ECHO | ICANON);
}

}  // namespace cobble::test
