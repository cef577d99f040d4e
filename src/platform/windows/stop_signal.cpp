// Implements StopSignal. Windows calls the handler that was added last first. The handler is never
// removed, since that would wait until no handler runs.
#include "platform/stop_signal.h"

#include <windows.h>

#include <atomic>
#include <utility>

#include "platform/windows/events.h"

namespace cobble {
namespace {

std::atomic<bool> is_stop_set = false;
std::atomic<bool> has_stop_handler = false;  // until the object ends or is released

// Windows ends the process when the handler of these returns, or after five seconds, and then
// nothing removes temporary files. So the handler leaves the run some time, and ends the process
// itself.
void WaitForTheRun() {
  constexpr DWORD kPause = 20, kPatience = 3000;  // milliseconds
  for (DWORD waited = 0; waited < kPatience && has_stop_handler; waited += kPause) ::Sleep(kPause);
}

BOOL WINAPI OnStop(DWORD event) {
  if (event == CTRL_C_EVENT || !has_stop_handler) return FALSE;
  is_stop_set = true;
  if (event == CTRL_BREAK_EVENT) return TRUE;
  WaitForTheRun();
  if (has_stop_handler) EndByEvent();
  // The run is over: what is left is to print its result and to return from main.
  constexpr DWORD kRest = 1000;
  ::Sleep(kRest);
  EndByEvent();
}

}  // namespace

StopSignal::StopSignal() {
  is_stop_set = false;
  has_stop_handler = true;
  static const BOOL is_added = ::SetConsoleCtrlHandler(&OnStop, TRUE);
  static_cast<void>(is_added);
}

StopSignal::~StopSignal() { has_stop_handler = false; }

void StopSignal::Release() {
  if (has_stop_handler.exchange(false) && is_stop_set) EndByEvent();
}

bool StopSignal::IsSet() { return is_stop_set; }

}  // namespace cobble
