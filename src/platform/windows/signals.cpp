// Console events, and the list of names that they remove. Windows runs a handler on a thread of its
// own, beside the others. The list and its files change only under a SignalShield. A handler waits
// until there is none; threads that want the first of theirs from then on wait for the end of the
// process.
#include "platform/signals.h"

#include <windows.h>

#include <condition_variable>
#include <mutex>
#include <utility>

#include "platform/file.h"
#include "platform/windows/console.h"
#include "platform/windows/events.h"
#include "platform/windows/text.h"

namespace cobble {
namespace {

std::mutex shield_mutex;
std::condition_variable shields_changed;
int shields = 0;
bool is_process_ending = false;
thread_local int own_shields = 0;

HiddenName* first_name = nullptr;
const std::string* last_words = nullptr;  // changes only under a SignalShield
std::mutex names_mutex;                   // threads that write different files add and remove names

BOOL WINAPI OnEvent(DWORD) { EndByEvent(); }

}  // namespace

void RemoveHiddenNames() {
  for (const HiddenName* name = first_name; name != nullptr; name = name->next_) {
    std::wstring native;
    if (NativePath(name->path_, &native) == 0)
      ::DeleteFileW(native.c_str());  // errors are ignored: nothing can report them
  }
}

// The mutex stays locked: no shield ends or begins any more.
void EndByEvent() {
  constexpr UINT kControlC = 0xC000013A;  // STATUS_CONTROL_C_EXIT
  std::unique_lock lock(shield_mutex);
  is_process_ending = true;
  shields_changed.wait(lock, [] { return shields == 0; });
  RemoveHiddenNames();
  if (last_words != nullptr) file::WriteToStandardError(*last_words);
  RestoreConsoles();
  ::TerminateProcess(::GetCurrentProcess(), kControlC);
  for (;;) ::Sleep(INFINITE);
}

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

HiddenName::HiddenName(std::string path) : path_(std::move(path)) {
  const std::lock_guard lock(names_mutex);
  next_ = first_name;
  first_name = this;
}

HiddenName::~HiddenName() {
  const std::lock_guard lock(names_mutex);
  HiddenName** link = &first_name;
  while (*link != this) link = &(*link)->next_;
  *link = next_;
}

LastWords::LastWords(std::string text) : text_(std::move(text)) {
  const SignalShield shield;
  last_words = &text_;
}

LastWords::~LastWords() {
  const SignalShield shield;
  last_words = nullptr;
}

}  // namespace cobble
