// Runs that render: without Python's lock, stopped by Ctrl-C and by the caller's progress function.
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
  // In: progress, a function of Python that receives the fraction done, or None.
  explicit Run(py::object progress) : progress_(std::move(progress)) {}
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  // A function of the C interface, which calls `progress` with `user`.
  using Work =
      std::function<cobble_status(cobble_progress progress, void* user, cobble_error** error)>;

  // Calls work without Python's lock. A run that is not short is on a thread of its own, so that
  // this one handles signals meanwhile. Throws what the progress function or a signal's handler,
  // such as that of Ctrl-C, has raised; cobble.Error if the work fails.
  void Do(bool is_short, const Work& work);

 private:
  static int Report(double fraction, void* user);
  // Called with the lock. Keeps an exception of Python and stops the run.
  void Stop(const py::error_already_set& raised);
  cobble_status Wait(const Work& work, cobble_error** error);

  const py::object progress_;
  std::atomic<bool> is_stopped_ = false;
  std::optional<py::error_already_set> raised_;  // used with the lock
};

// Stops all runs and waits for them. Called before Python ends.
void EndRuns();

// Forgets the runs of other threads, which a new process does not have. Called in it after a fork.
void ForgetRuns();

}  // namespace cobble::python
