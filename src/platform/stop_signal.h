// Lets SIGTERM (on Windows, the end of the session) ask a run to stop, instead of ending the
// process.
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
