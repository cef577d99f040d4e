// Signal handlers, and the list of names that they remove. The list and its files change only under
// a SignalShield, and the list only under a mutex, which handlers do not need. A handler that runs
// while a shield exists only records the signal; the destructor of the last shield acts on it. The
// handler stores `caught` before it loads `shields`, and a shield changes `shields` before it loads
// `caught`, so at least one of the two sees the other.
#include "platform/signals.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <utility>

#include "platform/file.h"
#include "platform/posix/catch_signal.h"

namespace cobble {
namespace {

// The signals that end a program unless it catches them. Left out are signals that report a bug,
// SIGPROF, which profilers use, and SIGTERM, which stop_signal holds.
constexpr int kSignals[] = {SIGHUP, SIGINT, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU};

std::atomic<int> shields{0};
std::atomic<int> caught{0};  // the first signal received
HiddenName* first_name = nullptr;
const std::string* last_words = nullptr;  // changes only under a SignalShield
std::mutex names_mutex;                   // threads that write different files add and remove names

static_assert(std::atomic<int>::is_always_lock_free);

}  // namespace

// Async-signal-safe.
void RemoveHiddenNames() {
  for (const HiddenName* name = first_name; name != nullptr; name = name->next_)
    ::unlink(name->path_.c_str());  // errors are ignored: nothing can report them
}

namespace {

[[noreturn]] void Die(int number) {
  RemoveHiddenNames();
  if (last_words != nullptr) file::WriteToStandardError(*last_words);
  struct sigaction default_action = {};
  default_action.sa_handler = SIG_DFL;
  ::sigaction(number, &default_action, nullptr);
  sigset_t unblocked;
  ::sigemptyset(&unblocked);
  ::sigaddset(&unblocked, number);
  ::pthread_sigmask(SIG_UNBLOCK, &unblocked, nullptr);
  ::raise(number);
  ::_exit(128 + number);  // not reached
}

void DieIfCaught() {
  if (const int number = caught.load()) Die(number);
}

}  // namespace

void EndBySignal(int number) {
  int none = 0;
  caught.compare_exchange_strong(none, number);
  if (shields.load() == 0) DieIfCaught();
}

bool CatchSignal(int number, void (*handler)(int)) {
  struct sigaction action = {}, before;
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  return ::sigaction(number, nullptr, &before) == 0 && before.sa_handler != SIG_IGN &&
         ::sigaction(number, &action, nullptr) == 0;
}

void CatchSignals() {
  for (const int number : kSignals) CatchSignal(number, &EndBySignal);
}

void IgnoreWriteSignals() {
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
}

// A nested shield must not act on a signal: the work of the outer one is incomplete.
SignalShield::SignalShield() {
  if (++shields == 1) DieIfCaught();
}

SignalShield::~SignalShield() {
  if (--shields == 0) DieIfCaught();
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
