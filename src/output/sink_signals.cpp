// Signals. What a handler may touch is what no other thread is changing: whoever changes the list
// of names or the files that they name does so behind a shield, and a handler that finds one raised
// leaves the rest to it. Both tell the other first and look second, so that one of them sees.
#include "output/sink_signals.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <utility>

namespace cobble {
namespace {

constexpr int kSignals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU};

std::atomic<int> shields{0};
std::atomic<int> caught{0};  // the first signal that came
HiddenName* first_name = nullptr;

static_assert(std::atomic<int>::is_always_lock_free);

}  // namespace

// Calls nothing that a handler may not.
void RemoveHiddenNames() {
  for (const HiddenName* name = first_name; name != nullptr; name = name->next_)
    ::unlink(name->path_.c_str());  // nobody is left to tell of a failure
}

namespace {

[[noreturn]] void Die(int number) {
  RemoveHiddenNames();
  struct sigaction usual = {};
  usual.sa_handler = SIG_DFL;
  ::sigaction(number, &usual, nullptr);
  sigset_t open;
  ::sigemptyset(&open);
  ::sigaddset(&open, number);
  ::pthread_sigmask(SIG_UNBLOCK, &open, nullptr);
  ::raise(number);
  ::_exit(128 + number);  // not reached
}

void DieIfCaught() {
  if (const int number = caught.load()) Die(number);
}

void Handle(int number) {
  int none = 0;
  caught.compare_exchange_strong(none, number);
  if (shields.load() == 0) DieIfCaught();
}

}  // namespace

void CatchSignals() {
  struct sigaction action = {};
  action.sa_handler = &Handle;
  action.sa_flags = SA_RESTART;
  for (const int number : kSignals) {
    struct sigaction before;
    if (::sigaction(number, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
      ::sigaction(number, &action, nullptr);
  }
}

SignalShield::SignalShield() {
  ++shields;
  DieIfCaught();
}

SignalShield::~SignalShield() {
  if (--shields == 0) DieIfCaught();
}

HiddenName::HiddenName(std::string path) : path_(std::move(path)), next_(first_name) {
  first_name = this;
}

HiddenName::~HiddenName() {
  HiddenName** link = &first_name;
  while (*link != this) link = &(*link)->next_;
  *link = next_;
}

}  // namespace cobble
