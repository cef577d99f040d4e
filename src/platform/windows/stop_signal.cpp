// Implements stop_signal. Windows calls the handler that was added last first. The handler is never
// removed, since that would wait until no handler runs.
#include "platform/stop_signal.h"

#include <windows.h>

#include <atomic>
#include <utility>

#include "platform/windows/events.h"

namespace cobble::stop_signal {
namespace {

std::atomic<bool> is_stop_set = false;
std::atomic<bool> has_stop_handler = false;  // until it is released

BOOL WINAPI OnStop(DWORD event) {
  if (event == CTRL_C_EVENT || !has_stop_handler) return FALSE;
  is_stop_set = true;
  if (!has_stop_handler) return FALSE;  // Release has not seen the flag
  if (event == CTRL_BREAK_EVENT) return TRUE;
  // Windows ends the process when the handler of the other events returns, or after five seconds,
  // and then nothing removes temporary files. So the handler leaves the run some time to end, and
  // then ends the process itself.
  constexpr DWORD kPatience = 3000;  // milliseconds
  ::Sleep(kPatience);
  EndByEvent();
}

}  // namespace

void Hold() {
  is_stop_set = false;
  has_stop_handler = true;
  ::SetConsoleCtrlHandler(&OnStop, TRUE);
}

void Release() {
  if (has_stop_handler.exchange(false) && is_stop_set) EndByEvent();
}

bool IsSet() { return is_stop_set; }

}  // namespace cobble::stop_signal
