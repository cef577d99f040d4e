// What CatchSignals does with each signal.
#ifndef COBBLE_PLATFORM_POSIX_CATCH_SIGNAL_H_
#define COBBLE_PLATFORM_POSIX_CATCH_SIGNAL_H_

namespace cobble {

// Installs the handler of platform/signals.h, unless the signal is ignored.
void CatchSignal(int number);

}  // namespace cobble

#endif  // COBBLE_PLATFORM_POSIX_CATCH_SIGNAL_H_
