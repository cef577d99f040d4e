// Terminals on Windows: consoles.
#include "platform/terminal.h"

#include <windows.h>

#include <array>
#include <cstdlib>

#include "platform/environment.h"
#include "platform/signals.h"
#include "platform/windows/calls.h"
#include "platform/windows/console.h"
#include "platform/windows/text.h"

namespace cobble {

void PrepareTerminals() {
  EnableEscapes(kStandardOutput);
  EnableEscapes(kStandardError);
  std::atexit(&RestoreConsoles);
}

bool IsTerminalHandle(Handle handle) { return IsConsole(call::NativeHandle(handle)); }

// The names of consoles, such as con, are not valid as outputs.
bool IsTerminalPath(const std::string&) { return false; }

// Terminals that are not consoles, such as that of a secure shell, set the variable.
std::string TerminalType() {
  std::string type = Variable("TERM");
  if (type.empty() && (TakesEscapes(kStandardOutput) || TakesEscapes(kStandardError)))
    type = "xterm-direct";
  return type;
}

bool IsWindowsConsole() { return IsTerminalHandle(kStandardOutput); }

TerminalWindow WindowOf(Handle handle) {
  CONSOLE_SCREEN_BUFFER_INFO info;
  if (!::GetConsoleScreenBufferInfo(call::NativeHandle(handle), &info)) return {};
  return {.columns = info.srWindow.Right - info.srWindow.Left + 1,
          .lines = info.srWindow.Bottom - info.srWindow.Top + 1};
}

struct RawInput::Mode {
  SignalShield shield{};
  HANDLE console = INVALID_HANDLE_VALUE;
  DWORD before = 0;
};

RawInput::RawInput() {
  auto mode = std::make_unique<Mode>();
  mode->console = call::NativeHandle(kStandardInput);
  if (!::GetConsoleMode(mode->console, &mode->before)) return;
  const DWORD raw = (mode->before & ~static_cast<DWORD>(ENABLE_LINE_INPUT | ENABLE_ECHO_INPUT)) |
                    ENABLE_VIRTUAL_TERMINAL_INPUT;
  if (::SetConsoleMode(mode->console, raw)) mode_ = std::move(mode);
}

RawInput::~RawInput() {
  if (!mode_) return;
  if (!is_complete_) ::FlushConsoleInputBuffer(mode_->console);
  ::SetConsoleMode(mode_->console, mode_->before);
}

// Reads events, not text: a console also has other events, for which reading text would wait.
bool RawInput::Read(std::chrono::milliseconds maximum, std::string* text) {
  const DWORD result = ::WaitForSingleObject(mode_->console, static_cast<DWORD>(maximum.count()));
  if (result != WAIT_OBJECT_0) return result == WAIT_TIMEOUT;
  std::array<INPUT_RECORD, 64> events;
  DWORD count = 0;
  if (!::ReadConsoleInputW(mode_->console, events.data(), static_cast<DWORD>(events.size()),
                           &count))
    return false;
  std::wstring units;
  for (DWORD i = 0; i < count; ++i) {
    const KEY_EVENT_RECORD& key = events[i].Event.KeyEvent;
    if (events[i].EventType == KEY_EVENT && key.bKeyDown && key.uChar.UnicodeChar != 0)
      units += key.uChar.UnicodeChar;
  }
  *text += ToUtf8(units);
  return true;
}

}  // namespace cobble
