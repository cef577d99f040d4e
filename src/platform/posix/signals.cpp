// Signal handlers and shields. A handler that runs while a shield exists only records the signal;
// the destructor of the last shield acts on it. The handler stores `caught` before it loads
// `shields`, and a shield changes `shields` before it loads `caught`, so at least one of the two
// sees the other.
#include "platform/signals.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <utility>

namespace cobble {
namespace {

// The signals that end a program unless it catches them. Left out are signals that report a bug,
// SIGPROF, which profilers use, and SIGTERM, which stop_signal holds.
constexpr int kSignals[] = {SIGHUP, SIGINT, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU};

std::atomic<int> shields{0};
std::atomic<int> caught{0};  // the first signal received
std::atomic<bool> is_stop_set = false;
bool has_stop_handler = false;  // until it is released

static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free,
              "signal handlers use them");

[[noreturn]] void Die(int number) {
  CleanUpForSignal();
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

void EndBySignal(int number) {
  int none = 0;
  caught.compare_exchange_strong(none, number);
  if (shields.load() == 0) DieIfCaught();
}

void SetStop(int) { is_stop_set = true; }

// Installs a handler, unless the signal is ignored. Returns whether it did.
bool CatchSignal(int number, void (*handler)(int)) {
  struct sigaction action = {}, before;
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  return ::sigaction(number, nullptr, &before) == 0 && before.sa_handler != SIG_IGN &&
         ::sigaction(number, &action, nullptr) == 0;
}

}  // namespace

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

namespace stop_signal {

void Hold() {
  is_stop_set = false;
  has_stop_handler = CatchSignal(SIGTERM, &SetStop);
}

void Release() {
  if (!std::exchange(has_stop_handler, false)) return;
  CatchSignal(SIGTERM, &EndBySignal);
  if (is_stop_set) ::raise(SIGTERM);
}

bool IsSet() { return is_stop_set; }

}  // namespace stop_signal
}  // namespace cobble
