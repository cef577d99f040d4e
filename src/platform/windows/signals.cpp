// Console events and shields. Windows runs a handler on a thread of its own, beside the others. A
// handler that ends the process waits until there is no shield. From then on, a thread that wants
// its first shield waits for the end of the process.
#include "platform/signals.h"

#include <windows.h>

#include <atomic>
#include <condition_variable>
#include <mutex>

#include "platform/windows/console.h"

namespace cobble {
namespace {

std::mutex shield_mutex;
std::condition_variable shields_changed;
int shields = 0;
bool is_process_ending = false;
thread_local int own_shields = 0;

std::atomic<bool> is_stop_set = false;
std::atomic<bool> has_stop_handler = false;  // until it is released

// Ends the process with the status of Ctrl-C. The mutex stays locked: no shield begins or ends.
[[noreturn]] void EndByEvent() {
  constexpr UINT kControlC = 0xC000013A;  // STATUS_CONTROL_C_EXIT
  std::unique_lock lock(shield_mutex);
  is_process_ending = true;
  shields_changed.wait(lock, [] { return shields == 0; });
  CleanUpForSignal();
  RestoreConsoles();
  ::TerminateProcess(::GetCurrentProcess(), kControlC);
  for (;;) ::Sleep(INFINITE);
}

BOOL WINAPI OnEvent(DWORD) { EndByEvent(); }

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

// A process that was started with Ctrl-C ignored does not get that event.
void CatchSignals() { ::SetConsoleCtrlHandler(&OnEvent, TRUE); }

// Windows has none: writing to a closed pipe is always an error.
void IgnoreWriteSignals() {}

// A nested shield must not wait: the work of the outer one is incomplete.
SignalShield::SignalShield() {
  std::unique_lock lock(shield_mutex);
  if (own_shields == 0) shields_changed.wait(lock, [] { return !is_process_ending; });
  ++own_shields;
  ++shields;
}

SignalShield::~SignalShield() {
  const std::lock_guard lock(shield_mutex);
  --own_shields;
  if (--shields == 0 && is_process_ending) shields_changed.notify_all();
}

namespace stop_signal {

// Windows calls the handler that was added last first. It is never removed, since that would wait
// until no handler runs.
void Hold() {
  is_stop_set = false;
  has_stop_handler = true;
  ::SetConsoleCtrlHandler(&OnStop, TRUE);
}

void Release() {
  if (has_stop_handler.exchange(false) && is_stop_set) EndByEvent();
}

bool IsSet() { return is_stop_set; }

}  // namespace stop_signal
}  // namespace cobble
