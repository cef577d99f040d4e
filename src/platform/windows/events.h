// The end of the process by a console event. Only for src/platform.
#pragma once

namespace cobble {

// Waits until no SignalShield exists, removes all HiddenNames and ends the process with the status
// of Ctrl-C.
[[noreturn]] void EndByEvent();

}  // namespace cobble
