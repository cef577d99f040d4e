// Lets SIGTERM ask a run to stop, instead of ending the process.
//
// On Windows, what stands for SIGTERM is Ctrl-Break, which is what one process can send to another
// (CTRL_BREAK_EVENT), and the end of the console, of the session or of the system, which is also
// what containers send. Windows ends the process soon after these: a run has three seconds.
#pragma once

namespace cobble {

namespace stop_signal {

// From now on, SIGTERM only sets a flag. If it is ignored, it stays ignored.
void Hold();
// From now on, SIGTERM ends the process, as the signals of platform/signals.h do: one that has
// arrived does so now. Without Hold, does nothing. Whether a run may be stopped is known only once
// its arguments are parsed; until then, the signal waits.
void Release();
// Returns whether SIGTERM has arrived. May be called by any thread.
bool IsSet();

}  // namespace stop_signal
}  // namespace cobble
