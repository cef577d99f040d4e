// Installs handlers of signals.
#ifndef COBBLE_PLATFORM_POSIX_CATCH_SIGNAL_H_
#define COBBLE_PLATFORM_POSIX_CATCH_SIGNAL_H_

namespace cobble {

// Installs a handler, unless the signal is ignored. Returns whether it did.
bool CatchSignal(int number, void (*handler)(int));

// The handler of CatchSignals (platform/signals.h).
void EndBySignal(int number);

}  // namespace cobble

#endif  // COBBLE_PLATFORM_POSIX_CATCH_SIGNAL_H_
