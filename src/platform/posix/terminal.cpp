// Terminals on POSIX.
#include "platform/terminal.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <array>

#include "platform/environment.h"
#include "platform/signals.h"

namespace cobble {

void PrepareTerminals() {}

bool IsTerminalHandle(Handle handle) { return ::isatty(handle) == 1; }

bool IsTerminalPath(const std::string& path) {
  FileStatus status;
  if (file::StatusOf(path, &status) != 0 || status.kind != FileKind::kCharacterDevice) return false;
  const int fd = ::open(path.c_str(), O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return false;
  const bool is_terminal = ::isatty(fd) == 1;
  ::close(fd);
  return is_terminal;
}

std::string TerminalType() { return Variable("TERM"); }

bool IsWindowsConsole() { return false; }

TerminalWindow WindowOf(Handle handle) {
  winsize size{};
  if (::ioctl(handle, TIOCGWINSZ, &size) != 0) return {};
  return {size.ws_col, size.ws_row, size.ws_xpixel, size.ws_ypixel};
}

struct RawInput::Mode {
  SignalShield shield{};
  termios before{};
};

RawInput::RawInput() {
  // Changing the terminal from the background would stop the process.
  if (::tcgetpgrp(STDIN_FILENO) != ::getpgrp()) return;
  auto mode = std::make_unique<Mode>();
  if (::tcgetattr(STDIN_FILENO, &mode->before) != 0) return;
  termios raw = mode->before;
  raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  raw.c_cc[VMIN] = 0;
  raw.c_cc[VTIME] = 0;
  if (::tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0) mode_ = std::move(mode);
}

RawInput::~RawInput() {
  if (mode_) ::tcsetattr(STDIN_FILENO, is_complete_ ? TCSANOW : TCSAFLUSH, &mode_->before);
}

bool RawInput::Read(std::chrono::milliseconds maximum, std::string* text) {
  pollfd request{STDIN_FILENO, POLLIN, 0};
  if (::poll(&request, 1, static_cast<int>(maximum.count())) <= 0) return true;
  std::array<char, 256> block;
  const ssize_t n = ::read(STDIN_FILENO, block.data(), block.size());
  if (n > 0) text->append(block.data(), static_cast<std::size_t>(n));
  return n > 0;
}

}  // namespace cobble
