// Calls that render: without Python's lock, stopped by Ctrl-C or the caller's progress function.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <functional>
#include <optional>

#include "cobble/cobble_c.h"

namespace cobble::python {

namespace py = pybind11;

class Run {
 public:
  // In: progress, a Python function that is called with the fraction done, or None.
  explicit Run(py::object progress) : progress_(std::move(progress)) {}
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  // A function of the C interface, which calls `progress` with `user`.
  using Work =
      std::function<cobble_status(cobble_progress progress, void* user, cobble_error** error)>;

  // Calls work without Python's lock. Work that is not short runs on another thread, so that this
  // one can handle signals. Throws what the progress function or a signal handler, such as the one
  // for Ctrl-C, raised; cobble.Error if the work fails.
  void Do(bool is_short, const Work& work);

 private:
  static int Report(double fraction, void* user);
  // Called with the lock. Keeps a Python exception and stops the run.
  void Stop(const py::error_already_set& raised);
  cobble_status Wait(const Work& work, cobble_error** error);

  const py::object progress_;
  std::atomic<bool> is_stopped_ = false;
  std::optional<py::error_already_set> raised_;  // used with the lock
};

// Stops all runs and waits for them. Called when Python is about to end.
void EndRuns();

// Forgets the runs of other threads. Called in a forked process, which does not have these threads.
void ForgetRuns();

}  // namespace cobble::python
