// The end of the process by a console event. Only for src/platform.
#ifndef COBBLE_PLATFORM_WINDOWS_EVENTS_H_
#define COBBLE_PLATFORM_WINDOWS_EVENTS_H_

namespace cobble {

// Waits until no SignalShield exists, removes all HiddenNames and ends the process with the status
// of Ctrl-C.
[[noreturn]] void EndByEvent();

}  // namespace cobble

#endif  // COBBLE_PLATFORM_WINDOWS_EVENTS_H_
