// Installs handlers of signals.
#pragma once

namespace cobble {

// Installs a handler, unless the signal is ignored. Returns whether it did.
bool CatchSignal(int number, void (*handler)(int));

// The handler of CatchSignals (platform/signals.h).
void EndBySignal(int number);

}  // namespace cobble
