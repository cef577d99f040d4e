// Lets SIGTERM ask a run to stop, instead of ending the process.
//
// On Windows, what stands for SIGTERM is Ctrl-Break, which is what one process can send to another
// (CTRL_BREAK_EVENT), and the end of the console, of the session or of the system, which is also
// what containers send. Windows ends the process soon after these: a run has three seconds.
#ifndef COBBLE_PLATFORM_STOP_SIGNAL_H_
#define COBBLE_PLATFORM_STOP_SIGNAL_H_

namespace cobble {

// While the object exists, SIGTERM only sets a flag. One at a time. If SIGTERM is ignored, it stays
// ignored.
class StopSignal {
 public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  // Returns whether SIGTERM has arrived. May be called by any thread.
  static bool IsSet();
  // Ends the effect of the object that exists, if any: a signal that has arrived acts now. Whether
  // a run may be stopped is known only once its arguments are parsed; until then, the signal waits.
  static void Release();
};

}  // namespace cobble

#endif  // COBBLE_PLATFORM_STOP_SIGNAL_H_
